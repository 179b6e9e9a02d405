//! The operation table's formats, made ready for printing: attribute names as handles, white space in its place.
//!
//! Where a format has spaces follows upstream's format generator: a space is before each element, unless the
//! last one was an opening bracket; punctuation that closes or separates has none before it.

use irtrip_dialect::assembly::CustomDirective;
use irtrip_dialect::ops::{
    self, Anchor, Clause, Format, FormatElement, OpDef, Optionality, OtherForm, Place, STRICT_PROPERTIES, SlotKind,
    TypesOf,
};
use irtrip_dialect::release::Release;
use irtrip_dialect::{Attr, Context, ContextDialects, OpDefMap, OpName, OpNameDefinition, Str, names};

use irtrip_dialect::ops::generic_form::default_of;
use smallvec::SmallVec;

use crate::print::custom_forms::{PartSet, read_by};

/// An element of a format with its white space.
#[derive(Debug)]
pub(crate) enum Step {
    /// Text as it is.
    Text(String),
    /// A group's operands.
    Operand(u8),
    /// All operands.
    Operands,
    /// An attribute's value.
    Attr(Str, SlotKind),
    /// An attribute's value, with `#llvm.` if it is of that dialect.
    QualifiedAttr(Str),
    /// Elements, if any of these is there, or, without `present`, if none is.
    If { anchors: Anchors, present: bool, steps: Box<[Step]> },
    /// `[%i, 4]`
    IndexList(u8, Str),
    /// All regions.
    Regions,
    /// A group's types.
    Type(Place),
    /// A type without `!llvm.` and this mnemonic, where parameters follow.
    StrippedType(Place, &'static str),
    /// All operands' types.
    OperandTypes,
    /// All results' types.
    ResultTypes,
    /// `(operand types) -> result types`
    FunctionalType,
    /// The same of some of them.
    FunctionalTypeOf(TypesOf, TypesOf),
    /// A successor and its operands.
    Successor(u8),
    /// The other attributes.
    AttrDict,
    /// The same after `attributes`.
    AttrDictWithKeyword,
    /// The inherent attributes, but for those given, which earlier elements write.
    PropDict(Box<[Str]>),
    /// `<name = value>` of these attributes, if any is set.
    Properties(Box<[(Str, SlotKind)]>),
    /// A region.
    Region(u8),
    /// Code of its own.
    Custom(&'static dyn CustomDirective),
}

/// The anchors of optional elements: most often one.
pub(crate) type Anchors = SmallVec<[Present; 1]>;

/// An anchor, ready.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Present {
    Attr(Str),
    Operand(u8),
    Result(u8),
    Region(u8),
}

/// A definition of the table, ready.
#[derive(Debug)]
pub(crate) struct PrinterDef {
    pub(crate) op_def: &'static OpDef,
    /// The names of the inherent attributes, in the definition's order.
    pub(crate) keys: Box<[Str]>,
    /// Attributes that the dictionary leaves out, because other elements write them.
    pub(crate) elided: Box<[Str]>,
    /// Attributes without which the custom form cannot be written.
    pub(crate) required: Box<[Str]>,
    /// The format, where it is in elements.
    pub(crate) steps: Box<[Step]>,
    /// What is before the attribute dictionary, where properties are strict.
    pub(crate) clauses: Box<[Step]>,
    /// Whether its dictionary may hold none of its inherent attributes.
    pub(crate) is_strict: bool,
    /// Whether the release that reads the text has another form than the definition.
    pub(crate) has_later_form: bool,
    /// Attributes that the custom form writes even at their default.
    pub(crate) written_defaults: Box<[(Str, Attr)]>,
    /// What an operation may have in the custom form of the model's release, for the older release that reads the text; `None`
    /// where it is not known to read the form.
    pub(crate) read_parts: Option<PartSet>,
    /// Whether upstream knows the operation, so that its generic form sets properties apart.
    pub(crate) upstream: bool,
    /// Every operand group has one operand.
    pub(crate) plain_operands: bool,
    /// How many operands the groups of one have together, and how many the one group has at most that takes the rest:
    /// none where there is no such group. `None` where more groups take several, which attributes then count.
    pub(crate) operands: Option<(usize, usize)>,
}

/// The definitions of a context's dialects, each made ready when it is first met.
pub(crate) struct PrinterDefs<'c> {
    ctx: &'c Context,
    release: Option<Release>,
    ready: OpDefMap<PrinterDef>,
}

impl<'c> PrinterDefs<'c> {
    /// The definitions of the dialects that a context knows, for text of a release, if it is not that of the model.
    pub(crate) fn new(ctx: &'c Context, release: Option<Release>) -> PrinterDefs<'c> {
        PrinterDefs { ctx, release, ready: OpDefMap::new(ctx.dialects()) }
    }

    /// The ready definition of an operation, if its dialect has one.
    pub(crate) fn of(&self, name: OpName) -> Option<&PrinterDef> {
        self.ready.get_or_init(name, |def| printer_def(self.ctx, self.release, def))
    }
}

fn printer_def(ctx: &Context, release: Option<Release>, def: &'static OpDef) -> PrinterDef {
    let mut builder = Builder { ctx, op_def: def, elided: Vec::new(), spacing: Spacing::default() };
    let properties_are_strict = release.is_some_and(|release| release >= STRICT_PROPERTIES);
    let is_later = |form: &&OtherForm| form.releases.since == Some(STRICT_PROPERTIES);
    let later = def.other_forms.iter().find(is_later).filter(|_| properties_are_strict);
    let steps = match def.form() {
        Format::Assembly(elements) => builder.steps(later.map_or(elements, |form| form.elements)),
        Format::Generic => Box::default(),
        Format::Custom(format) => {
            builder.elided = format.written_attributes().iter().map(|name| ctx.str(name)).collect();
            if properties_are_strict {
                format.strict_attributes().iter().for_each(|name| builder.elide(name));
            }
            Box::default()
        }
    };
    builder.spacing = Spacing::default();
    let clauses = if properties_are_strict { builder.inner(def.clauses) } else { Box::default() };
    let required = def.attrs.iter().filter(|slot| def.requires(slot));
    PrinterDef {
        op_def: def,
        keys: def.attrs.iter().map(|s| ctx.str(s.name)).collect(),
        required: required.map(|s| ctx.str(s.name)).collect(),
        written_defaults: written_defaults(ctx, def, &builder.elided),
        elided: builder.elided.into(),
        steps,
        clauses,
        is_strict: properties_are_strict && matches!(def.form(), Format::Assembly(_)),
        has_later_form: properties_are_strict
            && ctx
                .dialects()
                .later_op_named(def.name)
                .and_then(OpName::def)
                .is_some_and(|later| !std::ptr::eq(later, def)),
        read_parts: release.and_then(|release| read_by(def, release)),
        upstream: !def.is_irtrip(),
        plain_operands: def.operands.iter().all(|o| matches!(o.arity, ops::Arity::One)),
        operands: counted_by_place(def),
    }
}

/// [`PrinterDef::operands`].
fn counted_by_place(def: &OpDef) -> Option<(usize, usize)> {
    let (mut fixed, mut open) = (0, None);
    for slot in def.operands {
        let most = match slot.arity {
            ops::Arity::One => {
                fixed += 1;
                continue;
            }
            ops::Arity::Successor(_) | ops::Arity::Successors(..) => continue,
            ops::Arity::Optional => 1,
            ops::Arity::Variadic => usize::MAX,
            ops::Arity::VariadicOfVariadic(_) => return None,
        };
        if open.replace(most).is_some() {
            return None;
        }
    }
    (!def.stores_segments()).then_some((fixed, open.unwrap_or(0)))
}

/// Forms that are code write every attribute that is stored, and upstream stores numbers and words at their default too.
fn written_defaults(ctx: &Context, def: &OpDef, elided: &[Str]) -> Box<[(Str, Attr)]> {
    let slots = def.attrs.iter().filter(|s| {
        matches!(
            (def.form(), s.kind, s.optionality),
            (Format::Custom(_), SlotKind::Int(_), Optionality::Default(_))
                | (Format::Custom(_), SlotKind::DialectAttr { .. }, Optionality::DefaultEmpty)
        )
    });
    slots
        .map(|slot| (ctx.str(slot.name), slot))
        .filter(|(key, _)| !elided.contains(key))
        .filter_map(|(key, slot)| Some((key, default_of(ctx, slot)?)))
        .collect()
}

impl PrinterDef {
    /// Whether an attribute is the operation's own.
    pub(crate) fn is_inherent(&self, key: Str) -> bool {
        self.keys.contains(&key)
            || self.op_def.is(ops::Traits::OPERAND_SEGMENTS) && key == names::OPERAND_SEGMENT_SIZES
            || self.op_def.is(ops::Traits::RESULT_SEGMENTS) && key == names::RESULT_SEGMENT_SIZES
    }
}

/// What is before the next element.
#[derive(Clone, Copy)]
struct Spacing {
    space: bool,
    after_punctuation: bool,
}

impl Default for Spacing {
    fn default() -> Self {
        Spacing { space: true, after_punctuation: false }
    }
}

struct Builder<'c> {
    ctx: &'c Context,
    op_def: &'static OpDef,
    elided: Vec<Str>,
    spacing: Spacing,
}

/// Appends text to the steps, to the last one if that is text too.
fn push_text(steps: &mut Vec<Step>, text: &str) {
    match steps.last_mut() {
        Some(Step::Text(last)) => last.push_str(text),
        _ if text.is_empty() => {}
        _ => steps.push(Step::Text(text.to_owned())),
    }
}

impl Builder<'_> {
    fn steps(&mut self, elements: &[FormatElement]) -> Box<[Step]> {
        let mut steps = Vec::new();
        for element in elements {
            self.step(&mut steps, element);
        }
        // Attributes that only count operands are never in the dictionary.
        for slot in self.op_def.operands {
            match slot.arity {
                ops::Arity::VariadicOfVariadic(name) | ops::Arity::Successors(_, name) => self.elide(name),
                ops::Arity::One | ops::Arity::Optional | ops::Arity::Variadic | ops::Arity::Successor(_) => {}
            }
        }
        if self.op_def.is(ops::Traits::OPERAND_SEGMENTS) {
            self.elide("operandSegmentSizes");
        }
        if self.op_def.is(ops::Traits::RESULT_SEGMENTS) {
            self.elide("resultSegmentSizes");
        }
        steps.into()
    }

    fn elide(&mut self, name: &str) {
        let key = self.ctx.str(name);
        if !self.elided.contains(&key) {
            self.elided.push(key);
        }
    }

    /// The text of a keyword or punctuation with the space before it.
    fn literal(&mut self, text: &str) -> String {
        if text == " " {
            self.spacing = Spacing { space: false, after_punctuation: true };
            return text.to_owned();
        }
        let first = text.chars().next().unwrap_or(' ');
        let alone = text.len() == 1;
        let spaced = match (alone, self.spacing.after_punctuation) {
            (false, _) => true,
            (true, true) => !">)}],".contains(first),
            (true, false) => !"<>(){}[],".contains(first),
        };
        let before = if self.spacing.space && spaced { " " } else { "" };
        self.spacing = Spacing {
            space: !alone || !"<({[".contains(first),
            after_punctuation: first != '_' && !first.is_ascii_alphabetic(),
        };
        format!("{before}{text}")
    }

    /// The space before an element that is not text.
    fn gap(&mut self, steps: &mut Vec<Step>) {
        if self.spacing.space || !self.spacing.after_punctuation {
            push_text(steps, " ");
        }
        self.spacing = Spacing { space: true, after_punctuation: false };
    }

    fn step(&mut self, steps: &mut Vec<Step>, element: &FormatElement) {
        let step = match *element {
            FormatElement::Text(text) => {
                let text = self.literal(text);
                return push_text(steps, &text);
            }
            FormatElement::Glue => {
                self.spacing = Spacing { space: false, after_punctuation: true };
                return;
            }
            FormatElement::Keyword(text, name) => {
                self.elide(name);
                let text = Step::Text(self.literal(text));
                Step::If { anchors: self.anchors(&[Anchor::Attr(name)]), present: true, steps: Box::new([text]) }
            }
            FormatElement::IfAttr(name, elements) => self.optional(&[Anchor::Attr(name)], elements),
            FormatElement::IfOperand(group, elements) => self.optional(&[Anchor::Operand(group)], elements),
            FormatElement::IfResult(group, elements) => self.optional(&[Anchor::Result(group)], elements),
            FormatElement::IfRegion(region, elements) => self.optional(&[Anchor::Region(region)], elements),
            FormatElement::IfAny(anchors, elements) => self.optional(anchors, elements),
            FormatElement::Else(first, others) => self.otherwise(steps, first, others),
            FormatElement::Clauses(clauses) => {
                clauses.iter().for_each(|clause| self.clause(steps, clause));
                return;
            }
            FormatElement::AttrDict => self.followed_by_space(Step::AttrDict),
            FormatElement::AttrDictWithKeyword => self.followed_by_space(Step::AttrDictWithKeyword),
            FormatElement::Properties => self.properties(),
            FormatElement::PropDict => self.prop_dict(),
            // They write nothing, or the space before them too.
            FormatElement::Custom(directive) if directive.writes_leading_space() => {
                self.spacing = Spacing::default();
                self.directive(directive)
            }
            FormatElement::Custom(directive) => {
                self.gap(steps);
                self.directive(directive)
            }
            FormatElement::Attr(name) => {
                let kind = self.op_def.attr_slot(name).map_or(SlotKind::Any, |slot| slot.kind);
                Step::Attr(self.spaced_key(steps, name), kind)
            }
            FormatElement::QualifiedAttr(name) => Step::QualifiedAttr(self.spaced_key(steps, name)),
            FormatElement::IndexList(group, name) => Step::IndexList(group, self.spaced_key(steps, name)),
            FormatElement::Operand(group) => self.spaced(steps, Step::Operand(group)),
            FormatElement::Operands => self.spaced(steps, Step::Operands),
            FormatElement::Type(place) => self.spaced(steps, Step::Type(place)),
            FormatElement::StrippedType(place, mnemonic) => self.spaced(steps, Step::StrippedType(place, mnemonic)),
            FormatElement::OperandTypes => self.spaced(steps, Step::OperandTypes),
            FormatElement::ResultTypes => self.spaced(steps, Step::ResultTypes),
            FormatElement::FunctionalType => self.spaced(steps, Step::FunctionalType),
            FormatElement::FunctionalTypeOf(of, to) => self.spaced(steps, Step::FunctionalTypeOf(of, to)),
            FormatElement::Successor(index) => self.spaced(steps, Step::Successor(index)),
            FormatElement::Region(index) => self.spaced(steps, Step::Region(index)),
            FormatElement::Regions => self.spaced(steps, Step::Regions),
        };
        steps.push(step);
    }

    /// A step that may write nothing, after which what follows has its space.
    fn followed_by_space(&mut self, step: Step) -> Step {
        self.spacing.after_punctuation = false;
        step
    }

    /// The key of an attribute that is written here, after a space where one belongs, and not in the dictionary.
    fn spaced_key(&mut self, steps: &mut Vec<Step>, name: &'static str) -> Str {
        self.gap(steps);
        self.elide(name);
        self.ctx.str(name)
    }

    fn anchors(&self, anchors: &[Anchor]) -> Anchors {
        let ready = |anchor: &Anchor| match *anchor {
            Anchor::Attr(name) => Present::Attr(self.ctx.str(name)),
            Anchor::Operand(group) => Present::Operand(group),
            Anchor::Result(group) => Present::Result(group),
            Anchor::Region(region) => Present::Region(region),
        };
        anchors.iter().map(ready).collect()
    }

    fn clause(&mut self, steps: &mut Vec<Step>, clause: &Clause) {
        let mut inner = Vec::new();
        push_text(&mut inner, &self.literal(clause.keyword));
        clause.unit.into_iter().for_each(|name| self.elide(name));
        for element in clause.elements {
            self.step(&mut inner, element);
        }
        steps.push(Step::If { anchors: self.anchors(clause.anchors), present: true, steps: inner.into() });
    }

    fn inner(&mut self, elements: &[FormatElement]) -> Box<[Step]> {
        let mut steps = Vec::new();
        for element in elements {
            self.step(&mut steps, element);
        }
        steps.into()
    }

    /// A step after the space that is before it.
    fn spaced(&mut self, steps: &mut Vec<Step>, step: Step) -> Step {
        self.gap(steps);
        step
    }

    /// Elements that are there if any of the anchors is.
    fn optional(&mut self, anchors: &[Anchor], elements: &[FormatElement]) -> Step {
        Step::If { anchors: self.anchors(anchors), present: true, steps: self.inner(elements) }
    }

    /// The elements in place of an optional one, after the steps of that one.
    fn otherwise(&mut self, steps: &mut Vec<Step>, first: &FormatElement, others: &[FormatElement]) -> Step {
        self.step(steps, first);
        let anchors = match steps.last() {
            Some(Step::If { anchors, .. }) => anchors.clone(),
            _ => Anchors::new(),
        };
        Step::If { anchors, present: false, steps: self.inner(others) }
    }

    fn properties(&mut self) -> Step {
        let kept = |slot: &&ops::AttrSlot| !self.elided.contains(&self.ctx.str(slot.name));
        let left: Vec<&ops::AttrSlot> = self.op_def.attrs.iter().filter(kept).collect();
        left.iter().for_each(|slot| self.elide(slot.name));
        Step::Properties(left.iter().map(|slot| (self.ctx.str(slot.name), slot.kind)).collect())
    }

    fn prop_dict(&mut self) -> Step {
        self.spacing.after_punctuation = false;
        let written = self.elided.clone().into();
        // All others of the definition's own attributes are in it.
        self.op_def.attrs.iter().for_each(|slot| self.elide(slot.name));
        Step::PropDict(written)
    }

    fn directive(&mut self, directive: &'static dyn CustomDirective) -> Step {
        directive.written_attributes().iter().for_each(|name| self.elide(name));
        Step::Custom(directive)
    }
}
