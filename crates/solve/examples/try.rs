//! scratch
use damier_core::{any::*, game::*, index::*, value::*};
use damier_tables::{Tables, file};
fn go<G: Solvable>(rules: &str, tiers: usize, values: &str, verify: bool) {
    let t = std::time::Instant::now();
    let game = Opened::<G>::new(rules).unwrap().game;
    let index = G::Index::new(game).unwrap();
    println!(
        "{} {rules} index {:?} slots {}",
        G::ID,
        t.elapsed(),
        index.tiers()[..tiers].iter().map(Tier::slots).sum::<u64>()
    );
    let solved = damier_solve::counting::solve(&index, tiers, &damier_solve::progress::Silent);
    println!("solved {:?}", t.elapsed());
    println!(
        "{}",
        std::fs::read_to_string("/proc/self/status")
            .unwrap()
            .lines()
            .find(|l| l.starts_with("VmHWM"))
            .unwrap()
    );
    let mut tables = Tables::new(G::Index::new(game).unwrap());
    for tier in 0..tiers {
        let (mut w, mut l, mut d, mut mw, mut ml, mut c) = (0, 0, 0, 0, 0, 0);
        let mut items = vec![];
        for (n, v) in solved.values(tier) {
            let p = index.unrank(Slot { tier, number: n }).unwrap();
            let k = index.weight(&p);
            c += 1;
            match v {
                Value::Win(x) => {
                    w += k;
                    mw = mw.max(x.unwrap())
                }
                Value::Loss(x) => {
                    l += k;
                    ml = ml.max(x.unwrap());
                    items.push((n, x.unwrap()))
                }
                Value::Draw => d += k,
            }
        }
        let header = file::Header {
            game: G::ID.into(),
            rules: index.rules(),
            tier: index.tiers()[tier].name.clone(),
            kind: file::Kind::End,
            index: <G::Index as Index>::VERSION,
            slots: index.tiers()[tier].slots(),
        };
        let bytes = file::write(&header, &[("lost", &items)]);
        println!(
            "tier {tier}: {c} {} win {w} loss {l} draw {d} {mw} {ml}; file {} bytes",
            w + l + d,
            bytes.len()
        );
        tables.add(file::Table::from_bytes("x", bytes).unwrap()).unwrap();
    }
    let t = std::time::Instant::now();
    let (mut good, mut bad) = (0, 0);
    for line in std::fs::read_to_string(format!("tests/vectors/{values}")).unwrap().lines() {
        let (p, v) = line.split_once(" ; ").unwrap();
        let pos = read_position(&game, p).unwrap();
        let found = tables.value(&pos).map_or("unknown".to_string(), |v| v.to_string());
        if found == v {
            good += 1
        } else {
            bad += 1;
            if bad < 5 {
                println!("{p}: {found} not {v}");
            }
        }
    }
    println!("vectors good {good} bad {bad} {:?}", t.elapsed());
    if verify {
        let t = std::time::Instant::now();
        for tier in 0..tiers {
            println!(
                "verify {:?} {:?}",
                damier_solve::verify::verify(
                    &tables,
                    tier,
                    damier_solve::verify::Extent::All,
                    &damier_solve::progress::Silent
                ),
                t.elapsed()
            );
        }
    }
}
fn main() {
    let v = std::env::args().nth(2).is_some();
    match std::env::args().nth(1).unwrap().as_str() {
        "kono" => go::<damier_games::kono::Kono>("", 1, "kono.values", v),
        "konom" => go::<damier_games::kono::Kono>("capture=mandatory", 1, "kono.values", v),
        "fraha" => go::<damier_games::fraha::Fraha>("", 1, "fraha.values", v),
        "fraha1" => {
            go::<damier_games::fraha::Fraha>("teleport=one", 1, "fraha.teleport=one.values", v)
        }
        "fano" => go::<damier_games::fanorona::Fanorona>("", 4, "fanorona.values", v),
        "fanos" => go::<damier_games::fanorona::Fanorona>(
            "rules=schadd",
            4,
            "fanorona.rules=schadd.values",
            v,
        ),
        _ => {}
    }
}
