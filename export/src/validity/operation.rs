//! Preserved attributes whose validity check is in their operation: its operands, the symbols it names, the attributes of the
//! upstream form that they complete.

use irtrip_dialect::attribute_set::{
    CalledFunction, MemoryEffects, completes_memory, list_attr, list_set, without_memory,
};
use irtrip_dialect::call_arguments::{arguments_list, bundle_sizes, intrinsic_arguments};
use irtrip_dialect::enums::{DllStorageClass, Linkage, Visibility};
use irtrip_dialect::layout::Layout;
use irtrip_dialect::names::*;
use irtrip_dialect::ops::{Fold, Inst, LlvmForm, global_values};
use irtrip_dialect::preserved::{StaleReason, preserved_attribute};
use irtrip_dialect::types::well_known as types;
use irtrip_dialect::verify::llvm_ir::attributes::FittingAttributes;
use irtrip_dialect::{
    Attr, AttrData, Body, Context, ContextDialects, Op, OpName, OpNameDefinition, Str, Type, TypeData, Value, ValueDef,
};

use super::{Findings, ModuleScope, stale};
use crate::function::form;
use irtrip_dialect::ops::llvm::DYNAMIC_INDEX;

/// Why an attribute of an operation at the top level is not believed.
type GlobalCheck = fn(&ModuleScope<'_>, Op) -> Option<StaleReason>;

/// The checks of the attributes of operations at the top level whose validity check is in their operation.
static GLOBAL_CHECKS: &[(Str, GlobalCheck)] = &[
    (IRTRIP_INITIALIZER, |around, op| (!is_initializer(around, op)).then_some(StaleReason::Completed)),
    (IRTRIP_CCONV, |around, op| around.attr(op, CCONV).map(|_| StaleReason::Completed)),
    (IRTRIP_DLL_STORAGE, |around, op| (!may_have_dll_storage(around, op)).then_some(StaleReason::Linkage)),
    (IRTRIP_PERSONALITY, |around, op| match around.attr(op, PERSONALITY) {
        Some(_) => Some(StaleReason::Completed),
        None => (!around.module.body.is_defined(op)).then_some(StaleReason::Linkage),
    }),
    (IRTRIP_TYPE, |around, op| {
        let placeholder = around.ctx.type_attr(types::I8);
        (around.attr(op, GLOBAL_TYPE) != Some(placeholder)).then_some(StaleReason::Completed)
    }),
    (IRTRIP_RES_ATTRS, |around, op| {
        let (ctx, body) = (around.ctx, &around.module.body);
        let ty = around.attr(op, FUNCTION_TYPE).and_then(|ty| ctx.type_value(ty)).map(|ty| ctx.type_data(ty));
        let has_result = matches!(ty, Some(TypeData::LlvmFunction { result, .. }) if *result != types::VOID);
        stale_result_attributes(ctx, body.name(op), body.attrs(op), has_result)
    }),
];

/// Checks what an operation at the top level has itself.
pub(super) fn check_global(around: &ModuleScope, op: Op) -> Findings {
    let (ctx, body) = (around.ctx, &around.module.body);
    let mut found = Findings::default();
    let attrs = body.attrs(op);
    let mut now = attrs;
    for &(key, _) in ctx.entries(attrs) {
        if preserved_attribute(key).is_none() {
            continue;
        }
        let check = GLOBAL_CHECKS.iter().find(|check| check.0 == key);
        if let Some(reason) = check.and_then(|check| check.1(around, op)) {
            now = ctx.with_entry(now, key, None);
            let of = ctx.op_name_str(body.name(op));
            found.stale.push(stale(ctx, (Some(op), None), &of, key, reason));
        }
    }
    if let Some(kept) = around.with_own_nodes(now) {
        now = kept;
        let of = ctx.op_name_str(body.name(op));
        found.stale.push(stale(ctx, (Some(op), None), &of, IRTRIP_METADATA, StaleReason::NoNode));
    }
    // The mark stays: what another table completes is not its.
    if ctx.entry(attrs, IRTRIP_TABLE).is_some_and(|mark| !around.has_table(mark)) {
        let of = ctx.op_name_str(body.name(op));
        found.stale.push(stale(ctx, (Some(op), None), &of, IRTRIP_TABLE, StaleReason::NoTable));
    }
    found.own = (now != attrs).then_some(now);
    found
}

/// LangRef, "DLL Storage Classes": no local or hidden symbol has one, and only a declaration that other modules see is
/// imported.
fn may_have_dll_storage(around: &ModuleScope, op: Op) -> bool {
    let (ctx, body) = (around.ctx, &around.module.body);
    let enumerated = |key: Str| around.attr(op, key);
    let linkage: Linkage = enumerated(LINKAGE).and_then(|linkage| ctx.enum_value(linkage)).unwrap_or_default();
    let class = enumerated(IRTRIP_DLL_STORAGE).and_then(|class| ctx.enum_value(class)).unwrap_or_default();
    let visibility: Visibility =
        enumerated(VISIBILITY).and_then(|visibility| ctx.enum_value(visibility)).unwrap_or_default();
    let has = |key: Str| around.attr(op, key).is_some();
    let is_defined = body.is_defined(op) || has(VALUE) || has(IRTRIP_INITIALIZER);
    match class {
        DllStorageClass::Default => true,
        DllStorageClass::Export => !linkage.is_local() && visibility != Visibility::Hidden,
        DllStorageClass::Import => {
            let is_external = !is_defined && matches!(linkage, Linkage::External | Linkage::ExternWeak);
            let may_be_elsewhere = is_external || linkage == Linkage::AvailableExternally;
            may_be_elsewhere && !has(DSO_LOCAL) && visibility == Visibility::Default
        }
    }
}

/// Whether an `irtrip.initializer` is what the upstream form leaves open.
fn is_initializer(around: &ModuleScope, op: Op) -> bool {
    let (ctx, body) = (around.ctx, &around.module.body);
    let attr = |key: Str| around.attr(op, key);
    let listed = match body.name(op) {
        global_values::GLOBAL => return attr(VALUE).is_none() && !body.is_defined(op),
        global_values::GLOBAL_CTORS => attr(CTORS),
        global_values::GLOBAL_DTORS => attr(DTORS),
        _ => return true,
    };
    let items = |list: Option<Attr>| list.map(|list| ctx.items(list)).unwrap_or_default();
    let structs = items(attr(IRTRIP_INITIALIZER).and_then(|initializer| ctx.entry(initializer, ELEMENTS)));
    let (functions, priorities) = (items(listed), items(attr(PRIORITIES)));
    let is_same = |(place, element): (usize, &Attr)| match items(ctx.entry(*element, ELEMENTS)) {
        [priority, function, ..] => priorities.get(place) == Some(priority) && functions.get(place) == Some(function),
        _ => false,
    };
    structs.len() == functions.len() && structs.iter().enumerate().all(is_same)
}

/// A preserved attribute of an operation in a function.
pub(super) struct Preserved<'a> {
    pub around: &'a ModuleScope<'a>,
    pub body: &'a Body,
    pub op: Op,
    /// What the attribute holds.
    pub value: Attr,
}

/// Why an attribute is not believed.
type Check = fn(&Preserved<'_>) -> Option<StaleReason>;

/// The checks of the attributes of instructions whose validity check is in their operation.
static CHECKS: &[(Str, Check)] = &[
    (IRTRIP_ATTRIBUTES, |preserved| preserved.attributes()),
    (IRTRIP_ARG_ATTRS, |preserved| preserved.arg_attrs()),
    (IRTRIP_RES_ATTRS, |preserved| preserved.res_attrs()),
    (IRTRIP_ARGS, |preserved| preserved.args()),
    (IRTRIP_BUNDLE_ARGS, |preserved| preserved.bundle_args()),
    (IRTRIP_CALLEE, |preserved| preserved.callee()),
    (IRTRIP_CALLEE_TYPE, |preserved| preserved.callee_type()),
    (IRTRIP_ADDRESS_SPACE, |preserved| preserved.address_space()),
    (IRTRIP_CCONV, |preserved| preserved.ctx().entry(preserved.attrs(), CCONV).map(|_| StaleReason::Completed)),
    (IRTRIP_SPLATS, |preserved| preserved.splats()),
    (IRTRIP_NO_INDEX, |preserved| preserved.no_index()),
    (IRTRIP_INRANGE, |preserved| preserved.inrange()),
];

/// Why a preserved attribute of an instruction is not believed.
pub(super) fn check(preserved: &Preserved<'_>, key: Str) -> Option<StaleReason> {
    CHECKS.iter().find(|check| check.0 == key).and_then(|check| check.1(preserved))
}

impl Preserved<'_> {
    fn ctx(&self) -> &Context {
        self.around.ctx
    }

    fn attrs(&self) -> Attr {
        self.body.attrs(self.op)
    }

    fn attributes(&self) -> Option<StaleReason> {
        let called = called_function(self.around, self.attrs());
        (!completes_memory(self.ctx(), self.body.name(self.op), self.attrs(), called)).then_some(StaleReason::Completed)
    }

    fn arg_attrs(&self) -> Option<StaleReason> {
        let (ctx, body) = (self.ctx(), self.body);
        if ctx.entry(self.attrs(), ARG_ATTRS).is_some() {
            return Some(StaleReason::Completed);
        }
        (ctx.items(self.value).len() > argument_count(ctx, body, self.op)?).then_some(StaleReason::FewerArguments)
    }

    fn res_attrs(&self) -> Option<StaleReason> {
        let (ctx, result) = (self.ctx(), self.body.result(self.op));
        let ty = result.map_or(types::VOID, |result| self.body.value_type(result));
        // Nothing that a result has depends on the layout.
        let (mut fitting, layout) = (FittingAttributes::default(), Layout::new(""));
        if ctx.items(self.value).first().is_some_and(|own| fitting.check((ctx, &layout), *own, ty).is_some()) {
            return Some(StaleReason::Result);
        }
        let has_result = result.is_some();
        stale_result_attributes(self.ctx(), self.body.name(self.op), self.attrs(), has_result)
    }

    fn args(&self) -> Option<StaleReason> {
        let own = own_operands(self.ctx(), self.body, self.op).len();
        (value_count(self.ctx(), self.value) != own).then_some(StaleReason::Operands)
    }

    fn bundle_args(&self) -> Option<StaleReason> {
        let ctx = self.ctx();
        let counts = ctx.items(self.value).iter().map(|bundle| value_count(ctx, *bundle));
        (!counts.eq(bundle_sizes(ctx, self.attrs()))).then_some(StaleReason::Operands)
    }

    fn callee(&self) -> Option<StaleReason> {
        (!is_callee(self.ctx(), self.body, self.op, self.value)).then_some(StaleReason::Operands)
    }

    fn callee_type(&self) -> Option<StaleReason> {
        (!is_callee_type(self.ctx(), self.body, self.op, self.value)).then_some(StaleReason::Operands)
    }

    fn address_space(&self) -> Option<StaleReason> {
        let space = self.ctx().int_value(self.value).and_then(|space| u32::try_from(space).ok());
        let called = called_space(self.around, self.body, self.op)?;
        (Some(called) != space).then_some(StaleReason::Symbol)
    }

    /// The indices that are constants of the operation; an index that is an operand has a place among them.
    fn raw_indices(&self) -> &[i64] {
        let raw = self.ctx().entry(self.attrs(), RAW_CONSTANT_INDICES);
        raw.and_then(|raw| self.ctx().dense_array(raw)).unwrap_or_default()
    }

    fn splats(&self) -> Option<StaleReason> {
        let raw = self.raw_indices();
        let is_static = |place: &i64| {
            let index = usize::try_from(*place).ok().and_then(|place| raw.get(place));
            index.is_some_and(|index| *index != DYNAMIC_INDEX)
        };
        let places = self.ctx().dense_array(self.value).unwrap_or_default();
        (!places.iter().all(is_static)).then_some(StaleReason::Operands)
    }

    fn no_index(&self) -> Option<StaleReason> {
        (self.raw_indices() != [0]).then_some(StaleReason::Operands)
    }

    fn inrange(&self) -> Option<StaleReason> {
        let base = self.body.operands(self.op).first();
        (!base.is_some_and(|base| is_constant(self.body, *base))).then_some(StaleReason::Operands)
    }
}

/// Why an `irtrip.res_attrs` is not believed: upstream's list counts before it, and an operation that has room for such a
/// list has the attributes of a result there, of `void` alone here.
fn stale_result_attributes(ctx: &Context, name: OpName, attrs: Attr, has_result: bool) -> Option<StaleReason> {
    if ctx.entry(attrs, RES_ATTRS).is_some() {
        return Some(StaleReason::Completed);
    }
    let has_room = name.def().is_some_and(|def| def.attr_slot("res_attrs").is_some());
    (has_room && has_result).then_some(StaleReason::Result)
}

/// What is left of a preserved attribute of an instruction that [`wrong`] does not believe.
pub(super) fn corrected(ctx: &Context, key: Str, value: Attr) -> Option<Attr> {
    if key != IRTRIP_ATTRIBUTES {
        return None;
    }
    let rest = without_memory(&list_set(ctx, value));
    (!rest.is_empty()).then(|| list_attr(ctx, &rest))
}

/// How many values the entries of a list of arguments take.
fn value_count(ctx: &Context, list: Attr) -> usize {
    let takes_value = |item: &&Attr| {
        matches!(ctx.attr_data(**item), AttrData::Unit)
            || ctx.entries(**item).first().is_some_and(|entry| ctx.bytes(entry.0) == b"local")
    };
    ctx.items(list).iter().filter(takes_value).count()
}

/// The operands of a call that are in no operand bundle.
fn own_operands<'a>(ctx: &Context, body: &'a Body, op: Op) -> &'a [Value] {
    let operands = body.operands(op);
    let bundled: usize = bundle_sizes(ctx, body.attrs(op)).sum();
    operands.get(..operands.len().saturating_sub(bundled)).unwrap_or_default()
}

/// How many arguments the LLVM call has that an operation stands for.
fn argument_count(ctx: &Context, body: &Body, op: Op) -> Option<usize> {
    let def = body.name(op).def()?;
    Some(match def.llvm {
        LlvmForm::Intrinsic(intrinsic) => intrinsic_arguments(ctx, body, op, def, &intrinsic).ok()?.len(),
        _ => arguments_list(ctx, body.attrs(op), def)
            .map_or_else(|| own_operands(ctx, body, op).len(), |list| ctx.items(list).len()),
    })
}

/// Whether a callee of this type takes the operands of a call.
fn is_callee_type(ctx: &Context, body: &Body, op: Op, ty: Attr) -> bool {
    let operands = own_operands(ctx, body, op);
    let is_direct = [CALLEE, ASM_STRING].iter().any(|key| body.attr(ctx, op, *key).is_some());
    let arguments = operands.get(usize::from(!is_direct)..).unwrap_or_default();
    let Some(TypeData::LlvmFunction { result, params, .. }) = ctx.type_value(ty).map(|ty| ctx.type_data(ty)) else {
        return false;
    };
    let own: Type = body.result(op).map_or(types::VOID, |value| body.value_type(value));
    let types = arguments.iter().map(|argument| body.value_type(*argument));
    *result == own && params.len() <= arguments.len() && params.iter().copied().eq(types.take(params.len()))
}

/// Whether the name of an intrinsic is one of the operation's intrinsic.
fn is_callee(ctx: &Context, body: &Body, op: Op, name: Attr) -> bool {
    let Some(LlvmForm::Intrinsic(intrinsic)) = form(body, op) else { return true };
    let name = ctx.string_value(name).map(|name| ctx.text(name)).unwrap_or_default();
    name.strip_prefix(intrinsic.name).is_some_and(|suffix| suffix.is_empty() || suffix.starts_with('.'))
}

/// Whether a value may be a constant.
fn is_constant(body: &Body, value: Value) -> bool {
    match body.value(value).def {
        ValueDef::Result(op, _) => {
            form(body, op).is_some_and(|form| matches!(form, LlvmForm::Constant(_)) || form.fold() != Fold::Never)
        }
        ValueDef::Argument(..) | ValueDef::Undefined => false,
    }
}

/// The function that a call names, with the memory effects of its operand bundles.
fn called_function(around: &ModuleScope, attrs: Attr) -> CalledFunction {
    let ctx = around.ctx;
    let Some(symbol) = ctx.symbol_entry(attrs, CALLEE) else {
        return CalledFunction::UNKNOWN;
    };
    let function = around.functions.of(symbol).map(|function| MemoryEffects::of_function(ctx, function));
    let effects = match function {
        Some(effects) if effects != MemoryEffects::ANY => effects.with_bundles_of(ctx, attrs),
        _ => MemoryEffects::ANY,
    };
    CalledFunction { effects, named: true }
}

/// The address space of what a call calls; `None` where the call says it alone.
fn called_space(around: &ModuleScope, body: &Body, op: Op) -> Option<u32> {
    let (ctx, attrs) = (around.ctx, body.attrs(op));
    if !matches!(form(body, op), Some(LlvmForm::Inst(Inst::Call | Inst::Invoke | Inst::CallBr))) {
        return None;
    }
    if ctx.entry(attrs, ASM_STRING).is_some() {
        return None;
    }
    if let Some(symbol) = ctx.symbol_entry(attrs, CALLEE) {
        let function = around.functions.of(symbol)?;
        let space = ctx.int_entry(function, IRTRIP_ADDRESS_SPACE);
        return u32::try_from(space.unwrap_or(0)).ok();
    }
    match ctx.type_data(body.value_type(*body.operands(op).first()?)) {
        TypeData::Pointer { address_space } => Some(*address_space),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use irtrip_dialect::preserved::{Holder, PRESERVED_ATTRIBUTES, ValidityCheck};

    use super::*;

    /// Attributes of operations that nothing else speaks of, although the row's validity check does elsewhere.
    const UNCHECKED: [(Holder, Str); 2] = [
        // A function's own address space, which no call says.
        (Holder::Entity, IRTRIP_ADDRESS_SPACE),
        // The upstream form counts before them wherever both say something.
        (Holder::Entity, IRTRIP_ATTRIBUTES),
    ];

    #[test]
    fn every_row_with_a_witness_in_its_operation_has_a_check() {
        for row in PRESERVED_ATTRIBUTES {
            let is_here = match row.validity {
                ValidityCheck::Arguments
                | ValidityCheck::Operands
                | ValidityCheck::Completed
                | ValidityCheck::Symbol
                | ValidityCheck::Linkage => true,
                ValidityCheck::Operation
                | ValidityCheck::Spelling
                | ValidityCheck::Function
                | ValidityCheck::Module
                | ValidityCheck::BlockArguments
                | ValidityCheck::Predecessors
                | ValidityCheck::Location
                | ValidityCheck::Number => false,
            };
            let of_instructions = CHECKS.iter().any(|check| check.0 == row.handle);
            let of_globals = GLOBAL_CHECKS.iter().any(|check| check.0 == row.handle);
            for holder in row.on {
                let checked = match holder {
                    Holder::Instruction | Holder::Terminator => of_instructions,
                    Holder::Entity => of_globals,
                    // They are read by what they complete: what is not there any more is not asked for.
                    Holder::Module | Holder::Parameter => is_here,
                };
                assert_eq!(
                    checked,
                    is_here && !UNCHECKED.contains(&(*holder, row.handle)),
                    "{} on {holder:?}",
                    row.name
                );
            }
        }
    }
}
