//! The rule texts people read: every example in them is played, and both languages give the same
//! examples in the same order.
//!
//! An example is a fenced block marked `example`: an optional line `rules: name=value`, a
//! position, then lines `turn => position after` or `turn => refused`, each from that position.

use damier_core::words::Lang;

const SECTIONS: [(&str, &str); 10] = [
    ("Overview", "En bref"),
    ("Goal", "But du jeu"),
    ("Equipment", "Matériel"),
    ("Setup", "Mise en place"),
    ("A turn", "Un coup"),
    ("Examples", "Exemples"),
    ("Vela", "Vela"),
    ("Notation", "Notation"),
    ("Decisions", "Décisions"),
    ("Options", "Options"),
];

fn text(id: &str, lang: Lang) -> &'static str {
    damier_games::open(id, "").unwrap_or_else(|no| panic!("{id}: {no}")).rules(lang)
}

/// The lines of every example block.
fn examples(text: &str) -> Vec<Vec<&str>> {
    let mut blocks = Vec::new();
    let mut lines = text.lines();
    while lines.any(|line| line == "```example") {
        blocks.push(lines.by_ref().take_while(|line| *line != "```").collect());
    }
    blocks
}

#[test]
fn every_example_is_played() {
    for id in damier_games::IDS {
        let blocks = examples(text(id, Lang::En));
        assert!(blocks.len() >= 3, "{id} has {} examples", blocks.len());
        for block in blocks {
            let (rules, block) = match block[0].strip_prefix("rules: ") {
                Some(rules) => (rules, &block[1..]),
                None => ("", &block[..]),
            };
            let game = damier_games::open(id, rules).unwrap_or_else(|no| panic!("{id}: {no}"));
            let position = block[0];
            for line in &block[1..] {
                let (turn, expected) = line.split_once(" => ").unwrap_or_else(|| panic!("{line}"));
                match game.play(position, turn) {
                    Ok(after) => assert_eq!(after, expected, "{id}: {turn} in {position}"),
                    Err(no) => assert_eq!("refused", expected, "{id}: {turn} in {position}: {no}"),
                }
            }
        }
    }
}

#[test]
fn both_languages_give_the_same_examples() {
    for id in damier_games::IDS {
        assert_eq!(examples(text(id, Lang::En)), examples(text(id, Lang::Fr)), "{id}");
    }
}

#[test]
fn the_sections_are_the_same_everywhere() {
    for id in damier_games::IDS {
        for lang in Lang::ALL {
            let headings: Vec<&str> =
                text(id, lang).lines().filter_map(|line| line.strip_prefix("## ")).collect();
            let expected: Vec<&str> = SECTIONS
                .iter()
                .map(|(en, fr)| match lang {
                    Lang::En => *en,
                    Lang::Fr => *fr,
                })
                .filter(|heading| *heading != "Vela" || headings.contains(heading))
                .collect();
            assert_eq!(headings, expected, "{id} {}", lang.code());
        }
    }
}

/// Every option of a game is explained, with each of its values.
#[test]
fn every_option_is_explained() {
    for id in damier_games::IDS {
        let game = damier_games::open(id, "").unwrap_or_else(|no| panic!("{id}: {no}"));
        for lang in Lang::ALL {
            let text = game.rules(lang);
            for spec in game.option_specs() {
                for (value, _) in spec.values {
                    let option = format!("`{}={value}`", spec.name);
                    assert!(text.contains(&option), "{id} {}: {option}", lang.code());
                }
            }
        }
    }
}

/// French typography: a no-break space before `: ; ? !` and inside « », and no straight quotes.
#[test]
fn french_typography() {
    const TIE: char = '\u{a0}';
    for id in damier_games::IDS {
        let mut fenced = false;
        for line in text(id, Lang::Fr).lines() {
            if line.starts_with("```") {
                fenced = !fenced;
            }
            if fenced || line.starts_with("```") {
                continue;
            }
            // Inline code is not prose; what follows it is.
            let prose: String = line
                .split('`')
                .enumerate()
                .map(|(i, s)| if i % 2 == 0 { s } else { "x" })
                .collect();
            let chars: Vec<char> = prose.chars().collect();
            for (i, c) in chars.iter().enumerate() {
                let tied = match c {
                    ':' | ';' | '?' | '!' | '»' => i > 0 && chars[i - 1] == TIE,
                    '«' => chars.get(i + 1) == Some(&TIE),
                    '\'' | '"' => false,
                    _ => true,
                };
                assert!(tied, "{id}: `{c}` in {line}");
            }
        }
    }
}
