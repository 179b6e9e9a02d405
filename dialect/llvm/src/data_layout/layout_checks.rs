//! What LLVM's reader finds wrong with a data layout string. LangRef, "Data Layout".

/// What is wrong with a layout string, in LLVM's words; `None` where it is one.
///
/// ```
/// use irtrip_dialect::layout_checks::check_data_layout;
/// assert_eq!(check_data_layout("e-i64:64"), None);
/// assert_eq!(check_data_layout("e-p3(shared):32:32"), None);
/// assert_eq!(check_data_layout("e-x"), Some("unknown specifier 'x'".to_owned()));
/// ```
pub fn check_data_layout(layout: &str) -> Option<String> {
    if layout.is_empty() {
        return None;
    }
    layout.split('-').find_map(|specification| check_specification(specification).err())
}

type Checked<T = ()> = Result<T, String>;

fn check_specification(specification: &str) -> Checked {
    let mut letters = specification.chars();
    let Some(letter) = letters.next() else { return Err("empty specification is not allowed".to_owned()) };
    let rest = letters.as_str();
    if let Some(spaces) = specification.strip_prefix("ni") {
        return non_integral(spaces);
    }
    match letter {
        'i' | 'f' | 'v' => scalar(letter, rest),
        'a' => aggregate(rest),
        'p' => pointer(rest),
        // Long out of use.
        's' => Ok(()),
        'e' | 'E' if rest.is_empty() => Ok(()),
        'e' | 'E' => Err("malformed specification, must be just 'e' or 'E'".to_owned()),
        'n' => rest.split(':').try_for_each(|width| size(width, "size").map(drop)),
        'S' => present(rest, "S<size>").and_then(|rest| alignment(rest, "stack natural", false).map(drop)),
        'F' => function_pointer(rest),
        'P' | 'A' | 'G' => {
            present(rest, &format!("{letter}<address space>")).and_then(|rest| address_space(rest).map(drop))
        }
        'm' => mangling(rest),
        _ => Err(format!("unknown specifier '{letter}'")),
    }
}

fn malformed<T>(form: &str) -> Checked<T> {
    Err(format!("malformed specification, must be of the form \"{form}\""))
}

fn present<'t>(rest: &'t str, form: &str) -> Checked<&'t str> {
    if rest.is_empty() { malformed(form) } else { Ok(rest) }
}

/// The parts between colons, of which there must be so many.
fn parts<'t>(text: &'t str, count: std::ops::RangeInclusive<usize>, form: &str) -> Checked<Vec<&'t str>> {
    let parts: Vec<&str> = text.split(':').collect();
    if count.contains(&parts.len()) { Ok(parts) } else { malformed(form) }
}

fn number(text: &str) -> Option<u32> {
    // Digits alone: LLVM accepts no sign.
    text.bytes().all(|byte| byte.is_ascii_digit()).then(|| text.parse().ok())?
}

fn size(text: &str, name: &str) -> Checked<u32> {
    if text.is_empty() {
        return Err(format!("{name} component cannot be empty"));
    }
    let fits = number(text).filter(|size| (1..1 << 24).contains(size));
    fits.ok_or_else(|| format!("{name} must be a non-zero 24-bit integer"))
}

fn address_space(text: &str) -> Checked<u32> {
    if text.is_empty() {
        return Err("address space component cannot be empty".to_owned());
    }
    let fits = number(text).filter(|space| *space < 1 << 24);
    fits.ok_or_else(|| "address space must be a 24-bit integer".to_owned())
}

/// An alignment in bits; 0 counts as a byte where it may be.
fn alignment(text: &str, name: &str, may_be_zero: bool) -> Checked<u32> {
    if text.is_empty() {
        return Err(format!("{name} alignment component cannot be empty"));
    }
    match number(text).filter(|bits| *bits < 1 << 16) {
        None => Err(format!("{name} alignment must be a 16-bit integer")),
        Some(0) if may_be_zero => Ok(8),
        Some(0) => Err(format!("{name} alignment must be non-zero")),
        Some(bits) if bits % 8 == 0 && (bits / 8).is_power_of_two() => Ok(bits),
        Some(_) => Err(format!("{name} alignment must be a power of two times the byte width")),
    }
}

/// The alignments of the ABI and the one preferred, which is the same where it is left out.
fn alignments(abi: &str, preferred: Option<&&str>, may_be_zero: bool) -> Checked<u32> {
    let abi = alignment(abi, "ABI", may_be_zero)?;
    let preferred = preferred.map_or(Ok(abi), |text| alignment(text, "preferred", false))?;
    if preferred < abi {
        return Err("preferred alignment cannot be less than the ABI alignment".to_owned());
    }
    Ok(abi)
}

fn scalar(letter: char, rest: &str) -> Checked {
    let parts = parts(rest, 2..=3, &format!("{letter}<size>:<abi>[:<pref>]"))?;
    let width = size(parts[0], "size")?;
    if letter == 'i' && width == 8 && alignment(parts[1], "ABI", false)? != 8 {
        return Err("i8 must be 8-bit aligned".to_owned());
    }
    alignments(parts[1], parts.get(2), false).map(drop)
}

fn aggregate(rest: &str) -> Checked {
    let parts = parts(rest, 2..=3, "a:<abi>[:<pref>]")?;
    if !parts[0].is_empty() && number(parts[0]) != Some(0) {
        return Err("size must be zero".to_owned());
    }
    alignments(parts[1], parts.get(2), true).map(drop)
}

fn pointer(rest: &str) -> Checked {
    let parts = parts(rest, 3..=5, "p[<n>]:<size>:<abi>[:<pref>[:<idx>]]")?;
    let (head, name) = parts[0].split_once('(').map_or((parts[0], None), |(head, name)| (head, Some(name)));
    if name.is_some_and(|name| name.strip_suffix(')').is_none_or(|name| name.is_empty() || name.contains(')'))) {
        return Err("Expected `( address space name )`".to_owned());
    }
    let space = head.trim_start_matches(['u', 'e']);
    if let Some(flag) = space.chars().next().filter(char::is_ascii_alphabetic) {
        return Err(format!("'{flag}' is not a valid pointer specification flag"));
    }
    let number = if space.is_empty() { 0 } else { address_space(space)? };
    if number == 0 && space.len() < head.len() {
        return Err("address space 0 cannot be unstable or have external state".to_owned());
    }
    let width = size(parts[1], "pointer size")?;
    alignments(parts[2], parts.get(3), false)?;
    match parts.get(4).map(|text| size(text, "index size")).transpose()? {
        Some(index) if index > width => Err("index size cannot be larger than the pointer size".to_owned()),
        _ => Ok(()),
    }
}

fn non_integral(spaces: &str) -> Checked {
    let Some(spaces) = spaces.strip_prefix(':') else {
        return malformed("ni:<address space>[:<address space>]...");
    };
    spaces.split(':').try_for_each(|space| match address_space(space)? {
        0 => Err("address space 0 cannot be non-integral".to_owned()),
        _ => Ok(()),
    })
}

fn function_pointer(rest: &str) -> Checked {
    let mut letters = present(rest, "F<type><abi>")?.chars();
    match letters.next() {
        Some('i' | 'n') => alignment(letters.as_str(), "ABI", false).map(drop),
        other => Err(format!("unknown function pointer alignment type '{}'", other.unwrap_or_default())),
    }
}

fn mangling(rest: &str) -> Checked {
    match rest.strip_prefix(':') {
        None | Some("") => malformed("m:<mangling>"),
        Some("e" | "l" | "o" | "m" | "w" | "x" | "a") => Ok(()),
        Some(_) => Err("unknown mangling mode".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::check_data_layout;

    #[test]
    fn layouts_of_targets_are_right() {
        for layout in [
            "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128",
            "E-m:a-p:32:32-Fi32-i64:64-n32",
            "e-p:64:64-p1:64:64-p2:32:32-A5-G1-ni:7:8:9-v16:16-a:0:32",
        ] {
            assert_eq!(check_data_layout(layout), None, "{layout}");
        }
    }

    #[test]
    fn parts_are_held_to_their_bounds() {
        for (layout, fault) in [
            ("e-p:64:64:32", "preferred alignment cannot be less than the ABI alignment"),
            ("e-i8:16", "i8 must be 8-bit aligned"),
            ("e-n", "size component cannot be empty"),
            ("e-p:64:64:64:128", "index size cannot be larger than the pointer size"),
            ("e--", "empty specification is not allowed"),
        ] {
            assert_eq!(check_data_layout(layout).as_deref(), Some(fault));
        }
    }
}
