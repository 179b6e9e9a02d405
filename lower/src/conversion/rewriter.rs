//! What patterns work with: a builder, converted operands, and replacements.

use std::cell::RefCell;
use std::ops::{Deref, DerefMut, Range};

use irtrip_dialect::attributes::well_known as attrs;
use irtrip_dialect::names::SYM_NAME;
use irtrip_dialect::ops::Traits;
use irtrip_dialect::ops::builtin::UNREALIZED_CONVERSION_CAST;
use irtrip_dialect::ops::llvm_builder::LlvmBuilder;
use irtrip_dialect::{
    Attr, Block, Body, Context, ContextDialects, Op, OpNameDefinition, Region, Str, Type, Value, ValueDef,
};
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;

use super::{Builder, ConversionError, InsertPoint, Materialization, Mismatch, Reports, TypeConverter};
use crate::llvm_types::LlvmTypeConverter;

/// Blocks, each with the values that it is passed.
pub type Successors = Vec<(Block, SmallVec<[Value; 4]>)>;

/// Values in place of one.
pub(super) type Values = SmallVec<[Value; 1]>;

/// How the arguments of a function's entry block become others.
#[derive(Clone, Default, Debug)]
pub struct SignatureConversion {
    /// The new types.
    pub types: Vec<Type>,
    /// By old argument: which of the new ones are in its place.
    pub inputs: Vec<Range<usize>>,
}

impl SignatureConversion {
    /// Adds an argument that becomes these.
    pub fn add_input(&mut self, types: &[Type]) {
        let start = self.types.len();
        self.types.extend_from_slice(types);
        self.inputs.push(start..self.types.len());
    }
}

/// The symbols of the operation that holds a body's symbols, by name.
#[derive(Debug, Default)]
pub struct Symbols {
    by_name: FxHashMap<Str, Op>,
    /// By name: the number after it that is tried next. Names are not taken away, so that those below stay taken.
    next_number: RefCell<FxHashMap<Str, usize>>,
}

impl Symbols {
    /// The symbols in a body's regions.
    pub fn new(ctx: &Context, body: &Body) -> Symbols {
        let mut symbols = Symbols::default();
        for &region in body.regions() {
            for op in body.blocks(region).iter().flat_map(|&block| body.ops(block)) {
                if body.name(op).def().is_none_or(|def| def.is(Traits::SYMBOL)) {
                    symbols.insert(ctx, body, op);
                }
            }
        }
        symbols
    }

    /// The operation of a name.
    pub fn get(&self, name: Str) -> Option<Op> {
        self.by_name.get(&name).copied()
    }

    /// Takes in an operation, in place of another of its name.
    pub fn insert(&mut self, ctx: &Context, body: &Body, op: Op) {
        if let Some(name) = body.string_attr(ctx, op, SYM_NAME) {
            self.by_name.insert(name, op);
        }
    }

    /// A name that no symbol has: this one, or with a number after it.
    pub fn unique(&self, ctx: &Context, name: &str, separator: &str) -> Str {
        let mut unique = ctx.str(name);
        let mut next = self.next_number.borrow_mut();
        let number = next.entry(unique).or_default();
        while self.by_name.contains_key(&unique) {
            unique = ctx.str(&format!("{name}{separator}{number}"));
            *number += 1;
        }
        unique
    }
}

/// The body that holds the symbols a nested body refers to.
pub(super) struct Scope<'a> {
    pub(super) body: &'a mut Body,
    pub(super) symbols: &'a mut Symbols,
    /// The operation in it that the nested body belongs to.
    pub(super) owner: Op,
}

/// A cast that the conversion made.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cast {
    pub(super) op: Op,
    pub(super) kind: Materialization,
    pub(super) original: Option<Type>,
}

/// A body that moved from one operation to another, and the arguments of its entry block.
pub(super) struct MovedBody {
    pub(super) to: Op,
    pub(super) signature: SignatureConversion,
    /// Arguments that are loaded from pointers: their places, and the types that are loaded.
    pub(super) loaded: Vec<(usize, Type)>,
}

/// What patterns work with.
pub struct Rewriter<'a> {
    builder: Builder<'a>,
    pub(super) converter: Option<&'a dyn TypeConverter>,
    pub(super) scope: Option<Scope<'a>>,
    /// The symbols of the body itself, where it holds symbols.
    pub(super) own_symbols: Symbols,
    /// By value: those in its place.
    pub(super) mapping: FxHashMap<Value, Values>,
    /// The values that were replaced, in order.
    pub(super) order: Vec<Value>,
    pub(super) locs: FxHashMap<Value, Attr>,
    pub(super) gone: FxHashSet<Op>,
    /// By operation that was there before: when the conversion comes to it.
    places: Vec<usize>,
    pub(super) casts: Vec<Cast>,
    cast_of: FxHashMap<(Values, Type), Value>,
    /// By values: the converted one that was made of them last.
    target_of: FxHashMap<Values, Value>,
    pub(super) moved: FxHashMap<Op, MovedBody>,
    /// Whether one cast serves all uses of a value.
    pub(super) shares_casts: bool,
    /// An operation that may not stay, which stops the conversion.
    pub(super) error: Option<ConversionError>,
    /// Errors that patterns found in operations that they left as they were.
    pub(super) reports: Reports,
}

impl<'a> Deref for Rewriter<'a> {
    type Target = Builder<'a>;

    fn deref(&self) -> &Builder<'a> {
        &self.builder
    }
}

impl DerefMut for Rewriter<'_> {
    fn deref_mut(&mut self) -> &mut Self::Target {
        &mut self.builder
    }
}

/// How far a rewriter had come.
pub(super) struct Mark {
    created: usize,
    casts: usize,
}

impl<'a> Rewriter<'a> {
    pub(super) fn new(
        builder: Builder<'a>,
        converter: Option<&'a dyn TypeConverter>,
        scope: Option<Scope<'a>>,
    ) -> Rewriter<'a> {
        Rewriter {
            builder,
            converter,
            scope,
            own_symbols: Symbols::default(),
            mapping: FxHashMap::default(),
            order: Vec::new(),
            locs: FxHashMap::default(),
            gone: FxHashSet::default(),
            places: Vec::new(),
            casts: Vec::new(),
            cast_of: FxHashMap::default(),
            target_of: FxHashMap::default(),
            moved: FxHashMap::default(),
            shares_casts: true,
            error: None,
            reports: Reports::new(),
        }
    }

    /// Takes note of the order in which the conversion goes over the body.
    pub(super) fn set_order(&mut self, ops: &[Op]) {
        self.places = vec![usize::MAX; self.builder.body.op_count()];
        for (place, op) in ops.iter().enumerate() {
            if let Some(own) = self.places.get_mut(op.index()) {
                *own = place + 1;
            }
        }
    }

    /// When the conversion comes to what makes a value: 0 for arguments; operations that it makes come last, in order. Where
    /// definitions need not come before their uses, what leads to ever earlier values comes to an end all the same.
    pub fn place(&self, value: Value) -> usize {
        let made = |op: Op| self.places.len() + op.index();
        self.defining_op(value).map_or(0, |op| self.places.get(op.index()).copied().unwrap_or_else(|| made(op)))
    }

    pub(super) fn mark(&self) -> Mark {
        Mark { created: self.builder.created.len(), casts: self.casts.len() }
    }

    /// Takes back the operations and casts made since then.
    pub(super) fn roll_back(&mut self, mark: &Mark) {
        for op in self.builder.created.split_off(mark.created) {
            self.builder.body.erase(op);
        }
        for cast in self.casts.split_off(mark.casts) {
            if let Some(result) = self.builder.body.result(cast.op) {
                let ty = self.builder.body.value_type(result);
                let values: Values = self.builder.body.operands(cast.op).into();
                self.target_of.remove(&values);
                self.cast_of.remove(&(values, ty));
            }
            self.builder.body.erase(cast.op);
        }
    }

    pub(super) fn created_since(&mut self, mark: &Mark) -> Vec<Op> {
        self.builder.created.split_off(mark.created)
    }

    /// Converts a type.
    ///
    /// # Errors
    /// The type has no counterpart.
    pub fn convert_type(&self, ty: Type) -> Result<Type, Mismatch> {
        match self.converter {
            Some(converter) => converter.convert(self.ctx, ty).ok_or(Mismatch("the type cannot be converted")),
            None => Ok(ty),
        }
    }

    /// The converter to the LLVM dialect's types.
    ///
    /// # Errors
    /// The conversion is to no types of the LLVM dialect.
    pub fn llvm(&self) -> Result<&'a LlvmTypeConverter, Mismatch> {
        self.converter.and_then(TypeConverter::as_llvm).ok_or(Mismatch("the conversion is not to the LLVM dialect"))
    }

    /// The converted types of an operation's results.
    ///
    /// # Errors
    /// A type has no counterpart.
    pub fn result_types(&self, op: Op) -> Result<SmallVec<[Type; 1]>, Mismatch> {
        self.body.results(op).map(|result| self.convert_type(self.body.value_type(result))).collect()
    }

    /// The operands of an operation that belong to no successor, in converted types.
    ///
    /// # Errors
    /// The type of one has no counterpart.
    pub fn operands(&mut self, op: Op) -> Result<SmallVec<[Value; 4]>, Mismatch> {
        let operands: SmallVec<[Value; 4]> = self.body.operands(op).into();
        self.remapped(&operands)
    }

    /// As [`Rewriter::operands`], of an operation that has exactly so many.
    ///
    /// # Errors
    /// It has another number of them, or the type of one has no counterpart.
    pub fn exact_operands<const N: usize>(&mut self, op: Op) -> Result<[Value; N], Mismatch> {
        let operands = <[Value; N]>::try_from(&self.operands(op)?[..]);
        operands.map_err(|_| Mismatch("the operation has another number of operands"))
    }

    /// The operands that each successor is passed, in converted types.
    ///
    /// # Errors
    /// The type of one has no counterpart.
    pub fn successor_operands(&mut self, op: Op) -> Result<Successors, Mismatch> {
        let successors: Successors =
            self.body.successors(op).iter().map(|s| (s.block, self.body.successor_args(s).into())).collect();
        successors.into_iter().map(|(block, values)| Ok((block, self.remapped(&values)?))).collect()
    }

    /// Values in converted types.
    ///
    /// # Errors
    /// The type of one has no counterpart.
    pub fn remapped(&mut self, values: &[Value]) -> Result<SmallVec<[Value; 4]>, Mismatch> {
        values.iter().map(|&value| self.remapped_value(value)).collect()
    }

    /// A value in its converted type.
    ///
    /// # Errors
    /// The type has no counterpart.
    pub fn remapped_value(&mut self, value: Value) -> Result<Value, Mismatch> {
        let original = self.body.value_type(value);
        let Some(converter) = self.converter else {
            let latest = self.latest(value);
            return Ok(latest.first().copied().unwrap_or(value));
        };
        let ty = converter.convert(self.ctx, original).ok_or(Mismatch("the type of an operand cannot be converted"))?;
        if let Some(found) = self.lookup(value, ty) {
            return Ok(found);
        }
        let latest = self.latest(value);
        let loc = self.value_loc(value);
        Ok(self.cast(Materialization::Target, latest, ty, loc, Some(original)))
    }

    /// The values that were put in place of one last; the value itself where none were.
    pub(super) fn latest(&self, value: Value) -> Values {
        let mut values: Values = SmallVec::from_slice(&[value]);
        while let Some(next) = self.next(&values) {
            values = next;
        }
        values
    }

    /// As [`Rewriter::latest`], or the converted value that was made of those.
    pub(super) fn latest_converted(&self, value: Value) -> Values {
        let latest = self.latest(value);
        match self.target_of.get(&latest) {
            Some(&converted) => SmallVec::from_slice(&[converted]),
            None => latest,
        }
    }

    /// The values in place of these, one step on.
    fn next(&self, values: &[Value]) -> Option<Values> {
        if !values.iter().any(|value| self.mapping.contains_key(value)) {
            return None;
        }
        let mut next = Values::new();
        for value in values {
            match self.mapping.get(value) {
                Some(others) => next.extend_from_slice(others),
                None => next.push(*value),
            }
        }
        Some(next)
    }

    /// The last value of a type in place of one, those that casts made among them.
    pub(super) fn lookup(&self, value: Value, ty: Type) -> Option<Value> {
        self.lookup_among(value, ty, &mut FxHashMap::default())
    }

    /// As [`Rewriter::lookup`], with what others that were looked up led to: many values may be replaced by each other in a row.
    pub(super) fn lookup_among(
        &self,
        value: Value,
        ty: Type,
        known: &mut FxHashMap<(Value, Type), Value>,
    ) -> Option<Value> {
        let mut found = None;
        let mut passed: SmallVec<[Value; 4]> = SmallVec::new();
        // How many of those passed lead to what was found.
        let mut leading = 0;
        let mut values: Values = SmallVec::from_slice(&[value]);
        loop {
            let one = if let [one] = values[..] { Some(one) } else { None };
            if let Some(&last) = one.and_then(|one| known.get(&(one, ty))) {
                (found, leading) = (Some(last), passed.len());
                break;
            }
            match one.filter(|&one| self.body.value_type(one) == ty) {
                Some(one) => (found, leading) = (Some(one), passed.len()),
                None => {
                    if let Some(&cast) = self.cast_of.get(&(values.clone(), ty)) {
                        (found, leading) = (Some(cast), passed.len());
                    }
                }
            }
            passed.extend(one);
            match self.next(&values) {
                Some(next) => values = next,
                None => break,
            }
        }
        // Few steps are taken again rather than kept.
        if let Some(last) = found.filter(|_| passed.spilled()) {
            known.extend(passed.iter().take(leading).map(|&value| ((value, ty), last)));
        }
        found
    }

    /// Makes a cast right after the values are defined.
    pub(super) fn cast(
        &mut self,
        kind: Materialization,
        values: Values,
        to: Type,
        loc: Attr,
        original: Option<Type>,
    ) -> Value {
        let saved = (self.at, self.loc);
        // Of several values the last is defined last: they are the arguments of one block.
        if let Some(at) = values.last().and_then(|&value| InsertPoint::after_value(self.body, value)) {
            self.at = at;
        }
        self.loc = loc;
        let result = self.value_with(UNREALIZED_CONVERSION_CAST, &values, to, attrs::EMPTY_DICTIONARY);
        if let Some(op) = self.created.pop() {
            self.casts.push(Cast { op, kind, original });
        }
        if kind == Materialization::Target {
            self.target_of.insert(values.clone(), result);
        }
        if self.shares_casts {
            self.cast_of.insert((values, to), result);
        }
        (self.at, self.loc) = saved;
        result
    }

    /// The location of a value's definition.
    pub(super) fn value_loc(&self, value: Value) -> Attr {
        match self.body.value(value).def {
            ValueDef::Result(op, _) => self.body.loc(op),
            ValueDef::Argument(block, index) => self.body.block_arg_loc(block, index as usize),
            ValueDef::Undefined => self.locs.get(&value).copied().unwrap_or(attrs::UNKNOWN_LOC),
        }
    }

    /// Puts values in place of an operation's results, and takes the operation away.
    pub fn replace(&mut self, op: Op, values: &[Value]) {
        for (result, &value) in self.body.results(op).zip(values) {
            if result != value {
                self.map(result, SmallVec::from_slice(&[value]));
                if let Some(name) = self.body.value(result).name
                    && self.body.value(value).name.is_none()
                {
                    self.body.set_value_name(value, Some(name));
                }
            }
        }
        self.erase_op(op);
    }

    /// Puts a value in place of another.
    pub fn replace_value(&mut self, old: Value, new: Value) {
        let loc = self.value_loc(old);
        self.locs.insert(old, loc);
        self.map(old, SmallVec::from_slice(&[new]));
    }

    /// Takes an operation away, and what is in its regions.
    pub fn erase_op(&mut self, op: Op) {
        self.gone.insert(op);
        for region in self.body.op_regions(op).to_vec() {
            self.gone.extend(self.body.walk(region));
        }
    }

    /// Replaces an operation by a new one with these operands and attributes; results in converted types.
    ///
    /// # Errors
    /// The type of a result has no counterpart.
    pub fn replace_with_new(
        &mut self,
        op: Op,
        name: irtrip_dialect::OpName,
        operands: &[Value],
        attrs: &[(Str, Attr)],
    ) -> Result<(), Mismatch> {
        let types = self.result_types(op)?;
        let new = self.create(name, operands, &types, attrs);
        let results: SmallVec<[Value; 2]> = self.body.results(new).collect();
        self.replace(op, &results);
        Ok(())
    }

    pub(super) fn map(&mut self, old: Value, new: Values) {
        if self.mapping.insert(old, new).is_none() {
            self.order.push(old);
        }
    }

    /// Whether an operation was replaced or erased.
    pub fn is_gone(&self, op: Op) -> bool {
        self.gone.contains(&op)
    }

    /// Gives a block's arguments their converted types. A block whose arguments have these already stays as it is.
    ///
    /// # Errors
    /// The type of one has no counterpart.
    pub fn convert_block(&mut self, block: Block) -> Result<(), Mismatch> {
        let mut signature = SignatureConversion::default();
        let mut changes = false;
        for &argument in self.body.block_args(block) {
            let ty = self.body.value_type(argument);
            let converted = self.convert_type(ty)?;
            changes |= ty != converted;
            signature.add_input(&[converted]);
        }
        if changes {
            self.apply_signature(block, &signature);
        }
        Ok(())
    }

    /// Loads arguments from the pointers in their place.
    pub(super) fn load_arguments(
        &mut self,
        block: Block,
        old: &[Value],
        loaded: &[(usize, Type)],
    ) -> Result<(), Mismatch> {
        self.at = InsertPoint::Start(block);
        for &(place, ty) in loaded {
            let Some(&value) = old.get(place) else { continue };
            let ty = self.convert_type(ty)?;
            self.loc = self.value_loc(value);
            if let Some(&[pointer]) = self.mapping.get(&value).map(|values| &values[..]) {
                let made = self.load(ty, pointer);
                self.map(value, SmallVec::from_slice(&[made]));
            }
        }
        Ok(())
    }

    /// Gives a block other arguments, and puts them in place of those it had.
    pub fn apply_signature(&mut self, block: Block, signature: &SignatureConversion) {
        let count = self.body.block_args(block).len();
        let locs: Vec<Attr> = (0..count).map(|place| self.body.block_arg_loc(block, place)).collect();
        let old = self.body.replace_block_args(block, &signature.types);
        for ((value, range), loc) in old.into_iter().zip(&signature.inputs).zip(locs) {
            self.locs.insert(value, loc);
            for place in range.clone() {
                self.body.set_block_arg_loc(block, place, loc);
            }
            let new: Values = self.body.block_args(block).get(range.clone()).unwrap_or_default().into();
            if let [only] = new[..] {
                let name = self.body.value(value).name;
                self.body.set_value_name(only, name);
            }
            self.map(value, new);
        }
    }

    /// Moves the body of an isolated operation to another; the arguments of its entry block become others. Those at the places
    /// `loaded` are loaded from pointers, as values of these types.
    pub fn move_body(&mut self, from: Op, to: Op, signature: SignatureConversion, loaded: &[(usize, Type)]) {
        self.moved.insert(from, MovedBody { to, signature, loaded: loaded.to_vec() });
    }

    /// Makes an operation of this body one that its name stands for from now on.
    pub fn own_symbol(&mut self, op: Op) {
        let builder = &self.builder;
        self.own_symbols.insert(builder.ctx, builder.body, op);
    }

    /// The operation whose body this is, with the body that it is in.
    pub fn owner(&self) -> Option<(&Body, Op)> {
        self.scope.as_ref().map(|scope| (&*scope.body, scope.owner))
    }

    /// The symbols of the closest operation that holds some.
    pub fn symbols(&self) -> &Symbols {
        self.scope.as_ref().map_or(&self.own_symbols, |scope| &*scope.symbols)
    }

    /// The closest body that holds symbols.
    pub fn symbol_body(&self) -> &Body {
        self.scope.as_ref().map_or(&*self.builder.body, |scope| &*scope.body)
    }

    /// Makes an operation at the start of the closest body that holds symbols, whose name no other has.
    pub fn add_symbol(&mut self, make: impl FnOnce(&mut Builder) -> Op) -> Option<Op> {
        let ctx = self.ctx;
        let loc = self.loc;
        let (body, symbols) = match &mut self.scope {
            Some(scope) => (&mut *scope.body, &mut *scope.symbols),
            None => (&mut *self.builder.body, &mut self.own_symbols),
        };
        let block = body.regions().first().and_then(|&region| body.blocks(region).first().copied())?;
        let op = make(&mut Builder::new(ctx, body, InsertPoint::Start(block), loc));
        symbols.insert(ctx, body, op);
        Some(op)
    }

    /// Reports an error about an operation, which stays as it is.
    pub fn fail(&mut self, op: Op, message: &str) -> Mismatch {
        let name = self.ctx.op_name_str(self.body.name(op)).into_owned();
        let loc = self.body.loc(op);
        self.report(ConversionError { op: name, loc, message: message.to_owned(), about_op: false })
    }

    /// Reports an error, for which a pattern leaves its operation as it is.
    pub fn report(&mut self, error: ConversionError) -> Mismatch {
        self.reports.push(error);
        Mismatch("the operation is in error")
    }

    /// The blocks of a region.
    pub fn region_blocks(&self, region: Region) -> &[Block] {
        self.body.blocks(region)
    }
}
