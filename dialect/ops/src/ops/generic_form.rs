//! What MLIR's generic form and its bytecode have of an operation, and what the model stores of it: the model leaves out what has
//! its default value or follows from the operands, which these write; operands that a successor is passed have places among the
//! others there.

use smallvec::{SmallVec, smallvec};

use super::{Arity, AttrSlot, OpDef, Optionality, SlotKind, Traits, ValueConstraint};
use crate::OpName;
use crate::attr_table::{self, AttrKind, AttrKindDefinition};
use crate::attributes::{AttrData, well_known as attrs};
use crate::body::{Body, Op, Value};
use crate::context::{Attr, Context, Str};
use crate::names;
use crate::registry::{ContextDialects, OpNameDefinition};
use crate::types::well_known as types;

/// Attributes with their names.
pub type NamedAttrs = SmallVec<[(Str, Attr); 8]>;

/// An operation as the generic form has it.
#[derive(Clone, Copy)]
pub struct GenericForm<'a> {
    ctx: &'a Context,
    body: &'a Body,
    op: Op,
    def: Option<&'static OpDef>,
    /// The names of the inherent attributes, in the definition's order.
    keys: &'a [Str],
}

impl<'a> GenericForm<'a> {
    /// The generic form of an operation of a body.
    pub fn new(ctx: &'a Context, body: &'a Body, op: Op) -> GenericForm<'a> {
        let name = body.name(op);
        GenericForm { ctx, body, op, def: name.def(), keys: ctx.slot_names(name) }
    }

    fn attribute(&self, key: Str) -> Option<Attr> {
        self.body.attr(self.ctx, self.op, key)
    }

    /// The numbers in an attribute that counts operands; none where it is not there.
    pub fn counts(&self, name: &str) -> SmallVec<[usize; 4]> {
        let values = self.attribute(self.ctx.str(name)).and_then(|a| self.ctx.dense_array(a)).unwrap_or_default();
        values.iter().map(|&v| usize::try_from(v).unwrap_or(0)).collect()
    }

    /// How many of the operation's own operands each group has.
    pub fn group_lengths(&self) -> SmallVec<[usize; 8]> {
        let Some(def) = self.def else { return SmallVec::new() };
        let slots = def.operands;
        let mut left = self.body.operands(self.op).len();
        if def.stores_segments() {
            return self.counts("operandSegmentSizes").into_iter().collect();
        }
        let mut lengths: SmallVec<[usize; 8]> = smallvec![0; slots.len()];
        if def.is(Traits::EVEN_OPERANDS) {
            let fixed = slots.iter().filter(|slot| slot.arity == Arity::One).count();
            let each = left.saturating_sub(fixed) / (slots.len() - fixed).max(1);
            let length = |arity: Arity| if arity == Arity::One { 1 } else { each };
            return slots.iter().map(|slot| length(slot.arity)).collect();
        }
        for (slot, length) in slots.iter().zip(&mut lengths) {
            *length = match slot.arity {
                Arity::One => 1,
                Arity::VariadicOfVariadic(sizes) => self.counts(sizes).iter().sum(),
                Arity::Optional | Arity::Variadic | Arity::Successor(_) | Arity::Successors(..) => continue,
            };
            left = left.saturating_sub(*length);
        }
        for (slot, length) in slots.iter().zip(&mut lengths) {
            *length = match slot.arity {
                Arity::Optional => left.min(1),
                Arity::Variadic => left,
                _ => continue,
            };
            left -= *length;
        }
        lengths
    }

    /// All operands in upstream's order, in which the successors' operands have their own places.
    pub fn operands(&self) -> SmallVec<[Value; 8]> {
        let (body, op) = (self.body, self.op);
        let all = || body.all_operands(op).into();
        let Some(def) = self.def.filter(|_| body.all_operands(op).len() > body.operands(op).len()) else {
            return all();
        };
        let mut ordered: SmallVec<[Value; 8]> = SmallVec::new();
        let mut own = body.operands(op).iter().copied();
        let successors = body.successors(op);
        for (slot, length) in def.operands.iter().zip(self.group_lengths()) {
            match slot.arity {
                Arity::Successor(index) => {
                    let successor = successors.get(usize::from(index));
                    ordered.extend(successor.into_iter().flat_map(|s| body.successor_args(s)).copied());
                }
                Arity::Successors(from, _) => {
                    let rest = successors.get(usize::from(from)..).unwrap_or_default();
                    ordered.extend(rest.iter().flat_map(|s| body.successor_args(s)).copied());
                }
                Arity::One | Arity::Optional | Arity::Variadic | Arity::VariadicOfVariadic(_) => {
                    ordered.extend(own.by_ref().take(length));
                }
            }
        }
        if ordered.len() == body.all_operands(op).len() { ordered } else { all() }
    }

    /// The inherent attributes, those at their defaults and the operand groups' sizes included, by name.
    pub fn properties(&self) -> NamedAttrs {
        let mut entries = NamedAttrs::new();
        let Some(def) = self.def else { return entries };
        for (slot, &key) in def.attrs.iter().zip(self.keys) {
            let value = self.attribute(key).or_else(|| default_of(self.ctx, slot));
            entries.extend(value.map(|v| (key, as_property(self.ctx, slot, v))));
        }
        self.add_counts(&mut entries);
        if def.stores_result_segments()
            && let Some(sizes) = self.attribute(names::RESULT_SEGMENT_SIZES)
        {
            entries.push((names::RESULT_SEGMENT_SIZES, sizes));
        }
        entries.sort_by(|a, b| self.ctx.compare(a.0, b.0));
        entries
    }

    /// Adds the attributes that follow from the operands: `operandSegmentSizes` and its kin.
    pub fn add_counts(&self, entries: &mut NamedAttrs) {
        let (ctx, body) = (self.ctx, self.body);
        let Some(def) = self.def else { return };
        let successors = body.successors(self.op);
        let passed: SmallVec<[i32; 4]> = successors.iter().map(|s| body.successor_args(s).len() as i32).collect();
        let from = |index: u8| passed.get(usize::from(index)..).unwrap_or_default();
        let mut segments: SmallVec<[i32; 8]> = SmallVec::new();
        for (slot, length) in def.operands.iter().zip(self.group_lengths()) {
            let mut add = |name: &str, sizes: &[i32]| {
                let key = ctx.str(name);
                if !entries.iter().any(|e| e.0 == key) {
                    entries.push((key, ctx.i32_array(sizes)));
                }
            };
            segments.push(match slot.arity {
                Arity::Successor(index) => from(index).first().copied().unwrap_or(0),
                Arity::Successors(index, name) => {
                    add(name, from(index));
                    from(index).iter().sum()
                }
                Arity::VariadicOfVariadic(name) => {
                    add(name, &[]);
                    length as i32
                }
                Arity::One | Arity::Optional | Arity::Variadic => length as i32,
            });
        }
        if def.is(Traits::OPERAND_SEGMENTS) {
            entries.retain(|e| e.0 != names::OPERAND_SEGMENT_SIZES);
            entries.push((names::OPERAND_SEGMENT_SIZES, ctx.i32_array(&segments)));
        }
    }

    /// Adds how many operands are the operation's own and how many each successor's, where its definition has no places for
    /// the latter: MLIR's generic form says no more of them than that they are operands.
    pub fn add_segments(&self, entries: &mut NamedAttrs) {
        let (body, op) = (self.body, self.op);
        let passed = body.all_operands(op).len() > body.operands(op).len();
        let mut slots = self.def.map(|def| def.operands).unwrap_or_default().iter();
        if !passed || slots.any(|s| matches!(s.arity, Arity::Successor(_) | Arity::Successors(..))) {
            return;
        }
        let own = body.operands(op).len() as i32;
        let of_successors = body.successors(op).iter().map(|s| body.successor_args(s).len() as i32);
        let sizes: Vec<i32> = std::iter::once(own).chain(of_successors).collect();
        entries.retain(|e| e.0 != names::OPERAND_SEGMENT_SIZES);
        entries.push((names::OPERAND_SEGMENT_SIZES, self.ctx.i32_array(&sizes)));
        entries.sort_by(|a, b| self.ctx.compare(a.0, b.0));
    }

    /// How many regions upstream's operation has: those without blocks are there, too.
    pub fn region_count(&self) -> usize {
        let have = self.body.nested(self.op).map_or(self.body.op_regions(self.op).len(), |b| b.regions().len());
        self.def.map_or(have, |def| have.max(usize::from(def.regions)))
    }

    /// Whether an attribute is the operation's own.
    pub fn is_inherent(&self, key: Str) -> bool {
        let Some(def) = self.def else { return false };
        self.keys.contains(&key)
            || def.is(Traits::OPERAND_SEGMENTS) && key == names::OPERAND_SEGMENT_SIZES
            || def.is(Traits::RESULT_SEGMENTS) && key == names::RESULT_SEGMENT_SIZES
    }
}

/// The attribute that holds where an operation does not store one; `None` where none does.
pub fn default_of(ctx: &Context, slot: &AttrSlot) -> Option<Attr> {
    let value = match slot.optionality {
        Optionality::Default(value) => value,
        Optionality::DefaultEmpty => return empty_of(ctx, slot.kind),
        Optionality::Required | Optionality::Optional | Optionality::LeftOut(_) => return None,
    };
    match slot.kind {
        SlotKind::Bool => Some(ctx.bool_attr(value != 0)),
        SlotKind::Int(width) | SlotKind::Bounded(width, _) => Some(ctx.int_attr(ctx.int_type(width), value)),
        SlotKind::Enum(_) | SlotKind::AnyInt => Some(ctx.int_attr(types::I64, value)),
        SlotKind::IndexInt => Some(ctx.int_attr(types::INDEX, value)),
        SlotKind::Bits(_) => Some(ctx.int_attr(types::I32, value)),
        SlotKind::LlvmEnum(kind) => Some(llvm(ctx, kind, Some(ctx.int_attr(types::I64, value)))),
        SlotKind::Unit => Some(attrs::FALSE),
        SlotKind::F64
        | SlotKind::Str
        | SlotKind::SymbolName
        | SlotKind::Type
        | SlotKind::SymbolRef
        | SlotKind::Llvm(_)
        | SlotKind::DenseI32
        | SlotKind::DenseI64
        | SlotKind::Array
        | SlotKind::DialectAttr { .. }
        | SlotKind::DialectEnum { .. }
        | SlotKind::Elements
        | SlotKind::Any
        | SlotKind::Constrained(_) => None,
    }
}

/// The form an inherent attribute has among the properties: upstream's overflow flags are a plain number there.
fn as_property(ctx: &Context, slot: &AttrSlot, value: Attr) -> Attr {
    let SlotKind::LlvmEnum(attr_table::OVERFLOW) = slot.kind else { return value };
    match ctx.attr_data(value) {
        AttrData::Llvm { params, .. } => {
            let flags = params.first().copied().flatten().and_then(|p| ctx.int_value(p));
            flags.map_or(value, |flags| ctx.int_attr(types::I32, flags))
        }
        _ => value,
    }
}

fn empty_of(ctx: &Context, kind: SlotKind) -> Option<Attr> {
    match kind {
        SlotKind::Llvm(kind) => Some(llvm(ctx, kind, None)),
        SlotKind::Array => Some(attrs::EMPTY_ARRAY),
        SlotKind::DialectAttr { dialect, empty, .. } | SlotKind::DialectEnum { dialect, empty, .. } => {
            Some(ctx.opaque_attr(dialect, empty))
        }
        _ => None,
    }
}

fn llvm(ctx: &Context, kind: AttrKind, first: Option<Attr>) -> Attr {
    let mut params = vec![None; kind.def().params.len()];
    if let Some(place) = params.first_mut() {
        *place = first;
    }
    ctx.attr(AttrData::Llvm { kind, params: params.into() })
}

/// An operation's definition, to take what the generic form has of its attributes into the model.
#[derive(Clone, Copy, Debug)]
pub struct StoredForm<'c> {
    def: &'static OpDef,
    /// The names of the inherent attributes, in the definition's order.
    keys: &'c [Str],
    /// Whether successors are passed operands.
    passes_operands: bool,
}

impl<'c> StoredForm<'c> {
    /// The operation of a name and its definition, which passes operands to its successors or does not.
    pub fn new(ctx: &'c Context, name: OpName, def: &'static OpDef, passes_operands: bool) -> StoredForm<'c> {
        StoredForm { def, keys: ctx.slot_names(name), passes_operands }
    }

    /// Whether an attribute says nothing that the model does not hold otherwise.
    pub fn is_derived(&self, ctx: &Context, key: Str, value: Attr) -> bool {
        // A pass may take the operands of successors, and leave the sizes that tell these apart.
        let may_pass = self.passes_operands || self.def.is_irtrip() && self.def.is(Traits::TERMINATOR);
        let of_groups = self.def.is(Traits::OPERAND_SEGMENTS) || may_pass;
        match key {
            names::OPERAND_SEGMENT_SIZES => return of_groups && !self.def.stores_segments(),
            names::CASE_OPERAND_SEGMENTS | names::INDBR_OPERAND_SEGMENTS => {
                return self.def.operands.iter().any(|g| matches!(g.arity, Arity::Successors(..)));
            }
            names::OP_BUNDLE_SIZES => return ctx.dense_array(value).is_some_and(<[i64]>::is_empty),
            names::OP_BUNDLE_TAGS => return value == attrs::EMPTY_ARRAY,
            _ => {}
        }
        self.slot(key).is_some_and(|slot| is_default(ctx, slot, value))
    }

    /// The form the model stores: the generic form may have the number of a property that is no attribute.
    pub fn canonical(&self, ctx: &Context, key: Str, value: Attr) -> Attr {
        let Some(number) = ctx.int_value(value) else { return value };
        match self.slot(key).map(|slot| slot.kind) {
            Some(SlotKind::LlvmEnum(kind @ attr_table::OVERFLOW)) if matches!(number, 0..=3) => {
                llvm(ctx, kind, Some(ctx.int_attr(types::I64, number)))
            }
            _ => value,
        }
    }

    fn slot(&self, key: Str) -> Option<&'static AttrSlot> {
        self.def.attrs.iter().zip(self.keys).find(|(_, k)| **k == key).map(|(slot, _)| slot)
    }
}

fn is_default(ctx: &Context, slot: &AttrSlot, value: Attr) -> bool {
    match slot.optionality {
        Optionality::Required | Optionality::Optional => false,
        Optionality::Default(default) | Optionality::LeftOut(default) => match (slot.kind, ctx.attr_data(value)) {
            (SlotKind::LlvmEnum(_), AttrData::Llvm { params, .. }) => {
                params.first().copied().flatten().and_then(|p| ctx.int_value(p)) == Some(default)
            }
            _ => ctx.int_value(value) == Some(default),
        },
        Optionality::DefaultEmpty => match ctx.attr_data(value) {
            AttrData::Llvm { params, .. } => params.iter().all(Option::is_none),
            AttrData::Array(items) => items.is_empty(),
            AttrData::Opaque { body, .. } => {
                matches!(slot.kind, SlotKind::DialectAttr { empty, .. } | SlotKind::DialectEnum { empty, .. } if ctx.bytes(*body) == empty.as_bytes())
            }
            _ => false,
        },
    }
}

/// How many of so many operands each group has, by `operandSegmentSizes` or because there is one group of any number; `None`
/// where neither says it.
pub fn group_sizes(groups: &[ValueConstraint], count: usize, segments: Option<&[i64]>) -> Option<SmallVec<[usize; 8]>> {
    if let Some(sizes) = segments {
        return Some(sizes.iter().map(|&n| usize::try_from(n).unwrap_or(usize::MAX)).collect());
    }
    let fixed = groups.iter().filter(|g| g.arity == Arity::One).count();
    let any = groups.len() - fixed;
    match count.checked_sub(fixed) {
        Some(rest) if any == 1 || any == 0 && rest == 0 => {
            Some(groups.iter().map(|g| if g.arity == Arity::One { 1 } else { rest }).collect())
        }
        _ => None,
    }
}
