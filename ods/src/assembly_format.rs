//! The elements of a declarative assembly format. `assembly_format.pest` is its grammar.
//!
//! What is made stays as long as the program runs, as the tables in code do.

use std::sync::OnceLock;

use irtrip_dialect::ops::{Anchor, Clause, DeclaredFormat, Format, FormatElement, Place, TypesOf};
use pest::Parser as _;
use pest::iterators::Pair;

use crate::directives::{self, Argument, Custom};
use crate::table::{Enumeration, Operation};

/// How deep groups nest at most.
const MAX_DEPTH: usize = 32;

mod grammar {
    #![allow(missing_docs)]

    #[derive(pest_derive::Parser)]
    #[grammar = "assembly_format.pest"]
    pub struct Grammar;
}

use grammar::{Grammar, Rule};

/// The format of an operation, whose elements are made when they are first asked for.
#[derive(Debug)]
pub(crate) struct Declared {
    operation: Operation,
    enumerations: &'static [Enumeration],
    format: OnceLock<Format>,
}

impl Declared {
    pub(crate) fn new(operation: Operation, enumerations: &'static [Enumeration]) -> Declared {
        Declared { operation, enumerations, format: OnceLock::new() }
    }
}

impl DeclaredFormat for Declared {
    fn format(&self) -> Format {
        if self.operation.format.is_empty() {
            return Format::Generic;
        }
        *self.format.get_or_init(|| match elements(&self.operation, self.enumerations) {
            Ok(elements) => Format::Assembly(elements),
            Err(_) => Format::Generic,
        })
    }
}

/// Why an operation has no custom form.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum FormatError {
    /// The text is no assembly format; what was expected, and where.
    Syntax(String),
    /// Groups nest too deep.
    TooDeep,
    /// A variable is nothing of the operation.
    Variable(String),
    /// A directive is not known.
    Directive(String),
    /// An optional group has nothing that decides whether it is there.
    NoAnchor,
}

type Outcome<T> = Result<T, FormatError>;

/// The elements of an operation's format.
///
/// # Errors
/// The text is no format, or something in it is not known.
pub fn elements(operation: &Operation, enumerations: &'static [Enumeration]) -> Outcome<&'static [FormatElement]> {
    let text = operation.format;
    let mut depth = 0_usize;
    for byte in text.bytes() {
        match byte {
            b'(' => depth += 1,
            b')' => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth > MAX_DEPTH {
            return Err(FormatError::TooDeep);
        }
    }
    let parsed = Grammar::parse(Rule::format, text).map_err(|error| FormatError::Syntax(error.to_string()))?;
    let reader = Reader { operation, enumerations };
    let items = parsed.flat_map(Pair::into_inner).filter(|pair| pair.as_rule() == Rule::item);
    Ok(leak(reader.items(items)?.into_iter().map(|item| item.element).collect()))
}

/// A slice that stays.
pub(crate) fn leak<T>(items: Vec<T>) -> &'static [T] {
    Box::leak(items.into_boxed_slice())
}

/// A text that stays.
pub(crate) fn leak_text(text: String) -> &'static str {
    Box::leak(text.into_boxed_str())
}

/// What a variable is.
#[derive(Clone, Copy)]
enum Variable {
    Operand(u8),
    Result(u8),
    Attribute(&'static str),
    /// A unit attribute, which a group spells by its other elements.
    Unit(&'static str),
    Region(u8),
    Regions,
    Successor(u8),
}

impl Variable {
    fn anchor(self) -> Option<Anchor> {
        Some(match self {
            Variable::Operand(group) => Anchor::Operand(group),
            Variable::Result(group) => Anchor::Result(group),
            Variable::Attribute(name) | Variable::Unit(name) => Anchor::Attr(name),
            Variable::Region(region) => Anchor::Region(region),
            Variable::Regions | Variable::Successor(_) => return None,
        })
    }
}

/// An element with what it is of.
struct Item {
    element: FormatElement,
    /// What it is there for.
    anchors: Vec<Anchor>,
    /// The unit attribute that it is.
    unit: Option<&'static str>,
    /// Whether it decides about its group.
    decides: bool,
}

impl From<FormatElement> for Item {
    fn from(element: FormatElement) -> Item {
        Item { element, anchors: Vec::new(), unit: None, decides: false }
    }
}

struct Reader<'a> {
    operation: &'a Operation,
    enumerations: &'static [Enumeration],
}

impl Reader<'_> {
    fn items<'p>(&self, pairs: impl Iterator<Item = Pair<'p, Rule>>) -> Outcome<Vec<Item>> {
        pairs.filter_map(|pair| self.item(pair).transpose()).collect()
    }

    fn item(&self, pair: Pair<'_, Rule>) -> Outcome<Option<Item>> {
        let mut parts = pair.into_inner();
        let Some(part) = parts.next() else { return Ok(None) };
        let decides = parts.next().is_some();
        let item = match part.as_rule() {
            Rule::optional => self.optional(part)?,
            Rule::clauses => self.clauses(part)?,
            Rule::custom => self.custom(part)?,
            Rule::call => self.call(part)?,
            Rule::variable => self.element_of(self.variable(&part)?, FormatElement::Attr),
            Rule::literal => literal(inner_text(part))?.into(),
            _ => directive(part.as_str())?.into(),
        };
        Ok(Some(Item { decides, ..item }))
    }

    /// What a variable's name is the name of.
    fn variable(&self, pair: &Pair<'_, Rule>) -> Outcome<Variable> {
        let name = pair.as_str().trim_start_matches('$');
        self.named(name).ok_or_else(|| FormatError::Variable(name.to_owned()))
    }

    fn named(&self, name: &str) -> Option<Variable> {
        let operation = self.operation;
        let place = |found: Option<usize>| found.and_then(|place| u8::try_from(place).ok());
        if let Some(group) = place(operation.operands.iter().position(|group| group.name == name)) {
            return Some(Variable::Operand(group));
        }
        if let Some(slot) = operation.attributes.iter().find(|slot| slot.name == name) {
            return Some(if slot.kind == "unit" { Variable::Unit(slot.name) } else { Variable::Attribute(slot.name) });
        }
        if let Some(group) = place(operation.results.iter().position(|group| group.name == name)) {
            return Some(Variable::Result(group));
        }
        if let Some(at) = operation.regions.iter().position(|region| region.name == name) {
            let region = u8::try_from(at).ok()?;
            let is_variadic = operation.regions.get(at).is_some_and(|region| region.variadic);
            return match (is_variadic, at) {
                (true, 0) => Some(Variable::Regions),
                (true, _) => None,
                (false, _) => Some(Variable::Region(region)),
            };
        }
        let at = operation.successors.iter().position(|successor| successor.name == name)?;
        let is_variadic = operation.successors.get(at).is_some_and(|successor| successor.variadic);
        (!is_variadic).then(|| u8::try_from(at).ok().map(Variable::Successor)).flatten()
    }

    fn element_of(&self, variable: Variable, of_attribute: fn(&'static str) -> FormatElement) -> Item {
        let element = match variable {
            Variable::Operand(group) => FormatElement::Operand(group),
            // A result is not written, and its type by another directive.
            Variable::Result(group) => FormatElement::Type(Place::Result(group)),
            Variable::Attribute(name) | Variable::Unit(name) => of_attribute(name),
            Variable::Region(region) => FormatElement::Region(region),
            Variable::Regions => FormatElement::Regions,
            Variable::Successor(index) => FormatElement::Successor(index),
        };
        let unit = if let Variable::Unit(name) = variable { Some(name) } else { None };
        Item { element, anchors: variable.anchor().into_iter().collect(), unit, decides: false }
    }

    /// `type(...)`, `qualified(...)`, `functional-type(...)`
    fn call(&self, pair: Pair<'_, Rule>) -> Outcome<Item> {
        let mut parts = pair.into_inner();
        let called = parts.next().map_or("", |part| part.as_str());
        let arguments: Vec<Pair<'_, Rule>> = parts.flat_map(Pair::into_inner).collect();
        match (called, arguments.as_slice()) {
            ("type", [of]) => self.types(of, false),
            ("qualified", [of]) if of.as_rule() == Rule::call => {
                let inner: Vec<Pair<'_, Rule>> = of.clone().into_inner().skip(1).flat_map(Pair::into_inner).collect();
                match inner.as_slice() {
                    [of] => self.types(of, true),
                    _ => Err(FormatError::Directive("qualified".to_owned())),
                }
            }
            ("qualified", [of]) => Ok(self.element_of(self.variable(of)?, FormatElement::QualifiedAttr)),
            ("functional-type", [operands, results]) => {
                let of = |pair: &Pair<'_, Rule>, all: &str| match pair.as_str() == all {
                    true => Ok(TypesOf::All),
                    false => match self.variable(pair)? {
                        Variable::Operand(group) | Variable::Result(group) => Ok(TypesOf::Group(group)),
                        _ => Err(FormatError::Directive("functional-type".to_owned())),
                    },
                };
                Ok(match (of(operands, "operands")?, of(results, "results")?) {
                    (TypesOf::All, TypesOf::All) => FormatElement::FunctionalType,
                    (operands, results) => FormatElement::FunctionalTypeOf(operands, results),
                }
                .into())
            }
            _ => Err(FormatError::Directive(called.to_owned())),
        }
    }

    fn types(&self, of: &Pair<'_, Rule>, qualified: bool) -> Outcome<Item> {
        match of.as_str() {
            "operands" => return Ok(FormatElement::OperandTypes.into()),
            "results" => return Ok(FormatElement::ResultTypes.into()),
            _ => {}
        }
        let variable = self.variable(of)?;
        let (place, groups, index) = match variable {
            Variable::Operand(group) => (Place::Operand(group), &self.operation.operands, group),
            Variable::Result(group) => (Place::Result(group), &self.operation.results, group),
            _ => return Err(FormatError::Directive("type".to_owned())),
        };
        let ty = groups.get(usize::from(index)).map_or("", |group| group.ty);
        let element = match ty.strip_suffix('<').filter(|_| !qualified) {
            Some(mnemonic) => FormatElement::StrippedType(place, mnemonic),
            None => FormatElement::Type(place),
        };
        Ok(Item { anchors: variable.anchor().into_iter().collect(), ..element.into() })
    }

    fn custom(&self, pair: Pair<'_, Rule>) -> Outcome<Item> {
        let description = leak_text(pair.as_str().split_whitespace().collect::<Vec<_>>().join(" "));
        let mut parts = pair.into_inner();
        let name = parts.next().map_or("", |part| part.as_str()).to_owned();
        let mut arguments = Vec::new();
        let mut anchors = Vec::new();
        for part in parts.flat_map(Pair::into_inner) {
            let argument = self.argument(&part)?;
            if let Argument::Operand(..) | Argument::Attribute(..) | Argument::Region(_) = argument {
                anchors.extend(self.variable(&part)?.anchor());
            }
            arguments.push(argument);
        }
        let written = arguments.iter().filter_map(|argument| match argument {
            Argument::Attribute(name, _) => Some(*name),
            _ => None,
        });
        let written = leak(written.collect());
        let custom = Custom { arguments: leak(arguments), written, description };
        let directive = directives::find(&name, custom).ok_or(FormatError::Directive(name))?;
        Ok(Item { anchors, ..FormatElement::Custom(directive).into() })
    }

    fn argument(&self, pair: &Pair<'_, Rule>) -> Outcome<Argument> {
        Ok(match pair.as_rule() {
            Rule::string => Argument::Text(leak_text(inner_text(pair.clone()).to_owned())),
            Rule::call => {
                let is_ref = pair.as_str().starts_with("ref");
                let inner = of_call(pair).ok_or_else(|| FormatError::Directive(pair.as_str().to_owned()))?;
                let inner = if inner.as_rule() == Rule::call { of_call(&inner).unwrap_or(inner) } else { inner };
                match self.variable(&inner)? {
                    Variable::Operand(group) if !is_ref => Argument::Types(Place::Operand(group)),
                    Variable::Result(group) if !is_ref => Argument::Types(Place::Result(group)),
                    _ => Argument::Reference(leak_text(inner.as_str().trim_start_matches('$').to_owned())),
                }
            }
            Rule::variable => match self.variable(pair)? {
                Variable::Operand(group) => Argument::Operand(group, self.operand_name(group)),
                Variable::Attribute(name) | Variable::Unit(name) => Argument::Attribute(name, self.words_of(name)),
                Variable::Region(region) => Argument::Region(region),
                _ => return Err(FormatError::Variable(pair.as_str().to_owned())),
            },
            _ => Argument::Text(leak_text(pair.as_str().to_owned())),
        })
    }

    fn operand_name(&self, group: u8) -> &'static str {
        self.operation.operands.get(usize::from(group)).map_or("", |group| group.name)
    }

    /// The enumeration that an attribute is of.
    fn words_of(&self, name: &str) -> Option<&'static Enumeration> {
        let kind = self.operation.attributes.iter().find(|slot| slot.name == name)?.kind;
        let mnemonic = kind.rsplit(' ').next()?;
        self.enumerations.iter().find(|enumeration| enumeration.mnemonic == mnemonic)
    }

    fn clauses(&self, pair: Pair<'_, Rule>) -> Outcome<Item> {
        let mut clauses = Vec::new();
        for clause in pair.into_inner() {
            let mut parts = clause.into_inner();
            let keyword = leak_text(parts.next().map(inner_text).unwrap_or_default().to_owned());
            let items = self.items(parts)?;
            let anchors = leak(items.iter().flat_map(|item| item.anchors.iter().copied()).collect());
            let unit = match items.as_slice() {
                [one] => one.unit,
                _ => None,
            };
            let elements = items.into_iter().filter(|item| item.unit.is_none()).map(|item| item.element);
            clauses.push(Clause { keyword, unit, anchors, elements: leak(elements.collect()) });
        }
        Ok(FormatElement::Clauses(leak(clauses)).into())
    }

    fn optional(&self, pair: Pair<'_, Rule>) -> Outcome<Item> {
        let mut groups = pair.into_inner();
        let first = match groups.next() {
            Some(group) => self.group(self.items(group.into_inner())?)?,
            None => return Err(FormatError::NoAnchor),
        };
        let Some(others) = groups.next() else { return Ok(first) };
        let others = self.items(others.into_inner())?.into_iter().map(|item| item.element).collect();
        let [first] = leak(vec![first.element]) else { return Err(FormatError::NoAnchor) };
        Ok(FormatElement::Else(first, leak(others)).into())
    }

    /// Elements that are there together or not at all.
    fn group(&self, items: Vec<Item>) -> Outcome<Item> {
        let deciding = items.iter().find(|item| item.decides).ok_or(FormatError::NoAnchor)?;
        let (unit, anchors) = (deciding.unit, deciding.anchors.clone());
        let nested: Vec<Anchor> = items.iter().flat_map(|item| item.anchors.iter().copied()).collect();
        let is_own = |item: &Item| unit.is_some() && item.unit == unit;
        let mut elements: Vec<FormatElement> =
            items.into_iter().filter(|item| !is_own(item)).map(|item| item.element).collect();
        if let Some(name) = unit {
            // The first word stands for the attribute.
            let word = elements.iter().position(|element| matches!(element, FormatElement::Text(word) if *word != " "));
            if let Some(element) = word.and_then(|word| elements.get_mut(word))
                && let FormatElement::Text(word) = *element
            {
                *element = FormatElement::Keyword(word, name);
            }
            if let [keyword @ FormatElement::Keyword(..)] = elements.as_slice() {
                return Ok(Item { anchors: nested, ..(*keyword).into() });
            }
        }
        let elements = leak(elements);
        let element = match anchors.as_slice() {
            [] => return Err(FormatError::NoAnchor),
            [Anchor::Attr(name)] => FormatElement::IfAttr(name, elements),
            [Anchor::Operand(group)] => FormatElement::IfOperand(*group, elements),
            [Anchor::Result(group)] => FormatElement::IfResult(*group, elements),
            [Anchor::Region(region)] => FormatElement::IfRegion(*region, elements),
            several => FormatElement::IfAny(leak(several.to_vec()), elements),
        };
        Ok(Item { anchors: nested, ..element.into() })
    }
}

/// The first argument of a call.
fn of_call<'p>(pair: &Pair<'p, Rule>) -> Option<Pair<'p, Rule>> {
    pair.clone().into_inner().skip(1).flat_map(Pair::into_inner).next()
}

/// What is between the quotes of a literal or a string.
fn inner_text(pair: Pair<'_, Rule>) -> &str {
    let text = pair.as_str();
    text.get(1..text.len().saturating_sub(1)).unwrap_or_default()
}

fn literal(text: &str) -> Outcome<FormatElement> {
    Ok(match text {
        "" => FormatElement::Glue,
        "\\n" => return Err(FormatError::Directive("\\n".to_owned())),
        _ => FormatElement::Text(leak_text(text.to_owned())),
    })
}

fn directive(word: &str) -> Outcome<FormatElement> {
    Ok(match word {
        "attr-dict" => FormatElement::AttrDict,
        "attr-dict-with-keyword" => FormatElement::AttrDictWithKeyword,
        "prop-dict" => FormatElement::PropDict,
        "operands" => FormatElement::Operands,
        "regions" => FormatElement::Regions,
        _ => return Err(FormatError::Directive(word.to_owned())),
    })
}
