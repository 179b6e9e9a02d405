//! The definitions of aliases, by their names. Of a module with debug information they are most of the text, and all
//! but a few are numbered: `#loc7`, `#di_subprogram12`. A number is a place in a list, which needs no hash of the name,
//! and no look at the text of the definition to compare it.

use std::num::NonZeroU32;
use std::ops::Range;
use std::sync::OnceLock;

use irtrip_dialect::{Attr, Type};
use rustc_hash::FxHashMap;

/// The value of an alias.
#[derive(Clone, Copy, Debug)]
pub(super) enum AliasValue {
    Type(Type),
    /// One that is no [`AliasValue::Location`].
    Attr(Attr),
    /// A location of the builtin dialect.
    Location(Attr),
}

/// A definition.
pub(super) struct Definition<'t> {
    /// With its sigil.
    pub name: &'t str,
    pub body: Range<usize>,
}

/// What every use of an alias needs of its definition. It is small and apart from the rest, since there are more of
/// both than the processor's caches hold.
pub(super) struct AliasBody {
    /// Where the definition's body starts; no text is longer than 4 GiB.
    pub start: u32,
    /// What it stands for, once that is known.
    pub value: OnceLock<AliasValue>,
}

/// A definition's place among those of its text, in their order, from 1.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct AliasId(NonZeroU32);

impl AliasId {
    /// The definition at a place, from 0.
    fn at(place: usize) -> Option<AliasId> {
        u32::try_from(place + 1).ok().and_then(NonZeroU32::new).map(AliasId)
    }
}

/// The definitions of a text.
#[derive(Default)]
pub(super) struct AliasTable<'t> {
    definitions: Vec<Definition<'t>>,
    /// By the definitions' places.
    stated: Vec<AliasBody>,
    /// By what is before a name's number, and by the number.
    series: FxHashMap<&'t str, Vec<Option<AliasId>>>,
    /// The places in all lists of `series`.
    places: usize,
    /// The names without a number, and those whose number would make a list longer than the text allows.
    others: FxHashMap<&'t str, AliasId>,
}

impl<'t> AliasTable<'t> {
    /// Adds the definition of a name with its sigil, unless the name has one; whether it has none.
    pub fn insert(&mut self, name: &'t str, body: Range<usize>) -> bool {
        let Some(id) = AliasId::at(self.definitions.len()) else { return false };
        if !self.others.is_empty() && self.others.contains_key(name) {
            return false;
        }
        // The lists take no more memory than the text before the definition.
        let most = body.start / size_of::<Option<AliasId>>();
        let is_free = match numbered(name).and_then(|(series, number)| self.place(series, number, most)) {
            Some(place) => place.is_none() && place.replace(id).is_none(),
            None => self.others.insert(name, id).is_none(),
        };
        if is_free {
            self.stated.push(AliasBody { start: body.start as u32, value: OnceLock::new() });
            self.definitions.push(Definition { name, body });
        }
        is_free
    }

    /// The place of a number in the list of its series, which is made long enough for it, unless all lists together get longer
    /// than they must.
    fn place(&mut self, series: &'t str, number: usize, most: usize) -> Option<&mut Option<AliasId>> {
        let list = self.series.entry(series).or_default();
        let more = (number + 1).saturating_sub(list.len());
        if more > 0 && self.places + more <= most {
            self.places += more;
            list.resize(list.len() + more, None);
        }
        list.get_mut(number)
    }

    /// The definition of a name with its sigil.
    #[inline]
    pub fn get(&self, name: &str) -> Option<AliasId> {
        let by_number = |(series, number)| self.series.get(series)?.get(number).copied().flatten();
        numbered(name).and_then(by_number).or_else(|| self.others.get(name).copied())
    }

    /// A definition of this table.
    #[inline]
    pub fn definition(&self, id: AliasId) -> Option<&Definition<'t>> {
        self.definitions.get(id.0.get() as usize - 1)
    }

    /// Where a definition of this table starts, and what it stands for.
    #[inline]
    pub fn stated(&self, id: AliasId) -> Option<&AliasBody> {
        self.stated.get(id.0.get() as usize - 1)
    }

    /// How many definitions there are.
    pub fn len(&self) -> usize {
        self.definitions.len()
    }

    /// The definitions at some places, as far as there are any, in order.
    pub fn ids(&self, places: Range<usize>) -> impl Iterator<Item = AliasId> + use<> {
        (places.start..places.end.min(self.len())).filter_map(AliasId::at)
    }
}

/// A name's number, and what is before it. What another spelling of the number would be is no number.
fn numbered(name: &str) -> Option<(&str, usize)> {
    let digits = name.bytes().rev().take_while(u8::is_ascii_digit).count();
    let (series, digits) = name.split_at_checked(name.len() - digits)?;
    // Ten digits are no place in a list.
    let is_plain = matches!(digits.as_bytes(), [_] | [b'1'..=b'9', ..]) && digits.len() < 10;
    is_plain.then(|| (series, digits.bytes().fold(0, |number, digit| 10 * number + usize::from(digit - b'0'))))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Names that a number could take the place of, and those that it could not; each is its own.
    #[test]
    fn names_are_told_apart() {
        let names = ["#loc", "#loc0", "#loc00", "#loc7", "#loc07", "!loc7", "#loc7a", "#7", "#loc4000000000", "#a-1"];
        let mut table = AliasTable::default();
        for (at, name) in names.into_iter().enumerate() {
            assert!(table.insert(name, 100 + at..200));
        }
        for (at, name) in names.into_iter().enumerate() {
            assert!(!table.insert(name, 0..1));
            let found = table.get(name).and_then(|id| table.definition(id)).map(|found| found.body.start);
            assert_eq!(found, Some(100 + at), "{name}");
        }
        assert!(table.get("#loc1").is_none() && table.get("#loc4000000001").is_none());
    }

    /// A number at the start of a text makes no list that is longer than the text; the list that grows past it later
    /// does not hide it.
    #[test]
    fn a_large_number_takes_no_room() {
        let mut table = AliasTable::default();
        assert!(table.insert("#loc900", 40..50));
        assert_eq!(table.places, 0);
        assert!(table.insert("#loc901", 4000..4010) && !table.insert("#loc900", 5000..5010));
        assert_eq!(table.places, 902);
        let start = |name| table.get(name).and_then(|id| table.definition(id)).map(|found| found.body.start);
        assert_eq!((start("#loc900"), start("#loc901"), start("#loc0")), (Some(40), Some(4000), None));
    }
}
