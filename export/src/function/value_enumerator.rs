//! What a function has that the module numbers or defines: struct types, attribute groups, metadata nodes and
//! intrinsics, each in the order LLVM's writer meets them.

use std::ops::Range;

use irtrip_dialect::attribute_set::{AttributeItem, AttributeSet, call_set, function_set, parameter_set};
use irtrip_dialect::attributes::well_known;
use irtrip_dialect::call_arguments::{ArgumentValue, arguments_list, bundle_sizes, intrinsic_arguments};
use irtrip_dialect::intrinsics::{ImmediateParameter, called_type, immediate_parameters, lookup_intrinsic};
use irtrip_dialect::metadata::{AttachmentSite, MetadataExport, NodeId, Operand};
use irtrip_dialect::names::*;
use irtrip_dialect::ops::{Inst, Intrinsic, LlvmForm, LoweringKind, OpDef, intrinsics};
use irtrip_dialect::spellings::{Spelling, Spellings};
use irtrip_dialect::types::well_known as types;
use irtrip_dialect::verify::llvm_ir::attachments::AttachmentChecker;
use irtrip_dialect::verify::llvm_ir::calls::check_immediate;
use irtrip_dialect::{Attr, AttrData, Block, Body, Context, Op, OpName, OpNameDefinition, Str, Type, TypeData, Value};
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;

use super::records::Record;
use super::{FunctionPlan, Local, error_at};
use crate::lower_to_release::intrinsic_type;
use crate::module::{Symbol, SymbolTable};
use crate::write::IntrinsicNames;
use irtrip_dialect::constants::{ConstData, ConstId, Constants};
use irtrip_dialect::diagnostic::{DiagnosticCode, DiagnosticResult, ExportCode, LlvmVerifyCode};

/// Where types of the module are found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EnumeratedType {
    /// A type that has an identified struct in it.
    Type(Type),
    /// A metadata node; the constants in it, and in the nodes it refers to, have types.
    Node(NodeId),
}

/// What a function has that the module numbers, each thing once.
#[derive(Default)]
pub struct EnumeratedValues {
    /// Types and nodes with types.
    pub types: Vec<EnumeratedType>,
    /// The function's own attributes.
    pub own: AttributeSet,
    /// Calls that have function attributes: operation and dictionary.
    pub groups: Vec<(OpName, Attr)>,
    /// Metadata nodes, attachments of the function first.
    pub nodes: Vec<NodeId>,
    /// What is attached to each instruction, in the order they are written.
    pub attached: Vec<(Op, Str, NodeId)>,
    /// Intrinsics called that nothing declares, with their function types.
    pub intrinsics: Vec<(Str, Type)>,
}

type Types = SmallVec<[Type; 1]>;

/// A call of an intrinsic.
struct IntrinsicCall {
    /// The intrinsic, types and all.
    callee: Str,
    /// The arguments' types.
    args: SmallVec<[Type; 8]>,
    /// The operands that are arguments, each in its place; none where a list describes the arguments.
    given: SmallVec<[Option<Value>; 8]>,
}

/// Finds the enumerated of functions. One thread's.
pub struct ValueEnumerator<'a> {
    ctx: &'a Context,
    symbols: &'a SymbolTable,
    metadata: &'a MetadataExport,
    /// By type: whether it has an identified struct in it.
    has_struct: Vec<Option<bool>>,
    /// Whether a call's dictionary holds function attributes, and the types in them.
    call_sets: FxHashMap<(OpName, Attr), (bool, Types)>,
    /// Types in a parameter's dictionary.
    parameter_types: FxHashMap<Attr, Types>,
    names: IntrinsicNames,
    /// By intrinsic: the parameters that take immediates.
    immediates: FxHashMap<Str, Vec<ImmediateParameter>>,
    /// Whether any constant in the metadata has a type with a struct.
    typed_metadata: bool,
    /// The spellings of the release that is written for.
    spellings: Spellings,
    typed_nodes: FxHashSet<NodeId>,
    attachments: AttachmentChecker,
    // Those of the function at hand:
    types: FxHashSet<Type>,
    constants: FxHashSet<ConstId>,
    groups: FxHashSet<(OpName, Attr)>,
    nodes: FxHashSet<NodeId>,
    /// The type that an intrinsic was called with first, and the one that it is declared with.
    intrinsics: FxHashMap<Str, (Type, Type)>,
}

impl<'a> ValueEnumerator<'a> {
    /// Nothing scanned yet.
    pub fn new(
        ctx: &'a Context,
        symbols: &'a SymbolTable,
        metadata: &'a MetadataExport,
        typed_metadata: bool,
        spellings: Spellings,
    ) -> ValueEnumerator<'a> {
        ValueEnumerator {
            typed_metadata,
            spellings,
            typed_nodes: FxHashSet::default(),
            attachments: AttachmentChecker::default(),
            ctx,
            symbols,
            metadata,
            has_struct: Vec::new(),
            call_sets: FxHashMap::default(),
            parameter_types: FxHashMap::default(),
            names: IntrinsicNames::default(),
            immediates: FxHashMap::default(),
            types: FxHashSet::default(),
            constants: FxHashSet::default(),
            groups: FxHashSet::default(),
            nodes: FxHashSet::default(),
            intrinsics: FxHashMap::default(),
        }
    }

    /// Scans a function whose blocks and constants are known.
    pub fn function(&mut self, plan: &mut FunctionPlan) -> DiagnosticResult<()> {
        self.types.clear();
        self.constants.clear();
        self.groups.clear();
        self.nodes.clear();
        self.typed_nodes.clear();
        self.intrinsics.clear();
        let ctx = self.ctx;
        let mut enumerated = std::mem::take(&mut plan.enumerated);
        let attrs = plan.global.attrs;
        enumerated.own = function_set(ctx, attrs);
        if let Some(ty) = ctx.type_entry(attrs, FUNCTION_TYPE) {
            self.ty(&mut enumerated, ty);
        }
        self.own_types(&mut enumerated);
        self.parameters(&mut enumerated, attrs, RES_ATTRS, ARG_ATTRS);
        self.parameters(&mut enumerated, attrs, IRTRIP_RES_ATTRS, IRTRIP_ARG_ATTRS);
        let header = &plan.constants;
        for id in [header.personality, header.prefix, header.prologue].into_iter().flatten() {
            self.constant(&mut enumerated, &plan.pool, id);
        }
        for (_, node) in self.metadata.attachments(attrs, AttachmentSite::Function) {
            self.node(&mut enumerated, node);
        }
        if let (Some(body), Some(op)) = (plan.body(), plan.global.op) {
            self.body(&mut enumerated, plan, body, op)?;
        }
        plan.enumerated = enumerated;
        Ok(())
    }

    fn body(
        &mut self,
        enumerated: &mut EnumeratedValues,
        plan: &FunctionPlan,
        body: &Body,
        function: Op,
    ) -> DiagnosticResult<()> {
        // Where the intrinsics that each block calls begin.
        let mut called: Vec<(Block, usize)> = Vec::new();
        for (i, &block) in plan.blocks.iter().enumerate() {
            if plan.edges.made_block(block).is_some() {
                continue;
            }
            self.intrinsics.clear();
            called.pop_if(|last| last.1 == enumerated.intrinsics.len());
            called.push((block, enumerated.intrinsics.len()));
            if i > 0 {
                self.phis(enumerated, plan, body, function, block);
            }
            for op in body.ops(block).filter(|op| plan.is_written(body, *op)) {
                for record in plan.records.listed_by(self.ctx, body.attrs(op)) {
                    match record {
                        Record::Op(record) => self.record(enumerated, plan, body, function, record),
                        Record::Preserved(attrs, place) => {
                            self.preserved_record(enumerated, attrs);
                            place.into_iter().for_each(|op| self.record_group(enumerated, body, op));
                        }
                    }
                }
                let Some(def) = body.name(op).def().filter(|_| !plan.records.is_replaced(op)) else { continue };
                self.op(enumerated, plan, body, def, function, op)
                    .map_err(|kind| error_at(self.ctx, &plan.global, body, op, kind))?;
            }
        }
        in_translated_order(body, &called, &mut enumerated.intrinsics);
        Ok(())
    }

    fn phis(
        &mut self,
        enumerated: &mut EnumeratedValues,
        plan: &FunctionPlan,
        body: &Body,
        function: Op,
        block: Block,
    ) {
        let args = body.block_args(block);
        let Some(last) = body.last_op(block).filter(|_| !args.is_empty()) else { return };
        let facts = body.attr(self.ctx, last, IRTRIP_PHIS).map(|p| self.ctx.items(p)).unwrap_or_default();
        for (i, value) in args.iter().enumerate() {
            let facts = facts.get(i).copied().unwrap_or(well_known::EMPTY_DICTIONARY);
            for (kind, node) in self.metadata.attachments(facts, AttachmentSite::Phi(function, block, i as u32)) {
                self.node(enumerated, node);
                self.typed_node(enumerated, kind, node);
            }
            self.ty(enumerated, body.value_type(*value));
            for edge in plan.edges.leading_to(block) {
                if let Some(Local::Constant(id)) = edge.args.get(i).and_then(|v| plan.locals.get(v.index())) {
                    self.constant(enumerated, &plan.pool, *id);
                }
            }
        }
    }

    fn op(
        &mut self,
        enumerated: &mut EnumeratedValues,
        plan: &FunctionPlan,
        body: &Body,
        def: &OpDef,
        function: Op,
        op: Op,
    ) -> Result<(), DiagnosticCode> {
        let (ctx, attrs) = (self.ctx, body.attrs(op));
        if let Some(value) = body.result(op) {
            self.ty(enumerated, body.value_type(value));
        }
        for value in body.operands(op) {
            if let Some(Local::Constant(id)) = plan.locals.get(value.index()) {
                self.constant(enumerated, &plan.pool, *id);
            }
        }
        if def.llvm.is_debug_record() {
            self.record(enumerated, plan, body, function, op);
            return Ok(());
        }
        if let Some(ty) = ctx.type_entry(attrs, ELEM_TYPE) {
            self.ty(enumerated, ty);
        }
        let attachments = self.metadata.attachments(attrs, AttachmentSite::Instruction(body.name(op), function, op));
        if def.llvm.is_call() {
            self.call(enumerated, plan, (body, def, op))?;
        }
        self.arguments(enumerated, attrs, def);
        for (kind, node) in attachments {
            let is_call = def.llvm.is_call();
            if let Some(wrong) = self.attachments.check(ctx, self.metadata.graph(), (kind, node), is_call) {
                return Err(wrong.into());
            }
            enumerated.attached.push((op, kind, node));
            self.node(enumerated, node);
            self.typed_node(enumerated, kind, node);
        }
        Ok(())
    }

    fn call(
        &mut self,
        enumerated: &mut EnumeratedValues,
        plan: &FunctionPlan,
        (body, def, op): (&Body, &OpDef, Op),
    ) -> Result<(), DiagnosticCode> {
        let (ctx, attrs, name) = (self.ctx, body.attrs(op), body.name(op));
        let known = self.call_sets.entry((name, attrs)).or_insert_with(|| {
            let set = call_set(ctx, name, attrs, self.symbols.called_effects(ctx, attrs));
            (!set.is_empty(), item_types(&set).collect())
        });
        let (has, types_of_set) = known.clone();
        types_of_set.into_iter().for_each(|ty| self.ty(enumerated, ty));
        if has && self.groups.insert((name, attrs)) {
            enumerated.groups.push((name, attrs));
        }
        self.parameters(enumerated, attrs, RES_ATTRS, ARG_ATTRS);
        self.parameters(enumerated, attrs, IRTRIP_RES_ATTRS, IRTRIP_ARG_ATTRS);
        for own in ctx.entry(attrs, OPERAND_ATTRS).map(|a| ctx.items(a)).unwrap_or_default() {
            if let Some(ty) = ctx.type_entry(*own, ELEMENTTYPE) {
                self.ty(enumerated, ty);
            }
        }
        let result = body.result(op).map_or(types::VOID, |v| body.value_type(v));
        let Some(IntrinsicCall { callee, args, given }) = self.intrinsic_call(body, def, op, result)? else {
            return Ok(());
        };
        let variadic = ctx.type_entry(attrs, VAR_CALLEE_TYPE);
        let ty = variadic.unwrap_or_else(|| ctx.llvm_function_type(result, &args, false));
        let declared = || variadic.unwrap_or_else(|| called_type(ctx, ctx.bytes(callee), result, &args));
        if let Some(code) = self.check_immediates(plan, &given, callee, declared) {
            return Err(code.into());
        }
        match self.symbols.get(callee) {
            Some(declared) if !self.is_called_as_declared(declared, (callee, ty)) => {
                Err(LlvmVerifyCode::IntrinsicSignature.into())
            }
            Some(_) => Ok(()),
            None => {
                match self.intrinsics.get(&callee) {
                    Some(before) if before.0 == ty || before.1 == declared() => {}
                    // One name may stand for one type alone, which nothing says of the names of `llvm.call_intrinsic`.
                    Some(_) => return Err(ExportCode::IntrinsicSignature(ctx.text(callee).into_owned()).into()),
                    None => {
                        let declared = declared();
                        self.intrinsics.insert(callee, (ty, declared));
                        enumerated.intrinsics.push((callee, declared));
                    }
                }
                Ok(())
            }
        }
    }

    /// The intrinsic that an operation calls.
    fn intrinsic_call(
        &mut self,
        body: &Body,
        def: &OpDef,
        op: Op,
        result: Type,
    ) -> Result<Option<IntrinsicCall>, ExportCode> {
        let (ctx, attrs) = (self.ctx, body.attrs(op));
        let mut given: SmallVec<[Option<Value>; 8]> = SmallVec::new();
        let (callee, args) = match def.llvm {
            LlvmForm::Intrinsic(intrinsic) => {
                let args = intrinsic_arguments(ctx, body, op, def, &intrinsic)?;
                given.extend(args.iter().map(|arg| match arg.value {
                    ArgumentValue::Value(value) => Some(value),
                    _ => None,
                }));
                let args: SmallVec<[Type; 8]> = args.iter().map(|argument| argument.ty).collect();
                (self.names.callee(ctx, attrs, body.name(op), &intrinsic, result, &args), args)
            }
            LlvmForm::Inst(Inst::CallIntrinsic) => {
                let name = ctx.string_entry(attrs, INTRIN);
                let name = name.ok_or(ExportCode::Attribute("intrin"))?;
                let operands = body.operands(op);
                let bundled: usize = bundle_sizes(ctx, attrs).sum();
                let own = operands.get(..operands.len().saturating_sub(bundled)).unwrap_or_default();
                if arguments_list(ctx, attrs, def).is_none() {
                    given.extend(own.iter().map(|value| Some(*value)));
                }
                (name, argument_types(ctx, attrs, def, own.iter().map(|v| body.value_type(*v))))
            }
            _ => return Ok(None),
        };
        Ok(Some(IntrinsicCall { callee, args, given }))
    }

    /// Whether an intrinsic is called by the type that it is declared with. That is not asked of those that only older
    /// releases have, since LLVM looks at the arguments of some, and not where pointers name what they point to, since types
    /// of a call are made there when it is written.
    fn is_called_as_declared(&self, declared: &Symbol, (callee, ty): (Str, Type)) -> bool {
        declared.value_type.is_some_and(|declared| is_called_by(self.ctx, declared, ty))
            || self.spellings.has(Spelling::TypedPointers)
            || lookup_intrinsic(self.ctx.bytes(callee)).is_none()
    }

    /// The error of a call of an intrinsic whose `immarg` parameter is passed no constant, or one that it does not accept.
    fn check_immediates(
        &mut self,
        plan: &FunctionPlan,
        given: &[Option<Value>],
        callee: Str,
        declared: impl Fn() -> Type,
    ) -> Option<LlvmVerifyCode> {
        let parameters =
            self.immediates.entry(callee).or_insert_with(|| immediate_parameters(self.ctx, callee, declared()));
        parameters.iter().find_map(|parameter| {
            let value = (*given.get(parameter.place)?)?;
            match plan.locals.get(value.index()) {
                Some(Local::Constant(id)) => match plan.pool.data(*id) {
                    ConstData::Int(number) => check_immediate(*parameter, *number),
                    ConstData::BigInt(_) | ConstData::Float(_) => None,
                    _ => Some(LlvmVerifyCode::NotImmediate),
                },
                _ => Some(LlvmVerifyCode::NotImmediate),
            }
        })
    }

    /// Metadata among a call's arguments and in its operand bundles; LLVM's writer looks for it in calls of intrinsics.
    fn arguments(&mut self, enumerated: &mut EnumeratedValues, attrs: Attr, def: &OpDef) {
        let ctx = self.ctx;
        self.own_arguments(enumerated, attrs, def);
        let intrinsic = match def.llvm {
            LlvmForm::Intrinsic(_) | LlvmForm::Inst(Inst::CallIntrinsic) => true,
            _ => {
                let callee = ctx.symbol_entry(attrs, CALLEE);
                callee.is_some_and(|c| ctx.bytes(c).starts_with(b"llvm."))
            }
        };
        let bundles = ctx.entry(attrs, IRTRIP_BUNDLE_ARGS).filter(|_| intrinsic);
        for bundle in bundles.map(|b| ctx.items(b)).unwrap_or_default() {
            ctx.items(*bundle).iter().for_each(|arg| self.argument(enumerated, *arg));
        }
    }

    fn own_arguments(&mut self, enumerated: &mut EnumeratedValues, attrs: Attr, def: &OpDef) {
        let ctx = self.ctx;
        match def.llvm {
            LlvmForm::Intrinsic(Intrinsic { lowering: LoweringKind::AliasScope, .. }) => {
                let scope = ctx.entry(attrs, SCOPE).and_then(|s| self.metadata.declared_scope(s));
                scope.into_iter().for_each(|node| self.node(enumerated, node));
            }
            LlvmForm::Inst(Inst::MetadataCall | Inst::CallIntrinsic) => {
                let callee = ctx.symbol_entry(attrs, CALLEE);
                let intrinsic = ctx.string_entry(attrs, INTRIN);
                let args = arguments_list(ctx, attrs, def).map(|a| ctx.items(a)).unwrap_or_default();
                if callee.or(intrinsic).is_some_and(|c| ctx.bytes(c).starts_with(b"llvm.")) {
                    args.iter().for_each(|arg| self.argument(enumerated, *arg));
                }
            }
            _ => {}
        }
    }

    fn preserved_record(&mut self, enumerated: &mut EnumeratedValues, attrs: Attr) {
        let args = self.ctx.entry(attrs, ARGS).map(|a| self.ctx.items(a)).unwrap_or_default();
        args.iter().for_each(|arg| self.argument(enumerated, *arg));
        if let Some(kind) = self.ctx.string_entry(attrs, KIND) {
            self.record_intrinsic(enumerated, &self.ctx.text(kind), args.len().saturating_sub(1));
        }
    }

    /// The intrinsic that a record of a kind is a call of, where the release has no records.
    fn record_intrinsic(&mut self, enumerated: &mut EnumeratedValues, kind: &str, arguments: usize) {
        if self.spellings.has(Spelling::DebugRecords) {
            return;
        }
        let callee = self.ctx.str(&format!("llvm.dbg.{kind}"));
        if self.symbols.get(callee).is_none() && !self.intrinsics.contains_key(&callee) {
            let ty = intrinsic_type(self.ctx, kind, arguments, self.spellings);
            self.intrinsics.insert(callee, (ty, ty));
            enumerated.intrinsics.push((callee, ty));
        }
    }

    /// A record that is an operation: the types of its constant, its variable or label, then its location. One without a
    /// location is not written.
    fn record(&mut self, enumerated: &mut EnumeratedValues, plan: &FunctionPlan, body: &Body, function: Op, op: Op) {
        let attrs = body.attrs(op);
        for value in body.operands(op) {
            if let Some(Local::Constant(id)) = plan.locals.get(value.index()) {
                self.constant(enumerated, &plan.pool, *id);
            }
        }
        let site = AttachmentSite::Instruction(body.name(op), function, op);
        let attachments = self.metadata.attachments(attrs, site);
        if self.metadata.location_of(&attachments).is_none() {
            return;
        }
        let subject = self.metadata.record_subject(self.ctx, attrs, &attachments);
        subject.into_iter().for_each(|node| self.node(enumerated, node));
        for (_, node) in attachments {
            self.node(enumerated, node);
        }
        self.record_group(enumerated, body, op);
        let kind = record_kind(body.name(op));
        self.record_intrinsic(enumerated, kind, if kind == "label" { 1 } else { 3 });
    }

    /// The attributes of the call that a record is in a release without records.
    fn record_group(&mut self, enumerated: &mut EnumeratedValues, body: &Body, op: Op) {
        let (name, attrs) = (body.name(op), body.attrs(op));
        let is_call = !self.spellings.has(Spelling::DebugRecords) && self.ctx.entry(attrs, IRTRIP_ATTRIBUTES).is_some();
        if is_call && self.groups.insert((name, attrs)) {
            enumerated.groups.push((name, attrs));
        }
    }

    fn argument(&mut self, enumerated: &mut EnumeratedValues, arg: Attr) {
        let Some((key, value)) = self.ctx.entries(arg).first() else { return };
        if self.ctx.bytes(*key) == b"list" {
            return self.ctx.items(*value).iter().for_each(|item| self.constant_argument(enumerated, *item));
        }
        if self.ctx.bytes(*key) != b"metadata" {
            return;
        }
        match self.metadata.operand(self.ctx, *value) {
            Operand::Node(node) => self.node(enumerated, node),
            Operand::Constant(constant) => self.encoded(enumerated, constant),
            Operand::Null | Operand::String(_) => {}
        }
    }

    /// An item of an argument list: only constants count, nodes are in none.
    fn constant_argument(&mut self, enumerated: &mut EnumeratedValues, item: Attr) {
        if let Some((key, value)) = self.ctx.entries(item).first()
            && self.ctx.bytes(*key) == b"metadata"
            && let Operand::Constant(constant) = self.metadata.operand(self.ctx, *value)
        {
            self.encoded(enumerated, constant);
        }
    }

    /// The types in a constant that an attribute encodes. What is none is an error where it is written.
    fn encoded(&mut self, enumerated: &mut EnumeratedValues, constant: Attr) {
        let mut pool = Constants::default();
        if let Ok(id) = pool.of_encoded(self.ctx, self.symbols, constant) {
            self.constants.clear();
            self.constant(enumerated, &pool, id);
            self.constants.clear();
        }
    }

    fn own_types(&mut self, enumerated: &mut EnumeratedValues) {
        let types: SmallVec<[Type; 2]> = item_types(&enumerated.own).collect();
        for ty in types {
            self.ty(enumerated, ty);
        }
    }

    /// Types in the attributes of a result and of arguments.
    fn parameters(&mut self, enumerated: &mut EnumeratedValues, attrs: Attr, results: Str, args: Str) {
        let ctx = self.ctx;
        for key in [results, args] {
            let Some(list) = ctx.entry(attrs, key) else { continue };
            for dictionary in ctx.items(list) {
                let types = self
                    .parameter_types
                    .entry(*dictionary)
                    .or_insert_with(|| item_types(&parameter_set(ctx, *dictionary)).collect())
                    .clone();
                for ty in types {
                    self.ty(enumerated, ty);
                }
            }
        }
    }

    fn node(&mut self, enumerated: &mut EnumeratedValues, node: NodeId) {
        if self.nodes.insert(node) {
            enumerated.nodes.push(node);
        }
    }

    fn ty(&mut self, enumerated: &mut EnumeratedValues, ty: Type) {
        if self.has_struct(ty) && self.types.insert(ty) {
            enumerated.types.push(EnumeratedType::Type(ty));
        }
    }

    /// A node that is attached to an instruction; its debug location's types are not looked for.
    fn typed_node(&mut self, enumerated: &mut EnumeratedValues, kind: Str, node: NodeId) {
        if self.typed_metadata && self.ctx.bytes(kind) != b"dbg" && self.typed_nodes.insert(node) {
            enumerated.types.push(EnumeratedType::Node(node));
        }
    }

    /// Types in a constant.
    fn constant(&mut self, enumerated: &mut EnumeratedValues, pool: &Constants, id: ConstId) {
        if self.symbols.is_address(self.ctx, pool, id) {
            return;
        }
        self.ty(enumerated, pool.ty(id));
        let parts = pool.data(id).parts();
        if parts.is_empty() || !self.constants.insert(id) {
            return;
        }
        if let ConstData::Expr(expr) = pool.data(id)
            && let Some(ty) = self.symbols.stepped_over(self.ctx, expr)
        {
            self.ty(enumerated, ty);
        }
        // Constants are no deeper than `Constants::add` allows.
        for part in parts {
            self.constant(enumerated, pool, *part);
        }
    }

    fn has_struct(&mut self, ty: Type) -> bool {
        if let Some(Some(known)) = self.has_struct.get(ty.index()) {
            return *known;
        }
        let ctx = self.ctx;
        let found = match ctx.type_data(ty) {
            TypeData::IdentifiedStruct { .. } => true,
            TypeData::Array { element, .. } | TypeData::Vector { element, .. } => self.has_struct(*element),
            TypeData::TypedPointer { pointee, .. } => self.has_struct(*pointee),
            TypeData::LiteralStruct { elements: types, .. } | TypeData::TargetExt { types, .. } => {
                types.iter().any(|t| self.has_struct(*t))
            }
            TypeData::LlvmFunction { result, params, .. } => {
                self.has_struct(*result) || params.iter().any(|t| self.has_struct(*t))
            }
            _ => false,
        };
        if self.has_struct.len() <= ty.index() {
            self.has_struct.resize(ty.index() + 1, None);
        }
        self.has_struct[ty.index()] = Some(found);
        found
    }

    /// The enumerated of a variable or alias: types only.
    pub fn initializer(
        &mut self,
        value_type: Option<Type>,
        pool: &Constants,
        init: Option<ConstId>,
    ) -> Vec<EnumeratedType> {
        self.types.clear();
        self.constants.clear();
        let mut enumerated = EnumeratedValues::default();
        if let Some(ty) = value_type {
            self.ty(&mut enumerated, ty);
        }
        if let Some(id) = init {
            self.constant(&mut enumerated, pool, id);
        }
        enumerated.types
    }
}

/// Whether a call by a type is of a function that is declared with another: a variadic one may be given more.
pub fn is_called_by(ctx: &Context, declared: Type, called: Type) -> bool {
    match (ctx.type_data(declared), ctx.type_data(called)) {
        (
            TypeData::LlvmFunction { result, params, vararg: true },
            TypeData::LlvmFunction { result: given, params: arguments, .. },
        ) => result == given && arguments.starts_with(params),
        _ => declared == called,
    }
}

/// The types of the arguments of an intrinsic whose operands have these.
fn argument_types(
    ctx: &Context,
    attrs: Attr,
    def: &OpDef,
    mut operands: impl Iterator<Item = Type>,
) -> SmallVec<[Type; 8]> {
    let Some(list) = arguments_list(ctx, attrs, def) else { return operands.collect() };
    let is_value = |item: &Attr| matches!(ctx.attr_data(*item), AttrData::Unit);
    let is_local = |item: &Attr| ctx.entry(*item, ctx.str("local")).is_some();
    let types = ctx.items(list).iter().map(|item| match is_value(item) {
        true => operands.next().unwrap_or(types::METADATA),
        false => {
            if is_local(item) {
                operands.next();
            }
            types::METADATA
        }
    });
    types.collect()
}

/// The word for what a record is that is an operation.
pub fn record_kind(name: OpName) -> &'static str {
    match name {
        intrinsics::DBG_VALUE => "value",
        intrinsics::DBG_DECLARE => "declare",
        _ => "label",
    }
}

fn item_types(set: &AttributeSet) -> impl Iterator<Item = Type> + '_ {
    set.items().iter().filter_map(|item| match item {
        AttributeItem::Type(_, ty) => Some(*ty),
        AttributeItem::Flag(_) | AttributeItem::Int(..) | AttributeItem::Text(..) | AttributeItem::String { .. } => {
            None
        }
    })
}

/// Puts the intrinsics that a function's blocks call into the order in which upstream's exporter, which takes blocks in reverse
/// post order, declares them. `called` is where those of each block begin.
fn in_translated_order(body: &Body, called: &[(Block, usize)], intrinsics: &mut Vec<(Str, Type)>) {
    let (Some(&region), 2..) = (body.regions().first(), called.len()) else { return };
    let ends = called.iter().skip(1).map(|next| next.1).chain([intrinsics.len()]);
    let of_block: FxHashMap<Block, Range<usize>> =
        called.iter().zip(ends).map(|((block, start), end)| (*block, *start..end)).collect();
    let order = body.reverse_post_order(region);
    let ranges = order.iter().filter_map(|block| of_block.get(block).cloned());
    *intrinsics = ranges.flat_map(|range| intrinsics.get(range).unwrap_or_default().to_vec()).collect();
}
