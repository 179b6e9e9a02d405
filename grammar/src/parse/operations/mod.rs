//! Operations: results, name, the generic form, and what both forms end in.

mod asm_parser;
mod assembly_format;
pub(crate) mod body;
mod clauses;
mod inference;
mod older;
mod properties;
mod recovery;
mod slots;
pub(crate) mod values;

use std::ops::Range;

use irtrip_dialect::attributes::well_known as attrs;
use irtrip_dialect::diagnostic::ParseCode;
use irtrip_dialect::diagnostic::VerifyCode;
use irtrip_dialect::names;
use irtrip_dialect::ops::generic_form::{StoredForm, group_sizes};
use irtrip_dialect::ops::global_values::NONE;
use irtrip_dialect::ops::{Arity, Format, Global, LlvmForm, OpDef, Traits, llvm};
use irtrip_dialect::registry::dialect_of;
use irtrip_dialect::release::Release;
use irtrip_dialect::release::Releases;
use irtrip_dialect::verify::{Counts, check_attributes, check_counts};
use irtrip_dialect::{
    Attr, Block, Body, ContextDialects, NewOp, Op, OpName, OpNameDefinition, Str, Type, TypeData, Value,
};
use smallvec::SmallVec;

use crate::parse::module::Job;
use asm_parser::FormParser;
use assembly_format::Written;
use body::{BodyParser, EntryArgument};
use irtrip_dialect::diagnostic::{ParseError, Parsed};
use values::{Bound, Use};

/// The body of an isolated operation.
pub(crate) enum Nested<'t> {
    /// It has been read.
    Read(Box<Body>),
    /// It is read later: where its regions start and end, and the arguments of its first block.
    Later(Range<usize>, Vec<EntryArgument<'t>>),
}

/// An operation while it is read.
pub(crate) struct Pending<'t> {
    pub name: OpName,
    /// As the text has it.
    pub spelled: &'t str,
    pub def: Option<&'static OpDef>,
    /// Operands that belong to no successor.
    pub operands: SmallVec<[Value; 8]>,
    /// Successors, and where their operands are in `passed`.
    pub successors: SmallVec<[(Block, Range<usize>); 2]>,
    pub passed: SmallVec<[Value; 8]>,
    pub results: SmallVec<[Type; 2]>,
    pub entries: SmallVec<[(Str, Attr); 8]>,
    /// The attributes in braces, which go with `entries`.
    pub dictionary: Attr,
    /// The regions of an operation that is not isolated.
    pub regions: Vec<Vec<Block>>,
    pub nested: Option<Nested<'t>>,
    /// The type of a last operand that a form of an older release does not have.
    pub unwritten_operand: Option<Type>,
}

impl<'t> Pending<'t> {
    #[inline(always)]
    pub fn new(name: OpName, spelled: &'t str, def: Option<&'static OpDef>) -> Self {
        Pending {
            name,
            spelled,
            def,
            operands: SmallVec::new(),
            successors: SmallVec::new(),
            passed: SmallVec::new(),
            results: SmallVec::new(),
            entries: SmallVec::new(),
            dictionary: attrs::EMPTY_DICTIONARY,
            regions: Vec::new(),
            nested: None,
            unwritten_operand: None,
        }
    }

    /// Sets an attribute.
    pub fn set(&mut self, key: Str, value: Attr) {
        self.entries.push((key, value));
    }
}

impl<'t> BodyParser<'_, '_, 't> {
    /// Reads an operation and puts it at the end of a block.
    pub fn operation(&mut self, block: Block) -> Parsed<Op> {
        // Only the operation's own form has named it by now.
        self.one_operation(block).map_err(ParseError::of_language)
    }

    fn one_operation(&mut self, block: Block) -> Parsed<Op> {
        self.cursor.skip_space();
        let bound = self.bound_results()?;
        self.cursor.skip_space();
        // An operation is where its name is, after its results.
        let start = self.cursor.pos;
        // It stays where it is while it is read: it is large, and there are many.
        let mut pending;
        if self.cursor.peek() == b'"' {
            let (name, spelled) = self.quoted_name()?;
            pending = self.pending(name, spelled);
            self.generic(&mut pending)?;
        } else {
            let (name, spelled) = self.bare_name()?;
            pending = self.pending(name, spelled);
            self.custom(&mut pending)?;
        }
        let written = self.texts.location_at(&mut self.cursor)?.filter(|_| !self.shared.options.places);
        let loc = written.unwrap_or_else(|| self.place(start));
        let op = self.finish(block, &mut pending, &bound, loc)?;
        if self.shared.options.text_places {
            self.body.set_text_place(op, start);
        }
        Ok(op)
    }

    /// Reads `%a, %b:2 =` if it is here.
    pub(super) fn bound_results(&mut self) -> Parsed<SmallVec<[Bound<'t>; 1]>> {
        let mut bound = SmallVec::new();
        if self.cursor.peek() != b'%' {
            return Ok(bound);
        }
        loop {
            let name = self.value_name("valid ssa identifier")?;
            let mut count = 1;
            if self.cursor.eat_byte(b':') {
                let before = self.cursor;
                let Some(digits) = self.cursor.digits() else {
                    return Err(before.expected("integer number of results"));
                };
                count = digits.parse().unwrap_or(0);
                if count == 0 {
                    return Err(before.error(ParseCode::Expected("named operation to have at least 1 result")));
                }
            }
            bound.push(Bound { name, count });
            if !self.cursor.eat_byte(b',') {
                break;
            }
        }
        self.cursor.expect_as("=", "'=' after SSA name")?;
        Ok(bound)
    }

    /// Reads the name that the custom form begins with, and its spelling.
    fn bare_name(&mut self) -> Parsed<(OpName, &'t str)> {
        let before = self.cursor;
        let word = self.cursor.word();
        if let Some((op_name, name)) = word.and_then(|word| Some((self.texts.ctx.dialects().op_named(word)?, word))) {
            return Ok((op_name, name));
        }
        let Some(spelled) = word.filter(|word| !is_integer_type(word)) else {
            return Err(before.expected("operation name in quotes"));
        };
        let name = match spelled.contains('.') {
            true => self.texts.ctx.op_name(spelled),
            false => self.texts.ctx.op_name(&format!("{}.{spelled}", self.default_dialect)),
        };
        Ok((name, spelled))
    }

    /// Reads the custom form after the name.
    fn custom(&mut self, pending: &mut Pending<'t>) -> Parsed<()> {
        let spelled = pending.spelled;
        let Some(def) = pending.def else {
            let (name, around) = (spelled.to_owned(), self.default_dialect);
            return Err(self.cursor.error_at(
                spelled,
                match dialect_of(spelled) {
                    "" if spelled.contains('.') => ParseCode::UnknownOperation(name),
                    "" if !around.is_empty() => ParseCode::UnknownOperationOf { name, dialect: around },
                    dialect if !self.texts.ctx.dialects().contains(dialect) => {
                        ParseCode::UnknownDialect { dialect: dialect.to_owned(), name }
                    }
                    _ => ParseCode::UnknownOperation(name),
                },
            ));
        };
        let start = self.cursor;
        let mut outcome = self.custom_form(pending, def);
        if outcome.is_err()
            && let Some(later) = self.texts.ctx.dialects().later_op_named(def.name)
            && let Some(later_def) = later.def()
        {
            let (stopped, mut other) = (self.cursor, Pending::new(later, spelled, Some(later_def)));
            self.cursor = start;
            match self.custom_form(&mut other, later_def) {
                Ok(()) => (*pending, outcome) = (other, Ok(())),
                Err(_) => self.cursor = stopped,
            }
        }
        outcome.map_err(|error| error.in_custom_op(def.name))
    }

    /// Reads what a definition has after the operation's name.
    fn custom_form(&mut self, pending: &mut Pending<'t>, def: &'static OpDef) -> Parsed<()> {
        match def.form() {
            Format::Generic if self.other_form(pending, def, self.cursor, &[]) => Ok(()),
            Format::Generic => Err(self.cursor.error_at(pending.spelled, ParseCode::NoCustomForm).of_form()),
            Format::Assembly(elements) => self.assembly_format(pending, def, elements),
            Format::Custom(format) => {
                let mut written = Written::default();
                format.parse(&mut FormParser { body: self, pending, written: &mut written })?;
                self.fill_regions(pending, def);
                if pending.dictionary != attrs::EMPTY_DICTIONARY && !def.attrs.is_empty() {
                    // What is wrong even so is for the verifier.
                    let _ = self.upgrade_dictionary(pending, def);
                }
                Ok(())
            }
        }
    }

    /// Reads the name in quotes that the generic form begins with, and its spelling.
    fn quoted_name(&mut self) -> Parsed<(OpName, &'t str)> {
        let start = self.cursor;
        let raw = self.cursor.string()?.unwrap_or("");
        let spelled_name = self.texts.string(raw)?;
        let wrong = match self.texts.ctx.bytes(spelled_name) {
            [] => Some(ParseCode::OperationNameEmpty),
            name if name.contains(&0) => Some(ParseCode::OperationNameNull),
            _ => None,
        };
        if let Some(wrong) = wrong {
            return Err(start.error(wrong));
        }
        let name = self.texts.ctx.text(spelled_name);
        Ok((self.texts.ctx.op_name(name.strip_prefix(names::HIDDEN).unwrap_or(&name)), raw))
    }

    /// Reads the generic form after the name:
    /// `(operands)[successors] <{properties}> ({regions}) {attributes} : (types) -> types`
    fn generic(&mut self, pending: &mut Pending<'t>) -> Parsed<()> {
        if pending.def.is_none() && !self.shared.options.allow_unregistered {
            return Err(self.undefined_operation(pending.spelled));
        }
        let uses = self.generic_operands()?;
        let bracket = self.cursor;
        if self.cursor.eat("[") {
            if pending.def.is_some_and(|def| !def.is(Traits::TERMINATOR)) {
                return Err(bracket.error(ParseCode::SuccessorsOfNonTerminator));
            }
            if self.cursor.sees("]") {
                return Err(self.cursor.expected("list element"));
            }
            loop {
                let block = self.block_use()?;
                pending.successors.push((block, 0..0));
                if !self.cursor.eat(",") {
                    break;
                }
            }
            self.cursor.expect_as("]", "',' or ']'")?;
        }
        self.choose_row(pending, uses.len());
        let mut properties = None;
        if self.cursor.eat("<") {
            // Those of an operation that has no definition are an attribute like any other.
            match pending.def {
                Some(_) => properties = Some(self.texts.attr_at(&mut self.cursor)?),
                None => {
                    let value = self.texts.attr_at(&mut self.cursor)?;
                    pending.set(names::PROPERTIES, value);
                }
            }
            self.cursor.expect_as(">", "'>' to close properties")?;
        }
        if self.cursor.sees("(") {
            self.generic_regions(pending)?;
        }
        if self.cursor.sees("{") {
            pending.dictionary = self.texts.dictionary_at(&mut self.cursor)?;
        }
        self.cursor.expect_as(":", "':' followed by operation type")?;
        self.signature(pending, &uses, properties)
    }

    /// Reads the types of the operands that were used and of the results, `(types) -> types`.
    fn signature(&mut self, pending: &mut Pending<'t>, uses: &[Use<'t>], properties: Option<Attr>) -> Parsed<()> {
        let before = self.cursor;
        let signature = self.texts.type_at(&mut self.cursor)?;
        let ctx = self.texts.ctx;
        let TypeData::Function { inputs, results } = ctx.type_data(signature) else {
            return Err(before.error(ParseCode::Expected("function type")));
        };
        if inputs.len() != uses.len() {
            let code = ParseCode::OperandTypeCount { expected: uses.len(), found: inputs.len() };
            return Err(before.error(code));
        }
        pending.results.extend_from_slice(results);
        if results.is_empty() && self.lacks_older_result(pending) {
            pending.results.extend(inputs.first().copied());
        }
        let mut values: SmallVec<[Value; 8]> = SmallVec::new();
        for (used, &ty) in uses.iter().zip(inputs) {
            values.push(self.values.resolve(&mut self.body, self.texts, *used, ty)?);
        }
        self.set_properties(pending, properties)?;
        if let Some(def) = pending.def.filter(|_| self.texts.reads_older()) {
            if values.len() > def.operands.len() {
                self.take_immediates(pending, def, &mut values);
            }
            self.derive_attribute(pending, def, before)?;
            self.set_operand_sizes(pending, def, values.len());
        }
        if let Some(def) = pending.def.filter(|def| !def.is_irtrip()) {
            self.check_segments(pending, def, values.len())?;
        }
        self.split_operands(pending, &values)
    }

    /// Has the operation be that of a later release, where that one alone takes so many operands.
    fn choose_row(&mut self, pending: &mut Pending<'t>, operands: usize) {
        let takes =
            |def: &OpDef| def.operands.iter().all(|group| group.arity == Arity::One) && def.operands.len() == operands;
        if let Some(def) = pending.def.filter(|def| !takes(def))
            && let Some(later) = self.texts.ctx.dialects().later_op_named(def.name)
            && later.def().is_some_and(takes)
            && (self.cursor.sees("<") || self.cursor.sees("{") && self.texts.reads_older())
        {
            (pending.name, pending.def) = (later, later.def());
        }
    }

    /// The error for an operation that has no definition.
    fn undefined_operation(&self, name: &'t str) -> ParseError {
        let dialect = dialect_of(name);
        if !self.texts.ctx.dialects().contains(dialect) {
            return self.cursor.error(ParseCode::UnregisteredDialect);
        }
        let (name_, dialect) = (name.to_owned(), dialect.to_owned());
        self.cursor.error_at(name, ParseCode::UnregisteredOperation { name: name_, dialect })
    }

    fn generic_operands(&mut self) -> Parsed<SmallVec<[Use<'t>; 8]>> {
        let mut uses = SmallVec::new();
        self.cursor.expect_as("(", "'(' to start operand list")?;
        if self.cursor.sees("%") {
            self.uses_into(&mut uses)?;
        }
        self.cursor.expect_as(")", "')' to end operand list")?;
        Ok(uses)
    }

    /// Reads `%a, %b`; at least one.
    pub fn uses_into(&mut self, uses: &mut SmallVec<[Use<'t>; 8]>) -> Parsed<()> {
        loop {
            uses.push(self.value_use()?);
            if !self.cursor.eat_byte(b',') {
                return Ok(());
            }
        }
    }

    fn generic_regions(&mut self, pending: &mut Pending<'t>) -> Parsed<()> {
        self.cursor.expect("(")?;
        if pending.def.is_some_and(|def| def.is(Traits::ISOLATED)) {
            // An empty region is none: a declaration.
            let mut ahead = self.cursor;
            if ahead.eat("{") && ahead.eat("}") && ahead.sees(")") {
                self.cursor = ahead;
            } else {
                self.isolated_regions(pending, Vec::new())?;
            }
        } else {
            loop {
                // The generic form leaves the dialect of the operation around it.
                let blocks = self.region(&[], false)?;
                pending.regions.push(blocks);
                if !self.cursor.eat(",") {
                    break;
                }
            }
        }
        self.cursor.expect_as(")", "')' to end region list")
    }

    /// Reads, or puts off, the regions of an isolated operation, which start here.
    pub fn isolated_regions(&mut self, pending: &mut Pending<'t>, entry: Vec<EntryArgument<'t>>) -> Parsed<()> {
        self.cursor.skip_space();
        if self.jobs.is_some() {
            let start = self.cursor.pos;
            loop {
                self.cursor.skip_space();
                if self.cursor.peek() != b'{' {
                    return Err(self.cursor.expected("'{' to begin a region"));
                }
                match self.shared.end_of_region(self.cursor.pos) {
                    Some(end) => self.cursor.pos = end,
                    None => self.cursor.skip_region(),
                }
                let before = self.cursor;
                if !(self.cursor.eat(",") && self.cursor.sees("{")) {
                    self.cursor = before;
                    break;
                }
            }
            pending.nested = Some(Nested::Later(start..self.cursor.pos, entry));
            return Ok(());
        }
        let single = pending.def.is_some_and(|def| def.is(Traits::NO_TERMINATOR));
        let nested = BodyParser::new(self.shared, self.texts, self.cursor, self.depth).within(pending.def);
        let start = self.cursor.pos;
        let read = nested.isolated(&entry, single).map_err(ParseError::of_language)?;
        crate::parse::module::check_not_empty(pending.name, &read.body, start)?;
        self.cursor = read.cursor;
        pending.nested = Some(Nested::Read(Box::new(read.body)));
        Ok(())
    }

    /// Reads a region of an isolated operation that has several, which other elements of its form are between.
    pub fn isolated_region(
        &mut self,
        pending: &mut Pending<'t>,
        number: usize,
        entry: &[EntryArgument<'t>],
    ) -> Parsed<()> {
        let mut nested = BodyParser::new(self.shared, self.texts, self.cursor, self.depth).within(pending.def);
        if let Some(Nested::Read(body)) = pending.nested.take() {
            nested.body = *body;
        }
        while nested.body.regions().len() < number {
            nested.body.append_region();
        }
        let single = pending.def.is_some_and(|def| def.is(Traits::NO_TERMINATOR));
        let read = nested.isolated(entry, single).map_err(ParseError::of_language)?;
        self.cursor = read.cursor;
        pending.nested = Some(Nested::Read(Box::new(read.body)));
        Ok(())
    }

    /// Has an isolated operation have so many regions: one that is not written is empty.
    pub fn isolated_regions_to(&self, pending: &mut Pending<'t>, count: usize) {
        let mut body = match pending.nested.take() {
            Some(Nested::Read(body)) => body,
            Some(Nested::Later(text, entry)) => {
                pending.nested = Some(Nested::Later(text, entry));
                return;
            }
            None => Box::default(),
        };
        while body.regions().len() < count {
            body.append_region();
        }
        pending.nested = Some(Nested::Read(body));
    }

    /// Splits operands in MLIR's order into the operation's own and each successor's.
    fn split_operands(&mut self, pending: &mut Pending<'t>, values: &[Value]) -> Parsed<()> {
        let groups = pending.def.map_or(&[][..], |def| def.operands);
        let has_passed = groups.iter().any(|g| matches!(g.arity, Arity::Successor(_) | Arity::Successors(..)));
        if has_passed {
            return self.split_groups(pending, values, groups);
        }
        let segments = self.entry(pending, names::OPERAND_SEGMENT_SIZES);
        let segments = segments.and_then(|a| self.texts.ctx.dense_array(a)).unwrap_or_default();
        let count = pending.successors.len();
        let by_row = pending.def.is_some_and(|def| def.is(Traits::OPERAND_SEGMENTS));
        if by_row || count == 0 || segments.len() != count + 1 {
            pending.operands.extend_from_slice(values);
            return Ok(());
        }
        // An operation without groups for them: its own operands, then each successor's.
        let mut rest = values;
        for (place, &size) in segments.iter().enumerate() {
            let Some((group, after)) = usize::try_from(size).ok().and_then(|n| rest.split_at_checked(n)) else {
                return Err(self.operand_count(pending, values.len()));
            };
            rest = after;
            if place == 0 {
                pending.operands.extend_from_slice(group);
            } else if let Some(successor) = pending.successors.get_mut(place - 1) {
                let start = pending.passed.len();
                pending.passed.extend_from_slice(group);
                successor.1 = start..pending.passed.len();
            }
        }
        if rest.is_empty() { Ok(()) } else { Err(self.operand_count(pending, values.len())) }
    }

    fn split_groups(
        &mut self,
        pending: &mut Pending<'t>,
        values: &[Value],
        groups: &'static [irtrip_dialect::ops::ValueConstraint],
    ) -> Parsed<()> {
        let sizes = self.group_sizes(pending, values.len(), groups)?;
        let mut rest = values;
        for (slot, size) in groups.iter().zip(sizes) {
            let Some((group, after)) = rest.split_at_checked(size) else {
                return Err(self.operand_count(pending, values.len()));
            };
            rest = after;
            match slot.arity {
                Arity::Successor(place) => self.pass(pending, usize::from(place), group)?,
                Arity::Successors(from, sizes) => {
                    let key = self.texts.name(sizes);
                    let sizes = self.entry(pending, key).and_then(|a| self.texts.ctx.dense_array(a));
                    let mut left = group;
                    for (i, &size) in sizes.unwrap_or_default().iter().enumerate() {
                        let split = usize::try_from(size).ok().and_then(|n| left.split_at_checked(n));
                        let Some((passed, after)) = split else {
                            return Err(self.operand_count(pending, values.len()));
                        };
                        left = after;
                        self.pass(pending, usize::from(from) + i, passed)?;
                    }
                    if !left.is_empty() {
                        return Err(self.operand_count(pending, values.len()));
                    }
                }
                Arity::One | Arity::Optional | Arity::Variadic | Arity::VariadicOfVariadic(_) => {
                    pending.operands.extend_from_slice(group);
                }
            }
        }
        if rest.is_empty() { Ok(()) } else { Err(self.operand_count(pending, values.len())) }
    }

    /// Gives a successor its operands.
    fn pass(&self, pending: &mut Pending<'t>, place: usize, values: &[Value]) -> Parsed<()> {
        let count = pending.successors.len();
        let Some(successor) = pending.successors.get_mut(place) else {
            let expected = place + 1;
            let wrong = VerifyCode::SuccessorCount { expected, found: count };
            return Err(self.broken_rule(pending, wrong));
        };
        let start = pending.passed.len();
        pending.passed.extend_from_slice(values);
        successor.1 = start..pending.passed.len();
        Ok(())
    }

    /// How many operands each group has, by `operandSegmentSizes` or because there is one group of any number.
    fn group_sizes(
        &self,
        pending: &Pending<'t>,
        count: usize,
        groups: &[irtrip_dialect::ops::ValueConstraint],
    ) -> Parsed<SmallVec<[usize; 8]>> {
        let segments = self.entry(pending, names::OPERAND_SEGMENT_SIZES);
        let segments = segments.and_then(|a| self.texts.ctx.dense_array(a));
        group_sizes(groups, count, segments).ok_or_else(|| self.operand_count(pending, count))
    }

    fn operand_count(&self, pending: &Pending<'t>, found: usize) -> ParseError {
        self.count_error(pending, found).unwrap_or_else(|| {
            let code = ParseCode::OperandCount { operation: pending.spelled.to_owned(), found };
            self.at_operation(pending, code)
        })
    }

    /// An attribute read so far.
    pub fn entry(&self, pending: &Pending<'t>, key: Str) -> Option<Attr> {
        let inherent = pending.entries.iter().find(|e| e.0 == key).map(|e| e.1);
        inherent.or_else(|| self.texts.ctx.entry(pending.dictionary, key))
    }

    /// Makes the operation.
    fn finish(&mut self, block: Block, pending: &mut Pending<'t>, bound: &[Bound<'t>], loc: Attr) -> Parsed<Op> {
        let attrs = self.attributes(pending)?;
        if let Some(ty) = pending.unwritten_operand {
            let none = self.body.append(block, NewOp { loc, ..NewOp::new(NONE) }, &[ty]);
            pending.operands.extend(self.body.result(none));
        }
        let mut successors: SmallVec<[(Block, &[Value]); 2]> = SmallVec::new();
        for (block, passed) in &pending.successors {
            successors.push((*block, pending.passed.get(passed.clone()).unwrap_or_default()));
        }
        let new = NewOp { name: pending.name, operands: &pending.operands, successors: &successors, attrs, loc };
        self.check_counts(pending)?;
        let op = self.body.create(new);
        self.values.define_results(&mut self.body, self.texts, op, &pending.results, bound)?;
        self.body.append_op(block, op);
        if !pending.regions.is_empty() {
            let regions = self.body.add_regions(op, pending.regions.len());
            for (region, blocks) in regions.into_iter().zip(std::mem::take(&mut pending.regions)) {
                for block in blocks {
                    self.body.append_block(region, block);
                }
            }
        }
        match (pending.nested.take(), &mut self.jobs) {
            (Some(Nested::Read(body)), _) => self.body.set_nested(op, *body),
            (Some(Nested::Later(text, entry)), Some(jobs)) => jobs.push(Job { op, text, entry, name: pending.name }),
            (Some(Nested::Later(..)), None) | (None, _) => {}
        }
        Ok(op)
    }

    /// Checks numbers of operands, results and successors against the definition.
    fn check_counts(&self, pending: &Pending<'t>) -> Parsed<()> {
        if self.shared.options.uncounted {
            return Ok(());
        }
        self.count_error(pending, pending.operands.len()).map_or(Ok(()), Err)
    }

    /// What the verifier says of an operation whose parts are not as many as its definition says, where it has so many
    /// operands of its own.
    fn count_error(&self, pending: &Pending<'t>, operands: usize) -> Option<ParseError> {
        let def = pending.def?;
        let count = check_counts(def, self.counts(pending, def, operands))?;
        let ctx = self.texts.ctx;
        let entries: Vec<(Str, Attr)> =
            pending.entries.iter().chain(ctx.entries(pending.dictionary)).copied().collect();
        let wrong = check_attributes(ctx, def, &entries).unwrap_or(count);
        Some(self.broken_rule(pending, wrong))
    }

    /// How many parts an operation has, with so many operands of its own.
    pub(crate) fn counts(&self, pending: &Pending<'t>, def: &OpDef, operands: usize) -> Counts {
        Counts {
            // Regions that are left out are empty.
            regions: (pending.nested.is_none() && pending.regions.len() > usize::from(def.regions))
                .then_some(pending.regions.len()),
            results: pending.results.len(),
            successors: pending.successors.len(),
            operands,
        }
    }

    /// An error at the start of an operation.
    pub(crate) fn at_operation(&self, pending: &Pending<'t>, code: ParseCode) -> ParseError {
        ParseError::new(self.span_of_name(pending), code)
    }

    /// The error of an operation that breaks a rule of the verifier.
    pub(crate) fn broken_rule(&self, pending: &Pending<'t>, rule: VerifyCode) -> ParseError {
        ParseError::new(self.span_of_name(pending), rule).in_operation(pending.def.map_or(pending.spelled, |d| d.name))
    }

    /// Where an operation's name stands; the quote before it belongs to it.
    fn span_of_name(&self, pending: &Pending<'t>) -> Range<usize> {
        let Range { start, end } = self.cursor.span_of(pending.spelled);
        let quoted = self.texts.text.as_bytes().get(start.wrapping_sub(1)) == Some(&b'"');
        start - usize::from(quoted)..end
    }

    /// The operation's attributes as one dictionary, without what the model does not store: defaults, and sizes that
    /// follow from the successors.
    fn attributes(&mut self, pending: &Pending<'t>) -> Parsed<Attr> {
        if pending.entries.is_empty() && pending.dictionary == attrs::EMPTY_DICTIONARY {
            return Ok(pending.dictionary);
        }
        // All that the dictionary follows from.
        let mut written: SmallVec<[u64; 8]> = SmallVec::new();
        written.push(((u64::from(pending.name.number())) << 1) | u64::from(!pending.passed.is_empty()));
        written.push(pending.dictionary.index() as u64);
        for (key, value) in &pending.entries {
            written.push(((key.index() as u64) << 32) | value.index() as u64);
        }
        if let Some(&dictionary) = self.texts.finished.get(&written[..]) {
            return Ok(dictionary);
        }
        let dictionary = self.new_attributes(pending)?;
        self.texts.finished.put(written, dictionary);
        Ok(dictionary)
    }

    fn new_attributes(&mut self, pending: &Pending<'t>) -> Parsed<Attr> {
        let ctx = self.texts.ctx;
        let given = ctx.entries(pending.dictionary);
        let Some(def) = pending.def else {
            let split = !pending.passed.is_empty();
            if pending.entries.is_empty() && !split {
                return Ok(pending.dictionary);
            }
            let all = pending.entries.iter().chain(given);
            let all: SmallVec<[(Str, Attr); 16]> =
                all.copied().filter(|e| !(split && e.0 == names::OPERAND_SEGMENT_SIZES)).collect();
            return Ok(ctx.dictionary(&all));
        };
        let form = StoredForm::new(ctx, pending.name, def, !pending.passed.is_empty());
        let has_words =
            matches!(def.llvm, LlvmForm::Global(Global::Func)) || matches!(pending.name, llvm::CALL | llvm::INVOKE);
        let mut all: SmallVec<[(Str, Attr); 16]> = SmallVec::new();
        let entries: &[(Str, Attr)] = &pending.entries;
        for (own, others) in [(entries, given), (given, entries)] {
            for &(key, value) in own {
                // One that is left out is there twice, too, where the others have it; up to MLIR 16 those count, since it printed
                // words of functions and calls as attributes.
                let is_derived = form.is_derived(ctx, key, value);
                let is_twice = is_derived && others.iter().any(|other| other.0 == key);
                if !is_derived || is_twice && !(has_words && self.texts.reads(Releases::ALL.until(Release::V17))) {
                    all.push((key, form.canonical(ctx, key, value)));
                }
            }
        }
        if pending.entries.is_empty() && all[..] == *given {
            return Ok(pending.dictionary);
        }
        let dictionary = ctx.dictionary(&all);
        if ctx.entries(dictionary).len() == all.len() {
            return Ok(dictionary);
        }
        let mut seen = rustc_hash::FxHashSet::default();
        let name = all.iter().find(|e| !seen.insert(e.0)).map(|e| ctx.text(e.0).into_owned());
        let (operation, name) = (def.name.to_owned(), name.unwrap_or_default());
        let is_quoted = self.span_of_name(pending).start < self.cursor.span_of(pending.spelled).start;
        Err(match is_quoted {
            true => self.cursor.error_at(pending.spelled, ParseCode::DuplicateAttribute { operation, name }),
            false => self.cursor.error_at(pending.spelled, ParseCode::AttributeTwice(name)).in_operation(def.name),
        })
    }

    /// Reads the attributes in braces, if they are here.
    pub fn attr_dict(&mut self, pending: &mut Pending<'t>) -> Parsed<()> {
        if self.cursor.sees("{") {
            let dictionary = self.texts.dictionary_at(&mut self.cursor)?;
            pending.dictionary = self.terms().current_dictionary(pending.def, dictionary);
        }
        Ok(())
    }

    /// Reads a successor and its operands: `^a(%x, %y : i32, i64)`.
    pub fn successor(&mut self, pending: &mut Pending<'t>) -> Parsed<()> {
        let block = self.block_use()?;
        let start = pending.passed.len();
        if let Some(close) = self.opens_successor_operands() {
            let mut uses = SmallVec::new();
            self.uses_into(&mut uses)?;
            self.cursor.expect(":")?;
            let mut types = 0;
            for used in &uses {
                if types > 0 && !self.cursor.eat_byte(b',') {
                    break;
                }
                let ty = self.texts.type_at(&mut self.cursor)?;
                types += 1;
                pending.passed.push(self.values.resolve(&mut self.body, self.texts, *used, ty)?);
            }
            if types != uses.len() {
                let code = ParseCode::OperandTypes { operands: uses.len(), types };
                return Err(self.cursor.error(code).of_form());
            }
            self.cursor.expect(close)?;
        }
        pending.successors.push((block, start..pending.passed.len()));
        Ok(())
    }

    /// Reads the bracket before a successor's operands, if it is here; returns the one after them.
    fn opens_successor_operands(&mut self) -> Option<&'static str> {
        if self.cursor.eat_byte(b'(') {
            return Some(")");
        }
        let mut ahead = self.cursor;
        let older = ahead.eat_byte(b'[') && ahead.sees("%") && self.texts.reads(Releases::ALL.until(Release::V12));
        older.then(|| {
            self.cursor = ahead;
            "]"
        })
    }

    /// Resolves a use, into the operation's own operands.
    pub fn own(&mut self, pending: &mut Pending<'t>, used: Use<'t>, ty: Type) -> Parsed<()> {
        pending.operands.push(self.values.resolve(&mut self.body, self.texts, used, ty)?);
        Ok(())
    }

    /// Resolves uses with a type each, into the operation's own operands.
    pub fn own_each(&mut self, pending: &mut Pending<'t>, uses: &[Use<'t>], types: &[Type]) -> Parsed<()> {
        if uses.len() != types.len() {
            let code = ParseCode::OperandTypes { operands: uses.len(), types: types.len() };
            return Err(self.cursor.error_at(pending.spelled, code).of_form());
        }
        uses.iter().zip(types).try_for_each(|(&used, &ty)| self.own(pending, used, ty))
    }
}

/// Whether a word is a type's: `i32`, `si8`, `ui1`.
fn is_integer_type(word: &str) -> bool {
    let digits = ["si", "ui", "i"].into_iter().find_map(|kind| word.strip_prefix(kind));
    digits.is_some_and(|digits| !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit()))
}
