//! The `dlti.dl_spec` attribute that upstream's import makes of a data layout string.
//!
//! LangRef, "Data Layout"; the data layout and target information dialect page.

use std::fmt::Write;

use crate::attributes::AttrData;
use crate::context::{Attr, Context};

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
