//! The abbreviations that LLVM's writer has, since which release.

use irtrip_dialect::release::{Release, Releases};

use crate::bitstream::{Abbreviation, Scalar, Tail};
use crate::codes::{block, constant, function, symtab};

pub(super) use Scalar::{Char6 as C6, Fixed as F, Literal as L, Variable as V};

/// What the abbreviations of a module depend on.
#[derive(Clone, Copy, Debug)]
pub(super) struct Scope {
    pub release: Release,
    /// How many bits the number of a type takes.
    pub type_width: u32,
}

macro_rules! uses {
    ($($name:ident)*) => {
        /// What is written how.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub(super) enum Use {
            $($name,)*
        }

        impl Use {
            /// How many there are.
            pub(super) const COUNT: usize = Use::EACH.len();

            /// All of them.
            pub(super) const EACH: [Use; [$(stringify!($name)),*].len()] = [$(Use::$name),*];
        }
    };
}

uses! {
    Entry8 Entry7 Entry6 BlockEntry6 SetType Integer CastConstant Null Load Store Unary UnaryFlags Binary BinaryFlags Cast CastFlags ReturnVoid Return Branch ConditionalBranch Unreachable Gep Compare CompareFlags DebugRecordValue DebugLoc
}

/// An operand of an abbreviation.
#[derive(Clone, Copy, Debug)]
enum Operand {
    S(Scalar),
    /// The number of a type.
    Type,
    /// The number of a value.
    Value,
}

use Operand::{S, Type, Value};

/// An abbreviation of BLOCKINFO: for what, since when, its code, its operands, what its array has.
struct Row {
    what: Use,
    releases: Releases,
    code: Scalar,
    operands: &'static [Operand],
    array: Option<Operand>,
}

const ALL: Releases = Releases::ALL;
const SINCE_6: Releases = Releases::ALL.since(Release::V6);
const SINCE_8: Releases = Releases::ALL.since(Release::V8);
const SINCE_18: Releases = Releases::ALL.since(Release::V18);
const SINCE_19: Releases = Releases::ALL.since(Release::V19);
const SINCE_22: Releases = Releases::ALL.since(Release::V22);

const fn row(what: Use, releases: Releases, code: u32, operands: &'static [Operand]) -> Row {
    Row { what, releases, code: L(code as u64), operands, array: None }
}

const VALUE_SYMTAB: &[Row] = &[
    Row { what: Use::Entry8, releases: ALL, code: F(3), operands: &[S(V(8))], array: Some(S(F(8))) },
    Row { array: Some(S(F(7))), ..row(Use::Entry7, ALL, symtab::ENTRY, &[S(V(8))]) },
    Row { array: Some(S(C6)), ..row(Use::Entry6, ALL, symtab::ENTRY, &[S(V(8))]) },
    Row { array: Some(S(C6)), ..row(Use::BlockEntry6, ALL, symtab::BBENTRY, &[S(V(8))]) },
];

const CONSTANTS: &[Row] = &[
    row(Use::SetType, ALL, constant::SETTYPE, &[Type]),
    row(Use::Integer, ALL, constant::INTEGER, &[S(V(8))]),
    row(Use::CastConstant, ALL, constant::CE_CAST, &[S(F(4)), Type, S(V(8))]),
    row(Use::Null, ALL, constant::NULL, &[]),
];

const FUNCTION: &[Row] = &[
    row(Use::Load, ALL, function::INST_LOAD, &[Value, Type, S(V(4)), S(F(1))]),
    row(Use::Store, SINCE_22, function::INST_STORE, &[Value, Value, S(V(4)), S(F(1))]),
    row(Use::Unary, SINCE_8, function::INST_UNOP, &[Value, S(F(4))]),
    row(Use::UnaryFlags, SINCE_8, function::INST_UNOP, &[Value, S(F(4)), S(F(8))]),
    row(Use::Binary, ALL, function::INST_BINOP, &[Value, Value, S(F(4))]),
    row(Use::BinaryFlags, ALL.until(Release::V6), function::INST_BINOP, &[Value, Value, S(F(4)), S(F(7))]),
    row(Use::BinaryFlags, SINCE_6, function::INST_BINOP, &[Value, Value, S(F(4)), S(F(8))]),
    row(Use::Cast, ALL, function::INST_CAST, &[Value, Type, S(F(4))]),
    row(Use::CastFlags, SINCE_18, function::INST_CAST, &[Value, Type, S(F(4)), S(F(8))]),
    row(Use::ReturnVoid, ALL, function::INST_RET, &[]),
    row(Use::Return, ALL, function::INST_RET, &[Value]),
    row(Use::Branch, SINCE_22, function::INST_BR, &[Value]),
    row(Use::ConditionalBranch, SINCE_22, function::INST_BR, &[Value, Value, Value]),
    row(Use::Unreachable, ALL, function::INST_UNREACHABLE, &[]),
    Row { array: Some(Value), ..row(Use::Gep, ALL.until(Release::V19), function::INST_GEP, &[S(F(1)), Type]) },
    Row { array: Some(Value), ..row(Use::Gep, SINCE_19, function::INST_GEP, &[S(F(3)), Type]) },
    row(Use::Compare, SINCE_22, function::INST_CMP2, &[Value, Value, S(F(6))]),
    row(Use::CompareFlags, SINCE_22, function::INST_CMP2, &[Value, Value, S(F(6)), S(F(8))]),
    row(Use::DebugRecordValue, SINCE_19, function::DEBUG_RECORD_VALUE_SIMPLE, &[S(V(7)), S(V(7)), S(V(7)), Value]),
    row(Use::DebugLoc, SINCE_22, function::DEBUG_LOC, &[S(V(6)), S(V(8)), S(V(6)), S(V(6)), S(F(1)), S(V(6)), S(V(3))]),
];

/// The kinds of blocks that BLOCKINFO is about.
const BLOCKS: [(u32, &[Row]); 3] =
    [(block::VALUE_SYMTAB, VALUE_SYMTAB), (block::CONSTANTS, CONSTANTS), (block::FUNCTION, FUNCTION)];

impl Scope {
    fn scalar(self, operand: Operand) -> Scalar {
        match operand {
            S(scalar) => scalar,
            Type => F(self.type_width),
            Value => V(6),
        }
    }

    /// What BLOCKINFO says.
    pub(super) fn block_info(self) -> Vec<(u32, Vec<Abbreviation>)> {
        let made = |row: &Row| {
            let own = row.operands.iter().map(|operand| self.scalar(*operand));
            let scalars: Vec<Scalar> = std::iter::once(row.code).chain(own).collect();
            Abbreviation::of(&scalars, row.array.map_or(Tail::Nothing, |element| Tail::Array(self.scalar(element))))
        };
        let rows =
            |rows: &'static [Row]| rows.iter().filter(|row| row.releases.contains(self.release)).map(made).collect();
        BLOCKS.iter().map(|(id, table)| (*id, rows(table))).collect()
    }

    /// The number of the abbreviation for something, where the release has one.
    pub(super) fn number(self, what: Use) -> Option<u32> {
        BLOCKS.iter().find_map(|(_, rows)| {
            let mut own = rows.iter().filter(|row| row.releases.contains(self.release));
            own.position(|row| row.what == what).map(|place| place as u32 + crate::bitstream::FIRST_ABBREVIATION)
        })
    }
}

/// An abbreviation of a record with these operands.
pub(super) fn plain(code: u32, operands: &[Scalar]) -> Abbreviation {
    with(code, operands, Tail::Nothing)
}

/// An abbreviation of a record that ends in an array of such elements.
pub(super) fn array(code: u32, operands: &[Scalar], element: Scalar) -> Abbreviation {
    with(code, operands, Tail::Array(element))
}

/// An abbreviation of a record that ends in a blob.
pub(super) fn blob(code: u32, operands: &[Scalar]) -> Abbreviation {
    with(code, operands, Tail::Blob)
}

fn with(code: u32, operands: &[Scalar], tail: Tail) -> Abbreviation {
    let scalars: Vec<Scalar> = std::iter::once(L(code.into())).chain(operands.iter().copied()).collect();
    Abbreviation::of(&scalars, tail)
}
