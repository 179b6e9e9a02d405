//! Constants of MLIR in one form each. The dialect can spell a constant of LLVM IR as an attribute, as operations on
//! attributes, or as an instruction that LLVM's builder computes, which makes none.
//!
//! LangRef, "Constants". What a constant is, [`irtrip_dialect::constants`] says. The one form of it is an attribute: numbers of
//! the constant's own type; `dense` elements where an array or vector has nothing but numbers; `#llvm.zero`, `#llvm.undef` and
//! `#llvm.poison` for the whole of them; an array of attributes for other structs, arrays and vectors; a symbol for an address;
//! a dictionary for an expression.

use irtrip_dialect::attr_table::{AttrKind, POISON, UNDEF, ZERO};
use irtrip_dialect::constants::compute::Computation;
use irtrip_dialect::constants::decode::Symbols;
use irtrip_dialect::constants::elements::bytes;
use irtrip_dialect::constants::{ConstData, ConstId, Constants, Expr, element_count};
use irtrip_dialect::enums::CastOpcode;
use irtrip_dialect::names::*;
use irtrip_dialect::ops::{Constant, Fold, Inst, LlvmForm, OpDef, global_values, llvm};
use irtrip_dialect::resources::Blobs;
use irtrip_dialect::{Attr, AttrData, Body, Context, Dim, NewOp, Op, OpNameDefinition, Str, Type, TypeData, Value};
use rustc_hash::FxHashMap;

/// Structs of more elements are not taken apart.
const MAX_ELEMENTS: usize = 1 << 16;

/// A constant, the elements of which are apart while a chain of `llvm.insertvalue` is gone through.
#[derive(Clone)]
enum Tree {
    Whole(ConstId),
    Apart(Vec<Tree>),
}

/// Whether a body has a constant expression that LLVM folds into another constant.
pub fn has_folds(ctx: &Context, resources: &Blobs, body: &Body) -> bool {
    let mut known = BodyConstants::new(ctx, resources, body);
    known.all(body).into_iter().any(|(op, value)| {
        let Some(def) = body.name(op).def() else { return false };
        let is_chain = matches!(def.llvm, LlvmForm::Inst(Inst::InsertValue | Inst::InsertElement));
        if is_chain || matches!(def.llvm, LlvmForm::Constant(_)) {
            return false;
        }
        known.whole(body, value).is_some_and(|whole| match known.read.pool.data(whole) {
            ConstData::Expr(expr) => expr.name != body.name(op),
            _ => true,
        })
    })
}

/// Makes one operation of each constant of a body. Operations that only its constants are made of go.
pub fn normalize(ctx: &Context, resources: &Blobs, body: &mut Body) {
    let mut known = BodyConstants::new(ctx, resources, body);
    let found = known.all(body);
    let mut made = FxHashMap::default();
    for (op, value) in found {
        if body.name(op) == global_values::ADDRESSOF {
            continue;
        }
        if let Some(whole) = known.whole(body, value) {
            let attr = known.read.attr(whole);
            let one = one_operation(ctx, body, attr, body.value_type(value));
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
fn one_operation(ctx: &Context, body: &mut Body, constant: Attr, ty: Type) -> Op {
    let (name, key) = match ctx.attr_data(constant) {
        AttrData::SymbolRef { .. } => (global_values::ADDRESSOF, GLOBAL_NAME),
        _ => (global_values::CONSTANT, VALUE),
    };
    let op = body.create(NewOp { attrs: ctx.dictionary(&[(key, constant)]), ..NewOp::new(name) });
    body.add_results(op, &[ty]);
    op
}

/// The attribute that a variable's `value` or a constant's is at its type; `None` where it is left as it is.
pub fn of_value(ctx: &Context, resources: &Blobs, ty: Type, value: Attr) -> Option<Attr> {
    let mut read = Reader::new(ctx, resources);
    read.of_value(ty, value).map(|id| read.attr(id))
}

/// Constants that are read, and the attribute of each.
struct Reader<'a> {
    ctx: &'a Context,
    resources: &'a Blobs,
    pool: Constants,
    attrs: FxHashMap<ConstId, Attr>,
}

/// The resources of a file; no constant that is read names an address by itself.
struct OfFile<'a>(&'a Blobs);

impl Symbols for OfFile<'_> {
    fn address_type(&self, _: Str) -> Option<Type> {
        None
    }

    fn resource(&self, key: Str) -> Option<&[u8]> {
        self.0.get(&key).map(|bytes| &bytes[..])
    }
}

impl<'a> Reader<'a> {
    fn new(ctx: &'a Context, resources: &'a Blobs) -> Reader<'a> {
        Reader { ctx, resources, pool: Constants::default(), attrs: FxHashMap::default() }
    }

    /// The constant that a `value` is at a type.
    fn of_value(&mut self, ty: Type, value: Attr) -> Option<ConstId> {
        if let AttrData::Dictionary(_) = self.ctx.attr_data(value) {
            return None;
        }
        self.pool.of_value(self.ctx, &OfFile(self.resources), ty, value).ok()
    }

    /// A constant expression, with its operation's attributes.
    fn expression(&mut self, body: &Body, op: Op, ty: Type, operands: &[ConstId]) -> Option<ConstId> {
        let (name, attrs) = (body.name(op), body.attrs(op));
        let operands = match name {
            llvm::GETELEMENTPTR => self.pool.with_static_indices(self.ctx, attrs, operands).ok()?,
            _ => operands.into(),
        };
        self.pool.add(self.ctx, ty, ConstData::Expr(Box::new(Expr { name, attrs, operands }))).ok()
    }

    /// The one form of a constant. Constants are no deeper than [`Constants::add`] allows.
    fn attr(&mut self, id: ConstId) -> Attr {
        if let Some(attr) = self.attrs.get(&id) {
            return *attr;
        }
        let (ctx, ty) = (self.ctx, self.pool.ty(id));
        let bare = |kind: AttrKind| ctx.attr(AttrData::Llvm { kind, params: Box::from([]) });
        // What an instruction computes of numbers has them as elements.
        let whole = match self.pool.data(id).clone() {
            ConstData::Aggregate(parts) => self.pool.packed_aggregate(ctx, ty, parts.into_vec()),
            _ => id,
        };
        let attr = match self.pool.data(whole).clone() {
            ConstData::Int(value) => match ctx.type_data(ty) {
                TypeData::Byte { .. } if value == 0 => bare(ZERO),
                TypeData::Byte { width } => ctx.int_attr(ctx.int_type(*width), value),
                _ => ctx.int_attr(ty, value),
            },
            ConstData::Float(bits) => ctx.float_attr(ty, bits),
            ConstData::BigInt(attr) => attr,
            ConstData::Data(_) if self.pool.is_null(ctx, whole) => bare(ZERO),
            ConstData::Data(attr) => shaped(ctx, ty, attr).unwrap_or(attr),
            ConstData::Undef => bare(UNDEF),
            ConstData::Poison => bare(POISON),
            ConstData::Symbol(name) => ctx.symbol_ref(name),
            ConstData::Aggregate(parts) => {
                let parts: Vec<Attr> = parts.iter().map(|part| self.attr(*part)).collect();
                ctx.array(&parts)
            }
            ConstData::Expr(expr) => {
                let operands = self.pool.operation_operands(ctx, &expr);
                let operands: Vec<Attr> = operands.into_iter().map(|operand| self.attr(operand)).collect();
                ctx.dictionary(&[
                    (ctx.str("op"), ctx.string_attr(expr.name.def().map_or("", |def| def.name))),
                    (ctx.str("attributes"), expr.attrs),
                    (ctx.str("operands"), ctx.array(&operands)),
                    (ctx.str("type"), ctx.type_attr(ty)),
                ])
            }
            // Those with names of their own are expressions without operands.
            ConstData::Zero
            | ConstData::NoneToken
            | ConstData::DsoLocalEquivalent(_)
            | ConstData::NoCfi(_)
            | ConstData::BlockAddress(..)
            | ConstData::PtrAuth(_) => bare(ZERO),
        };
        self.attrs.insert(id, attr);
        attr
    }
}

/// Elements in the shape of the type that they are a value of: a tensor for an array, a vector for a vector.
fn shaped(ctx: &Context, ty: Type, attr: Attr) -> Option<Attr> {
    let (dims, vector, element) = shape(ctx, ty)?;
    let (data, splat) = bytes(ctx, attr)?;
    let size = ctx.dense_element_bytes(element);
    let count = dims.iter().try_fold(1u64, |count, dim| count.checked_mul(dim.size?));
    let fits = splat || count.and_then(|count| count.checked_mul(size as u64)) == Some(data.len() as u64);
    let shaped = if vector {
        TypeData::Vector { dims: dims.into(), element }
    } else {
        TypeData::Tensor { dims: Some(dims.into()), element, encoding: None }
    };
    fits.then(|| ctx.dense(ctx.ty(shaped), data, size))
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
struct BodyConstants<'a> {
    read: Reader<'a>,
    /// By value: how many operands it is.
    uses: Vec<u32>,
    /// The constants. One whose only use is the next link of a chain is part of that one.
    trees: FxHashMap<Value, Tree>,
}

impl<'a> BodyConstants<'a> {
    /// Of a body of which no constant was found yet.
    fn new(ctx: &'a Context, resources: &'a Blobs, body: &Body) -> BodyConstants<'a> {
        let mut uses = vec![0; body.value_count()];
        body.operand_pool().iter().for_each(|operand| uses[operand.index()] += 1);
        BodyConstants { read: Reader::new(ctx, resources), uses, trees: FxHashMap::default() }
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
        let (ctx, attrs, ty) = (self.read.ctx, body.attrs(op), body.value_type(result));
        let def = body.name(op).def()?;
        if let LlvmForm::Constant(kind) = def.llvm {
            let data = match kind {
                Constant::Value => return self.read.of_value(ty, ctx.entry(attrs, VALUE)?).map(Tree::Whole),
                Constant::Zero => ConstData::Zero,
                Constant::Undef => ConstData::Undef,
                Constant::Poison => ConstData::Poison,
                Constant::AddressOf => ConstData::Symbol(ctx.symbol_value(ctx.entry(attrs, GLOBAL_NAME)?)?),
                Constant::NoneToken | Constant::DsoLocalEquivalent | Constant::BlockAddress => {
                    return self.read.expression(body, op, ty, &[]).map(Tree::Whole);
                }
                Constant::Encoded => return None,
            };
            return self.read.pool.add(ctx, ty, data).ok().map(Tree::Whole);
        }
        if ctx.entry(attrs, IRTRIP_INSTRUCTION).is_some() || body.operands(op).is_empty() {
            return None;
        }
        let path = ctx.entry(attrs, POSITION).and_then(|path| ctx.dense_array(path)).unwrap_or_default();
        if let (LlvmForm::Inst(Inst::InsertValue), [base, value]) = (&def.llvm, body.operands(op)) {
            return self.inserted(body, *base, path, *value);
        }
        if let (LlvmForm::Inst(Inst::InsertElement), [base, value, index]) = (&def.llvm, body.operands(op)) {
            let index = self.whole(body, *index).and_then(|index| self.read.pool.int(index));
            if let Some(tree) = index.and_then(|index| self.inserted(body, *base, &[index], *value)) {
                return Some(tree);
            }
        }
        let operands: Option<Vec<ConstId>> = body.operands(op).iter().map(|value| self.whole(body, *value)).collect();
        let operands = operands?;
        let is_expression = def.is_constant_expression() || def.llvm.fold() == Fold::Expression;
        let found = self.folded(def, attrs, ty, &operands);
        let expression = || is_expression.then(|| self.read.expression(body, op, ty, &operands)).flatten();
        found.or_else(expression).map(Tree::Whole)
    }

    /// The constant that LLVM has in the place of an operation of constants.
    fn folded(&mut self, def: &OpDef, attrs: Attr, ty: Type, operands: &[ConstId]) -> Option<ConstId> {
        let (ctx, pool) = (self.read.ctx, &mut self.read.pool);
        match (&def.llvm, operands) {
            (LlvmForm::Inst(Inst::ExtractValue), [base]) => {
                let path = ctx.entry(attrs, POSITION).and_then(|path| ctx.dense_array(path)).unwrap_or_default();
                element(ctx, pool, *base, path)
            }
            (LlvmForm::Inst(Inst::ExtractElement), [base, index]) => {
                let index = pool.int(*index)?;
                element(ctx, pool, *base, &[index])
            }
            (LlvmForm::Inst(Inst::ShuffleVector), [a, b]) => {
                let mask = ctx.entry(attrs, MASK).and_then(|mask| ctx.dense_array(mask)).unwrap_or_default();
                shuffled(ctx, pool, ty, [*a, *b], mask).or_else(|| splat(ctx, pool, ty, *a, mask))
            }
            (LlvmForm::Inst(Inst::GetElementPtr), [base, ..]) if pool.data(*base).is_undefined() => {
                let data = pool.data(*base).clone();
                pool.add(ctx, ty, data).ok()
            }
            (LlvmForm::Inst(Inst::GetElementPtr), [base, indices @ ..]) => {
                let raw = ctx.entry(attrs, RAW_CONSTANT_INDICES).and_then(|raw| ctx.dense_array(raw))?;
                // LLVM has no constant expression that leads nowhere.
                let leads_nowhere = raw.iter().all(|index| matches!(*index, 0 | llvm::DYNAMIC_INDEX))
                    && indices.iter().all(|index| pool.is_null(ctx, *index))
                    && ctx.entry(attrs, IRTRIP_INRANGE).is_none();
                (leads_nowhere && pool.ty(*base) == ty).then_some(*base)
            }
            (form, _) if form.fold() == Fold::Computed => {
                let computed = pool.computed(ctx, Computation::of(ctx, form, attrs)?, ty, operands).ok()?;
                match (form, operands) {
                    (LlvmForm::Cast(CastOpcode::BitCast), [value]) => {
                        computed.or_else(|| pool.bit_cast_without_layout(ctx, *value, ty))
                    }
                    _ => computed,
                }
            }
            _ => None,
        }
    }

    /// A value's constant.
    fn whole(&mut self, body: &Body, value: Value) -> Option<ConstId> {
        let tree = self.trees.get_mut(&value)?;
        let id = closed(self.read.ctx, &mut self.read.pool, body.value_type(value), tree);
        *tree = Tree::Whole(id);
        Some(id)
    }

    /// A constant with one element replaced. A link of a chain that nothing else uses is taken over, not copied.
    fn inserted(&mut self, body: &Body, base: Value, path: &[i64], value: Value) -> Option<Tree> {
        let element = self.whole(body, value)?;
        let mut tree =
            if self.uses[base.index()] == 1 { self.trees.remove(&base) } else { self.trees.get(&base).cloned() }?;
        if insert(self.read.ctx, &mut self.read.pool, &mut tree, path, element).is_some() {
            return Some(tree);
        }
        self.trees.insert(base, tree);
        None
    }
}

/// The elements of two vectors that a mask names; the mask's -1 is `undef`.
fn shuffled(ctx: &Context, pool: &mut Constants, ty: Type, [a, b]: [ConstId; 2], mask: &[i64]) -> Option<ConstId> {
    let count = element_count(ctx, pool.ty(a))? as u64;
    let mut elements = Vec::with_capacity(mask.len());
    for index in mask {
        elements.push(match u64::try_from(*index) {
            Ok(index) if index < count => pool.element(ctx, a, index).ok()??,
            Ok(index) => pool.element(ctx, b, index - count).ok()??,
            Err(_) => pool.add(ctx, ctx.element_at(ty, 0)?, ConstData::Undef).ok()?,
        });
    }
    Some(pool.packed_aggregate(ctx, ty, elements))
}

/// A vector of any length that has the first element of another everywhere, which was inserted there or is zero.
fn splat(ctx: &Context, pool: &mut Constants, ty: Type, first: ConstId, mask: &[i64]) -> Option<ConstId> {
    if pool.is_null(ctx, first) && mask.iter().all(|index| *index == 0) {
        return Some(pool.zero_of(ctx, ty));
    }
    let ConstData::Expr(insert) = pool.data(first) else { return None };
    let &[_, value, index] = insert.operands.as_slice() else { return None };
    let is_splat = insert.name == llvm::INSERTELEMENT
        && pool.data(value).is_number()
        && pool.is_null(ctx, index)
        && mask.iter().all(|index| *index == 0);
    if is_splat { pool.splat(ctx, ty, value).ok()? } else { None }
}

/// A tree as one constant. Trees are as deep as types are.
fn closed(ctx: &Context, pool: &mut Constants, ty: Type, tree: &Tree) -> ConstId {
    match tree {
        Tree::Whole(id) => *id,
        Tree::Apart(items) => {
            let item = |(place, item)| closed(ctx, pool, ctx.element_at(ty, place as u64).unwrap_or(ty), item);
            let items = items.iter().enumerate().map(item).collect();
            pool.packed_aggregate(ctx, ty, items)
        }
    }
}

fn insert(ctx: &Context, pool: &mut Constants, tree: &mut Tree, path: &[i64], value: ConstId) -> Option<()> {
    let Some((&place, rest)) = path.split_first() else {
        *tree = Tree::Whole(value);
        return Some(());
    };
    if let Tree::Whole(whole) = *tree {
        let count = element_count(ctx, pool.ty(whole)).filter(|count| *count <= MAX_ELEMENTS)?;
        let item = |place| pool.element(ctx, whole, place as u64).ok()?.map(Tree::Whole);
        *tree = Tree::Apart((0..count).map(item).collect::<Option<_>>()?);
    }
    let Tree::Apart(items) = tree else { return None };
    insert(ctx, pool, items.get_mut(usize::try_from(place).ok()?)?, rest, value)
}

fn element(ctx: &Context, pool: &mut Constants, mut whole: ConstId, path: &[i64]) -> Option<ConstId> {
    for place in path {
        let place = usize::try_from(*place).ok().filter(|place| element_count(ctx, pool.ty(whole)) > Some(*place))?;
        whole = pool.element(ctx, whole, place as u64).ok()??;
    }
    Some(whole)
}
