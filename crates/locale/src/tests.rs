use std::path::{Path, PathBuf};

use crate::{Direction, Lang, List, decimal, format, phrase};

fn filled(text: &str, arguments: &[crate::Argument], lang: Lang) -> String {
    let mut out = String::new();
    format::fill(text, arguments, lang, None, &mut out);
    out
}

#[test]
fn arguments_stand_where_the_language_puts_them() {
    let message =
        phrase!("fanorona.huff-pawn").with("a1").with("b2").with(phrase!("players.white"));
    assert_eq!(message.text(Lang::En), "`huff:a1`: there is no pawn of White on b2");
    assert_eq!(message.text(Lang::Fr), "`huff:a1` : il n’y a pas de pion de Blanc en b2");
    // Braces in the input are left alone, and so is the place of an argument that was not given.
    assert_eq!(filled("bad {0}, {1}!", &["{1}{".into()], Lang::En), "bad {1}{, {1}!");
}

#[test]
fn numbers_choose_the_words_around_them() {
    let text = "{0,plural,=0{nobody}one{# pawn of {1}}other{# pawns of {1}}}!";
    let say = |n: u32, lang| filled(text, &[n.into(), "White".into()], lang);
    assert_eq!(say(0, Lang::En), "nobody!");
    assert_eq!(say(1, Lang::En), "1 pawn of White!");
    assert_eq!(say(12_345, Lang::En), "12,345 pawns of White!");
    assert_eq!(say(12_345, Lang::Fr), "12\u{202f}345 pawns of White!");
    // English says `0 turns`, French `0 tour`; millions are a form of their own in French.
    assert_eq!([Lang::En, Lang::Fr].map(|lang| lang.form(0)), ["other", "one"]);
    assert_eq!([Lang::En, Lang::Fr].map(|lang| lang.form(2_000_000)), ["other", "many"]);
    let chosen = filled("{0,select,light{White}other{Black}}", &["dark".into()], Lang::En);
    assert_eq!(chosen, "Black");
}

#[test]
fn numbers_are_written_as_the_language_does() {
    let all = ["{0}", "{0,number}"].map(|text| filled(text, &[1_002_003_u32.into()], Lang::Fr));
    assert_eq!(all, ["1002003", "1\u{202f}002\u{202f}003"]);
    assert_eq!(filled("{0} s", &[decimal(0.25, 1)], Lang::En), "0.2 s");
    assert_eq!(filled("{0} s", &[decimal(1.5, 1)], Lang::Fr), "1,5 s");
}

#[test]
fn lists_are_joined_as_the_language_does() {
    let list = |list: List, lang| filled("{0}", &[list.into()], lang);
    assert_eq!(list(List::or(["a", "b", "c"]), Lang::En), "a, b or c");
    assert_eq!(list(List::and(["a", "b"]), Lang::Fr), "a et b");
    assert_eq!(list(List::plain(["a", "b", "c"]), Lang::Fr), "a, b, c");
    assert_eq!(list(List::and(["a"]), Lang::En) + &list(List::and([""; 0]), Lang::En), "a");
}

#[test]
fn a_language_is_found_by_its_tag() {
    for (tag, lang) in [("fr", Some(Lang::Fr)), ("FR_ca.UTF-8", Some(Lang::Fr)), ("fra", None)] {
        assert_eq!(Lang::serving(tag), lang, "{tag}");
    }
    assert_eq!(Lang::serving("en-US;q=0.5"), Some(Lang::En));
    assert_eq!((Lang::Fr.name(), Lang::Fr.direction()), ("français", Direction::LeftToRight));
}

/// Unless its file says `partial = true`, a language has every sentence.
#[test]
fn languages_are_whole() {
    assert_eq!(crate::lang::MISSING, []);
}

/// No sentence is kept that nobody says. That nothing is said which is not kept is the compiler's
/// affair, and for the pages that of their types.
#[test]
fn every_sentence_is_said() {
    let mut said = String::new();
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    gather(&crates, &mut said);
    let unsaid = |id: &&str| !said.contains(&format!("phrase!(\"{id}\")"));
    assert_eq!(crate::lang::ids().filter(unsaid).collect::<Vec<_>>(), [""; 0]);
}

/// The types of the pages know the names of their sentences. `DAMIER_BLESS=1` writes them down.
#[test]
fn the_pages_know_their_sentences() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/sentences.d.ts");
    let mut wanted = "// The names of all sentences of the pages; made from locales/en.toml by\n\
        // `DAMIER_BLESS=1 cargo test -p damier-locale`.\nexport type Word =\n"
        .to_owned();
    let quoted = crate::lang::PAGE_IDS.iter().map(|id| format!("  | '{id}'"));
    wanted += &quoted.collect::<Vec<_>>().join("\n");
    wanted += ";\n";
    if std::env::var_os("DAMIER_BLESS").is_some() {
        std::fs::write(&file, &wanted).unwrap();
    }
    assert!(std::fs::read_to_string(&file).unwrap_or_default() == wanted, "see the comment");
}

/// No sentence of the pages is kept that they do not say. Some names are put together there:
/// `how_` and how a game ended, `button_` and a button, `level_` and a number, `greet_` and a word.
#[test]
fn every_sentence_of_the_pages_is_said() {
    let mut said = String::new();
    gather_kind(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web"), "js", &mut said);
    let made = |id: &str| {
        ["how_", "button_", "level_", "greet_"].iter().any(|start| id.starts_with(start))
    };
    let unsaid = |id: &&&str| !made(id) && !said.contains(&format!("'{id}'"));
    assert_eq!(crate::lang::PAGE_IDS.iter().filter(unsaid).collect::<Vec<_>>(), [&""; 0]);
}

fn gather(folder: &Path, out: &mut String) {
    gather_kind(folder, "rs", out);
}

fn gather_kind(folder: &Path, ending: &str, out: &mut String) {
    let entries = std::fs::read_dir(folder).unwrap();
    let paths: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    for path in paths {
        if path.is_dir() && !path.ends_with("tests") && !path.ends_with("node_modules") {
            gather_kind(&path, ending, out);
        } else if path.extension().is_some_and(|kind| kind == ending) {
            out.push_str(&std::fs::read_to_string(path).unwrap());
        }
    }
}
