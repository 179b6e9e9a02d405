//! Which of the objects of a `gpu.binary` is embedded, and what it is: `#gpu.object<#nvvm.target, properties = {O = 2 : i32},
//! assembly = "...">`.

use std::borrow::Cow;

use irtrip_dialect::attributes::struct_attribute::{unescape, written_parameters};
use irtrip_dialect::diagnostic::ExportCode;
use irtrip_dialect::{Attr, AttrData, Context};

use super::SELECT_OBJECT;

/// What of an object is embedded.
pub struct Object<'a> {
    /// Its bytes.
    pub bytes: Cow<'a, [u8]>,
    /// Whether it is assembly, which the runtime compiles.
    pub is_assembly: bool,
    /// The level that the runtime compiles it at.
    pub level: i64,
    /// The section of the host's object file that it is in.
    pub section: Option<String>,
}

/// The object that a handler selects.
///
/// # Errors
/// The handler is another than `#gpu.select_object`, or there is no such object.
pub fn selected<'a>(ctx: &'a Context, handler: Option<Attr>, objects: &[Attr]) -> Result<Object<'a>, ExportCode> {
    let wanted = match handler.map(|handler| text_of(ctx, handler)) {
        None => None,
        Some(text) => match text.strip_prefix(SELECT_OBJECT) {
            Some("") => None,
            Some(_) => written_parameters(text).next(),
            None => return Err(ExportCode::Attribute("offloadingHandler")),
        },
    };
    let index = |text: &str| text.split_once(':').map_or(text, |(number, _)| number).trim().parse::<usize>().ok();
    let place = match wanted {
        None => Some(0),
        Some(target) => index(target).or_else(|| {
            let is_for = |object: &Attr| written_parameters(text_of(ctx, *object)).next() == Some(target);
            objects.iter().rposition(is_for)
        }),
    };
    let object = place.and_then(|place| objects.get(place));
    let missing = || ExportCode::Rule("the requested target object couldn't be found".to_owned());
    read(text_of(ctx, *object.ok_or_else(missing)?))
}

/// The text of an attribute of a dialect, without the dialect.
fn text_of(ctx: &Context, attr: Attr) -> &str {
    match ctx.attr_data(attr) {
        AttrData::Opaque { body, .. } => std::str::from_utf8(ctx.bytes(*body)).unwrap_or_default(),
        _ => "",
    }
}

/// Whether each of some attributes is an object, which ends with its bytes.
pub fn are_objects(ctx: &Context, objects: &[Attr]) -> bool {
    objects.iter().all(|object| written_parameters(text_of(ctx, *object)).last().and_then(bytes).is_some())
}

/// The bytes of an object by its last parameter: `"..."`, `assembly = "..."`.
fn bytes(parameter: &str) -> Option<Cow<'_, [u8]>> {
    string(parameter.get(parameter.find('"')?..)?)
}

fn read(text: &str) -> Result<Object<'_>, ExportCode> {
    let parameters: Vec<&str> = written_parameters(text).collect();
    let bytes = parameters.last().copied().and_then(bytes).ok_or(ExportCode::Attribute("objects"))?;
    let is_assembly = parameters.last().is_some_and(|last| last.starts_with("assembly"));
    let mut object = Object { bytes, is_assembly, level: 0, section: None };
    let properties = parameters.iter().filter_map(|parameter| parameter.strip_prefix("properties"));
    for property in properties.flat_map(written_parameters) {
        let Some((name, value)) = property.split_once('=').map(|(name, value)| (name.trim(), value.trim())) else {
            continue;
        };
        match name.trim_matches('"') {
            "O" if is_assembly => {
                let level = value.split_once(':').filter(|(_, ty)| ty.trim() == "i32");
                let level = level.and_then(|(level, _)| level.trim().parse().ok());
                let rule = || ExportCode::Rule("the optimization level is no integer of 32 bits".to_owned());
                object.level = level.ok_or_else(rule)?;
            }
            "section" => object.section = string(value).map(|name| String::from_utf8_lossy(&name).into_owned()),
            _ => {}
        }
    }
    Ok(object)
}

/// The bytes of a string with its quotes.
fn string(quoted: &str) -> Option<Cow<'_, [u8]>> {
    unescape(quoted.strip_prefix('"')?.strip_suffix('"')?)
}
