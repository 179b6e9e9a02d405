//! The records of variables, functions, aliases, ifuncs and comdats.

use irtrip_dialect::data_layout::triple::Triple;
use irtrip_dialect::enums::{CallingConvention, ComdatSelectionKind, Linkage, Visibility};

use super::{BitcodeModule, Module};
use crate::bitstream::{Fields, Record};
use crate::codes::module as code;
use crate::constants::{Value, ValueKind};
use crate::error::Result;
use crate::types::{Type, TypeId};

/// A comdat.
#[derive(Clone, Debug)]
pub struct Comdat {
    /// Its name.
    pub name: Vec<u8>,
    /// The selection kind.
    pub kind: ComdatSelectionKind,
}

/// What a global value is.
#[derive(Clone, Debug)]
pub enum GlobalKind {
    /// A variable.
    Variable {
        /// Whether it is a `constant`.
        is_constant: bool,
        /// `externally_initialized`
        is_externally_initialized: bool,
        /// Its initializer.
        initializer: Option<u32>,
        /// Its sanitizer metadata, as bits.
        sanitizers: u64,
        /// `code_model`
        code_model: Option<u64>,
        /// The number of its attribute list.
        attributes: u64,
    },
    /// A function.
    Function {
        /// Its calling convention.
        convention: CallingConvention,
        /// The number of its attribute list.
        attributes: u64,
        /// Its place among the bodies.
        body: Option<usize>,
        /// Its garbage collector.
        gc: Vec<u8>,
        /// The values of `prefix`, `prologue` and `personality`.
        operands: [Option<u32>; 3],
    },
    /// An alias of a value.
    Alias(u32),
    /// An ifunc with its resolver.
    IFunc(u32),
}

impl GlobalKind {
    /// The values that it names, by number.
    pub(crate) fn operands(&self) -> impl Iterator<Item = u32> {
        let operands = match self {
            GlobalKind::Variable { initializer, .. } => [*initializer, None, None],
            GlobalKind::Function { operands, .. } => *operands,
            GlobalKind::Alias(value) | GlobalKind::IFunc(value) => [Some(*value), None, None],
        };
        operands.into_iter().flatten()
    }

    /// Its place in the order in which LLVM numbers those without a name.
    pub(super) fn order(&self) -> u8 {
        match self {
            GlobalKind::Variable { .. } => 0,
            GlobalKind::Alias(_) => 1,
            GlobalKind::IFunc(_) => 2,
            GlobalKind::Function { .. } => 3,
        }
    }
}

/// A global value.
#[derive(Clone, Debug)]
pub struct GlobalValue {
    /// Its name; empty where it has none.
    pub name: Vec<u8>,
    /// Its name in LLVM's spelling, with `@`.
    pub text: String,
    /// What it is.
    pub kind: GlobalKind,
    /// The type of the value, of which its own is a pointer.
    pub ty: TypeId,
    /// Its address space.
    pub space: u32,
    /// Its linkage.
    pub linkage: Linkage,
    /// Its visibility.
    pub visibility: Visibility,
    /// `dllimport` (1), `dllexport` (2)
    pub dll: u64,
    /// Its thread-local mode; 0: none.
    pub thread_local: u64,
    /// `unnamed_addr` (1), `local_unnamed_addr` (2)
    pub unnamed_addr: u64,
    /// `dso_local`
    pub is_dso_local: bool,
    /// One more than the exponent of its alignment; 0: none.
    pub alignment: u64,
    /// Its section.
    pub section: Vec<u8>,
    /// Its partition.
    pub partition: Vec<u8>,
    /// Its comdat, by number.
    pub comdat: Option<u32>,
}

/// The encodings of linkages. The first of a linkage is the current one; the others, and the missing numbers, are of former
/// releases.
const LINKAGES: [(u64, Linkage); 17] = [
    (0, Linkage::External),
    (16, Linkage::Weak),
    (2, Linkage::Appending),
    (3, Linkage::Internal),
    (18, Linkage::Linkonce),
    (7, Linkage::ExternWeak),
    (8, Linkage::Common),
    (9, Linkage::Private),
    (17, Linkage::WeakOdr),
    (19, Linkage::LinkonceOdr),
    (12, Linkage::AvailableExternally),
    (1, Linkage::Weak),
    (4, Linkage::Linkonce),
    (10, Linkage::WeakOdr),
    (11, Linkage::LinkonceOdr),
    (13, Linkage::Private),
    (14, Linkage::Private),
];

/// Linkages up to LLVM 3.5 that a comdat goes with, which no operand said.
const COMDAT_LINKAGES: [u64; 4] = [1, 4, 10, 11];

fn linkage(number: u64) -> Linkage {
    LINKAGES.iter().find(|(own, _)| *own == number).map_or(Linkage::External, |(_, linkage)| *linkage)
}

/// The encoding of a linkage.
pub(crate) fn linkage_number(linkage: Linkage) -> u64 {
    LINKAGES.iter().find(|(_, own)| *own == linkage).map_or(0, |(number, _)| *number)
}

/// The encodings of the selection kinds of a comdat.
const COMDAT_KINDS: [(u64, ComdatSelectionKind); 5] = [
    (1, ComdatSelectionKind::Any),
    (2, ComdatSelectionKind::ExactMatch),
    (3, ComdatSelectionKind::Largest),
    (4, ComdatSelectionKind::NoDeduplicate),
    (5, ComdatSelectionKind::SameSize),
];

/// The encoding of a comdat's selection kind.
pub(crate) fn comdat_number(kind: ComdatSelectionKind) -> u64 {
    COMDAT_KINDS.iter().find(|(_, own)| *own == kind).map_or(1, |(number, _)| *number)
}

/// The DLL storage class that a former linkage stands for.
fn dll_of_linkage(number: u64) -> u64 {
    match number {
        5 => 1,
        6 => 2,
        _ => 0,
    }
}

impl GlobalValue {
    /// One without a name, of which nothing else is said.
    pub fn of(kind: GlobalKind) -> GlobalValue {
        GlobalValue::new(&[], kind, TypeId::default(), 0, 0)
    }

    fn new(name: &[u8], kind: GlobalKind, ty: TypeId, space: u32, raw_linkage: u64) -> GlobalValue {
        GlobalValue {
            name: name.to_vec(),
            text: String::new(),
            kind,
            ty,
            space,
            linkage: linkage(raw_linkage),
            visibility: Visibility::Default,
            dll: dll_of_linkage(raw_linkage),
            thread_local: 0,
            unnamed_addr: 0,
            is_dso_local: false,
            alignment: 0,
            section: Vec::new(),
            partition: Vec::new(),
            comdat: None,
        }
    }

    fn set_visibility(&mut self, number: u64) {
        if !self.linkage.is_local() {
            self.visibility = Visibility::from_number(number as i64).unwrap_or_default();
        }
    }

    fn set_dll(&mut self, number: Option<u64>) {
        if let Some(number) = number {
            self.dll = if self.linkage.is_local() { 0 } else { number };
        }
    }
}

/// The number that counts from one, of a table.
fn counted<T: Clone>(fields: &Fields<'_>, number: u64, table: &[T], what: &str) -> Result<Option<T>> {
    let Some(place) = number.checked_sub(1) else { return Ok(None) };
    let found = usize::try_from(place).ok().and_then(|place| table.get(place)).cloned();
    found.map(Some).ok_or_else(|| fields.error(format!("there is no {what} {number}")))
}

/// The number of a value that counts from one.
fn value_after(fields: &Fields<'_>, number: u64) -> Result<Option<u32>> {
    let Some(value) = number.checked_sub(1) else { return Ok(None) };
    u32::try_from(value).map(Some).map_err(|_| fields.error(format!("there is no value {number}")))
}

impl<'a> BitcodeModule<'a> {
    fn add_global(&mut self, global: GlobalValue) {
        let ty = self.module.types.pointer(global.ty, global.space);
        self.module.values.push(Value { ty, kind: ValueKind::Global(self.module.globals.len() as u32) });
        self.module.globals.push(global);
    }

    fn comdat_of(&mut self, fields: &Fields<'_>, number: Option<u64>, raw_linkage: u64) -> Result<Option<u32>> {
        if number.is_none() && COMDAT_LINKAGES.contains(&raw_linkage) {
            self.implicit_comdats.push(self.module.globals.len());
        }
        let number = number.unwrap_or(0);
        counted(fields, number, &self.module.comdats, "comdat")?;
        value_after(fields, number)
    }

    /// Adds an implicit comdat to each global value whose linkage implies one; names are known by now.
    pub(super) fn add_implicit_comdats(&mut self) {
        // Mach-O has no comdats.
        let is_mach_o = Triple::parse(&String::from_utf8_lossy(&self.module.triple)).is_mach_o();
        for place in std::mem::take(&mut self.implicit_comdats).into_iter().filter(|_| !is_mach_o) {
            let number = u32::try_from(self.module.comdats.len()).ok();
            let Some(global) = self.module.globals.get_mut(place) else { continue };
            global.comdat = number;
            let name = global.name.clone();
            self.module.comdats.push(Comdat { name, kind: ComdatSelectionKind::Any });
        }
    }

    pub(super) fn read_comdat(&mut self, record: &Record<'a>) -> Result<()> {
        let mut fields = record.fields();
        let name = self.take_name(&mut fields)?.to_vec();
        let number = fields.take()?;
        let kind = COMDAT_KINDS.iter().find(|(own, _)| *own == number);
        let kind = kind.map_or(ComdatSelectionKind::Any, |(_, kind)| *kind);
        let name = if self.version < 2 {
            let length = fields.take()?;
            if length > fields.len() as u64 {
                return Err(record.error("the name of a comdat is longer than its record"));
            }
            let mut name = fields.text()?;
            name.truncate(length as usize);
            name
        } else {
            name
        };
        self.module.comdats.push(Comdat { name, kind });
        Ok(())
    }

    pub(super) fn read_variable(&mut self, record: &Record<'a>) -> Result<()> {
        let mut fields = record.fields();
        let name = self.take_name(&mut fields)?;
        let mut ty = self.module.types.take(&mut fields)?;
        let flags = fields.take()?;
        let mut space = (flags >> 2) as u32;
        if flags & 2 == 0 {
            let Type::Pointer(Some(pointee), own) = *self.module.types.get(ty) else {
                return Err(record.error("the type of a variable is no pointer"));
            };
            (ty, space) = (pointee, own);
        }
        let initializer = fields.take()?;
        let raw_linkage = fields.take()?;
        let alignment = fields.take()?;
        let section = fields.take()?;
        let section = counted(&fields, section, &self.sections, "section")?.unwrap_or_default();
        let initializer = value_after(&fields, initializer)?;
        let (visibility, thread_local, unnamed_addr) = (fields.or_zero(), fields.or_zero(), fields.or_zero());
        let is_externally_initialized = fields.or_zero() != 0;
        let dll = fields.optional();
        let comdat = fields.optional();
        let attributes = fields.or_zero();
        let is_dso_local = fields.or_zero() != 0;
        let partition = (fields.or_zero(), fields.or_zero());
        let kind = GlobalKind::Variable {
            is_constant: flags & 1 != 0,
            is_externally_initialized,
            initializer,
            attributes,
            sanitizers: fields.or_zero(),
            code_model: fields.optional().filter(|model| *model != 0),
        };
        let mut global = GlobalValue::new(name, kind, ty, space, raw_linkage);
        global.set_visibility(visibility);
        global.set_dll(dll);
        global.comdat = self.comdat_of(&fields, comdat, raw_linkage)?;
        global.partition = self.string(&fields, partition.0, partition.1)?.to_vec();
        self.add_global(GlobalValue { alignment, section, thread_local, unnamed_addr, is_dso_local, ..global });
        Ok(())
    }

    pub(super) fn read_function(&mut self, record: &Record<'a>) -> Result<()> {
        let mut fields = record.fields();
        let name = self.take_name(&mut fields)?;
        let mut ty = self.module.types.take(&mut fields)?;
        ty = self.module.types.pointee(ty).unwrap_or(ty);
        if !matches!(self.module.types.get(ty), Type::Function { .. }) {
            return Err(record.error("the type of a function is none of a function"));
        }
        let number = fields.take()?;
        let convention = CallingConvention::from_number(number as i64);
        let convention = convention.ok_or_else(|| record.error(format!("no calling convention is {number}")))?;
        let is_declaration = fields.flag()?;
        let raw_linkage = fields.take()?;
        let attributes = fields.take()?;
        let alignment = fields.take()?;
        let section = fields.take()?;
        let section = counted(&fields, section, &self.sections, "section")?.unwrap_or_default();
        let visibility = fields.take()?;
        let gc = fields.or_zero();
        let gc = counted(&fields, gc, &self.gc_names, "garbage collector")?.unwrap_or_default();
        let unnamed_addr = fields.or_zero();
        let prologue = fields.or_zero();
        let dll = fields.optional();
        let (comdat, prefix, personality) = (fields.optional(), fields.or_zero(), fields.or_zero());
        let is_dso_local = fields.or_zero() != 0;
        let space = fields.optional().map_or_else(|| self.module.program_space(), |space| space as u32);
        let partition = (fields.or_zero(), fields.or_zero());
        // Since LLVM 23, and not to be lost without a word.
        if fields.or_zero() != 0 {
            return Err(record.error("a function has 'prefalign', which is not supported"));
        }
        let operands =
            [value_after(&fields, prefix)?, value_after(&fields, prologue)?, value_after(&fields, personality)?];
        let body = (!is_declaration).then(|| {
            self.body_count += 1;
            self.body_count - 1
        });
        let kind = GlobalKind::Function { convention, attributes, body, gc, operands };
        let mut global = GlobalValue::new(name, kind, ty, space, raw_linkage);
        global.set_visibility(visibility);
        global.set_dll(dll);
        global.comdat = self.comdat_of(&fields, comdat, raw_linkage)?;
        global.partition = self.string(&fields, partition.0, partition.1)?.to_vec();
        self.add_global(GlobalValue { alignment, section, unnamed_addr, is_dso_local, ..global });
        Ok(())
    }

    pub(super) fn read_alias(&mut self, record: &Record<'a>) -> Result<()> {
        let mut fields = record.fields();
        let name = self.take_name(&mut fields)?;
        let mut ty = self.module.types.take(&mut fields)?;
        let space;
        if record.code == code::ALIAS_OLD {
            let Type::Pointer(Some(pointee), own) = *self.module.types.get(ty) else {
                return Err(record.error("the type of an alias is no pointer"));
            };
            (ty, space) = (pointee, own);
        } else {
            space = fields.number("an address space")?;
        }
        let value = fields.number("a value")?;
        let raw_linkage = fields.take()?;
        let is_ifunc = record.code == code::IFUNC;
        let kind = if is_ifunc { GlobalKind::IFunc(value) } else { GlobalKind::Alias(value) };
        let mut global = GlobalValue::new(name, kind, ty, space, raw_linkage);
        global.set_visibility(fields.or_zero());
        if !is_ifunc {
            global.set_dll(fields.optional());
            global.thread_local = fields.or_zero();
            global.unnamed_addr = fields.or_zero();
        }
        global.is_dso_local = fields.or_zero() != 0;
        let partition = (fields.or_zero(), fields.or_zero());
        global.partition = self.string(&fields, partition.0, partition.1)?.to_vec();
        self.add_global(global);
        Ok(())
    }
}

impl Module<'_> {
    /// The address space that the data layout has for functions.
    pub fn program_space(&self) -> u32 {
        self.default_spaces()[0]
    }

    /// The address space that the data layout has for what is on the stack.
    pub fn alloca_space(&self) -> u32 {
        self.default_spaces()[1]
    }

    /// The address space that the data layout has for global values.
    pub fn globals_space(&self) -> u32 {
        self.default_spaces()[2]
    }

    fn default_spaces(&self) -> [u32; 3] {
        *self.spaces.get_or_init(|| {
            let layout = String::from_utf8_lossy(&self.data_layout);
            let space = |letter: char| layout.split('-').find_map(|part| part.strip_prefix(letter)?.parse().ok());
            ['P', 'A', 'G'].map(|letter| space(letter).unwrap_or(0))
        })
    }
}
