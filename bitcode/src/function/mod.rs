//! Function bodies: what their blocks say, with operands by number.

mod calls;
pub(crate) use calls::{BUNDLE_METADATA, call_flags};
mod instructions;
mod memory;
mod operands;

pub use operands::{NumberMap, Operand};

use std::cell::RefCell;

use irtrip_dialect::ordered_sink::collect_in_order;
use rayon::prelude::*;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use crate::bitstream::{Block, BlockHeader, Entry, Fields, Record};
use crate::codes::{block, metadata, symtab};
use crate::constants::{Constant, Value, ValueKind, Values, read_constants};
use crate::error::{Error, Place, Result};
use crate::metadata::{Attachments, Metadata, Node, read_attachments, read_metadata};
use crate::module::{BitcodeModule, GlobalKind, GlobalValue, Module};
use crate::types::{Type, TypeId, Types};
use crate::use_lists::{UseList, read_use_lists};

/// Numbers of values.
pub type Ids = SmallVec<[u32; 4]>;

/// An operand bundle: its tag by number, and its operands.
#[derive(Clone, Debug)]
pub struct Bundle {
    /// The tag's number.
    pub tag: u64,
    /// Its operands.
    pub operands: Vec<BundleOperand>,
}

/// An operand of a bundle.
#[derive(Clone, Copy, Debug)]
pub enum BundleOperand {
    /// A value by number.
    Value(u32),
    /// Metadata by number.
    Metadata(u32),
}

/// A call of any kind.
#[derive(Clone, Default, Debug)]
pub struct Call {
    /// The number of its attribute list.
    pub attributes: u64,
    /// Its calling convention.
    pub convention: u64,
    /// `tail`, `musttail`, `notail`, or none of them.
    pub tail: &'static str,
    /// Its fast-math flags.
    pub fast_math: u64,
    /// The type of the function.
    pub ty: TypeId,
    /// The callee.
    pub callee: u32,
    /// The arguments: values, or for parameters of these types metadata and blocks, by number.
    pub arguments: Ids,
    /// Its operand bundles.
    pub bundles: Vec<Bundle>,
    /// Its successors.
    pub targets: Targets,
}

/// The successors of a call.
#[derive(Clone, Default, Debug)]
pub enum Targets {
    /// `call`
    #[default]
    Next,
    /// `invoke`: the normal and the unwind destination.
    Invoke(u64, u64),
    /// `callbr`: the default and the indirect destinations.
    CallBr(u64, Vec<u64>),
}

/// What an atomic instruction says of its memory accesses.
#[derive(Clone, Copy, Debug)]
pub struct Atomic {
    /// The ordering.
    pub ordering: u64,
    /// The scope by number.
    pub scope: u64,
}

/// What an instruction does. Blocks are by number.
#[derive(Clone, Debug)]
#[allow(missing_docs)]
pub enum Kind {
    Unary {
        opcode: u64,
        flags: u64,
        operand: u32,
    },
    Binary {
        opcode: u64,
        flags: u64,
        operands: [u32; 2],
    },
    Cast {
        opcode: u64,
        flags: u64,
        operand: u32,
    },
    Gep {
        flags: u64,
        source: TypeId,
        operands: Ids,
    },
    ExtractValue {
        aggregate: u32,
        indices: SmallVec<[u64; 2]>,
    },
    InsertValue {
        operands: [u32; 2],
        indices: SmallVec<[u64; 2]>,
    },
    Select {
        flags: u64,
        operands: [u32; 3],
    },
    ExtractElement([u32; 2]),
    InsertElement([u32; 3]),
    ShuffleVector([u32; 3]),
    Compare {
        predicate: u64,
        flags: u64,
        operands: [u32; 2],
    },
    Return(Option<u32>),
    Branch(u64),
    ConditionalBranch {
        condition: u32,
        targets: [u64; 2],
    },
    Switch {
        condition: u32,
        default: u64,
        cases: Vec<(Case, u64)>,
    },
    IndirectBranch {
        address: u32,
        targets: Vec<u64>,
    },
    Resume(u32),
    Unreachable,
    CleanupReturn {
        pad: u32,
        unwind: Option<u64>,
    },
    CatchReturn {
        pad: u32,
        target: u64,
    },
    CatchSwitch {
        parent: u32,
        handlers: Vec<u64>,
        unwind: Option<u64>,
    },
    Pad {
        is_catch: bool,
        parent: u32,
        arguments: Ids,
    },
    Phi {
        flags: u64,
        incoming: Vec<(u32, u64)>,
    },
    LandingPad {
        is_cleanup: bool,
        clauses: Vec<(u64, u32)>,
    },
    Alloca {
        flags: u64,
        ty: TypeId,
        count: u32,
        space: u32,
    },
    Load {
        pointer: u32,
        alignment: u64,
        is_volatile: bool,
        atomic: Option<Atomic>,
    },
    Store {
        operands: [u32; 2],
        alignment: u64,
        is_volatile: bool,
        atomic: Option<Atomic>,
    },
    CompareExchange {
        operands: [u32; 3],
        alignment: u64,
        is_volatile: bool,
        is_weak: bool,
        success: Atomic,
        failure: u64,
        /// Whether the result is the value alone.
        is_old: bool,
    },
    ReadModifyWrite {
        operation: u64,
        operands: [u32; 2],
        alignment: u64,
        is_volatile: bool,
        atomic: Atomic,
    },
    Fence(Atomic),
    VaArg {
        list: u32,
    },
    Freeze(u32),
    Call(Box<Call>),
}

/// A case of a `switch`.
#[derive(Clone, Debug)]
pub enum Case {
    /// A constant by number.
    Value(u32),
    /// An integer.
    Integer(String),
}

/// A debug location.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Location {
    /// The line.
    pub line: u64,
    /// The column.
    pub column: u64,
    /// The scope and where it is inlined, metadata counted from one.
    pub scopes: [u64; 2],
    /// Whether it is implicit code.
    pub is_implicit: bool,
    /// Its atom group and rank.
    pub atom: [u64; 2],
}

/// A debug record, which stands before an instruction.
#[derive(Clone, Debug)]
pub struct DebugRecord {
    /// What it says: `value`, `declare`.
    pub word: &'static str,
    /// Its operands.
    pub operands: SmallVec<[DebugOperand; 5]>,
}

/// An operand of a debug record.
#[derive(Clone, Copy, Debug)]
pub enum DebugOperand {
    /// Metadata by number.
    Metadata(u64),
    /// A value by number.
    Value(u32),
}

/// An instruction.
#[derive(Clone, Debug)]
pub struct Instruction {
    /// What it does.
    pub kind: Kind,
    /// The type of its result.
    pub ty: TypeId,
    /// The number of its result, where it has one.
    pub result: Option<u32>,
    /// Its location.
    pub location: Option<Location>,
    /// The debug records before it.
    pub records: Vec<DebugRecord>,
    /// Its attachments.
    pub attachments: Attachments,
}

/// The body of a function.
#[derive(Debug)]
pub struct Body<'m> {
    /// The module's types, and those that follow from them.
    pub types: Types<'m>,
    /// The module's values, the function's arguments and constants, and results.
    pub values: Values<'m>,
    /// The instructions, block after block.
    pub instructions: Vec<Instruction>,
    /// How many blocks it has.
    pub block_count: u64,
    /// The names of values by number.
    pub value_names: FxHashMap<u32, Vec<u8>>,
    /// The names of blocks by number.
    pub block_names: FxHashMap<u64, Vec<u8>>,
    /// The metadata of the function alone.
    pub metadata: Metadata<'m>,
    /// Attachments of the function.
    pub attachments: Attachments,
    /// The personality that old landing pads name.
    pub personality: Option<u32>,
    /// Values and blocks with a name, in the order of the symbol table.
    pub symbols: Vec<Symbol>,
    /// The orders of uses of its values and blocks.
    pub use_lists: Vec<UseList>,
    /// Functions that use addresses of its blocks, by number.
    pub block_address_users: Box<[u64]>,
    /// The number that the first argument has.
    pub first_argument: u32,
    /// How many arguments it has.
    pub argument_count: u32,
}

/// What has a name in a function.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Symbol {
    /// A value by number.
    Value(u32),
    /// A block by number.
    Block(u64),
}

/// What reads a body.
struct Reader<'m> {
    file: &'m BitcodeModule<'m>,
    module: &'m Module<'m>,
    body: Body<'m>,
    /// The number that the next result has.
    next: u32,
    bundles: Vec<Bundle>,
    location: Option<Location>,
    /// The types that values are said to have before they come.
    forward: RefCell<Vec<(u32, TypeId)>>,
}

/// Whether an instruction ends a block.
pub fn is_terminator(kind: &Kind) -> bool {
    match kind {
        Kind::Return(_)
        | Kind::Branch(_)
        | Kind::ConditionalBranch { .. }
        | Kind::Switch { .. }
        | Kind::IndirectBranch { .. }
        | Kind::Resume(_)
        | Kind::Unreachable
        | Kind::CleanupReturn { .. }
        | Kind::CatchReturn { .. }
        | Kind::CatchSwitch { .. } => true,
        Kind::Call(call) => !matches!(call.targets, Targets::Next),
        _ => false,
    }
}

/// Reads the body of a function.
///
/// # Errors
/// It is ill-formed.
pub fn read_body<'m>(file: &'m BitcodeModule<'m>, function: &GlobalValue, header: BlockHeader) -> Result<Body<'m>> {
    let (module, block) = (&file.module, file.enter(header)?);
    let mut body = Body {
        types: Types::over(&module.types),
        values: Values { base: &module.values, own: Vec::new() },
        instructions: Vec::new(),
        block_count: 0,
        value_names: FxHashMap::default(),
        block_names: FxHashMap::default(),
        metadata: Metadata::default(),
        attachments: Vec::new(),
        personality: None,
        symbols: Vec::new(),
        use_lists: Vec::new(),
        block_address_users: Box::default(),
        first_argument: module.values.len() as u32,
        argument_count: 0,
    };
    if let Type::Function { params, .. } = module.types.get(function.ty) {
        body.argument_count = params.len() as u32;
        body.values.own.extend(params.iter().map(|ty| Value { ty: *ty, kind: ValueKind::Local }));
    }
    let next = body.values.count() as u32;
    let mut reader =
        Reader { file, module, body, next, bundles: Vec::new(), location: None, forward: RefCell::default() };
    reader.read(block)?;
    Ok(reader.body)
}

impl<'a> BitcodeModule<'a> {
    /// Reads all bodies, in the order of their functions.
    ///
    /// # Errors
    /// One is ill-formed, or there are more or fewer than functions that have one.
    pub fn read_bodies<'m>(&'m self) -> Result<Vec<Body<'m>>>
    where
        'a: 'm,
    {
        let has_body = |global: &&GlobalValue| matches!(global.kind, GlobalKind::Function { body: Some(_), .. });
        let defined: Vec<&GlobalValue> = self.module.globals.iter().filter(has_body).collect();
        if defined.len() != self.bodies().len() {
            let (functions, bodies) = (defined.len(), self.bodies().len());
            let message = format!("the module has {functions} functions with a body, and {bodies} bodies");
            return Err(Error::new(Place::default(), message));
        }
        let read = |(global, header): (&&GlobalValue, &BlockHeader)| read_body(self, global, *header);
        collect_in_order(defined.par_iter().zip(self.bodies()).map(read))
    }
}

impl Body<'_> {
    /// The field that an index of a `getelementptr` into a struct names; zero for what is no constant.
    fn struct_index(&self, index: u32) -> u64 {
        match self.values.get(index).map(|value| &value.kind) {
            Some(ValueKind::Constant(Constant::Integer(number))) => *number as u64,
            // The same for all elements of a vector.
            Some(ValueKind::Constant(Constant::Data(elements))) => elements.first().copied().unwrap_or(0),
            Some(ValueKind::Constant(Constant::Aggregate(elements))) => match elements.first() {
                Some(first) if *first != index => match self.values.get(*first).map(|value| &value.kind) {
                    Some(ValueKind::Constant(Constant::Integer(number))) => *number as u64,
                    _ => 0,
                },
                _ => 0,
            },
            _ => 0,
        }
    }
}

impl<'m> Reader<'m> {
    fn read(&mut self, mut block: Block<'m>) -> Result<()> {
        let mut record = Record::default();
        loop {
            match block.next(&mut record)? {
                Entry::End => break,
                Entry::Record => {
                    self.read_record(&record)?;
                }
                Entry::Block(header) => self.read_block(block.enter(header)?, header.id)?,
            }
        }
        let ends = self.body.instructions.iter().filter(|one| is_terminator(&one.kind)).count() as u64;
        let is_ended = self.body.instructions.last().is_none_or(|last| is_terminator(&last.kind));
        if ends != self.body.block_count || !is_ended || ends == 0 {
            return Err(record.error(format!("{} blocks have {ends} ends", self.body.block_count)));
        }
        let in_metadata = self.body.metadata.nodes.iter().filter_map(|node| match node {
            Node::Value(value, ty) => Some((*value, *ty)),
            _ => None,
        });
        self.forward.borrow_mut().extend(in_metadata);
        for (value, ty) in self.forward.borrow().iter() {
            let known = self.body.values.get(*value).map(|value| value.ty);
            // A type may stand in the table twice.
            if known.is_none_or(|known| self.body.types.text(known) != self.body.types.text(*ty)) {
                return Err(
                    record.error(format!("value {value} is not there, or not of the type that it was said to be"))
                );
            }
        }
        if !self.bundles.is_empty() {
            return Err(record.error("operand bundles are followed by no call"));
        }
        Ok(())
    }

    fn read_block(&mut self, block: Block<'m>, id: u32) -> Result<()> {
        match id {
            block::CONSTANTS => {
                read_constants(block, &mut self.body.types, &mut self.body.values)?;
                self.next = self.body.values.count() as u32;
                Ok(())
            }
            block::VALUE_SYMTAB => self.read_names(block),
            block::METADATA => {
                let mut kinds = FxHashMap::default();
                read_metadata(block, &mut self.body.metadata, &mut kinds, &self.body.types)
            }
            block::METADATA_ATTACHMENT => self.read_attachments(block),
            block::USELIST => read_use_lists(block, &mut self.body.use_lists),
            _ => Ok(()),
        }
    }

    fn read_names(&mut self, mut block: Block<'m>) -> Result<()> {
        let mut record = Record::default();
        loop {
            match block.next(&mut record)? {
                Entry::End => return Ok(()),
                Entry::Record if record.code == symtab::ENTRY => {
                    let mut fields = record.fields();
                    let value = fields.number("a value")?;
                    self.body.symbols.push(Symbol::Value(value));
                    self.body.value_names.insert(value, fields.text()?);
                }
                Entry::Record if record.code == symtab::BBENTRY => {
                    let mut fields = record.fields();
                    let block = fields.take()?;
                    if block >= self.body.block_count {
                        return Err(record.error(format!("there is no block {block} to be named")));
                    }
                    self.body.symbols.push(Symbol::Block(block));
                    self.body.block_names.insert(block, fields.text()?);
                }
                Entry::Record | Entry::Block(_) => {}
            }
        }
    }

    fn read_attachments(&mut self, mut block: Block<'m>) -> Result<()> {
        let mut record = Record::default();
        loop {
            match block.next(&mut record)? {
                Entry::End => return Ok(()),
                Entry::Record if record.code == metadata::ATTACHMENT => {
                    let mut fields = record.fields();
                    if fields.len() % 2 == 0 {
                        read_attachments(&mut fields, &mut self.body.attachments)?;
                        continue;
                    }
                    let place = fields.take()?;
                    let found = usize::try_from(place).ok();
                    let found = found.and_then(|place| self.body.instructions.get_mut(place));
                    let instruction = found
                        .ok_or_else(|| record.error(format!("there is no instruction {place} to be attached to")))?;
                    read_attachments(&mut fields, &mut instruction.attachments)?;
                }
                Entry::Record | Entry::Block(_) => {}
            }
        }
    }

    /// The number of a value that a record has, counted back from the instruction where the module does.
    fn absolute(&self, number: u64) -> u32 {
        match self.file.has_relative_ids() {
            true => self.next.wrapping_sub(number as u32),
            false => number as u32,
        }
    }

    /// The next operand, a value.
    fn value(&self, fields: &mut Fields<'_>) -> Result<u32> {
        let number = fields.take()?;
        Ok(self.absolute(number))
    }

    /// The next operand, a value with its type, which stands after it where the value comes later.
    fn typed(&self, fields: &mut Fields<'_>) -> Result<(u32, TypeId)> {
        let value = self.value(fields)?;
        if value >= self.next {
            let ty = self.body.types.take(fields)?;
            self.forward.borrow_mut().push((value, ty));
            return Ok((value, ty));
        }
        match self.body.values.get(value) {
            Some(known) => Ok((value, known.ty)),
            None => Err(fields.error(format!("there is no value {value}"))),
        }
    }

    /// As many values as there are operands left, each with its type where it comes later.
    fn typed_rest(&self, fields: &mut Fields<'_>) -> Result<Ids> {
        let mut values = Ids::new();
        while !fields.is_empty() {
            values.push(self.typed(fields)?.0);
        }
        Ok(values)
    }

    /// The next operand, the number of a block.
    fn block(&self, fields: &mut Fields<'_>) -> Result<u64> {
        let block = fields.take()?;
        match block < self.body.block_count {
            true => Ok(block),
            false => Err(fields.error(format!("there is no block {block}"))),
        }
    }

    /// Adds an instruction.
    fn push(&mut self, kind: Kind, ty: TypeId) {
        let has_result = !matches!(self.body.types.get(ty), Type::Void);
        let result = has_result.then_some(self.next);
        if has_result {
            self.next += 1;
            self.body.values.own.push(Value { ty, kind: ValueKind::Local });
        }
        let (records, attachments) = (Vec::new(), Vec::new());
        self.body.instructions.push(Instruction { kind, ty, result, location: None, records, attachments });
    }

    /// The type of what has none.
    fn void(&mut self) -> TypeId {
        self.body.types.intern(Type::Void)
    }
}
