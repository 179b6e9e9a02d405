//! The `dlti.dl_spec` attribute that upstream's import makes of a data layout string.
//!
//! LangRef, "Data Layout"; the data layout and target information dialect page.

pub mod layout;
pub mod layout_checks;
pub mod triple;
pub mod upgrade;

pub use crate::attributes::LayoutKind;

use rustc_hash::FxHashSet;

use crate::attributes::AttrData;
use crate::context::{Attr, Context, Str, Type};
use crate::names::{DLTI_DL_SPEC, IRTRIP_DATA_LAYOUT, LLVM_DATA_LAYOUT, LLVM_TARGET_TRIPLE};
use crate::types::{Dim, FloatKind, Signedness, TypeData, well_known as types};

/// LangRef's default layout as far as upstream's import knows it; it completes a layout that leaves entries out.
const DEFAULT: &str = "e-p:64:64:64-i1:8-i8:8-i16:16-i32:32-i64:32:64-f16:16-f64:64-f128:128-S0";

/// The `#dlti.dl_spec<...>` that upstream's import makes of a module's data layout, which may be empty.
///
/// Specifications upstream's import passes over (vectors, aggregates, non-integral address spaces) are in the string
/// alone, which the module keeps as `llvm.data_layout`.
pub fn dl_spec(ctx: &Context, layout: &str) -> Attr {
    let mut spec = Spec { ctx, types: Vec::new(), keys: Vec::new(), known: FxHashSet::default() };
    for token in layout.split('-').chain(DEFAULT.split('-')).filter(|t| !t.is_empty()) {
        spec.token(token);
    }
    let entries = spec.types.into_iter().chain(spec.keys).collect();
    ctx.attr(AttrData::DataLayout { kind: LayoutKind::Spec, entries })
}

/// The data layout string that upstream's export makes of the `dlti.dl_spec` of a module that has no string itself.
/// `None` where the module has none, or one with an entry that upstream's export does not know. The width of `index` is
/// passed over.
pub fn layout_text(ctx: &Context, module_attrs: Attr) -> Option<String> {
    if ctx.entry(module_attrs, LLVM_DATA_LAYOUT).is_some() {
        return None;
    }
    let spec = ctx.entry(module_attrs, DLTI_DL_SPEC)?;
    let AttrData::DataLayout { kind: LayoutKind::Spec, entries } = ctx.attr_data(spec) else { return None };
    let (types, keys): (Vec<_>, Vec<_>) = entries.iter().copied().partition(|entry| ctx.type_value(entry.0).is_some());
    let keys = keys.into_iter().map(|(key, value)| key_token(ctx, &ctx.text(ctx.string_value(key)?), value));
    let types = types.into_iter().map(|(key, value)| type_token(ctx, ctx.type_value(key)?, value));
    let tokens: Option<Vec<String>> = keys.chain(types).collect();
    Some(tokens?.into_iter().filter(|token| !token.is_empty()).collect::<Vec<_>>().join("-"))
}

/// Whether a specification has an entry for a type.
pub fn has_type_entry(ctx: &Context, spec: Attr, ty: Type) -> bool {
    matches!(ctx.attr_data(spec), AttrData::DataLayout { entries, .. }
        if entries.iter().any(|entry| ctx.type_value(entry.0) == Some(ty)))
}

/// The layout string of a module: its own, or that of a `dlti.dl_spec` that is not that of an empty one.
pub fn module_layout(ctx: &Context, module_attrs: Attr) -> Option<Str> {
    if let Some(own) = ctx.entry(module_attrs, LLVM_DATA_LAYOUT) {
        return ctx.string_value(own);
    }
    let spec = ctx.entry(module_attrs, DLTI_DL_SPEC)?;
    if spec == dl_spec(ctx, "") {
        return None;
    }
    layout_text(ctx, module_attrs).map(|text| ctx.str(&text))
}

/// The layout string that the module's text had, which became the one of the module; that one where nothing else is preserved.
pub fn layout_of_text(ctx: &Context, module_attrs: Attr) -> Option<Str> {
    let layout = module_layout(ctx, module_attrs);
    let pair = ctx.entry(module_attrs, IRTRIP_DATA_LAYOUT).map(|pair| ctx.items(pair)).unwrap_or_default();
    let [written, upgraded] = pair else { return layout };
    let triple = ctx.string_entry(module_attrs, LLVM_TARGET_TRIPLE);
    let triple = triple.map(|triple| ctx.text(triple)).unwrap_or_default();
    // What does not become the module's layout is none of its target's in an older release.
    let becomes = |written: &Str| layout == Some(ctx.str(&upgrade::upgraded(&ctx.text(*written), &triple)));
    let written = ctx.string_value(*written).filter(|_| ctx.string_value(*upgraded) == layout);
    written.filter(becomes).or(layout)
}

/// The entry of a string for a key; none for a number that is the default.
fn key_token(ctx: &Context, key: &str, value: Attr) -> Option<String> {
    let counted = |letter: &str| {
        let number = ctx.int_value(value).filter(|number| *number != 0);
        Some(number.map_or(String::new(), |number| format!("{letter}{number}")))
    };
    let string = || Some(ctx.text(ctx.string_value(value)?));
    match key.strip_prefix("dlti.")? {
        "endianness" => match &*string()? {
            "little" => Some("e".to_owned()),
            "big" => Some("E".to_owned()),
            _ => None,
        },
        "mangling_mode" => Some(format!("m:{}", string()?)),
        "alloca_memory_space" => counted("A"),
        "program_memory_space" => counted("P"),
        "global_memory_space" => counted("G"),
        "stack_alignment" => counted("S"),
        "legal_int_widths" => {
            let widths: Vec<String> = ctx.dense_array(value)?.iter().map(i64::to_string).collect();
            Some(format!("n{}", widths.join(":")))
        }
        "function_pointer_alignment" => {
            let AttrData::Opaque { body, .. } = ctx.attr_data(value) else { return None };
            let body = ctx.text(*body);
            let bits = body.strip_prefix("function_pointer_alignment<")?.split(['>', ','].as_slice()).next()?;
            let letter = if body.contains("function_dependent = true") { 'n' } else { 'i' };
            Some(format!("F{letter}{bits}"))
        }
        _ => None,
    }
}

/// The entry of a string for a type.
fn type_token(ctx: &Context, ty: Type, value: Attr) -> Option<String> {
    let data = ctx.type_data(ty);
    if matches!(data, TypeData::Index) {
        return Some(String::new());
    }
    let values = numbers_of(ctx, value)?;
    let name = match data {
        TypeData::Pointer { address_space: space } => {
            let [size, abi, ..] = values[..] else { return None };
            let preferred = values.get(2).copied().unwrap_or(abi);
            let index = values.get(3).copied().unwrap_or(size);
            return Some(format!("p{space}:{size}:{abi}:{preferred}:{index}"));
        }
        TypeData::Integer { width, signedness: Signedness::Signless } => format!("i{width}"),
        TypeData::Float(
            kind @ (FloatKind::F16 | FloatKind::F32 | FloatKind::F64 | FloatKind::F80 | FloatKind::F128),
        ) => format!("f{}", kind.width()),
        _ => return None,
    };
    let abi = *values.first()?;
    Some(match values.get(1).copied().unwrap_or(abi) {
        preferred if preferred == abi => format!("{name}:{abi}"),
        preferred => format!("{name}:{abi}:{preferred}"),
    })
}

/// The numbers of `dense<[1, 2]> : vector<2xi64>`, all of them where they are one.
pub fn numbers_of(ctx: &Context, value: Attr) -> Option<Vec<u64>> {
    let AttrData::Dense { ty, data, splat } = ctx.attr_data(value) else { return None };
    let (TypeData::Vector { dims, element } | TypeData::Tensor { dims: Some(dims), element, .. }) = ctx.type_data(*ty)
    else {
        return None;
    };
    // Numbers were of 32 bits in releases up to 17.
    let mut numbers: Vec<u64> = match *element {
        types::I64 => data.as_chunks::<8>().0.iter().map(|bytes| u64::from_le_bytes(*bytes)).collect(),
        types::I32 => data.as_chunks::<4>().0.iter().map(|bytes| u32::from_le_bytes(*bytes).into()).collect(),
        _ => return None,
    };
    let count = dims.iter().try_fold(1_u64, |count, dim| count.checked_mul(dim.size?))?;
    if *splat {
        // No type has more than four.
        let one = *numbers.first()?;
        numbers.resize(usize::try_from(count.min(8)).ok()?, one);
    }
    Some(numbers)
}

/// The specifications of a data layout that upstream's import passes over, with a warning.
pub fn unhandled_tokens(layout: &str) -> impl Iterator<Item = &str> {
    const HANDLED: &[&str] = &["e", "E", "m", "S", "A", "P", "G", "Fi", "Fn", "n", "p", "i", "f"];
    let prefix = |token: &str| token.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(token.len());
    layout.split('-').filter(move |t| !t.is_empty() && !HANDLED.contains(&t.get(..prefix(t)).unwrap_or_default()))
}

/// Entries by type and by name, each in the order they were first met; the first of a key counts.
struct Spec<'c> {
    ctx: &'c Context,
    types: Vec<(Attr, Attr)>,
    keys: Vec<(Attr, Attr)>,
    /// The keys of both.
    known: FxHashSet<Attr>,
}

/// `8:16:32`
fn numbers(text: &str) -> Option<Vec<u64>> {
    text.split(':').map(|n| n.parse().ok()).collect()
}

impl Spec<'_> {
    fn key(&mut self, key: &str, value: Attr) {
        let key = self.ctx.string_attr(&format!("dlti.{key}"));
        if self.known.insert(key) {
            self.keys.push((key, value));
        }
    }

    fn string(&mut self, key: &str, value: &str) {
        let value = self.ctx.string_attr(value);
        self.key(key, value);
    }

    fn ty(&mut self, ty: Type, values: &[u64]) {
        let dim = Dim { size: Some(values.len() as u64), scalable: false };
        let vector = self.ctx.ty(TypeData::Vector { dims: Box::new([dim]), element: types::I64 });
        let bytes: Vec<u8> = values.iter().flat_map(|value| value.to_le_bytes()).collect();
        let (key, value) = (self.ctx.type_attr(ty), self.ctx.dense(vector, &bytes, 8));
        if self.known.insert(key) {
            self.types.push((key, value));
        }
    }

    fn token(&mut self, token: &str) {
        let letters = token.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(token.len());
        let (prefix, rest) = token.split_at(letters);
        match prefix {
            "e" => self.string("endianness", "little"),
            "E" => self.string("endianness", "big"),
            "m" => {
                if let Some(mode) = rest.strip_prefix(':') {
                    self.string("mangling_mode", mode);
                }
            }
            "S" => self.number("stack_alignment", rest, types::I64),
            "A" => self.number("alloca_memory_space", rest, self.unsigned()),
            "P" => self.number("program_memory_space", rest, self.unsigned()),
            "G" => self.number("global_memory_space", rest, self.unsigned()),
            "Fi" | "Fn" => {
                if let Ok(bits) = rest.parse::<u64>() {
                    let dependent = prefix == "Fn";
                    let body = format!("function_pointer_alignment<{bits}, function_dependent = {dependent}>");
                    self.key("function_pointer_alignment", self.ctx.opaque_attr("dlti", &body));
                }
            }
            "n" => {
                if let Some(widths) = numbers(rest) {
                    let values = widths.iter().map(|&width| width as i64).collect();
                    let widths = AttrData::DenseArray { element: types::I32, values };
                    self.key("legal_int_widths", self.ctx.attr(widths));
                }
            }
            "p" => self.pointer(rest),
            "i" | "f" => self.scalar(prefix, rest),
            _ => {}
        }
    }

    fn unsigned(&self) -> Type {
        self.ctx.ty(TypeData::Integer { width: 64, signedness: Signedness::Unsigned })
    }

    /// A number other than 0.
    fn number(&mut self, key: &str, text: &str, ty: Type) {
        if let Ok(value) = text.parse::<u64>()
            && value != 0
        {
            self.key(key, self.ctx.int_attr(ty, value as i64));
        }
    }

    /// `[n]:size:abi[:preferred[:index]]`
    fn pointer(&mut self, text: &str) {
        let Some((space, rest)) = text.split_once(':') else { return };
        let space = if space.is_empty() { Ok(0) } else { space.parse::<u32>() };
        let (Ok(space), Some(values)) = (space, numbers(rest)) else { return };
        if let [size, abi, ..] = values[..]
            && values.len() <= 4
        {
            let preferred = values.get(2).copied().unwrap_or(abi);
            let index = values.get(3).copied().unwrap_or(size);
            self.ty(self.ctx.ptr_type(space), &[size, abi, preferred, index]);
        }
    }

    /// `width:abi[:preferred]`
    fn scalar(&mut self, prefix: &str, text: &str) {
        let Some((width, rest)) = text.split_once(':') else { return };
        let known = prefix == "i" || matches!(width, "16" | "32" | "64" | "80" | "128");
        let (Ok(width), Some(values), true) = (width.parse::<u32>(), numbers(rest), known) else { return };
        if let [abi, ..] = values[..]
            && values.len() <= 2
        {
            let preferred = values.get(1).copied().unwrap_or(abi);
            let ty = match width {
                _ if prefix == "i" => self.ctx.int_type(width),
                16 => self.ctx.float_type(FloatKind::F16),
                32 => self.ctx.float_type(FloatKind::F32),
                64 => self.ctx.float_type(FloatKind::F64),
                80 => self.ctx.float_type(FloatKind::F80),
                _ => self.ctx.float_type(FloatKind::F128),
            };
            self.ty(ty, &[abi, preferred]);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_specification_says_its_string() {
        let ctx = Context::new();
        let text = "E-m:e-n32:64-S128-A5-P2-G1-Fn64-i32:32-p0:32:32:64:32-p3:32:32:64:16-f80:128-i64:32:64";
        let spec = (DLTI_DL_SPEC, dl_spec(&ctx, text));
        let written = layout_text(&ctx, ctx.dictionary(&[spec])).unwrap_or_default();
        let own: Vec<&str> = written.split('-').collect();
        assert!(text.split('-').all(|token| own.contains(&token)), "{written}");
        let empty = ctx.dictionary(&[(DLTI_DL_SPEC, dl_spec(&ctx, ""))]);
        assert_eq!(module_layout(&ctx, empty), None);
        let entries = Box::new([(ctx.string_attr("dlti.novel"), ctx.int_attr(types::I32, 32))]);
        let other = ctx.attr(AttrData::DataLayout { kind: LayoutKind::Spec, entries });
        assert_eq!(layout_text(&ctx, ctx.dictionary(&[(DLTI_DL_SPEC, other)])), None);
    }

    #[test]
    fn what_a_layout_says_comes_first() {
        let ctx = Context::new();
        let numbers = |layout: &str, ty: Type| match ctx.attr_data(dl_spec(&ctx, layout)) {
            AttrData::DataLayout { entries, .. } => {
                let entry = entries.iter().find(|entry| ctx.type_value(entry.0) == Some(ty));
                entry.and_then(|entry| numbers_of(&ctx, entry.1))
            }
            _ => None,
        };
        assert_eq!(numbers("", types::PTR), Some(vec![64; 4]));
        assert_eq!(numbers("", types::I64), Some(vec![32, 64]));
        assert_eq!(numbers("E-i64:64", types::I64), Some(vec![64, 64]));
        assert_eq!(numbers("p270:16:32:64", ctx.ptr_type(270)), Some(vec![16, 32, 64, 16]));
    }
}
