//! Types: the table of a module, and those that follow from it, in their spelling. LangRef, "Type System".

use std::sync::Arc;

use irtrip_dialect::FloatKind;
use irtrip_dialect::limits::MAX_NESTING;
use irtrip_dialect::llvm_text::{self as text, composite_types};
use rustc_hash::FxHashMap;

use crate::bitstream::{Block, Entry, Fields, Record};
use crate::codes::ty as code;
use crate::error::{Error, Place, Result};

/// How many bytes the texts of a module's types take at most for each byte of the module, and in addition.
const TEXT_PER_BYTE: usize = 64;
const TEXT_BESIDES: usize = 1 << 24;

/// A type by its place in the module's table, or among those that a function adds.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct TypeId(pub u32);

/// A type.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs)]
pub enum Type {
    Void,
    Label,
    Metadata,
    Token,
    X86Mmx,
    X86Amx,
    Float(FloatKind),
    Integer(u32),
    Byte(u32),
    /// What it points to up to LLVM 14, and its address space.
    Pointer(Option<TypeId>, u32),
    Array(u64, TypeId),
    Vector {
        length: u64,
        scalable: bool,
        element: TypeId,
    },
    Struct {
        packed: bool,
        elements: Arc<[TypeId]>,
    },
    /// An identified struct by its place among them.
    Named(u32),
    Function {
        result: TypeId,
        params: Arc<[TypeId]>,
        vararg: bool,
    },
    Target {
        name: Arc<[u8]>,
        types: Arc<[TypeId]>,
        ints: Arc<[u32]>,
    },
}

/// An identified struct.
#[derive(Clone, Debug)]
pub struct NamedStruct {
    /// `%name` or `%0`.
    pub text: String,
    /// Its name; `None` where it has none.
    pub name: Option<Vec<u8>>,
    /// Whether it is packed, and its elements; `None` for an opaque one.
    pub body: Option<(bool, Arc<[TypeId]>)>,
}

/// The types of a module, or what a function adds to them.
#[derive(Clone, Debug, Default)]
pub struct Types<'m> {
    base: Option<&'m Types<'m>>,
    types: Vec<Type>,
    /// How many of them the module's table has: others follow from those.
    declared: usize,
    texts: Vec<Box<str>>,
    index: FxHashMap<Type, TypeId>,
    structs: Vec<NamedStruct>,
    /// Whether pointers say what they point to.
    typed: bool,
}

impl Types<'static> {
    /// The table of a module.
    ///
    /// # Errors
    /// A type has a part that there is not or that contains it, or the texts of the types are out of proportion.
    pub fn new(types: Vec<Type>, structs: Vec<NamedStruct>) -> Result<Types<'static>> {
        let bytes = types.len() * size_of::<Type>();
        finish(Types::table(types, structs), Place::default(), bytes)
    }

    fn table(types: Vec<Type>, structs: Vec<NamedStruct>) -> Types<'static> {
        let typed = types.iter().any(|ty| matches!(ty, Type::Pointer(Some(_), _)));
        let mut index = FxHashMap::default();
        for (place, ty) in types.iter().enumerate() {
            index.entry(ty.clone()).or_insert(TypeId(place as u32));
        }
        Types { declared: types.len(), types, structs, index, typed, ..Types::default() }
    }
}

impl<'m> Types<'m> {
    /// Nothing but a module's types.
    pub fn over(base: &'m Types<'m>) -> Types<'m> {
        Types { base: Some(base), ..Types::default() }
    }

    fn base_len(&self) -> usize {
        self.base.map_or(0, |base| base.types.len())
    }

    /// How many there are.
    pub fn count(&self) -> usize {
        self.base_len() + self.types.len()
    }

    /// A type. Numbers come from [`Types::id`], so that there is one.
    pub fn get(&self, id: TypeId) -> &Type {
        let place = id.0 as usize;
        let own = place.checked_sub(self.base_len());
        let found = match (own, self.base) {
            (Some(own), _) => self.types.get(own),
            (None, Some(base)) => base.types.get(place),
            (None, None) => None,
        };
        found.unwrap_or(&Type::Void)
    }

    /// A type in LLVM's spelling.
    pub fn text(&self, id: TypeId) -> &str {
        let place = id.0 as usize;
        let own = place.checked_sub(self.base_len());
        let found = match (own, self.base) {
            (Some(own), _) => self.texts.get(own),
            (None, Some(base)) => base.texts.get(place),
            (None, None) => None,
        };
        found.map_or("", |text| text)
    }

    /// The types of the module's table.
    pub fn declared(&self) -> &[Type] {
        let of_module = self.base.unwrap_or(self);
        of_module.types.get(..of_module.declared).unwrap_or_default()
    }

    /// The number of a type, if it is there.
    pub(crate) fn find(&self, ty: &Type) -> Option<TypeId> {
        self.base.and_then(|base| base.index.get(ty)).or_else(|| self.index.get(ty)).copied()
    }

    /// The types of this table in addition to the module's.
    pub(crate) fn own(&self) -> &[Type] {
        &self.types
    }

    /// Says whether pointers say what they point to, before there are any.
    pub(crate) fn set_typed(&mut self, typed: bool) {
        self.typed = typed;
    }

    /// Adds an identified struct, whose body comes later.
    pub(crate) fn add_struct(&mut self, named: NamedStruct) -> TypeId {
        let place = self.structs.len() as u32;
        self.structs.push(named);
        self.intern(Type::Named(place))
    }

    /// Gives an identified struct its body.
    pub(crate) fn set_body(&mut self, place: u32, packed: bool, elements: Arc<[TypeId]>) {
        if let Some(named) = self.structs.get_mut(place as usize) {
            named.body = Some((packed, elements));
        }
    }

    /// The identified structs of the module.
    pub fn structs(&self) -> &[NamedStruct] {
        self.base.map_or(&self.structs, |base| &base.structs)
    }

    /// The type of a number in a record.
    ///
    /// # Errors
    /// There is none.
    pub fn id(&self, fields: &Fields<'_>, number: u64) -> Result<TypeId> {
        match u32::try_from(number) {
            Ok(id) if (id as usize) < self.count() => Ok(TypeId(id)),
            _ => Err(fields.error(format!("there is no type {number}"))),
        }
    }

    /// The type whose number is the next operand of a record.
    ///
    /// # Errors
    /// There is none.
    pub fn take(&self, fields: &mut Fields<'_>) -> Result<TypeId> {
        let number = fields.take()?;
        self.id(fields, number)
    }

    /// The number of a type, which is added if need be.
    pub fn intern(&mut self, ty: Type) -> TypeId {
        if let Some(id) = self.find(&ty) {
            return id;
        }
        let id = TypeId(self.count() as u32);
        let mut out = String::new();
        self.spell_parts(&mut out, &ty, |out, part| {
            out.push_str(self.text(part));
            Ok(())
        })
        .unwrap_or_default();
        self.texts.push(out.into());
        self.types.push(ty.clone());
        self.index.insert(ty, id);
        id
    }

    /// `i1`, or as many as a vector has elements.
    pub(crate) fn condition_for(&mut self, operand: TypeId) -> TypeId {
        let bit = self.intern(Type::Integer(1));
        self.like_vector(operand, bit)
    }

    /// A type, or a vector of as many of it as another type has elements.
    pub(crate) fn like_vector(&mut self, shape: TypeId, element: TypeId) -> TypeId {
        match *self.get(shape) {
            Type::Vector { length, scalable, .. } => self.intern(Type::Vector { length, scalable, element }),
            _ => element,
        }
    }

    /// A pointer, typed where the module's are.
    pub fn pointer(&mut self, pointee: TypeId, space: u32) -> TypeId {
        let typed = self.has_typed_pointers_in_module();
        self.intern(Type::Pointer(typed.then_some(pointee), space))
    }

    /// The type of the null that stands for an operand that a function has not, where it has others.
    pub(crate) fn hung_off(&mut self) -> TypeId {
        let bit = self.intern(Type::Integer(1));
        self.pointer(bit, 0)
    }

    /// Whether the pointers of the module say what they point to.
    pub(crate) fn has_typed_pointers_in_module(&self) -> bool {
        self.base.unwrap_or(self).typed
    }

    /// The element of a vector, or the type itself.
    pub fn scalar(&self, id: TypeId) -> TypeId {
        match self.get(id) {
            Type::Vector { element, .. } => *element,
            _ => id,
        }
    }

    /// Whether it is a float or a vector of them.
    pub fn is_float(&self, id: TypeId) -> bool {
        matches!(self.get(self.scalar(id)), Type::Float(_))
    }

    /// What a typed pointer, or a vector of them, points to.
    pub fn pointee(&self, id: TypeId) -> Option<TypeId> {
        match self.get(self.scalar(id)) {
            Type::Pointer(pointee, _) => *pointee,
            _ => None,
        }
    }

    /// The part of an aggregate or vector at a place.
    pub fn part(&self, id: TypeId, place: u64) -> Option<TypeId> {
        let at = |elements: &[TypeId]| elements.get(usize::try_from(place).ok()?).copied();
        match self.get(id) {
            Type::Array(_, element) | Type::Vector { element, .. } => Some(*element),
            Type::Struct { elements, .. } => at(elements),
            Type::Named(place) => at(&self.structs().get(*place as usize)?.body.as_ref()?.1),
            _ => None,
        }
    }

    fn spell_parts(
        &self,
        out: &mut String,
        ty: &Type,
        mut part: impl FnMut(&mut String, TypeId) -> Result<()>,
    ) -> Result<()> {
        match ty {
            Type::Void => out.push_str("void"),
            Type::Label => out.push_str("label"),
            Type::Metadata => out.push_str("metadata"),
            Type::Token => out.push_str("token"),
            Type::X86Mmx => out.push_str("x86_mmx"),
            Type::X86Amx => out.push_str("x86_amx"),
            Type::Float(kind) => out.push_str(kind.llvm().unwrap_or_default()),
            Type::Integer(width) => {
                out.push('i');
                text::int(out, *width);
            }
            Type::Byte(width) => {
                out.push('b');
                text::int(out, *width);
            }
            Type::Pointer(pointee, space) => {
                match pointee {
                    Some(pointee) => part(out, *pointee)?,
                    None => out.push_str("ptr"),
                }
                address_space(out, *space);
                if pointee.is_some() {
                    out.push('*');
                }
            }
            Type::Array(length, element) => {
                out.push('[');
                text::int(out, *length);
                out.push_str(" x ");
                part(out, *element)?;
                out.push(']');
            }
            Type::Vector { length, scalable, element } => {
                out.push_str(if *scalable { "<vscale x " } else { "<" });
                text::int(out, *length);
                out.push_str(" x ");
                part(out, *element)?;
                out.push('>');
            }
            Type::Struct { packed, elements } => composite_types::struct_body(out, *packed, elements, &mut part)?,
            Type::Named(place) => {
                let name = self.structs().get(*place as usize).map(|named| named.text.as_str());
                out.push_str(name.unwrap_or_default());
            }
            Type::Function { result, params, vararg } => {
                part(out, *result)?;
                composite_types::parameters(out, params, *vararg, &mut part)?;
            }
            Type::Target { name, types, ints } => composite_types::target_ext(out, name, (types, ints), &mut part)?,
        }
        Ok(())
    }

    /// The body of an identified struct.
    pub(crate) fn body_text(&self, named: &NamedStruct) -> String {
        let mut out = String::new();
        match &named.body {
            None => out.push_str("opaque"),
            Some((packed, elements)) => {
                let part = |out: &mut String, ty| {
                    out.push_str(self.text(ty));
                    Result::Ok(())
                };
                composite_types::struct_body(&mut out, *packed, elements, part).unwrap_or_default();
            }
        }
        out
    }
}

/// ` addrspace(3)`, unless it is the default one.
pub fn address_space(out: &mut String, space: u32) {
    if space != 0 {
        out.push_str(" addrspace(");
        text::int(out, space);
        out.push(')');
    }
}

/// The types whose records have no operands, by the codes of these.
pub(crate) const SIMPLE: [(u32, Type); 13] = [
    (2, Type::Void),
    (3, Type::Float(FloatKind::F32)),
    (4, Type::Float(FloatKind::F64)),
    (5, Type::Label),
    (10, Type::Float(FloatKind::F16)),
    (13, Type::Float(FloatKind::F80)),
    (14, Type::Float(FloatKind::F128)),
    (15, Type::Float(FloatKind::PpcF128)),
    (16, Type::Metadata),
    (17, Type::X86Mmx),
    (22, Type::Token),
    (23, Type::Float(FloatKind::BF16)),
    (24, Type::X86Amx),
];

/// Reads a TYPE block.
struct Reader {
    types: Vec<Type>,
    structs: Vec<NamedStruct>,
    name: Option<Vec<u8>>,
    unnamed: u32,
}

/// Reads the type table of a module.
///
/// # Errors
/// It is ill-formed.
pub(crate) fn read_types(mut block: Block<'_>, bytes: usize) -> Result<Types<'static>> {
    let place = block.place();
    let mut reader = Reader { types: Vec::new(), structs: Vec::new(), name: None, unnamed: 0 };
    let mut record = Record::default();
    loop {
        match block.next(&mut record)? {
            Entry::End => break,
            Entry::Block(_) => {}
            Entry::Record if record.code == code::NUMENTRY => {}
            Entry::Record if record.code == code::STRUCT_NAME => reader.name = Some(record.text()?),
            Entry::Record => {
                let ty = reader.read(&record)?;
                reader.types.push(ty);
            }
        }
    }
    finish(Types::table(reader.types, reader.structs), place, bytes)
}

impl Reader {
    /// A name that a struct or a target's type takes.
    fn named(&mut self, packed_elements: Option<(bool, Arc<[TypeId]>)>) -> Type {
        let mut text = "%".to_owned();
        let name = self.name.take();
        match &name {
            Some(bytes) => text::name(&mut text, bytes),
            None => {
                text::int(&mut text, self.unnamed);
                self.unnamed += 1;
            }
        }
        self.structs.push(NamedStruct { text, name, body: packed_elements });
        Type::Named(self.structs.len() as u32 - 1)
    }

    fn read(&mut self, record: &Record<'_>) -> Result<Type> {
        if let Some((_, ty)) = SIMPLE.iter().find(|(code, _)| *code == record.code) {
            return Ok(ty.clone());
        }
        let mut fields = record.fields();
        let id = |fields: &mut Fields<'_>| Ok(TypeId(fields.number("a type")?));
        let ids = |fields: &mut Fields<'_>| -> Result<Arc<[TypeId]>> {
            let mut ids = Vec::with_capacity(fields.len());
            while !fields.is_empty() {
                ids.push(id(fields)?);
            }
            Ok(ids.into())
        };
        Ok(match record.code {
            code::OPAQUE => self.named(None),
            code::INTEGER => Type::Integer(width(&mut fields)?),
            code::BYTE => Type::Byte(width(&mut fields)?),
            code::POINTER => Type::Pointer(Some(id(&mut fields)?), space(&mut fields)?),
            code::OPAQUE_POINTER => Type::Pointer(None, space(&mut fields)?),
            code::FUNCTION_OLD | code::FUNCTION => {
                let vararg = fields.flag()?;
                if record.code == code::FUNCTION_OLD {
                    fields.take()?;
                }
                let result = id(&mut fields)?;
                Type::Function { result, params: ids(&mut fields)?, vararg }
            }
            code::ARRAY => Type::Array(fields.take()?, id(&mut fields)?),
            code::VECTOR => {
                let length = fields.take()?;
                if length == 0 || length > u64::from(u32::MAX) {
                    return Err(record.error(format!("a vector has {length} elements")));
                }
                let element = id(&mut fields)?;
                Type::Vector { length, element, scalable: fields.or_zero() != 0 }
            }
            code::STRUCT_ANON => Type::Struct { packed: fields.flag()?, elements: ids(&mut fields)? },
            code::STRUCT_NAMED => {
                let packed = fields.flag()?;
                let elements = ids(&mut fields)?;
                self.named(Some((packed, elements)))
            }
            code::TARGET => {
                let count = fields.take()?;
                if count > fields.len() as u64 {
                    return Err(record.error("a target's type has too few operands"));
                }
                let types = (0..count).map(|_| id(&mut fields)).collect::<Result<Vec<_>>>()?;
                let mut ints = Vec::with_capacity(fields.len());
                while !fields.is_empty() {
                    ints.push(fields.number("a target's type")?);
                }
                let name = self.name.take().unwrap_or_default();
                Type::Target { name: name.into(), types: types.into(), ints: ints.into() }
            }
            code => return Err(record.error(format!("a type has the unknown code {code}"))),
        })
    }
}

fn width(fields: &mut Fields<'_>) -> Result<u32> {
    const MAX_WIDTH: u64 = 1 << 23;
    match fields.take()? {
        width @ 1..=MAX_WIDTH => Ok(width as u32),
        width => Err(fields.error(format!("an integer has {width} bits"))),
    }
}

fn space(fields: &mut Fields<'_>) -> Result<u32> {
    match fields.or_zero() {
        space @ 0..=0xff_ffff => Ok(space as u32),
        space => Err(fields.error(format!("a pointer has the address space {space}"))),
    }
}

/// Checks that every type that is named is there, and spells them.
fn finish(types: Types<'static>, place: Place, bytes: usize) -> Result<Types<'static>> {
    let count = types.types.len();
    let mut speller =
        Speller { types: &types, texts: vec![None; count], left: bytes * TEXT_PER_BYTE + TEXT_BESIDES, place };
    for named in types.structs.iter().filter_map(|named| named.body.as_ref()) {
        if named.1.iter().any(|part| part.0 as usize >= count) {
            return Err(Error::new(place, "a struct has an element of no type"));
        }
    }
    for id in 0..count as u32 {
        speller.text(TypeId(id), 0)?;
    }
    let texts = speller.texts.into_iter().map(Option::unwrap_or_default).collect();
    Ok(Types { texts, ..types })
}

struct Speller<'t> {
    types: &'t Types<'static>,
    texts: Vec<Option<Box<str>>>,
    /// How many bytes of texts may still be made.
    left: usize,
    place: Place,
}

impl Speller<'_> {
    fn text(&mut self, id: TypeId, depth: usize) -> Result<&str> {
        let place = id.0 as usize;
        if self.texts.get(place).is_some_and(Option::is_none) {
            if depth > MAX_NESTING {
                return Err(Error::new(self.place, "types are nested too deeply, or one contains itself"));
            }
            let types = self.types;
            let mut out = String::new();
            types.spell_parts(&mut out, types.get(id), |out, part| {
                out.push_str(self.text(part, depth + 1)?);
                match out.len() <= self.left {
                    true => Ok(()),
                    false => Err(Error::new(self.place, "the types of the module take too much text")),
                }
            })?;
            self.left = self.left.saturating_sub(out.len());
            if let Some(slot) = self.texts.get_mut(place) {
                *slot = Some(out.into());
            }
        }
        match self.texts.get(place) {
            Some(Some(text)) => Ok(text),
            _ => Err(Error::new(self.place, format!("there is no type {place}"))),
        }
    }
}
