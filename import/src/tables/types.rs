//! Types: their definitions (`%name = type ...`) and their spelling; LangRef, "Type System".

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

use rustc_hash::{FxHashMap, FxHashSet};

use irtrip_dialect::diagnostic::{Diagnostic, DiagnosticResult, ImportCode};
use irtrip_dialect::layout::Layout;
use irtrip_dialect::release::{Release, ReleaseRange, Releases};
use irtrip_dialect::types::predicates::{is_element_of_target, is_function_result};
use irtrip_dialect::types::well_known as types;
use irtrip_dialect::types::{ADDRESS_SPACES, FloatKind, MAX_BITS, struct_name};
use irtrip_dialect::{Attr, Context, Str, StructBody, Type, TypeData};

use crate::errors::Errors;
use crate::tables::named_structs::{NamedStruct, recursive, renamed};
use crate::tables::zero_indices::ZeroIndices;
use irtrip_dialect::llvm_text::cursor::{Cursor, Name, fail, is_name_byte};
use irtrip_dialect::llvm_text::split::{TopLevelEntity, TopLevelKind};

/// LLVM's message for `void` where no result is.
const VOID_ELEMENT: ImportCode = ImportCode::VoidType;

/// The releases that write `x86_mmx`; later ones read a vector.
const MMX: Releases = Releases::ALL.until(Release::V20);

/// How deep brackets may nest in a type, a constant or metadata.
pub(crate) const MAX_DEPTH: u32 = irtrip_dialect::limits::MAX_NESTING as u32;

/// How deep a type that a pointer names may be, and of how many it may be made: types have names, so that a short text
/// may have a large one.
const MAX_POINTEE_DEPTH: u32 = MAX_DEPTH / 4;
const MAX_POINTEE_SIZE: u32 = 1 << 12;

/// The types a module names.
#[derive(Default)]
pub(crate) struct NamedTypes<'a> {
    named: FxHashMap<Name<'a>, Type>,
    /// Address spaces by name.
    spaces: Vec<(Box<[u8]>, u32)>,
    /// The releases that the spellings leave; here since every reader of a part of the text reads types.
    pub releases: ReleaseRange,
    /// Whether a pointer names what it points to.
    typed_pointers: AtomicBool,
    /// Whether a pointer is written `ptr`.
    opaque_pointers: AtomicBool,
    /// Whether the text is as LLVM's writer makes it: it begins with its comment.
    pub is_writers_text: bool,
    /// Whether the types that pointers point to are kept.
    pub keeps_pointees: bool,
    /// Whether a pointer names what it points to before the first body. Bodies are read in any order, so that
    /// [`NamedTypes::has_typed_pointers`] says nothing there that holds for the next run.
    pub has_typed_headers: bool,
    /// The widths of the indices that lead to a symbol's first element.
    pub zero_indices: ZeroIndices,
    /// What is wrong, unless the text turns out to be of a release that is older than the text as far as it is read.
    refused_today: Mutex<Vec<Diagnostic>>,
    /// Of identified structs, what their pointers point to, each as [`Context::pointee_attr`] has a type.
    struct_pointees: Vec<Attr>,
}

/// Reads types. One for each thread: it remembers the types it has met by their text.
pub(crate) struct TypeReader<'c, 'a> {
    pub ctx: &'c Context,
    names: &'c NamedTypes<'a>,
    by_text: FxHashMap<&'a [u8], Type>,
    depth: u32,
    /// The type that was read last, whose pointers name what they point to where the text does.
    pub typed: Type,
    /// Types of pointers without what they point to, by those with it.
    untyped: FxHashMap<Type, Type>,
    /// How deep types with pointers are, and of how many they are made.
    sizes: FxHashMap<Type, (u32, u32)>,
    /// What the typed pointer that was read last points to.
    pub pointee: Option<Type>,
    /// Whether an attribute that was read since has it for its type.
    pub took_pointee: bool,
    /// Whether a pointer named what it points to since the text at hand began.
    pub met_typed_pointer: bool,
    /// Whether the text at hand is no part of the module's, and tells nothing of its release.
    pub reads_other_text: bool,
}

impl NamedTypes<'_> {
    /// Reads `(N)` or `("name")` after `addrspace`; the names are the data layout's.
    pub fn address_space(&self, cursor: &mut Cursor<'_>) -> DiagnosticResult<u32> {
        cursor.expect(b'(', "'(' in address space")?;
        let start = cursor.peek_pos();
        let space = if cursor.peek() == b'"' {
            let name = cursor.quoted()?;
            let Some((_, space)) = self.spaces.iter().find(|s| *s.0 == *name) else {
                return fail(start..cursor.pos, ImportCode::SymbolicAddressSpace);
            };
            *space
        } else {
            cursor.u32()?
        };
        if space >= ADDRESS_SPACES {
            return fail(start..cursor.pos, ImportCode::AddressSpace);
        }
        cursor.expect(b')', "')' in address space")?;
        Ok(space)
    }

    /// Whether pointers name what they point to.
    pub fn has_typed_pointers(&self) -> bool {
        self.typed_pointers.load(Ordering::Relaxed)
    }

    /// Whether pointers name what they point to, and none is written `ptr`. What has both kinds, later releases alone read, as
    /// opaque pointers all.
    pub fn has_only_typed_pointers(&self) -> bool {
        self.has_typed_pointers() && !self.has_opaque_pointers()
    }

    /// Whether a pointer is written `ptr`.
    pub fn has_opaque_pointers(&self) -> bool {
        self.opaque_pointers.load(Ordering::Relaxed)
    }

    /// What the pointers in identified structs point to, where one names that.
    pub fn struct_pointees(&self, ctx: &Context) -> Option<Attr> {
        let kept = self.keeps_pointees && !self.struct_pointees.is_empty();
        kept.then(|| ctx.array(&self.struct_pointees))
    }

    /// Fails with the first of the errors about what LLVM 3.7 alone takes, unless the text is of such an old release.
    pub fn check_older(&self, errors: &Errors) -> DiagnosticResult<()> {
        let mut refused = std::mem::take(&mut *self.refused_today.lock().unwrap_or_else(PoisonError::into_inner));
        if refused.is_empty() {
            return Ok(());
        }
        self.narrow_by_pointers();
        if !self.releases.releases().contains(Release::NATIVE) {
            self.releases.narrow(Releases::ALL.until(Release::V3_8));
            return Ok(());
        }
        refused.sort_by_key(|error| error.span().map_or(0, |span| span.start));
        errors.refuse(refused)
    }

    /// Leaves the releases whose pointers are as those that were read.
    pub fn narrow_by_pointers(&self) {
        if self.has_only_typed_pointers() {
            self.releases.narrow(Releases::ALL.until(Release::V17));
        }
    }
}

/// Takes note of what is in the text.
#[inline]
fn note(what: &AtomicBool) {
    // Threads share what they read.
    if !what.load(Ordering::Relaxed) {
        what.store(true, Ordering::Relaxed);
    }
}

impl TypeReader<'_, '_> {
    /// Whether the text is as LLVM's writer makes it.
    pub fn is_writers_text(&self) -> bool {
        self.names.is_writers_text
    }

    /// Takes note of the widths of indices that lead to a symbol's first element.
    pub fn note_zero_indices(&self, symbol: Str, user: (Str, bool), widths: Vec<i32>) {
        if self.names.keeps_pointees {
            self.names.zero_indices.note(symbol, user, widths);
        }
    }

    /// Keeps an error about what LLVM 3.7 takes and no later release.
    #[cold]
    pub fn refuse_unless_older(&self, error: Diagnostic) {
        self.names.refused_today.lock().unwrap_or_else(PoisonError::into_inner).push(error);
    }

    /// Takes note of a spelling that these releases alone have.
    pub fn narrow(&self, releases: Releases) {
        if !self.reads_other_text {
            self.names.releases.narrow(releases);
        }
    }
}

impl<'a> NamedTypes<'a> {
    /// Reads the type definitions of a module's text; with `literals`, structs have no names.
    ///
    /// Fails on a name defined twice or not at all, and on a definition in terms of itself without a struct between.
    pub fn read(
        ctx: &Context,
        text: &'a [u8],
        top_level: &[TopLevelEntity<'a>],
        layout: &Layout,
        literals: bool,
        errors: &Errors,
    ) -> DiagnosticResult<NamedTypes<'a>> {
        let mut types = NamedTypes { spaces: layout.named_spaces.clone(), ..NamedTypes::default() };
        let mut defined: FxHashSet<&Name<'a>> = FxHashSet::default();
        let mut plain: Vec<(&Name<'a>, usize, usize)> = Vec::new();
        let mut structs: Vec<NamedStruct> = Vec::new();
        for entity in top_level {
            let TopLevelKind::Type(name) = &entity.kind else { continue };
            let mut cursor = Cursor::new(&text[..entity.end], entity.start);
            cursor.expect_word_as("type", "'type' after name")?;
            if !defined.insert(name) {
                errors.keep::<()>(fail(entity.at..entity.start, ImportCode::TypeRedefinition))?;
                continue;
            }
            let packed = cursor.peek() == b'<' && {
                let mut ahead = cursor;
                ahead.pos += 1;
                ahead.peek() == b'{'
            };
            if literals && cursor.peek_word() == b"opaque" {
                types.named.insert(name.clone(), ctx.literal_struct(false, &[]));
                continue;
            }
            if literals || (cursor.peek() != b'{' && !packed && cursor.peek_word() != b"opaque") {
                plain.push((name, cursor.pos, entity.end));
                continue;
            }
            let ty = ctx.identified_struct(model_name(ctx, name));
            structs.push(NamedStruct { name, ty, start: cursor.pos, end: entity.end, body: None });
            types.named.insert(name.clone(), ty);
        }
        types.read_plain(ctx, text, plain.clone(), errors)?;
        types.read_structs(ctx, text, &mut structs, errors)?;
        if renamed(ctx, &mut structs) {
            types.named.extend(structs.iter().map(|known| (known.name.clone(), known.ty)));
            types.read_plain(ctx, text, plain, errors)?;
            types.read_structs(ctx, text, &mut structs, errors)?;
        }
        for NamedStruct { ty, body, .. } in &mut structs {
            if let Some(body) = body.take() {
                ctx.set_struct_body(*ty, body);
            }
        }
        if let Some((name, end)) = recursive(ctx, &structs) {
            return fail(end..end + 1, ImportCode::RecursiveStruct(ctx.text(name).into_owned()));
        }
        Ok(types)
    }

    /// Reads the bodies of structs.
    fn read_structs(
        &mut self,
        ctx: &Context,
        text: &'a [u8],
        structs: &mut [NamedStruct<'_, 'a>],
        errors: &Errors,
    ) -> DiagnosticResult<()> {
        let mut struct_pointees = Vec::new();
        for known in structs {
            let mut reader = TypeReader::new(ctx, self);
            let mut cursor = Cursor::new(&text[..known.end], known.start);
            known.body = Some(if cursor.eat_word("opaque") {
                StructBody::Opaque
            } else {
                let Some((packed, elements)) = errors.keep(reader.struct_body(&mut cursor))? else { continue };
                let pointees: Vec<Attr> = ctx.pointees(ctx.literal_struct(packed, &elements));
                if !pointees.is_empty() {
                    struct_pointees.push(ctx.array(&[&[ctx.type_attr(known.ty)], pointees.as_slice()].concat()));
                }
                let elements = elements.into_iter().map(|element| ctx.without_pointees(element));
                StructBody::Elements { packed, elements: elements.collect() }
            });
            if !cursor.at_end() {
                errors.keep::<()>(cursor.expected("top-level entity"))?;
            }
        }
        self.struct_pointees = struct_pointees;
        Ok(())
    }

    /// Names for types that are no structs: each may be defined by one that comes later.
    fn read_plain(
        &mut self,
        ctx: &Context,
        text: &'a [u8],
        mut left: Vec<(&Name<'a>, usize, usize)>,
        errors: &Errors,
    ) -> DiagnosticResult<()> {
        while !left.is_empty() {
            let before = left.len();
            let mut next = Vec::new();
            let mut failures = Vec::new();
            for (name, start, end) in left {
                let mut cursor = Cursor::new(&text[..end], start);
                match TypeReader::new(ctx, self).read_typed(&mut cursor) {
                    Ok(ty) => {
                        self.named.insert(name.clone(), ty);
                        if !cursor.at_end() {
                            errors.keep::<()>(cursor.expected("top-level entity"))?;
                        }
                    }
                    Err(error) => {
                        failures.push(*error);
                        next.push((name, start, end));
                    }
                }
            }
            left = next;
            if left.len() == before {
                return errors.refuse(failures);
            }
        }
        Ok(())
    }
}

/// The model's name of an identified struct. One LLVM IR numbers has its number for a name.
pub(crate) fn model_name(ctx: &Context, name: &Name<'_>) -> irtrip_dialect::Str {
    match name {
        Name::Number(n) => ctx.str(&n.to_string()),
        Name::Named(name) => ctx.byte_str(&struct_name(name)),
    }
}

impl<'c, 'a> TypeReader<'c, 'a> {
    /// A reader of types in terms of a module's named ones.
    pub fn new(ctx: &'c Context, names: &'c NamedTypes<'a>) -> TypeReader<'c, 'a> {
        TypeReader {
            ctx,
            names,
            by_text: FxHashMap::default(),
            depth: 0,
            typed: types::VOID,
            untyped: FxHashMap::default(),
            sizes: FxHashMap::default(),
            pointee: None,
            took_pointee: false,
            met_typed_pointer: false,
            reads_other_text: false,
        }
    }

    /// Reads the type that is next, `void` included. Its pointers do not name what they point to, which
    /// [`TypeReader::typed`] does.
    #[inline]
    pub fn read(&mut self, cursor: &mut Cursor<'a>) -> DiagnosticResult<Type> {
        let ty = self.read_typed(cursor)?;
        Ok(self.take_typed(ty))
    }

    /// As [`TypeReader::read`], with what pointers point to where the text names that.
    #[inline]
    fn read_typed(&mut self, cursor: &mut Cursor<'a>) -> DiagnosticResult<Type> {
        let ty = self.typed_without_suffix(cursor)?;
        match cursor.peek() {
            b'(' | b'*' => self.suffix(cursor, ty),
            b'a' if cursor.byte_at(1) == b'd' => self.suffix(cursor, ty),
            _ => Ok(ty),
        }
    }

    /// The type that was read last, without what its pointers point to.
    #[inline]
    fn take_typed(&mut self, ty: Type) -> Type {
        self.typed = ty;
        if self.names.has_typed_pointers() { self.without_pointees(ty) } else { ty }
    }

    fn without_pointees(&mut self, ty: Type) -> Type {
        let ctx = self.ctx;
        let untyped = *self.untyped.entry(ty).or_insert_with(|| ctx.without_pointees(ty));
        self.met_typed_pointer |= untyped != ty;
        untyped
    }

    /// What the pointers of the type that was read last point to, where one names that.
    pub fn pointees(&self) -> Option<Attr> {
        self.pointees_of(self.typed)
    }

    /// What the type that was read last points to, where it is a pointer that names that.
    pub fn pointed_to(&self, ctx: &Context) -> Option<Type> {
        match ctx.type_data(self.typed) {
            TypeData::TypedPointer { pointee, .. } => Some(*pointee),
            TypeData::Pointer { .. } => self.names.has_typed_pointers().then_some(types::I8),
            _ => None,
        }
    }

    /// What the pointers of a type point to, where that is kept and one names it.
    pub fn pointees_of(&self, typed: Type) -> Option<Attr> {
        if !(self.names.keeps_pointees && self.names.has_typed_pointers()) {
            return None;
        }
        let pointees = self.ctx.pointees(typed);
        (!pointees.is_empty()).then(|| self.ctx.array(&pointees))
    }

    /// Whether what pointers point to is kept, where one names it.
    pub fn may_keep_pointees(&self) -> bool {
        self.names.keeps_pointees
    }

    /// Whether there are pointers that name what they point to, in the text at hand or before the bodies, and that is
    /// kept.
    #[inline]
    pub fn keeps_pointees(&self) -> bool {
        self.names.keeps_pointees && (self.met_typed_pointer || self.names.has_typed_headers)
    }

    /// Reads the type that is next, which must be one of values.
    #[inline]
    pub fn value_type(&mut self, cursor: &mut Cursor<'a>) -> DiagnosticResult<Type> {
        let start = cursor.peek_pos();
        let ty = self.read(cursor)?;
        if ty == types::VOID { cursor.error_at(start, VOID_ELEMENT) } else { Ok(ty) }
    }

    /// Reads `(N)` or `("name")` after `addrspace`; the names are the data layout's.
    pub fn address_space(&self, cursor: &mut Cursor<'a>) -> DiagnosticResult<u32> {
        self.names.address_space(cursor)
    }

    /// Reads the type that is next; `(` after it is not part of it.
    #[inline]
    pub fn without_suffix(&mut self, cursor: &mut Cursor<'a>) -> DiagnosticResult<Type> {
        let ty = self.typed_without_suffix(cursor)?;
        Ok(self.take_typed(ty))
    }

    #[inline]
    fn typed_without_suffix(&mut self, cursor: &mut Cursor<'a>) -> DiagnosticResult<Type> {
        match cursor.peek() {
            b'i' if cursor.byte_at(1).is_ascii_digit() => self.integer(cursor),
            b'p' if cursor.byte_at(1) == b't' && cursor.byte_at(2) == b'r' && !is_name_byte(cursor.byte_at(3)) => {
                cursor.pos += 3;
                self.pointer(cursor)
            }
            b'%' => self.named(cursor),
            b'{' | b'[' | b'<' => self.bracketed(cursor),
            b'b' if cursor.byte_at(1).is_ascii_digit() => self.byte(cursor),
            _ => self.keyword(cursor),
        }
    }

    /// Whether a type is next, going by its first token.
    pub fn begins(&self, cursor: &Cursor<'a>) -> bool {
        let mut ahead = *cursor;
        match ahead.peek() {
            b'%' | b'{' | b'[' | b'<' => true,
            b'i' | b'b' if ahead.byte_at(1).is_ascii_digit() => true,
            _ => match ahead.word() {
                b"ptr" | b"void" | b"token" | b"metadata" | b"label" | b"x86_amx" | b"x86_mmx" | b"target" => true,
                word => FloatKind::from_llvm(word).is_some(),
            },
        }
    }

    #[inline]
    fn integer(&mut self, cursor: &mut Cursor<'a>) -> DiagnosticResult<Type> {
        let start = cursor.pos;
        let word = cursor.word();
        match word {
            b"i32" => return Ok(types::I32),
            b"i64" => return Ok(types::I64),
            b"i8" => return Ok(types::I8),
            b"i1" => return Ok(types::I1),
            b"i16" => return Ok(types::I16),
            _ => {}
        }
        // Letters after the digits are a word of their own, as in `i8addrspace(1)*`.
        let digits = word.iter().skip(1).take_while(|byte| byte.is_ascii_digit()).count();
        cursor.pos -= word.len() - (1 + digits);
        match irtrip_dialect::llvm_text::cursor::parse_u32(&word[1..=digits]) {
            Some(width @ 1..=MAX_BITS) => Ok(self.ctx.int_type(width)),
            _ => fail(start..cursor.pos, ImportCode::IntegerWidth),
        }
    }

    /// `b8`: LangRef, "Byte Type".
    fn byte(&mut self, cursor: &mut Cursor<'a>) -> DiagnosticResult<Type> {
        let start = cursor.pos;
        match irtrip_dialect::llvm_text::cursor::parse_u32(&cursor.word()[1..]) {
            Some(width @ 1..=MAX_BITS) => {
                let ty = TypeData::Byte { width };
                self.narrow(ty.releases(self.ctx));
                Ok(self.ctx.ty(ty))
            }
            Some(_) => fail(start..cursor.pos, ImportCode::IntegerWidth),
            None => fail(start..cursor.pos, ImportCode::Expected("type")),
        }
    }

    #[inline]
    fn pointer(&mut self, cursor: &mut Cursor<'a>) -> DiagnosticResult<Type> {
        if !self.reads_other_text {
            note(&self.names.opaque_pointers);
        }
        if cursor.peek() != b'a' || !cursor.eat_word("addrspace") {
            return Ok(types::PTR);
        }
        let space = self.address_space(cursor)?;
        Ok(self.ctx.ptr_type(space))
    }

    fn named(&mut self, cursor: &mut Cursor<'a>) -> DiagnosticResult<Type> {
        let start = cursor.pos;
        let name = cursor.name()?;
        match self.names.named.get(&name) {
            Some(ty) => Ok(*ty),
            None => fail(start..cursor.pos, ImportCode::UndefinedType(name.show('%'))),
        }
    }

    fn bracketed(&mut self, cursor: &mut Cursor<'a>) -> DiagnosticResult<Type> {
        let start = cursor.pos;
        if self.depth > MAX_DEPTH {
            return fail(start..start + 1, ImportCode::TooDeep);
        }
        // Only outermost brackets are looked up by their text: looking for the closing bracket of each one inside
        // would take quadratic time.
        if self.depth > 0 {
            return self.inside(cursor);
        }
        let mut ahead = *cursor;
        ahead.skip_balanced()?;
        let text = &cursor.text[start..ahead.pos];
        if let Some(ty) = self.by_text.get(text) {
            *cursor = ahead;
            return Ok(*ty);
        }
        let ty = self.inside(cursor)?;
        self.by_text.insert(text, ty);
        Ok(ty)
    }

    fn inside(&mut self, cursor: &mut Cursor<'a>) -> DiagnosticResult<Type> {
        self.depth += 1;
        let ty = self.spelled_out(cursor);
        self.depth -= 1;
        ty
    }

    fn spelled_out(&mut self, cursor: &mut Cursor<'a>) -> DiagnosticResult<Type> {
        let start = cursor.pos;
        match cursor.byte() {
            b'[' => {
                cursor.pos += 1;
                let length = cursor.u64()?;
                cursor.expect_word_as("x", "'x' after element count")?;
                let at = cursor.peek_pos();
                let element = self.read_typed(cursor)?;
                cursor.expect(b']', "end of sequential type")?;
                self.check_element(element, ImportCode::ArrayElementType, at, cursor.pos)?;
                Ok(self.ctx.array_type(length, element))
            }
            b'{' => {
                let (packed, elements) = self.struct_body(cursor)?;
                Ok(self.ctx.literal_struct(packed, &elements))
            }
            _ => {
                cursor.pos += 1;
                if cursor.peek() == b'{' {
                    cursor.pos = start;
                    let (packed, elements) = self.struct_body(cursor)?;
                    return Ok(self.ctx.literal_struct(packed, &elements));
                }
                let scalable = cursor.eat_word("vscale");
                if scalable {
                    cursor.expect_word_as("x", "'x' after vscale")?;
                }
                let length_at = cursor.peek_pos();
                let length = cursor.u64()?;
                cursor.expect_word_as("x", "'x' after element count")?;
                let at = cursor.peek_pos();
                let element = self.read_typed(cursor)?;
                cursor.expect(b'>', "end of sequential type")?;
                let valid = matches!(
                    self.ctx.type_data(element),
                    TypeData::Integer { .. }
                        | TypeData::Byte { .. }
                        | TypeData::Float(_)
                        | TypeData::Pointer { .. }
                        | TypeData::TypedPointer { .. }
                ) || is_element_of_target(self.ctx, element);
                let wrong = match length {
                    0 => Some((length_at, ImportCode::EmptyVectorType)),
                    length if length > u64::from(u32::MAX) => Some((length_at, ImportCode::VectorTypeTooLarge)),
                    _ if element == types::VOID => Some((at, VOID_ELEMENT)),
                    _ if !valid => Some((at, ImportCode::VectorElementType)),
                    _ => None,
                };
                match wrong {
                    Some((at, wrong)) => fail(at..cursor.pos, wrong),
                    None => Ok(self.ctx.vector_type(length, scalable, element)),
                }
            }
        }
    }

    /// The type of a struct's or array's element; `wrong` is the code for one that is none.
    fn check_element(&self, element: Type, wrong: ImportCode, start: usize, end: usize) -> DiagnosticResult<()> {
        match self.ctx.type_data(element) {
            TypeData::Void => fail(start..end, VOID_ELEMENT),
            TypeData::Label
            | TypeData::Metadata
            | TypeData::Token
            | TypeData::X86Amx
            | TypeData::LlvmFunction { .. } => fail(start..end, wrong),
            _ => Ok(()),
        }
    }

    /// `{ T, T }` or `<{ T, T }>`: whether it is packed, and its elements.
    fn struct_body(&mut self, cursor: &mut Cursor<'a>) -> DiagnosticResult<(bool, Vec<Type>)> {
        let packed = cursor.eat(b'<');
        cursor.expect(b'{', "'{' at start of struct")?;
        let mut elements = Vec::new();
        if !cursor.eat(b'}') {
            loop {
                let start = cursor.peek_pos();
                let element = self.read_typed(cursor)?;
                self.check_element(element, ImportCode::StructElementType, start, cursor.pos)?;
                elements.push(element);
                if !cursor.eat(b',') {
                    break;
                }
            }
            cursor.expect(b'}', "'}' at end of struct")?;
        }
        if packed {
            cursor.expect(b'>', "'>' at end of packed struct")?;
        }
        Ok((packed, elements))
    }

    fn keyword(&mut self, cursor: &mut Cursor<'a>) -> DiagnosticResult<Type> {
        let start = cursor.pos;
        let word = cursor.word();
        let data = match word {
            b"void" => return Ok(types::VOID),
            b"token" => return Ok(types::TOKEN),
            b"metadata" => return Ok(types::METADATA),
            b"label" => TypeData::Label,
            b"x86_amx" => TypeData::X86Amx,
            b"x86_mmx" => {
                self.narrow(MMX);
                return Ok(self.ctx.vector_type(1, false, types::I64));
            }
            b"target" => return self.target(cursor),
            b"opaque" => {
                return fail(start..cursor.pos, ImportCode::OpaqueAlone);
            }
            b"double" => TypeData::Float(FloatKind::F64),
            b"float" => TypeData::Float(FloatKind::F32),
            _ => match FloatKind::from_llvm(word) {
                Some(kind) => TypeData::Float(kind),
                None => {
                    cursor.pos = start;
                    return cursor.expected("type");
                }
            },
        };
        Ok(self.ctx.ty(data))
    }

    /// `target("name", T, 7)` after the keyword.
    fn target(&mut self, cursor: &mut Cursor<'a>) -> DiagnosticResult<Type> {
        cursor.expect(b'(', "'(' in target extension type")?;
        let name = self.ctx.byte_str(&cursor.string()?);
        let (mut types, mut ints) = (Vec::new(), Vec::new());
        while cursor.eat(b',') {
            if cursor.peek().is_ascii_digit() {
                ints.push(cursor.u32()?);
            } else if ints.is_empty() {
                types.push(self.nested(cursor)?);
            } else {
                return cursor.expected("uint32 param");
            }
        }
        cursor.expect(b')', "')' in target extension type")?;
        Ok(self.ctx.ty(TypeData::TargetExt { name, types: types.into(), ints: ints.into() }))
    }

    fn nested(&mut self, cursor: &mut Cursor<'a>) -> DiagnosticResult<Type> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return cursor.error(ImportCode::TooDeep);
        }
        let ty = self.read_typed(cursor);
        self.depth -= 1;
        ty
    }

    #[cold]
    fn suffix(&mut self, cursor: &mut Cursor<'a>, mut ty: Type) -> DiagnosticResult<Type> {
        loop {
            match cursor.peek() {
                b'(' => ty = self.function(cursor, ty)?,
                b'*' => {
                    self.check_pointee(cursor, ty)?;
                    cursor.pos += 1;
                    ty = self.pointer_to(ty, 0);
                }
                b'a' if cursor.peek_word() == b"addrspace" => {
                    self.check_pointee(cursor, ty)?;
                    cursor.word();
                    let space = self.address_space(cursor)?;
                    cursor.expect(b'*', "'*' in address space")?;
                    ty = self.pointer_to(ty, space);
                }
                _ => return Ok(ty),
            }
        }
    }

    /// A pointer to a type. One whose type would be too large to be distinguished is like any other.
    fn pointer_to(&mut self, pointee: Type, space: u32) -> Type {
        note(&self.names.typed_pointers);
        self.pointee = Some(self.without_pointees(pointee));
        let (depth, size) = self.size(pointee);
        let is_small = depth < MAX_POINTEE_DEPTH && size < MAX_POINTEE_SIZE;
        self.ctx.typed_pointer_type(if is_small { pointee } else { types::I8 }, space)
    }

    /// How deep a type is, and of how many it is made; an identified struct is one.
    fn size(&mut self, ty: Type) -> (u32, u32) {
        if let Some(known) = self.sizes.get(&ty) {
            return *known;
        }
        let (ctx, mut depth, mut size) = (self.ctx, 0, 1u32);
        if !matches!(ctx.type_data(ty), TypeData::IdentifiedStruct { .. }) {
            ctx.for_each_element(ty, |element| {
                let of_element = self.size(element);
                depth = depth.max(of_element.0);
                size = size.saturating_add(of_element.1);
            });
        }
        self.sizes.insert(ty, (depth + 1, size));
        (depth + 1, size)
    }

    fn check_pointee(&self, cursor: &Cursor<'a>, ty: Type) -> DiagnosticResult<()> {
        let pointee = !matches!(
            self.ctx.type_data(ty),
            TypeData::Void | TypeData::Label | TypeData::Metadata | TypeData::Token | TypeData::X86Amx
        );
        // `ptr*` would be a pointer LLVM never had.
        let before = cursor.text.get(..cursor.pos).and_then(|text| text.trim_ascii_end().strip_suffix(b"ptr"));
        // A name may end in `ptr`.
        let after_ptr = before.is_some_and(|text| text.last().is_none_or(|b| !is_name_byte(*b) && *b != b'%'));
        if pointee && !after_ptr {
            return Ok(());
        }
        let code = match self.ctx.type_data(ty) {
            _ if after_ptr => ImportCode::PointerToPtr,
            TypeData::Label => ImportCode::PointerToLabel,
            TypeData::Void => ImportCode::PointerToVoid,
            _ => ImportCode::PointeeType,
        };
        fail(cursor.pos..cursor.pos + 1, code)
    }

    /// `(T, T, ...)` after the return type.
    fn function(&mut self, cursor: &mut Cursor<'a>, result: Type) -> DiagnosticResult<Type> {
        if !is_function_result(self.ctx, result) {
            return cursor.error_here(ImportCode::ReturnType);
        }
        cursor.expect(b'(', "'('")?;
        let (mut params, mut vararg) = (Vec::new(), false);
        if !cursor.eat(b')') {
            loop {
                if cursor.peek() == b'.' {
                    if !cursor.text[cursor.pos..].starts_with(b"...") {
                        return cursor.expected("type");
                    }
                    cursor.pos += 3;
                    vararg = true;
                    break;
                }
                let start = cursor.peek_pos();
                let param = self.nested(cursor)?;
                let wrong = match self.ctx.type_data(param) {
                    TypeData::Void => Some(VOID_ELEMENT),
                    TypeData::Label | TypeData::LlvmFunction { .. } => Some(ImportCode::FunctionArgumentType),
                    _ => None,
                };
                if let Some(wrong) = wrong {
                    return fail(start..cursor.pos, wrong);
                }
                params.push(param);
                if !cursor.eat(b',') {
                    break;
                }
            }
            cursor.expect(b')', "')' at end of function type")?;
        }
        Ok(self.ctx.llvm_function_type(result, &params, vararg))
    }
}
