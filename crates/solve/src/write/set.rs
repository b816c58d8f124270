//! A set of numbers with their classes, in the format of [`damier_tables::sparse`].

use std::io;
use std::ops::Range;

use damier_tables::sparse::Shape;
use rayon::prelude::*;

use super::Sink;
use super::elias_fano::{Bits, EliasFano, Fragment, Section, write_words};

/// How many classes have planes at most.
const PLANES: usize = 16;

/// Numbers in rising order, each with a class, that can be listed chunk by chunk.
pub(crate) trait Items: Sync {
    /// The range the numbers come from.
    fn range(&self) -> u64;
    /// How many chunks there are.
    fn chunks(&self) -> u64;
    /// Calls `visit` with the numbers of a chunk, in rising order.
    fn each(&self, chunk: u64, visit: &mut dyn FnMut(u64, u16));
}

/// Numbers that follow from those of a tier: `each` lists what a range of them gives.
pub(crate) struct ByNumber<F> {
    /// The range of the numbers that are listed.
    pub(crate) range: u64,
    /// The numbers of the tier.
    pub(crate) slots: u64,
    /// Lists them.
    pub(crate) each: F,
}

/// How many numbers of a tier make a chunk.
const CHUNK: u64 = 1 << 18;

impl<F: Fn(Range<u64>, &mut dyn FnMut(u64, u16)) + Sync> Items for ByNumber<F> {
    fn range(&self) -> u64 {
        self.range
    }

    fn chunks(&self) -> u64 {
        self.slots.div_ceil(CHUNK)
    }

    fn each(&self, chunk: u64, visit: &mut dyn FnMut(u64, u16)) {
        (self.each)(chunk * CHUNK..self.slots.min((chunk + 1) * CHUNK), visit);
    }
}

/// Numbers that are all there already.
pub(crate) struct Sorted<'a> {
    /// The range they come from.
    pub(crate) range: u64,
    /// In rising order.
    pub(crate) items: &'a [(u64, u16)],
}

impl Items for Sorted<'_> {
    fn range(&self) -> u64 {
        self.range
    }

    fn chunks(&self) -> u64 {
        self.items.chunks(CHUNK as usize).len() as u64
    }

    fn each(&self, chunk: u64, visit: &mut dyn FnMut(u64, u16)) {
        let items = self.items.chunks(CHUNK as usize).nth(chunk as usize).unwrap_or_default();
        items.iter().for_each(|(number, class)| visit(*number, *class));
    }
}

/// How much there is in a chunk.
#[derive(Clone, Copy, Default)]
struct Count {
    items: u64,
    /// By plane, how many of them have the bit.
    ones: [u64; PLANES],
    last: Option<u64>,
    /// By plane, the place of the last that has it, among those of the chunk.
    last_ones: [Option<u64>; PLANES],
}

impl Count {
    fn of(items: &dyn Items, chunk: u64) -> Count {
        let mut count = Count::default();
        items.each(chunk, &mut |number, class| {
            for plane in damier_core::bits::bits(class) {
                count.ones[plane as usize] += 1;
                count.last_ones[plane as usize] = Some(count.items);
            }
            count.items += 1;
            count.last = Some(number);
        });
        count
    }

    /// All that comes before the next chunk; `self` is all before this one.
    fn then(self, chunk: &Count) -> Count {
        let mut after = self;
        after.items += chunk.items;
        after.last = chunk.last.or(self.last);
        for plane in 0..PLANES {
            after.ones[plane] += chunk.ones[plane];
            let last = chunk.last_ones[plane].map(|place| self.items + place);
            after.last_ones[plane] = last.or(self.last_ones[plane]);
        }
        after
    }
}

/// How a plane is written.
#[derive(Clone, Copy)]
enum PlaneShape {
    /// A bit for each number.
    Plain,
    /// The places of the ones.
    Sparse(Shape),
}

/// A set that has been counted.
pub(super) struct Plan<'a> {
    items: &'a dyn Items,
    /// By chunk, what comes before it.
    before: Vec<Count>,
    shape: Shape,
    planes: Vec<PlaneShape>,
}

impl<'a> Plan<'a> {
    pub(super) fn new(items: &'a dyn Items) -> Plan<'a> {
        let counts: Vec<Count> =
            (0..items.chunks()).into_par_iter().map(|chunk| Count::of(items, chunk)).collect();
        let (mut sum, mut before) = (Count::default(), Vec::with_capacity(counts.len()));
        for count in &counts {
            before.push(sum);
            sum = sum.then(count);
        }
        let planes = sum.ones.iter().rposition(|ones| *ones > 0).map_or(0, |plane| plane + 1);
        let plane = |ones: &u64| {
            let sparse = Shape::new(*ones, sum.items);
            match 3 + sparse.words() < sum.items.div_ceil(64) {
                true => PlaneShape::Sparse(sparse),
                false => PlaneShape::Plain,
            }
        };
        let planes = sum.ones[..planes].iter().map(plane).collect();
        Plan { items, before, shape: Shape::new(sum.items, items.range()), planes }
    }

    /// How many bytes it takes.
    pub(super) fn bytes(&self) -> u64 {
        let plane = |plane: &PlaneShape| match plane {
            PlaneShape::Plain => 1 + self.shape.count.div_ceil(64),
            PlaneShape::Sparse(shape) => 4 + shape.words(),
        };
        8 * (3 + self.shape.words() + self.planes.iter().map(plane).sum::<u64>())
    }

    /// Writes it, from this place on.
    pub(super) fn write(self, sink: &mut impl Sink, at: u64) -> io::Result<()> {
        let Shape { count, range, low_bits, .. } = self.shape;
        let head = [count, range, u64::from(low_bits) | (self.planes.len() as u64) << 32];
        write_words(sink, at, &head)?;
        let mut numbers = EliasFano::new(self.shape, at + 24);
        let mut next = at + 24 + 8 * self.shape.words();
        let mut planes = Vec::new();
        for shape in &self.planes {
            let (plane, end) = Plane::begin(*shape, count, sink, next)?;
            planes.push(plane);
            next = end;
        }
        let batch = 4 * rayon::current_num_threads();
        for start in (0..self.before.len()).step_by(batch) {
            let chunks = start..self.before.len().min(start + batch);
            let made: Vec<_> = chunks.into_par_iter().map(|chunk| self.make(chunk)).collect();
            for (fragment, bits) in made {
                numbers.put(sink, fragment)?;
                for (plane, part) in planes.iter_mut().zip(bits) {
                    plane.put(sink, part)?;
                }
            }
        }
        numbers.finish(sink)?;
        planes.into_iter().try_for_each(|plane| plane.finish(sink))
    }

    /// What a chunk adds.
    fn make(&self, chunk: usize) -> (Fragment, Vec<PlanePart>) {
        let before = &self.before[chunk];
        let mut items = Vec::new();
        self.items.each(chunk as u64, &mut |number, class| items.push((number, class)));
        let numbers = items.iter().map(|(number, _)| *number);
        let fragment = EliasFano::fragment(&self.shape, numbers, before.items, before.last);
        let part = |(k, shape): (usize, &PlaneShape)| {
            let ones = items.iter().zip(before.items..);
            let ones = ones.filter(|((_, class), _)| class >> k & 1 == 1).map(|(_, i)| i);
            match shape {
                PlaneShape::Plain => {
                    let mut bits = Bits::at(before.items);
                    ones.for_each(|i| bits.set(i));
                    PlanePart::Plain(bits)
                }
                PlaneShape::Sparse(shape) => PlanePart::Sparse(EliasFano::fragment(
                    shape,
                    ones,
                    before.ones[k],
                    before.last_ones[k],
                )),
            }
        };
        (fragment, self.planes.iter().enumerate().map(part).collect())
    }
}

/// What a chunk adds to a plane.
enum PlanePart {
    Plain(Bits),
    Sparse(Fragment),
}

/// A plane that is being written.
enum Plane {
    Plain(Section),
    Sparse(EliasFano),
}

impl Plane {
    /// Writes how a plane begins; also returns where the next one does.
    fn begin(
        shape: PlaneShape,
        count: u64,
        sink: &mut impl Sink,
        at: u64,
    ) -> io::Result<(Plane, u64)> {
        match shape {
            PlaneShape::Plain => {
                write_words(sink, at, &[0])?;
                Ok((Plane::Plain(Section::new(at + 8)), at + 8 + 8 * count.div_ceil(64)))
            }
            PlaneShape::Sparse(shape) => {
                let low_bits = u64::from(shape.low_bits);
                write_words(sink, at, &[1, shape.count, shape.range, low_bits])?;
                let end = at + 32 + 8 * shape.words();
                Ok((Plane::Sparse(EliasFano::new(shape, at + 32)), end))
            }
        }
    }

    fn put(&mut self, sink: &mut impl Sink, part: PlanePart) -> io::Result<()> {
        match (self, part) {
            (Plane::Plain(section), PlanePart::Plain(bits)) => section.put(sink, bits),
            (Plane::Sparse(set), PlanePart::Sparse(fragment)) => set.put(sink, fragment),
            _ => unreachable!("parts are made for their planes"),
        }
    }

    fn finish(self, sink: &mut impl Sink) -> io::Result<()> {
        match self {
            Plane::Plain(mut section) => section.finish(sink),
            Plane::Sparse(set) => set.finish(sink),
        }
    }
}
