//! Constant addresses as LLVM's builder folds them, which knows the data layout: a chain of `getelementptr` of a global is
//! one, in bytes; one of `null` is a number, and so is what `ptrtoint`, `sub` and `icmp` make of it. So are the bits of a
//! variable's address that its alignment says.
//!
//! LangRef, "getelementptr". An address that is known to stay in the global's bounds is `inbounds`; one that is
//! `inbounds` or `nusw` and does not go back is `nuw`.

use irtrip_dialect::attributes::well_known::EMPTY_DICTIONARY;
use irtrip_dialect::enums::{GepNoWrapFlags, ICmpPredicate, Linkage, UnnamedAddr};
use irtrip_dialect::layout::Layout;
use irtrip_dialect::names::{
    ALIGNMENT, ELEM_TYPE, GLOBAL_NAME, GLOBAL_TYPE, IRTRIP_INRANGE, LINKAGE, NO_WRAP_FLAGS, POSITION, PREDICATE,
    RAW_CONSTANT_INDICES, SYM_NAME, UNNAMED_ADDR, VALUE,
};
use irtrip_dialect::ops::global_values::{ADDRESSOF, CONSTANT, FUNC, GLOBAL, POISON, UNDEF, ZERO};
use irtrip_dialect::ops::llvm::{
    ADDRSPACECAST, AND, DYNAMIC_INDEX, EXTRACTVALUE, GETELEMENTPTR, ICMP, INSERTVALUE, INTTOPTR, PTRTOINT, SUB, TRUNC,
};
use irtrip_dialect::types::well_known::I8;
use irtrip_dialect::{
    Attr, Body, Context, Module, NewOp, Op, OpNameDefinition, Region, Str, Type, TypeData, Value, ValueDef,
};
use rustc_hash::{FxHashMap, FxHashSet};

use irtrip_dialect::constants::compute::computed;

/// What is known of a variable or function.
#[derive(Clone, Copy, Default)]
pub struct KnownGlobal {
    /// The bytes of a variable that is surely there; 0 where they are not known.
    bytes: i64,
    /// Whether nothing else of which this is so is at its address.
    has_own_address: bool,
    /// What a variable's address is a multiple of, in bytes: a power of two, or 0 where nothing is known.
    alignment: u64,
}

/// What is known of each variable and function of a module.
pub fn globals(ctx: &Context, module: &Module, layout: &Layout) -> FxHashMap<Str, KnownGlobal> {
    let body = &module.body;
    let bytes = |op: Op| {
        let ty = ctx.type_value(body.attr(ctx, op, GLOBAL_TYPE)?)?;
        let bytes = match ctx.type_data(ty) {
            TypeData::Array { .. } | TypeData::LiteralStruct { .. } | TypeData::IdentifiedStruct { .. } => {
                layout.alloc_size(ctx, ty)?
            }
            _ => layout.store_size(ctx, ty),
        };
        i64::try_from(bytes).ok()
    };
    let known = |op: Op| {
        let name = ctx.string_value(body.attr(ctx, op, SYM_NAME)?)?;
        let linkage: Option<Linkage> = body.attr(ctx, op, LINKAGE).and_then(|linkage| ctx.enum_value(linkage));
        let linkage = linkage.unwrap_or(Linkage::External);
        let unnamed: Option<UnnamedAddr> = body.attr(ctx, op, UNNAMED_ADDR).and_then(|unnamed| ctx.enum_value(unnamed));
        let is_variable = body.name(op) == GLOBAL;
        let size = if is_variable { bytes(op).unwrap_or(0) } else { 0 };
        let bytes = if linkage == Linkage::ExternWeak { 0 } else { size };
        let has_own_address =
            !linkage.is_interposable() && unnamed != Some(UnnamedAddr::Global) && (!is_variable || bytes > 0);
        let alignment = if is_variable { alignment_of_variable(ctx, body, op, (linkage, size), layout) } else { 0 };
        Some((name, KnownGlobal { bytes, has_own_address, alignment }))
    };
    module.ops().filter(|op| matches!(body.name(*op), GLOBAL | FUNC)).filter_map(known).collect()
}

/// The bytes above which LLVM places a variable at a multiple of as many.
const LARGE: u64 = 16;

/// What a variable's address is a multiple of, in bytes: a module that defines it places it as it likes best.
fn alignment_of_variable(ctx: &Context, body: &Body, op: Op, (linkage, bytes): (Linkage, i64), layout: &Layout) -> u64 {
    let own = body.attr(ctx, op, ALIGNMENT).and_then(|alignment| ctx.int_value(alignment));
    if let Some(own) = own.and_then(|own| u64::try_from(own).ok()).filter(|own| own.is_power_of_two()) {
        return own;
    }
    let Some(ty) = body.attr(ctx, op, GLOBAL_TYPE).and_then(|ty| ctx.type_value(ty)) else { return 0 };
    let has_initializer = body.attr(ctx, op, VALUE).is_some() || body.is_defined(op);
    let is_strong = matches!(linkage, Linkage::External | Linkage::Internal | Linkage::Private | Linkage::Appending);
    if !is_strong || !has_initializer {
        return layout.abi_alignment(ctx, ty);
    }
    let preferred = layout.preferred_alignment(ctx, ty);
    if u64::try_from(bytes).is_ok_and(|bytes| bytes > LARGE) { preferred.max(LARGE) } else { preferred }
}

/// How many insertions an element is looked for in: descriptors of memrefs have no more.
const CHAIN: usize = 64;

/// A constant address.
#[derive(Clone, Copy)]
struct Address {
    /// The value it is counted from.
    base: Value,
    /// The bytes of the variable that `base` is the address of; 0 where they are not known.
    size: i64,
    offset: i64,
    /// `noWrapFlags` that all steps have; none of the base itself.
    flags: Option<GepNoWrapFlags>,
    /// The offset is counted from `null`: the address is a number.
    from_null: bool,
}

/// What is known in a body.
pub struct Addresses<'a> {
    ctx: &'a Context,
    layout: &'a Layout,
    globals: &'a FxHashMap<Str, KnownGlobal>,
    /// Integers, as the `value` of a constant.
    numbers: FxHashMap<Value, Attr>,
    addresses: FxHashMap<Value, Address>,
    /// Structs and arrays of constants that `llvm.insertvalue` makes.
    aggregates: FxHashSet<Value>,
    /// The pointers that integers of a pointer's width, or more, are made of.
    pointers: FxHashMap<Value, Value>,
    /// Values that stand for others.
    replaced: FxHashMap<Value, Value>,
}

impl<'a> Addresses<'a> {
    /// Nothing is known.
    pub fn new(ctx: &'a Context, layout: &'a Layout, globals: &'a FxHashMap<Str, KnownGlobal>) -> Addresses<'a> {
        let (numbers, addresses) = (FxHashMap::default(), FxHashMap::default());
        let (pointers, replaced) = (FxHashMap::default(), FxHashMap::default());
        let aggregates = FxHashSet::default();
        Addresses { ctx, layout, globals, numbers, addresses, aggregates, pointers, replaced }
    }

    /// Folds the constant addresses of a body: each `llvm.getelementptr` that is one has one index, in bytes from a global.
    pub fn fold(mut self, body: &mut Body) {
        if !uses_address(body) {
            return;
        }
        for region in body.regions().to_vec() {
            self.in_region(body, region);
        }
        if !self.replaced.is_empty() {
            for operand in body.operand_pool_mut() {
                *operand = self.replaced.get(operand).copied().unwrap_or(*operand);
            }
        }
    }

    fn in_region(&mut self, body: &mut Body, region: Region) {
        let ctx = self.ctx;
        for block in body.reverse_post_order(region) {
            let ops: Vec<Op> = body.ops(block).collect();
            for op in ops {
                let Some(value) = body.result(op) else { continue };
                match body.name(op) {
                    CONSTANT => {
                        let number = body.attr(ctx, op, VALUE).filter(|number| ctx.int_value(*number).is_some());
                        self.numbers.extend(number.map(|number| (value, number)));
                    }
                    ADDRESSOF => {
                        self.base(value, self.global(body, value).bytes, false);
                    }
                    ZERO if matches!(ctx.type_data(body.value_type(value)), TypeData::Pointer { .. }) => {
                        self.base(value, 0, true);
                    }
                    ADDRSPACECAST if body.operands(op).iter().all(|o| self.addresses.contains_key(o)) => {
                        self.base(value, 0, false);
                    }
                    GETELEMENTPTR => self.step(body, op, value),
                    INSERTVALUE if body.operands(op).iter().all(|part| self.is_constant(body, *part)) => {
                        self.aggregates.insert(value);
                    }
                    EXTRACTVALUE => self.extracted(body, op, value),
                    PTRTOINT => self.integer_of_pointer(body, op, value),
                    INTTOPTR => self.pointer_of_integer(body, op, value),
                    TRUNC if self.truncated_pointer(body, op) => {}
                    SUB if self.difference(body, op, value) => {}
                    ICMP if self.comparison(body, op, value) => {}
                    AND if self.masked(body, op, value) => {}
                    _ => self.number(body, op, value),
                }
            }
        }
    }

    fn is_constant(&self, body: &Body, value: Value) -> bool {
        let is_own = |op: Op| matches!(body.name(op), POISON | UNDEF | ZERO | CONSTANT | ADDRESSOF);
        self.aggregates.contains(&value)
            || self.addresses.contains_key(&value)
            || matches!(body.value(value).def, ValueDef::Result(op, _) if is_own(op))
    }

    /// An element of an aggregate of constants: what was inserted there, by one of the last operations that did.
    fn extracted(&mut self, body: &Body, op: Op, value: Value) {
        let &[mut aggregate] = body.operands(op) else { return };
        let path = body.attr(self.ctx, op, POSITION);
        for _ in 0..CHAIN {
            let ValueDef::Result(link, _) = body.value(aggregate).def else { return };
            let [base, part] = body.operands(link) else { return };
            if !self.aggregates.contains(&aggregate) || body.name(link) != INSERTVALUE {
                return;
            }
            if body.attr(self.ctx, link, POSITION) == path {
                self.numbers.extend(self.numbers.get(part).copied().map(|number| (value, number)));
                self.addresses.extend(self.addresses.get(part).copied().map(|address| (value, address)));
                return;
            }
            aggregate = *base;
        }
    }

    /// The bits of a pointer type.
    fn pointer_bits(&self, ty: Type) -> Option<u32> {
        match self.ctx.type_data(ty) {
            TypeData::Pointer { address_space } => Some(self.layout.pointer_bits(*address_space)),
            _ => None,
        }
    }

    /// Has a value stand for another from here on.
    fn replace(&mut self, body: &mut Body, op: Op, value: Value, by: Value) {
        let by = self.replaced.get(&by).copied().unwrap_or(by);
        self.replaced.insert(value, by);
        body.unlink(op);
    }

    /// Has a number stand for an operation.
    fn replace_by_number(&mut self, body: &mut Body, op: Op, value: Value, number: i64) {
        let ty = body.value_type(value);
        let constant = number_before(self.ctx, body, op, ty, number);
        self.numbers.insert(value, self.ctx.int_attr(ty, number));
        self.replace(body, op, value, constant);
    }

    /// What an operation of numbers computes, which the operation stays until it is written.
    fn number(&mut self, body: &Body, op: Op, value: Value) {
        let ctx = self.ctx;
        let operand = |operand: &Value| Some((body.value_type(*operand), *self.numbers.get(operand)?));
        let Some(def) = body.name(op).def().filter(|_| !body.operands(op).is_empty()) else { return };
        let Some(operands) = body.operands(op).iter().map(operand).collect::<Option<Vec<(Type, Attr)>>>() else {
            return;
        };
        let number = computed(ctx, def, body.attrs(op), body.value_type(value), &operands);
        self.numbers.extend(number.filter(|number| ctx.int_value(*number).is_some()).map(|number| (value, number)));
    }

    fn integer_of_pointer(&mut self, body: &mut Body, op: Op, value: Value) {
        let &[pointer] = body.operands(op) else { return };
        let Some(width) = self.ctx.int_width(body.value_type(value)) else { return };
        let Some(address) = self.addresses.get(&pointer).copied() else {
            return self.integer_of_difference(body, op, pointer, width);
        };
        if address.from_null {
            self.replace_by_number(body, op, value, low_bits(address.offset, width));
        } else if self.pointer_bits(body.value_type(pointer)).is_some_and(|bits| bits <= width) {
            self.pointers.insert(value, pointer);
        }
    }

    /// Has the integer of an address that another is taken from as a number of bytes, `ptrtoint (getelementptr i8, p, 0 - n)`, be
    /// the difference of the integers.
    fn integer_of_difference(&mut self, body: &mut Body, op: Op, pointer: Value, width: u32) {
        let ValueDef::Result(step, _) = body.value(pointer).def else { return };
        let &[base, index] = body.operands(step) else { return };
        let ValueDef::Result(negation, _) = body.value(index).def else { return };
        let &[zero, subtrahend] = body.operands(negation) else { return };
        let (ctx, ty) = (self.ctx, body.value_type(index));
        let is_zero = self.numbers.get(&zero).is_some_and(|number| ctx.int_value(*number) == Some(0));
        let bits = self.pointer_bits(body.value_type(base)).filter(|bits| ctx.int_width(ty) == Some(*bits));
        if body.name(step) != GETELEMENTPTR
            || body.type_attr(ctx, step, ELEM_TYPE) != Some(I8)
            || body.name(negation) != SUB
            || !is_zero
            || !self.pointers.contains_key(&subtrahend)
            || !self.addresses.contains_key(&base)
            || bits.is_none_or(|bits| width > bits)
        {
            return;
        }
        let from = before(body, op, NewOp { operands: &[base], ..NewOp::new(PTRTOINT) }, ty);
        body.set_attrs(op, EMPTY_DICTIONARY);
        if ctx.int_width(ty) == Some(width) {
            body.set_name(op, SUB);
            body.set_operands(op, &[from, subtrahend]);
        } else {
            let whole = before(body, op, NewOp { operands: &[from, subtrahend], ..NewOp::new(SUB) }, ty);
            body.set_name(op, TRUNC);
            body.set_operands(op, &[whole]);
        }
    }

    /// Whether an operation is the bits of an address that its variable's alignment says, or all but those that are 0 anyway.
    fn masked(&mut self, body: &mut Body, op: Op, value: Value) -> bool {
        let Some(width) = self.ctx.int_width(body.value_type(value)).filter(|width| *width <= u64::BITS) else {
            return false;
        };
        let &[a, b] = body.operands(op) else { return false };
        let (address, number) = if self.numbers.contains_key(&b) { (a, b) } else { (b, a) };
        let Some(mask) = self.numbers.get(&number).and_then(|number| self.ctx.int_value(*number)) else { return false };
        let ValueDef::Result(cast, _) = body.value(address).def else { return false };
        let pointer = body.operands(cast).first().filter(|_| body.name(cast) == PTRTOINT);
        let Some(at) = pointer.and_then(|pointer| self.addresses.get(pointer)).filter(|at| !at.from_null) else {
            return false;
        };
        let known = low_bits(self.global(body, at.base).alignment.saturating_sub(1) as i64, width);
        let (mask, set) = (low_bits(mask, width), at.offset & known);
        if mask & !known == 0 {
            self.replace_by_number(body, op, value, mask & set);
            true
        } else if mask | known & !set == low_bits(-1, width) {
            self.replace(body, op, value, address);
            true
        } else {
            false
        }
    }

    /// The pointer that an integer of its width is made of.
    fn pointer_of(&self, body: &Body, integer: Value) -> Option<Value> {
        let pointer = *self.pointers.get(&integer)?;
        let bits = self.pointer_bits(body.value_type(pointer));
        (bits == self.ctx.int_width(body.value_type(integer))).then_some(pointer)
    }

    /// What is known of the global that a value is the address of.
    fn global(&self, body: &Body, address: Value) -> KnownGlobal {
        let ValueDef::Result(op, _) = body.value(address).def else { return KnownGlobal::default() };
        let name = body.symbol_attr(self.ctx, op, GLOBAL_NAME);
        name.and_then(|name| self.globals.get(&name)).copied().unwrap_or_default()
    }

    fn pointer_of_integer(&mut self, body: &mut Body, op: Op, value: Value) {
        let &[integer] = body.operands(op) else { return };
        if let Some(&pointer) = self.pointers.get(&integer) {
            if body.value_type(pointer) == body.value_type(value) {
                self.addresses.extend(self.addresses.get(&pointer).copied().map(|address| (value, address)));
                self.replace(body, op, value, pointer);
            }
            return;
        }
        let number = self.numbers.get(&integer).and_then(|number| self.ctx.int_value(*number));
        let Some((number, width)) = number.zip(self.ctx.int_width(body.value_type(integer))) else { return };
        let Some(bits) = self.pointer_bits(body.value_type(value)) else { return };
        let offset = low_bits(number, width.min(bits));
        self.addresses.insert(value, Address { base: value, size: 0, offset, flags: None, from_null: true });
    }

    /// Whether an operation is part of a pointer, which `ptrtoint` to fewer bits is, too.
    fn truncated_pointer(&mut self, body: &mut Body, op: Op) -> bool {
        let pointer = body.operands(op).first().and_then(|integer| self.pointer_of(body, *integer));
        if let Some(pointer) = pointer {
            body.set_name(op, PTRTOINT);
            body.set_operands(op, &[pointer]);
            body.set_attrs(op, EMPTY_DICTIONARY);
        }
        pointer.is_some()
    }

    /// Whether an operation is the bytes between two addresses in one global.
    fn difference(&mut self, body: &mut Body, op: Op, value: Value) -> bool {
        let address = |integer: &Value| self.addresses.get(&self.pointer_of(body, *integer)?).copied();
        let addresses: Vec<Address> = body.operands(op).iter().filter_map(address).collect();
        let [a, b] = addresses.as_slice() else { return false };
        let bytes = a.offset.checked_sub(b.offset).filter(|_| self.is_same_base(body, a, b));
        if let Some(bytes) = bytes {
            self.replace_by_number(body, op, value, bytes);
        }
        bytes.is_some()
    }

    /// Whether an operation compares two addresses whose result is known.
    fn comparison(&mut self, body: &mut Body, op: Op, value: Value) -> bool {
        let addresses: Vec<Address> =
            body.operands(op).iter().filter_map(|pointer| self.addresses.get(pointer).copied()).collect();
        let [a, b] = addresses.as_slice() else { return false };
        let Some(predicate) = body.attr(self.ctx, op, PREDICATE).and_then(|p| self.ctx.enum_value(p)) else {
            return false;
        };
        let is_equality = matches!(predicate, ICmpPredicate::Eq | ICmpPredicate::Ne);
        // A variable that is surely there lies not at `null`, in the address space whose `null` nothing lies at.
        let is_other = |a: &Address, b: &Address| {
            let space = self.ctx.pointer_space(body.value_type(b.base));
            space == Some(0) && a.from_null && a.offset == 0 && b.size > 0 && (0..=b.size).contains(&b.offset)
        };
        let ordering = if a.from_null && b.from_null {
            (!predicate.is_signed()).then(|| (a.offset as u64).cmp(&(b.offset as u64)))
        } else if is_equality && self.is_same_base(body, a, b) {
            Some(a.offset.cmp(&b.offset))
        } else if is_equality && (is_other(a, b) || is_other(b, a) || self.are_apart(body, a, b)) {
            Some(std::cmp::Ordering::Less)
        } else {
            None
        };
        if let Some(ordering) = ordering {
            self.replace_by_number(body, op, value, i64::from(predicate.holds(ordering)));
        }
        ordering.is_some()
    }

    /// Whether two addresses are those of two globals that cannot be at one place.
    fn are_apart(&self, body: &Body, a: &Address, b: &Address) -> bool {
        let is_own = |address: &Address| address.offset == 0 && self.global(body, address.base).has_own_address;
        is_own(a) && is_own(b) && !self.is_same_base(body, a, b)
    }

    fn is_same_base(&self, body: &Body, a: &Address, b: &Address) -> bool {
        let symbol = |address: &Address| match body.value(address.base).def {
            ValueDef::Result(op, _) if body.name(op) == ADDRESSOF => body.attr(self.ctx, op, GLOBAL_NAME),
            _ => None,
        };
        !a.from_null && !b.from_null && (a.base == b.base || symbol(a).is_some_and(|a| symbol(b) == Some(a)))
    }

    fn base(&mut self, value: Value, size: i64, from_null: bool) {
        self.addresses.insert(value, Address { base: value, size, offset: 0, flags: None, from_null });
    }

    fn step(&mut self, body: &mut Body, op: Op, value: Value) {
        let ctx = self.ctx;
        let Some(from) = body.operands(op).first().and_then(|base| self.addresses.get(base)).copied() else { return };
        if body.attr(ctx, op, IRTRIP_INRANGE).is_some() || body.value_type(from.base) != body.value_type(value) {
            return;
        }
        let Some(bits) = self.pointer_bits(body.value_type(value)) else { return };
        let Some(sum) = self.offset(body, op).and_then(|bytes| from.offset.checked_add(bytes)) else { return };
        // Addresses are counted in as many bits as a pointer has.
        let offset = if from.from_null { low_bits(sum, bits) } else { signed_low_bits(sum, bits) };
        let own = body.attr(ctx, op, NO_WRAP_FLAGS).and_then(|f| ctx.enum_value(f)).unwrap_or(GepNoWrapFlags::NONE);
        let mut flags = from.flags.map_or(own, |flags| flags & own);
        let address = Address { offset, flags: Some(flags), ..from };
        self.addresses.insert(value, address);
        if offset == 0 && !from.from_null {
            self.replace(body, op, value, from.base);
            return;
        }
        if offset > 0 && offset <= from.size {
            flags |= GepNoWrapFlags::INBOUNDS;
        }
        if offset > 0 && flags.contains(GepNoWrapFlags::NUSW) {
            flags |= GepNoWrapFlags::NUW;
        }
        if address.from_null && offset == 0 {
            let null = body.create(NewOp { loc: body.loc(op), ..NewOp::new(ZERO) });
            self.replace_by(body, op, value, null);
            return;
        }
        let index = number_before(ctx, body, op, ctx.int_type(bits), offset);
        if address.from_null {
            let absolute = body.create(NewOp { operands: &[index], loc: body.loc(op), ..NewOp::new(INTTOPTR) });
            self.replace_by(body, op, value, absolute);
        } else {
            rewrite(ctx, body, op, address.base, index, flags);
        }
    }

    /// Has a new operation stand for another.
    fn replace_by(&mut self, body: &mut Body, op: Op, value: Value, new: Op) {
        body.add_results(new, &[body.value_type(value)]);
        body.insert_before(op, new);
        if let Some(by) = body.result(new) {
            self.replace(body, op, value, by);
        }
    }

    /// The bytes from the base to the element; `None` where an index is no constant.
    fn offset(&self, body: &Body, op: Op) -> Option<i64> {
        let (ctx, layout) = (self.ctx, self.layout);
        let mut ty: Type = body.type_attr(ctx, op, ELEM_TYPE)?;
        let mut dynamic = body.operands(op).get(1..)?.iter();
        let mut bytes = 0i64;
        let raw = body.attr(ctx, op, RAW_CONSTANT_INDICES).and_then(|r| ctx.dense_array(r))?;
        for (place, index) in raw.iter().enumerate() {
            let index =
                if *index == DYNAMIC_INDEX { ctx.int_value(*self.numbers.get(dynamic.next()?)?)? } else { *index };
            let step = if place == 0 {
                i64::try_from(layout.alloc_size(ctx, ty)?).ok()?.checked_mul(index)?
            } else if let Ok(index) = u64::try_from(index) {
                let step = layout.element_offset(ctx, ty, index)?;
                ty = ctx.element_at(ty, index)?;
                i64::try_from(step).ok()?
            } else if let TypeData::Array { element, .. } = *ctx.type_data(ty) {
                // An index before an array's first element.
                ty = element;
                i64::try_from(layout.alloc_size(ctx, element)?).ok()?.checked_mul(index)?
            } else {
                return None;
            };
            bytes = bytes.checked_add(step)?;
        }
        Some(bytes)
    }
}

/// Whether an operation is of a constant address: most functions have none.
fn uses_address(body: &Body) -> bool {
    body.linked_ops().any(|op| {
        let name = body.name(op);
        matches!(name, GETELEMENTPTR | PTRTOINT | INTTOPTR | ICMP)
            && body.operands(op).first().is_some_and(|base| match body.value(*base).def {
                ValueDef::Result(from, _) => match body.name(from) {
                    ADDRESSOF | ADDRSPACECAST | ZERO | INTTOPTR => true,
                    PTRTOINT => name == INTTOPTR,
                    _ => false,
                },
                _ => false,
            })
    })
}

/// The lowest bits of a number, as one without a sign.
fn low_bits(number: i64, bits: u32) -> i64 {
    if bits < u64::BITS { number & ((1 << bits) - 1) } else { number }
}

/// The lowest bits of a number, as one with a sign.
fn signed_low_bits(number: i64, bits: u32) -> i64 {
    let above = u64::BITS.saturating_sub(bits.max(1));
    number << above >> above
}

/// A number before an operation.
fn number_before(ctx: &Context, body: &mut Body, op: Op, ty: Type, value: i64) -> Value {
    let attrs = ctx.dictionary(&[(VALUE, ctx.int_attr(ty, value))]);
    before(body, op, NewOp { attrs, ..NewOp::new(CONSTANT) }, ty)
}

/// The result of a new operation before another, at its place.
fn before(body: &mut Body, op: Op, new: NewOp<'_>, ty: Type) -> Value {
    let new = body.create(NewOp { loc: body.loc(op), ..new });
    let value = body.new_value(ty);
    body.define_result(new, value);
    body.insert_before(op, new);
    value
}

fn rewrite(ctx: &Context, body: &mut Body, op: Op, base: Value, index: Value, flags: GepNoWrapFlags) {
    body.set_operands(op, &[base, index]);
    let raw = ctx.i32_array(&[DYNAMIC_INDEX as i32]);
    let stored: Option<Attr> = (!flags.is_empty()).then(|| ctx.enum_attr(flags));
    let attrs = ctx.with_entry(body.attrs(op), RAW_CONSTANT_INDICES, Some(raw));
    let attrs = ctx.with_entry(attrs, NO_WRAP_FLAGS, stored);
    body.set_attrs(op, ctx.with_entry(attrs, ELEM_TYPE, Some(ctx.type_attr(I8))));
}
