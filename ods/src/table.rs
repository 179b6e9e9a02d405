//! Tables of definitions: text with a line for each fact, which says what a definition's record does in the words of `.td` files.
//!
//! ```text
//! dialect toy
//! enumeration color one < > red green
//!
//! operation toy.paint
//! operand canvas one -
//! operand cover optional i1
//! result painted one !toy.canvas
//! attribute color default:red word toy color
//! region body
//! trait terminator
//! format $canvas $color attr-dict
//! ```

use std::fmt;

/// What is wrong with a table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TableError {
    /// The number of the line, from 1.
    pub line: usize,
    /// What was expected there.
    pub expected: &'static str,
}

impl fmt::Display for TableError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: expected {}", self.line, self.expected)
    }
}

impl std::error::Error for TableError {}

/// How many values a group has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Count {
    /// One.
    One,
    /// One or none.
    Optional,
    /// Any number.
    Variadic,
    /// Any number of groups, sized by the attribute named.
    Groups(&'static str),
}

/// A group of operands or results.
#[derive(Clone, Copy, Debug)]
pub struct Group {
    /// Its name.
    pub name: &'static str,
    /// How many values it has.
    pub count: Count,
    /// The one type that it can have, or `dialect.mnemonic<` of the types that a format writes without that; empty for others.
    pub ty: &'static str,
}

/// Whether an attribute must be there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Presence {
    /// It must.
    Required,
    /// It may.
    Optional,
    /// It has this value where it is not stored; the generic form has it then.
    Default(&'static str),
    /// It has this value where it is not stored.
    LeftOut(&'static str),
}

/// An inherent attribute.
#[derive(Clone, Copy, Debug)]
pub struct Attribute {
    /// Its name.
    pub name: &'static str,
    /// Whether it must be there.
    pub presence: Presence,
    /// What it holds: `unit`, `i64`, `word DIALECT MNEMONIC` and so on.
    pub kind: &'static str,
}

/// A region or a successor.
#[derive(Clone, Copy, Debug)]
pub struct Part {
    /// Its name.
    pub name: &'static str,
    /// Whether there is any number of it.
    pub variadic: bool,
}

/// The words of an attribute of the dialect: `#omp<orderkind concurrent>`.
#[derive(Clone, Debug)]
pub struct Enumeration {
    /// The mnemonic of the attribute.
    pub mnemonic: &'static str,
    /// Whether several words may stand together, with `|` between.
    pub bits: bool,
    /// What is between the mnemonic and the word.
    pub before: String,
    /// What follows the word.
    pub after: String,
    /// The words, in the order of their values.
    pub words: Vec<&'static str>,
}

/// An operation.
#[derive(Clone, Default, Debug)]
pub struct Operation {
    /// Its name with the dialect.
    pub name: &'static str,
    /// Its operands.
    pub operands: Vec<Group>,
    /// Its results.
    pub results: Vec<Group>,
    /// Its inherent attributes.
    pub attributes: Vec<Attribute>,
    /// Its regions.
    pub regions: Vec<Part>,
    /// Its successors.
    pub successors: Vec<Part>,
    /// Its traits, with what they say.
    pub traits: Vec<&'static str>,
    /// Its declarative assembly format; empty for none.
    pub format: &'static str,
    /// What it is, in a line.
    pub summary: &'static str,
}

/// The definitions of a dialect.
#[derive(Clone, Default, Debug)]
pub struct Table {
    /// The namespace.
    pub dialect: &'static str,
    /// The enumerations of its attributes.
    pub enumerations: Vec<Enumeration>,
    /// Its operations.
    pub operations: Vec<Operation>,
}

impl Table {
    /// Reads a table.
    ///
    /// # Errors
    /// A line says nothing that a table can.
    pub fn read(text: &'static str) -> Result<Table, TableError> {
        let mut table = Table::default();
        for (number, line) in (1..).zip(text.lines()) {
            let line = line.trim();
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            table.add(line).map_err(|expected| TableError { line: number, expected })?;
        }
        match table.dialect.is_empty() {
            true => Err(TableError { line: 1, expected: "the name of a dialect" }),
            false => Ok(table),
        }
    }

    /// The words of an attribute.
    pub fn enumeration(&self, mnemonic: &str) -> Option<&Enumeration> {
        self.enumerations.iter().find(|enumeration| enumeration.mnemonic == mnemonic)
    }

    fn add(&mut self, line: &'static str) -> Result<(), &'static str> {
        let (kind, rest) = line.split_once(' ').unwrap_or((line, ""));
        match kind {
            "dialect" => {
                self.dialect = rest;
                return Ok(());
            }
            "enumeration" => {
                self.enumerations.push(enumeration(rest).ok_or("an enumeration with its words")?);
                return Ok(());
            }
            "operation" => {
                self.operations.push(Operation { name: rest, ..Operation::default() });
                return Ok(());
            }
            _ => {}
        }
        let operation = self.operations.last_mut().ok_or("an operation")?;
        match kind {
            "operand" => operation.operands.push(group(rest).ok_or("an operand with its number and type")?),
            "result" => operation.results.push(group(rest).ok_or("a result with its number and type")?),
            "attribute" => operation.attributes.push(attribute(rest).ok_or("an attribute with its kind")?),
            "region" => operation.regions.push(part(rest)),
            "successor" => operation.successors.push(part(rest)),
            "trait" => operation.traits.push(rest),
            "format" => operation.format = rest,
            "summary" => operation.summary = rest,
            _ => return Err("operand, result, attribute, region, successor, trait, format or summary"),
        }
        Ok(())
    }
}

fn part(text: &'static str) -> Part {
    let name = text.strip_suffix(" variadic");
    Part { name: name.unwrap_or(text), variadic: name.is_some() }
}

fn group(text: &'static str) -> Option<Group> {
    let mut words = text.split(' ');
    let (name, count, ty) = (words.next()?, words.next()?, words.next()?);
    let count = match count.split_once(':') {
        Some(("groups", sizes)) => Count::Groups(sizes),
        None if count == "one" => Count::One,
        None if count == "optional" => Count::Optional,
        None if count == "variadic" => Count::Variadic,
        _ => return None,
    };
    Some(Group { name, count, ty: if ty == "-" { "" } else { ty } })
}

fn attribute(text: &'static str) -> Option<Attribute> {
    let (name, rest) = text.split_once(' ')?;
    let (presence, kind) = rest.split_once(' ')?;
    let presence = match presence.split_once(':') {
        Some(("default", value)) => Presence::Default(value),
        Some(("left-out", value)) => Presence::LeftOut(value),
        None if presence == "required" => Presence::Required,
        None if presence == "optional" => Presence::Optional,
        _ => return None,
    };
    Some(Attribute { name, presence, kind })
}

fn enumeration(text: &'static str) -> Option<Enumeration> {
    let mut words = text.split(' ');
    let (mnemonic, kind) = (words.next()?, words.next()?);
    let mut around = || words.next().map(|text| text.trim_matches('-').replace('_', " "));
    let (before, after) = (around()?, around()?);
    let bits = match kind {
        "bits" => true,
        "one" => false,
        _ => return None,
    };
    Some(Enumeration { mnemonic, bits, before, after, words: words.collect() })
}

impl Enumeration {
    /// The body of the attribute with a word, or with several.
    pub fn body(&self, words: &str) -> String {
        let Enumeration { mnemonic, before, after, .. } = self;
        match before.starts_with('<') {
            true => format!("{mnemonic}{before}{words}{after}"),
            false => format!("<{mnemonic}{before}{words}{after}>"),
        }
    }

    /// The words in the body of an attribute.
    pub(crate) fn words_in<'b>(&self, body: &'b str) -> Option<&'b str> {
        let inside = match self.before.starts_with('<') {
            true => body,
            false => body.strip_prefix('<')?.strip_suffix('>')?,
        };
        let inside = inside.strip_prefix(self.mnemonic)?.strip_prefix(self.before.as_str())?;
        inside.strip_suffix(self.after.as_str())
    }

    /// Words in the order of their values.
    pub fn in_order(&self, given: &[&str]) -> String {
        let words: Vec<&str> = self.words.iter().copied().filter(|word| given.contains(word)).collect();
        words.join("|")
    }
}
