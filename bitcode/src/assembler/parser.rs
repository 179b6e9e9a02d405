//! What every reader of the assembler shares: names, types, and the tables that what is read goes into.

use std::borrow::Cow;
use std::sync::Arc;

use irtrip_dialect::FloatKind;
use irtrip_dialect::diagnostic::{DiagnosticResult, ImportCode};
use irtrip_dialect::limits::MAX_NESTING;
use irtrip_dialect::llvm_text::cursor::{Cursor, Name};
use irtrip_dialect::release::Release;
use rustc_hash::FxHashMap;

use super::interned_names::RecordNames;
use super::tables::{AttributeLists, ConstantPool, Locals, MetadataPool};
use crate::attributes::{Attribute, AttributeGroup};
use crate::types::{Type, TypeId, Types};

/// What the module's names stand for.
#[derive(Debug)]
pub(super) struct Symbols<'a> {
    /// The release whose assembly it is.
    pub release: Release,
    /// Global values by name: variables first, then functions, aliases and ifuncs.
    pub globals: FxHashMap<Name<'a>, u32>,
    /// Types by name.
    pub named_types: FxHashMap<Name<'a>, TypeId>,
    /// Comdats by name.
    pub comdats: FxHashMap<Cow<'a, [u8]>, u32>,
    /// `attributes #0 = {...}`
    pub groups: FxHashMap<u32, Vec<Attribute>>,
    /// Numbered metadata: the numbers in the text, by which the nodes are known.
    pub metadata: FxHashMap<u32, u64>,
    /// The address spaces of functions, of the stack and of global values.
    pub spaces: [u32; 3],
}

/// What reads a part of the text.
pub(super) struct Parser<'a, 's, 't> {
    pub c: Cursor<'a>,
    pub symbols: &'s Symbols<'a>,
    pub types: Types<'t>,
    pub constants: ConstantPool<'a>,
    pub metadata: MetadataPool<'a>,
    pub lists: AttributeLists,
    pub names: RecordNames<'a>,
    /// What the function that is read has.
    pub locals: Option<Locals<'a>>,
    /// How deep the reader is nested.
    pub depth: usize,
}

impl<'a, 's, 't> Parser<'a, 's, 't> {
    /// A reader from a place of a text on, with no tables of its own but the types.
    pub fn new(c: Cursor<'a>, symbols: &'s Symbols<'a>, types: Types<'t>, first_node: u64) -> Parser<'a, 's, 't> {
        Parser {
            c,
            symbols,
            types,
            constants: ConstantPool::new(symbols.globals.len() as u32),
            metadata: MetadataPool::new(first_node),
            lists: AttributeLists::default(),
            names: RecordNames::new(symbols.release),
            locals: None,
            depth: 0,
        }
    }

    /// Reads something nested.
    ///
    /// # Errors
    /// It is nested too deeply.
    pub fn nested<T>(&mut self, read: impl FnOnce(&mut Self) -> DiagnosticResult<T>) -> DiagnosticResult<T> {
        if self.depth >= MAX_NESTING {
            return self.c.error(ImportCode::Unsupported("what is nested this deeply"));
        }
        self.depth += 1;
        let read = read(self);
        self.depth -= 1;
        read
    }

    /// `addrspace(3)` if it is next.
    pub fn address_space(&mut self) -> DiagnosticResult<Option<u32>> {
        if !self.c.eat_word("addrspace") {
            return Ok(None);
        }
        self.c.expect(b'(', "'(' in address space")?;
        let space = if self.c.peek() == b'"' {
            let [program, stack, globals] = self.symbols.spaces;
            match self.c.string()?.as_ref() {
                b"P" => program,
                b"A" => stack,
                b"G" => globals,
                _ => return self.c.expected("invalid symbolic addrspace"),
            }
        } else {
            self.c.u32()?
        };
        self.c.expect(b')', "')' in address space")?;
        Ok(Some(space))
    }

    /// A type.
    pub fn ty(&mut self) -> DiagnosticResult<TypeId> {
        self.nested(Self::type_here)
    }

    fn type_here(&mut self) -> DiagnosticResult<TypeId> {
        let mut ty = match self.c.peek() {
            b'%' => {
                let start = self.c.pos;
                let name = self.c.name()?;
                match self.symbols.named_types.get(&name) {
                    Some(ty) => *ty,
                    None => return self.c.error_since(start, ImportCode::Expected("type that is defined")),
                }
            }
            b'[' => {
                self.c.pos += 1;
                let length = self.c.u64()?;
                self.c.expect_word("x")?;
                let element = self.ty()?;
                self.c.expect(b']', "end of sequential type")?;
                self.types.intern(Type::Array(length, element))
            }
            b'<' => self.vector_or_packed()?,
            b'{' => {
                let elements = self.struct_elements()?;
                self.types.intern(Type::Struct { packed: false, elements })
            }
            _ => self.type_word()?,
        };
        loop {
            match self.c.peek() {
                b'*' => {
                    self.c.pos += 1;
                    ty = self.types.intern(Type::Pointer(Some(ty), 0));
                }
                b'(' => ty = self.function_type(ty)?,
                b'a' if self.c.peek_word() == b"addrspace" => {
                    let mut ahead = self.c;
                    ahead.word();
                    // Of an opaque pointer it is read with the word.
                    let space = self.address_space()?.unwrap_or_default();
                    if !self.c.eat(b'*') {
                        self.c = ahead;
                        return self.c.expected("'*' in address space");
                    }
                    ty = self.types.intern(Type::Pointer(Some(ty), space));
                }
                _ => return Ok(ty),
            }
        }
    }

    fn vector_or_packed(&mut self) -> DiagnosticResult<TypeId> {
        self.c.pos += 1;
        if self.c.peek() == b'{' {
            let elements = self.struct_elements()?;
            self.c.expect(b'>', "'>' at end of packed struct")?;
            return Ok(self.types.intern(Type::Struct { packed: true, elements }));
        }
        let scalable = self.c.eat_word("vscale");
        if scalable {
            self.c.expect_word("x")?;
        }
        let length = self.c.u64()?;
        self.c.expect_word("x")?;
        let element = self.ty()?;
        self.c.expect(b'>', "end of sequential type")?;
        Ok(self.types.intern(Type::Vector { length, scalable, element }))
    }

    /// `{ i32, ptr }`
    pub fn struct_elements(&mut self) -> DiagnosticResult<Arc<[TypeId]>> {
        self.c.expect(b'{', "'{' here")?;
        let mut elements = Vec::new();
        if !self.c.eat(b'}') {
            loop {
                elements.push(self.ty()?);
                if !self.c.eat(b',') {
                    break;
                }
            }
            self.c.expect(b'}', "'}' at end of struct")?;
        }
        Ok(elements.into())
    }

    fn function_type(&mut self, result: TypeId) -> DiagnosticResult<TypeId> {
        self.c.pos += 1;
        let (mut params, mut vararg) = (Vec::new(), false);
        if !self.c.eat(b')') {
            loop {
                if self.ellipsis() {
                    vararg = true;
                    break;
                }
                params.push(self.ty()?);
                if !self.c.eat(b',') {
                    break;
                }
            }
            self.c.expect(b')', "')' at end of argument list")?;
        }
        Ok(self.types.intern(Type::Function { result, params: params.into(), vararg }))
    }

    /// Passes `...` if it is next.
    pub fn ellipsis(&mut self) -> bool {
        self.c.skip();
        let found = self.c.rest().starts_with(b"...");
        self.c.pos += if found { 3 } else { 0 };
        found
    }

    fn type_word(&mut self) -> DiagnosticResult<TypeId> {
        let start = self.c.peek_pos();
        let word = self.c.word();
        let ty = match word {
            b"void" => Type::Void,
            b"label" => Type::Label,
            b"metadata" => Type::Metadata,
            b"token" => Type::Token,
            b"x86_mmx" => Type::X86Mmx,
            b"x86_amx" => Type::X86Amx,
            b"ptr" => Type::Pointer(None, self.address_space()?.unwrap_or_default()),
            b"target" => return self.target_type(),
            [b'i', width @ ..] if width.first().is_some_and(u8::is_ascii_digit) => {
                Type::Integer(self.width(start, width)?)
            }
            [b'b', width @ ..] if width.first().is_some_and(u8::is_ascii_digit) => {
                Type::Byte(self.width(start, width)?)
            }
            word => match FloatKind::from_llvm(word) {
                Some(kind) => Type::Float(kind),
                None => {
                    self.c.pos = start;
                    return self.c.expected("type");
                }
            },
        };
        Ok(self.types.intern(ty))
    }

    fn width(&self, start: usize, digits: &[u8]) -> DiagnosticResult<u32> {
        const MAX_WIDTH: u32 = 1 << 23;
        match irtrip_dialect::llvm_text::cursor::parse_u32(digits) {
            Some(width @ 1..=MAX_WIDTH) => Ok(width),
            _ => self.c.error_since(start, ImportCode::Expected("bitwidth for integer type out of range")),
        }
    }

    fn target_type(&mut self) -> DiagnosticResult<TypeId> {
        self.c.expect(b'(', "'(' in target extension type")?;
        let name: Arc<[u8]> = self.c.string()?.as_ref().into();
        let (mut types, mut ints) = (Vec::new(), Vec::new());
        while self.c.eat(b',') {
            if self.c.peek().is_ascii_digit() {
                ints.push(self.c.u32()?);
            } else {
                types.push(self.ty()?);
            }
        }
        self.c.expect(b')', "')' in target extension type")?;
        Ok(self.types.intern(Type::Target { name, types: types.into(), ints: ints.into() }))
    }

    /// The number of an attribute list, which counts from one; zero for one that is empty.
    pub fn list(&mut self, mut groups: Vec<AttributeGroup>) -> u64 {
        groups.retain(|group| !group.attributes.is_empty());
        if groups.is_empty() {
            return 0;
        }
        // A function's own are first, as LLVM has them.
        groups.sort_by_key(|group| group.index.wrapping_add(1));
        self.lists.intern(groups)
    }
}
