//! scratch
use damier_core::{any::Opened, index::*, value::Value};
fn main() {
    let t = std::time::Instant::now();
    let rules = std::env::args().nth(1).unwrap_or_default();
    let game = Opened::<damier_games::kono::Kono>::new(&rules).unwrap().game;
    let index = damier_games::kono::KonoIndex::new(game).unwrap();
    println!("index {:?} slots {}", t.elapsed(), index.tiers()[0].slots());
    let solved = damier_solve::dense::solve(&index, 1, &damier_solve::progress::Silent);
    println!("solved {:?}", t.elapsed());
    let (mut w, mut l, mut d, mut mw, mut ml, mut c) = (0, 0, 0, 0, 0, 0);
    for (n, v) in solved.values(0) {
        let p = index.unrank(Slot { tier: 0, number: n }).unwrap();
        let k = index.weight(&p); c += 1;
        match v { Value::Win(x) => { w += k; mw = mw.max(x.unwrap()) } Value::Loss(x) => { l += k; ml = ml.max(x.unwrap()) } Value::Draw => d += k }
    }
    println!("{c} {} win {w} loss {l} draw {d} {mw} {ml}", w + l + d);
    println!("{}", std::fs::read_to_string("/proc/self/status").unwrap().lines().find(|l| l.starts_with("VmHWM")).unwrap());
}
