//! What a function or call may do to memory. LangRef, "Function Attributes", `memory(...)`.

use super::value::param;
use super::{AttributeItem, AttributeSet, OlderSpelling, list_set};
use crate::attr_table;
use crate::attributes::AttrData;
use crate::context::{Attr, Context};
use crate::enums::{EnumValue, IrMemLocation, ModRefInfo};
use crate::llvm_attributes::{AttributeText, AttributeValue};
use crate::names::{IRTRIP_ATTRIBUTES, MEMORY_EFFECTS, OP_BUNDLE_TAGS};
use crate::release::{Release, Releases};
use crate::spellings::Spelling;

/// Reads and writes of each kind of memory, in LLVM's own encoding: two bits for each [`IrMemLocation`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct MemoryEffects(u16);

/// The kinds of memory that belong to a target, and LLVM 23's name for both.
const OF_TARGET: [IrMemLocation; 2] = [IrMemLocation::TargetMem0, IrMemLocation::TargetMem1];
pub(super) const TARGET_MEMORY: &str = "target_mem";

/// The releases that know each memory which the text between the brackets of `memory(...)` names.
///
/// ```
/// use irtrip_dialect::attribute_set::named_memories;
/// let releases = |text| named_memories(text).map(|releases| releases.to_string()).collect::<Vec<_>>();
/// assert_eq!(releases("read, argmem: none, errnomem: write"), ["any", "21 and later"]);
/// assert_eq!(releases("target_mem: none"), ["23 and later"]);
/// ```
pub fn named_memories(text: &str) -> impl Iterator<Item = Releases> {
    let locations = text.split(',').filter_map(|part| Some(part.split_once(':')?.0.trim()));
    locations.filter_map(|location| match location {
        TARGET_MEMORY => Some(Spelling::TargetMemory.releases()),
        _ => IrMemLocation::from_llvm(location.as_bytes()).map(IrMemLocation::releases),
    })
}

/// Whether a release knows a kind of memory by its name.
fn has_location(release: Release, location: IrMemLocation) -> bool {
    location.releases().contains(release)
}

impl MemoryEffects {
    /// `memory(none)`
    pub const NONE: MemoryEffects = MemoryEffects::of_all(ModRefInfo::None);
    const READ: MemoryEffects = MemoryEffects::of_all(ModRefInfo::Read);
    /// Any access to any memory: the effects of a function or call without `memory`.
    pub const ANY: MemoryEffects = MemoryEffects::of_all(ModRefInfo::ReadWrite);

    /// One kind of access to all memory.
    const fn of_all(access: ModRefInfo) -> MemoryEffects {
        MemoryEffects(access as u16 * 0b01_01_01_01_01_01)
    }

    /// The access to one kind of memory.
    pub fn get(self, location: IrMemLocation) -> ModRefInfo {
        let bits = self.0 >> (2 * location.number()) & 3;
        ModRefInfo::from_number(i64::from(bits)).unwrap_or(ModRefInfo::ReadWrite)
    }

    /// These effects with another access to one kind of memory.
    #[must_use]
    fn with(self, location: IrMemLocation, access: ModRefInfo) -> MemoryEffects {
        let place = 2 * location.number();
        MemoryEffects(self.0 & !(3 << place) | (access as u16) << place)
    }

    /// These effects with another access to both memories of a target.
    fn with_target(self, access: ModRefInfo) -> MemoryEffects {
        OF_TARGET.iter().fold(self, |effects, location| effects.with(*location, access))
    }

    /// The effects that the text between the brackets of `memory(...)` names; `None` for a text that names none.
    pub fn from_llvm(text: &str) -> Option<MemoryEffects> {
        let mut effects = MemoryEffects::NONE;
        for (i, part) in text.split(',').enumerate() {
            let access = |word: &str| ModRefInfo::from_llvm(word.trim().as_bytes());
            effects = match part.split_once(':') {
                Some((location, word)) if location.trim() == TARGET_MEMORY => effects.with_target(access(word)?),
                Some((location, word)) => {
                    effects.with(IrMemLocation::from_llvm(location.trim().as_bytes())?, access(word)?)
                }
                None if i == 0 => MemoryEffects::of_all(access(part)?),
                None => return None,
            };
        }
        Some(effects)
    }

    /// What LLVM's writer puts between the brackets of `memory(...)`.
    pub fn llvm(self) -> String {
        self.llvm_for(Release::NATIVE)
    }

    /// What the writer of a release that knows all these kinds of memory puts between the brackets of `memory(...)`.
    pub fn llvm_for(self, release: Release) -> String {
        let other = self.get(IrMemLocation::Other);
        let of_target = OF_TARGET.map(|location| self.get(location));
        let is_merged = Spelling::TargetMemory.releases().contains(release) && of_target[0] == of_target[1];
        let mut parts = Vec::new();
        if other != ModRefInfo::None || self == MemoryEffects::NONE {
            parts.push(other.llvm().to_owned());
        }
        let mut add = |name: &str, access: ModRefInfo| {
            if access != other {
                parts.push(format!("{name}: {}", access.llvm()));
            }
        };
        for &location in IrMemLocation::ALL.iter().filter(|location| !is_merged || !OF_TARGET.contains(location)) {
            add(location.llvm(), self.get(location));
        }
        if is_merged {
            add(TARGET_MEMORY, of_target[0]);
        }
        parts.join(", ")
    }

    /// The effects that a number in LLVM's own encoding stands for.
    pub(super) fn from_raw(number: u64) -> MemoryEffects {
        MemoryEffects(number as u16 & MemoryEffects::ANY.0)
    }

    /// The number in LLVM's own encoding.
    pub(super) fn raw(self) -> u64 {
        u64::from(self.0)
    }

    /// The effects in a set of attributes; [`ANY`](Self::ANY) where it has no `memory`.
    pub fn of_set(ctx: &Context, set: &AttributeSet) -> MemoryEffects {
        let text = set.items().iter().find_map(|item| match item {
            AttributeItem::Text(_, text) if item.row()?.value == AttributeValue::Text(AttributeText::Memory) => {
                Some(*text)
            }
            _ => None,
        });
        text.and_then(|text| MemoryEffects::from_llvm(&ctx.text(text))).unwrap_or(MemoryEffects::ANY)
    }

    /// The effects in an `llvm.func`'s dictionary.
    pub fn of_function(ctx: &Context, dictionary: Attr) -> MemoryEffects {
        match ctx.entry(dictionary, MEMORY_EFFECTS) {
            Some(attr) => MemoryEffects::of_attr(ctx, attr).unwrap_or(MemoryEffects::ANY),
            None => match ctx.entry(dictionary, IRTRIP_ATTRIBUTES) {
                Some(list) => MemoryEffects::of_set(ctx, &list_set(ctx, list)),
                None => MemoryEffects::ANY,
            },
        }
    }

    /// The effects of a `#llvm.memory_effects`; `None` for another attribute.
    pub fn of_attr(ctx: &Context, attr: Attr) -> Option<MemoryEffects> {
        let mut effects = MemoryEffects::NONE;
        for (place, location) in IrMemLocation::ALL.iter().enumerate() {
            effects = effects.with(*location, ctx.enum_value(param(ctx, attr, place)?)?);
        }
        Some(effects)
    }

    /// As a `#llvm.memory_effects`.
    pub fn attr(self, ctx: &Context) -> Attr {
        let params = IrMemLocation::ALL.iter().map(|location| Some(ctx.enum_attr(self.get(*location)))).collect();
        ctx.attr(AttrData::Llvm { kind: attr_table::MEMORY_EFFECTS, params })
    }

    /// The least effects that a release has a spelling for and that allow these.
    #[must_use]
    pub fn for_release(self, release: Release) -> MemoryEffects {
        let (known, unknown): (Vec<IrMemLocation>, Vec<IrMemLocation>) =
            IrMemLocation::ALL.iter().partition(|location| has_location(release, **location));
        // What a release has no name for is among its other memory.
        let other =
            unknown.iter().fold(self.get(IrMemLocation::Other), |other, location| other.or(self.get(*location)));
        let merged = MemoryEffects::of_all(other);
        let named = known.into_iter().filter(|location| *location != IrMemLocation::Other);
        let effects = named.fold(merged, |effects, location| effects.with(location, self.get(location)));
        let words = OlderSpelling::of("memory", release).filter_map(|row| MemoryEffects::from_llvm(row.value));
        let allowing: Vec<MemoryEffects> = words.collect();
        match allowing.is_empty() {
            true => effects,
            false => allowing.into_iter().find(|words| words.and(effects) == effects).unwrap_or(MemoryEffects::ANY),
        }
    }

    /// Whether a release takes its spelling of these effects for no others: it does not know of the memory of a target.
    pub fn is_exact_in(self, release: Release) -> bool {
        let is_unknown = |location: &IrMemLocation| !has_location(release, *location);
        OF_TARGET.iter().filter(|location| is_unknown(location)).all(|location| self.get(*location) == ModRefInfo::None)
    }

    /// The effects that both allow.
    #[must_use]
    pub fn and(self, other: MemoryEffects) -> MemoryEffects {
        MemoryEffects(self.0 & other.0)
    }

    /// The effects of a call, with operand bundles, of a function with these effects. LangRef, "Operand Bundles": a
    /// bundle without effects of its own may read and write memory.
    #[must_use]
    pub fn with_bundles<'t>(self, tags: impl Iterator<Item = &'t [u8]>) -> MemoryEffects {
        let of_tag = |tag: &[u8]| match tag {
            b"ptrauth" | b"kcfi" | b"convergencectrl" | b"deactivation-symbol" => MemoryEffects::NONE,
            b"deopt" | b"funclet" => MemoryEffects::READ,
            _ => MemoryEffects::ANY,
        };
        tags.fold(self, |effects, tag| MemoryEffects(effects.0 | of_tag(tag).0))
    }

    /// As [`with_bundles`](Self::with_bundles), with the bundles of a call's dictionary.
    #[must_use]
    pub fn with_bundles_of(self, ctx: &Context, dictionary: Attr) -> MemoryEffects {
        let tags = ctx.entry(dictionary, OP_BUNDLE_TAGS).map(|t| ctx.items(t)).unwrap_or_default();
        self.with_bundles(tags.iter().filter_map(|t| ctx.string_value(*t)).map(|t| ctx.bytes(t)))
    }
}
