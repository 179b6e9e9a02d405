//! The operation definitions of a table.

use irtrip_dialect::Dialect;
use irtrip_dialect::ops::attr_constraints::{AttrConstraint, Class};
use irtrip_dialect::ops::{
    Arity, AttrSlot, OpDef, Optionality, Place, ResultName, SlotKind, Traits, TypeConstraint, TypeInference,
    ValueConstraint,
};

use crate::assembly_format::{Declared, leak, leak_text};
use crate::table::{Attribute, Count, Enumeration, Group, Operation, Presence, Table, TableError};
use crate::{affine, bufferization, gpu, openmp, result_names, vector};

/// A dialect of a table. It stays as long as the program runs, as those in code do.
///
/// # Errors
/// The text is no table.
pub fn dialect(table: &str) -> Result<&'static Dialect, TableError> {
    let table = Table::read(leak_text(table.to_owned()))?;
    let name = table.dialect;
    Ok(Box::leak(Box::new(Dialect::new(name, op_defs(table, &[])?))))
}

/// The operations of a table that is checked in, with what code has of them.
pub(crate) fn op_defs_with_code(table: &'static str) -> Result<&'static [OpDef], TableError> {
    op_defs(
        Table::read(table)?,
        &[affine::CODE, bufferization::CODE, gpu::CODE, openmp::CODE, result_names::CODE, vector::CODE],
    )
}

fn op_defs(table: Table, code: &[&[OpDef]]) -> Result<&'static [OpDef], TableError> {
    let Table { enumerations, operations, .. } = table;
    if operations.len() > irtrip_dialect::OpName::MAX_OPS {
        return Err(TableError { line: 0, expected: "at most 65,536 operations" });
    }
    let enumerations = leak(enumerations);
    Ok(leak(operations.into_iter().map(|operation| definition(operation, enumerations).with_code(code)).collect()))
}

fn definition(operation: Operation, enumerations: &'static [Enumeration]) -> OpDef {
    let mut def = OpDef::new(operation.name);
    def.operands = leak(operation.operands.iter().map(value_constraint).collect());
    def.results = leak(operation.results.iter().map(value_constraint).collect());
    def.attrs = leak(operation.attributes.iter().map(|slot| attr_slot(slot, enumerations)).collect());
    let count = |count: usize| u8::try_from(count).unwrap_or(u8::MAX);
    def.regions = count(operation.regions.iter().filter(|region| !region.variadic).count());
    let any_successors = operation.successors.iter().any(|successor| successor.variadic);
    def.successors = (!any_successors).then(|| count(operation.successors.len()));
    let mut traits = traits(&operation);
    if operation.regions.iter().any(|region| region.variadic) {
        traits.insert(Traits::ANY_REGIONS);
    }
    def.traits = traits;
    def.types = leak(inferred(&operation));
    for words in &operation.traits {
        match words.split_once(' ') {
            Some(("terminator-of-regions", name)) => def = def.implicit_terminator(name),
            Some(("inside", names)) => def.parents = leak(names.split(' ').collect()),
            _ => {}
        }
    }
    // Upstream gives results the names of their groups where an operation has several, and says nothing else of names.
    if operation.results.len() > 1 && !operation.traits.contains(&RESULT_NAMES) {
        def.result_name = ResultName::Slots;
    }
    if !operation.summary.is_empty() {
        def.documentation = leak(vec![operation.summary]);
    }
    def.declared(Box::leak(Box::new(Declared::new(operation, enumerations))))
}

fn value_constraint(group: &Group) -> ValueConstraint {
    let arity = match group.count {
        Count::One => Arity::One,
        Count::Optional => Arity::Optional,
        Count::Variadic => Arity::Variadic,
        Count::Groups(sizes) => Arity::VariadicOfVariadic(sizes),
    };
    let types = match group.ty {
        "i1" => TypeConstraint::I1,
        "i32" => TypeConstraint::I32,
        "index" => TypeConstraint::Index,
        _ => TypeConstraint::Any,
    };
    ValueConstraint { name: group.name, arity, types }
}

/// `@name` or `@name::@nested`
static SYMBOL: AttrConstraint = AttrConstraint {
    class: Class::Symbol,
    words: "symbol reference attribute",
    holds: |ctx, attr| matches!(ctx.attr_data(attr), irtrip_dialect::AttrData::SymbolRef { .. }),
};

fn attr_slot(slot: &Attribute, enumerations: &[Enumeration]) -> AttrSlot {
    let mut words = slot.kind.split(' ');
    let (kind, dialect, mnemonic) = (words.next(), words.next().unwrap_or(""), words.next().unwrap_or(""));
    let is_word = kind == Some("word");
    let empty = |value: &str| {
        let enumeration = enumerations.iter().find(|enumeration| enumeration.mnemonic == mnemonic);
        // Those of other dialects are as most are.
        leak_text(enumeration.map_or_else(|| format!("{mnemonic}<{value}>"), |enumeration| enumeration.body(value)))
    };
    let default = match slot.presence {
        Presence::Default(value) | Presence::LeftOut(value) if is_word => empty(value),
        _ => "",
    };
    let kind = match kind.unwrap_or("any") {
        "unit" => SlotKind::Unit,
        "bool" => SlotKind::Bool,
        "i8" => SlotKind::Int(8),
        "i16" => SlotKind::Int(16),
        "i32" => SlotKind::Int(32),
        "i64" => SlotKind::Int(64),
        "index" => SlotKind::IndexInt,
        "f64" => SlotKind::F64,
        "string" => SlotKind::Str,
        "symbol-name" => SlotKind::SymbolName,
        "flat-symbol" => SlotKind::SymbolRef,
        "symbol" => SlotKind::Constrained(&SYMBOL),
        "type" => SlotKind::Type,
        "i32-array" => SlotKind::DenseI32,
        "i64-array" => SlotKind::DenseI64,
        "array" => SlotKind::Array,
        "word" => {
            let is_bare = enumerations.iter().any(|one| one.mnemonic == mnemonic && one.before == " ");
            match is_bare {
                true => SlotKind::DialectEnum { dialect, mnemonic, empty: default },
                false => SlotKind::DialectAttr { dialect, mnemonic, empty: default },
            }
        }
        "body" => SlotKind::DialectAttr { dialect, mnemonic, empty: "" },
        _ => SlotKind::Any,
    };
    let number = |value: &str| match value {
        "true" => Some(1),
        "false" => Some(0),
        number => number.parse().ok(),
    };
    let optionality = match slot.presence {
        Presence::Required => Optionality::Required,
        Presence::Default(_) if !default.is_empty() => Optionality::DefaultEmpty,
        Presence::Default(value) => number(value).map_or(Optionality::Optional, Optionality::Default),
        Presence::LeftOut(value) => number(value).map_or(Optionality::Optional, Optionality::LeftOut),
        Presence::Optional => Optionality::Optional,
    };
    AttrSlot { name: slot.name, kind, optionality }
}

/// What tables call the trait of an operation that names its results in code.
pub(crate) const RESULT_NAMES: &str = "result-names";

/// What tables call traits that say nothing else.
const TRAITS: &[(&str, Traits)] = &[
    ("terminator", Traits::TERMINATOR),
    ("isolated", Traits::ISOLATED),
    ("symbol", Traits::SYMBOL),
    ("symbol-table", Traits::SYMBOL_TABLE),
    ("no-terminator", Traits::NO_TERMINATOR),
    ("single-block", Traits::SINGLE_BLOCK),
    ("graph-region", Traits::GRAPH_REGION),
    ("operand-segments", Traits::OPERAND_SEGMENTS),
    ("result-segments", Traits::RESULT_SEGMENTS),
    ("even-operands", Traits::EVEN_OPERANDS),
    ("even-results", Traits::EVEN_RESULTS),
    ("same-operands-and-result-type", Traits::SAME_OPERANDS_AND_RESULT_TYPE),
    ("same-type-operands", Traits::SAME_TYPE_OPERANDS),
    ("commutative", Traits::COMMUTATIVE),
    ("pure", Traits::PURE),
    ("recursive-effects", Traits::RECURSIVE_EFFECTS),
];

/// The words that tables have for traits.
#[cfg(feature = "records")]
pub(crate) fn trait_words() -> impl Iterator<Item = &'static str> {
    TRAITS.iter().map(|(words, _)| *words).chain([RESULT_NAMES])
}

fn traits(operation: &Operation) -> Traits {
    let known = operation.traits.iter().filter_map(|words| TRAITS.iter().find(|(name, _)| name == words));
    known.fold(Traits::empty(), |all, (_, one)| all | *one)
}

/// Types that follow from what the table says: those of groups that can have one type alone, and those that are another's.
fn inferred(operation: &Operation) -> Vec<(Place, TypeInference)> {
    let mut rules = Vec::new();
    let operands = (0_u8..).zip(&operation.operands).map(|(at, group)| (Place::Operand(at), group));
    let results = (0_u8..).zip(&operation.results).map(|(at, group)| (Place::Result(at), group));
    let places: Vec<(Place, &Group)> = operands.chain(results).collect();
    rules.extend(places.iter().filter_map(|(place, group)| Some((*place, only_type(group.ty)?))));
    let place_of = |name: &str| places.iter().find(|(_, group)| group.name == name).map(|(place, _)| *place);
    for words in &operation.traits {
        match words.split_once(' ') {
            Some(("same-types", names)) => {
                let same: Vec<Place> = names.split(' ').filter_map(place_of).collect();
                for &to in &same {
                    let others = same.iter().filter(|&&from| from != to);
                    rules.extend(others.map(|&from| (to, TypeInference::Same(from))));
                }
            }
            Some(("follows", rule)) => rules.extend(follows(rule, place_of)),
            _ => {}
        }
    }
    rules
}

/// `element RESULT VECTOR`: the first is the element type of the second.
fn follows(rule: &str, place_of: impl Fn(&str) -> Option<Place>) -> Option<(Place, TypeInference)> {
    let mut words = rule.split(' ');
    let (kind, to, from) = (words.next()?, place_of(words.next()?)?, place_of(words.next()?)?);
    Some((
        to,
        match kind {
            "element" => TypeInference::ElementOf(from),
            "same" => TypeInference::Same(from),
            "i1-shape" => TypeInference::I1Shape(from),
            _ => return None,
        },
    ))
}

fn only_type(ty: &'static str) -> Option<TypeInference> {
    Some(match ty {
        "i1" => TypeInference::I1,
        "i32" => TypeInference::I32,
        "index" => TypeInference::Index,
        // Types that a format writes without their names.
        _ if ty.is_empty() || ty.ends_with('<') => return None,
        _ => match (ty.strip_prefix('!'), ty.strip_prefix('i').and_then(|width| width.parse().ok())) {
            (Some(named), _) => {
                let (dialect, mnemonic) = named.split_once('.')?;
                TypeInference::Named(dialect, mnemonic)
            }
            (None, Some(width)) => TypeInference::Integer(width),
            (None, None) => TypeInference::Spelled(ty),
        },
    })
}
