//! How an operation of another dialect becomes operations of the LLVM dialect, which is the first thing that export does
//! with it: what a definition says with [`LlvmForm::Translation`](crate::ops::LlvmForm::Translation).
//!
//! - [`intrinsic_call`]: the call of an intrinsic that the attributes and types of the operation choose, as a table says
//! - [`translator`]: what code makes operations with, where no table says it
//! - [`module_translator`]: the same for operations of a module itself
//! - [`types`]: types of a dialect, which become LLVM's
//! - [`attribute`]: discardable attributes of a dialect, which become what LLVM IR has in their place
//!
//! ```
//! use irtrip_dialect::layout::Layout;
//! use irtrip_dialect::ops::build::{one, unit};
//! use irtrip_dialect::ops::{LlvmForm, OpDef, TypeConstraint};
//! use irtrip_dialect::translation::{Argument, IntrinsicCall, ModuleFacts, NamePart, Translation, translate};
//! use irtrip_dialect::types::well_known::I32;
//! use irtrip_dialect::{Body, Context, ContextDialects, Dialect, DialectRegistry, NewOp, ops::llvm};
//!
//! static TOY: Dialect = Dialect::new("toy", OP_DEFS);
//!
//! irtrip_dialect::op_defs! {
//!     of TOY;
//!     /// Waits, or waits for a cluster.
//!     WAIT = OpDef::new("toy.wait").attrs(&[unit("cluster")]).llvm(LlvmForm::Translation(Translation::Call(
//!         IntrinsicCall::new(
//!             &[NamePart::Flag("cluster", "llvm.nvvm.barrier.cluster.wait", "llvm.nvvm.barrier.cta.sync.all")],
//!             &[Argument::UnlessFlag("cluster", &Argument::Int(0))],
//!         ),
//!     )));
//! }
//!
//! let mut registry = DialectRegistry::new();
//! registry.insert(&TOY);
//! let (ctx, mut body) = (Context::with_dialects(&registry), Body::new());
//! let region = body.append_region();
//! let block = body.new_block();
//! body.append_block(region, block);
//! body.append(block, NewOp::new(WAIT.name()), &[]);
//! let (layout, symbols) = (Layout::new(""), Default::default());
//! translate(&ctx, &mut body, 0, &ModuleFacts { layout: &layout, release: None, symbols: &symbols })?;
//! assert_eq!(body.last_op(block).map(|op| body.name(op)), Some(llvm::CALL_INTRINSIC));
//! # Ok::<(), Box<irtrip_dialect::diagnostic::Diagnostic>>(())
//! ```

pub mod attribute;
pub mod intrinsic_call;
pub mod module_translator;
pub mod translator;
pub mod types;

use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;

use crate::body::{Body, Op, Value};
use crate::context::{Attr, Context, Str, Type};
use crate::diagnostic::{Diagnostic, DiagnosticResult, ExportCode};
use crate::intrinsics::signature_types;
use crate::layout::Layout;
use crate::names::{FUNCTION_TYPE, SYM_NAME};
use crate::ops::global_values::FUNC;
use crate::ops::{Intrinsic, LlvmForm};
use crate::registry::{ContextDialects, OpName, OpNameDefinition};
use crate::release::Release;
use crate::types::well_known::VOID;

pub use attribute::{AttributeTranslation, FunctionTranslator, InstructionNode};
pub use intrinsic_call::{Argument, IntrinsicCall, NamePart};
pub use module_translator::ModuleTranslator;
pub use translator::{CallArgument, Translator};

/// The values that take the place of an operation's results.
pub type Replacements = SmallVec<[Value; 1]>;

/// How an operation becomes operations of the LLVM dialect.
#[derive(Clone, Copy, Debug)]
pub enum Translation {
    /// It is the call of an intrinsic.
    Call(IntrinsicCall),
    /// A function makes the operations before it.
    Code(fn(&mut Translator<'_>) -> Result<Replacements, ExportCode>),
    /// A function makes inline assembly before it. Upstream leaves that to a pass, so that its exporter accepts no such
    /// operation.
    Assembly(fn(&mut Translator<'_>) -> Result<Replacements, ExportCode>),
    /// It stands in a module, and a function makes the module's operations in its place.
    Module(fn(&mut ModuleTranslator<'_>) -> Result<(), ExportCode>),
    /// LLVM IR does not have it, nor what is in it.
    Nothing,
}

/// An operation of the module that translated operations need: a function that they call, a variable.
#[derive(Clone, Debug)]
pub struct Declaration {
    /// Its symbol; a list of constructors or destructors has none.
    pub symbol: Option<Str>,
    /// The operation.
    pub name: OpName,
    /// Its attributes.
    pub attrs: Attr,
    /// Its body, if it has one.
    pub body: Option<Body>,
}

impl Declaration {
    /// An operation with a symbol and other attributes.
    pub fn of_symbol(ctx: &Context, name: OpName, symbol: Str, others: &[(Str, Attr)]) -> Declaration {
        let attrs = [&[(SYM_NAME, ctx.str_attr(symbol))], others].concat();
        Declaration { symbol: Some(symbol), name, attrs: ctx.dictionary(&attrs), body: None }
    }

    /// A function of a type that is elsewhere.
    pub fn function(ctx: &Context, symbol: Str, ty: Type) -> Declaration {
        Declaration::of_symbol(ctx, FUNC, symbol, &[(FUNCTION_TYPE, ctx.type_attr(ty))])
    }
}

/// The translation of an operation, if it is one that is translated.
pub fn translation(ctx: &Context, body: &Body, op: Op) -> Option<Translation> {
    let name = body.name(op);
    if name.is_of_core() {
        return None;
    }
    match name.def()?.llvm {
        LlvmForm::Translation(translation) => Some(translation),
        LlvmForm::Intrinsic(intrinsic) if returns_otherwise(ctx, body, op, &intrinsic) => {
            Some(Translation::Code(intrinsic_call::by_definition))
        }
        _ => None,
    }
}

/// Whether an intrinsic returns something that its operation does not, or something of another type.
fn returns_otherwise(ctx: &Context, body: &Body, op: Op, intrinsic: &Intrinsic) -> bool {
    // An intrinsic that the table does not have may begin like one that it does.
    let known = translator::intrinsic_named(intrinsic.name);
    let types = known.and_then(|known| signature_types(ctx, &known));
    let own = body.result(op).map(|value| body.value_type(value));
    match (types.as_deref().and_then(<[_]>::first), own) {
        (Some(Some(fixed)), own) => own.unwrap_or(VOID) != *fixed,
        (Some(None), own) => own.is_none(),
        (None, _) => false,
    }
}

/// Whether a body has operations that are translated.
pub fn needs_translation(ctx: &Context, body: &Body) -> bool {
    (0..body.op_count()).map(Op::new).any(|op| translation(ctx, body, op).is_some() && body.parent(op).is_some())
}

/// What the translation of a body asks of its module.
#[derive(Clone, Copy, Debug)]
pub struct ModuleFacts<'a> {
    /// Its data layout.
    pub layout: &'a Layout,
    /// The release of its text, where that is known to be an older one.
    pub release: Option<Release>,
    /// The symbols of its operations.
    pub symbols: &'a FxHashSet<Str>,
}

/// What [`translate`] did to a body.
#[derive(Default, Debug)]
pub struct Translated {
    /// What the new operations need of the module.
    pub declared: Vec<Declaration>,
    /// The structs without a name that the new operations have, in order, under names for the time being.
    pub structs: Vec<Type>,
    /// Each operation that was replaced, in order, with the number of operations that the body had when its replacements
    /// were made.
    pub origins: Vec<(usize, Op)>,
}

/// Puts operations of the LLVM dialect in place of a body's operations that are translated; `number` is the body's among the
/// module's.
///
/// # Errors
///
/// An operation that stands for nothing in LLVM IR, with its place.
pub fn translate(
    ctx: &Context,
    body: &mut Body,
    number: usize,
    module: &ModuleFacts<'_>,
) -> DiagnosticResult<Translated> {
    let mut done = Translated::default();
    let mut replaced: FxHashMap<Value, Value> = FxHashMap::default();
    // What each changed value is now, and which value that was at first.
    let mut changed: FxHashMap<Value, Value> = FxHashMap::default();
    let mut first: FxHashMap<Value, Value> = FxHashMap::default();
    for op in (0..body.op_count()).map(Op::new) {
        if !changed.is_empty() {
            let rename = |operand: &mut Value| *operand = changed.get(operand).copied().unwrap_or(*operand);
            body.all_operands_mut(op).iter_mut().for_each(rename);
        }
        let Some(translation) = translation(ctx, body, op).filter(|_| body.parent(op).is_some()) else { continue };
        let mut translator = Translator::new(ctx, body, (number, op), module);
        let made = match translation {
            Translation::Call(call) => call.translate(&mut translator),
            Translation::Code(code) | Translation::Assembly(code) => code(&mut translator),
            Translation::Module(_) => {
                Err(ExportCode::Operation(ctx.op_name_str(translator.builder.body.name(op)).into_owned()))
            }
            Translation::Nothing => Ok(Replacements::new()),
        };
        done.declared.append(&mut translator.declared);
        done.structs.append(&mut translator.structs);
        for (old, new) in std::mem::take(&mut translator.changed) {
            let own = first.get(&old).copied().unwrap_or(old);
            first.insert(new, own);
            changed.insert(own, new);
        }
        let made = made.map_err(|code| {
            let mut error = Diagnostic::new(code, body.loc(op));
            error.operation = Some(ctx.op_name_str(body.name(op)).into());
            Box::new(error)
        })?;
        for (result, value) in body.results(op).zip(made) {
            let name = body.value(result).name;
            if name.is_some() && body.value(value).name.is_none() {
                body.set_value_name(value, name);
            }
            replaced.insert(result, value);
        }
        done.origins.push((body.op_count(), op));
        body.erase(op);
    }
    if !replaced.is_empty() {
        // An operation may stand for the result of another.
        body.replace_operands(|mut value| {
            while let Some(&other) = replaced.get(&value) {
                value = other;
            }
            value
        });
    }
    Ok(done)
}
