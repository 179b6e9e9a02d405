//! Random modules that are valid: what property tests take there and back.
//!
//! A module is drawn in two steps. [`modules`] is a proptest strategy that draws a [`Plan`]: numbers, without regard
//! to what they can mean, so that a plan shrinks well. [`build`] reads a plan as a module and takes each number modulo
//! what there is to choose from, so that every plan is a valid module: functions with control flow of any shape,
//! block arguments on its edges, values of every scalar type and of some vectors and structs, arithmetic,
//! comparisons, conversions, memory, and calls of each other. The test of this file holds the verifier to that.

use irtrip_dialect::attributes::AttrData;
use irtrip_dialect::enums::{BinaryOpcode, FastmathFlags, IntegerOverflowFlags};
use irtrip_dialect::ops::{self, LlvmForm, global_values, llvm};
use irtrip_dialect::types::well_known as types;
use irtrip_dialect::{
    Attr, Block, Body, Context, ContextDialects, FloatKind, Module, NewOp, OpName, Str, Type, TypeData, Value,
    attributes, names,
};
use proptest::collection::vec;
use proptest::prelude::*;

/// The types that values are drawn from, by number.
const KINDS: usize = 24;

/// A module as numbers.
#[derive(Clone, Debug)]
pub struct Plan {
    functions: Vec<FunctionPlan>,
}

#[derive(Clone, Debug)]
struct FunctionPlan {
    declared: bool,
    named: bool,
    result: Option<u8>,
    params: Vec<u8>,
    blocks: Vec<BlockPlan>,
}

#[derive(Clone, Debug)]
struct BlockPlan {
    arguments: Vec<u8>,
    steps: Vec<Step>,
    end: End,
}

/// One instruction: which, of what type, on which values.
#[derive(Clone, Debug)]
struct Step {
    what: u8,
    kind: u8,
    picks: [u8; 3],
    flags: u8,
    number: i64,
}

#[derive(Clone, Debug)]
enum End {
    Return,
    Unreachable,
    Branch(u8),
    Condition(u8, u8),
    Switch(Vec<u8>),
}

/// Draws plans of up to `functions` functions of up to `blocks` blocks of up to `steps` instructions.
pub fn modules(functions: usize, blocks: usize, steps: usize) -> impl Strategy<Value = Plan> {
    vec(function(blocks, steps), 1..=functions).prop_map(|functions| Plan { functions })
}

fn function(blocks: usize, steps: usize) -> impl Strategy<Value = FunctionPlan> {
    let block = (vec(any::<u8>(), 0..3), vec(step(), 0..=steps), end()).prop_map(|(arguments, steps, end)| BlockPlan {
        arguments,
        steps,
        end,
    });
    let result = proptest::option::of(any::<u8>());
    (prop::bool::weighted(0.2), any::<bool>(), result, vec(any::<u8>(), 0..4), vec(block, 1..=blocks))
        .prop_map(|(declared, named, result, params, blocks)| FunctionPlan { declared, named, result, params, blocks })
}

fn step() -> impl Strategy<Value = Step> {
    (any::<u8>(), any::<u8>(), any::<[u8; 3]>(), any::<u8>(), any::<i64>())
        .prop_map(|(what, kind, picks, flags, number)| Step { what, kind, picks, flags, number })
}

fn end() -> impl Strategy<Value = End> {
    prop_oneof![
        3 => Just(End::Return),
        1 => Just(End::Unreachable),
        3 => any::<u8>().prop_map(End::Branch),
        4 => any::<(u8, u8)>().prop_map(|(a, b)| End::Condition(a, b)),
        2 => vec(any::<u8>(), 1..5).prop_map(End::Switch),
    ]
}

/// The type with a number.
fn kind(ctx: &Context, number: u8) -> Type {
    let float = |kind| ctx.float_type(kind);
    match usize::from(number) % KINDS {
        0 => types::I1,
        1 => types::I8,
        2 => types::I16,
        3 => types::I32,
        4 => types::I64,
        5 => ctx.int_type(7),
        6 => ctx.int_type(128),
        7 => float(FloatKind::F16),
        8 => float(FloatKind::BF16),
        9 => float(FloatKind::F32),
        10 => float(FloatKind::F64),
        11 => float(FloatKind::F80),
        12 => float(FloatKind::F128),
        13 => float(FloatKind::PpcF128),
        14 => ctx.ptr_type(3),
        15 => ctx.vector_type(4, false, types::I32),
        16 => ctx.vector_type(2, true, float(FloatKind::F32)),
        17 => ctx.vector_type(2, false, types::PTR),
        18 => ctx.literal_struct(false, &[types::I32, types::PTR]),
        19 => ctx.array_type(2, types::I16),
        _ => types::PTR,
    }
}

/// The integer type with a number, and the float type.
fn int_kind(ctx: &Context, number: u8) -> Type {
    kind(ctx, number % 7)
}

fn float_kind(ctx: &Context, number: u8) -> Type {
    kind(ctx, 7 + number % 7)
}

/// The bits of 1.0, by the name of its format; the exponent's bias differs.
fn one(kind: FloatKind) -> u128 {
    match kind {
        FloatKind::F16 => 0x3C00,
        FloatKind::BF16 => 0x3F80,
        FloatKind::F32 => 0x3F80_0000,
        FloatKind::F80 => 0x3FFF_8000_0000_0000_0000,
        FloatKind::F128 => 0x3FFF << 112,
        _ => 0x3FF0_0000_0000_0000,
    }
}

/// Reads a plan as a module.
pub fn build(ctx: &Context, plan: &Plan) -> Module {
    let mut module = Module::new();
    let signatures: Vec<Signature> =
        plan.functions.iter().enumerate().map(|(i, f)| Signature::new(ctx, i, f)).collect();
    for (index, function) in plan.functions.iter().enumerate() {
        let signature = &signatures[index];
        let attrs =
            [(names::SYM_NAME, ctx.str_attr(signature.name)), (names::FUNCTION_TYPE, ctx.type_attr(signature.ty))];
        let block = module.block;
        let new = NewOp { attrs: ctx.dictionary(&attrs), ..NewOp::new(global_values::FUNC) };
        let op = module.body.append(block, new, &[]);
        if function.declared {
            continue;
        }
        let body = Builder::new(ctx, &signatures, signature, function.named).function(function);
        module.body.set_nested(op, body);
    }
    module
}

/// The block a number stands for among `blocks`, which is not the entry; `None` where there is no such block.
fn target(number: u8, blocks: usize) -> Option<usize> {
    usize::from(number).checked_rem(blocks.checked_sub(1)?).map(|place| place + 1)
}

impl End {
    /// The numbers of the blocks it goes to.
    fn targets(&self) -> Vec<u8> {
        match self {
            End::Return | End::Unreachable => Vec::new(),
            End::Branch(to) => vec![*to],
            End::Condition(yes, no) => vec![*yes, *no],
            End::Switch(targets) => targets.clone(),
        }
    }
}

impl FunctionPlan {
    /// Which blocks have a predecessor.
    fn reached(&self) -> Vec<bool> {
        let mut reached = vec![false; self.blocks.len()];
        let numbers = self.blocks.iter().flat_map(|block| block.end.targets());
        numbers.filter_map(|number| target(number, self.blocks.len())).for_each(|block| reached[block] = true);
        reached
    }
}

/// What calls of a function need to know.
struct Signature {
    name: Str,
    ty: Type,
    result: Option<Type>,
    params: Vec<Type>,
}

impl Signature {
    fn new(ctx: &Context, index: usize, plan: &FunctionPlan) -> Signature {
        let params: Vec<Type> = plan.params.iter().map(|&p| kind(ctx, p)).collect();
        let result = plan.result.map(|r| kind(ctx, r));
        let ty = ctx.llvm_function_type(result.unwrap_or(types::VOID), &params, false);
        Signature { name: ctx.str(&format!("f{index}")), ty, result, params }
    }
}

/// Builds one function's body.
struct Builder<'a> {
    ctx: &'a Context,
    signatures: &'a [Signature],
    signature: &'a Signature,
    named: bool,
    body: Body,
    blocks: Vec<Block>,
    /// The block that instructions are added to.
    at: Block,
    /// Values every block may use: the arguments and what the entry defines.
    everywhere: Vec<Value>,
    /// Values of the block at hand.
    here: Vec<Value>,
    /// Constants, which are at the entry's start, in the order of their first use.
    constants: Vec<(OpName, Attr, Type)>,
    constant_values: Vec<Value>,
}

impl<'a> Builder<'a> {
    fn new(ctx: &'a Context, signatures: &'a [Signature], signature: &'a Signature, named: bool) -> Builder<'a> {
        let mut body = Body::new();
        body.append_region();
        let at = body.new_block();
        Builder {
            ctx,
            signatures,
            signature,
            named,
            body,
            blocks: Vec::new(),
            at,
            everywhere: Vec::new(),
            here: Vec::new(),
            constants: Vec::new(),
            constant_values: Vec::new(),
        }
    }

    fn function(mut self, plan: &FunctionPlan) -> Body {
        let reached = plan.reached();
        for (index, block_plan) in plan.blocks.iter().enumerate() {
            let block = if index == 0 { self.at } else { self.body.new_block() };
            for &root in &self.body.regions().to_vec() {
                self.body.append_block(root, block);
            }
            self.blocks.push(block);
            // Without a predecessor a phi has no values, which LLVM IR cannot write.
            if reached[index] {
                for &argument in &block_plan.arguments {
                    self.body.add_block_arg(block, kind(self.ctx, argument));
                }
            }
        }
        for &param in &self.signature.params {
            let value = self.body.add_block_arg(self.at, param);
            self.name(value);
            self.everywhere.push(value);
        }
        for (index, block_plan) in plan.blocks.iter().enumerate() {
            self.at = self.blocks[index];
            if index > 0 {
                self.here = self.body.block_args(self.at).to_vec();
                for value in self.here.clone() {
                    self.name(value);
                }
            }
            for step in &block_plan.steps {
                self.step(step);
            }
            self.end(&block_plan.end);
            if index == 0 {
                self.everywhere.append(&mut self.here);
            }
        }
        self.place_constants();
        self.body
    }

    /// Names a value, in functions whose values have names.
    fn name(&mut self, value: Value) {
        if self.named {
            let name = self.ctx.str(&format!("v{}", value.index()));
            self.body.set_value_name(value, Some(name));
        }
    }

    /// Adds an operation and returns its result, which later ones may use.
    fn add(&mut self, name: OpName, operands: &[Value], attrs: &[(Str, Attr)], result: Type) -> Value {
        let new = NewOp { operands, attrs: self.ctx.dictionary(attrs), ..NewOp::new(name) };
        let op = self.body.append(self.at, new, &[result]);
        let value = self.body.result(op).unwrap_or(Value::new(0));
        self.name(value);
        self.here.push(value);
        value
    }

    /// Adds an operation without a result.
    fn add_effect(&mut self, name: OpName, operands: &[Value], attrs: &[(Str, Attr)]) {
        let new = NewOp { operands, attrs: self.ctx.dictionary(attrs), ..NewOp::new(name) };
        self.body.append(self.at, new, &[]);
    }

    /// A value of a type that may be used here; a constant where there is none.
    fn pick(&mut self, ty: Type, pick: u8, number: i64) -> Value {
        let all = self.everywhere.iter().chain(&self.here);
        let found: Vec<Value> = all.copied().filter(|&v| self.body.value_type(v) == ty).collect();
        match usize::from(pick) % (found.len() + 1) {
            0 => self.constant(ty, number),
            n => found[n - 1],
        }
    }

    /// The constant of a type that a number stands for.
    fn constant(&mut self, ty: Type, number: i64) -> Value {
        let ctx = self.ctx;
        let value = |attr| (global_values::CONSTANT, ctx.dictionary(&[(names::VALUE, attr)]));
        let (name, attrs) = match ctx.type_data(ty) {
            TypeData::Integer { .. } => value(ctx.int_attr(ty, number)),
            TypeData::Float(kind) => value(ctx.float_attr(ty, if number % 2 == 0 { 0 } else { one(*kind) })),
            TypeData::Pointer { .. } => (global_values::ZERO, attributes::well_known::EMPTY_DICTIONARY),
            _ if number % 2 == 0 => (global_values::UNDEF, attributes::well_known::EMPTY_DICTIONARY),
            _ => (global_values::POISON, attributes::well_known::EMPTY_DICTIONARY),
        };
        let key = (name, attrs, ty);
        if let Some(place) = self.constants.iter().position(|c| *c == key) {
            return self.constant_values[place];
        }
        let value = self.body.new_value(ty);
        self.constants.push(key);
        self.constant_values.push(value);
        value
    }

    fn place_constants(&mut self) {
        let Some(&entry) = self.blocks.first() else { return };
        let constants = std::mem::take(&mut self.constants);
        for (place, (name, attrs, _)) in constants.into_iter().enumerate().rev() {
            let op = self.body.create(NewOp { attrs, ..NewOp::new(name) });
            self.body.define_result(op, self.constant_values[place]);
            self.body.prepend_op(entry, op);
        }
    }

    fn number(&self, value: i64) -> Attr {
        self.ctx.int_attr(types::I64, value)
    }

    fn step(&mut self, step: &Step) {
        match step.what % 12 {
            0 | 1 => self.arithmetic(step, int_kind(self.ctx, step.kind), BinaryOpcode::Add),
            2 => self.arithmetic(step, float_kind(self.ctx, step.kind), BinaryOpcode::FAdd),
            3 => self.comparison(step, llvm::ICMP, int_kind(self.ctx, step.kind), 10),
            4 => self.comparison(step, llvm::FCMP, float_kind(self.ctx, step.kind), 16),
            5 => self.select(step),
            6 => self.resize(step),
            7 => self.memory(step),
            8 => self.address(step),
            9 => self.call(step),
            10 => self.aggregate(step),
            _ => {
                let ty = kind(self.ctx, step.kind);
                let value = self.pick(ty, step.picks[0], step.number);
                self.add(llvm::FREEZE, &[value], &[], ty);
            }
        }
    }

    /// One of the table's binary operations on integers or on floats; `like` is one of them.
    fn arithmetic(&mut self, step: &Step, ty: Type, like: BinaryOpcode) {
        let rows = || ops::LLVM.op_defs().iter();
        let sample = rows().find(|d| matches!(d.llvm, LlvmForm::Binary(opcode) if opcode == like));
        let Some(set) = sample.and_then(|d| d.operands.first()).map(|s| s.types) else { return };
        let same = |d: &ops::OpDef| matches!(d.llvm, LlvmForm::Binary(_)) && d.operands.iter().all(|s| s.types == set);
        let rows: Vec<&ops::OpDef> = rows().filter(|d| same(d)).collect();
        let row = rows[usize::from(step.picks[2]) % rows.len()];
        let (a, b) = (self.pick(ty, step.picks[0], step.number), self.pick(ty, step.picks[1], step.number ^ 1));
        let mut attrs = Vec::new();
        for slot in row.attrs {
            let key = self.ctx.str(slot.name);
            match key {
                names::OVERFLOW_FLAGS if !step.flags.is_multiple_of(4) => {
                    attrs.push((key, self.ctx.enum_attr(IntegerOverflowFlags::from_bits_truncate(step.flags))));
                }
                names::FASTMATH_FLAGS if !step.flags.is_multiple_of(128) => {
                    attrs.push((key, self.ctx.enum_attr(FastmathFlags::from_bits_truncate(step.flags))));
                }
                names::IS_EXACT | names::IS_DISJOINT if !step.flags.is_multiple_of(2) => {
                    attrs.push((key, attributes::well_known::UNIT));
                }
                _ => {}
            }
        }
        self.add(self.ctx.op_name(row.name), &[a, b], &attrs, ty);
    }

    fn comparison(&mut self, step: &Step, name: OpName, ty: Type, predicates: u8) {
        let (a, b) = (self.pick(ty, step.picks[0], step.number), self.pick(ty, step.picks[1], step.number ^ 1));
        let predicate = self.number(i64::from(step.picks[2] % predicates));
        self.add(name, &[a, b], &[(names::PREDICATE, predicate)], types::I1);
    }

    fn select(&mut self, step: &Step) {
        let ty = kind(self.ctx, step.kind);
        let condition = self.pick(types::I1, step.picks[0], step.number);
        let (a, b) = (self.pick(ty, step.picks[1], step.number), self.pick(ty, step.picks[2], step.number ^ 1));
        self.add(llvm::SELECT, &[condition, a, b], &[], ty);
    }

    /// An integer made wider or narrower.
    fn resize(&mut self, step: &Step) {
        let (from, to) = (int_kind(self.ctx, step.kind), int_kind(self.ctx, step.flags));
        let (Some(a), Some(b)) = (self.ctx.int_width(from), self.ctx.int_width(to)) else { return };
        let name = match a.cmp(&b) {
            std::cmp::Ordering::Less if step.picks[1].is_multiple_of(2) => llvm::SEXT,
            std::cmp::Ordering::Less => llvm::ZEXT,
            std::cmp::Ordering::Greater => llvm::TRUNC,
            std::cmp::Ordering::Equal => return,
        };
        let value = self.pick(from, step.picks[0], step.number);
        self.add(name, &[value], &[], to);
    }

    /// An `alloca`, a `load` or a `store`.
    fn memory(&mut self, step: &Step) {
        let ty = kind(self.ctx, step.kind);
        let alignment = (names::ALIGNMENT, self.number(1 << (step.flags % 6)));
        match step.picks[2] % 3 {
            0 => {
                let count = self.constant(types::I32, 1);
                let attrs = [(names::ELEM_TYPE, self.ctx.type_attr(ty)), alignment];
                self.add(llvm::ALLOCA, &[count], &attrs, types::PTR);
            }
            1 => {
                let pointer = self.pick(types::PTR, step.picks[0], 0);
                self.add(llvm::LOAD, &[pointer], &[alignment], ty);
            }
            _ => {
                let (value, pointer) =
                    (self.pick(ty, step.picks[1], step.number), self.pick(types::PTR, step.picks[0], 0));
                self.add_effect(llvm::STORE, &[value, pointer], &[alignment]);
            }
        }
    }

    /// A `getelementptr` with a dynamic index and a constant one.
    fn address(&mut self, step: &Step) {
        let pointer = self.pick(types::PTR, step.picks[0], 0);
        let index = self.pick(types::I64, step.picks[1], step.number);
        let pair = self.ctx.literal_struct(false, &[types::I32, types::PTR]);
        let indices = self.ctx.i32_array(&[i32::MIN, i32::from(step.picks[2] % 2)]);
        let mut attrs = vec![(names::ELEM_TYPE, self.ctx.type_attr(pair)), (names::RAW_CONSTANT_INDICES, indices)];
        let flags = [0, 2, 3, 4, 6, 7][usize::from(step.flags) % 6];
        if flags != 0 {
            attrs.push((names::NO_WRAP_FLAGS, self.ctx.int_attr(types::I32, flags)));
        }
        self.add(llvm::GETELEMENTPTR, &[pointer, index], &attrs, types::PTR);
    }

    fn call(&mut self, step: &Step) {
        let callee = &self.signatures[usize::from(step.kind) % self.signatures.len()];
        let picks = step.picks;
        let operands: Vec<Value> = callee
            .params
            .iter()
            .enumerate()
            .map(|(i, &ty)| self.pick(ty, picks[i % picks.len()], step.number))
            .collect();
        let attrs = [(names::CALLEE, self.ctx.symbol_ref(callee.name))];
        match callee.result {
            Some(result) => {
                self.add(llvm::CALL, &operands, &attrs, result);
            }
            None => self.add_effect(llvm::CALL, &operands, &attrs),
        }
    }

    /// An `insertvalue` or an `extractvalue`.
    fn aggregate(&mut self, step: &Step) {
        let ty = kind(self.ctx, 18 + step.kind % 2);
        let index = step.flags % 2;
        let Some(element) = self.ctx.element_at(ty, u64::from(index)) else { return };
        let container = self.pick(ty, step.picks[0], step.number);
        let position = AttrData::DenseArray { element: types::I64, values: Box::new([i64::from(index)]) };
        let attrs = [(names::POSITION, self.ctx.attr(position))];
        if step.picks[2].is_multiple_of(2) {
            self.add(llvm::EXTRACTVALUE, &[container], &attrs, element);
        } else {
            let value = self.pick(element, step.picks[1], step.number);
            self.add(llvm::INSERTVALUE, &[container, value], &attrs, ty);
        }
    }

    /// The block a number stands for and what to pass it; `None` where there is no such block.
    fn target(&mut self, number: u8) -> Option<(Block, Vec<Value>)> {
        let block = self.blocks[target(number, self.blocks.len())?];
        let wanted: Vec<Type> = self.body.block_args(block).iter().map(|&v| self.body.value_type(v)).collect();
        let passed = wanted.into_iter().map(|ty| self.pick(ty, number, i64::from(number))).collect();
        Some((block, passed))
    }

    fn end(&mut self, end: &End) {
        let numbers = end.targets();
        let targets: Option<Vec<(Block, Vec<Value>)>> = numbers.iter().map(|&to| self.target(to)).collect();
        // A function of one block has nowhere to go.
        let Some(targets) = targets else { return self.end_function() };
        let (name, operands, attrs) = match end {
            End::Return => return self.end_function(),
            End::Unreachable => (llvm::UNREACHABLE, Vec::new(), Vec::new()),
            End::Branch(_) => (llvm::BR, Vec::new(), Vec::new()),
            End::Condition(yes, _) => (llvm::COND_BR, vec![self.pick(types::I1, *yes, 1)], Vec::new()),
            End::Switch(cases) => {
                let value = self.pick(types::I32, cases.len() as u8, 7);
                (llvm::SWITCH, vec![value], self.switch_attrs(cases))
            }
        };
        let successors: Vec<(Block, &[Value])> = targets.iter().map(|(b, v)| (*b, v.as_slice())).collect();
        let attrs = self.ctx.dictionary(&attrs);
        let new = NewOp { operands: &operands, successors: &successors, attrs, ..NewOp::new(name) };
        self.body.append(self.at, new, &[]);
    }

    /// The attributes of a switch whose first target is the default.
    fn switch_attrs(&self, targets: &[u8]) -> Vec<(Str, Attr)> {
        let Some(cases) = targets.get(1..).filter(|cases| !cases.is_empty()) else { return Vec::new() };
        let values: Vec<u8> = (0..cases.len() as u32).flat_map(|case| case.to_le_bytes()).collect();
        let vector = self.ctx.vector_type(cases.len() as u64, false, types::I32);
        vec![(names::CASE_VALUES, self.ctx.dense(vector, &values, 4))]
    }

    fn end_function(&mut self) {
        match self.signature.result {
            Some(result) => {
                let value = self.pick(result, 1, 1);
                self.add_effect(llvm::RETURN, &[value], &[]);
            }
            None => self.add_effect(llvm::RETURN, &[], &[]),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use irtrip_dialect::verify::verify;

    proptest! {
        #[test]
        fn every_plan_is_a_valid_module(plan in modules(4, 8, 12)) {
            let ctx = Context::with_dialects(irtrip_lower::all_dialects());
            let module = build(&ctx, &plan);
            let errors: Vec<String> = verify(&ctx, &module).iter().map(ToString::to_string).collect();
            prop_assert!(errors.is_empty(), "{errors:?}");
        }
    }
}
