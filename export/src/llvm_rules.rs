//! Step 2, what LLVM's verifier refuses of variables and functions, found before anything is written: MLIR's verifier accepts some of it,
//! such as a range of another width than its parameter. LangRef, "Parameter Attributes", "Function Attributes",
//! "Well-Formedness".

use std::sync::LazyLock;

use irtrip_dialect::attribute_set::{MemoryEffects, call_set, function_set, parameter_set};
use irtrip_dialect::attributes::well_known::EMPTY_DICTIONARY;
use irtrip_dialect::call_arguments::{bundle_sizes, intrinsic_arguments};
use irtrip_dialect::data_layout::module_layout;
use irtrip_dialect::diagnostic::{
    Diagnostic, DiagnosticCode, DiagnosticResult, ExportCode, ImportCode, LlvmVerifyCode,
};
use irtrip_dialect::enums::{CallingConvention, Linkage};
use irtrip_dialect::intrinsics::older::rows;
use irtrip_dialect::intrinsics::{is_intrinsic, lookup_intrinsic, match_call, overload_types};
use irtrip_dialect::layout::Layout;
use irtrip_dialect::llvm_attributes::AttributeSite;
use irtrip_dialect::llvm_text::type_text;
use irtrip_dialect::metadata::{AttachmentSite, MetadataExport};
use irtrip_dialect::names::*;
use irtrip_dialect::ops::attr_constraints::STRINGS;
use irtrip_dialect::ops::{Global, LlvmForm, LoweringKind, global_values, irtrip, llvm};
use irtrip_dialect::types::predicates::{is_function_result, is_pointee};
use irtrip_dialect::types::well_known as types;
use irtrip_dialect::verify::llvm_ir::aliases::{Alias, aliasees, check_alias_cycles};
use irtrip_dialect::verify::llvm_ir::attachments::{GlobalKind, check_of_global};
use irtrip_dialect::verify::llvm_ir::attributes::{
    FittingAttributes, check_allocsize, check_convention, check_function, check_misplaced, check_modular_format,
    check_outside_intrinsics, check_own, check_parameters, check_site,
};
use irtrip_dialect::verify::llvm_ir::headers::{GlobalWords, check_function_type, check_variable_type};
use irtrip_dialect::verify::llvm_ir::named_metadata::check_list;
use irtrip_dialect::verify::llvm_ir::variables::Variable;
use irtrip_dialect::verify::llvm_ir::{Declared, Function};
use irtrip_dialect::{Attr, AttrData, Block, Body, Context, Module, Op, OpName, OpNameDefinition, Str, Type, TypeData};
use rayon::prelude::*;
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;

use crate::function::value_enumerator::is_called_by;
use crate::function::{error_at, error_in};
use crate::module::{GlobalValue, ModuleContents};
use crate::write::global_value::GlobalPlan;
use irtrip_dialect::constants::ConstData;

/// Fails on the first variable or function that LLVM refuses.
pub fn check(ctx: &Context, module: &Module) -> DiagnosticResult<()> {
    let layout = module_layout(ctx, module.attrs).map(|layout| ctx.text(layout)).unwrap_or_default();
    let layout = Layout::new(&layout);
    if ctx.entry(module.attrs, LLVM_MODULE_ASM).is_some_and(|lines| !(STRINGS.holds)(ctx, lines)) {
        let rule = "'llvm.module_asm' must be an array of strings".to_owned();
        return Err(Box::new(Diagnostic::new(ExportCode::Rule(rule), module.loc)));
    }
    let body = &module.body;
    let mut functions = Vec::new();
    for op in module.ops() {
        let Some(LlvmForm::Global(kind)) = body.name(op).def().map(|def| def.llvm) else { continue };
        let attrs = body.attrs(op);
        let Some(name) = ctx.string_entry(attrs, SYM_NAME) else { continue };
        let global = GlobalValue { op: Some(op), attrs, body: body.nested(op), name, loc: body.loc(op) };
        if kind != Global::Func && has_zero(ctx, name) {
            return Err(error_in(ctx, &global, ImportCode::NulInName));
        }
        match kind {
            Global::Func => functions.push(global),
            Global::Variable | Global::Alias => {
                let is_alias = kind == Global::Alias;
                check_variable(ctx, &global, is_alias).map_or(Ok(()), |code| Err(error_in(ctx, &global, code)))?
            }
            _ => {}
        }
    }
    functions.extend(ctx.entry(module.attrs, IRTRIP_DECLARATIONS).iter().flat_map(|list| ctx.items(*list)).filter_map(
        |attrs| {
            let name = ctx.string_entry(*attrs, SYM_NAME)?;
            Some(GlobalValue { op: None, attrs: *attrs, body: None, name, loc: module.loc })
        },
    ));
    let named = functions.iter().filter(|function| ctx.bytes(function.name).starts_with(b"llvm."));
    let declared: FxHashMap<Str, Type> = named
        .filter_map(|function| Some((function.name, ctx.type_value(ctx.entry(function.attrs, FUNCTION_TYPE)?)?)))
        .collect();
    // Hardly a call asks.
    let of_functions = LazyLock::new(|| {
        let of_function = |function: &GlobalValue<'_>| {
            let parameters = ctx.entry(function.attrs, ARG_ATTRS).map(|list| ctx.items(list)).unwrap_or_default();
            let (name, own) = (function.name, function_set(ctx, function.attrs));
            Declared::of_function(ctx, &own, parameters).map(|declared| (name, declared)).collect::<SmallVec<[_; 2]>>()
        };
        functions.iter().flat_map(of_function).collect::<FxHashSet<(Str, Declared)>>()
    });
    let is_declared = |name: Str, declared: Declared| of_functions.contains(&(name, declared));
    let wrong = functions.par_iter().with_min_len(8).map_init(
        || Rules::new(ctx, &layout, (&declared, &is_declared)),
        |rules, function| rules.check_function(function).err(),
    );
    wrong.find_map_first(|error| error).map_or(Ok(()), Err)
}

/// Fails on the first struct or comdat whose name LLVM's assembly has no form for.
pub fn check_names(
    ctx: &Context,
    contents: &ModuleContents<'_>,
    structs: &[Type],
    module: &Module,
) -> DiagnosticResult<()> {
    let structs = structs.iter().filter_map(|ty| match ctx.type_data(*ty) {
        TypeData::IdentifiedStruct { name, .. } => Some(*name),
        _ => None,
    });
    match contents.comdats.keys().copied().chain(structs).any(|name| has_zero(ctx, name)) {
        true => Err(Box::new(Diagnostic::new(ImportCode::NulInName, module.loc))),
        false => Ok(()),
    }
}

fn has_zero(ctx: &Context, name: Str) -> bool {
    ctx.bytes(name).contains(&0)
}

/// Targets of whose intrinsics LLVM upgrades some by their types, by names that are as before.
const UPGRADED_BY_TYPE: [&str; 6] = ["aarch64.", "amdgcn.", "arm.", "nvvm.", "wasm.", "x86."];

/// Fails on the first call of an intrinsic that the module declares with a type which the model's release does not have it
/// with, nor upgrades.
pub fn check_signatures(ctx: &Context, module: &Module) -> DiagnosticResult<()> {
    let functions = || module.ops().filter(|op| module.body.name(*op) == global_values::FUNC);
    let declared = ctx.entry(module.attrs, IRTRIP_DECLARATIONS).map(|list| ctx.items(list)).unwrap_or_default();
    let unfit = |attrs: Attr| {
        let name = ctx.string_value(ctx.entry(attrs, SYM_NAME)?)?;
        let known = lookup_intrinsic(ctx.bytes(name))?;
        let ty = ctx.type_value(ctx.entry(attrs, FUNCTION_TYPE)?)?;
        let (text, data) = (ctx.text(name), ctx.type_data(ty));
        let own = text.trim_start_matches("llvm.");
        let is_upgraded = UPGRADED_BY_TYPE.iter().any(|target| own.starts_with(target))
            || !rows(own).is_empty()
            || matches!(data, TypeData::LlvmFunction { result, .. } if is_named_struct(ctx, *result));
        (!is_upgraded && overload_types(ctx, &known, ty).is_none()).then_some(name)
    };
    let of_functions = functions().map(|op| module.body.attrs(op));
    let unfit: FxHashSet<Str> = of_functions.chain(declared.iter().copied()).filter_map(unfit).collect();
    for op in functions().filter(|_| !unfit.is_empty()) {
        let Some(body) = module.body.nested(op) else { continue };
        let attrs = module.body.attrs(op);
        let wrong = body.linked_ops().find_map(|call| {
            let callee = |key: Str| body.attr(ctx, call, key);
            let name = callee(INTRIN).and_then(|name| ctx.string_value(name));
            let name = name.or_else(|| callee(CALLEE).and_then(|name| ctx.symbol_value(name)));
            Some((call, name.filter(|name| unfit.contains(name))?))
        });
        if let (Some((call, callee)), Some(name)) = (wrong, ctx.string_entry(attrs, SYM_NAME)) {
            let function = GlobalValue { op: Some(op), attrs, body: Some(body), name, loc: module.body.loc(op) };
            let code = ExportCode::IntrinsicSignature(ctx.text(callee).into_owned());
            return Err(error_at(ctx, &function, body, call, code));
        }
    }
    Ok(())
}

fn is_named_struct(ctx: &Context, ty: Type) -> bool {
    matches!(ctx.type_data(ty), TypeData::IdentifiedStruct { .. })
}

/// What LLVM refuses of a variable's type, and of the words before a variable or alias.
fn check_variable(ctx: &Context, variable: &GlobalValue<'_>, is_alias: bool) -> Option<DiagnosticCode> {
    let attrs = variable.attrs;
    let ty = ctx.type_entry(attrs, GLOBAL_TYPE).filter(|_| !is_alias);
    if let Some(ty) = ty.filter(|ty| !is_pointee(ctx, *ty)) {
        return Some(ExportCode::Type(type_text(ctx, ty)).into());
    }
    let words = GlobalWords::of_attrs(ctx, attrs);
    let has_initializer = [VALUE, IRTRIP_INITIALIZER].iter().any(|key| ctx.entry(attrs, *key).is_some())
        || variable.body.is_some_and(|body| first_block(body).is_some());
    let is_declaration = !is_alias && words.linkage.is_declaration_linkage() && !has_initializer;
    let wrong = ty.and_then(|ty| check_variable_type(ctx, ty, words.linkage));
    let comdat = || words.check_comdat(is_declaration).filter(|_| ctx.entry(attrs, COMDAT).is_some());
    wrong.or_else(|| words.check(is_declaration)).or_else(|| comdat().map(DiagnosticCode::from))
}

fn linkage(ctx: &Context, attrs: Attr) -> Linkage {
    ctx.entry(attrs, LINKAGE).and_then(|linkage| ctx.enum_value(linkage)).unwrap_or_default()
}

/// Fails on the first variable, alias, attachment or named metadata that LLVM refuses.
pub fn check_lists(
    ctx: &Context,
    (contents, globals): (&ModuleContents<'_>, &[GlobalPlan<'_>]),
    metadata: &MetadataExport,
    module: &Module,
) -> DiagnosticResult<()> {
    let loc = module.loc;
    check_variables(ctx, globals, module)?;
    check_intrinsics(ctx, contents, globals)?;
    check_aliases(ctx, contents, globals)?;
    check_attachments(ctx, contents, metadata, module)?;
    if metadata.named().iter().any(|(name, _)| *name == EMPTY) {
        return Err(Box::new(Diagnostic::new(ExportCode::NamelessList, loc)));
    }
    let wrong = metadata.named().iter().find_map(|(name, nodes)| check_list(ctx, metadata.graph(), *name, nodes));
    wrong.map_or(Ok(()), |code| Err(Box::new(Diagnostic::new(code, loc))))
}

fn check_variables(ctx: &Context, globals: &[GlobalPlan<'_>], module: &Module) -> DiagnosticResult<()> {
    let layout = module_layout(ctx, module.attrs).map(|layout| ctx.text(layout)).unwrap_or_default();
    let program_space = Layout::new(&layout).program_space;
    for plan in globals {
        let linkage = match plan.kind {
            Global::Variable => linkage(ctx, plan.global.attrs),
            Global::Ctors | Global::Dtors => Linkage::Appending,
            _ => continue,
        };
        let variable = Variable {
            name: ctx.bytes(plan.global.name),
            linkage,
            program_space,
            initializer: plan.init.map(|init| (&plan.pool, init)),
            has: &|key| ctx.entry(plan.global.attrs, key).is_some(),
        };
        variable.check(ctx).map_or(Ok(()), |rule| Err(error_in(ctx, &plan.global, rule)))?;
    }
    Ok(())
}

/// That nothing has the address of an intrinsic, which can only be called. Those of function bodies are checked with these.
fn check_intrinsics(ctx: &Context, contents: &ModuleContents<'_>, globals: &[GlobalPlan<'_>]) -> DiagnosticResult<()> {
    let is_one = |symbol: Str| {
        is_intrinsic(ctx.bytes(symbol)) && contents.functions.iter().any(|function| function.name == symbol)
    };
    let variables = globals.iter().filter(|plan| plan.pool.symbols().any(is_one)).map(|plan| &plan.global);
    let personality = |attrs: Attr| ctx.symbol_entry(attrs, PERSONALITY);
    let functions = contents.functions.iter().filter(|function| personality(function.attrs).is_some_and(is_one));
    match variables.chain(functions).next() {
        Some(global) => Err(error_in(ctx, global, LlvmVerifyCode::IntrinsicUser)),
        None => Ok(()),
    }
}

/// What is attached to variables and functions.
fn check_attachments(
    ctx: &Context,
    contents: &ModuleContents<'_>,
    metadata: &MetadataExport,
    module: &Module,
) -> DiagnosticResult<()> {
    let layout = module_layout(ctx, module.attrs).map(|layout| ctx.text(layout)).unwrap_or_default();
    let layout = Layout::new(&layout);
    let variables = contents.variables.iter().map(|variable| {
        let space = ctx.int_entry(variable.attrs, ADDR_SPACE).and_then(|space| u32::try_from(space).ok());
        let kind = GlobalKind::Variable(layout.pointer_bits(space.unwrap_or_default()));
        (variable, AttachmentSite::Global, kind)
    });
    let functions =
        contents.functions.iter().map(|function| (function, AttachmentSite::Function, GlobalKind::Function));
    // What upstream's form says is made to fit.
    let has_preserved = |global: &GlobalValue<'_>| ctx.entry(global.attrs, IRTRIP_METADATA).is_some();
    for (global, site, kind) in variables.chain(functions).filter(|found| has_preserved(found.0)) {
        let attached = metadata.attachments(global.attrs, site);
        let wrong = attached.iter().find_map(|one| check_of_global(ctx, metadata.graph(), *one, kind));
        wrong.map_or(Ok(()), |code| Err(error_in(ctx, global, code)))?;
    }
    Ok(())
}

/// What aliases and ifuncs stand for.
fn check_aliases(ctx: &Context, contents: &ModuleContents<'_>, globals: &[GlobalPlan<'_>]) -> DiagnosticResult<()> {
    let base = |plan: &GlobalPlan<'_>| plan.init.and_then(|init| plan.pool.base_symbol(init));
    let alias = |plan: &GlobalPlan<'_>| Alias {
        name: plan.global.name,
        base: base(plan),
        linkage: linkage(ctx, plan.global.attrs),
    };
    let plans: Vec<&GlobalPlan<'_>> = globals.iter().filter(|plan| plan.kind == Global::Alias).collect();
    let of_nothing = |plan: &&&GlobalPlan<'_>| {
        let data = plan.init.map(|init| plan.pool.data(init));
        matches!(data, Some(ConstData::Zero | ConstData::Undef | ConstData::Poison))
    };
    if let Some(plan) = plans.iter().find(of_nothing) {
        return Err(error_in(ctx, &plan.global, LlvmVerifyCode::AliaseeKind));
    }
    let aliases: Vec<Alias> = plans.iter().map(|plan| alias(plan)).collect();
    let mut ifuncs = globals.iter().filter(|plan| plan.kind == Global::IFunc).peekable();
    if aliases.is_empty() && ifuncs.peek().is_none() {
        return Ok(());
    }
    let is_declaration = |plan: &&GlobalPlan<'_>| plan.kind == Global::Variable && plan.init.is_none();
    let variables = globals.iter().filter(is_declaration).map(|plan| plan.global.name);
    let is_defined = |function: &&GlobalValue<'_>| function.body.and_then(first_block).is_some();
    let (defined, declared): (Vec<&GlobalValue<'_>>, Vec<&GlobalValue<'_>>) =
        contents.functions.iter().partition(is_defined);
    let declared: FxHashSet<Str> = variables.chain(declared.iter().map(|function| function.name)).collect();
    if let Some((place, code)) = check_alias_cycles(&aliases, |base| declared.contains(&base)).next() {
        return Err(error_in(ctx, &plans[place].global, code));
    }
    // MLIR's verifier looks at the resolver that upstream's form names.
    let resolvers: FxHashSet<Str> = defined.into_iter().map(|function| function.name).collect();
    let aliasee = aliasees(&aliases);
    let resolver = |plan: &GlobalPlan<'_>| plan.init.and_then(|init| plan.pool.cast_symbol(ctx, init));
    match ifuncs.find(|plan| !resolver(plan).is_some_and(|resolver| resolvers.contains(&aliasee(resolver)))) {
        Some(plan) => Err(error_in(ctx, &plan.global, LlvmVerifyCode::IFuncResolver)),
        None => Ok(()),
    }
}

/// Whether a function of the module is declared so.
type IsDeclared<'a> = dyn Fn(Str, Declared) -> bool + Sync + 'a;

/// The rules, and what of a module is known to keep them.
struct Rules<'a> {
    ctx: &'a Context,
    layout: &'a Layout,
    fitting: FittingAttributes,
    together: FxHashSet<(Attr, AttributeSite)>,
    calls: FxHashSet<(OpName, Attr)>,
    /// The operations of intrinsics and the types of their results and arguments.
    operations: FxHashSet<(OpName, Type, SmallVec<[Type; 8]>)>,
    /// The types that intrinsics are declared with, known ones or not.
    declared: &'a FxHashMap<Str, Type>,
    is_declared: &'a IsDeclared<'a>,
}

impl<'a> Rules<'a> {
    fn new(
        ctx: &'a Context,
        layout: &'a Layout,
        (declared, is_declared): (&'a FxHashMap<Str, Type>, &'a IsDeclared<'a>),
    ) -> Rules<'a> {
        let (fitting, together, calls, operations) = Default::default();
        Rules { ctx, layout, fitting, together, calls, operations, declared, is_declared }
    }

    fn check_function(&mut self, function: &GlobalValue<'_>) -> DiagnosticResult<()> {
        self.check_header(function).map_or(Ok(()), |code| Err(error_in(self.ctx, function, code)))?;
        let Some(body) = function.body else { return Ok(()) };
        let wrong = self.check_body(function, body);
        wrong.map_or(Ok(()), |(op, code)| Err(error_at(self.ctx, function, body, op, code)))
    }

    fn check_header(&mut self, function: &GlobalValue<'_>) -> Option<DiagnosticCode> {
        let (ctx, attrs) = (self.ctx, function.attrs);
        if has_zero(ctx, function.name) {
            return Some(ImportCode::NulInName.into());
        }
        let ty = ctx.type_entry(attrs, FUNCTION_TYPE)?;
        let TypeData::LlvmFunction { result, params, vararg } = ctx.type_data(ty) else { return None };
        let is_parameter = |ty: &&Type| ctx.is_first_class(**ty) && !matches!(ctx.type_data(**ty), TypeData::Label);
        let no_type = params.iter().find(|ty| !is_parameter(ty));
        if let Some(ty) = no_type.or_else(|| (!is_function_result(ctx, *result)).then_some(result)) {
            return Some(ExportCode::Type(type_text(ctx, *ty)).into());
        }
        let is_declaration = function.body.is_none_or(|body| first_block(body).is_none());
        let convention = CallingConvention::of_attrs(ctx, attrs);
        let wrong = self.check_extent(function, is_declaration);
        let of_type = || check_function_type(ctx, ctx.bytes(function.name), convention, ty).map(DiagnosticCode::from);
        let words = GlobalWords::of_attrs(ctx, attrs);
        let comdat = || words.check_comdat(is_declaration).filter(|_| ctx.entry(attrs, COMDAT).is_some());
        let wrong = wrong.or_else(|| comdat().map(DiagnosticCode::from));
        let wrong = wrong.or_else(|| words.check_function(is_declaration).map(DiagnosticCode::from));
        let wrong = wrong.or_else(|| words.check(is_declaration)).or_else(of_type);
        if wrong.is_some() {
            return wrong;
        }
        let own = function_set(ctx, attrs);
        // LLVM gives declared intrinsics the attributes that it knows, once it has read those that are there.
        if is_intrinsic(ctx.bytes(function.name)) {
            return check_misplaced(ctx, &own).map(DiagnosticCode::from);
        }
        let wrong = check_function(ctx, &own);
        let address = || ctx.entry(attrs, UNNAMED_ADDR).and_then(|address| ctx.enum_value(address)).unwrap_or_default();
        let wrong = wrong.or_else(|| check_allocsize(ctx, &own, params));
        let wrong = wrong.or_else(|| check_modular_format(ctx, &own, (params, *vararg)));
        let wrong = wrong.or_else(|| check_own(ctx, &own, address()));
        let listed = |key| ctx.entry(attrs, key).map(|list| ctx.items(list)).unwrap_or_default();
        let arguments = listed(ARG_ATTRS);
        let wrong = wrong.or_else(|| check_convention((ctx, self.layout), convention, params, arguments));
        let wrong = wrong.or_else(|| self.check_lists(arguments, params, AttributeSite::Parameter));
        let wrong = wrong.or_else(|| self.check_lists(listed(RES_ATTRS), &[*result], AttributeSite::Result));
        let wrong = wrong.or_else(|| check_parameters(ctx, params, arguments, *result));
        let is_own = !ctx.bytes(function.name).starts_with(b"llvm.");
        wrong.or_else(|| check_outside_intrinsics(ctx, arguments).filter(|_| is_own)).map(DiagnosticCode::from)
    }

    /// What a function may not have, or be called, that is defined here, or elsewhere.
    fn check_extent(&self, function: &GlobalValue<'_>, is_declaration: bool) -> Option<DiagnosticCode> {
        let has = |key| self.ctx.entry(function.attrs, key).is_some();
        let attached = self.ctx.entry(function.attrs, IRTRIP_METADATA);
        let has_profile = has(FUNCTION_ENTRY_COUNT)
            || attached.is_some_and(|list| self.ctx.entry(list, self.ctx.str("prof")).is_some());
        match is_declaration {
            true if has_profile => Some(LlvmVerifyCode::DeclarationProfile.into()),
            true if has(PERSONALITY) || has(IRTRIP_PERSONALITY) => Some(LlvmVerifyCode::DeclarationPersonality.into()),
            false if self.ctx.bytes(function.name).starts_with(b"llvm.") => {
                Some(LlvmVerifyCode::IntrinsicDefinition.into())
            }
            _ => None,
        }
    }

    /// Why attributes of values do not go with each other, with parameters or results, or with the values' types.
    fn check_lists(&mut self, lists: &[Attr], types: &[Type], site: AttributeSite) -> Option<LlvmVerifyCode> {
        let ctx = self.ctx;
        lists.iter().zip(types).filter(|(list, _)| **list != EMPTY_DICTIONARY).find_map(|(list, ty)| {
            let is_new = self.together.insert((*list, site));
            let set = is_new.then(|| parameter_set(ctx, *list));
            let wrong = set.and_then(|set| check_site(ctx, &set, site));
            wrong.or_else(|| self.fitting.check((ctx, self.layout), *list, *ty))
        })
    }

    /// Why attributes of a call do not go with each other, or with its operands.
    fn check_attributes(&mut self, body: &Body, op: Op) -> Option<LlvmVerifyCode> {
        let (ctx, name, attrs) = (self.ctx, body.name(op), body.attrs(op));
        let is_new = self.calls.insert((name, attrs));
        let own = is_new.then(|| check_function(ctx, &call_set(ctx, name, attrs, MemoryEffects::ANY))).flatten();
        if own.is_some() {
            return own;
        }
        if let Some(list) = ctx.entry(attrs, ARG_ATTRS) {
            let is_direct = [CALLEE, ASM_STRING, INTRIN].iter().any(|key| ctx.entry(attrs, *key).is_some());
            let operands = body.operands(op).get(usize::from(!is_direct)..).unwrap_or_default();
            let types: Vec<Type> = operands.iter().map(|operand| body.value_type(*operand)).collect();
            let wrong = self.check_lists(ctx.items(list), &types, AttributeSite::Parameter);
            if wrong.is_some() {
                return wrong;
            }
        }
        let list = ctx.entry(attrs, RES_ATTRS)?;
        let result = body.result(op).map_or(types::VOID, |result| body.value_type(result));
        self.check_lists(ctx.items(list), &[result], AttributeSite::Result)
    }

    /// Refuses the call of an intrinsic by other types than the module declares it with, or else LLVM has it with. Of those that only
    /// older releases have, LLVM looks at the arguments.
    fn check_signature(&self, body: &Body, op: Op) -> Option<DiagnosticCode> {
        let (ctx, attrs) = (self.ctx, body.attrs(op));
        let name = ctx.string_entry(attrs, INTRIN);
        let name = name.filter(|_| body.name(op) == llvm::CALL_INTRINSIC)?;
        let (known, declared) = (lookup_intrinsic(ctx.bytes(name)), self.declared.get(&name));
        let arguments = argument_types(ctx, body, op)?;
        let result = body.result(op).map_or(types::VOID, |value| body.value_type(value));
        let fits = match (declared, known) {
            (Some(_), None) if !rows(ctx.text(name).trim_start_matches("llvm.")).is_empty() => true,
            (Some(declared), _) => {
                let written = [IRTRIP_CALLEE_TYPE, VAR_CALLEE_TYPE].into_iter().find_map(|key| ctx.entry(attrs, key));
                let own = || ctx.llvm_function_type(result, &arguments, false);
                is_called_by(ctx, *declared, written.and_then(|ty| ctx.type_value(ty)).unwrap_or_else(own))
            }
            // A parameter that is metadata says nothing of what it is.
            (None, Some(known)) if !arguments.contains(&types::METADATA) => match_call(ctx, &known, result, &arguments)
                .is_none_or(|found| {
                    let has_all = arguments.len() == found.count || found.variadic && arguments.len() > found.count;
                    found.fits && has_all
                }),
            (None, _) => true,
        };
        match declared {
            _ if fits => None,
            Some(_) => Some(LlvmVerifyCode::IntrinsicSignature.into()),
            None => Some(ExportCode::IntrinsicSignature(ctx.text(name).into_owned()).into()),
        }
    }

    /// Refuses the operation of an intrinsic that is of other types than the intrinsic has. Definitions allow more.
    fn check_operation_signature(&mut self, body: &Body, op: Op) -> Option<ExportCode> {
        let (ctx, name) = (self.ctx, body.name(op));
        let def = name.def()?;
        let LlvmForm::Intrinsic(intrinsic) = def.llvm else { return None };
        if def.llvm.is_debug_record() {
            return None;
        }
        let result = body.result(op).map_or(types::VOID, |value| body.value_type(value));
        let arguments = intrinsic_arguments(ctx, body, op, def, &intrinsic).ok()?;
        let arguments: SmallVec<[Type; 8]> = arguments.iter().map(|argument| argument.ty).collect();
        // A parameter that is metadata says nothing of what it is, but for those of constrained operations, which are last.
        let is_constrained = matches!(intrinsic.lowering, LoweringKind::Constrained);
        let is_vague = arguments.contains(&types::METADATA) && !is_constrained;
        if is_vague || !self.operations.insert((name, result, arguments.clone())) {
            return None;
        }
        let known = lookup_intrinsic(intrinsic.name.as_bytes())?;
        // A later release may have one whose name goes on where that of another ends.
        if intrinsic.name.as_bytes().strip_prefix(b"llvm.") != Some(known.base) {
            return None;
        }
        // LLVM reads the call of an end of a coroutine that returns a value, as MLIR 22's operation does.
        let fits = |result| match_call(ctx, &known, result, &arguments).is_none_or(|call| call.fits);
        (![result, types::VOID].into_iter().any(fits))
            .then(|| ExportCode::IntrinsicSignature(intrinsic.name.to_owned()))
    }

    fn check_body(&mut self, function: &GlobalValue<'_>, body: &Body) -> Option<(Op, DiagnosticCode)> {
        let (ctx, attrs, declared) = (self.ctx, function.attrs, self.declared);
        let has = |key| ctx.entry(attrs, key).is_some();
        let is_naked = |word: &Attr| ctx.string_value(*word).is_some_and(|word| ctx.bytes(word) == b"naked");
        let lists = [PASSTHROUGH, IRTRIP_ATTRIBUTES].into_iter().filter_map(|key| ctx.entry(attrs, key));
        let function = Function {
            ctx,
            layout: self.layout,
            body,
            region: *body.regions().first()?,
            ty: ctx.type_entry(attrs, FUNCTION_TYPE),
            convention: CallingConvention::of_attrs(ctx, attrs),
            has_personality: has(PERSONALITY) || has(IRTRIP_PERSONALITY),
            has_gc: has(GARBAGE_COLLECTOR),
            arguments: ctx.entry(attrs, ARG_ATTRS).map(|list| ctx.items(list)).unwrap_or_default(),
            is_naked: lists.flat_map(|list| ctx.items(list)).any(is_naked),
            is_declared: self.is_declared,
            is_intrinsic: &|name| declared.contains_key(&name) && is_intrinsic(ctx.bytes(name)),
        };
        let wrong = function.ops().find_map(|op| {
            let call = if is_call(body.name(op)) { self.check_attributes(body, op) } else { None };
            let wrong = call.or_else(|| function.check_instruction(op)).or_else(|| check_range(ctx, body, op));
            let wrong = wrong.map(DiagnosticCode::from);
            let wrong = wrong.or_else(|| self.check_signature(body, op));
            Some((op, wrong.or_else(|| self.check_operation_signature(body, op).map(DiagnosticCode::from))?))
        });
        // MLIR's verifier asks whether definitions dominate their uses, but not whether what an invoke returns is used where it
        // has not returned.
        let returns = |op: Op| matches!(body.name(op), llvm::INVOKE | irtrip::INVOKE) && body.result(op).is_some();
        let misused = || function.ops().any(returns).then(|| function.check_uses()).flatten();
        let rest = || function.check_cfg().or_else(misused).or_else(|| function.check_parameters());
        wrong.or_else(|| rest().map(|(op, code)| (op, code.into())))
    }
}

/// The range of an intrinsic's result is of the result's type, where its operation has one.
fn check_range(ctx: &Context, body: &Body, op: Op) -> Option<LlvmVerifyCode> {
    let def = body.name(op).def().filter(|def| matches!(def.llvm, LlvmForm::Intrinsic(_)))?;
    let range = def.attr_slot("range").and_then(|_| ctx.entry(body.attrs(op), ctx.str("range")))?;
    let AttrData::Llvm { params, .. } = ctx.attr_data(range) else { return None };
    let ty = ctx.scalar_type(body.value_type(body.result(op)?));
    let is_of = |bound: &Attr| ctx.attr_type(*bound) == Some(ty);
    (!params.iter().flatten().all(is_of)).then(|| LlvmVerifyCode::AttributeOnType("range".to_owned()))
}

/// The types of the arguments of a call of an intrinsic by its name; `None` where its list of these is none.
fn argument_types(ctx: &Context, body: &Body, op: Op) -> Option<SmallVec<[Type; 8]>> {
    let attrs = body.attrs(op);
    let operands = body.operands(op);
    let own = operands.get(..operands.len().checked_sub(bundle_sizes(ctx, attrs).sum())?)?;
    let mut own = own.iter().map(|operand| body.value_type(*operand));
    match ctx.entry(attrs, IRTRIP_ARGS) {
        None => Some(own.collect()),
        Some(list) => {
            let ty = |item: &Attr| match ctx.attr_data(*item) {
                AttrData::Unit => own.next(),
                // A value as metadata.
                AttrData::Dictionary(entries) if entries.iter().any(|(key, _)| ctx.bytes(*key) == b"local") => {
                    own.next().map(|_| types::METADATA)
                }
                _ => Some(types::METADATA),
            };
            ctx.items(list).iter().map(ty).collect()
        }
    }
}

fn first_block(body: &Body) -> Option<Block> {
    body.blocks(*body.regions().first()?).first().copied()
}

fn is_call(name: OpName) -> bool {
    matches!(name, llvm::CALL | llvm::INVOKE | llvm::CALL_INTRINSIC | irtrip::CALL | irtrip::INVOKE | irtrip::CALLBR)
}
