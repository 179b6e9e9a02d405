//! Metadata: strings, nodes, named metadata and attachments. Nodes stay records; `layouts` says what their operands are.

mod expressions;
mod layouts;
mod type_refs;

pub use expressions::{operand_count, upgraded_expression};
pub use layouts::{FieldForm, Layout, NodeField, label_of, layout, record_of, references};
pub use type_refs::resolve_type_refs;

use std::borrow::Cow;

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use crate::bitstream::{Block, Entry, Fields, Record};
use crate::codes::metadata as code;
use crate::error::Result;
use crate::types::{Type, TypeId, Types};

/// The code of a `DIExpression`, which is written where it is used.
pub const EXPRESSION: u32 = 29;

/// One of a module's metadata.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Node<'a> {
    /// A string.
    String(Cow<'a, [u8]>),
    /// A value, of the type that it is said to have.
    Value(u32, TypeId),
    /// A node without a name; operands count from one, and zero is `null`.
    Tuple {
        /// Whether it is distinct.
        distinct: bool,
        /// Its operands.
        operands: Box<[u64]>,
    },
    /// A node of LLVM 3.5 and before, whose operands are values or metadata.
    OldTuple(Box<[OldOperand]>),
    /// A specialised node as its record.
    Record(u32, Box<[u64]>),
    /// The values of a `DIArgList`.
    Arguments(Box<[u64]>),
}

/// An operand of a node of LLVM 3.5 and before.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum OldOperand {
    /// `null`
    Null,
    /// Metadata by number.
    Metadata(u64),
    /// A value by number.
    Value(u32),
}

/// Attachments of a global value or an instruction: kinds with metadata, both by number.
pub type Attachments = Vec<(u64, u64)>;

/// The metadata of a module, or what a function adds.
#[derive(Clone, Debug, Default)]
pub struct Metadata<'a> {
    /// By number.
    pub nodes: Vec<Node<'a>>,
    /// The number in assembly of each node that has one.
    pub numbers: Vec<u32>,
    /// How many nodes have a number in assembly.
    pub numbered: u32,
    /// Named metadata.
    pub named: Vec<(Vec<u8>, Box<[u64]>)>,
    /// Attachments of global values, by the value's number.
    pub attachments: FxHashMap<u64, Attachments>,
}

impl Metadata<'_> {
    /// Gives numbers in assembly to the nodes that have one, from a first one on.
    pub(crate) fn number_from(&mut self, first: u32) {
        let mut next = first;
        self.numbers = Vec::with_capacity(self.nodes.len());
        for node in &self.nodes {
            self.numbers.push(next);
            next += u32::from(node.is_numbered());
        }
        self.numbered = next - first;
    }
}

impl Node<'_> {
    /// Visits what the node names of other metadata, in LLVM's order: numbers that may be changed, and whether they count from
    /// one.
    pub(crate) fn for_each_reference(&mut self, visit: &mut impl FnMut(&mut u64, bool)) {
        match self {
            Node::Tuple { operands, .. } => operands.iter_mut().for_each(|operand| visit(operand, true)),
            Node::Arguments(operands) => operands.iter_mut().for_each(|operand| visit(operand, false)),
            Node::Record(code, operands) => {
                for (place, from_one) in references(*code, operands) {
                    if let Some(operand) = operands.get_mut(place) {
                        visit(operand, from_one);
                    }
                }
            }
            Node::String(_) | Node::Value(..) | Node::OldTuple(_) => {}
        }
    }

    /// The metadata that the node names, in LLVM's order.
    pub fn operands(&self) -> SmallVec<[Option<u64>; 8]> {
        let from_one = |operand: &u64| operand.checked_sub(1);
        match self {
            Node::Tuple { operands, .. } => operands.iter().map(from_one).collect(),
            Node::Arguments(operands) => operands.iter().map(|operand| Some(*operand)).collect(),
            Node::Record(code, operands) => {
                let at = |(place, counts): (usize, bool)| {
                    let operand = operands.get(place)?;
                    if counts { from_one(operand) } else { Some(*operand) }
                };
                references(*code, operands).into_iter().map(at).collect()
            }
            Node::String(_) | Node::Value(..) | Node::OldTuple(_) => SmallVec::new(),
        }
    }

    /// Whether the node is one of its own, and not one with all of its content.
    pub fn is_distinct(&self) -> bool {
        match self {
            Node::Tuple { distinct, .. } => *distinct,
            Node::Record(_, operands) => operands.first().is_some_and(|first| first & 1 != 0),
            _ => false,
        }
    }

    /// Whether assembly writes it after a number, and not where it is used.
    pub fn is_numbered(&self) -> bool {
        match self {
            Node::Tuple { .. } | Node::OldTuple(_) => true,
            Node::Record(code, _) => *code != EXPRESSION,
            Node::String(_) | Node::Value(..) | Node::Arguments(_) => false,
        }
    }
}

/// Reads a METADATA or METADATA_KIND block.
///
/// # Errors
/// It is ill-formed.
pub fn read_metadata<'a>(
    mut block: Block<'a>,
    metadata: &mut Metadata<'a>,
    kinds: &mut FxHashMap<u64, Vec<u8>>,
    types: &Types<'_>,
) -> Result<()> {
    let (mut record, mut name) = (Record::default(), None);
    loop {
        match block.next(&mut record)? {
            Entry::End => break,
            Entry::Block(_) => {}
            Entry::Record => match (record.code, name.take()) {
                (code::NAMED_NODE, Some(name)) => metadata.named.push((name, record.operands.as_slice().into())),
                (_, Some(_)) => return Err(record.error("a name is not followed by what it names")),
                (code::NAME, None) => name = Some(record.text()?),
                (code::KIND, None) => {
                    let mut fields = record.fields();
                    kinds.insert(fields.take()?, fields.text()?);
                }
                (code::GLOBAL_DECL_ATTACHMENT, None) => {
                    let mut fields = record.fields();
                    let value = fields.take()?;
                    let attachments = metadata.attachments.entry(value).or_default();
                    read_attachments(&mut fields, attachments)?;
                }
                (code::INDEX_OFFSET | code::INDEX, None) => {}
                (code::STRINGS, None) => read_strings(&record, metadata)?,
                (_, None) => metadata.nodes.push(read_node(&record, types)?),
            },
        }
    }
    Ok(())
}

/// Reads kinds with metadata.
///
/// # Errors
/// A kind has none.
pub(crate) fn read_attachments(fields: &mut Fields<'_>, attachments: &mut Attachments) -> Result<()> {
    while !fields.is_empty() {
        attachments.push((fields.take()?, fields.take()?));
    }
    Ok(())
}

/// Reads many strings at once: their lengths, in pieces of six bits, before their characters.
fn read_strings<'a>(record: &Record<'a>, metadata: &mut Metadata<'a>) -> Result<()> {
    let mut fields = record.fields();
    let (count, offset) = (fields.take()?, fields.take()?);
    let too_short = || record.error("the strings of the metadata are longer than their record");
    let blob = record.blob.ok_or_else(|| record.error("the strings of the metadata have no blob"))?;
    let offset = usize::try_from(offset).map_err(|_| too_short())?;
    let (lengths, mut characters) = blob.split_at_checked(offset).ok_or_else(too_short)?;
    if count > lengths.len() as u64 * 8 / 6 {
        return Err(too_short());
    }
    let mut lengths = Block::top_level(lengths, 0);
    for _ in 0..count {
        let length = usize::try_from(lengths.variable(6)?).map_err(|_| too_short())?;
        let (string, rest) = characters.split_at_checked(length).ok_or_else(too_short)?;
        metadata.nodes.push(Node::String(Cow::Borrowed(string)));
        characters = rest;
    }
    Ok(())
}

fn read_node<'a>(record: &Record<'a>, types: &Types<'_>) -> Result<Node<'a>> {
    let mut fields = record.fields();
    Ok(match record.code {
        code::STRING_OLD => Node::String(Cow::Owned(record.text()?)),
        code::VALUE => {
            let ty = types.take(&mut fields)?;
            Node::Value(fields.number("a value")?, ty)
        }
        code::NODE | code::DISTINCT_NODE => {
            Node::Tuple { distinct: record.code == code::DISTINCT_NODE, operands: fields.rest().into() }
        }
        code::OLD_NODE => {
            let mut operands = Vec::with_capacity(fields.len() / 2);
            while !fields.is_empty() {
                operands.push(old_operand(&mut fields, types)?);
            }
            Node::OldTuple(operands.into())
        }
        // A value of the function, or nothing that LLVM still has.
        code::OLD_FN_NODE => match fields.len() {
            2 => match old_operand(&mut fields.clone(), types)? {
                OldOperand::Value(value) => Node::Value(value, types.take(&mut fields)?),
                OldOperand::Metadata(_) | OldOperand::Null => Node::OldTuple(Box::default()),
            },
            _ => Node::OldTuple(Box::default()),
        },
        code::ARG_LIST => Node::Arguments(fields.rest().into()),
        code if layouts::is_specialised(code) => {
            layouts::check(record)?;
            let mut operands: Box<[u64]> = fields.rest().into();
            layouts::upgrade(code, &mut operands);
            Node::Record(code, operands)
        }
        code => return Err(record.error(format!("metadata has the unknown code {code}"))),
    })
}

fn old_operand(fields: &mut Fields<'_>, types: &Types<'_>) -> Result<OldOperand> {
    let ty: TypeId = types.take(fields)?;
    let number = fields.take()?;
    Ok(match types.get(ty) {
        Type::Void => OldOperand::Null,
        Type::Metadata => OldOperand::Metadata(number),
        _ => OldOperand::Value(number as u32),
    })
}
