//! The custom forms that older releases of MLIR read as the model's release does.
//!
//! `generated/custom_forms.txt` has a line for each operation of which any does: its name, the first release that does, and the parts
//! that it knows, each with a release of its own where that is a later one. `llvm.load 15 alignment invariant:19` is read since
//! MLIR 15 unless it is `invariant`, and since 19 if it is. `cargo xtask custom-forms` asks the releases' own tools, of which
//! there are not all: what came between two is in the table since the later. What is not in the table, no tool was seen to read.

use std::fmt::Write as _;
use std::sync::OnceLock;

use rustc_hash::FxHashMap;

use irtrip_dialect::ops::generic_form::GenericForm;
use irtrip_dialect::ops::{Arity, AttrSlot, OpDef, Optionality};
use irtrip_dialect::release::Release;
use irtrip_dialect::{Body, Context, ContextDialects as _, Op, OpName, OpNameDefinition as _};

/// What an operation has of all that its definition leaves open: a bit for each part of [`parts`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct PartSet(u128);

impl PartSet {
    /// No part.
    pub const NONE: PartSet = PartSet(0);

    /// Adds the part of an index; of one that is out of bounds, all.
    pub fn insert(&mut self, index: usize) {
        self.0 |= if index < MOST_PARTS { 1 << index } else { u128::MAX };
    }

    /// Takes the part of an index out.
    pub fn remove(&mut self, index: usize) {
        if index < MOST_PARTS {
            self.0 &= !(1 << index);
        }
    }

    /// Whether the part of an index is among them.
    pub fn contains(self, index: usize) -> bool {
        index < MOST_PARTS && self.0 & 1 << index != 0
    }

    /// Whether all of these are among others.
    pub fn is_subset(self, of: PartSet) -> bool {
        self.0 & !of.0 == 0
    }
}

const MOST_PARTS: usize = u128::BITS as usize;

/// An operation, as far as its custom form depends on it: its definition, and which parts it has.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct FormParts {
    /// Its name.
    pub name: OpName,
    /// Its parts.
    pub parts: PartSet,
}

impl FormParts {
    /// The parts that the custom form of a body's operation has.
    pub fn of(ctx: &Context, body: &Body, op: Op) -> FormParts {
        let (name, mut parts) = (body.name(op), PartSet::NONE);
        let Some(def) = name.def() else { return FormParts { name, parts } };
        let mut index = 0;
        let mut next = |is_there: bool| {
            if is_there {
                parts.insert(index);
            }
            index += 1;
        };
        let keys = ctx.slot_names(name);
        keys.iter().for_each(|&key| next(body.attr(ctx, op, key).is_some()));
        let callees = def.attrs.iter().zip(keys).filter(|(slot, _)| may_be_operand(slot));
        callees.for_each(|(_, &key)| next(body.attr(ctx, op, key).is_none()));
        let generic = GenericForm::new(ctx, body, op);
        let lengths = generic.group_lengths();
        for (place, slot) in def.operands.iter().enumerate().filter(|(_, slot)| is_open(slot.arity)) {
            let passed =
                |successor: usize| body.successors(op).get(successor).map_or(0, |s| body.successor_args(s).len());
            next(match slot.arity {
                Arity::Successor(successor) => passed(usize::from(successor)) > 0,
                Arity::Successors(from, _) => (usize::from(from)..body.successors(op).len()).any(|s| passed(s) > 0),
                _ => lengths.get(place).is_some_and(|&length| length > 0),
            });
        }
        if def.results.iter().any(|slot| is_open(slot.arity)) {
            next(body.result(op).is_some());
        }
        let (of, regions) = match body.nested(op) {
            Some(nested) => (nested, nested.regions()),
            None => (body, body.op_regions(op)),
        };
        for place in 0..usize::from(def.regions) {
            next(regions.get(place).is_some_and(|&region| !of.blocks(region).is_empty()));
        }
        next(ctx.entries(body.attrs(op)).iter().any(|entry| !generic.is_inherent(entry.0)));
        FormParts { name, parts }
    }
}

fn is_open(arity: Arity) -> bool {
    arity != Arity::One
}

/// Whether an operand stands in the place of an attribute that is not there: the function of an indirect call.
fn may_be_operand(slot: &AttrSlot) -> bool {
    slot.name == "callee" && slot.optionality == Optionality::Optional
}

/// The part that is all attributes that are not the operation's own.
const OTHER_ATTRIBUTES: &str = "{...}";

/// What the parts of a definition's operations are called: attributes by their names, after `!` where it
/// is that they are not there, operands that may not be there by theirs after `%`, `->` for results where there may be none, `{}` and
/// its number for a region, and [`OTHER_ATTRIBUTES`].
pub fn parts(def: &OpDef) -> Vec<String> {
    let attributes = def.attrs.iter().map(|slot| slot.name.to_owned());
    let lacking = def.attrs.iter().filter(|slot| may_be_operand(slot)).map(|slot| format!("!{}", slot.name));
    let operands = def.operands.iter().filter(|slot| is_open(slot.arity)).map(|slot| format!("%{}", slot.name));
    let results = def.results.iter().any(|slot| is_open(slot.arity)).then(|| "->".to_owned());
    let regions = (0..def.regions).map(|place| format!("{{}}{place}"));
    attributes
        .chain(lacking)
        .chain(operands)
        .chain(results)
        .chain(regions)
        .chain([OTHER_ATTRIBUTES.to_owned()])
        .collect()
}

/// The parts that an operation may have in the custom form that a release reads; `None` where it reads none, as far as known.
///
/// ```
/// use irtrip_dialect::{OpNameDefinition, ops::llvm, release::Release};
/// use irtrip_grammar::print::custom_forms::read_by;
/// assert!(read_by(llvm::FREEZE.def().unwrap(), Release::V16).is_some());
/// ```
pub fn read_by(def: &OpDef, release: Release) -> Option<PartSet> {
    static LINES: OnceLock<FxHashMap<&str, &str>> = OnceLock::new();
    let table = || include_str!("generated/custom_forms.txt").lines().filter_map(|line| line.split_once(' ')).collect();
    let mut words = LINES.get_or_init(table).get(def.name)?.split(' ');
    let reads = |since: &str| since.parse().is_ok_and(|since: Release| since <= release);
    if !reads(words.next()?) {
        return None;
    }
    let names = parts(def);
    let mut read = PartSet::NONE;
    for word in words {
        let (name, is_read) = word.split_once(':').map_or((word, true), |(name, since)| (name, reads(since)));
        if let Some(index) = names.iter().position(|part| part == name).filter(|_| is_read) {
            read.insert(index);
        }
    }
    Some(read)
}

/// A line of the table: an operation, the first release that reads its form, and its parts with the first that reads each.
pub fn line(name: &str, since: Release, parts: &[(String, Release)]) -> String {
    let mut line = format!("{name} {since}");
    for (part, since_part) in parts {
        let _ = match *since_part <= since {
            true => write!(line, " {part}"),
            false => write!(line, " {part}:{since_part}"),
        };
    }
    line
}
