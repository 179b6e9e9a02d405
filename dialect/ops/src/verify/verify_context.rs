//! An operation under verification, and where errors go.

use super::symbols::{Symbol, Symbols};
use crate::body::{Body, Op, Value, ValueDef};
use crate::context::{Attr, Context, Str, Type};
use crate::diagnostic::{Diagnostic, OperationReference, VerifyCode};
use crate::enums::{EnumValue, Linkage};
use crate::names;
use crate::ops::{OpDef, global_values};
use crate::registry::{ContextDialects, OpName, OpNameDefinition};

/// Reports a broken rule of the operation that is verified.
pub type EmitError<'r> = &'r mut dyn FnMut(VerifyCode);

/// A rule of an operation beyond what the other columns of its definition say: MLIR's `verify` function of an operation. It is
/// asked of operations that keep to the rest of their definition, and reports each rule that is broken.
///
/// ```
/// use irtrip_dialect::diagnostic::VerifyCode;
/// use irtrip_dialect::ops::{OpDef, TypeConstraint, build::variadic};
/// use irtrip_dialect::verify::{EmitError, VerifyContext, verify};
/// use irtrip_dialect::{Context, ContextDialects, Dialect, DialectRegistry, Module, NewOp};
///
/// static TOY: Dialect = Dialect::new("toy", OP_DEFS);
///
/// irtrip_dialect::op_defs! {
///     of TOY;
///     /// Takes pairs of values.
///     PAIRS = OpDef::new("toy.pairs").operands(&[variadic("values", TypeConstraint::Any)]).verify(&[are_pairs]);
/// }
///
/// fn are_pairs(cx: &VerifyContext<'_>, report: EmitError<'_>) {
///     if cx.operands().is_empty() || !cx.operands().len().is_multiple_of(2) {
///         report(VerifyCode::Rule("expects pairs of values".to_owned()));
///     }
/// }
///
/// let mut registry = DialectRegistry::new();
/// registry.insert(&TOY);
/// let (ctx, mut module) = (Context::with_dialects(&registry), Module::new());
/// let block = module.block;
/// module.body.append(block, NewOp::new(PAIRS.name()), &[]);
/// assert_eq!(verify(&ctx, &module)[0].to_string(), "'toy.pairs' op expects pairs of values");
/// ```
pub type Verifier = fn(&VerifyContext<'_>, EmitError<'_>);

/// A broken rule of an operation as an error.
pub fn broken_rule(ctx: &Context, body: &Body, op: Op, symbol: Option<Str>, code: VerifyCode) -> Diagnostic {
    let mut diagnostic = Diagnostic::new(code, OperationReference::new(body, op));
    diagnostic.operation = Some(ctx.op_name_str(body.name(op)).into());
    diagnostic.symbol = symbol.map(|symbol| ctx.text(symbol).into());
    diagnostic
}

/// The scope of an operation.
#[derive(Clone, Copy)]
pub struct OpScope<'a> {
    /// The symbols of the module.
    pub symbols: &'a Symbols<'a>,
    /// The operation of the module, where that is inside another.
    pub module: Option<VerifyContext<'a>>,
    /// The operation that is isolated from above and holds this one; none at the module level.
    pub holder: Option<VerifyContext<'a>>,
}

impl<'a> OpScope<'a> {
    /// The `llvm.func` the operations are in.
    pub fn function(&self) -> Option<VerifyContext<'a>> {
        self.holder.filter(|cx| cx.name() == global_values::FUNC)
    }
}

/// An operation that has a definition, at its place in a module.
#[derive(Clone, Copy)]
pub struct VerifyContext<'a> {
    /// The context of the module.
    pub ctx: &'a Context,
    /// The body that the operation is in.
    pub body: &'a Body,
    /// The operation.
    pub op: Op,
    /// Its definition.
    pub def: &'static OpDef,
    attrs: &'a [(Str, Attr)],
    /// The operation of the same body whose region it is in.
    parent: Option<Op>,
    /// What is around it, if it is the operation that is verified.
    around: Option<&'a OpScope<'a>>,
}

impl<'a> VerifyContext<'a> {
    /// The operation, if the table has a definition for it.
    pub fn new(ctx: &'a Context, body: &'a Body, op: Op) -> Option<VerifyContext<'a>> {
        let def = body.name(op).def()?;
        Some(VerifyContext { ctx, body, op, def, attrs: ctx.entries(body.attrs(op)), parent: None, around: None })
    }

    /// The same with what is around it; `parent` is the operation of its body whose region it is in.
    pub fn within(self, around: &'a OpScope<'a>, parent: Option<Op>) -> VerifyContext<'a> {
        VerifyContext { parent, around: Some(around), ..self }
    }

    /// The operation that is isolated from above and holds this one; none at the module level.
    pub fn holder(&self) -> Option<VerifyContext<'a>> {
        self.around?.holder
    }

    /// The module around it, where that is inside another: a `gpu.module`.
    pub fn inner_module(&self) -> Option<VerifyContext<'a>> {
        self.around?.module
    }

    /// The operation of the module's symbol with a name; none where the module has no such symbol.
    pub fn symbol(&self, name: Str) -> Option<VerifyContext<'a>> {
        self.find(name)?.cx()
    }

    /// The module's symbol with a name.
    pub fn find(&self, name: Str) -> Option<Symbol<'a>> {
        self.around?.symbols.find(name)
    }

    /// Whether `@comdat::@selector` is a selector of the module.
    pub(super) fn has_selector(&self, comdat: Str, selector: Str) -> bool {
        self.around.is_some_and(|around| around.symbols.has_selector(comdat, selector))
    }

    /// The `llvm.func` that the operation is in.
    pub(super) fn function(&self) -> Option<VerifyContext<'a>> {
        self.around?.function()
    }

    /// Its name.
    pub fn name(&self) -> OpName {
        self.body.name(self.op)
    }

    /// Its attributes.
    pub fn attrs(&self) -> &'a [(Str, Attr)] {
        self.attrs
    }

    /// An attribute.
    pub fn attr(&self, key: Str) -> Option<Attr> {
        self.attrs.iter().find(|e| e.0 == key).map(|e| e.1)
    }

    /// Whether an attribute is there.
    pub fn has(&self, key: Str) -> bool {
        self.attr(key).is_some()
    }

    /// The value of an integer attribute, or of an enumeration in whichever form it is held.
    pub fn int(&self, key: Str) -> Option<i64> {
        number(self.ctx, self.attr(key)?)
    }

    /// The value of an enumeration's attribute, in whichever form it is held.
    pub fn enum_value<E: EnumValue>(&self, key: Str) -> Option<E> {
        self.ctx.enum_value(self.attr(key)?)
    }

    /// The linkage of a global; `external` where it says none.
    pub(super) fn linkage(&self) -> Linkage {
        self.enum_value(names::LINKAGE).unwrap_or_default()
    }

    /// The type in a type attribute.
    pub fn type_attr(&self, key: Str) -> Option<Type> {
        self.ctx.type_value(self.attr(key)?)
    }

    /// The operands that belong to no successor.
    pub fn operands(&self) -> &'a [Value] {
        self.body.operands(self.op)
    }

    /// The type of an operand.
    pub fn operand_type(&self, index: usize) -> Option<Type> {
        self.operands().get(index).map(|&v| self.body.value_type(v))
    }

    /// The type of the only or first result.
    pub fn result_type(&self) -> Option<Type> {
        self.body.result(self.op).map(|v| self.body.value_type(v))
    }

    /// The operation an operand is the result of.
    pub fn operand_site(&self, index: usize) -> Option<VerifyContext<'a>> {
        match self.body.value(*self.operands().get(index)?).def {
            ValueDef::Result(op, _) => VerifyContext::new(self.ctx, self.body, op),
            ValueDef::Argument(..) | ValueDef::Undefined => None,
        }
    }

    /// An attribute by its name's text.
    pub fn attr_named(&self, name: &str) -> Option<Attr> {
        self.attrs.iter().find(|e| self.ctx.bytes(e.0) == name.as_bytes()).map(|e| e.1)
    }

    /// The operands of a group of the definition.
    pub fn group(&self, index: u8) -> &'a [Value] {
        let (start, count) = super::definition::group_range(self, usize::from(index));
        self.operands().get(start..start + count).unwrap_or_default()
    }

    /// The operation whose region this one is in, inside the same body.
    pub fn parent(&self) -> Option<VerifyContext<'a>> {
        VerifyContext::new(self.ctx, self.body, self.parent?)
    }

    /// A type as messages spell it.
    pub fn spell(&self, ty: Type) -> String {
        crate::diagnostic::spell(self.ctx, ty)
    }
}

/// The number in an integer attribute, or in an attribute of the LLVM dialect that is a number by name.
pub(super) fn number(ctx: &Context, attr: Attr) -> Option<i64> {
    use crate::attributes::AttrData;
    match ctx.attr_data(attr) {
        AttrData::Integer { value, .. } => Some(*value),
        AttrData::Llvm { params, .. } => match params.first()? {
            Some(first) => ctx.int_value(*first),
            None => Some(0),
        },
        _ => None,
    }
}
