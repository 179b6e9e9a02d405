//! The types that operations ask their operands for.

use irtrip_dialect::call_arguments::{ArgumentValue, arguments_list, bundle_sizes, intrinsic_arguments};
use irtrip_dialect::enums::UnaryOpcode;
use irtrip_dialect::intrinsics::typed_signature;
use irtrip_dialect::names::*;
use irtrip_dialect::ops::{Inst, LlvmForm, OpDef};
use irtrip_dialect::types::well_known as types;
use irtrip_dialect::{Attr, AttrData, Body, Context, Op, OpNameDefinition, Str, Type, TypeData, Value};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use super::TypedStructs;
use super::signatures::{Signatures, attribute_pointee, pointer_to};

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
pub(super) struct PointeeVotes {
    types: FxHashMap<Value, Option<Type>>,
}

impl PointeeVotes {
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
    /// How many arguments a variadic function has parameters for.
    pub fixed: Option<usize>,
}

/// What an operation needs its operands to point to.
type OperandUses = SmallVec<[Use; 4]>;

/// Finds what operations ask for.
#[derive(Clone, Copy)]
pub(super) struct Uses<'a> {
    pub ctx: &'a Context,
    /// The types of functions, once they are known.
    pub signatures: Option<&'a Signatures<'a>>,
    /// Whether what is kept of the text's types is heeded.
    pub heeds_text: bool,
    pub structs: &'a TypedStructs,
    /// By value of the body: whether it is a constant.
    pub constants: &'a [bool],
    /// Places of errors of Swift's.
    pub errors: &'a [Value],
    /// What the function returns.
    pub result: Option<Type>,
}

impl Uses<'_> {
    /// Calls back with each operand that is asked for a type, and the use. The types of what operations define may
    /// still be those of untyped pointers.
    pub fn of(&self, body: &Body, op: Op, mut each: impl FnMut(Value, Use)) {
        let Some(def) = body.name(op).def() else { return };
        let operands = body.operands(op);
        for use_ in self.asked(body, op, def) {
            if let Some(value) = operands.get(use_.place) {
                each(*value, use_);
            }
        }
    }

    /// Whether a value is a constant.
    pub fn is_constant(&self, value: Value) -> bool {
        self.constants.get(value.index()).copied().unwrap_or_default()
    }

    fn asked(&self, body: &Body, op: Op, def: &OpDef) -> OperandUses {
        let of_result = |places: std::ops::Range<usize>| -> OperandUses {
            let ty = body.result(op).map(|value| body.value_type(value));
            places.filter_map(|place| Some(Use { place, ty: ty?, decides: false })).collect()
        };
        match def.llvm {
            LlvmForm::Inst(Inst::Load | Inst::Store | Inst::GetElementPtr | Inst::AtomicRmw | Inst::CmpXchg) => {
                self.access(body, op, def)
            }
            LlvmForm::Inst(Inst::Select) => of_result(1..3),
            LlvmForm::Unary(UnaryOpcode::Freeze) => of_result(0..1),
            LlvmForm::Inst(Inst::ICmp) => self.compared(body, op),
            LlvmForm::Cast(_) => self.converted(body, op).into_iter().collect(),
            LlvmForm::Inst(Inst::Return) => {
                let use_ = self.result.map(|ty| Use { place: 0, ty, decides: false });
                use_.filter(|_| !body.operands(op).is_empty()).into_iter().collect()
            }
            LlvmForm::Inst(Inst::InsertElement | Inst::ShuffleVector | Inst::InsertValue) => self.parts(body, op, def),
            LlvmForm::Inst(Inst::ExtractElement | Inst::ExtractValue) => {
                let written = self.kept(body, op).and_then(|_| self.container(body, op));
                written.map(|ty| Use { place: 0, ty, decides: false }).into_iter().collect()
            }
            LlvmForm::Inst(Inst::IndirectBr) => self.untyped(body, op, 0).collect(),
            LlvmForm::Inst(Inst::LandingPad) => self.clauses(body, op),
            LlvmForm::Inst(Inst::CatchPad | Inst::CleanupPad) => self.caught(body, op),
            LlvmForm::Inst(
                Inst::Call | Inst::InlineAsm | Inst::CallIntrinsic | Inst::MetadataCall | Inst::Invoke | Inst::CallBr,
            )
            | LlvmForm::Intrinsic(_) => match def.llvm.is_debug_record() {
                // It is a call of another kind.
                true => {
                    let kept = self.recorded(body, op);
                    kept.or_else(|| self.symbol_address(body, op, 0)).into_iter().collect()
                }
                false => self.passed(body, op, def),
            },
            LlvmForm::Inst(
                Inst::Alloca
                | Inst::FCmp
                | Inst::Fence
                | Inst::Br
                | Inst::CondBr
                | Inst::Switch
                | Inst::Unreachable
                | Inst::CatchSwitch
                | Inst::CatchRet
                | Inst::CleanupRet
                | Inst::BlockTag
                | Inst::VaArg
                | Inst::Resume,
            )
            | LlvmForm::Unary(UnaryOpcode::FNeg)
            | LlvmForm::Binary(_)
            | LlvmForm::Constant(_)
            | LlvmForm::Global(_)
            | LlvmForm::None
            | LlvmForm::Translation(_) => OperandUses::new(),
        }
    }

    /// What a pad asks for. Compilers describe what is caught by a variable as it is, and cast a function that decides on it.
    fn caught(&self, body: &Body, op: Op) -> OperandUses {
        let is_function = |use_: &Use| match self.ctx.type_data(use_.ty) {
            TypeData::TypedPointer { pointee, .. } => {
                matches!(self.ctx.type_data(*pointee), TypeData::LlvmFunction { .. })
            }
            _ => false,
        };
        let places = 1..body.operands(op).len();
        places.filter_map(|place| self.symbol_address(body, op, place)).filter(|use_| !is_function(use_)).collect()
    }

    /// The type of an operand, its pointers untyped.
    fn untyped_type(&self, body: &Body, op: Op, place: usize) -> Option<Type> {
        let value = body.operands(op).get(place)?;
        Some(self.ctx.without_pointees(body.value_type(*value)))
    }

    /// Operands from a place on, as untyped pointers.
    fn untyped<'b>(&'b self, body: &'b Body, op: Op, from: usize) -> impl Iterator<Item = Use> + 'b {
        let places = from..body.operands(op).len();
        places.filter_map(move |place| Some(Use { place, ty: self.untyped_type(body, op, place)?, decides: false }))
    }

    /// The operand at a place as a pointer to a type.
    fn pointer(&self, body: &Body, op: Op, place: usize, pointee: Option<Type>) -> Option<Use> {
        let ty = pointer_to(self.ctx, self.untyped_type(body, op, place)?, pointee?);
        Some(Use { place, ty, decides: true })
    }

    /// The operands of an access to memory, or of an address computed.
    fn access(&self, body: &Body, op: Op, def: &OpDef) -> OperandUses {
        let ctx = self.ctx;
        let mut asked = OperandUses::new();
        match def.llvm {
            LlvmForm::Inst(Inst::Load) => {
                let loaded = body.result(op).map(|value| body.value_type(value));
                asked.extend(self.pointer(body, op, 0, loaded));
            }
            LlvmForm::Inst(Inst::Store) => {
                let stored = self.stored(body, op);
                asked.extend(self.pointer(body, op, 1, stored));
                asked.extend(stored.map(|ty| Use { place: 0, ty, decides: false }));
            }
            LlvmForm::Inst(Inst::GetElementPtr) => {
                let element = body.type_attr(ctx, op, ELEM_TYPE);
                asked.extend(self.pointer(body, op, 0, element));
            }
            _ => {
                asked.extend(self.pointer(body, op, 0, self.untyped_type(body, op, 1)));
                asked.extend(self.untyped(body, op, 1));
            }
        }
        asked
    }

    /// The type of what is stored: a constant's is that of the memory, and so is what is stored where no address may be cast.
    fn stored(&self, body: &Body, op: Op) -> Option<Type> {
        let [value, pointer] = body.operands(op) else { return None };
        let ty = body.value_type(*value);
        if !self.is_constant(*value) && !self.errors.contains(pointer) {
            return Some(ty);
        }
        let kept = || Some(self.ctx.with_pointees(ty, self.kept(body, op)?));
        Some(self.pointee(body, *pointer, self.ctx.without_pointees(ty)).or_else(kept).unwrap_or(ty))
    }

    /// The parts of a vector or an aggregate, as those of the result.
    fn parts(&self, body: &Body, op: Op, def: &OpDef) -> OperandUses {
        let (ctx, mut asked) = (self.ctx, OperandUses::new());
        let Some(ty) = body.result(op).map(|value| body.value_type(value)) else { return asked };
        let mut ask = |place: usize, ty: Option<Type>| asked.extend(ty.map(|ty| Use { place, ty, decides: false }));
        match def.llvm {
            LlvmForm::Inst(Inst::InsertValue) => {
                let path = body.attr(ctx, op, POSITION).and_then(|path| ctx.dense_array(path)).unwrap_or_default();
                let part =
                    path.iter().try_fold(ty, |ty, index| self.structs.element_at(ctx, ty, u64::try_from(*index).ok()?));
                ask(0, Some(ty));
                ask(1, part);
            }
            LlvmForm::Inst(Inst::InsertElement) => {
                ask(0, Some(ty));
                ask(1, Some(ctx.scalar_type(ty)));
            }
            _ => {
                for place in 0..2 {
                    let own = body.operands(op).get(place).map(|value| body.value_type(*value));
                    ask(place, own.map(|own| ctx.with_scalar_type(own, ctx.scalar_type(ty))));
                }
            }
        }
        asked
    }

    /// What is compared has one type: that of what is no constant, of a symbol, or that the text had.
    fn compared(&self, body: &Body, op: Op) -> OperandUses {
        let [first, second] = *body.operands(op) else { return OperandUses::new() };
        let (a, b) = (body.value_type(first), body.value_type(second));
        let ty = match (self.is_constant(first), self.is_constant(second)) {
            (false, false) if self.ctx.without_pointees(a) == a => Some(b),
            (false, _) => Some(a),
            (true, false) => Some(b),
            (true, true) => {
                let of_symbol = (0..2).find_map(|place| self.symbol_address(body, op, place)).map(|use_| use_.ty);
                of_symbol.or_else(|| Some(self.ctx.with_pointees(a, self.kept(body, op)?)))
            }
        };
        let places = 0..2 * usize::from(self.ctx.pointer_space(self.ctx.scalar_type(a)).is_some());
        places.filter_map(|place| Some(Use { place, ty: ty?, decides: false })).collect()
    }

    /// What is called, and its arguments.
    fn passed(&self, body: &Body, op: Op, def: &OpDef) -> OperandUses {
        let ctx = self.ctx;
        let mut asked = OperandUses::new();
        let Some(cx) = self.call(body, op, def) else { return asked };
        if let Some(callee) = cx.callee {
            asked.extend(self.pointer(body, op, callee, Some(cx.ty)));
        }
        asked.extend(self.bundled(body, op));
        if let TypeData::LlvmFunction { params, .. } = ctx.type_data(cx.ty) {
            // What a variadic function takes in addition is of any type.
            let fixed = cx.fixed.unwrap_or(params.len());
            asked.extend(cx.operands.iter().filter(|(_, place)| *place < fixed).filter_map(|(operand, place)| {
                let ty = *params.get(*place)?;
                Some(Use { place: *operand, ty, decides: cx.decides && ctx.without_pointees(ty) != ty })
            }));
            // What is passed by value is of the type that its attribute names.
            let named = |place: usize| attribute_pointee(ctx, body.attrs(op), place);
            let additional = cx.operands.iter().copied().filter(|(_, place)| *place >= fixed);
            asked.extend(
                additional.clone().filter_map(|(operand, place)| self.pointer(body, op, operand, named(place))),
            );
            // The address of a symbol that has no byte for its first element is one of the symbol.
            let additional = additional.filter(|(_, place)| named(*place).is_none()).map(|(operand, _)| operand);
            let has_byte = |place: usize| {
                body.operands(op).get(place).is_some_and(|value| self.pointee(body, *value, types::I8).is_some())
            };
            asked.extend(
                additional.filter(|place| !has_byte(*place)).filter_map(|place| self.symbol_address(body, op, place)),
            );
        }
        asked
    }

    /// Functions and variables in the bundles of a call, as what they are.
    fn bundled<'b>(&'b self, body: &'b Body, op: Op) -> impl Iterator<Item = Use> + 'b {
        let count: usize = bundle_sizes(self.ctx, body.attrs(op)).sum();
        let places = body.operands(op).len().saturating_sub(count)..body.operands(op).len();
        places.filter_map(move |place| self.symbol_address(body, op, place))
    }

    /// What is cast: a function or variable as what it is, another constant as what the text states.
    fn converted(&self, body: &Body, op: Op) -> Option<Use> {
        let ctx = self.ctx;
        let (value, result) = (*body.operands(op).first()?, body.result(op)?);
        let of_text = || {
            let types = [body.value_type(result), body.value_type(value)].map(|ty| ctx.without_pointees(ty));
            let both = ctx.with_pointees(ctx.literal_struct(false, &types), self.kept(body, op)?);
            Some(Use { place: 0, ty: ctx.element_at(both, 1)?, decides: false })
        };
        self.symbol_address(body, op, 0).or_else(|| of_text().filter(|_| self.is_constant(value)))
    }

    /// The clauses of a landing pad, whose types are kept after that of its result.
    fn clauses(&self, body: &Body, op: Op) -> OperandUses {
        let untyped = |value: &Value| self.ctx.without_pointees(body.value_type(*value));
        let result = body.result(op).as_ref().map(untyped);
        let types: Vec<Type> = result.into_iter().chain(body.operands(op).iter().map(untyped)).collect();
        let all =
            self.ctx.with_pointees(self.ctx.literal_struct(false, &types), self.kept(body, op).unwrap_or_default());
        let places = 0..body.operands(op).len();
        let ty = |place: usize| self.ctx.element_at(all, place as u64 + 1);
        places.filter_map(|place| Some(Use { place, ty: ty(place)?, decides: false })).collect()
    }

    /// The constant of a debug record, as the text had it.
    fn recorded(&self, body: &Body, op: Op) -> Option<Use> {
        let value = *body.operands(op).first().filter(|value| self.is_constant(**value))?;
        let kept = self.kept(body, op)?;
        Some(Use { place: 0, ty: self.ctx.with_pointees(body.value_type(value), kept), decides: false })
    }

    /// A function or variable, as what it is.
    fn symbol_address(&self, body: &Body, op: Op, place: usize) -> Option<Use> {
        let value = *body.operands(op).get(place)?;
        let ty = self.signatures?.get(self.symbol_of(body, value)?)?;
        Some(Use { place, ty: pointer_to(self.ctx, body.value_type(value), ty), decides: false })
    }

    /// A call, where the operation is one.
    pub fn call(&self, body: &Body, op: Op, def: &OpDef) -> Option<CallSite> {
        let (ctx, attrs) = (self.ctx, body.attrs(op));
        let result = body.result(op).map_or(types::VOID, |value| ctx.without_pointees(body.value_type(value)));
        let mut operands = SmallVec::new();
        let (callee, name, arguments) = match def.llvm {
            LlvmForm::Intrinsic(intrinsic) => {
                let mut arguments = Vec::new();
                for (place, argument) in intrinsic_arguments(ctx, body, op, def, &intrinsic).ok()?.iter().enumerate() {
                    if let ArgumentValue::Value(_) = argument.value {
                        operands.push((operands.len(), place));
                    }
                    arguments.push(ctx.without_pointees(argument.ty));
                }
                (None, Some(ctx.str(intrinsic.name)), arguments)
            }
            LlvmForm::Inst(inst) => {
                let is_asm = inst == Inst::InlineAsm || ctx.entry(attrs, ASM_STRING).is_some();
                let name = match inst {
                    Inst::CallIntrinsic => ctx.string_entry(attrs, INTRIN),
                    _ => ctx.symbol_entry(attrs, CALLEE).filter(|_| !is_asm),
                };
                let callee = (name.is_none() && !is_asm).then_some(0);
                let bundled: usize = bundle_sizes(ctx, attrs).sum();
                let own = usize::from(callee.is_some())..body.operands(op).len().saturating_sub(bundled);
                (callee, name, self.arguments(body, op, def, own, &mut operands))
            }
            _ => return None,
        };
        let kept = self.kept(body, op);
        let known = name.filter(|_| kept.is_none()).and_then(|name| self.function(name, attrs, result, &arguments));
        let decides = known.is_some() || callee.is_some() || kept.is_some();
        let ty = known.unwrap_or_else(|| match kept {
            Some(kept) => ctx.with_pointees(plain(ctx, attrs, result, &arguments), kept),
            None => unknown(ctx, attrs, result, &arguments),
        });
        let declared = name.and_then(|name| self.signatures?.get(name)).map(|ty| ctx.type_data(ty));
        let fixed = match declared {
            Some(TypeData::LlvmFunction { params, vararg: true, .. }) => Some(params.len()),
            _ => None,
        };
        Some(CallSite { callee, operands, ty, decides, fixed })
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
    fn function(&self, name: Str, attrs: Attr, result: Type, arguments: &[Type]) -> Option<Type> {
        let ctx = self.ctx;
        let text = ctx.text(name);
        if text.starts_with("llvm.") {
            return Some(intrinsic(ctx, &text, attrs, result, arguments));
        }
        let ty = self.signatures?.get(name)?;
        let TypeData::LlvmFunction { result: returned, params, vararg } = ctx.type_data(ty) else { return None };
        let is_long_enough = if *vararg { arguments.len() >= params.len() } else { arguments.len() == params.len() };
        // How many parameters come before what is variadic decides how arguments are passed.
        let is_as_written = variadic(ctx, attrs).is_none_or(|(_, fixed)| *vararg && fixed == params.len());
        let fits = is_long_enough
            && is_as_written
            && ctx.without_pointees(*returned) == result
            && params.iter().zip(arguments).all(|(param, argument)| ctx.without_pointees(*param) == *argument);
        let takes = |(place, param): (usize, &Type)| {
            attribute_pointee(ctx, attrs, place).is_none_or(|it| points_to(ctx, *param, it))
        };
        (fits && params.iter().enumerate().all(takes)).then_some(ty)
    }
}

/// Whether a pointer is to a type, whatever the pointers in that point to.
fn points_to(ctx: &Context, pointer: Type, ty: Type) -> bool {
    let pointee = match ctx.type_data(ctx.scalar_type(pointer)) {
        TypeData::TypedPointer { pointee, .. } => *pointee,
        _ => types::I8,
    };
    ctx.without_pointees(pointee) == ctx.without_pointees(ty)
}

/// The type of what is called, its pointers untyped.
fn plain(ctx: &Context, attrs: Attr, result: Type, arguments: &[Type]) -> Type {
    let fixed = variadic(ctx, attrs).map(|(_, fixed)| fixed);
    ctx.llvm_function_type(
        result,
        arguments.get(..fixed.unwrap_or(arguments.len())).unwrap_or(arguments),
        fixed.is_some(),
    )
}

/// The type of what is called where no function says it.
fn unknown(ctx: &Context, attrs: Attr, result: Type, arguments: &[Type]) -> Type {
    let typed = arguments.iter().enumerate().map(|(place, ty)| {
        let named = attribute_pointee(ctx, attrs, place).or_else(|| asm_pointee(ctx, attrs, place));
        named.map_or(*ty, |pointee| pointer_to(ctx, *ty, pointee))
    });
    plain(ctx, attrs, result, &typed.collect::<Vec<Type>>())
}

/// The type of the intrinsic that is called with arguments of these types.
fn intrinsic(ctx: &Context, name: &str, attrs: Attr, result: Type, arguments: &[Type]) -> Type {
    let fixed = variadic(ctx, attrs).map(|(_, fixed)| fixed.min(arguments.len()));
    let own = arguments.get(..fixed.unwrap_or(arguments.len())).unwrap_or(arguments);
    let ty = typed_signature(ctx, name, ctx.llvm_function_type(result, own, fixed.is_some()));
    let TypeData::LlvmFunction { result, params, vararg } = ctx.type_data(ty) else { return ty };
    let named = params.iter().enumerate().map(|(place, param)| match attribute_pointee(ctx, attrs, place) {
        Some(pointee) => pointer_to(ctx, *param, pointee),
        None => *param,
    });
    ctx.llvm_function_type(*result, &named.collect::<Vec<_>>(), *vararg)
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
