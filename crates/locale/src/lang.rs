//! The languages, and what of each is needed to write numbers and to choose words by them.

include!(concat!(env!("OUT_DIR"), "/languages.rs"));

/// What a language file says of its language.
struct About {
    code: &'static str,
    name: &'static str,
    tag: &'static str,
    direction: &'static str,
    decimal: &'static str,
    group: &'static str,
    forms: &'static [Form],
}

/// A form of words that some numbers want.
struct Form {
    name: &'static str,
    /// One of these lists must hold, which is when all its conditions do.
    when: &'static [&'static [Condition]],
}

struct Condition {
    modulo: u64,
    within: bool,
    ranges: &'static [(u64, u64)],
}

/// Which way a language is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Direction {
    /// From left to right.
    LeftToRight,
    /// From right to left.
    RightToLeft,
}

impl Lang {
    fn about(self) -> &'static About {
        &ABOUT[self as usize]
    }

    /// The code: the name of the language's file.
    #[must_use]
    pub fn code(self) -> &'static str {
        self.about().code
    }

    /// The language's name in itself.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.about().name
    }

    /// The tag by which browsers know how its numbers and lists are written.
    #[must_use]
    pub fn tag(self) -> &'static str {
        self.about().tag
    }

    /// Which way it is written.
    #[must_use]
    pub fn direction(self) -> Direction {
        match self.about().direction {
            "rtl" => Direction::RightToLeft,
            _ => Direction::LeftToRight,
        }
    }

    /// Reads a code.
    #[must_use]
    pub fn read(code: &str) -> Option<Lang> {
        Lang::ALL.into_iter().find(|lang| lang.code() == code)
    }

    /// The language that serves best whoever asks for a tag such as `fr-CA` or `fr_CA.UTF-8`.
    #[must_use]
    pub fn serving(tag: &str) -> Option<Lang> {
        let tag = tag.split(['.', '@', ';']).next().unwrap_or(tag).trim().replace('_', "-");
        let same =
            |code: &str| Lang::ALL.into_iter().find(|lang| lang.code().eq_ignore_ascii_case(code));
        same(&tag).or_else(|| same(tag.split('-').next()?))
    }

    /// The language after this one, and the first after the last: for switches.
    #[must_use]
    pub fn next(self) -> Lang {
        Lang::ALL[(self as usize + 1) % Lang::ALL.len()]
    }

    /// What the pages say in this language, as a JSON object.
    #[must_use]
    pub fn page(self) -> &'static str {
        PAGES[self as usize]
    }

    /// What only some pages say, by the name of the part: a JSON object of sentences each.
    #[must_use]
    pub fn page_parts(self) -> &'static [(&'static str, &'static str)] {
        PARTS[self as usize]
    }

    /// The form of words a number wants: `one`, `few`, … or `other`.
    pub(crate) fn form(self, n: u64) -> &'static str {
        let wanted = |form: &&Form| form.when.iter().any(|all| all.iter().all(|c| c.holds(n)));
        self.about().forms.iter().find(wanted).map_or("other", |form| form.name)
    }

    /// Writes a number, its digits in groups of three.
    pub(crate) fn write_number(self, n: u64, out: &mut String) {
        if n >= 1000 {
            self.write_number(n / 1000, out);
            out.push_str(self.about().group);
            for place in [100, 10, 1] {
                out.push(char::from(b'0' + (n / place % 10) as u8));
            }
        } else {
            out.push_str(&n.to_string());
        }
    }

    /// What stands before the digits of a fraction.
    pub(crate) fn decimal(self) -> &'static str {
        self.about().decimal
    }
}

impl Condition {
    fn holds(&self, n: u64) -> bool {
        let n = if self.modulo == 0 { n } else { n % self.modulo };
        self.ranges.iter().any(|&(low, high)| low <= n && n <= high) == self.within
    }
}

/// A sentence of the table, in all languages. Only to be called while compiling: the table itself is not
/// part of the program.
pub(crate) const fn place(id: &str) -> &'static str {
    let (mut low, mut high) = (0, TABLE.len());
    while low < high {
        let middle = usize::midpoint(low, high);
        match compare(TABLE[middle].0.as_bytes(), id.as_bytes()) {
            0 => return TABLE[middle].1,
            1 => high = middle,
            _ => low = middle + 1,
        }
    }
    panic!("no sentence has this id in locales/en.toml");
}

/// 0 for the same, 1 if the first comes later, 2 if it comes earlier.
const fn compare(a: &[u8], b: &[u8]) -> u8 {
    let mut i = 0;
    while i < a.len() && i < b.len() {
        if a[i] != b[i] {
            return if a[i] > b[i] { 1 } else { 2 };
        }
        i += 1;
    }
    if a.len() == b.len() {
        0
    } else if a.len() > b.len() {
        1
    } else {
        2
    }
}

/// The ids of all sentences but those of the pages.
#[cfg(test)]
pub(crate) fn ids() -> impl Iterator<Item = &'static str> {
    TABLE.iter().map(|(id, _)| *id)
}
