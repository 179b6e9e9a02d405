//! The `dlti.dl_spec` attribute that upstream's import makes of a data layout string.
//!
//! LangRef, "Data Layout"; the data layout and target information dialect page.

use std::fmt::Write;

use crate::attributes::AttrData;
use crate::context::{Attr, Context, Str};
use crate::names::LLVM_DATA_LAYOUT;

/// LangRef's default layout as far as upstream's import knows it; it stands in for what a layout does not say.
const DEFAULT: &str = "e-p:64:64:64-i1:8-i8:8-i16:16-i32:32-i64:32:64-f16:16-f64:64-f128:128-S0";

/// The `#dlti.dl_spec<...>` that upstream's import makes of a module's data layout, which may be empty.
///
/// Specifications upstream's import passes over (vectors, aggregates, non-integral address spaces) are in the string
/// alone, which the module keeps as `llvm.data_layout`.
pub fn dl_spec(ctx: &Context, layout: &str) -> Attr {
    let mut spec = Spec::default();
    for token in layout.split('-').chain(DEFAULT.split('-')).filter(|t| !t.is_empty()) {
        spec.token(token);
    }
    let mut body = String::from("dl_spec<");
    for (i, (key, value)) in spec.types.iter().chain(&spec.keys).enumerate() {
        let comma = if i > 0 { ", " } else { "" };
        let _ = write!(body, "{comma}{key} = {value}");
    }
    body.push('>');
    ctx.attr(AttrData::Opaque { dialect: ctx.str("dlti"), body: ctx.str(&body), ty: None })
}

/// The data layout string that upstream's export makes of the `dlti.dl_spec` of a module that has no string itself.
/// `None` where the module has none, or one that says what upstream's export does not know. The width of `index` is
/// passed over.
pub fn layout_text(ctx: &Context, module_attrs: Attr) -> Option<String> {
    if ctx.entry(module_attrs, LLVM_DATA_LAYOUT).is_some() {
        return None;
    }
    let spec = ctx.entry(module_attrs, ctx.str("dlti.dl_spec"))?;
    let AttrData::Opaque { body, .. } = ctx.attr_data(spec) else { return None };
    let body = ctx.text(*body);
    let entries = entries(body.strip_prefix("dl_spec<")?.strip_suffix('>')?);
    let (keys, types): (Vec<_>, Vec<_>) = entries.into_iter().partition(|entry| entry.0.starts_with('"'));
    let keys = keys.into_iter().map(|(key, value)| key_token(key, value));
    let types = types.into_iter().map(|(ty, value)| type_token(ty, value));
    let tokens: Option<Vec<String>> = keys.chain(types).collect();
    Some(tokens?.into_iter().filter(|token| !token.is_empty()).collect::<Vec<_>>().join("-"))
}

/// The layout string of a module: its own, or that of a `dlti.dl_spec` that is not what an empty one gives.
pub fn module_layout(ctx: &Context, module_attrs: Attr) -> Option<Str> {
    if let Some(own) = ctx.entry(module_attrs, LLVM_DATA_LAYOUT) {
        return ctx.string_value(own);
    }
    let spec = ctx.entry(module_attrs, ctx.str("dlti.dl_spec"))?;
    if spec == dl_spec(ctx, "") {
        return None;
    }
    layout_text(ctx, module_attrs).map(|text| ctx.str(&text))
}

/// The keys and values of a list, as text.
fn entries(list: &str) -> Vec<(&str, &str)> {
    let (mut depth, mut quoted, mut start) = (0u32, false, 0);
    let mut found = Vec::new();
    for (at, byte) in list.bytes().enumerate() {
        match byte {
            b'"' => quoted = !quoted,
            b'<' | b'[' | b'(' if !quoted => depth += 1,
            b'>' | b']' | b')' if !quoted => depth = depth.saturating_sub(1),
            b',' if !quoted && depth == 0 => {
                found.extend(list.get(start..at).and_then(|entry| entry.trim().split_once(" = ")));
                start = at + 1;
            }
            _ => {}
        }
    }
    found.extend(list.get(start..).and_then(|entry| entry.trim().split_once(" = ")));
    found
}

/// What a string says of a key; nothing of a number that is the default.
fn key_token(key: &str, value: &str) -> Option<String> {
    let number = || value.split(' ').next().and_then(|n| n.parse::<u64>().ok());
    let counted = |letter: &str| Some(number().filter(|n| *n != 0).map_or(String::new(), |n| format!("{letter}{n}")));
    let list = |open: &str| value.strip_prefix(open).and_then(|rest| rest.split(['>', ','].as_slice()).next());
    match key.trim_matches('"').strip_prefix("dlti.")? {
        "endianness" => match value.trim_matches('"') {
            "little" => Some("e".to_owned()),
            "big" => Some("E".to_owned()),
            _ => None,
        },
        "mangling_mode" => Some(format!("m:{}", value.trim_matches('"'))),
        "alloca_memory_space" => counted("A"),
        "program_memory_space" => counted("P"),
        "global_memory_space" => counted("G"),
        "stack_alignment" => counted("S"),
        "legal_int_widths" => {
            let widths = value.strip_prefix("array<i32: ")?.strip_suffix('>')?;
            Some(format!("n{}", widths.replace(", ", ":")))
        }
        "function_pointer_alignment" => {
            let bits = list("#dlti.function_pointer_alignment<")?;
            let letter = if value.contains("function_dependent = true") { 'n' } else { 'i' };
            Some(format!("F{letter}{bits}"))
        }
        _ => None,
    }
}

/// What a string says of a type.
fn type_token(ty: &str, value: &str) -> Option<String> {
    if ty == "index" {
        return Some(String::new());
    }
    let values = elements(value)?;
    if let Some(rest) = ty.strip_prefix("!llvm.ptr") {
        let space = if rest.is_empty() { "0" } else { rest.strip_prefix('<')?.strip_suffix('>')? };
        let [size, abi, ..] = values[..] else { return None };
        let preferred = values.get(2).copied().unwrap_or(abi);
        let index = values.get(3).copied().unwrap_or(size);
        return Some(format!("p{space}:{size}:{abi}:{preferred}:{index}"));
    }
    let known = ty.starts_with('i') || matches!(ty, "f16" | "f32" | "f64" | "f80" | "f128");
    if !known || ty.get(1..)?.parse::<u32>().is_err() {
        return None;
    }
    let abi = *values.first()?;
    Some(match values.get(1).copied().unwrap_or(abi) {
        preferred if preferred == abi => format!("{ty}:{abi}"),
        preferred => format!("{ty}:{abi}:{preferred}"),
    })
}

/// The numbers of `dense<[1, 2]> : vector<2xi64>`, all of them where they are one.
fn elements(value: &str) -> Option<Vec<u64>> {
    let (list, ty) = value.strip_prefix("dense<")?.split_once("> : vector<")?;
    if let Some(list) = list.strip_prefix('[') {
        return list.strip_suffix(']')?.split(", ").map(|n| n.parse().ok()).collect();
    }
    let count: usize = ty.split('x').next()?.parse().ok()?;
    // No type has more than four.
    Some(vec![list.parse().ok()?; count.min(4)])
}

/// The specifications of a data layout that upstream's import passes over, with a warning.
pub fn unhandled_tokens(layout: &str) -> impl Iterator<Item = &str> {
    const HANDLED: &[&str] = &["e", "E", "m", "S", "A", "P", "G", "Fi", "Fn", "n", "p", "i", "f"];
    let prefix = |token: &str| token.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(token.len());
    layout.split('-').filter(move |t| !t.is_empty() && !HANDLED.contains(&t.get(..prefix(t)).unwrap_or_default()))
}

/// Entries by type and by name, each in the order they were first met; the first of a key counts.
#[derive(Default)]
struct Spec {
    types: Vec<(String, String)>,
    keys: Vec<(String, String)>,
}

fn add(entries: &mut Vec<(String, String)>, key: String, value: String) {
    if !entries.iter().any(|e| e.0 == key) {
        entries.push((key, value));
    }
}

/// `8:16:32`
fn numbers(text: &str) -> Option<Vec<u64>> {
    text.split(':').map(|n| n.parse().ok()).collect()
}

/// `dense<...> : vector<Nxi64>`
fn dense(values: &[u64]) -> String {
    let equal = values.windows(2).all(|w| w[0] == w[1]);
    let list: Vec<String> = values.iter().map(u64::to_string).collect();
    match list.first() {
        Some(one) if equal => format!("dense<{one}> : vector<{}xi64>", values.len()),
        _ => format!("dense<[{}]> : vector<{}xi64>", list.join(", "), values.len()),
    }
}

impl Spec {
    fn key(&mut self, key: &str, value: String) {
        add(&mut self.keys, format!("\"dlti.{key}\""), value);
    }

    fn token(&mut self, token: &str) {
        let letters = token.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(token.len());
        let (prefix, rest) = token.split_at(letters);
        match prefix {
            "e" => self.key("endianness", "\"little\"".to_owned()),
            "E" => self.key("endianness", "\"big\"".to_owned()),
            "m" => {
                if let Some(mode) = rest.strip_prefix(':') {
                    self.key("mangling_mode", format!("\"{mode}\""));
                }
            }
            "S" => self.number("stack_alignment", rest, "i64"),
            "A" => self.number("alloca_memory_space", rest, "ui64"),
            "P" => self.number("program_memory_space", rest, "ui64"),
            "G" => self.number("global_memory_space", rest, "ui64"),
            "Fi" | "Fn" => {
                if let Ok(bits) = rest.parse::<u64>() {
                    let dependent = prefix == "Fn";
                    self.key(
                        "function_pointer_alignment",
                        format!("#dlti.function_pointer_alignment<{bits}, function_dependent = {dependent}>"),
                    );
                }
            }
            "n" => {
                if let Some(widths) = numbers(rest) {
                    let widths: Vec<String> = widths.iter().map(u64::to_string).collect();
                    self.key("legal_int_widths", format!("array<i32: {}>", widths.join(", ")));
                }
            }
            "p" => self.pointer(rest),
            "i" | "f" => self.scalar(prefix, rest),
            _ => {}
        }
    }

    /// A number other than 0.
    fn number(&mut self, key: &str, text: &str, ty: &str) {
        if let Ok(value) = text.parse::<u64>()
            && value != 0
        {
            self.key(key, format!("{value} : {ty}"));
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
            let ty = if space == 0 { "!llvm.ptr".to_owned() } else { format!("!llvm.ptr<{space}>") };
            add(&mut self.types, ty, dense(&[size, abi, preferred, index]));
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
            add(&mut self.types, format!("{prefix}{width}"), dense(&[abi, preferred]));
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
        let spec = (ctx.str("dlti.dl_spec"), dl_spec(&ctx, text));
        let said = layout_text(&ctx, ctx.dictionary(&[spec])).unwrap_or_default();
        let own: Vec<&str> = said.split('-').collect();
        assert!(text.split('-').all(|token| own.contains(&token)), "{said}");
        let empty = ctx.dictionary(&[(ctx.str("dlti.dl_spec"), dl_spec(&ctx, ""))]);
        assert_eq!(module_layout(&ctx, empty), None);
        let other = "dl_spec<\"dlti.novel\" = 32 : i32>";
        let other = ctx.attr(AttrData::Opaque { dialect: ctx.str("dlti"), body: ctx.str(other), ty: None });
        assert_eq!(layout_text(&ctx, ctx.dictionary(&[(ctx.str("dlti.dl_spec"), other)])), None);
    }

    fn text(layout: &str) -> String {
        let ctx = Context::new();
        match ctx.attr_data(dl_spec(&ctx, layout)) {
            AttrData::Opaque { body, .. } => ctx.text(*body).into_owned(),
            _ => String::new(),
        }
    }

    #[test]
    fn an_empty_layout_is_the_default() {
        assert_eq!(
            text(""),
            "dl_spec<!llvm.ptr = dense<64> : vector<4xi64>, i1 = dense<8> : vector<2xi64>, \
             i8 = dense<8> : vector<2xi64>, i16 = dense<16> : vector<2xi64>, i32 = dense<32> : vector<2xi64>, \
             i64 = dense<[32, 64]> : vector<2xi64>, f16 = dense<16> : vector<2xi64>, \
             f64 = dense<64> : vector<2xi64>, f128 = dense<128> : vector<2xi64>, \"dlti.endianness\" = \"little\">"
        );
    }

    #[test]
    fn what_a_layout_says_comes_first() {
        let spec = text("E-m:e-p270:16:32:64-i64:64-n8:16-S128-A5-Fn32-v64:64");
        assert!(spec.starts_with(
            "dl_spec<!llvm.ptr<270> = dense<[16, 32, 64, 16]> : vector<4xi64>, i64 = dense<64> : vector<2xi64>, "
        ));
        assert!(spec.ends_with(
            "\"dlti.endianness\" = \"big\", \"dlti.mangling_mode\" = \"e\", \
             \"dlti.legal_int_widths\" = array<i32: 8, 16>, \"dlti.stack_alignment\" = 128 : i64, \
             \"dlti.alloca_memory_space\" = 5 : ui64, \"dlti.function_pointer_alignment\" = \
             #dlti.function_pointer_alignment<32, function_dependent = true>>"
        ));
    }
}
