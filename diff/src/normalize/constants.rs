//! Constants of MLIR in one form each. The dialect can spell a constant of LLVM IR as an attribute, as operations on
//! attributes, or as an instruction that LLVM's builder computes, which makes none.
//!
//! LangRef, "Constants". The one form is an attribute: numbers of the constant's own type; `dense` elements where
//! an array or vector has nothing but numbers; `#llvm.zero`, `#llvm.undef` and `#llvm.poison` for the whole of them;
//! an array of attributes for other structs, arrays and vectors; a symbol for an address; a dictionary for an
//! expression.

use irtrip_dialect::attr_table::{AttrKind, POISON, UNDEF, ZERO};
use irtrip_dialect::constants::compute::computed;
use irtrip_dialect::constants::dense::dense_of;
use irtrip_dialect::names::*;
use irtrip_dialect::ops::{Constant, Fold, Inst, LlvmForm, OpDef, global_values, llvm};
use irtrip_dialect::types::well_known::I8;
use irtrip_dialect::{
    Attr, AttrData, Body, Context, Dim, NewOp, Op, OpNameDefinition, Type, TypeData, Value, ValueDef,
};
use num_bigint::BigInt;
use rustc_hash::FxHashMap;

/// The bytes of a file's resources, by key.
pub type Resources<'t> = FxHashMap<&'t str, Vec<u8>>;

/// Structs of more elements are not taken apart.
const MAX_ELEMENTS: u64 = 1 << 16;

/// A constant, the elements of which are apart while a chain of `llvm.insertvalue` is gone through.
#[derive(Clone)]
enum Tree {
    Whole(Attr),
    Apart(Vec<Tree>),
}

/// Whether a body has a constant expression that LLVM folds into another constant.
pub fn has_folds(ctx: &Context, resources: &Resources<'_>, body: &Body) -> bool {
    let mut known = Known::new(ctx, resources, body);
    known.all(body).into_iter().any(|(op, value)| {
        let Some(def) = body.name(op).def() else { return false };
        let is_chain = matches!(def.llvm, LlvmForm::Inst(Inst::InsertValue | Inst::InsertElement));
        if is_chain || matches!(def.llvm, LlvmForm::Constant(_)) {
            return false;
        }
        let own = ctx.string_attr(def.name);
        known.whole(body, value).is_some_and(|tree| ctx.entry(tree, ctx.str("op")) != Some(own))
    })
}

/// Makes one operation of each constant of a body. Operations that only its constants are made of go.
pub fn normalize(ctx: &Context, resources: &Resources<'_>, body: &mut Body) {
    let mut known = Known::new(ctx, resources, body);
    let found = known.all(body);
    let mut made = FxHashMap::default();
    for (op, value) in found {
        if body.name(op) == global_values::ADDRESSOF {
            continue;
        }
        if let Some(tree) = known.whole(body, value) {
            let one = one_operation(ctx, body, tree, body.value_type(value));
            body.insert_before(op, one);
            made.extend(body.result(one).map(|one| (value, one)));
        }
        body.unlink(op);
    }
    for operand in body.operand_pool_mut() {
        *operand = made.get(operand).copied().unwrap_or(*operand);
    }
}

/// The operation of a constant.
fn one_operation(ctx: &Context, body: &mut Body, tree: Attr, ty: Type) -> Op {
    let (name, key) = match ctx.attr_data(tree) {
        AttrData::SymbolRef { .. } => (global_values::ADDRESSOF, GLOBAL_NAME),
        _ => (global_values::CONSTANT, VALUE),
    };
    let op = body.create(NewOp { attrs: ctx.dictionary(&[(key, tree)]), ..NewOp::new(name) });
    body.add_results(op, &[ty]);
    op
}

/// The attribute that a variable's `value` or a constant's is at its type; `None` where it is left as it is.
pub fn of_value(ctx: &Context, resources: &Resources<'_>, ty: Type, value: Attr) -> Option<Attr> {
    let dense = dense_of(ctx, value, |key| resources.get(&*ctx.text(key)).map(Vec::as_slice));
    let value = dense.unwrap_or(value);
    Some(match ctx.attr_data(value) {
        AttrData::Integer { value, .. } => number(ctx, ty, *value as u128)?,
        AttrData::BigInteger { value, .. } if ctx.int_width(ty).is_some() => ctx.big_int_attr(ty, (**value).clone()),
        AttrData::Float { bits, .. } => number(ctx, ty, bits.get())?,
        AttrData::Dense { ty: of, data, splat } => match *ctx.type_data(element_type(ctx, *of)?) {
            TypeData::Complex(part) => complex(ctx, ty, part, data, *splat)?,
            _ => elements(ctx, (*of, data, *splat), ty)?,
        },
        AttrData::String { value: text, .. } => {
            let of = ctx.vector_type(ctx.bytes(*text).len() as u64, false, I8);
            elements(ctx, (of, ctx.bytes(*text), false), ty).unwrap_or(value)
        }
        AttrData::SymbolRef { .. } => value,
        AttrData::Llvm { kind, .. } if *kind == ZERO => zero(ctx, ty),
        AttrData::Llvm { kind, .. } if [UNDEF, POISON].contains(kind) => value,
        AttrData::Array(items) => {
            let item =
                |(place, item): (usize, &Attr)| of_value(ctx, resources, ctx.element_at(ty, place as u64)?, *item);
            let items: Option<Vec<Attr>> = items.iter().enumerate().map(item).collect();
            whole(ctx, ty, items?)
        }
        _ => return None,
    })
}

/// A number of a type: an integer's, or a float's bits. Floats of a format that LLVM IR does not have are integers.
fn number(ctx: &Context, ty: Type, bits: u128) -> Option<Attr> {
    match ctx.type_data(ty) {
        TypeData::Integer { width, .. } if *width > 64 => Some(ctx.big_int_attr(ty, BigInt::from(bits as i128))),
        TypeData::Integer { width, .. } => {
            let unused = 64u32.saturating_sub(*width);
            Some(ctx.int_attr(ty, ((bits as i64) << unused) >> unused))
        }
        TypeData::Float(_) => Some(ctx.float_attr(ty, bits)),
        _ => None,
    }
}

fn bare(ctx: &Context, kind: AttrKind) -> Attr {
    ctx.attr(AttrData::Llvm { kind, params: Box::from([]) })
}

fn zero(ctx: &Context, ty: Type) -> Attr {
    number(ctx, ty, 0).unwrap_or_else(|| bare(ctx, ZERO))
}

fn is_zero(ctx: &Context, tree: Attr) -> bool {
    match ctx.attr_data(tree) {
        AttrData::Integer { value, .. } => *value == 0,
        AttrData::Float { bits, .. } => bits.get() == 0,
        AttrData::Llvm { kind, .. } => *kind == ZERO,
        _ => false,
    }
}

/// A struct, array or vector of these elements.
fn whole(ctx: &Context, ty: Type, items: Vec<Attr>) -> Attr {
    if items.iter().all(|item| is_zero(ctx, *item)) {
        return bare(ctx, ZERO);
    }
    for kind in [UNDEF, POISON] {
        if items.iter().all(|item| *item == bare(ctx, kind)) {
            return bare(ctx, kind);
        }
    }
    numbers(ctx, ty, &items).unwrap_or_else(|| ctx.array(&items))
}

/// The elements of an array or vector that are nothing but numbers.
fn numbers(ctx: &Context, ty: Type, items: &[Attr]) -> Option<Attr> {
    let (dims, _, scalar) = shape(ctx, ty)?;
    let bytes = ctx.dense_element_bytes(scalar);
    let inner: u64 = dims.iter().skip(1).try_fold(1u64, |count, dim| count.checked_mul(dim.size?))?;
    let mut data = Vec::new();
    for item in items {
        match ctx.attr_data(*item) {
            AttrData::Integer { value, .. } => data.extend(i128::from(*value).to_le_bytes().get(..bytes)?),
            AttrData::Float { bits, .. } => data.extend(bits.get().to_le_bytes().get(..bytes)?),
            AttrData::Dense { data: own, splat: true, .. } => data.extend(own.repeat(usize::try_from(inner).ok()?)),
            AttrData::Dense { data: own, .. } => data.extend_from_slice(own),
            AttrData::Llvm { kind, .. } if *kind == ZERO => {
                data.resize(data.len() + usize::try_from(inner).ok()?.checked_mul(bytes)?, 0);
            }
            _ => return None,
        }
    }
    let of = ctx.vector_type(inner.checked_mul(items.len() as u64)?, false, scalar);
    elements(ctx, (of, &data, false), ty)
}

/// Elements have the shape of the type that they are a value of: a tensor for an array, a vector for a vector. Where
/// there are none, none is named. Floats of a format that LLVM IR does not have are integers.
fn elements(ctx: &Context, (of, data, splat): (Type, &[u8], bool), ty: Type) -> Option<Attr> {
    let element = element_type(ctx, of)?;
    let Some((dims, vector, scalar)) = shape(ctx, ty) else {
        // A splat at a type without elements is that one.
        let mut bits = [0; 16];
        bits.get_mut(..data.len())?.copy_from_slice(data);
        return number(ctx, ty, u128::from_le_bytes(bits)).filter(|_| splat);
    };
    let size = ctx.dense_element_bytes(scalar);
    let numbers: Vec<u8>;
    let (element, data) = match ctx.type_data(element) {
        TypeData::Index => {
            let number = |index: &[u8]| {
                index.try_into().map_or([0; 16], |index| i128::from(i64::from_le_bytes(index)).to_le_bytes())
            };
            numbers = data.chunks(8).flat_map(|index| number(index).into_iter().take(size)).collect();
            (scalar, numbers.as_slice())
        }
        _ => (element, data),
    };
    let is_float = |ty| matches!(ctx.type_data(ty), TypeData::Float(_));
    let element = if is_float(element) && !is_float(scalar) { scalar } else { element };
    let count = dims.iter().try_fold(1u64, |count, dim| count.checked_mul(dim.size?));
    if count == Some(0) || data.iter().all(|byte| *byte == 0) {
        return Some(bare(ctx, ZERO));
    }
    let shaped = if vector {
        TypeData::Vector { dims: dims.into(), element }
    } else {
        TypeData::Tensor { dims: Some(dims.into()), element, encoding: None }
    };
    let size = ctx.dense_element_bytes(element);
    let fits = splat || count.and_then(|count| count.checked_mul(size as u64)) == Some(data.len() as u64);
    fits.then(|| ctx.dense(ctx.ty(shaped), data, size))
}

/// Complex numbers are structs of two.
fn complex(ctx: &Context, ty: Type, part: Type, data: &[u8], splat: bool) -> Option<Attr> {
    let items: Vec<Attr> = match *ctx.type_data(ty) {
        TypeData::Array { length, element } => {
            let length = usize::try_from(length).ok().filter(|length| *length as u64 <= MAX_ELEMENTS)?;
            let size = data.len() / length.max(1);
            let item = |place: usize| {
                let own = if splat { data } else { data.get(place * size..(place + 1) * size)? };
                complex(ctx, element, part, own, splat)
            };
            (0..length).map(item).collect::<Option<_>>()?
        }
        _ => {
            let (real, imaginary) = data.split_at_checked(data.len() / 2)?;
            let of = ctx.vector_type(1, false, part);
            [real, imaginary].map(|half| elements(ctx, (of, half, true), part)).into_iter().collect::<Option<_>>()?
        }
    };
    Some(whole(ctx, ty, items))
}

fn element_type(ctx: &Context, ty: Type) -> Option<Type> {
    match ctx.type_data(ty) {
        TypeData::Vector { element, .. } | TypeData::Tensor { element, .. } => Some(*element),
        _ => None,
    }
}

/// The dimensions of nested arrays, or of a vector alone; whether it is a vector; what is in it.
fn shape(ctx: &Context, mut ty: Type) -> Option<(Vec<Dim>, bool, Type)> {
    let mut dims = Vec::new();
    let mut vector = true;
    loop {
        match ctx.type_data(ty) {
            TypeData::Array { length, element } => {
                dims.push(Dim { size: Some(*length), scalable: false });
                (ty, vector) = (*element, false);
            }
            TypeData::Vector { dims: inner, element } => {
                dims.extend(inner.iter().copied());
                ty = *element;
                vector &= dims.len() == inner.len();
            }
            TypeData::Integer { .. } | TypeData::Float(_) => return (!dims.is_empty()).then_some((dims, vector, ty)),
            _ => return None,
        }
    }
}

/// What is known of a body's values.
struct Known<'a> {
    ctx: &'a Context,
    resources: &'a Resources<'a>,
    /// By value: how many operands it is.
    uses: Vec<u32>,
    /// The constants. One whose only use is the next link of a chain is part of that one.
    trees: FxHashMap<Value, Tree>,
}

impl<'a> Known<'a> {
    /// Of a body of which no constant was found yet.
    fn new(ctx: &'a Context, resources: &'a Resources<'a>, body: &Body) -> Known<'a> {
        let mut uses = vec![0; body.value_count()];
        body.operand_pool().iter().for_each(|operand| uses[operand.index()] += 1);
        Known { ctx, resources, uses, trees: FxHashMap::default() }
    }

    /// Finds the constants of a body: the operations that are one, in order, and their values.
    fn all(&mut self, body: &Body) -> Vec<(Op, Value)> {
        let mut found = Vec::new();
        for op in body.regions().iter().flat_map(|region| body.blocks(*region)).flat_map(|block| body.ops(*block)) {
            let Some(value) = body.result(op) else { continue };
            if let Some(tree) = self.constant(body, op, value) {
                self.trees.insert(value, tree);
                found.push((op, value));
            }
        }
        found
    }

    /// The constant that an operation is.
    fn constant(&mut self, body: &Body, op: Op, result: Value) -> Option<Tree> {
        let (ctx, attrs, ty) = (self.ctx, body.attrs(op), body.value_type(result));
        let def = body.name(op).def()?;
        if let LlvmForm::Constant(kind) = def.llvm {
            return Some(Tree::Whole(match kind {
                Constant::Value => of_value(ctx, self.resources, ty, ctx.entry(attrs, VALUE)?)?,
                Constant::Zero => zero(ctx, ty),
                Constant::Undef => bare(ctx, UNDEF),
                Constant::Poison => bare(ctx, POISON),
                Constant::AddressOf => ctx.entry(attrs, GLOBAL_NAME)?,
                Constant::NoneToken | Constant::DsoLocalEquivalent | Constant::BlockAddress => {
                    expression(ctx, def, attrs, ty, &[])
                }
                Constant::Encoded => return None,
            }));
        }
        if ctx.entry(attrs, IRTRIP_INSTRUCTION).is_some() || body.operands(op).is_empty() {
            return None;
        }
        let path = ctx.entry(attrs, POSITION).and_then(|path| ctx.dense_array(path)).unwrap_or_default();
        if let (LlvmForm::Inst(Inst::InsertValue), [base, value]) = (&def.llvm, body.operands(op)) {
            return self.inserted(body, *base, path, *value);
        }
        if let (LlvmForm::Inst(Inst::InsertElement), [base, value, index]) = (&def.llvm, body.operands(op)) {
            let index = self.whole(body, *index).and_then(|index| ctx.int_value(index));
            if let Some(tree) = index.and_then(|index| self.inserted(body, *base, &[index], *value)) {
                return Some(tree);
            }
        }
        let operands = body.operands(op).iter().map(|o| Some((body.value_type(*o), self.whole(body, *o)?)));
        let operands = operands.collect::<Option<Vec<(Type, Attr)>>>()?;
        let found = match (&def.llvm, operands.as_slice()) {
            (LlvmForm::Inst(Inst::ExtractValue), [(from, base)]) => element(ctx, *from, *base, path),
            (LlvmForm::Inst(Inst::ExtractElement), [(from, base), (_, index)]) => {
                ctx.int_value(*index).and_then(|index| element(ctx, *from, *base, &[index]))
            }
            (LlvmForm::Inst(Inst::ShuffleVector), [a, b]) => {
                let mask = ctx.entry(attrs, MASK).and_then(|mask| ctx.dense_array(mask)).unwrap_or_default();
                shuffled(ctx, ty, *a, *b, mask).or_else(|| self.splat(body, op, ty, mask))
            }
            (LlvmForm::Inst(Inst::GetElementPtr), [(_, base), ..])
                if [UNDEF, POISON].map(|kind| bare(ctx, kind)).contains(base) =>
            {
                Some(*base)
            }
            (LlvmForm::Inst(Inst::GetElementPtr), [(from, base), indices @ ..]) => {
                let raw = ctx.entry(attrs, RAW_CONSTANT_INDICES).and_then(|raw| ctx.dense_array(raw))?;
                // LLVM has no constant expression that leads nowhere.
                let leads_nowhere = raw.iter().all(|index| matches!(*index, 0 | llvm::DYNAMIC_INDEX))
                    && indices.iter().all(|index| is_zero(ctx, index.1))
                    && ctx.entry(attrs, IRTRIP_INRANGE).is_none();
                (leads_nowhere && *from == ty).then_some(*base)
            }
            _ => computed(ctx, def, attrs, ty, &operands).and_then(|value| {
                let is_operand = operands.iter().any(|operand| operand.1 == value);
                if is_operand { Some(value) } else { of_value(ctx, self.resources, ty, value) }
            }),
        };
        let is_expression = def.is_constant_expression() || def.llvm.fold() == Fold::Expression;
        found.or_else(|| is_expression.then(|| expression(ctx, def, attrs, ty, &operands))).map(Tree::Whole)
    }

    /// A vector of any length that has the first element of another everywhere, which was inserted there.
    fn splat(&mut self, body: &Body, op: Op, ty: Type, mask: &[i64]) -> Option<Attr> {
        let ctx = self.ctx;
        let ValueDef::Result(first, _) = body.value(*body.operands(op).first()?).def else { return None };
        let [_, value, index] = body.operands(first) else { return None };
        if body.name(first) != llvm::INSERTELEMENT || mask.iter().any(|index| *index != 0) {
            return None;
        }
        let (value, index, scalar) = (self.whole(body, *value)?, self.whole(body, *index)?, body.value_type(*value));
        let bytes = match ctx.attr_data(value) {
            AttrData::Integer { value, .. } => i128::from(*value).to_le_bytes(),
            AttrData::Float { bits, .. } => bits.get().to_le_bytes(),
            _ => return None,
        };
        let data = bytes.get(..ctx.dense_element_bytes(scalar)).filter(|_| is_zero(ctx, index))?;
        elements(ctx, (ctx.vector_type(1, false, scalar), data, true), ty)
    }

    /// A value's constant in one attribute.
    fn whole(&mut self, body: &Body, value: Value) -> Option<Attr> {
        let tree = self.trees.get_mut(&value)?;
        let attr = closed(self.ctx, body.value_type(value), tree);
        *tree = Tree::Whole(attr);
        Some(attr)
    }

    /// A constant with one element replaced. A link of a chain that nothing else uses is taken over, not copied.
    fn inserted(&mut self, body: &Body, base: Value, path: &[i64], value: Value) -> Option<Tree> {
        let element = self.whole(body, value)?;
        let mut tree =
            if self.uses[base.index()] == 1 { self.trees.remove(&base) } else { self.trees.get(&base).cloned() }?;
        if insert(self.ctx, body.value_type(base), &mut tree, path, element).is_some() {
            return Some(tree);
        }
        self.trees.insert(base, tree);
        None
    }
}

/// The elements of two vectors that a mask names; the mask's -1 is `undef`.
fn shuffled(ctx: &Context, ty: Type, a: (Type, Attr), b: (Type, Attr), mask: &[i64]) -> Option<Attr> {
    let mut all = items(ctx, a.0, a.1)?;
    all.extend(items(ctx, b.0, b.1)?);
    let item = |index: &i64| match usize::try_from(*index) {
        Ok(index) => all.get(index).copied(),
        Err(_) => Some(bare(ctx, UNDEF)),
    };
    Some(whole(ctx, ty, mask.iter().map(item).collect::<Option<_>>()?))
}

/// A constant expression, with its operation's attributes.
fn expression(ctx: &Context, def: &OpDef, attrs: Attr, ty: Type, operands: &[(Type, Attr)]) -> Attr {
    let operands: Vec<Attr> = operands.iter().map(|operand| operand.1).collect();
    ctx.dictionary(&[
        (ctx.str("op"), ctx.string_attr(def.name)),
        (ctx.str("attributes"), attrs),
        (ctx.str("operands"), ctx.array(&operands)),
        (ctx.str("type"), ctx.type_attr(ty)),
    ])
}

/// A tree in one attribute. Trees are as deep as types are.
fn closed(ctx: &Context, ty: Type, tree: &Tree) -> Attr {
    match tree {
        Tree::Whole(attr) => *attr,
        Tree::Apart(items) => {
            let item = |(place, item)| closed(ctx, ctx.element_at(ty, place as u64).unwrap_or(ty), item);
            whole(ctx, ty, items.iter().enumerate().map(item).collect())
        }
    }
}

/// The elements of a constant, one by one; `None` where it has none that can be named, or too many.
pub fn items(ctx: &Context, ty: Type, attr: Attr) -> Option<Vec<Attr>> {
    let count = match ctx.type_data(ty) {
        TypeData::Array { length, .. } => *length,
        TypeData::Vector { dims, .. } => match dims.as_ref() {
            [dim] if !dim.scalable => dim.size?,
            _ => return None,
        },
        _ => ctx.struct_elements(ty)?.1.len() as u64,
    };
    if count > MAX_ELEMENTS {
        return None;
    }
    match ctx.attr_data(attr) {
        AttrData::Array(items) => Some(items.to_vec()),
        AttrData::Llvm { kind, .. } if *kind == ZERO => {
            (0..count).map(|place| ctx.element_at(ty, place).map(|ty| zero(ctx, ty))).collect()
        }
        AttrData::Llvm { .. } => Some(vec![attr; count as usize]),
        AttrData::Dense { ty: of, data, splat } => {
            let element = ctx.element_at(ty, 0)?;
            let (scalar, count) = (element_type(ctx, *of)?, count as usize);
            let size = data.len() / count.max(1);
            let part = |place: usize| {
                let part = if *splat { data } else { data.get(place * size..(place + 1) * size)? };
                let one = shape(ctx, element).is_none();
                elements(ctx, (ctx.vector_type(1, false, scalar), part, *splat || one), element)
            };
            (0..count).map(part).collect()
        }
        _ => None,
    }
}

fn insert(ctx: &Context, ty: Type, tree: &mut Tree, path: &[i64], value: Attr) -> Option<()> {
    let Some((&place, rest)) = path.split_first() else {
        *tree = Tree::Whole(value);
        return Some(());
    };
    if let Tree::Whole(attr) = tree {
        *tree = Tree::Apart(items(ctx, ty, *attr)?.into_iter().map(Tree::Whole).collect());
    }
    let Tree::Apart(items) = tree else { return None };
    let place = usize::try_from(place).ok()?;
    insert(ctx, ctx.element_at(ty, place as u64)?, items.get_mut(place)?, rest, value)
}

fn element(ctx: &Context, ty: Type, attr: Attr, path: &[i64]) -> Option<Attr> {
    let Some((&place, rest)) = path.split_first() else { return Some(attr) };
    let place = usize::try_from(place).ok()?;
    let item = *items(ctx, ty, attr)?.get(place)?;
    element(ctx, ctx.element_at(ty, place as u64)?, item, rest)
}
