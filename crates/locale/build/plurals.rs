//! Which form a number wants in a language, from Unicode's tables. A page asks its browser; the
//! program gets the rules of the languages it speaks as data, since the whole tables with their
//! reader are larger than all that the browser's module may grow by.

use icu_plurals::provider::rules::reference::ast::{self, Operand, Operator, RangeListItem};
use icu_plurals::provider::rules::runtime::ast::Rule;
use icu_plurals::provider::{Baked, PluralsCardinalV1};
use icu_provider::prelude::*;

/// The form and when it is wanted: one of the lists, of which all must hold.
#[derive(Clone, Debug)]
pub(crate) struct Form {
    pub(crate) name: &'static str,
    pub(crate) when: Vec<Vec<Condition>>,
}

/// Whether the number, or what is left of it after division, lies in one of the ranges.
#[derive(Clone, Debug)]
pub(crate) struct Condition {
    /// 0 for the number itself.
    pub(crate) modulo: u64,
    pub(crate) within: bool,
    pub(crate) ranges: Vec<(u64, u64)>,
}

/// The forms of a language for whole numbers, besides `other`.
pub(crate) fn forms(tag: &str) -> Result<Vec<Form>, String> {
    let language = tag.split('-').next().unwrap_or(tag);
    let locale: DataLocale = language.parse().map_err(|_| format!("`{tag}` is no language"))?;
    let id = DataIdentifierBorrowed::for_locale(&locale);
    let request = DataRequest { id, ..Default::default() };
    let found: DataResponse<PluralsCardinalV1> =
        Baked.load(request).map_err(|why| format!("plural forms of `{language}`: {why}"))?;
    let data = found.payload.get();
    let all = [
        ("zero", &data.zero),
        ("one", &data.one),
        ("two", &data.two),
        ("few", &data.few),
        ("many", &data.many),
    ];
    let whole = |rule: &Rule<'_>| alternatives(&ast::Rule::from(rule));
    let form = |(name, rule): (&'static str, &Option<Rule<'_>>)| {
        let when = whole(rule.as_ref()?);
        (!when.is_empty()).then_some(Form { name, when })
    };
    Ok(all.into_iter().filter_map(form).collect())
}

/// The rule for numbers without a fraction: conditions on the digits after the point are decided.
fn alternatives(rule: &ast::Rule) -> Vec<Vec<Condition>> {
    rule.condition.0.iter().filter_map(|all| conditions(&all.0)).collect()
}

/// The conditions on a whole number, or nothing where it cannot fulfil them.
fn conditions(relations: &[ast::Relation]) -> Option<Vec<Condition>> {
    let mut all = Vec::new();
    for relation in relations {
        let ranges = relation.range_list.0.iter().map(range).collect();
        let condition = Condition {
            modulo: relation.expression.modulus.as_ref().map_or(0, |value| value.0),
            within: relation.operator == Operator::Eq,
            ranges,
        };
        match relation.expression.operand {
            Operand::N | Operand::I => all.push(condition),
            // Without a fraction or an exponent all others are 0.
            _ if condition.holds(0) => {}
            _ => return None,
        }
    }
    Some(all)
}

fn range(item: &RangeListItem) -> (u64, u64) {
    match item {
        RangeListItem::Range(range) => (range.start().0, range.end().0),
        RangeListItem::Value(value) => (value.0, value.0),
    }
}

impl Condition {
    fn holds(&self, n: u64) -> bool {
        let n = if self.modulo == 0 { n } else { n % self.modulo };
        self.ranges.iter().any(|&(low, high)| (low..=high).contains(&n)) == self.within
    }
}

/// The form for a number.
pub(crate) fn form(forms: &[Form], n: u64) -> &'static str {
    let wanted = |form: &&Form| form.when.iter().any(|all| all.iter().all(|c| c.holds(n)));
    forms.iter().find(wanted).map_or("other", |form| form.name)
}
