//! Types made of others in LLVM's spelling, whatever stands for a type: `part` appends one. LangRef, "Type System".

use crate::llvm_text as text;

/// `i32, ptr`
///
/// # Errors
/// That of a part.
pub fn list<T: Copy, E>(
    out: &mut String,
    types: &[T],
    mut part: impl FnMut(&mut String, T) -> Result<(), E>,
) -> Result<(), E> {
    for (place, ty) in types.iter().enumerate() {
        if place > 0 {
            out.push_str(", ");
        }
        part(out, *ty)?;
    }
    Ok(())
}

/// `<{ i32, ptr }>`
///
/// # Errors
/// That of a part.
pub fn struct_body<T: Copy, E>(
    out: &mut String,
    packed: bool,
    elements: &[T],
    part: impl FnMut(&mut String, T) -> Result<(), E>,
) -> Result<(), E> {
    if packed {
        out.push('<');
    }
    if elements.is_empty() {
        out.push_str("{}");
    } else {
        out.push_str("{ ");
        list(out, elements, part)?;
        out.push_str(" }");
    }
    if packed {
        out.push('>');
    }
    Ok(())
}

/// ` (i32, ...)`
///
/// # Errors
/// That of a part.
pub fn parameters<T: Copy, E>(
    out: &mut String,
    params: &[T],
    vararg: bool,
    part: impl FnMut(&mut String, T) -> Result<(), E>,
) -> Result<(), E> {
    out.push_str(" (");
    list(out, params, part)?;
    match (vararg, params.is_empty()) {
        (false, _) => {}
        (true, true) => out.push_str("..."),
        (true, false) => out.push_str(", ..."),
    }
    out.push(')');
    Ok(())
}

/// `target("spirv.Image", void, 1)`
///
/// # Errors
/// That of a part.
pub fn target_ext<T: Copy, E>(
    out: &mut String,
    name: &[u8],
    (types, ints): (&[T], &[u32]),
    mut part: impl FnMut(&mut String, T) -> Result<(), E>,
) -> Result<(), E> {
    out.push_str("target(");
    text::quoted(out, name);
    for ty in types {
        out.push_str(", ");
        part(out, *ty)?;
    }
    for int in ints {
        out.push_str(", ");
        text::int(out, *int);
    }
    out.push(')');
    Ok(())
}
