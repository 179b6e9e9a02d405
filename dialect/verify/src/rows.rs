//! What a row of the operation table asks of an operation: the number and the types of its operands and results, its
//! attributes, its successors and regions, its traits and the rules of its types.

use irtrip_ops::verify::Site;
use irtrip_ops::verify::rows::constraints;
use irtrip_ops::verify::rows::counts::{self, Counts, is_own};
use irtrip_ops::verify::rows::{group_len, place_name, place_type, same_types, stored_len};

use crate::body::Region;
use crate::context::{Context, Str, Type};
use crate::diagnostic::VerifyCode as Kind;
use crate::names;
use crate::ops::type_rules::TypeRule;
use crate::ops::{self, Arity, AttrSlot, OpDef, Optionality, Place, Traits, TypeInference, ValueConstraint};
use crate::preserved;
use crate::registry::{ContextDialects, OpNameDefinition, RowMap};
use crate::types::{TypeData, well_known as types};

/// The attribute slots of rows by the handles of their names.
pub(crate) struct SlotNames(RowMap<Vec<(Str, &'static AttrSlot)>>);

impl SlotNames {
    /// The slots of the rows that a context knows.
    pub(crate) fn new(ctx: &Context) -> SlotNames {
        SlotNames(RowMap::new(ctx.dialects()))
    }

    fn of(&self, site: &Site) -> &[(Str, &'static AttrSlot)] {
        let slots = self.0.get_or_init(site.name(), |def| {
            let mut slots: Vec<_> = site.ctx.slot_names(site.name()).iter().copied().zip(def.attrs).collect();
            // Upstream holds them to their constraints in the order of their names.
            slots.sort_by_key(|(_, slot)| slot.name);
            slots
        });
        slots.map_or(&[], Vec::as_slice)
    }
}

/// Holds an operation to its row; calls `report` for each rule it breaks.
pub(crate) fn check(site: &Site, slots: &SlotNames, report: &mut dyn FnMut(Kind)) {
    if let Some(kind) = broken_count(site) {
        // Upstream counts a group after it has looked at those before.
        if let Kind::OperandGroup { start, .. } = kind {
            let before = site.def.operands.iter().take_while(|slot| slot.arity == Arity::One).enumerate();
            before.take(start).for_each(|(index, slot)| check_operand(site, slot, index, report));
        }
        return report(kind);
    }
    // Upstream looks at blocks before attributes and types.
    if !check_single_block(site, report) {
        return;
    }
    check_constraints(site, slots, report);
    check_required(site, slots, report);
    preserved::check(site, report);
    if !check_segments(site, report) {
        return;
    }
    check_operands(site, report);
    check_results(site, report);
    check_regions(site, report);
    check_type_rules(site, report);
    check_traits(site, report);
}

/// Whether the sizes of groups that are stored add up to what is there.
fn check_segments(site: &Site, report: &mut dyn FnMut(Kind)) -> bool {
    let results = site.body.results(site.op).len();
    let stored = [
        (site.def.stores_segments(), "operand", names::OPERAND_SEGMENT_SIZES, site.operands().len()),
        (site.def.stores_result_segments(), "result", names::RESULT_SEGMENT_SIZES, results),
    ];
    let mut right = true;
    for (stores, what, key, found) in stored {
        let name = if what == "operand" { "operandSegmentSizes" } else { "resultSegmentSizes" };
        if !stores {
            continue;
        }
        // Sizes that are not there are all 0.
        let sizes = site.attr(key).and_then(|sizes| site.ctx.dense_array(sizes)).unwrap_or_default();
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

fn broken_count(site: &Site) -> Option<Kind> {
    let nested = site.body.nested(site.op);
    let found = site.body.op_regions(site.op).len() + nested.map_or(0, |body| body.regions().len());
    // An isolated operation without a body has empty regions.
    let none_is_empty = site.def.is(Traits::ISOLATED) && nested.is_none() && found == 0;
    let counts = Counts {
        regions: (!none_is_empty).then_some(found),
        results: site.body.results(site.op).len(),
        successors: site.body.successors(site.op).len(),
        operands: site.operands().len(),
    };
    counts::broken(site.def, counts)
}

fn check_operands(site: &Site, report: &mut dyn FnMut(Kind)) {
    let found = site.operands().len();
    let least = site.def.operands.iter().filter(|s| s.arity == Arity::One).count();
    let mut index = 0_usize;
    for (group, slot) in site.def.operands.iter().filter(|s| is_own(s)).enumerate() {
        let count = stored_len(site, group).unwrap_or_else(|| group_len(site, slot, found.saturating_sub(least)));
        let end = index.saturating_add(count).min(found);
        (index..end).for_each(|index| check_operand(site, slot, index, report));
        index = end;
    }
}

/// An operand is of a type that its group takes.
fn check_operand(site: &Site, slot: &ValueConstraint, operand: usize, report: &mut dyn FnMut(Kind)) {
    let Some(ty) = site.operand_type(operand) else { return };
    if !slot.types.contains(site.ctx, ty) && !site.def.is(Traits::UNLIMITED) {
        let variadic = !matches!(slot.arity, Arity::One | Arity::Optional);
        let expected = slot.types.describe();
        report(Kind::OperandType { operand, variadic, expected, found: site.spell(ty) });
    }
}

fn check_results(site: &Site, report: &mut dyn FnMut(Kind)) {
    let results = site.body.results(site.op);
    let found = results.len();
    if site.def.is(Traits::UNLIMITED) {
        return;
    }
    let sizes = site.attr(names::RESULT_SEGMENT_SIZES).filter(|_| site.def.stores_result_segments());
    let groups = site.def.result_groups(found, sizes.and_then(|sizes| site.ctx.dense_array(sizes)));
    for (result, value) in results.enumerate() {
        let group = groups.iter().position(|range| range.contains(&result)).unwrap_or(0);
        let Some(slot) = site.def.results.get(group) else { return };
        let ty = site.body.value_type(value);
        if !slot.types.contains(site.ctx, ty) {
            let (variadic, expected) = (slot.arity == Arity::Variadic, slot.types.describe());
            report(Kind::ResultType { result, variadic, expected, found: site.spell(ty) });
        }
    }
}

fn check_constraints(site: &Site, slots: &SlotNames, report: &mut dyn FnMut(Kind)) {
    for (key, slot) in slots.of(site) {
        let Some(attr) = site.attr(*key) else { continue };
        if let Some(constraint) = constraints::broken(site.ctx, site.def, slot, attr) {
            report(constraints::fault(site.def, slot, constraint));
        }
    }
}

fn check_required(site: &Site, slots: &SlotNames, report: &mut dyn FnMut(Kind)) {
    let missing = slots.of(site).iter().find(|(key, slot)| {
        slot.optionality == Optionality::Required && !site.has(*key) && !sizes_a_group(site.def, slot.name)
    });
    // Upstream stops at the first.
    missing.into_iter().for_each(|(_, slot)| report(Kind::MissingAttribute { name: slot.name }));
}

/// Whether an attribute says how operands are grouped: without it no group has any, and a successor's operands are
/// counted where they stand.
fn sizes_a_group(def: &OpDef, name: &str) -> bool {
    def.operands.iter().any(|slot| match slot.arity {
        Arity::VariadicOfVariadic(sizes) | Arity::Successors(_, sizes) => sizes == name,
        Arity::One | Arity::Optional | Arity::Variadic | Arity::Successor(_) => false,
    })
}

fn check_regions(site: &Site, report: &mut dyn FnMut(Kind)) {
    let own = site.body.op_regions(site.op);
    if site.def.is(Traits::SYMBOL)
        && let Some(visibility) = site.attr(names::SYM_VISIBILITY).and_then(|attr| site.ctx.string_value(attr))
        && !matches!(site.ctx.bytes(visibility), b"public" | b"private" | b"nested")
    {
        report(Kind::Visibility(site.ctx.text(visibility).into_owned()));
    }
    if site.def.is(Traits::GRAPH_REGION) {
        let many = own.iter().position(|&r| site.body.blocks(r).len() > 1);
        many.into_iter().for_each(|region| report(Kind::GraphBlocks { region }));
    }
    check_terminator(site, own, report);
}

/// Whether no region has more than the one block its operation may have in it.
fn check_single_block(site: &Site, report: &mut dyn FnMut(Kind)) -> bool {
    if !site.def.is(Traits::SINGLE_BLOCK) {
        return true;
    }
    let own = site.body.op_regions(site.op).iter().map(|&region| site.body.blocks(region).len());
    let nested = site.body.nested(site.op);
    let nested = nested.into_iter().flat_map(|body| body.regions().iter().map(|&region| body.blocks(region).len()));
    let many = own.chain(nested).position(|blocks| blocks > 1);
    many.into_iter().for_each(|region| report(Kind::ManyBlocks { region }));
    many.is_none()
}

/// Holds regions to the terminator that their operation's row names.
fn check_terminator(site: &Site, regions: &[Region], report: &mut dyn FnMut(Kind)) {
    let Some(expected) = site.def.terminator else { return };
    for &region in regions {
        let Some(&block) = site.body.blocks(region).last() else { continue };
        match site.body.last_op(block) {
            None => report(Kind::NoTerminatorAtAll),
            Some(last) if site.body.name(last).def().is_none_or(|def| def.name != expected) => {
                let found = site.ctx.op_name_str(site.body.name(last)).into_owned();
                report(Kind::WrongTerminator { expected, found });
            }
            Some(_) => {}
        }
    }
}

fn check_traits(site: &Site, report: &mut dyn FnMut(Kind)) {
    let (ctx, body) = (site.ctx, site.body);
    let operands = || site.operands().iter().map(|&v| body.value_type(v));
    let results = || body.results(site.op).map(|v| body.value_type(v));
    let one_type = |mut all: &mut dyn Iterator<Item = Type>| {
        let first = all.next();
        (&mut all).all(|ty| Some(ty) == first)
    };
    let same = |first: Type, second: Type| first == second || are_compatible(ctx, first, second);
    if site.def.is(Traits::SAME_OPERANDS_AND_RESULT_TYPE)
        && !one_type(&mut operands().chain(results()))
        && operands()
            .chain(results())
            .next()
            .is_some_and(|first| !operands().chain(results()).all(|ty| same(first, ty)))
    {
        report(Kind::SameOperandsAndResultType);
    }
    if site.def.is(Traits::SAME_TYPE_OPERANDS) && !one_type(&mut operands()) {
        report(Kind::SameTypeOperands);
    }
    let elements = Traits::SAME_OPERANDS_AND_RESULT_ELEMENT_TYPE;
    if site.def.is(elements) && !one_type(&mut operands().chain(results()).map(|ty| ctx.scalar_type(ty))) {
        report(Kind::SameElementType);
    }
    let elements = Traits::SAME_OPERANDS_ELEMENT_TYPE;
    if site.def.is(elements) && !one_type(&mut operands().map(|ty| ctx.scalar_type(ty))) {
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
fn check_type_rules(site: &Site, report: &mut dyn FnMut(Kind)) {
    if let Some(broken) = site.def.type_rules.iter().find_map(|rule| broken_type_rule(site, rule)) {
        return report(broken);
    }
    for &(place, rule) in site.def.types {
        if matches!(rule, TypeInference::Same(_)) && !site.def.type_rules.is_empty() {
            continue;
        }
        // The trait says the same, in its own words.
        if matches!(rule, TypeInference::Same(_)) && site.def.is(Traits::SAME_OPERANDS_AND_RESULT_TYPE) {
            continue;
        }
        // What holds between results is a check of the row, after what its other checks say of each.
        if matches!((place, rule), (Place::Result(_), TypeInference::Same(Place::Result(_)))) {
            continue;
        }
        let Some(found) = place_type(site, place) else { continue };
        // Where a rule names no place the sets of the row say all there is to say.
        let Some(source) = source_of(rule) else { continue };
        let Some(source) = place_type(site, source) else { continue };
        if found != expected_type(site.ctx, rule, source, found) {
            report(broken_rule(site.def, place, rule));
        }
    }
}

/// What a rule says where it does not hold. Places whose groups have not one value each are left out.
fn broken_type_rule(site: &Site, rule: &TypeRule) -> Option<Kind> {
    match *rule {
        TypeRule::Same(facet, places) => {
            let mut found = places.iter().filter_map(|&place| place_type(site, place));
            let first = found.next()?;
            if found.all(|ty| facet.is_same(site.ctx, first, ty)) {
                return None;
            }
            let names: Vec<&str> = places.iter().map(|&place| place_name(site.def, place)).collect();
            Some(Kind::FailedToVerify(format!("all of {{{}}} have same {}", names.join(", "), facet.words())))
        }
        TypeRule::Is(place, set, words) => {
            let ty = place_type(site, place)?;
            (!set.contains(site.ctx, ty)).then_some(Kind::FailedToVerifyThat(words))
        }
        TypeRule::Follows(place, from, size, words) => {
            let (found, from) = (place_type(site, place)?, place_type(site, from)?);
            (size.type_for(site.ctx, from) != Some(found)).then_some(Kind::FailedToVerifyThat(words))
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
        | TypeInference::Named(..)
        | TypeInference::Broadcast(..)
        // A rule of types says what it says.
        | TypeInference::OfSize(..)
        | TypeInference::OnlyType => None,
    }
}

/// The type a rule gives for that of its source.
fn expected_type(ctx: &Context, rule: TypeInference, source: Type, found: Type) -> Type {
    match rule {
        TypeInference::I1Shape(_) => ctx.with_scalar_type(source, types::I1),
        TypeInference::ElementOf(_) | TypeInference::ElementOfAs(..) => ctx.scalar_type(source),
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
