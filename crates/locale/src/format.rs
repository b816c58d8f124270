//! Sentences with their arguments in place. The build has checked and tidied every sentence
//! (`build/pattern.rs` says what may stand in one), so this reads them without complaint.

use crate::{Argument, Lang};

/// Writes a sentence. `count` is the number that `#` stands for inside a plural.
pub(crate) fn fill(
    mut text: &str,
    arguments: &[Argument],
    lang: Lang,
    count: Option<u64>,
    out: &mut String,
) {
    let special = |byte: u8| byte == b'{' || (byte == b'#' && count.is_some());
    while let Some(at) = text.bytes().position(special) {
        out.push_str(&text[..at]);
        text = match count {
            Some(n) if text.as_bytes()[at] == b'#' => {
                lang.write_number(n, out);
                &text[at + 1..]
            }
            _ => {
                let (inside, rest) = braced(&text[at..]);
                placeholder(inside, arguments, lang, out);
                rest
            }
        };
    }
    out.push_str(text);
}

/// What stands between the brace at the beginning and the one that closes it, and what follows.
fn braced(text: &str) -> (&str, &str) {
    let mut depth = 0;
    for (i, byte) in text.bytes().enumerate() {
        match byte {
            b'{' => depth += 1,
            b'}' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return (&text[1..i], &text[i + 1..]);
        }
    }
    (&text[1..], "")
}

/// `0`, `0,number`, `0,plural,one{…}other{…}` or `0,select,…`.
fn placeholder(inside: &str, arguments: &[Argument], lang: Lang, out: &mut String) {
    let (index, kind) = inside.split_once(',').unwrap_or((inside, ""));
    let Some(given) = index.parse().ok().and_then(|i: usize| arguments.get(i)) else {
        // Shown as it stands: a hole in a sentence is easier to find than one that is missing.
        out.extend(["{", inside, "}"]);
        return;
    };
    match (kind.split_once(','), given) {
        (None, Argument::Number(n)) if kind == "number" => lang.write_number(*n, out),
        (None, _) => argument(given, lang, out),
        (Some((_, cases)), given) => {
            let (words, count) = chosen(cases, given, lang);
            fill(words, arguments, lang, count, out);
        }
    }
}

/// The words of the case that the argument wants, and the number they are about.
fn chosen<'a>(cases: &'a str, given: &Argument, lang: Lang) -> (&'a str, Option<u64>) {
    let (form, count) = match given {
        Argument::Number(n) => (lang.form(*n), Some(*n)),
        Argument::Plain(name) => (name.as_str(), None),
        _ => ("other", None),
    };
    let exactly = |name: &str| name.strip_prefix('=').and_then(|n| n.parse().ok());
    let (mut rest, mut wanted, mut last) = (cases, None, "");
    while let Some((name, _)) = rest.split_once('{') {
        let (words, after) = braced(&rest[name.len()..]);
        if count.is_some() && exactly(name) == count {
            return (words, count);
        }
        if name == form {
            wanted = Some(words);
        }
        (last, rest) = (words, after);
    }
    (wanted.unwrap_or(last), count)
}

/// Writes an argument by itself.
pub(crate) fn argument(given: &Argument, lang: Lang, out: &mut String) {
    match given {
        Argument::Plain(text) => out.push_str(text),
        Argument::Number(n) => out.push_str(&n.to_string()),
        Argument::Decimal(text) => match text.split_once('.') {
            Some((whole, fraction)) => out.extend([whole, lang.decimal(), fraction]),
            None => out.push_str(text),
        },
        Argument::Words(message) => message.write(lang, out),
        Argument::List(list) => list.write(lang, out),
    }
}
