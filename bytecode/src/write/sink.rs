//! Attributes and types in their encodings, into what takes the pieces: numbers for those inside, or bytes.

use irtrip_dialect::attr_table::{AttrKind, Param, ParamKind, ParamNeed};
use irtrip_dialect::attributes::LayoutKind;
use irtrip_dialect::release::Release;
use irtrip_dialect::{Attr, AttrData, Context, Dim, FloatKind, Location, Signedness, Str, Type, TypeData};
use num_bigint::BigInt;

use crate::encoding::{AttrCode, DYNAMIC, EncodedPart, LANGUAGE, TypeCode, encoded_parts, is_encodable, llvm_code};

/// What takes the pieces of an encoding.
pub trait Sink {
    /// The number of an attribute.
    fn attr(&mut self, attr: Attr);
    /// The number of an attribute that may be none.
    fn optional_attr(&mut self, attr: Option<Attr>);
    /// The number of a type.
    fn ty(&mut self, ty: Type);
    /// The number of the resource of a key.
    fn resource(&mut self, key: Str);
    /// The number of a string.
    fn string(&mut self, string: &[u8]);
    /// A number.
    fn varint(&mut self, number: u64);
    /// A number with a sign.
    fn signed(&mut self, number: i64);
    /// Bytes as they are.
    fn bytes(&mut self, bytes: &[u8]);
}

/// The dialect of an attribute.
pub fn dialect_of_attr(ctx: &Context, attr: Attr) -> &[u8] {
    match ctx.attr_data(attr) {
        AttrData::Llvm { .. } => b"llvm",
        AttrData::DataLayout {
            kind: LayoutKind::Spec | LayoutKind::Map | LayoutKind::Device | LayoutKind::System,
            ..
        } => b"dlti",
        AttrData::Opaque { dialect, .. } => ctx.bytes(*dialect),
        _ => b"builtin",
    }
}

/// Encodes an attribute. Where its dialect has no encoding for it, it is text: it returns `false` and writes nothing.
pub fn encode_attr(ctx: &Context, attr: Attr, release: Option<Release>, sink: &mut impl Sink) -> bool {
    let code = |sink: &mut dyn Sink, code: AttrCode| sink.varint(code as u64);
    match ctx.attr_data(attr) {
        AttrData::Unit => code(sink, AttrCode::Unit),
        AttrData::Integer { ty, value } => integer_attr(ctx, *ty, &BigInt::from(*value), sink),
        AttrData::BigInteger { ty, value } => integer_attr(ctx, *ty, value, sink),
        AttrData::Float { ty, bits } => {
            let TypeData::Float(kind) = ctx.type_data(*ty) else { return false };
            code(sink, AttrCode::Float);
            sink.ty(*ty);
            let bits = bits.get();
            known_width(kind.width(), &[bits as u64, (bits >> 64) as u64], sink);
        }
        AttrData::String { value, ty } => {
            code(sink, if ty.is_some() { AttrCode::StringWithType } else { AttrCode::String });
            sink.string(ctx.bytes(*value));
            if let Some(ty) = ty {
                sink.ty(*ty);
            }
        }
        AttrData::Type(ty) => {
            code(sink, AttrCode::Type);
            sink.ty(*ty);
        }
        AttrData::Array(items) => {
            code(sink, AttrCode::Array);
            list(sink, items, |sink, item| sink.attr(*item));
        }
        AttrData::Dictionary(entries) => {
            code(sink, AttrCode::Dictionary);
            list(sink, entries, |sink, (key, value)| {
                sink.attr(ctx.str_attr(*key));
                sink.attr(*value);
            });
        }
        AttrData::SymbolRef { root, nested } => {
            code(sink, if nested.is_empty() { AttrCode::FlatSymbolRef } else { AttrCode::SymbolRef });
            sink.attr(ctx.str_attr(*root));
            if !nested.is_empty() {
                list(sink, nested, |sink, name| sink.attr(ctx.symbol_ref(*name)));
            }
        }
        elements @ (AttrData::Dense { .. }
        | AttrData::DenseStrings { .. }
        | AttrData::Sparse { .. }
        | AttrData::DenseArray { .. }
        | AttrData::DenseResource { .. }) => encode_elements(ctx, elements, sink),
        AttrData::Distinct { referenced, .. } => {
            code(sink, AttrCode::Distinct);
            sink.attr(*referenced);
        }
        AttrData::Location(location) => encode_location(ctx, location, sink),
        AttrData::Llvm { kind, params } => return encode_llvm(ctx, *kind, params, release, sink),
        AttrData::Affine(_) | AttrData::StridedLayout(_) | AttrData::DataLayout { .. } | AttrData::Opaque { .. } => {
            return false;
        }
    }
    true
}

fn integer_attr(ctx: &Context, ty: Type, value: &BigInt, sink: &mut impl Sink) {
    sink.varint(AttrCode::Integer as u64);
    sink.ty(ty);
    integer(ctx, ty, value, sink);
}

/// Encodes an attribute of the LLVM dialect; whether the format has an encoding for it.
fn encode_llvm(
    ctx: &Context,
    kind: AttrKind,
    params: &[Option<Attr>],
    release: Option<Release>,
    sink: &mut impl Sink,
) -> bool {
    let Some(code) = llvm_code(kind).filter(|_| is_encodable(kind, params, release)) else { return false };
    sink.varint(code);
    let value = |place: usize| params.get(place).copied().flatten();
    for part in encoded_parts(kind, release) {
        match part {
            EncodedPart::Param(place, param) => llvm_parameter(ctx, param, value(place), sink),
            EncodedPart::Optional(place, _) => sink.optional_attr(value(place)),
            EncodedPart::Language(place, param) => sink.optional_attr(language(ctx, param, value(place))),
            EncodedPart::NoAttribute(_) => sink.optional_attr(None),
            EncodedPart::NoFlag(_) => sink.bytes(&[0]),
        }
    }
    true
}

/// The attribute of a source language.
fn language(ctx: &Context, param: &Param, number: Option<Attr>) -> Option<Attr> {
    let ParamKind::Dwarf(names) = param.kind else { return None };
    let name = number.and_then(|number| names.name(ctx.int_value(number)?))?;
    let (before, after) = LANGUAGE;
    Some(ctx.opaque_attr("llvm", &format!("{before}{}{name}{after}", names.prefix())))
}

/// Encodes an attribute that holds the elements of an array or of a shaped type.
fn encode_elements(ctx: &Context, attr: &AttrData, sink: &mut impl Sink) {
    let code = |sink: &mut dyn Sink, code: AttrCode| sink.varint(code as u64);
    match attr {
        AttrData::Dense { ty, data, splat } => {
            code(sink, AttrCode::Dense);
            sink.ty(*ty);
            dense(ctx, *ty, data, *splat, sink);
        }
        AttrData::DenseStrings { ty, values } => {
            code(sink, AttrCode::DenseStrings);
            sink.ty(*ty);
            sink.varint(u64::from(values.len() == 1));
            values.iter().for_each(|value| sink.string(ctx.bytes(*value)));
        }
        AttrData::Sparse { ty, indices, values } => {
            code(sink, AttrCode::Sparse);
            sink.ty(*ty);
            sink.attr(*indices);
            sink.attr(*values);
        }
        AttrData::DenseArray { element, values } => {
            let bytes = ctx.dense_element_bytes(*element);
            code(sink, AttrCode::DenseArray);
            sink.ty(*element);
            sink.varint(values.len() as u64);
            sink.varint((values.len() * bytes) as u64);
            values.iter().for_each(|value| sink.bytes(value.to_le_bytes().get(..bytes).unwrap_or_default()));
        }
        AttrData::DenseResource { key, ty } => {
            code(sink, AttrCode::DenseResource);
            sink.ty(*ty);
            sink.resource(*key);
        }
        _ => {}
    }
}

fn list<S: Sink, T>(sink: &mut S, items: &[T], mut item: impl FnMut(&mut S, &T)) {
    sink.varint(items.len() as u64);
    items.iter().for_each(|one| item(sink, one));
}

fn encode_location(ctx: &Context, location: &Location, sink: &mut impl Sink) {
    let code = |sink: &mut dyn Sink, code: AttrCode| sink.varint(code as u64);
    match location {
        Location::Unknown => code(sink, AttrCode::UnknownLoc),
        Location::CallSite { callee, caller } => {
            code(sink, AttrCode::CallSiteLoc);
            sink.attr(*callee);
            sink.attr(*caller);
        }
        Location::File { file, line, column, end: None } => {
            code(sink, AttrCode::FileLineColLoc);
            sink.attr(ctx.str_attr(*file));
            sink.varint(u64::from(*line));
            sink.varint(u64::from(*column));
        }
        Location::File { file, line, column, end: Some((end_line, end)) } => {
            code(sink, AttrCode::FileLineColRange);
            sink.attr(ctx.str_attr(*file));
            let numbers: &[u32] =
                if line == end_line { &[*line, *column, *end] } else { &[*line, *column, *end_line, *end] };
            list(sink, numbers, |sink, number| sink.varint(u64::from(*number)));
        }
        Location::Name { name, child } => {
            code(sink, AttrCode::NameLoc);
            sink.attr(ctx.str_attr(*name));
            sink.attr(*child);
        }
        Location::Fused { locations, metadata } => {
            code(sink, if metadata.is_some() { AttrCode::FusedLocWithMetadata } else { AttrCode::FusedLoc });
            list(sink, locations, |sink, location| sink.attr(*location));
            if let Some(metadata) = metadata {
                sink.attr(*metadata);
            }
        }
    }
}

/// Appends an integer in the bits of its type.
fn integer(ctx: &Context, ty: Type, value: &BigInt, sink: &mut impl Sink) {
    let width = match ctx.type_data(ty) {
        TypeData::Integer { width, .. } => *width,
        _ => 64,
    };
    let modulus = BigInt::from(1) << width;
    let bits = ((value % &modulus) + &modulus) % &modulus;
    known_width(width, &bits.iter_u64_digits().collect::<Vec<u64>>(), sink);
}

/// Appends a number of so many bits, which is in words from the lowest on.
fn known_width(width: u32, words: &[u64], sink: &mut impl Sink) {
    let low = words.first().copied().unwrap_or(0);
    match width {
        0..=8 => sink.bytes(&[low as u8]),
        9..=64 => sink.signed(low as i64),
        _ => {
            // One word at least.
            let used = words.iter().rposition(|&word| word != 0).map_or(1, |last| last + 1);
            sink.varint(used as u64);
            (0..used).for_each(|place| sink.signed(words.get(place).copied().unwrap_or(0) as i64));
        }
    }
}

/// Appends elements as upstream holds them: those of one bit are eight in a byte.
fn dense(ctx: &Context, ty: Type, data: &[u8], is_splat: bool, sink: &mut impl Sink) {
    let element = match ctx.type_data(ty) {
        TypeData::Vector { element, .. } | TypeData::Tensor { element, .. } | TypeData::MemRef { element, .. } => {
            *element
        }
        _ => ty,
    };
    let is_bit = matches!(ctx.type_data(element), TypeData::Integer { width: 1, .. });
    if !is_bit {
        sink.varint(data.len() as u64);
        return sink.bytes(data);
    }
    if is_splat {
        sink.varint(1);
        return sink.bytes(&[if data.first() == Some(&1) { 0xff } else { 0 }]);
    }
    let packed: Vec<u8> = data
        .chunks(8)
        .map(|bits| bits.iter().enumerate().fold(0, |byte, (place, bit)| byte | (bit & 1) << place))
        .collect();
    sink.varint(packed.len() as u64);
    sink.bytes(&packed);
}

fn llvm_parameter(ctx: &Context, param: &Param, value: Option<Attr>, sink: &mut impl Sink) {
    let number = |value: Option<Attr>| value.and_then(|value| ctx.int_value(value)).unwrap_or(0) as u64;
    let is_required = param.need == ParamNeed::Required;
    match param.kind {
        ParamKind::Number(_) if param.need == ParamNeed::Nullable => {
            sink.varint(number(value) << 1 | u64::from(value.is_some()));
        }
        ParamKind::Number(_) | ParamKind::Enum(..) | ParamKind::Dwarf(_) | ParamKind::Flags(_) => {
            sink.varint(number(value));
        }
        ParamKind::Bool => sink.bytes(&[u8::from(number(value) != 0)]),
        ParamKind::Str | ParamKind::Text if is_required => {
            let text = value.and_then(|value| ctx.string_value(value));
            sink.string(text.map(|text| ctx.bytes(text)).unwrap_or_default());
        }
        ParamKind::List(item) => {
            let items = value.map(|value| ctx.items(value)).unwrap_or_default();
            sink.bytes(&[u8::from(!items.is_empty())]);
            if !items.is_empty() {
                list(sink, items, |sink, value| match item {
                    ParamKind::Number(_) => sink.varint(number(Some(*value))),
                    _ => sink.optional_attr(Some(*value)),
                });
            }
        }
        _ => match value {
            Some(value) if is_required => sink.attr(value),
            value => sink.optional_attr(value),
        },
    }
}

/// Encodes a type. Where its dialect has no encoding for it, it is text: it returns `false` and writes nothing.
pub fn encode_type(ctx: &Context, ty: Type, sink: &mut impl Sink) -> bool {
    let code = |sink: &mut dyn Sink, code: TypeCode| sink.varint(code as u64);
    match ctx.type_data(ty) {
        TypeData::Integer { width, signedness } => {
            code(sink, TypeCode::Integer);
            let signedness = match signedness {
                Signedness::Signless => 0,
                Signedness::Signed => 1,
                Signedness::Unsigned => 2,
            };
            sink.varint(u64::from(*width) << 2 | signedness);
        }
        TypeData::Index => code(sink, TypeCode::Index),
        TypeData::None => code(sink, TypeCode::None),
        TypeData::Float(kind) => {
            let float = match kind {
                FloatKind::BF16 => TypeCode::BFloat16,
                FloatKind::F16 => TypeCode::Float16,
                FloatKind::F32 => TypeCode::Float32,
                FloatKind::F64 => TypeCode::Float64,
                FloatKind::F80 => TypeCode::Float80,
                FloatKind::F128 => TypeCode::Float128,
                FloatKind::PpcF128 | FloatKind::Small(_) => return false,
            };
            code(sink, float);
        }
        TypeData::Complex(element) => {
            code(sink, TypeCode::Complex);
            sink.ty(*element);
        }
        TypeData::Tuple(elements) => {
            code(sink, TypeCode::Tuple);
            list(sink, elements, |sink, ty| sink.ty(*ty));
        }
        TypeData::Function { inputs, results } => {
            code(sink, TypeCode::Function);
            list(sink, inputs, |sink, ty| sink.ty(*ty));
            list(sink, results, |sink, ty| sink.ty(*ty));
        }
        shaped @ (TypeData::Vector { .. } | TypeData::Tensor { .. } | TypeData::MemRef { .. }) => {
            encode_shaped(ctx, shaped, sink);
        }
        _ => return false,
    }
    true
}

/// Encodes a vector, a tensor or a memref.
fn encode_shaped(ctx: &Context, ty: &TypeData, sink: &mut impl Sink) {
    let code = |sink: &mut dyn Sink, code: TypeCode| sink.varint(code as u64);
    match ty {
        TypeData::Vector { dims, element } => {
            let is_scalable = dims.iter().any(|dim| dim.scalable);
            code(sink, if is_scalable { TypeCode::VectorWithScalableDims } else { TypeCode::Vector });
            if is_scalable {
                list(sink, dims, |sink, dim| sink.bytes(&[u8::from(dim.scalable)]));
            }
            shape(sink, dims);
            sink.ty(*element);
        }
        TypeData::Tensor { dims: Some(dims), element, encoding } => {
            code(sink, if encoding.is_some() { TypeCode::RankedTensorWithEncoding } else { TypeCode::RankedTensor });
            if let Some(encoding) = encoding {
                sink.attr(*encoding);
            }
            shape(sink, dims);
            sink.ty(*element);
        }
        TypeData::Tensor { dims: None, element, .. } => {
            code(sink, TypeCode::UnrankedTensor);
            sink.ty(*element);
        }
        TypeData::MemRef { dims, element, layout, space } => {
            code(
                sink,
                match (dims, space) {
                    (Some(_), None) => TypeCode::MemRef,
                    (Some(_), Some(_)) => TypeCode::MemRefWithSpace,
                    (None, None) => TypeCode::UnrankedMemRef,
                    (None, Some(_)) => TypeCode::UnrankedMemRefWithSpace,
                },
            );
            if let Some(space) = space {
                sink.attr(*space);
            }
            if let Some(dims) = dims {
                shape(sink, dims);
            }
            sink.ty(*element);
            if let Some(dims) = dims {
                sink.attr(layout.unwrap_or_else(|| identity(ctx, dims.len())));
            }
        }
        _ => {}
    }
}

fn shape(sink: &mut impl Sink, dims: &[Dim]) {
    list(sink, dims, |sink, dim| sink.signed(dim.size.map_or(DYNAMIC, |size| size as i64)));
}

/// The map that changes nothing: the layout of a memref that has none.
fn identity(ctx: &Context, rank: usize) -> Attr {
    let dims: Vec<String> = (0..rank).map(|dim| format!("d{dim}")).collect();
    let dims = dims.join(", ");
    ctx.attr(AttrData::Affine(ctx.str(&format!("affine_map<({dims}) -> ({dims})>"))))
}
