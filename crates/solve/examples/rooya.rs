//! Temporary.
use damier_core::any::Opened;
use damier_core::index::{Index, Slot};
use damier_core::value::{Oracle, Value};
use damier_games::rooya::{Rooya, RooyaIndex};
use damier_solve::checkpoint::Checkpoint;
use damier_solve::progress::{Progress, Stage};
use damier_tables::oracle::LOST;
use damier_tables::{Table, Tables, file};
use std::time::{Duration, Instant};
struct Tell(Instant);
impl Progress for Tell {
    fn stage(&self, s: &Stage) {
        if s.done == 0 || s.done == s.positions {
            eprintln!("{:?} {s:?}", self.0.elapsed());
        }
    }
    fn note(&self, text: &str) {
        eprintln!("{text}");
    }
}
fn main() {
    let rules = std::env::args().nth(1).unwrap_or_default();
    let out = std::env::args().nth(2);
    let cp = std::env::args().nth(3);
    let t = Instant::now();
    let game = Opened::<Rooya>::new(&rules).expect("rules").game;
    if rules == "index" {
        return;
    }
    let index = RooyaIndex::new(game).expect("s");
    if let Some(v) = std::env::var("VERIFY").ok() {
        let mut tables = Tables::new(index);
        let f = out.expect("table");
        tables.add(Table::open(f.as_ref()).expect("good")).expect("fits");
        let n: u64 = v.parse().expect("n");
        let mut random = damier_core::random::Random::new(5);
        let slots = tables.index().tiers()[0].slots();
        let ps: Vec<_> = (0..200_000).filter_map(|_| tables.index().unrank(Slot { tier: 0, number: random.below(slots as usize) as u64 })).collect();
        let t = Instant::now();
        let mut most = Duration::ZERO;
        for p in &ps { let u = Instant::now(); let _ = tables.value(p); most = most.max(u.elapsed()); }
        eprintln!("value {:?} each, most {most:?}", t.elapsed() / ps.len() as u32);
        let t = Instant::now();
        let r = damier_solve::verify::verify(&tables, 0, damier_solve::verify::Extent::Sample(n, 77), &damier_solve::progress::Silent);
        eprintln!("verify {r:?} {:?}", t.elapsed());
        return;
    }
    eprintln!("index {:?}", t.elapsed());
    let cp = cp.map(|f| Checkpoint::new(f.into(), &index).every(Duration::from_millis(300)));
    let lost = damier_solve::sparse::solve(&index, &Tell(t), cp.as_ref());
    let first = index.tiers()[0].group_ends[0];
    let mut by = std::collections::BTreeMap::<(bool, u16), (u64, u64)>::new();
    for (number, n) in &lost {
        let e = by.entry((*number >= first, *n)).or_default();
        e.0 += 1;
        e.1 += index.weight(&index.unrank(Slot { tier: 0, number: *number }).expect("used"));
    }
    eprintln!("{:?} lost {} {by:#?}", t.elapsed(), lost.len());
    let bytes = file::write(&damier_solve::build::header(&index, 0), &[(LOST, &lost)]);
    eprintln!("bytes {}", bytes.len());
    if let Some(out) = out {
        file::write_atomically(out.as_ref(), &bytes).expect("write");
    }
    let mut tables = Tables::new(index);
    tables.add(Table::from_bytes("x", bytes).expect("good")).expect("fits");
    for (i, range) in tables.index().tiers()[0].groups().enumerate().skip(1) {
        let (mut win, mut loss, mut draw) = ([0u64; 20], [0u64; 20], 0);
        for number in range {
            if let Some(p) = tables.index().unrank(Slot { tier: 0, number }) {
                let w = tables.index().weight(&p);
                match tables.value(&p).expect("known") {
                    Value::Win(n) => win[n.expect("n") as usize] += w,
                    Value::Loss(n) => loss[n.expect("n") as usize] += w,
                    Value::Draw => draw += w,
                }
            }
        }
        eprintln!("placed {}: win {win:?} loss {loss:?} draw {draw}", 16 - i);
    }
}
