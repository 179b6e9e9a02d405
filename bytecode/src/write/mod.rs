//! Writing a module, in upstream's order of sections.

mod bodies;
pub mod emitter;
mod numbering;
mod resources;
mod sink;
mod uses;

use irtrip_dialect::attributes::well_known as attrs;
use irtrip_dialect::deep_stack::on_deep_stack;
use irtrip_dialect::mlir_release::ReleaseForm;
use irtrip_dialect::ops::builtin;
use irtrip_dialect::release::Release;
use irtrip_dialect::{Attr, Body, Context, ContextDialects, Module, NewOp, Op, OpName, Region, Str, Type, names};
use irtrip_grammar::print_type_for;
use rustc_hash::FxHashMap;

use crate::encoding::{FOR_RELEASE, MAGIC, PRODUCER, Section, Version};
use crate::properties::Encoding;
use bodies::BodyWriter;
use emitter::Emitter;
use numbering::{Entry, Numbering, Properties};
use resources::Resources;
use sink::Sink;

/// The most bytes of the attributes and types of a module that are text. What is shared in the module is spelled out in each.
const MAX_TEXT: usize = 1 << 26;

/// Why a module is not written.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum WriteError {
    /// Attributes or types have too long a text.
    #[error("attributes and types that have no encoding are more than {MAX_TEXT} bytes of text")]
    TooLong,
    /// An operation lacks an attribute that must be there: its encoding has no place for none.
    #[error("'{0}' lacks an attribute that must be there")]
    Incomplete(String),
}

/// A release of MLIR that has no bytecode.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("MLIR {0} has no bytecode, which is there since MLIR 16")]
pub struct NoBytecode(pub Release);

/// How a module is written.
#[derive(Clone, Debug)]
pub struct Options {
    /// The version of the format.
    pub version: Version,
    /// Who is said to write it.
    pub producer: String,
    /// The release of MLIR that reads the file, if that is another than the model's. The module is in its terms
    /// ([`irtrip_dialect::mlir_release::lower`]).
    pub release: Option<Release>,
    /// Leaves out what resources hold.
    pub elide_resources: bool,
    /// Writes, of a module that was put around one operation, that operation.
    pub no_implicit_module: bool,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            version: Version::NEWEST,
            producer: format!("{PRODUCER} {}", env!("CARGO_PKG_VERSION")),
            release: None,
            elide_resources: false,
            no_implicit_module: false,
        }
    }
}

impl Options {
    /// How a module that is in terms of another release of MLIR is written for it. Before MLIR 22, operations have
    /// what they have in the generic form of the release, their properties among the other attributes.
    ///
    /// # Errors
    /// The release has no bytecode.
    pub fn for_release(self, release: Release) -> Result<Options, NoBytecode> {
        let version = Version::of_release(release).ok_or(NoBytecode(release))?;
        let producer = format!("{}{FOR_RELEASE}{release}", self.producer);
        Ok(Options { version, producer, release: Some(release), ..self })
    }
}

/// Writes a module as bytecode. Versions before 5 have no place for properties that are no attributes: upstream's writer leaves
/// these out, and so does this.
///
/// # Errors
/// Attributes and types that are text, which has no aliases, are too long, or an operation lacks an attribute.
///
/// ```
/// use irtrip_bytecode::{Options, read, write};
/// use irtrip_dialect::Context;
/// let ctx = Context::new();
/// let module = irtrip_grammar::parse(&ctx, "llvm.func @f(i32) -> i32", &Default::default()).unwrap();
/// let bytes = write(&ctx, &module, &Options::default()).unwrap();
/// assert_eq!(read(&ctx, &bytes).map(|module| module.ops().count()), Ok(1));
/// ```
pub fn write(ctx: &Context, module: &Module, options: &Options) -> Result<Vec<u8>, WriteError> {
    on_deep_stack(|| {
        let outer = outer_body(ctx, module);
        let root = Root::new(module, &outer, options.no_implicit_module);
        let form = options.release.map(|release| ReleaseForm::new(ctx, module, release));
        let numbering = Numbering::new(ctx, &root, form, options);
        let resources = Resources::new(ctx, module, &numbering);
        let writer = Writer {
            ctx,
            version: options.version,
            numbering: &numbering,
            resources: &resources,
            strings: Strings::default(),
            properties: FxHashMap::default(),
            property_numbers: vec![None; numbering.parts.len()],
            property_data: Emitter::default(),
            text_left: MAX_TEXT,
            is_too_long: false,
            incomplete: None,
        };
        writer.file(&root, options)
    })
}

/// A body that has the module as its only operation.
fn outer_body(ctx: &Context, module: &Module) -> Body {
    let name = module.name.map(|name| ctx.str_attr(name));
    let attrs = match name {
        Some(_) => ctx.with_entry(module.attrs, names::SYM_NAME, name),
        None => module.attrs,
    };
    let mut outer = Body::new();
    let region = outer.append_region();
    let block = outer.new_block();
    outer.append_block(region, block);
    outer.append(block, NewOp { attrs, loc: module.loc, ..NewOp::new(builtin::MODULE) }, &[]);
    outer
}

/// The operation that is written.
pub struct Root<'m> {
    /// The body that it is in.
    pub body: &'m Body,
    /// It.
    pub op: Op,
    /// The body of the module, where the operation is that.
    inner: Option<&'m Body>,
}

impl<'m> Root<'m> {
    fn new(module: &'m Module, outer: &'m Body, no_implicit_module: bool) -> Root<'m> {
        let mut ops = module.ops();
        match (ops.next(), ops.next()) {
            (Some(op), None) if no_implicit_module && module.implicit => Root { body: &module.body, op, inner: None },
            _ => Root { body: outer, op: Op::new(0), inner: Some(&module.body) },
        }
    }

    /// The body of an operation that is isolated.
    fn nested(&self, body: &'m Body, op: Op) -> Option<&'m Body> {
        match self.inner {
            Some(inner) if std::ptr::eq(body, self.body) => Some(inner),
            _ => body.nested(op),
        }
    }

    /// The body of the module, or that around the operation.
    fn outermost(&self) -> &'m Body {
        self.inner.unwrap_or(self.body)
    }

    /// The regions of an operation that the model has, and the body that they are in.
    fn regions(&self, body: &'m Body, op: Op) -> (&'m Body, &'m [Region]) {
        match self.nested(body, op) {
            Some(inner) => (inner, inner.regions()),
            None => (body, body.op_regions(op)),
        }
    }
}

/// The strings of a file, each once.
#[derive(Default)]
struct Strings {
    numbers: FxHashMap<Vec<u8>, usize>,
    all: Vec<Vec<u8>>,
}

impl Strings {
    fn number(&mut self, string: &[u8]) -> usize {
        if let Some(&number) = self.numbers.get(string) {
            return number;
        }
        let number = self.all.len();
        self.numbers.insert(string.to_vec(), number);
        self.all.push(string.to_vec());
        number
    }

    fn section(&self) -> Emitter {
        let mut out = Emitter::default();
        out.index(self.all.len());
        self.all.iter().rev().for_each(|string| out.index(string.len() + 1));
        for string in &self.all {
            out.bytes(string);
            out.byte(0);
        }
        out
    }
}

struct Writer<'w, 'm> {
    ctx: &'m Context,
    version: Version,
    numbering: &'w Numbering<'m>,
    resources: &'w Resources<'m>,
    strings: Strings,
    /// The number of each operation's properties, by their data.
    properties: FxHashMap<Vec<u8>, usize>,
    /// The number of the properties of operations with the same parts, by the place of these.
    property_numbers: Vec<Option<usize>>,
    property_data: Emitter,
    /// How many bytes attributes and types may still take as text.
    text_left: usize,
    is_too_long: bool,
    /// An operation that lacks an attribute.
    incomplete: Option<OpName>,
}

/// Where the pieces of an encoding become bytes.
struct Encoder<'e, 'w, 'm> {
    out: &'e mut Emitter,
    strings: &'e mut Strings,
    numbering: &'w Numbering<'m>,
    resources: &'w Resources<'m>,
}

impl Sink for Encoder<'_, '_, '_> {
    fn attr(&mut self, attr: Attr) {
        self.out.index(self.numbering.attributes.number(attr));
    }

    fn optional_attr(&mut self, attr: Option<Attr>) {
        match attr {
            Some(attr) => self.out.flagged(self.numbering.attributes.number(attr) as u64, true),
            None => self.out.varint(0),
        }
    }

    fn ty(&mut self, ty: Type) {
        self.out.index(self.numbering.types.number(ty));
    }

    fn resource(&mut self, key: Str) {
        self.out.index(self.resources.number(key));
    }

    fn string(&mut self, string: &[u8]) {
        self.out.index(self.strings.number(string));
    }

    fn varint(&mut self, number: u64) {
        self.out.varint(number);
    }

    fn signed(&mut self, number: i64) {
        self.out.signed(number);
    }

    fn bytes(&mut self, bytes: &[u8]) {
        self.out.bytes(bytes);
    }
}

impl<'m> Writer<'_, 'm> {
    fn file(mut self, root: &Root<'m>, options: &Options) -> Result<Vec<u8>, WriteError> {
        let mut out = Emitter::default();
        out.bytes(MAGIC);
        out.varint(self.version.number());
        out.bytes(options.producer.as_bytes());
        out.byte(0);
        let dialects = self.dialects();
        out.section(Section::Dialect, &dialects);
        let (offsets, data) = self.attributes_and_types();
        if self.is_too_long {
            return Err(WriteError::TooLong);
        }
        out.section(Section::AttrTypeOffset, &offsets);
        out.section(Section::AttrType, &data);
        self.number_properties(root, root.body, root.op);
        if let Some(name) = self.incomplete {
            return Err(WriteError::Incomplete(self.ctx.op_name_str(name).into_owned()));
        }
        let bodies = BodyWriter::new(self.ctx, self.version, root, self.numbering, &self.property_numbers);
        out.section(Section::Ir, &bodies.file());
        let (offsets, data) =
            self.resources.sections(&mut |string| self.strings.number(string), options.elide_resources);
        out.section(Section::ResourceOffset, &offsets);
        out.section(Section::Resource, &data);
        out.section(Section::String, &self.strings.section());
        if self.version.has_properties() {
            let mut properties = Emitter::default();
            properties.index(self.properties.len());
            properties.bytes(&self.property_data.into_bytes());
            out.section(Section::Properties, &properties);
        }
        Ok(out.into_bytes())
    }

    fn dialects(&mut self) -> Emitter {
        let mut out = Emitter::default();
        out.index(self.numbering.dialects.len());
        for dialect in &self.numbering.dialects {
            let name = self.strings.number(dialect.as_bytes()) as u64;
            out.varint(if self.version.has_dialect_versions() { name << 1 } else { name });
        }
        let numbering = self.numbering;
        let names = numbering.op_names.entries();
        if self.version.elides_unknown_locations() {
            out.index(names.len());
        }
        for group in names.chunk_by(|a, b| a.dialect == b.dialect) {
            out.index(group.first().map_or(0, |entry| entry.dialect));
            out.index(group.len());
            for entry in group {
                let written = numbering.name(entry.value);
                let spelled = written.spelled(self.ctx);
                let name = self.strings.number(split_name(&spelled).1.as_bytes()) as u64;
                match self.version.has_properties() {
                    true => out.flagged(name, written.is_registered(self.ctx)),
                    false => out.varint(name),
                }
            }
        }
        out
    }

    fn attributes_and_types(&mut self) -> (Emitter, Emitter) {
        let (mut offsets, mut data) = (Emitter::default(), Emitter::default());
        let numbering = self.numbering;
        let (attributes, types) = (numbering.attributes.entries(), numbering.types.entries());
        offsets.index(attributes.len());
        offsets.index(types.len());
        let ctx = self.ctx;
        self.entries(
            &mut offsets,
            &mut data,
            attributes,
            |attr, out| numbering.encode_attr(attr, out),
            |attr, most| numbering.text(attr, most),
        );
        self.entries(
            &mut offsets,
            &mut data,
            types,
            |ty, out| numbering.encode_type(ty, out),
            |ty, most| print_type_for(ctx, ty, numbering.release(), most),
        );
        (offsets, data)
    }

    /// Appends attributes or types, those of a dialect together.
    fn entries<T: Copy>(
        &mut self,
        offsets: &mut Emitter,
        data: &mut Emitter,
        entries: &[Entry<T>],
        encode: impl Fn(T, &mut Encoder<'_, '_, 'm>) -> bool,
        text: impl Fn(T, usize) -> (String, bool),
    ) {
        for group in entries.chunk_by(|a, b| a.dialect == b.dialect) {
            offsets.index(group.first().map_or(0, |entry| entry.dialect));
            offsets.index(group.len());
            for entry in group {
                let encode = |encoder: &mut Encoder<'_, '_, 'm>| encode(entry.value, encoder);
                self.entry(offsets, data, encode, |most| text(entry.value, most));
            }
        }
    }

    /// Appends an attribute or a type, in its encoding or as text, and its length.
    fn entry(
        &mut self,
        offsets: &mut Emitter,
        data: &mut Emitter,
        encode: impl FnOnce(&mut Encoder<'_, '_, 'm>) -> bool,
        text: impl FnOnce(usize) -> (String, bool),
    ) {
        let start = data.length();
        let (strings, numbering, resources) = (&mut self.strings, self.numbering, self.resources);
        let is_encoded = encode(&mut Encoder { out: data, strings, numbering, resources });
        if !is_encoded {
            let (text, is_whole) = text(self.text_left);
            self.text_left -= text.len();
            self.is_too_long |= !is_whole;
            data.bytes(text.as_bytes());
            data.byte(0);
        }
        offsets.flagged((data.length() - start) as u64, is_encoded);
    }

    /// Numbers the properties of all operations, in the order in which these are written.
    fn number_properties(&mut self, root: &Root<'m>, body: &'m Body, op: Op) {
        if let Some(numbers) = self.numbering.of(body) {
            self.add_properties(body.name(op), numbers.parts(op));
        }
        let (inner, regions) = root.regions(body, op);
        for &region in regions {
            for &block in inner.blocks(region) {
                inner.ops(block).for_each(|op| self.number_properties(root, inner, op));
            }
        }
    }

    /// Keeps the properties of operations with the same parts, where none before were the same.
    fn add_properties(&mut self, name: OpName, place: usize) {
        let (Some(None), Some(parts)) = (self.property_numbers.get(place), self.numbering.parts.get(place)) else {
            return;
        };
        let mut data = Emitter::default();
        let (numbering, resources) = (self.numbering, self.resources);
        let mut encoder = Encoder { out: &mut data, strings: &mut self.strings, numbering, resources };
        match &parts.properties {
            Properties::None => return,
            Properties::Attribute(attr) => encoder.attr(*attr),
            Properties::Native(entries) => {
                for property in numbering.order(name) {
                    let value = entries.iter().find(|entry| entry.0 == property.key).map(|entry| entry.1);
                    if property.encoding == Encoding::Attribute && value.is_none() {
                        self.incomplete = Some(name);
                    }
                    write_property(self.ctx, &mut encoder, property.encoding, value);
                }
            }
        }
        let bytes = data.into_bytes();
        let number = self.properties.get(&bytes).copied().unwrap_or_else(|| {
            self.property_data.index(bytes.len());
            self.property_data.bytes(&bytes);
            let number = self.properties.len();
            self.properties.insert(bytes, number);
            number
        });
        if let Some(known) = self.property_numbers.get_mut(place) {
            *known = Some(number);
        }
    }
}

fn write_property(ctx: &Context, encoder: &mut Encoder<'_, '_, '_>, encoding: Encoding, value: Option<Attr>) {
    let number = |value: Attr| ctx.int_value(ctx.items(value).first().copied().unwrap_or(value)).unwrap_or(0) as u64;
    match (encoding, value) {
        (Encoding::Attribute, Some(value)) => encoder.attr(value),
        (Encoding::Attribute | Encoding::OptionalAttribute, value) => encoder.optional_attr(value),
        (Encoding::Number, value) => encoder.varint(value.map_or(0, number)),
        (Encoding::OptionalNumber, value) => {
            let value = value.filter(|value| *value != attrs::EMPTY_ARRAY);
            encoder.bytes(&[u8::from(value.is_some())]);
            if let Some(value) = value {
                encoder.varint(number(value));
            }
        }
        (Encoding::Flag, value) => encoder.bytes(&[u8::from(value.is_some_and(|flag| flag != ctx.bool_attr(false)))]),
        (Encoding::Sizes(groups), value) => {
            let sizes = value.and_then(|value| ctx.dense_array(value)).unwrap_or_default();
            write_sparse_array(encoder, sizes, groups);
        }
    }
}

/// Appends numbers: all of them, or where at most half are not zero, these with their places.
fn write_sparse_array(encoder: &mut Encoder<'_, '_, '_>, sizes: &[i64], length: usize) {
    let size = |place: usize| sizes.get(place).copied().unwrap_or(0) as u32;
    let (count, last) =
        (0..length).filter(|&place| size(place) != 0).fold((0, 0), |(count, _), place| (count + 1, place));
    if last > 256 || count > length / 2 {
        encoder.out.flagged(length as u64, false);
        return (0..length).for_each(|place| encoder.varint(u64::from(size(place))));
    }
    encoder.out.flagged(count as u64, true);
    if count == 0 {
        return;
    }
    let index_bits = usize::BITS - last.leading_zeros();
    encoder.varint(u64::from(index_bits));
    for place in (0..=last).filter(|&place| size(place) != 0) {
        encoder.varint(u64::from(size(place)) << index_bits | place as u64);
    }
}

/// The dialect of an operation by its name, and the name without it; a name without a dialect is one.
fn split_name(name: &str) -> (&str, &str) {
    name.split_once('.').unwrap_or((name, ""))
}
