//! What generic readers and printers know of an enumeration: its values with their numbers and spellings.

use crate::attributes::{AttrData, AttrKind};
use crate::context::{Attr, Context};
use crate::release::Releases;
use crate::types::well_known as types;

/// One value of an enumeration.
#[derive(Clone, Copy, Debug)]
pub struct EnumCase {
    /// The number in MLIR's generic form. For bit sets, the bits.
    pub value: i64,
    /// MLIR's spelling. Empty: the value is not spelled.
    pub mlir: &'static str,
    /// LLVM IR's spelling. Empty: the value is not spelled, or LLVM IR has none.
    pub llvm: &'static str,
    /// The releases of LLVM that have the value.
    pub releases: Releases,
}

/// An enumeration or a set of bits.
#[derive(Debug)]
pub struct Enumeration {
    /// What a message calls it.
    pub name: &'static str,
    /// Whether values combine.
    pub bits: bool,
    /// What MLIR puts between the names of combined bits.
    pub separator: &'static str,
    /// The values; of bit sets, groups are before the bits they are made of.
    pub cases: &'static [EnumCase],
}

impl Enumeration {
    /// MLIR's spelling of a value that is no combination.
    pub fn mlir(&self, value: i64) -> Option<&'static str> {
        self.cases.iter().find(|case| case.value == value).map(|case| case.mlir)
    }

    /// LLVM IR's spelling of a value that is no combination.
    pub fn llvm(&self, value: i64) -> Option<&'static str> {
        self.cases.iter().find(|case| case.value == value).map(|case| case.llvm)
    }

    /// The value with an MLIR spelling.
    pub fn from_mlir(&self, text: &str) -> Option<i64> {
        self.cases.iter().find(|case| case.mlir == text).map(|case| case.value)
    }

    /// The value with an LLVM IR spelling.
    pub fn from_llvm(&self, text: &str) -> Option<i64> {
        self.cases.iter().find(|case| case.llvm == text && !text.is_empty()).map(|case| case.value)
    }

    /// The cases a combination of bits is made of, groups first; none for 0.
    pub fn split(&self, value: i64) -> impl Iterator<Item = &'static EnumCase> {
        let mut left = value;
        self.cases.iter().filter(move |case| {
            let has = case.value != 0 && left & case.value == case.value;
            if has {
                left &= !case.value;
            }
            has
        })
    }
}

/// The attribute that holds a value of an enumeration.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EnumForm {
    /// An `i64`.
    Integer,
    /// An `i32`, which upstream holds as a property without an attribute's form.
    Property,
    /// A string: LLVM IR's spelling.
    String,
    /// An attribute of the LLVM dialect with the number as its parameter: `#llvm.linkage<internal>`.
    Llvm(AttrKind),
}

/// A Rust type whose values are those of an enumeration of LLVM or MLIR.
pub trait EnumValue: Copy + Eq + Sized + 'static {
    /// The releases of LLVM that have the value; all, for one that the table does not name.
    fn releases(self) -> Releases {
        let case = Self::TABLE.cases.iter().find(|case| case.value == self.number());
        case.map_or(Releases::ALL, |case| case.releases)
    }

    /// The enumeration, for what reads and prints any.
    const TABLE: &'static Enumeration;
    /// The attribute that holds a value.
    const FORM: EnumForm;

    /// The number of the value in MLIR's generic form.
    fn number(self) -> i64;

    /// The value with a number; `None` for a number that is no value's.
    fn from_number(number: i64) -> Option<Self>;

    /// MLIR's spelling; empty for a value that it does not spell.
    fn mlir(self) -> &'static str;

    /// The value with an MLIR spelling.
    fn from_mlir(text: &str) -> Option<Self>;
}

impl Context {
    /// The attribute that holds a value of an enumeration.
    pub fn enum_attr<E: EnumValue>(&self, value: E) -> Attr {
        match E::FORM {
            EnumForm::Integer => self.int_attr(types::I64, value.number()),
            EnumForm::Property => self.int_attr(types::I32, value.number()),
            EnumForm::String => self.string_attr(E::TABLE.llvm(value.number()).unwrap_or_default()),
            EnumForm::Llvm(kind) => {
                let number = self.int_attr(types::I64, value.number());
                self.attr(AttrData::Llvm { kind, params: Box::new([Some(number)]) })
            }
        }
    }

    /// The value of an enumeration that an attribute holds: a number, an attribute of the LLVM dialect whose parameter
    /// is the number, or LLVM IR's spelling; `None` for an attribute that holds none.
    #[inline]
    pub fn enum_value<E: EnumValue>(&self, attr: Attr) -> Option<E> {
        let number = match self.attr_data(attr) {
            AttrData::Integer { value, .. } => *value,
            AttrData::Llvm { params, .. } => match params.first()? {
                Some(number) => self.int_value(*number)?,
                None => 0,
            },
            AttrData::String { value, .. } => {
                let text = self.text(*value);
                E::TABLE.cases.iter().find(|case| case.llvm == text)?.value
            }
            _ => return None,
        };
        E::from_number(number)
    }
}
