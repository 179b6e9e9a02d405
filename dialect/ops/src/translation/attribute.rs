//! Discardable attributes of a dialect on functions and their arguments, and what LLVM IR has in their place: MLIR's
//! `amendOperation`.

use crate::attributes::AttrData;
use crate::attributes::well_known::EMPTY_DICTIONARY;
use crate::body::{Body, Module, Op};
use crate::context::{Attr, Context, Str};
use crate::diagnostic::{Diagnostic, DiagnosticResult, ExportCode, VerifyCode};
use crate::names::{ALL, ARG_ATTRS, FUNCTION_TYPE, IRTRIP_ATTRIBUTES, IRTRIP_METADATA, PASSTHROUGH};
use crate::ops::global_values::FUNC;
use crate::registry::ContextDialects;
use crate::release::Release;
use crate::verify::VerifyContext;

/// Puts what LLVM IR has in place of an attribute of a function.
pub type TranslateAttribute = fn(&mut FunctionTranslator<'_>, Attr) -> Result<(), ExportCode>;

/// What is wrong with a function, by the dictionary of one of its arguments and the value that the attribute has there; `None`
/// where nothing is.
pub type ArgumentRule = fn(&VerifyContext<'_>, Attr, Attr) -> Option<String>;

/// An attribute of a dialect that functions or their arguments have.
#[derive(Clone, Copy, Debug)]
pub struct AttributeTranslation {
    /// The name with the dialect: `nvvm.kernel`.
    pub name: &'static str,
    /// Puts what LLVM IR has in its place.
    pub of_function: Option<TranslateAttribute>,
    /// What is wrong with an operation that has it, in the verifier's words; `None` where nothing is.
    pub verify: Option<fn(&VerifyContext<'_>, Attr) -> Option<String>>,
    /// The attribute of LLVM IR in its place, where an argument has it.
    pub of_argument: Option<&'static str>,
    /// What is wrong with a function that has it on an argument, in the verifier's words.
    pub verify_argument: Option<ArgumentRule>,
    /// The first release that has its numbers as `array<i32: 1, 2>`, where they were `[1, 2]` before.
    pub was_list_until: Option<Release>,
    /// The kind of metadata in its place, attached to an instruction, and the node.
    pub of_instruction: Option<(&'static str, InstructionNode)>,
}

/// The node that an attribute of an instruction becomes.
#[derive(Clone, Copy, Debug)]
pub enum InstructionNode {
    /// One without operands.
    Empty,
    /// One of nodes of numbers, as many as these, of which the attribute is an array of arrays.
    Numbers {
        /// How many nodes there are.
        nodes: usize,
        /// How many numbers each has.
        numbers: usize,
        /// What the verifier says of another number of nodes.
        fault: &'static str,
    },
}

impl InstructionNode {
    /// The node in a form that `irtrip.metadata` has, or the fault of an attribute that stands for none.
    fn of(self, ctx: &Context, value: Attr) -> Result<Attr, &'static str> {
        let InstructionNode::Numbers { nodes, numbers, fault } = self else { return Ok(ctx.array(&[])) };
        let is_row = |row: &Attr| {
            let row = ctx.items(*row);
            row.len() == numbers && row.iter().all(|number| ctx.int_value(*number).is_some())
        };
        let rows = ctx.items(value);
        let is_node = rows.len() == nodes && rows.iter().all(is_row);
        is_node.then(|| ctx.dictionary(&[(ALL, ctx.array(&[value]))])).ok_or(fault)
    }
}

/// An operation's attribute breaks a rule of its dialect.
fn refused(ctx: &Context, body: &Body, op: Op, rule: String) -> Box<Diagnostic> {
    let mut error = Diagnostic::new(VerifyCode::Rule(rule), body.loc(op));
    error.operation = Some(ctx.op_name_str(body.name(op)).into());
    Box::new(error)
}

impl AttributeTranslation {
    const fn none(name: &'static str) -> AttributeTranslation {
        AttributeTranslation {
            name,
            of_function: None,
            verify: None,
            of_argument: None,
            verify_argument: None,
            was_list_until: None,
            of_instruction: None,
        }
    }

    /// This translation of an attribute whose numbers are a list of attributes in text of releases before this one.
    pub const fn was_list_until(mut self, release: Release) -> AttributeTranslation {
        self.was_list_until = Some(release);
        self
    }

    /// An attribute of functions.
    pub const fn of_function(name: &'static str, code: TranslateAttribute) -> AttributeTranslation {
        AttributeTranslation { of_function: Some(code), ..AttributeTranslation::none(name) }
    }

    /// The same with a rule for the operations that have it.
    pub const fn verify(mut self, rule: fn(&VerifyContext<'_>, Attr) -> Option<String>) -> AttributeTranslation {
        self.verify = Some(rule);
        self
    }

    /// An attribute of arguments, which becomes the string attribute of a name.
    pub const fn of_argument(name: &'static str, string: &'static str) -> AttributeTranslation {
        AttributeTranslation { of_argument: Some(string), ..AttributeTranslation::none(name) }
    }

    /// The same with a rule for the functions that have it on an argument.
    pub const fn verify_argument(mut self, rule: ArgumentRule) -> AttributeTranslation {
        self.verify_argument = Some(rule);
        self
    }

    /// An attribute of instructions, which becomes metadata of a kind.
    pub const fn of_instruction(name: &'static str, kind: &'static str, node: InstructionNode) -> AttributeTranslation {
        AttributeTranslation { of_instruction: Some((kind, node)), ..AttributeTranslation::none(name) }
    }
}

/// A function whose attributes are translated.
pub struct FunctionTranslator<'a> {
    /// The context.
    pub ctx: &'a Context,
    /// The function's attributes.
    pub attrs: Attr,
}

impl FunctionTranslator<'_> {
    /// Sets an attribute of the operation.
    pub fn set(&mut self, key: Str, value: Attr) {
        self.attrs = self.ctx.with_entry(self.attrs, key, Some(value));
    }

    /// The string attributes of LLVM IR: names, and pairs of a name and a value.
    fn strings(&self) -> Vec<Attr> {
        self.ctx.entry(self.attrs, PASSTHROUGH).map(|list| self.ctx.items(list).to_vec()).unwrap_or_default()
    }

    /// Whether the function has a string attribute of LLVM IR.
    pub fn has_string(&self, name: &str) -> bool {
        let name = self.ctx.string_attr(name);
        self.strings().iter().any(|item| *item == name || self.ctx.items(*item).first() == Some(&name))
    }

    /// Sets a string attribute of LLVM IR, whose value may be empty.
    pub fn set_string(&mut self, name: &str, value: &str) {
        let ctx = self.ctx;
        let name = ctx.string_attr(name);
        let mut strings = self.strings();
        strings.retain(|item| *item != name && ctx.items(*item).first() != Some(&name));
        strings.push(if value.is_empty() { name } else { ctx.array(&[name, ctx.string_attr(value)]) });
        self.set(PASSTHROUGH, ctx.array(&strings));
    }
}

/// What the dialects of a context translate of functions' attributes.
pub struct AttributeTranslations {
    rows: Vec<(Str, &'static AttributeTranslation)>,
}

impl AttributeTranslations {
    /// The definitions of a context's dialects whose names the context has met.
    pub fn new(ctx: &Context) -> AttributeTranslations {
        let rows = ctx.dialects().dialects().flat_map(|dialect| dialect.attributes);
        AttributeTranslations { rows: rows.filter_map(|row| Some((ctx.find_str(row.name)?, row))).collect() }
    }

    /// What is wrong with an operation's attributes, in the verifier's words.
    pub fn broken_rule(&self, cx: &VerifyContext<'_>) -> Option<String> {
        if self.rows.is_empty() {
            return None;
        }
        let wrong = self.rows.iter().find_map(|(key, row)| row.verify?(cx, cx.attr(*key)?));
        // Calls have such lists, too.
        let is_function = cx.attr(FUNCTION_TYPE).is_some();
        let arguments =
            || cx.attr(ARG_ATTRS).filter(|_| is_function).map(|list| cx.ctx.items(list)).unwrap_or_default();
        let rules = || self.rows.iter().filter_map(|(key, row)| Some((*key, row.verify_argument?)));
        wrong.or_else(|| {
            let wrong = |(key, rule): (Str, ArgumentRule)| {
                arguments().iter().find_map(|list| rule(cx, *list, cx.ctx.entry(*list, key)?))
            };
            rules().find_map(wrong)
        })
    }

    /// Whether no attribute of the table is in a module of the context.
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// The definitions of the attributes that a dictionary has, in the order of the table.
    fn of(&self, ctx: &Context, dictionary: Attr) -> Vec<(&'static AttributeTranslation, Str, Attr)> {
        let entries = ctx.entries(dictionary);
        let value = |key: Str| entries.iter().find(|entry| entry.0 == key).map(|entry| entry.1);
        self.rows.iter().filter_map(|&(key, row)| Some((row, key, value(key)?))).collect()
    }

    /// The dictionary of a function with what LLVM IR has in place of its dialects' attributes; `None` where it has none.
    ///
    /// # Errors
    ///
    /// An attribute that is not what its dialect accepts.
    pub fn function(&self, ctx: &Context, attrs: Attr) -> Result<Option<Attr>, ExportCode> {
        if self.rows.is_empty() {
            return Ok(None);
        }
        let mut translator = FunctionTranslator { ctx, attrs };
        for (row, key, value) in self.of(ctx, attrs) {
            if let Some(code) = row.of_function {
                translator.attrs = ctx.with_entry(translator.attrs, key, None);
                code(&mut translator, value)?;
            }
        }
        if let Some(list) = ctx.entry(attrs, ARG_ATTRS) {
            let items = ctx.items(list);
            let translated: Vec<Attr> = items.iter().map(|item| self.argument(ctx, *item)).collect();
            if translated != items {
                translator.set(ARG_ATTRS, ctx.array(&translated));
            }
        }
        Ok((translator.attrs != attrs).then_some(translator.attrs))
    }

    fn argument(&self, ctx: &Context, dictionary: Attr) -> Attr {
        let mut translated = dictionary;
        for (row, key, value) in self.of(ctx, dictionary) {
            if let Some(string) = row.of_argument {
                translated = ctx.with_entry(translated, key, None);
                let mut strings =
                    ctx.entry(translated, IRTRIP_ATTRIBUTES).map_or(Vec::new(), |own| ctx.items(own).to_vec());
                strings.push(match ctx.attr_data(value) {
                    AttrData::Unit => ctx.array(&[ctx.string_attr(string)]),
                    _ => ctx.array(&[ctx.string_attr(string), value]),
                });
                translated = ctx.with_entry(translated, IRTRIP_ATTRIBUTES, Some(ctx.array(&strings)));
            }
        }
        translated
    }

    /// Puts what LLVM IR has in place of the attributes of a body's instructions.
    ///
    /// # Errors
    ///
    /// An attribute that is not what its dialect accepts, with its place.
    pub fn instructions(&self, ctx: &Context, body: &mut Body) -> DiagnosticResult<()> {
        for op in (0..body.op_count()).map(Op::new) {
            let attrs = body.attrs(op);
            let mut translated = attrs;
            for (row, key, value) in self.of(ctx, attrs) {
                if let Some((kind, node)) = row.of_instruction {
                    let node = node.of(ctx, value).map_err(|rule| refused(ctx, body, op, rule.to_owned()))?;
                    translated = ctx.with_entry(translated, key, None);
                    let attached = ctx.entry(translated, IRTRIP_METADATA).unwrap_or(EMPTY_DICTIONARY);
                    let attached = ctx.with_entry(attached, ctx.str(kind), Some(node));
                    translated = ctx.with_entry(translated, IRTRIP_METADATA, Some(attached));
                }
            }
            if translated != attrs {
                body.set_attrs(op, translated);
            }
        }
        Ok(())
    }

    /// What upstream's exporter says of the attributes of an instruction that stand for no metadata.
    pub fn check_instruction(&self, ctx: &Context, attrs: Attr) -> Option<&'static str> {
        self.of(ctx, attrs).into_iter().find_map(|(row, _, value)| row.of_instruction?.1.of(ctx, value).err())
    }

    /// The functions of a module whose attributes are translated, with their new dictionaries.
    ///
    /// # Errors
    ///
    /// An attribute that is not what its dialect accepts, with its place.
    pub fn module(&self, ctx: &Context, module: &Module) -> DiagnosticResult<Vec<(Op, Attr)>> {
        let mut found = Vec::new();
        for op in module.ops().filter(|op| module.body.name(*op) == FUNC) {
            match self.function(ctx, module.body.attrs(op)) {
                Ok(Some(attrs)) => found.push((op, attrs)),
                Ok(None) => {}
                Err(ExportCode::Rule(rule)) => return Err(refused(ctx, &module.body, op, rule)),
                Err(code) => return Err(Box::new(Diagnostic::new(code, module.body.loc(op)))),
            }
        }
        Ok(found)
    }
}
