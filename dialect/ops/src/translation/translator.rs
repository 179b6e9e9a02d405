//! What the translation of an operation reads it with, and makes others with.

use rustc_hash::FxHashSet;
use smallvec::SmallVec;

use super::{Declaration, ModuleFacts, Replacements};
use crate::body::{Body, Builder, InsertPoint, Op, Value};
use crate::context::{Attr, Context, Str, Type};
use crate::diagnostic::ExportCode;
use crate::intrinsics::{IntrinsicId, lookup_intrinsic, mangled_name, overload_types, signature_types};
use crate::layout::Layout;
use crate::names;
use crate::ops::llvm_builder::LlvmBuilder;
use crate::ops::{LlvmForm, llvm};
use crate::registry::{ContextDialects, OpNameDefinition};
use crate::release::Release;
use crate::types::{StructBody, TypeData, well_known as types};
use crate::verify::{VerifyContext, word_of};

/// An argument of an intrinsic's call.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CallArgument {
    /// A value, which is cast where the intrinsic accepts another type.
    Value(Value),
    /// A number, of the type that the intrinsic accepts.
    Int(i64),
    /// A number of a type.
    IntOf(Type, i64),
}

/// An operation that is translated, and where the operations in its place go.
pub struct Translator<'a> {
    /// Makes the operations.
    pub builder: Builder<'a>,
    /// The operation.
    pub op: Op,
    /// The data layout of the module.
    pub layout: &'a Layout,
    /// The release of MLIR that the text is known to be of, where that is an older one, in which operations mean what they
    /// meant then.
    pub release: Option<Release>,
    /// The symbols of the module.
    pub symbols: &'a FxHashSet<Str>,
    /// What the operations need of the module.
    pub(super) declared: Vec<Declaration>,
    /// Values that others take the place of in what follows.
    pub(super) changed: SmallVec<[(Value, Value); 1]>,
    /// Structs that have no name yet.
    pub(super) structs: Vec<Type>,
    /// The number of the operation's body among the module's.
    number: usize,
}

impl<'a> Translator<'a> {
    pub(super) fn new(
        ctx: &'a Context,
        body: &'a mut Body,
        (number, op): (usize, Op),
        &ModuleFacts { layout, release, symbols }: &ModuleFacts<'a>,
    ) -> Translator<'a> {
        let loc = body.loc(op);
        Translator {
            builder: Builder::new(ctx, body, InsertPoint::Before(op), loc),
            op,
            layout,
            release,
            symbols,
            declared: Vec::new(),
            changed: SmallVec::new(),
            structs: Vec::new(),
            number,
        }
    }

    /// The context.
    pub fn ctx(&self) -> &'a Context {
        self.builder.ctx
    }

    /// The operation with its definition.
    ///
    /// # Errors
    ///
    /// The operation has no definition.
    pub fn cx(&self) -> Result<VerifyContext<'_>, ExportCode> {
        VerifyContext::new(self.builder.ctx, self.builder.body, self.op).ok_or(ExportCode::Value)
    }

    /// The values of an operand group.
    ///
    /// # Errors
    ///
    /// The definition has no such group.
    pub fn group(&self, name: &'static str) -> Result<SmallVec<[Value; 4]>, ExportCode> {
        self.cx()?.group_named(name).map(SmallVec::from).ok_or(ExportCode::Attribute(name))
    }

    /// The first value of an operand group, if it has one.
    ///
    /// # Errors
    ///
    /// The definition has no such group.
    pub fn operand(&self, name: &'static str) -> Result<Option<Value>, ExportCode> {
        Ok(self.group(name)?.first().copied())
    }

    /// The type of an operand or, by its name, a result.
    ///
    /// # Errors
    ///
    /// The definition has none of the name, or it is empty.
    pub fn type_of(&self, name: &'static str) -> Result<Type, ExportCode> {
        self.cx()?.type_of(name).ok_or(ExportCode::Attribute(name))
    }

    /// An attribute.
    pub fn attr(&self, name: &str) -> Option<Attr> {
        self.cx().ok()?.attr_named(name)
    }

    /// Whether an attribute is set: a unit attribute, or `true`.
    pub fn flag(&self, name: &str) -> bool {
        self.cx().is_ok_and(|cx| cx.flag(name))
    }

    /// The number in an attribute: a flag is 1 where it is set, and what is not there is its default.
    ///
    /// # Errors
    ///
    /// There is none.
    pub fn number(&self, name: &'static str) -> Result<i64, ExportCode> {
        self.cx()?.number(name).ok_or(ExportCode::Attribute(name))
    }

    /// The word in an attribute of a dialect that is an enumeration, or the one that it has by default; empty where it is
    /// not there.
    ///
    /// # Errors
    ///
    /// The definition has no such attribute.
    pub fn word(&self, name: &'static str) -> Result<&'a str, ExportCode> {
        let (ctx, attr, slot) = {
            let cx = self.cx()?;
            (self.ctx(), cx.attr_named(name), cx.def.attr_slot(name).ok_or(ExportCode::Attribute(name))?)
        };
        word_of(ctx, attr, slot).ok_or(ExportCode::Attribute(name))
    }

    /// A number in an attribute of a dialect that has several: `m` of `#nvvm.shape<m = 16, n = 8, k = 16>`.
    ///
    /// # Errors
    ///
    /// There is none.
    pub fn field(&self, name: &'static str, field: &str) -> Result<u64, ExportCode> {
        self.cx()?.field(name, field).ok_or(ExportCode::Attribute(name))
    }

    /// Puts a value in place of another in what follows the operation.
    ///
    /// # Errors
    ///
    /// What follows is not known: the operation is not in its function's first block.
    pub fn change(&mut self, old: Value, new: Value) -> Result<(), ExportCode> {
        let body = &self.builder.body;
        let is_first = |block| body.regions().iter().any(|region| body.blocks(*region).first() == Some(&block));
        if !body.parent(self.op).is_some_and(is_first) {
            return Err(ExportCode::ChangedOperand);
        }
        self.changed.push((old, new));
        Ok(())
    }

    /// A value as one of another type: pointers by `addrspacecast`, integers by `zext` or `trunc`, and the rest by
    /// `bitcast`.
    ///
    /// # Errors
    ///
    /// There is no such cast.
    pub fn convert(&mut self, value: Value, ty: Type) -> Result<Value, ExportCode> {
        let from = self.builder.type_of(value);
        if from == ty {
            return Ok(value);
        }
        let ctx = self.ctx();
        let cast = match (ctx.type_data(from), ctx.type_data(ty)) {
            (TypeData::Pointer { .. }, TypeData::Pointer { .. }) => llvm::ADDRSPACECAST,
            (TypeData::Integer { width: from, .. }, TypeData::Integer { width: to, .. }) if from < to => llvm::ZEXT,
            (TypeData::Integer { .. }, TypeData::Integer { .. }) => llvm::TRUNC,
            _ => llvm::BITCAST,
        };
        let form = cast.def().map(|def| def.llvm);
        if !matches!(form, Some(LlvmForm::Cast(opcode)) if opcode.is_castable(ctx, from, ty)) {
            return Err(ExportCode::Operation(ctx.op_name_str(self.builder.body.name(self.op)).into_owned()));
        }
        Ok(self.builder.unary(cast, value, ty))
    }

    /// The call of an intrinsic by its name without its overload suffix. Its result, if it has one, is of the type that its
    /// signature says, or else of the operation's result.
    ///
    /// # Errors
    ///
    /// LLVM has no such intrinsic, or it does not accept these arguments.
    pub fn call(&mut self, name: &str, arguments: &[CallArgument]) -> Result<Option<Value>, ExportCode> {
        self.call_returning(name, arguments, self.builder.result_type(self.op))
    }

    /// Calls an intrinsic, which returns this type where its signature does not say it.
    pub(super) fn call_returning(
        &mut self,
        name: &str,
        arguments: &[CallArgument],
        returned: Option<Type>,
    ) -> Result<Option<Value>, ExportCode> {
        let ctx = self.ctx();
        let unknown = || ExportCode::Intrinsic(name.to_owned());
        let known = intrinsic_named(name).ok_or_else(unknown)?;
        let signature = signature_types(ctx, &known).ok_or_else(unknown)?;
        let (result, parameters) = signature.split_first().ok_or_else(unknown)?;
        if parameters.len() != arguments.len() {
            return Err(unknown());
        }
        let mut values: SmallVec<[Value; 8]> = SmallVec::new();
        for (argument, parameter) in arguments.iter().zip(parameters) {
            values.push(match (*argument, *parameter) {
                (CallArgument::Value(value), Some(ty)) => self.convert(value, ty)?,
                (CallArgument::Value(value), None) => value,
                (CallArgument::Int(number), Some(ty)) | (CallArgument::IntOf(ty, number), _) => {
                    self.builder.int_constant(ty, number)
                }
                (CallArgument::Int(_), None) => return Err(unknown()),
            });
        }
        let result = result.or(returned).unwrap_or(types::VOID);
        let types: SmallVec<[Type; 8]> = values.iter().map(|value| self.builder.type_of(*value)).collect();
        let open = overload_types(ctx, &known, ctx.llvm_function_type(result, &types, false)).ok_or_else(unknown)?;
        let full = mangled_name(ctx, &known, &open).ok_or_else(unknown)?;
        let attrs = [(names::INTRIN, ctx.string_attr(&full))];
        let results = if result == types::VOID { &[][..] } else { &[result] };
        let call = self.builder.create(llvm::CALL_INTRINSIC, &values, results, &attrs);
        Ok(self.builder.body.result(call))
    }

    /// Has the module have an operation, unless it has one of the symbol.
    pub fn declare(&mut self, declaration: Declaration) {
        self.declared.push(declaration);
    }

    /// A struct without a name in LLVM IR, which is the `elem_type` of operations. Whoever translates the module names it: by a number
    /// that follows from the other structs' numbers.
    pub fn unnamed_struct(&mut self, elements: &[Type]) -> Type {
        let ctx = self.ctx();
        let ty = ctx.identified_struct(ctx.str(&format!("0{:020}{:020}", self.number, self.op.index())));
        ctx.set_struct_body(ty, StructBody::Elements { packed: false, elements: elements.into() });
        self.structs.push(ty);
        ty
    }

    /// The call of a function that the module need not declare. `range` is that of its result.
    pub fn call_function(
        &mut self,
        name: &str,
        arguments: &[Value],
        result: Option<Type>,
        range: Option<Attr>,
    ) -> Option<Value> {
        let ctx = self.ctx();
        let types: SmallVec<[Type; 4]> = arguments.iter().map(|value| self.builder.type_of(*value)).collect();
        let ty = ctx.llvm_function_type(result.unwrap_or(types::VOID), &types, false);
        self.declared.push(Declaration::function(ctx, ctx.str(name), ty));
        let mut attrs = vec![(names::CALLEE, ctx.symbol_ref(ctx.str(name)))];
        if let Some(range) = range {
            let set = ctx.dictionary(&[(ctx.str("llvm.range"), range)]);
            attrs.push((names::RES_ATTRS, ctx.array(&[set])));
        }
        let call = self.builder.create(llvm::CALL, arguments, result.as_slice(), &attrs);
        self.builder.body.result(call)
    }

    /// What takes the place of the operation's only result, which is cast to its type; nothing where it has none.
    ///
    /// # Errors
    ///
    /// The operation has a result, and there is no value.
    pub fn replacements(&mut self, value: Option<Value>) -> Result<Replacements, ExportCode> {
        let Some(ty) = self.builder.result_type(self.op) else { return Ok(Replacements::new()) };
        let value = value.ok_or(ExportCode::Value)?;
        Ok(Replacements::from_elem(self.convert(value, ty)?, 1))
    }
}

/// The intrinsic of a name without its overload suffix.
pub(super) fn intrinsic_named(name: &str) -> Option<IntrinsicId> {
    let own = name.strip_prefix("llvm.")?;
    lookup_intrinsic(name.as_bytes()).filter(|known| known.base == own.as_bytes())
}
