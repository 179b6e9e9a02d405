//! Step 3, a function at a time and in parallel: what is written of it and how everything in it is called.
//!
//! - [`edges`]: blocks that vanish, blocks that are made, predecessors
//! - [`naming`]: names and slots of arguments, blocks and instructions
//! - [`value_enumerator`]: what the module numbers for it: struct types, attribute groups, metadata, intrinsics

pub mod edges;
pub mod naming;
pub mod records;
pub mod value_enumerator;

use irtrip_dialect::names::*;
use irtrip_dialect::ops::{Inst, LlvmForm, OpDef, irtrip, llvm};
use irtrip_dialect::{Block, Body, Context, ContextDialects, Op, OpNameDefinition, Str};
use rayon::prelude::*;
use rustc_hash::FxHashMap;

use crate::constants::fold::{Folder, KnownConstant};
use crate::module::GlobalValue;
use edges::Edges;
use irtrip_dialect::constants::decode::{Symbols, block_tag};
use irtrip_dialect::constants::{ConstId, Constants};
use irtrip_dialect::diagnostic::{Diagnostic, DiagnosticCode, DiagnosticResult, ExportCode};
use value_enumerator::EnumeratedValues;

/// How a value or block of a function is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Local {
    /// It is not: it has no result, or is no part of LLVM IR.
    #[default]
    None,
    /// As a constant, where it is used.
    Constant(ConstId),
    /// As part of a constant: it is a link of a chain of inserts, and only the next link uses it.
    Link,
    /// `%7`
    Slot(u32),
    /// `%name`
    Name(Str),
}

/// What is written of a function.
pub struct FunctionPlan<'a> {
    /// The function.
    pub global: GlobalValue<'a>,
    /// Its constants, those of its prefix, prologue and personality among them.
    pub pool: Constants,
    /// By value.
    pub locals: Vec<Local>,
    /// The blocks in order, without those that vanish, with those that are made; none for a declaration.
    pub blocks: Vec<Block>,
    /// By block; blocks that are made are numbered after the body's.
    pub labels: Vec<Local>,
    /// Blocks by the number of their `llvm.blocktag`.
    pub tags: FxHashMap<i64, Block>,
    /// The edges.
    pub edges: Edges<'a>,
    /// Prefix, prologue and personality that are no plain function.
    pub constants: FunctionConstants,
    /// Debug records that are elsewhere.
    pub records: records::Records,
    /// What the module numbers.
    pub enumerated: EnumeratedValues,
    /// The most bytes that a symbol has among the functions before this one and those they call, where comments show
    /// demangled names.
    pub longest_symbol_before: usize,
}

/// Constants of a function's header.
#[derive(Default)]
pub struct FunctionConstants {
    /// `prefix`
    pub prefix: Option<ConstId>,
    /// `prologue`
    pub prologue: Option<ConstId>,
    /// `personality`
    pub personality: Option<ConstId>,
}

impl<'a> FunctionPlan<'a> {
    /// The function's regions, where it has a body.
    pub fn body(&self) -> Option<&'a Body> {
        self.global.body.filter(|_| !self.blocks.is_empty())
    }

    /// The most bytes that a symbol has of this function and of those it calls.
    fn longest_symbol(&self, ctx: &Context) -> usize {
        let callee = |body: &Body, op| self.called_name(ctx, body, op).map(|name| ctx.bytes(name).len());
        let called = self.body().into_iter().flat_map(|body| {
            let ops = self.blocks.iter().filter(|block| block.index() < body.block_count()).flat_map(|b| body.ops(*b));
            ops.filter_map(move |op| callee(body, op))
        });
        called.chain([ctx.bytes(self.global.name).len()]).max().unwrap_or(0)
    }

    /// The name of what an operation calls: that of a symbol, or of a value; none where the value has only a number.
    pub fn called_name(&self, ctx: &Context, body: &Body, op: Op) -> Option<Str> {
        let attrs = body.attrs(op);
        if let Some(callee) = ctx.entry(attrs, CALLEE) {
            return ctx.symbol_value(callee);
        }
        let is_call = matches!(body.name(op), llvm::CALL | llvm::INVOKE | irtrip::CALL | irtrip::INVOKE);
        let callee = body.operands(op).first().filter(|_| is_call && ctx.entry(attrs, ASM_STRING).is_none())?;
        match self.locals.get(callee.index())? {
            Local::Name(name) => Some(*name),
            _ => None,
        }
    }

    /// Whether an operation is written where it stands: constants and tags are not.
    pub fn is_written(&self, body: &Body, op: Op) -> bool {
        if self.records.stands_for(body, op).is_some() {
            return false;
        }
        match body.result(op) {
            Some(value) => !matches!(self.locals.get(value.index()), Some(Local::Constant(_) | Local::Link)),
            None => !matches!(form(body, op), Some(LlvmForm::Inst(Inst::BlockTag))) && !self.records.is_listed(op),
        }
    }
}

/// What an operation stands for.
pub fn form(body: &Body, op: Op) -> Option<LlvmForm> {
    body.name(op).def().map(|d| d.llvm)
}

/// An error at an operation of a function.
pub fn error_at(
    ctx: &Context,
    global: &GlobalValue,
    body: &Body,
    op: Op,
    code: impl Into<DiagnosticCode>,
) -> Box<Diagnostic> {
    let mut error = Diagnostic::new(code, body.loc(op));
    error.symbol = Some(ctx.text(global.name).into());
    error.operation = Some(ctx.op_name_str(body.name(op)).into());
    Box::new(error)
}

/// An error at a global as a whole.
pub fn error_in(ctx: &Context, global: &GlobalValue, code: impl Into<DiagnosticCode>) -> Box<Diagnostic> {
    let mut error = Diagnostic::new(code, global.loc);
    error.symbol = Some(ctx.text(global.name).into());
    Box::new(error)
}

/// Finds the longest symbol before each function, which decides on the comments with demangled names.
pub fn find_longest_symbols(ctx: &Context, functions: &mut [FunctionPlan<'_>]) {
    let longest: Vec<usize> = functions.par_iter().map(|function| function.longest_symbol(ctx)).collect();
    let mut before = 0;
    for (function, longest) in functions.iter_mut().zip(longest) {
        function.longest_symbol_before = before;
        before = before.max(longest);
    }
}

/// Makes the plan of a function, but for what the module numbers, which [`value_enumerator`] finds.
pub fn outline<'a>(
    ctx: &'a Context,
    symbols: &'a dyn Symbols,
    global: GlobalValue<'a>,
) -> DiagnosticResult<FunctionPlan<'a>> {
    let mut plan = FunctionPlan {
        global,
        pool: Constants::default(),
        locals: Vec::new(),
        blocks: Vec::new(),
        labels: Vec::new(),
        tags: FxHashMap::default(),
        edges: Edges::default(),
        constants: FunctionConstants::default(),
        records: records::Records::default(),
        enumerated: EnumeratedValues::default(),
        longest_symbol_before: 0,
    };
    if let Some(body) = global.body
        && let Some(&region) = body.regions().first()
        && !body.blocks(region).is_empty()
    {
        plan.records = records::Records::find(ctx, body);
        constants(ctx, symbols, body, body.blocks(region), &mut plan)?;
        edges::find(ctx, body, body.blocks(region), &mut plan)?;
        naming::name(ctx, body, &mut plan);
        for (stand_in, value) in plan.records.stand_ins(body) {
            plan.locals[stand_in.index()] = plan.locals[value.index()];
        }
    }
    header_constants(ctx, symbols, &mut plan).map_err(|kind| error_in(ctx, &global, kind))?;
    Ok(plan)
}

fn header_constants(ctx: &Context, symbols: &dyn Symbols, plan: &mut FunctionPlan) -> Result<(), ExportCode> {
    let mut constant = |key: Str| match ctx.entry(plan.global.attrs, key) {
        Some(attr) => plan.pool.of_encoded(ctx, symbols, attr).map(Some),
        None => Ok(None),
    };
    plan.constants = FunctionConstants {
        prefix: constant(IRTRIP_PREFIX)?,
        prologue: constant(IRTRIP_PROLOGUE)?,
        personality: constant(IRTRIP_PERSONALITY)?,
    };
    if plan.constants.personality.is_none() {
        plan.constants.personality = constant(PERSONALITY)?;
    }
    Ok(())
}

/// Finds the operations that are constants, and makes aggregates of the chains of inserts that are used.
fn constants<'a>(
    ctx: &'a Context,
    symbols: &'a dyn Symbols,
    body: &'a Body,
    blocks: &[Block],
    plan: &mut FunctionPlan<'a>,
) -> DiagnosticResult<()> {
    let mut folder = Folder::new(ctx, symbols, body);
    plan.locals = vec![Local::None; body.value_count()];
    for (stand_in, _) in plan.records.stand_ins(body) {
        folder.set_variable(stand_in);
    }
    for &block in blocks {
        for op in body.ops(block) {
            let at = |kind| error_at(ctx, &plan.global, body, op, kind);
            let def: &OpDef = body.name(op).def().ok_or_else(|| {
                let name = ctx.op_name_str(body.name(op)).into_owned();
                error_in(ctx, &plan.global, ExportCode::Operation(name))
            })?;
            let found = folder.op(op, def).map_err(at)?;
            if let (Some(known), Some(value)) = (found, body.result(op)) {
                plan.locals[value.index()] = match known {
                    KnownConstant::Constant(id) => Local::Constant(id),
                    KnownConstant::Link(_) => Local::Link,
                };
            } else if matches!(def.llvm, LlvmForm::Inst(Inst::BlockTag)) {
                let tag = body.attr(ctx, op, TAG).and_then(|t| block_tag(ctx, t));
                let tag = tag.ok_or(ExportCode::Attribute("tag")).map_err(at)?;
                plan.tags.entry(tag).or_insert(block);
            }
        }
    }
    for &block in blocks {
        for op in body.ops(block) {
            if body.result(op).is_some_and(|v| plan.locals[v.index()] != Local::None) {
                continue;
            }
            for value in body.all_operands(op) {
                let Some(local) = plan.locals.get_mut(value.index()).filter(|local| **local == Local::Link) else {
                    continue;
                };
                let whole = folder.constant_of(*value).map_err(|kind| error_at(ctx, &plan.global, body, op, kind))?;
                *local = whole.map_or(Local::None, Local::Constant);
            }
        }
    }
    plan.pool = folder.pool;
    Ok(())
}
