//! Each subcommand as a user or a program meets it: what it prints, where, and its exit status.

mod common;

use common::{command, damier, prints, refuses};
use damier_core::Lang;
use damier_games::IDS;
use serde_json::Value;

fn json(args: &[&str]) -> Value {
    serde_json::from_str(&prints(args)).expect("JSON")
}

#[test]
fn games_lists_every_game_with_its_options() {
    let text = prints(&["games"]);
    let list = json(&["games", "--json"])["games"].clone();
    assert_eq!(list.as_array().unwrap().len(), IDS.len());
    for (i, id) in IDS.iter().enumerate() {
        let game = damier_games::open(id, "").unwrap();
        let name = game.name();
        assert!(text.contains(&format!("{id} {}\n", name.text(Lang::En))), "{id}");
        assert_eq!(list[i]["id"], *id);
        assert_eq!(list[i]["name"]["fr"], name.text(Lang::Fr));
        assert_eq!(list[i]["start"], game.start());
        for (j, spec) in game.option_specs().iter().enumerate() {
            let values: Vec<&str> = spec.values.iter().map(|(value, _)| *value).collect();
            assert!(text.contains(&format!("  {}={}", spec.name, values.join("|"))));
            let option = &list[i]["options"][j];
            let first = &option["values"][0]["name"];
            assert_eq!((&option["name"], first), (&spec.name.into(), &values[0].into()));
            assert_eq!(option["values"].as_array().unwrap().len(), values.len());
        }
    }
    assert!(prints(&["games", "--lang", "fr"]).contains("Qui commence : "));
    let only = json(&["games", "--json", "--rules", "capture=huff"])["games"].clone();
    assert_eq!((only.as_array().unwrap().len(), &only[0]["id"]), (1, &"fanorona".into()));
    assert!(refuses(&["games", "--rules", "x=y"]).contains("no game has the options `x=y`"));
}

#[test]
fn rules_are_printed_in_both_languages() {
    for id in IDS {
        let game = damier_games::open(id, "").unwrap();
        assert_eq!(prints(&["rules", id]), game.rules(Lang::En));
        assert_eq!(prints(&["rules", id, "--lang", "fr"]), game.rules(Lang::Fr));
        let value = json(&["rules", id, "--lang=fr", "--json"]);
        assert_eq!(value["markdown"], game.rules(Lang::Fr));
    }
}

#[test]
fn the_language_comes_from_the_environment() {
    let said = |vars: &[(&str, &str)]| {
        let output = command(&["start", "chess"]).envs(vars.iter().copied()).output().unwrap();
        String::from_utf8(output.stderr).unwrap()
    };
    assert!(said(&[]).contains("there is no game `chess`"));
    assert!(said(&[("LANG", "fr_FR.UTF-8")]).contains("le jeu `chess` n’existe pas"));
    assert!(said(&[("LANG", "fr_FR.UTF-8"), ("LC_ALL", "C")]).contains("there is no game"));
}

#[test]
fn start_prints_the_start() {
    for id in IDS {
        let game = damier_games::open(id, "").unwrap();
        assert_eq!(prints(&["start", id]), game.start() + "\n");
        assert_eq!(json(&["start", id, "--json"])["position"], game.start());
        let letter = game.letters()[0].to_string();
        match game.sequel(damier_core::Side::Light) {
            Some(start) => assert_eq!(prints(&["start", id, "--rematch", &letter]), start + "\n"),
            None => assert!(refuses(&["start", id, "--rematch", &letter]).contains("no rematch")),
        }
        assert!(refuses(&["start", id, "--rematch", "xyz"]).contains("no player `xyz`"));
    }
    assert_eq!(prints(&["start", "kono", "--rules", "first=red"]), "rrrr/rrrr/yyyy/yyyy r\n");
    assert!(refuses(&["start", "kono", "--rules", "first=green"]).contains("no value `green`"));
    assert!(refuses(&["start", "kono", "--rules", "first"]).contains("`first` is no option"));
}

#[test]
fn perft_counts_each_depth() {
    let ran = damier(&["perft", "kono", "5"]);
    assert_eq!((ran.status, ran.out.as_str()), (0, "1 4\n2 16\n3 100\n4 576\n5 3642\n"));
    assert!(ran.err.trim_end().ends_with("nodes/s"), "{}", ran.err);
    assert_eq!(prints(&["perft", "kono", "0"]), "0 1\n");
    let divided = prints(&["perft", "kono", "4", "--divide"]);
    assert_eq!(divided, "a1xa3 137\nb1xb3 151\nc1xc3 151\nd1xd3 137\n4 576\n");
    let value = json(&["perft", "kono", "2", "rrrr/rrrr/yyyy/yyyy", "r", "--json", "--divide"]);
    assert_eq!(value["position"], "rrrr/rrrr/yyyy/yyyy r");
    assert_eq!(value["depths"][0]["nodes"], 16);
    assert_eq!(value["divide"].as_array().unwrap().len(), 4);
    assert_eq!(prints(&["perft", "kono", "2", "r3/4/4/yy2 y won:y"]), "1 0\n2 0\n");
    for bad in ["-1", "x", "201"] {
        assert!(refuses(&["perft", "kono", bad]).contains(bad));
    }
    for id in IDS {
        assert_eq!(prints(&["perft", id, "2"]).lines().count(), 2);
    }
}

#[test]
fn boards_are_drawn_in_characters_and_as_pictures() {
    for id in IDS {
        let plain = prints(&["board", id]);
        assert!(!plain.contains('\x1b'), "no colours in a pipe");
        assert_ne!(prints(&["board", id, "--flip"]), plain);
        assert!(prints(&["board", id, "--color", "always"]).contains("\x1b["));
        let light = prints(&["board", id, "--svg", "-"]);
        assert!(light.starts_with("<svg") && light.trim_end().ends_with("</svg>"));
        for option in ["--dark", "--flip", "--no-coordinates"] {
            assert_ne!(prints(&["board", id, "--svg", "-", option]), light, "{option}");
        }
    }
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("kono.svg");
    let path = file.to_str().unwrap();
    assert_eq!(prints(&["board", "kono", "r3/4/4/yy2", "y", "--svg", path]), "");
    assert!(std::fs::read_to_string(&file).unwrap().starts_with("<svg"));
    assert!(refuses(&["board", "kono", "r3/4/4"]).contains("`r3/4/4`: "));
    let ran = damier(&["board", "kono", "--svg", "/nowhere/at/all.svg"]);
    assert_eq!(ran.status, 1);
    assert!(ran.err.contains("/nowhere/at/all.svg"));
}

#[test]
fn bench_measures_every_game() {
    let value = json(&["bench", "rules", "--seconds", "0.01", "--json"]);
    let rows = value["rows"].as_array().unwrap();
    for id in IDS {
        let row = rows.iter().find(|row| row["game"] == *id).expect(id);
        for speed in [&row["start"]["nodes_per_second"], &row["random"]["games_per_second"]] {
            assert!(speed.as_f64().unwrap() > 0.0, "{row}");
        }
    }
    let table = prints(&["bench", "rules", "kono", "--seconds", "0.01"]);
    assert!(table.contains("1000 turns") && table.contains("\nkono "));
    assert!(refuses(&["bench", "rules", "kono", "--seconds", "-1"]).contains("-1"));
    assert!(refuses(&["bench", "rules", "chess"]).contains("no game `chess`"));
}

#[test]
fn bench_puts_a_server_under_load() {
    let args = ["bench", "server", "--games", "10", "--rate", "100", "--seconds", "1", "--json"];
    let value = json(&args);
    assert_eq!((&value["sockets"], &value["lost"]), (&20.into(), &0.into()));
    for positive in ["turns", "turns_per_second", "median", "p99", "worst"] {
        assert!(value[positive].as_f64().unwrap() > 0.0, "{value}");
    }
    assert!(refuses(&["bench", "server", "--games", "0"]).contains("--games"));
}

#[test]
fn completions_and_manual() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        assert!(prints(&["completions", shell]).contains("perft"), "{shell}");
    }
    assert!(prints(&["completions", "bash"]).contains("kono"));
    assert!(prints(&["man"]).contains(".TH damier 1"));
    let folder = tempfile::tempdir().unwrap();
    prints(&["man", "--dir", folder.path().to_str().unwrap()]);
    assert!(folder.path().join("damier-moves.1").exists());
}

#[test]
fn wrong_usage_has_status_2_and_help_has_0() {
    for args in [&["nonsense"][..], &["moves"], &["perft", "kono"], &["--lang", "de", "games"]] {
        refuses(args);
    }
    assert!(prints(&["--help"]).contains("moves"));
    assert!(prints(&["--version"]).starts_with("damier "));
    assert!(prints(&["moves", "--help"]).contains("standard input"));
}

/// Writing to a full disk is a failure, not bad input.
#[cfg(target_os = "linux")]
#[test]
fn a_failure_has_status_1() {
    let full = std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    let status = command(&["games"]).stdout(full).stderr(std::process::Stdio::null()).status();
    assert_eq!(status.unwrap().code(), Some(1));
}
