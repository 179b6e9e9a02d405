//! Operations: their parts, the values by number, and regions. What is isolated by its definition becomes a body of its own.

use std::mem;
use std::rc::Rc;

use irtrip_dialect::attributes::well_known as attrs;
use irtrip_dialect::limits::MAX_BRACKETS;
use irtrip_dialect::mlir_release::CurrentTerms;
use irtrip_dialect::ops::generic_form::{StoredForm, group_sizes};
use irtrip_dialect::ops::{Arity, OpDef, Traits, ValueConstraint, WITHOUT_RESULT, builtin};
use irtrip_dialect::release::{Release, Releases};
use irtrip_dialect::types::well_known as types;
use irtrip_dialect::verify::is_passed_over;
use irtrip_dialect::{
    Attr, AttrData, Block, Body, Context, ContextDialects, Module, NewOp, Op, OpName, OpNameDefinition, Region, Str,
    Type, Value, mlir_release, names,
};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use crate::encoding::{Section, mask};
use crate::error::{Error, Result};
use crate::properties::{Encoding, Layout, Property, fits, layouts};

use super::attributes::{Tables, Values};
use super::bodies::DeferredBody;
use super::cursor::Cursor;
use super::file::File;

/// Reads the operations of a file: one module, or operations that one is put around.
pub fn module(ctx: &Context, file: &File<'_>) -> Result<Module> {
    let names = file.op_names.iter().map(|entry| {
        let dialect = String::from_utf8_lossy(file.dialects.get(entry.dialect).copied().unwrap_or_default());
        match entry.name {
            [] => ctx.op_name(&dialect),
            name => {
                let name = format!("{dialect}.{}", String::from_utf8_lossy(name));
                ctx.op_name(name.strip_prefix(names::HIDDEN).unwrap_or(&name))
            }
        }
    });
    let names: Vec<OpName> = names.collect();
    let tables = Tables::new(ctx, file);
    let mut reader = Reader::new(Values::new(ctx, file, &tables), &names, file.ir.left());
    reader.deferred = Some(Vec::new());
    let mut cursor = file.ir;
    let mut scope = Scope::default();
    let mut body = BodyReader::default();
    let root = body.body.append_region();
    let block = body.body.new_block();
    body.body.append_block(root, block);
    let (count, has_arguments) = cursor.flagged()?;
    if has_arguments {
        return Err(file.ir.error("the IR section's block has no arguments"));
    }
    for _ in 0..count {
        reader.operation(&mut cursor, &mut body, &mut scope, block, &[])?;
    }
    let deferred = reader.deferred.take().unwrap_or_default();
    reader.deferred_bodies(&mut body.body, &deferred)?;
    cursor.finish("the IR section")?;
    let outer = body.finish(&cursor)?;
    Ok(only_module(ctx, outer, block))
}

/// The module that a body consists of, or one around its operations.
fn only_module(ctx: &Context, mut outer: Body, block: Block) -> Module {
    let first = outer.first_op(block);
    let only = first.filter(|&op| outer.name(op) == builtin::MODULE && outer.next_op(op).is_none());
    let inner = only.and_then(|op| {
        let body = mem::take(outer.nested_mut(op)?);
        let root = body.regions().first().copied()?;
        let block = body.blocks(root).first().copied()?;
        Some((op, body, block))
    });
    let Some((op, body, block)) = inner else {
        return Module { body: outer, block, implicit: true, ..Module::new() };
    };
    let name = outer.string_attr(ctx, op, names::SYM_NAME);
    let attrs = match name {
        Some(_) => ctx.with_entry(outer.attrs(op), names::SYM_NAME, None),
        None => outer.attrs(op),
    };
    Module { name, attrs, loc: outer.loc(op), body, block, ..Module::new() }
}

/// Values by number, from the start of the regions of an operation that the file calls isolated.
#[derive(Default)]
pub(super) struct Scope {
    values: Vec<Option<Value>>,
    /// The number of the next value that is defined, in the region at hand.
    next: usize,
    /// The values before this one are not of the body at hand.
    first: usize,
}

/// A body that is being read.
#[derive(Default)]
struct BodyReader {
    body: Body,
    /// Values that were used before they were defined, where another had to take their place.
    replaced: FxHashMap<Value, Value>,
    /// How many values are used and not defined yet.
    open: usize,
}

impl BodyReader {
    /// The body, with values in place of those that stood for them.
    fn finish(mut self, end: &Cursor<'_>) -> Result<Body> {
        if self.open > 0 {
            return Err(end.error("not all forward unresolved forward operand references"));
        }
        if !self.replaced.is_empty() {
            for operand in self.body.operand_pool_mut() {
                *operand = self.replaced.get(operand).copied().unwrap_or(*operand);
            }
        }
        Ok(self.body)
    }
}

/// What the attributes of an operation follow from: its name, the number of its properties, its dictionary, sizes of groups that are
/// in neither, and whether it passes operands.
type Written = (OpName, Option<u64>, Attr, Option<Attr>, bool);

pub(super) struct Reader<'f, 'b> {
    pub(super) values: Values<'f, 'b>,
    pub(super) names: &'f [OpName],
    /// The layouts that properties of an operation may have.
    layouts: FxHashMap<OpName, Rc<[Layout]>>,
    /// Properties that are read, by the operation's name and their number.
    finished: FxHashMap<(OpName, u64), NamedAttrs>,
    /// The attributes of operations. Few operations have some that none before them had.
    dictionaries: FxHashMap<Written, Attr>,
    /// Attributes of operations as another release has them, in the model's terms.
    current: FxHashMap<(OpName, Attr), Attr>,
    /// How many values the regions that are still to be read may have together: each takes a byte.
    pub(super) values_left: usize,
    pub(super) depth: usize,
    /// The bodies of the operation at hand that are read once the rest of it is; `None` where bodies are read as they come.
    deferred: Option<Vec<DeferredBody<'b>>>,
}

/// Attributes with their names, which operations share.
type NamedAttrs = Rc<[(Str, Attr)]>;

/// What is read of an operation before it is made.
struct Parts<'b> {
    name: OpName,
    loc: Attr,
    dictionary: Attr,
    properties: NamedAttrs,
    /// The number of the properties.
    number: Option<u64>,
    /// The sizes of groups of operands, which the properties have and the file does not say.
    sizes: Option<Attr>,
    results: SmallVec<[Type; 2]>,
    operands: SmallVec<[Value; 8]>,
    successors: SmallVec<[Block; 2]>,
    /// Where the operation starts, for errors.
    start: Cursor<'b>,
}

/// Successors with the range of the operands that each is passed.
type Passed<'p> = SmallVec<[(Block, &'p [Value]); 2]>;

impl<'f, 'b> Reader<'f, 'b> {
    pub(super) fn new(values: Values<'f, 'b>, names: &'f [OpName], values_left: usize) -> Reader<'f, 'b> {
        Reader {
            values,
            names,
            layouts: FxHashMap::default(),
            finished: FxHashMap::default(),
            dictionaries: FxHashMap::default(),
            current: FxHashMap::default(),
            values_left,
            depth: 0,
            deferred: None,
        }
    }

    fn operation(
        &mut self,
        cursor: &mut Cursor<'b>,
        body: &mut BodyReader,
        scope: &mut Scope,
        block: Block,
        blocks: &[Block],
    ) -> Result<()> {
        let start = *cursor;
        let index = cursor.index(self.names.len(), "operation name")?;
        let Some(&name) = self.names.get(index) else { return Err(start.error("invalid operation name")) };
        let is_registered = self.values.file.op_names.get(index).is_some_and(|entry| entry.is_registered);
        let has = cursor.byte()?;
        let loc = self.values.location(cursor)?;
        let mut parts = Parts {
            name,
            loc,
            dictionary: attrs::EMPTY_DICTIONARY,
            properties: Rc::default(),
            number: None,
            sizes: None,
            results: SmallVec::new(),
            operands: SmallVec::new(),
            successors: SmallVec::new(),
            start,
        };
        if has & mask::ATTRIBUTES != 0 {
            let is_dictionary = |data: &AttrData| matches!(data, AttrData::Dictionary(_));
            parts.dictionary = self.values.attr_that(cursor, "a dictionary attribute", is_dictionary)?;
        }
        if has & mask::PROPERTIES != 0 {
            let mut ahead = *cursor;
            parts.number = Some(ahead.varint()?);
            parts.properties = self.properties(cursor, name, is_registered)?;
        }
        if has & mask::RESULTS != 0 {
            for _ in 0..cursor.count()? {
                parts.results.push(self.values.ty(cursor)?);
            }
        }
        if has & mask::OPERANDS != 0 {
            for _ in 0..cursor.count()? {
                let before = *cursor;
                let number = cursor.varint()?;
                parts.operands.push(value(body, scope, number, &before)?);
            }
        }
        if has & mask::SUCCESSORS != 0 {
            for _ in 0..cursor.count()? {
                let successor = cursor.index(blocks.len(), "successor")?;
                parts.successors.extend(blocks.get(successor).copied());
            }
        }
        if has & mask::USE_LIST_ORDERS != 0 && self.values.file.version.has_use_list_orders() {
            skip_use_list_orders(cursor, parts.results.len())?;
        }
        self.take_current_terms(&mut parts);
        let op = self.make(body, scope, &parts)?;
        body.body.append_op(block, op);
        if has & mask::REGIONS != 0 {
            self.regions(cursor, body, scope, op)?;
        }
        Ok(())
    }

    /// Reads the number of an operation's properties; returns the attributes that they are.
    fn properties(&mut self, cursor: &mut Cursor<'b>, name: OpName, is_registered: bool) -> Result<NamedAttrs> {
        let before = *cursor;
        let number = cursor.varint()?;
        if let Some(known) = self.finished.get(&(name, number)) {
            return Ok(known.clone());
        }
        let index = before.checked(number, self.values.file.properties.len(), "properties")?;
        let Some(&data) = self.values.file.properties.get(index) else { return Ok(Rc::default()) };
        let ctx = self.values.ctx;
        if !is_registered {
            let mut data = data;
            let properties = self.values.attr(&mut data)?;
            data.finish("the properties of an operation")?;
            let entries: NamedAttrs = match (ctx.attr_data(properties), name.def()) {
                // Who wrote the file did not know the operation, whose attributes these are.
                (AttrData::Dictionary(_), Some(_)) => Rc::from(ctx.entries(self.in_current_terms(name, properties))),
                (_, Some(_)) => {
                    let spelled = ctx.op_name_str(name);
                    return Err(before.error(format!("'{spelled}' has properties that are no dictionary")));
                }
                (_, None) => Rc::new([(names::PROPERTIES, properties)]),
            };
            self.finished.insert((name, number), entries.clone());
            return Ok(entries);
        }
        let entries = self.laid_out(data, name).map_err(|error| {
            let spelled = ctx.op_name_str(name);
            match error {
                Some(error) => {
                    Error { message: format!("'{spelled}' has other properties: {}", error.message).into(), ..error }
                }
                None => before.error(format!("'{spelled}' has properties, of which it has no definition")),
            }
        })?;
        let entries: NamedAttrs = match name.def() {
            None if !entries.is_empty() => Rc::new([(names::PROPERTIES, ctx.dictionary(&entries))]),
            _ => entries.into(),
        };
        self.finished.insert((name, number), entries.clone());
        Ok(entries)
    }

    /// Reads properties in the first layout that they have and whose attributes are what the operation's definition says; an error is
    /// that of the first layout, none of an operation without any.
    fn laid_out(&mut self, data: Cursor<'b>, name: OpName) -> std::result::Result<Vec<(Str, Attr)>, Option<Error>> {
        let ctx = self.values.ctx;
        let layouts = self.layouts(name);
        let (mut first, mut failed) = (None, None);
        for layout in layouts.iter() {
            let read = self.with_layout(data, name, layout);
            let is_only = layouts.len() == 1 && self.values.file.release.is_none();
            let read = match is_only {
                true => read,
                false => read.map(|entries| {
                    let current = self.in_current_terms(name, ctx.dictionary(&entries));
                    ctx.entries(current).to_vec()
                }),
            };
            match read {
                Ok(entries) if is_only || fits(ctx, name, &entries) => return Ok(entries),
                Ok(entries) => first = first.or(Some(entries)),
                Err(error) => failed = failed.or(Some(error)),
            }
        }
        first.ok_or(failed)
    }

    /// Attributes that another release may have, in the model's terms.
    fn in_current_terms(&mut self, name: OpName, dictionary: Attr) -> Attr {
        let ctx = self.values.ctx;
        let Some(def) = name.def() else { return dictionary };
        if let Some(&known) = self.current.get(&(name, dictionary)) {
            return known;
        }
        let mut current = dictionary;
        if let Some(release) = self.values.file.release {
            let terms = terms(ctx, release);
            current = terms.of_generic_form(def, name, dictionary);
            let fits = |attributes: Attr| fits(ctx, name, ctx.entries(attributes));
            if !fits(current) {
                let upgraded = terms.of_attributes(def, name, current);
                current = upgraded.filter(|upgraded| fits(*upgraded)).unwrap_or(current);
            }
        }
        let (mut current, model) = mlir_release::current_properties(ctx, def, current);
        if let Some(model) = model {
            current = ctx.with_entry(current, names::IRTRIP_TLS_MODEL, Some(model));
        }
        self.current.insert((name, dictionary), current);
        current
    }

    /// Puts what an operation has of another release in the model's terms.
    fn take_current_terms(&mut self, parts: &mut Parts<'b>) {
        let Some((release, def)) = self.values.file.release.zip(parts.name.def()) else { return };
        parts.dictionary = self.in_current_terms(parts.name, parts.dictionary);
        let ctx = self.values.ctx;
        let entry = |key: Str| {
            let property = parts.properties.iter().find(|entry| entry.0 == key).map(|entry| entry.1);
            property.or_else(|| ctx.entry(parts.dictionary, key))
        };
        let Some(sizes) = terms(ctx, release).operand_sizes(def, entry, parts.operands.len()) else { return };
        let others = parts.properties.iter().filter(|entry| entry.0 != names::OPERAND_SEGMENT_SIZES).copied();
        parts.properties = others.chain([(names::OPERAND_SEGMENT_SIZES, sizes)]).collect();
        parts.sizes = Some(sizes);
        parts.dictionary = ctx.with_entry(parts.dictionary, names::OPERAND_SEGMENT_SIZES, None);
    }

    fn layouts(&mut self, name: OpName) -> Rc<[Layout]> {
        let (ctx, file) = (self.values.ctx, self.values.file);
        self.layouts.entry(name).or_insert_with(|| layouts(ctx, name, file.version, file.release).into()).clone()
    }

    fn with_layout(&mut self, mut data: Cursor<'b>, name: OpName, layout: &[Property]) -> Result<Vec<(Str, Attr)>> {
        let mut entries = Vec::with_capacity(layout.len());
        for property in layout {
            let value = match self.property(&mut data, property.encoding)? {
                // The generic form of upstream's has a flag that is not set as well.
                None if property.encoding == Encoding::Flag && name.def().is_none() => {
                    Some(self.values.ctx.bool_attr(false))
                }
                value => value,
            };
            entries.extend(value.map(|value| (property.key, value)));
        }
        data.finish("the properties of an operation")?;
        Ok(entries)
    }

    fn property(&mut self, data: &mut Cursor<'b>, encoding: Encoding) -> Result<Option<Attr>> {
        let ctx = self.values.ctx;
        Ok(match encoding {
            Encoding::Attribute => Some(self.values.attr(data)?),
            Encoding::OptionalAttribute => self.values.optional_attr(data)?,
            Encoding::Number => Some(ctx.int_attr(types::I32, data.varint()? as i64)),
            Encoding::OptionalNumber => match data.byte()? {
                0 => None,
                _ => Some(ctx.array(&[ctx.int_attr(types::I64, data.varint()? as i64)])),
            },
            Encoding::Flag => (data.byte()? != 0).then_some(attrs::UNIT),
            Encoding::Sizes(groups) => Some(ctx.i32_array(&data.sparse_array(groups)?)),
        })
    }

    /// Makes an operation, in no block yet.
    fn make(&mut self, body: &mut BodyReader, scope: &mut Scope, parts: &Parts<'b>) -> Result<Op> {
        let (operands, successors) = self.split_operands(parts)?;
        let passes_operands = successors.iter().any(|(_, passed)| !passed.is_empty());
        let written = (parts.name, parts.number, parts.dictionary, parts.sizes, passes_operands);
        let attrs = match self.dictionaries.get(&written) {
            Some(&known) => known,
            None => {
                let attrs = self.attributes(parts, passes_operands);
                self.dictionaries.insert(written, attrs);
                attrs
            }
        };
        let new = NewOp { name: parts.name, operands: &operands, successors: &successors, attrs, loc: parts.loc };
        let op = body.body.create(new);
        // A value that was used already is the operation's only result.
        if let [ty] = parts.results[..]
            && let Some(Some(known)) = scope.values.get(scope.next).copied()
        {
            body.body.set_value_type(known, ty);
            body.body.define_result(op, known);
            body.open -= 1;
            scope.next += 1;
            return Ok(op);
        }
        body.body.add_results(op, &parts.results);
        if parts.results.is_empty() && self.lacks_result(parts.name) {
            // Nothing uses it, and the file does not number it.
            let first = operands.first().map(|&operand| body.body.value_type(operand));
            body.body.add_results(op, first.as_slice());
            return Ok(op);
        }
        for result in body.body.results(op) {
            define(body, scope, result, &parts.start)?;
        }
        Ok(op)
    }

    /// Whether an operation has a result of its first operand's type in the model, and none in the file's release.
    fn lacks_result(&self, name: OpName) -> bool {
        let is_of = |(of, releases): &(&str, Releases)| {
            name.def().is_some_and(|def| def.name == *of)
                && self.values.file.release.is_some_and(|release| releases.contains(release))
        };
        WITHOUT_RESULT.iter().any(is_of)
    }

    /// The attributes of an operation as the model stores them.
    fn attributes(&mut self, parts: &Parts<'b>, passes_operands: bool) -> Attr {
        let ctx = self.values.ctx;
        let given = ctx.entries(parts.dictionary);
        let Some(def) = parts.name.def() else {
            if parts.properties.is_empty() && !passes_operands {
                return self.with_properties_apart(parts);
            }
            let all = parts.properties.iter().chain(given).copied();
            let all: Vec<_> = all.filter(|e| !(passes_operands && e.0 == names::OPERAND_SEGMENT_SIZES)).collect();
            return ctx.dictionary(&all);
        };
        let form = StoredForm::new(ctx, parts.name, def, passes_operands);
        // Upstream passes over what the dictionary has under the name of a property that is no attribute.
        let slots = || def.attrs.iter().zip(ctx.slot_names(parts.name));
        let is_passed_over = |&&(key, value): &&(Str, Attr)| {
            slots().any(|(slot, name)| *name == key && is_passed_over(ctx, def, slot, value))
        };
        let discardable: SmallVec<[&(Str, Attr); 8]> = given.iter().filter(|entry| !is_passed_over(entry)).collect();
        // What a release has no property for is what the dictionary says, not what follows from the others.
        let is_of_release = self.values.file.release.is_some();
        let is_said = |entry: &&(Str, Attr)| is_of_release && discardable.iter().any(|other| other.0 == entry.0);
        let properties = parts.properties.iter().filter(|entry| !is_said(entry));
        let all = properties.chain(discardable.iter().copied()).copied();
        let all = all.filter(|&(key, value)| !form.is_derived(ctx, key, value));
        let all: SmallVec<[(Str, Attr); 16]> = all.map(|(key, value)| (key, form.canonical(ctx, key, value))).collect();
        if all[..] == *given { parts.dictionary } else { ctx.dictionary(&all) }
    }

    /// The dictionary of an operation without a definition, with what upstream has as properties apart, in versions that have these
    /// among the attributes.
    fn with_properties_apart(&mut self, parts: &Parts<'b>) -> Attr {
        let ctx = self.values.ctx;
        if self.values.file.version.has_properties() {
            return parts.dictionary;
        }
        let layouts = self.layouts(parts.name);
        let order = layouts.first().map_or(&[][..], |layout| &layout[..]);
        let is_property = |&(key, _): &(Str, Attr)| order.iter().any(|property| property.key == key);
        let (mut properties, mut rest): (Vec<_>, Vec<_>) =
            ctx.entries(parts.dictionary).iter().copied().partition(is_property);
        // The dictionary has no properties that are no attributes: they are as they are by default.
        let flags = order.iter().filter(|property| property.encoding == Encoding::Flag);
        properties.extend(flags.map(|flag| (flag.key, ctx.bool_attr(false))));
        if properties.is_empty() {
            return parts.dictionary;
        }
        rest.push((names::PROPERTIES, ctx.dictionary(&properties)));
        ctx.dictionary(&rest)
    }

    /// Splits operands in MLIR's order into the operation's own and each successor's.
    fn split_operands<'p>(&self, parts: &'p Parts<'b>) -> Result<(SmallVec<[Value; 8]>, Passed<'p>)> {
        let ctx = self.values.ctx;
        let def = parts.name.def();
        let groups = def.map_or(&[][..], |def| def.operands);
        let mut successors: Passed<'p> = parts.successors.iter().map(|&block| (block, &[][..])).collect();
        let sizes_in = |key: Str| {
            let mut all = parts.properties.iter().chain(ctx.entries(parts.dictionary));
            all.find(|entry| entry.0 == key).and_then(|entry| ctx.dense_array(entry.1))
        };
        let segments = sizes_in(names::OPERAND_SEGMENT_SIZES);
        let wrong = || {
            let name = ctx.op_name_str(parts.name);
            parts.start.error(format!("'{name}' has {} operands, which do not fit its groups", parts.operands.len()))
        };
        if groups.iter().any(|g| matches!(g.arity, Arity::Successor(_) | Arity::Successors(..))) {
            let own = self.split_groups(parts, groups, segments, sizes_in, &mut successors);
            return own.map(|own| (own, successors)).ok_or_else(wrong);
        }
        let by_row = def.is_some_and(|def| def.is(Traits::OPERAND_SEGMENTS));
        let Some(segments) =
            segments.filter(|sizes| !by_row && !successors.is_empty() && sizes.len() == successors.len() + 1)
        else {
            return Ok((parts.operands.clone(), successors));
        };
        // An operation without groups for them: its own operands, then each successor's.
        let mut rest = &parts.operands[..];
        let mut own = SmallVec::new();
        for (place, &size) in segments.iter().enumerate() {
            let (group, after) = take(rest, size).ok_or_else(wrong)?;
            rest = after;
            match place.checked_sub(1).and_then(|place| successors.get_mut(place)) {
                Some(successor) => successor.1 = group,
                None => own.extend_from_slice(group),
            }
        }
        if rest.is_empty() { Ok((own, successors)) } else { Err(wrong()) }
    }

    fn split_groups<'p, 's>(
        &self,
        parts: &'p Parts<'b>,
        groups: &[ValueConstraint],
        segments: Option<&[i64]>,
        sizes_in: impl Fn(Str) -> Option<&'s [i64]>,
        successors: &mut Passed<'p>,
    ) -> Option<SmallVec<[Value; 8]>> {
        let mut rest = &parts.operands[..];
        let mut own = SmallVec::new();
        for (slot, size) in groups.iter().zip(group_sizes(groups, rest.len(), segments)?) {
            let (group, after) = rest.split_at_checked(size)?;
            rest = after;
            match slot.arity {
                Arity::Successor(place) => successors.get_mut(usize::from(place))?.1 = group,
                Arity::Successors(from, sizes) => {
                    let mut left = group;
                    for (i, &size) in sizes_in(self.values.ctx.str(sizes)).unwrap_or_default().iter().enumerate() {
                        let (passed, after) = take(left, size)?;
                        left = after;
                        successors.get_mut(usize::from(from) + i)?.1 = passed;
                    }
                    if !left.is_empty() {
                        return None;
                    }
                }
                Arity::One | Arity::Optional | Arity::Variadic | Arity::VariadicOfVariadic(_) => {
                    own.extend_from_slice(group);
                }
            }
        }
        rest.is_empty().then_some(own)
    }

    fn regions(&mut self, cursor: &mut Cursor<'b>, body: &mut BodyReader, scope: &mut Scope, op: Op) -> Result<()> {
        let before = *cursor;
        let (count, is_isolated) = cursor.flagged()?;
        if count > cursor.left() as u64 {
            return Err(before.error(format!("{count} regions are said to follow in {} bytes", cursor.left())));
        }
        self.depth += 1;
        if self.depth > MAX_BRACKETS {
            return Err(before.error(format!("regions are nested more than {MAX_BRACKETS} levels deep")));
        }
        let mut data = *cursor;
        let is_section = is_isolated && self.values.file.version.has_region_sections();
        if is_section {
            let (section, of_regions) = cursor.section()?;
            if section != Section::Ir {
                return Err(before.error("expected IR section for region"));
            }
            data = of_regions;
        }
        let name = body.body.name(op);
        let is_own_body = name.def().is_some_and(|def| def.is(Traits::ISOLATED));
        if is_section
            && is_own_body
            && name != builtin::MODULE
            && let Some(deferred) = &mut self.deferred
        {
            deferred.push(DeferredBody { op, name, regions: count, data });
            self.depth -= 1;
            return Ok(());
        }
        let mut inner = Scope::default();
        if !is_isolated {
            mem::swap(&mut inner, scope);
        }
        if is_own_body {
            let nested = self.isolated_body(&mut data, &mut inner, name, count)?;
            nested.into_iter().for_each(|nested| body.body.set_nested(op, nested));
        } else {
            for region in body.body.add_regions(op, count as usize) {
                self.region(&mut data, body, &mut inner, region)?;
            }
        }
        if is_section {
            data.finish("a region")?;
        } else {
            *cursor = data;
        }
        if !is_isolated {
            mem::swap(&mut inner, scope);
        }
        self.depth -= 1;
        Ok(())
    }

    /// Reads the regions of an isolated operation; `None` for a declaration, which has no body.
    pub(super) fn isolated_body(
        &mut self,
        data: &mut Cursor<'b>,
        scope: &mut Scope,
        name: OpName,
        regions: u64,
    ) -> Result<Option<Body>> {
        // Values from outside are of another body.
        let first = mem::replace(&mut scope.first, scope.values.len());
        let outer = mem::take(&mut self.deferred);
        let defers = outer.is_some() && name == builtin::MODULE;
        self.deferred = defers.then(Vec::new);
        let mut nested = BodyReader::default();
        for _ in 0..regions {
            let region = nested.body.append_region();
            self.region(data, &mut nested, scope, region)?;
        }
        scope.first = first;
        if let Some(deferred) = mem::replace(&mut self.deferred, outer).filter(|_| defers) {
            self.deferred_bodies(&mut nested.body, &deferred)?;
        }
        let nested = nested.finish(data)?;
        Ok((!is_declaration(name.def(), &nested)).then_some(nested))
    }

    fn region(
        &mut self,
        cursor: &mut Cursor<'b>,
        body: &mut BodyReader,
        scope: &mut Scope,
        region: Region,
    ) -> Result<()> {
        let before = *cursor;
        let count = cursor.count()?;
        if count == 0 {
            return Ok(());
        }
        let values = cursor.varint()?;
        let values = usize::try_from(values).ok().filter(|&values| values <= self.values_left);
        let Some(values) = values else {
            return Err(before.error("a region has more values than the file has bytes"));
        };
        self.values_left -= values;
        let (outer_next, start) = (scope.next, scope.values.len());
        scope.next = start;
        scope.values.resize(start + values, None);
        let blocks: Vec<Block> = (0..count).map(|_| body.body.new_block()).collect();
        for &block in &blocks {
            body.body.append_block(region, block);
            let (operations, has_arguments) = cursor.flagged()?;
            if has_arguments {
                self.arguments(cursor, body, scope, block)?;
            }
            for _ in 0..operations {
                self.operation(cursor, body, scope, block, &blocks)?;
            }
        }
        if scope.next != start + values {
            return Err(cursor.error("a region has not as many values as it is said to"));
        }
        scope.values.truncate(start);
        scope.next = outer_next;
        Ok(())
    }

    fn arguments(
        &mut self,
        cursor: &mut Cursor<'b>,
        body: &mut BodyReader,
        scope: &mut Scope,
        block: Block,
    ) -> Result<()> {
        let start = *cursor;
        let version = self.values.file.version;
        let count = cursor.count()?;
        for place in 0..count {
            let before = *cursor;
            let number = cursor.varint()?;
            let (ty, has_location) =
                if version.elides_unknown_locations() { (number >> 1, number & 1 == 1) } else { (number, true) };
            let ty = self.values.type_at(ty, &before)?;
            let loc = if has_location { self.values.location(cursor)? } else { attrs::UNKNOWN_LOC };
            match scope.values.get(scope.next).copied() {
                Some(Some(known)) => {
                    body.body.set_value_type(known, ty);
                    body.body.define_block_arg(block, known);
                    body.open -= 1;
                    scope.next += 1;
                }
                _ => {
                    let argument = body.body.add_block_arg(block, ty);
                    define(body, scope, argument, &start)?;
                }
            }
            if loc != attrs::UNKNOWN_LOC {
                body.body.set_block_arg_loc(block, place, loc);
            }
        }
        if version.has_use_list_orders() && cursor.byte()? & mask::USE_LIST_ORDERS != 0 {
            skip_use_list_orders(cursor, count)?;
        }
        Ok(())
    }
}

/// Whether an isolated operation has no body: its regions have no blocks.
fn is_declaration(def: Option<&OpDef>, body: &Body) -> bool {
    def.is_some_and(|def| usize::from(def.regions) == body.regions().len())
        && body.regions().iter().all(|&region| body.blocks(region).is_empty())
}

/// The value of a number, which may be defined later.
fn value(body: &mut BodyReader, scope: &mut Scope, number: u64, place: &Cursor<'_>) -> Result<Value> {
    let index = place.checked(number, scope.values.len(), "value")?;
    if index < scope.first {
        return Err(place.error(format!("value {index} is used in an operation that is isolated from it")));
    }
    let Some(slot) = scope.values.get_mut(index) else { return Err(place.error("invalid value")) };
    if slot.is_none() {
        body.open += 1;
    }
    Ok(*slot.get_or_insert_with(|| body.body.new_value(types::NONE)))
}

/// Defines the next value of a region.
fn define(body: &mut BodyReader, scope: &mut Scope, value: Value, place: &Cursor<'_>) -> Result<()> {
    let is_outermost = scope.values.is_empty() && scope.first == 0;
    match scope.values.get_mut(scope.next) {
        Some(slot) => {
            if let Some(used) = slot.replace(value) {
                body.replaced.insert(used, value);
                body.open -= 1;
            }
        }
        // The module itself is in no region.
        None if is_outermost => return Ok(()),
        None => return Err(place.error("value index range was outside of the expected range for the parent region")),
    }
    scope.next += 1;
    Ok(())
}

/// The first values, as many as a size says, and the others.
fn take(values: &[Value], size: i64) -> Option<(&[Value], &[Value])> {
    usize::try_from(size).ok().and_then(|size| values.split_at_checked(size))
}

/// Passes over the orders of uses: the model keeps none.
fn skip_use_list_orders(cursor: &mut Cursor<'_>, values: usize) -> Result<()> {
    let count = if values > 1 { cursor.count()? } else { 1 };
    for _ in 0..count {
        if values > 1 {
            cursor.varint()?;
        }
        let before = *cursor;
        let (indices, _) = cursor.flagged()?;
        if indices > cursor.left() as u64 {
            return Err(before.error(format!("{indices} uses are said to follow in {} bytes", cursor.left())));
        }
        for _ in 0..indices {
            cursor.varint()?;
        }
    }
    Ok(())
}

/// The terms of a file of a release.
fn terms(ctx: &Context, release: Release) -> CurrentTerms<'_, impl Fn(Releases) -> bool> {
    CurrentTerms::new(ctx, None, move |releases: Releases| releases.contains(release))
}
