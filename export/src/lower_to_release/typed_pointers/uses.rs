//! The types that operations ask their operands for.

use irtrip_dialect::enums::UnaryOpcode;
use irtrip_dialect::intrinsics::typed_signature;
use irtrip_dialect::names::*;
use irtrip_dialect::ops::{Inst, LlvmForm, OpDef};
use irtrip_dialect::types::well_known as types;
use irtrip_dialect::{Attr, AttrData, Body, Context, Op, Str, Type, TypeData, Value};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use super::signatures::{Signatures, attribute_pointee, pointer_to};
use super::symbol;
use crate::write::{ArgumentValue, arguments_list, bundle_sizes, intrinsic_arguments};

/// What a use of a pointer asks for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Use {
    /// The operand's place among the operation's own.
    pub place: usize,
    /// The type.
    pub ty: Type,
    /// Whether it says what is in the memory.
    pub decides: bool,
}

/// The types that the uses of values agree on.
#[derive(Default)]
pub(super) struct Votes {
    types: FxHashMap<Value, Option<Type>>,
}

impl Votes {
    /// Counts a use.
    pub fn add(&mut self, value: Value, use_: Use) {
        if use_.decides {
            let agreed = self.types.entry(value).or_insert(Some(use_.ty));
            if *agreed != Some(use_.ty) {
                *agreed = None;
            }
        }
    }

    /// What the uses of a value agree on.
    pub fn of(&self, value: Value) -> Option<Type> {
        self.types.get(&value).copied().flatten()
    }

    /// Whether a use says what is in a value's memory.
    pub fn has(&self, value: Value) -> bool {
        self.types.contains_key(&value)
    }
}

/// A call: its operands by the places of its arguments, and the type of what is called.
pub(super) struct CallSite {
    /// The place of the operand that is called, where it is one.
    pub callee: Option<usize>,
    /// Operand and place among the arguments.
    pub operands: SmallVec<[(usize, usize); 8]>,
    /// The type of what is called, with what each argument is asked for.
    pub ty: Type,
    /// Whether the arguments' attributes have types of their own.
    pub decides: bool,
}

/// Finds what operations ask for.
#[derive(Clone, Copy)]
pub(super) struct Uses<'a> {
    pub ctx: &'a Context,
    /// The types of functions, once they are known.
    pub signatures: Option<&'a Signatures<'a>>,
}

impl Uses<'_> {
    /// Calls back with each operand that is asked for a type, and the use. The types of what operations define may
    /// still be those of untyped pointers.
    pub fn of(&self, body: &Body, op: Op, mut each: impl FnMut(Value, Use)) {
        let ctx = self.ctx;
        let Some(def) = body.name(op).def() else { return };
        let operands = body.operands(op);
        let mut add = |place: usize, ty: Type, decides: bool| {
            if let Some(value) = operands.get(place) {
                each(*value, Use { place, ty, decides });
            }
        };
        let untyped = |place: usize| operands.get(place).map(|value| ctx.without_pointees(body.value_type(*value)));
        let result = body.result(op).map(|value| body.value_type(value));
        let mut memory = |place: usize, pointee: Option<Type>| {
            if let (Some(pointer), Some(pointee)) = (untyped(place), pointee) {
                add(place, pointer_to(ctx, pointer, pointee), true);
            }
        };
        match def.llvm {
            LlvmForm::Inst(Inst::Load) => memory(0, result),
            LlvmForm::Inst(Inst::Store) => {
                memory(1, untyped(0));
                untyped(0).into_iter().for_each(|ty| add(0, ty, false));
            }
            LlvmForm::Inst(Inst::GetElementPtr) => {
                memory(0, ctx.entry(body.attrs(op), ELEM_TYPE).and_then(|ty| ctx.type_value(ty)));
            }
            LlvmForm::Inst(Inst::AtomicRmw | Inst::CmpXchg) => {
                memory(0, untyped(1));
                (1..operands.len()).for_each(|place| untyped(place).into_iter().for_each(|ty| add(place, ty, false)));
            }
            LlvmForm::Inst(Inst::Select) => {
                result.into_iter().for_each(|ty| (1..3).for_each(|place| add(place, ty, false)));
            }
            LlvmForm::Unary(UnaryOpcode::Freeze) => result.into_iter().for_each(|ty| add(0, ty, false)),
            LlvmForm::Inst(Inst::ICmp) => {
                let compared = |place: usize| operands.get(place).map(|value| body.value_type(*value));
                if let (Some(a), Some(b)) = (compared(0), compared(1))
                    && a != b
                {
                    let ty = if ctx.without_pointees(a) == a { b } else { a };
                    (0..2).for_each(|place| add(place, ty, false));
                }
            }
            LlvmForm::Inst(
                Inst::VaArg
                | Inst::Return
                | Inst::IndirectBr
                | Inst::Resume
                | Inst::ExtractElement
                | Inst::InsertElement
                | Inst::ShuffleVector
                | Inst::ExtractValue
                | Inst::InsertValue
                | Inst::LandingPad,
            ) => {
                let places = 0..operands.len();
                places.for_each(|place| untyped(place).into_iter().for_each(|ty| add(place, ty, false)));
            }
            LlvmForm::Inst(
                Inst::Call
                | Inst::InlineAsm
                | Inst::CallIntrinsic
                | Inst::MetadataCall
                | Inst::Invoke
                | Inst::CallBr,
            )
            | LlvmForm::Intrinsic(_) => {
                let Some(site) = self.call(body, op, def) else { return };
                if let Some(callee) = site.callee {
                    memory(callee, Some(site.ty));
                }
                let TypeData::LlvmFunction { params, .. } = ctx.type_data(site.ty) else { return };
                for (operand, place) in site.operands {
                    if let Some(ty) = params.get(place) {
                        add(operand, *ty, site.decides && ctx.without_pointees(*ty) != *ty);
                    }
                }
            }
            LlvmForm::Inst(
                Inst::Alloca
                | Inst::FCmp
                | Inst::Fence
                | Inst::Br
                | Inst::CondBr
                | Inst::Switch
                | Inst::Unreachable
                | Inst::CatchSwitch
                | Inst::CatchPad
                | Inst::CleanupPad
                | Inst::CatchRet
                | Inst::CleanupRet
                | Inst::BlockTag,
            )
            | LlvmForm::Unary(UnaryOpcode::FNeg)
            | LlvmForm::Binary(_)
            | LlvmForm::Cast(_)
            | LlvmForm::Constant(_)
            | LlvmForm::Global(_)
            | LlvmForm::None => {}
        }
    }

    /// A call, where the operation is one.
    pub fn call(&self, body: &Body, op: Op, def: &OpDef) -> Option<CallSite> {
        let (ctx, attrs) = (self.ctx, body.attrs(op));
        let operands = body.operands(op);
        let bundled: usize = bundle_sizes(ctx, attrs).sum();
        let own = operands.len().saturating_sub(bundled);
        let result = body.result(op).map_or(types::VOID, |value| ctx.without_pointees(body.value_type(value)));
        let mut arguments: Vec<Type> = Vec::new();
        let mut placed = SmallVec::new();
        let mut callee = None;
        let name;
        match def.llvm {
            LlvmForm::Intrinsic(intrinsic) => {
                let mut next = 0;
                // A debug record is a call of another kind.
                for (place, argument) in intrinsic_arguments(ctx, body, op, def, &intrinsic).ok()?.iter().enumerate() {
                    if let ArgumentValue::Value(_) = argument.value {
                        placed.push((next, place));
                        next += 1;
                    }
                    arguments.push(ctx.without_pointees(argument.ty));
                }
                name = Some(ctx.str(intrinsic.name));
            }
            LlvmForm::Inst(inst) => {
                let is_asm = inst == Inst::InlineAsm || ctx.entry(attrs, ASM_STRING).is_some();
                name = match inst {
                    Inst::CallIntrinsic => ctx.entry(attrs, INTRIN).and_then(|name| ctx.string_value(name)),
                    _ => symbol(ctx, attrs, CALLEE).filter(|_| !is_asm),
                };
                callee = (name.is_none() && !is_asm).then_some(0);
                let first = usize::from(callee.is_some());
                arguments = self.arguments(body, op, def, first..own, &mut placed);
            }
            _ => return None,
        }
        let known = name.and_then(|name| self.function(name, result, &arguments));
        let decides = known.is_some() || callee.is_some();
        let ty = known.unwrap_or_else(|| {
            let typed = arguments.iter().enumerate().map(|(place, ty)| {
                let named = attribute_pointee(ctx, attrs, place).or_else(|| asm_pointee(ctx, attrs, place));
                named.map_or(*ty, |pointee| pointer_to(ctx, *ty, pointee))
            });
            let typed: Vec<Type> = typed.collect();
            let (_, fixed) = variadic(ctx, attrs).unwrap_or((EMPTY, typed.len()));
            let is_variadic = variadic(ctx, attrs).is_some();
            ctx.llvm_function_type(result, typed.get(..fixed).unwrap_or(&typed), is_variadic)
        });
        Some(CallSite { callee, operands: placed, ty, decides })
    }

    /// The types of a call's arguments, and the operand of each that is one.
    fn arguments(
        &self,
        body: &Body,
        op: Op,
        def: &OpDef,
        own: std::ops::Range<usize>,
        placed: &mut SmallVec<[(usize, usize); 8]>,
    ) -> Vec<Type> {
        let ctx = self.ctx;
        let ty = |operand: usize| body.operands(op).get(operand).map(|v| ctx.without_pointees(body.value_type(*v)));
        let Some(list) = arguments_list(ctx, body.attrs(op), def) else {
            let first = own.start;
            placed.extend(own.clone().map(|operand| (operand, operand - first)));
            return own.filter_map(ty).collect();
        };
        let mut next = own.start;
        let mut arguments = Vec::new();
        for (place, item) in ctx.items(list).iter().enumerate() {
            let is_value = matches!(ctx.attr_data(*item), AttrData::Unit);
            let is_local = |(key, _): &(Str, Attr)| ctx.bytes(*key) == b"local";
            if is_value {
                placed.push((next, place));
            }
            arguments.push(if is_value { ty(next).unwrap_or(types::METADATA) } else { types::METADATA });
            next += usize::from(is_value || ctx.entries(*item).first().is_some_and(is_local));
        }
        arguments
    }

    /// The type of the function with a name, where it is called as what it is.
    fn function(&self, name: Str, result: Type, arguments: &[Type]) -> Option<Type> {
        let ctx = self.ctx;
        let text = ctx.text(name);
        let declared = self.signatures.and_then(|signatures| signatures.get(name));
        if text.starts_with("llvm.") && declared.is_none() {
            return Some(typed_signature(ctx, &text, ctx.llvm_function_type(result, arguments, false)));
        }
        let ty = declared?;
        let TypeData::LlvmFunction { result: returned, params, vararg } = ctx.type_data(ty) else { return None };
        let is_long_enough = if *vararg { arguments.len() >= params.len() } else { arguments.len() == params.len() };
        let fits = is_long_enough
            && ctx.without_pointees(*returned) == result
            && params.iter().zip(arguments).all(|(param, argument)| ctx.without_pointees(*param) == *argument);
        fits.then_some(ty)
    }
}

/// What an attribute of an argument of inline assembly names.
fn asm_pointee(ctx: &Context, attrs: Attr, place: usize) -> Option<Type> {
    let list = ctx.entry(attrs, OPERAND_ATTRS)?;
    ctx.type_value(ctx.entry(*ctx.items(list).get(place)?, ELEMENTTYPE)?)
}

/// The key of the variadic type that a call's attributes say is called, and how many parameters it has.
pub(super) fn variadic(ctx: &Context, attrs: Attr) -> Option<(Str, usize)> {
    let keys = [IRTRIP_CALLEE_TYPE, VAR_CALLEE_TYPE, CALLEE_TYPE].into_iter();
    let (key, ty) = keys.filter_map(|key| Some((key, ctx.type_value(ctx.entry(attrs, key)?)?))).next()?;
    match ctx.type_data(ty) {
        TypeData::LlvmFunction { params, vararg: true, .. } => Some((key, params.len())),
        _ => None,
    }
}
