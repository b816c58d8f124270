//! The stream gives the bytes that the plain way gives.

use damier_core::random::Random;
use damier_tables::file::Kind;

use super::*;

/// Items in chunks of so many numbers of the range.
struct Listed {
    range: u64,
    chunk: u64,
    items: Vec<(u64, u16)>,
}

impl Items for Listed {
    fn range(&self) -> u64 {
        self.range
    }

    fn chunks(&self) -> u64 {
        self.range.div_ceil(self.chunk)
    }

    fn each(&self, chunk: u64, visit: &mut dyn FnMut(u64, u16)) {
        let numbers = chunk * self.chunk..(chunk + 1) * self.chunk;
        let from = self.items.partition_point(|item| item.0 < numbers.start);
        let to = self.items.partition_point(|item| item.0 < numbers.end);
        self.items[from..to].iter().for_each(|(number, class)| visit(*number, *class));
    }
}

fn random_items(random: &mut Random, range: u64, every: usize, classes: usize) -> Vec<(u64, u16)> {
    let (mut items, mut number) = (Vec::new(), random.below(every) as u64);
    while number < range {
        // Large classes are rare, so that some planes are sparse.
        let class = random.below(classes).min(random.below(classes)).min(random.below(classes));
        items.push((number, class as u16));
        number += 1 + random.below(every) as u64;
    }
    items
}

#[test]
fn a_streamed_table_has_the_same_bytes() {
    let mut random = Random::new(7);
    let shapes = [
        (0, 1, 1),
        (1, 1, 1),
        (1000, 1, 1),
        (100_000, 3, 2),
        (70_001, 2, 60),
        (300_000, 1, 1000),
        (1 << 36, 1 << 22, 40),
    ];
    for (range, every, classes) in shapes {
        let header = Header {
            game: "kono".into(),
            rules: String::new(),
            tier: "all".into(),
            kind: Kind::End,
            index: 1,
            slots: range,
        };
        let lost = random_items(&mut random, range, every, classes);
        let keyed = random_items(&mut random, range, 20 * every, classes);
        let plain = |items: &[(u64, u16)]| file::set(items.iter().copied(), range);
        let expected = file::write(&header, &[("lost", plain(&lost)), ("bound", plain(&keyed))]);
        for chunk in [(range / 7).max(1), (range / 400).max(1), range.max(1)] {
            let lost = Listed { range, chunk, items: lost.clone() };
            let keyed = Listed { range, chunk, items: keyed.clone() };
            let sets: [(&str, &dyn Items); 2] = [("lost", &lost), ("bound", &keyed)];
            let mut bytes = Vec::new();
            let written = table(&mut bytes, &header, &sets).expect("memory");
            assert!(bytes == expected, "{range} {every} {classes} in chunks of {chunk}");
            let read = damier_tables::Table::from_bytes("it", bytes).expect("a good table");
            assert_eq!((read.size(), read.checksum()), (written.size, written.checksum));
            let folder = tempfile::tempdir().expect("a folder");
            let path = folder.path().join("deep/table");
            table_file(&path, &header, &sets).expect("written");
            assert!(std::fs::read(&path).expect("the file") == expected, "{range} {chunk}");
        }
    }
}
