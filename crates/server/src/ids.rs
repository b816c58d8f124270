//! Names nobody can guess: of live games and of the seats at them.

/// Letters and digits, so that a name survives being mailed, typed and put into a link.
const DIGITS: &[u8; 62] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/// The length of a name: 22 digits of base 62 are 131 bits.
pub(crate) const LENGTH: usize = 22;

/// A new name from the system's generator.
pub(crate) fn fresh() -> Result<String, getrandom::Error> {
    let mut out = String::with_capacity(LENGTH);
    let mut bytes = [0; 32];
    while out.len() < LENGTH {
        getrandom::fill(&mut bytes)?;
        // 248 is the greatest multiple of 62 in a byte: beyond it some digits would be likelier.
        let fair = bytes.iter().filter(|byte| **byte < 248);
        let digits = fair.map(|byte| char::from(DIGITS[usize::from(byte % 62)]));
        out.extend(digits.take(LENGTH - out.len()));
    }
    Ok(out)
}

/// Whether this could be a name, so that nonsense is not even looked up.
pub(crate) fn plausible(text: &str) -> bool {
    text.len() == LENGTH && text.bytes().all(|byte| byte.is_ascii_alphanumeric())
}

/// Whether a client may have made this as the secret of a seat: as long as ours, and not a constant
/// from somebody's example.
pub(crate) fn secret(text: &str) -> bool {
    let fair = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_';
    let different: std::collections::HashSet<u8> = text.bytes().collect();
    (LENGTH..=64).contains(&text.len()) && text.bytes().all(fair) && different.len() >= 8
}

/// What is kept of a seat's secret: enough to recognise it, not enough to use it.
pub(crate) fn digest(token: &str) -> String {
    blake3::hash(token.as_bytes()).to_hex().to_string()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn names_are_plausible_different_and_use_every_digit() {
        let all: HashSet<String> = (0..1000).map(|_| fresh().unwrap()).collect();
        assert_eq!(all.len(), 1000);
        assert!(all.iter().all(|name| plausible(name)));
        let digits: HashSet<char> = all.iter().flat_map(|name| name.chars()).collect();
        assert_eq!(digits.len(), DIGITS.len());
        assert!(all.iter().all(|name| secret(name)));
        for bad in ["", "any text of your own", "aaaaaaaaaaaaaaaaaaaaaa", "0123456789012345678 01"]
        {
            assert!(!secret(bad), "{bad}");
        }
        assert!(!secret(&"0123456789".repeat(7)));
        for bad in ["", "x", "0123456789012345678901/", "012345678901234567890é"] {
            assert!(!plausible(bad), "{bad}");
        }
    }
}
