//! What a definition of the operation table asks of an operation: the number and the types of its operands and results, its
//! attributes, its successors and regions, its traits and the rules of its types.

use irtrip_ops::verify::VerifyContext;
use irtrip_ops::verify::definition::constraints;
use irtrip_ops::verify::definition::counts::{self, Counts, is_own};
use irtrip_ops::verify::definition::{group_len, place_name, place_type, same_types, stored_len};

use crate::body::Region;
use crate::context::{Context, Str, Type};
use crate::diagnostic::VerifyCode as Kind;
use crate::names;
use crate::ops::shaped::element_type;
use crate::ops::type_rules::TypeRule;
use crate::ops::{self, Arity, AttrSlot, OpDef, Place, Traits, TypeInference, ValueConstraint};
use crate::preserved;
use crate::registry::{ContextDialects, OpDefMap, OpNameDefinition};
use crate::types::{TypeData, well_known as types};

/// The attribute slots of definitions by the handles of their names.
pub(crate) struct SlotNames(OpDefMap<Vec<(Str, &'static AttrSlot)>>);

impl SlotNames {
    /// The slots of the definitions that a context knows.
    pub(crate) fn new(ctx: &Context) -> SlotNames {
        SlotNames(OpDefMap::new(ctx.dialects()))
    }

    fn of(&self, cx: &VerifyContext) -> &[(Str, &'static AttrSlot)] {
        let slots = self.0.get_or_init(cx.name(), |def| {
            let mut slots: Vec<_> = cx.ctx.slot_names(cx.name()).iter().copied().zip(def.attrs).collect();
            // Upstream holds them to their constraints in the order of their names.
            slots.sort_by_key(|(_, slot)| slot.name);
            slots
        });
        slots.map_or(&[], Vec::as_slice)
    }
}

/// Holds an operation to its definition; calls `report` for each rule it breaks.
pub(crate) fn check(cx: &VerifyContext, slots: &SlotNames, report: &mut dyn FnMut(Kind)) {
    if let Some(kind) = check_counts(cx) {
        // Upstream counts a group after it has looked at those before.
        if let Kind::OperandGroup { start, .. } = kind {
            let before = cx.def.operands.iter().take_while(|slot| slot.arity == Arity::One).enumerate();
            before.take(start).for_each(|(index, slot)| check_operand(cx, slot, index, report));
        }
        return report(kind);
    }
    // Upstream looks at blocks before attributes and types.
    if !check_single_block(cx, report) {
        return;
    }
    check_constraints(cx, slots, report);
    check_required(cx, slots, report);
    preserved::check(cx, report);
    if !check_segments(cx, report) {
        return;
    }
    check_operands(cx, report);
    check_results(cx, report);
    check_regions(cx, report);
    check_type_rules(cx, report);
    check_traits(cx, report);
}

/// Whether the sizes of groups that are stored add up to what is there.
fn check_segments(cx: &VerifyContext, report: &mut dyn FnMut(Kind)) -> bool {
    let results = cx.body.results(cx.op).len();
    let stored = [
        (cx.def.stores_segments(), "operand", names::OPERAND_SEGMENT_SIZES, cx.operands().len()),
        (cx.def.stores_result_segments(), "result", names::RESULT_SEGMENT_SIZES, results),
    ];
    let mut right = true;
    for (stores, what, key, found) in stored {
        let name = if what == "operand" { "operandSegmentSizes" } else { "resultSegmentSizes" };
        if !stores {
            continue;
        }
        // Sizes that are not there are all 0.
        let sizes = cx.attr(key).and_then(|sizes| cx.ctx.dense_array(sizes)).unwrap_or_default();
        let total = sizes.iter().fold(0_i64, |sum, &size| sum.saturating_add(size));
        if sizes.iter().any(|&size| size < 0) {
            report(Kind::NegativeSegments(name));
        } else if usize::try_from(total) != Ok(found) {
            report(Kind::SegmentSum { what, found, total, name });
        } else {
            continue;
        }
        right = false;
    }
    right
}

fn check_counts(cx: &VerifyContext) -> Option<Kind> {
    let nested = cx.body.nested(cx.op);
    let found = cx.body.op_regions(cx.op).len() + nested.map_or(0, |body| body.regions().len());
    // An isolated operation without a body has empty regions.
    let none_is_empty = cx.def.is(Traits::ISOLATED) && nested.is_none() && found == 0;
    let counts = Counts {
        regions: (!none_is_empty).then_some(found),
        results: cx.body.results(cx.op).len(),
        successors: cx.body.successors(cx.op).len(),
        operands: cx.operands().len(),
    };
    counts::check_counts(cx.def, counts)
}

fn check_operands(cx: &VerifyContext, report: &mut dyn FnMut(Kind)) {
    let found = cx.operands().len();
    let least = cx.def.operands.iter().filter(|s| s.arity == Arity::One).count();
    let mut index = 0_usize;
    for (group, slot) in cx.def.operands.iter().filter(|s| is_own(s)).enumerate() {
        let count = stored_len(cx, group).unwrap_or_else(|| group_len(cx, slot, found.saturating_sub(least)));
        let end = index.saturating_add(count).min(found);
        (index..end).for_each(|index| check_operand(cx, slot, index, report));
        index = end;
    }
}

/// An operand is of a type that its group takes.
fn check_operand(cx: &VerifyContext, slot: &ValueConstraint, operand: usize, report: &mut dyn FnMut(Kind)) {
    let Some(ty) = cx.operand_type(operand) else { return };
    if !slot.types.contains(cx.ctx, ty) && !cx.def.is(Traits::UNLIMITED) {
        let variadic = !matches!(slot.arity, Arity::One | Arity::Optional);
        let expected = slot.types.describe();
        report(Kind::OperandType { operand, variadic, expected, found: cx.spell(ty) });
    }
}

fn check_results(cx: &VerifyContext, report: &mut dyn FnMut(Kind)) {
    let results = cx.body.results(cx.op);
    let found = results.len();
    if cx.def.is(Traits::UNLIMITED) {
        return;
    }
    let sizes = cx.attr(names::RESULT_SEGMENT_SIZES).filter(|_| cx.def.stores_result_segments());
    let groups = cx.def.result_groups(found, sizes.and_then(|sizes| cx.ctx.dense_array(sizes)));
    for (result, value) in results.enumerate() {
        let group = groups.iter().position(|range| range.contains(&result)).unwrap_or(0);
        let Some(slot) = cx.def.results.get(group) else { return };
        let ty = cx.body.value_type(value);
        if !slot.types.contains(cx.ctx, ty) {
            let (variadic, expected) = (slot.arity == Arity::Variadic, slot.types.describe());
            report(Kind::ResultType { result, variadic, expected, found: cx.spell(ty) });
        }
    }
}

fn check_constraints(cx: &VerifyContext, slots: &SlotNames, report: &mut dyn FnMut(Kind)) {
    for (key, slot) in slots.of(cx) {
        let Some(attr) = cx.attr(*key) else { continue };
        if let Some(constraint) = constraints::check_constraint(cx.ctx, cx.def, slot, attr) {
            report(constraints::fault(cx.def, slot, constraint));
        }
    }
}

fn check_required(cx: &VerifyContext, slots: &SlotNames, report: &mut dyn FnMut(Kind)) {
    let missing = slots.of(cx).iter().find(|(key, slot)| !cx.has(*key) && cx.def.requires(slot));
    // Upstream stops at the first.
    missing.into_iter().for_each(|(_, slot)| report(Kind::MissingAttribute { name: slot.name }));
}

fn check_regions(cx: &VerifyContext, report: &mut dyn FnMut(Kind)) {
    let own = cx.body.op_regions(cx.op);
    if cx.def.is(Traits::SYMBOL)
        && let Some(visibility) = cx.attr(names::SYM_VISIBILITY).and_then(|attr| cx.ctx.string_value(attr))
        && !matches!(cx.ctx.bytes(visibility), b"public" | b"private" | b"nested")
    {
        report(Kind::Visibility(cx.ctx.text(visibility).into_owned()));
    }
    if cx.def.is(Traits::GRAPH_REGION) {
        let many = own.iter().position(|&r| cx.body.blocks(r).len() > 1);
        many.into_iter().for_each(|region| report(Kind::GraphBlocks { region }));
    }
    check_terminator(cx, own, report);
}

/// Whether no region has more than the one block its operation may have in it.
fn check_single_block(cx: &VerifyContext, report: &mut dyn FnMut(Kind)) -> bool {
    if !cx.def.is(Traits::SINGLE_BLOCK) {
        return true;
    }
    let own = cx.body.op_regions(cx.op).iter().map(|&region| cx.body.blocks(region).len());
    let nested = cx.body.nested(cx.op);
    let nested = nested.into_iter().flat_map(|body| body.regions().iter().map(|&region| body.blocks(region).len()));
    let many = own.chain(nested).position(|blocks| blocks > 1);
    many.into_iter().for_each(|region| report(Kind::ManyBlocks { region }));
    many.is_none()
}

/// Holds regions to the terminator that their operation's definition names.
fn check_terminator(cx: &VerifyContext, regions: &[Region], report: &mut dyn FnMut(Kind)) {
    let Some(expected) = cx.def.terminator else { return };
    for &region in regions {
        let Some(&block) = cx.body.blocks(region).last() else { continue };
        match cx.body.last_op(block) {
            None => report(Kind::NoTerminatorAtAll),
            Some(last) if cx.body.name(last).def().is_none_or(|def| def.name != expected) => {
                let found = cx.ctx.op_name_str(cx.body.name(last)).into_owned();
                report(Kind::WrongTerminator { expected, found });
            }
            Some(_) => {}
        }
    }
}

fn check_traits(cx: &VerifyContext, report: &mut dyn FnMut(Kind)) {
    let (ctx, body) = (cx.ctx, cx.body);
    let operands = || cx.operands().iter().map(|&v| body.value_type(v));
    let results = || body.results(cx.op).map(|v| body.value_type(v));
    let one_type = |mut all: &mut dyn Iterator<Item = Type>| {
        let first = all.next();
        (&mut all).all(|ty| Some(ty) == first)
    };
    let same = |first: Type, second: Type| first == second || are_compatible(ctx, first, second);
    if cx.def.is(Traits::SAME_OPERANDS_AND_RESULT_TYPE)
        && !one_type(&mut operands().chain(results()))
        && operands()
            .chain(results())
            .next()
            .is_some_and(|first| !operands().chain(results()).all(|ty| same(first, ty)))
    {
        report(Kind::SameOperandsAndResultType);
    }
    if cx.def.is(Traits::SAME_TYPE_OPERANDS) && !one_type(&mut operands()) {
        report(Kind::SameTypeOperands);
    }
    let elements = Traits::SAME_OPERANDS_AND_RESULT_ELEMENT_TYPE;
    if cx.def.is(elements) && !one_type(&mut operands().chain(results()).map(|ty| ctx.scalar_type(ty))) {
        report(Kind::SameElementType);
    }
    let elements = Traits::SAME_OPERANDS_ELEMENT_TYPE;
    if cx.def.is(elements) && !one_type(&mut operands().map(|ty| ctx.scalar_type(ty))) {
        report(Kind::SameOperandsElementType);
    }
}

/// Whether two shapes of one element type may be one shape: where both sizes are known they are equal.
fn are_compatible(ctx: &Context, first: Type, second: Type) -> bool {
    let dims = |ty: Type| match ctx.type_data(ty) {
        TypeData::Tensor { dims, element, .. } => Some((dims.as_deref(), *element)),
        _ => None,
    };
    let (Some((first, of_first)), Some((second, of_second))) = (dims(first), dims(second)) else { return false };
    let fit =
        |(a, b): (&crate::types::Dim, &crate::types::Dim)| a.size.is_none() || b.size.is_none() || a.size == b.size;
    of_first == of_second
        && match (first, second) {
            (Some(first), Some(second)) => first.len() == second.len() && first.iter().zip(second).all(fit),
            _ => true,
        }
}

/// Holds the types that the custom form does not write to what follows from the others.
fn check_type_rules(cx: &VerifyContext, report: &mut dyn FnMut(Kind)) {
    if let Some(broken) = cx.def.type_rules.iter().find_map(|rule| check_type_rule(cx, rule)) {
        return report(broken);
    }
    for &(place, rule) in cx.def.types {
        if matches!(rule, TypeInference::Same(_)) && !cx.def.type_rules.is_empty() {
            continue;
        }
        // The trait says the same, in its own words.
        if matches!(rule, TypeInference::Same(_)) && cx.def.is(Traits::SAME_OPERANDS_AND_RESULT_TYPE) {
            continue;
        }
        // What holds between results is a check of the definition, after what its other checks say of each.
        if matches!((place, rule), (Place::Result(_), TypeInference::Same(Place::Result(_)))) {
            continue;
        }
        let Some(found) = place_type(cx, place) else { continue };
        // Where a rule names no place the sets of the definition say all there is to say.
        let Some(source) = source_of(rule) else { continue };
        let Some(source) = place_type(cx, source) else { continue };
        if found != expected_type(cx.ctx, rule, source, found) {
            report(broken_rule(cx.def, place, rule));
        }
    }
}

/// What a rule says where it does not hold. Places whose groups have not one value each are left out.
fn check_type_rule(cx: &VerifyContext, rule: &TypeRule) -> Option<Kind> {
    match *rule {
        TypeRule::Same(facet, places) => {
            let mut found = places.iter().filter_map(|&place| place_type(cx, place));
            let first = found.next()?;
            if found.all(|ty| facet.is_same(cx.ctx, first, ty)) {
                return None;
            }
            let names: Vec<&str> = places.iter().map(|&place| place_name(cx.def, place)).collect();
            Some(Kind::FailedToVerify(format!("all of {{{}}} have same {}", names.join(", "), facet.words())))
        }
        TypeRule::Is(place, set, words) => {
            let ty = place_type(cx, place)?;
            (!set.contains(cx.ctx, ty)).then_some(Kind::FailedToVerifyThat(words))
        }
        TypeRule::Follows(place, from, size, words) => {
            let (found, from) = (place_type(cx, place)?, place_type(cx, from)?);
            (size.type_for(cx.ctx, from) != Some(found)).then_some(Kind::FailedToVerifyThat(words))
        }
    }
}

/// The place whose type a rule goes by, if it goes by one.
fn source_of(rule: TypeInference) -> Option<Place> {
    match rule {
        TypeInference::Same(from)
        | TypeInference::I1Shape(from)
        | TypeInference::ElementOf(from)
        | TypeInference::ElementOfAs(from, _)
        | TypeInference::Over(from, _)
        | TypeInference::WithI1(from) => Some(from),
        TypeInference::I1
        | TypeInference::I32
        | TypeInference::Pointer
        | TypeInference::PointerIn(_)
        | TypeInference::Token
        | TypeInference::Metadata
        | TypeInference::Index
        | TypeInference::Integer(_)
        | TypeInference::Spelled(_)
        | TypeInference::Named(..)
        | TypeInference::Broadcast(..)
        // A rule of types says what it says.
        | TypeInference::OfSize(..)
        | TypeInference::OnlyType => None,
    }
}

/// The type of a rule for that of its source.
fn expected_type(ctx: &Context, rule: TypeInference, source: Type, found: Type) -> Type {
    match rule {
        TypeInference::I1Shape(_) => ctx.with_scalar_type(source, types::I1),
        TypeInference::ElementOf(_) | TypeInference::ElementOfAs(..) => element_type(ctx, source),
        TypeInference::Over(_, [dialect, mnemonic, _]) => ctx.type_over(dialect, mnemonic, source),
        TypeInference::WithI1(_) => match ctx.type_data(found) {
            TypeData::LiteralStruct { packed: false, elements } if **elements == [source, types::I1] => found,
            _ => ctx.literal_struct(false, &[source, types::I1]),
        },
        _ => source,
    }
}

fn broken_rule(def: &'static OpDef, place: Place, rule: TypeInference) -> Kind {
    let kind = |p: Place| match p {
        Place::Operand(i) => format!("operand #{i}"),
        Place::Result(i) => format!("result #{i}"),
    };
    match rule {
        TypeInference::ElementOfAs(_, words) => Kind::Rule(words.to_owned()),
        TypeInference::Over(_, [_, _, words]) => Kind::FailedToVerifyThat(words),
        TypeInference::ElementOf(_) => Kind::FailedToVerifyThat(match place {
            Place::Result(_) => "result type matches vector element type",
            Place::Operand(_) => "argument type matches vector element type",
        }),
        TypeInference::I1Shape(_) => {
            Kind::FailedToVerifyThat("result type has i1 element type and same shape as operands")
        }
        TypeInference::WithI1(from) => Kind::FailedToVerify(format!(
            "{} has an LLVM struct type consisting of the type of {} and a bool",
            kind(place),
            kind(from)
        )),
        TypeInference::Same(from) if is_atomic_update(def) => {
            Kind::FailedToVerify(format!("{} and {} have the same type", kind(place), kind(from)))
        }
        _ => same_types(def, def.types.iter().filter_map(|&(p, r)| same_group(p, r)).flatten()),
    }
}

fn is_atomic_update(def: &OpDef) -> bool {
    matches!(def.llvm, ops::LlvmForm::Inst(ops::Inst::AtomicRmw | ops::Inst::CmpXchg))
}

fn same_group(place: Place, rule: TypeInference) -> Option<[Place; 2]> {
    match rule {
        TypeInference::Same(from) => Some([place, from]),
        _ => None,
    }
}
