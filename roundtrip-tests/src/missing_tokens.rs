//! The tokens of LLVM assembly that a trip lost.
//!
//! Whether two modules mean the same is decided by reading both, and what the reader ignores is in neither model. So a
//! text that came back with other bytes is also compared with the text that went in: every keyword, symbol, metadata kind
//! and string of it must be there again. Numbers and other literals, local names and comments may change. So may the words of a
//! constant expression, which LLVM folds where it reads it: a reader cannot ignore a part of a value. LLVM drops types, metadata
//! nodes and attribute groups that nothing uses, and does not write what goes without saying.

use std::borrow::Cow;
use std::sync::LazyLock;

use irtrip_dialect::intrinsics::lookup_intrinsic;
use irtrip_dialect::llvm_text::unescape;
use irtrip_dialect::{DialectRegistry, OpNameDefinition};
use rustc_hash::{FxHashMap, FxHashSet};

/// The tokens of `before` that `after` does not have, in order, each once.
pub(crate) fn missing_tokens<'a>(before: &'a str, after: &str) -> Vec<&'a str> {
    let mut kept: FxHashSet<Cow<'_, [u8]>> = Tokens::all_of(after).map(meaning).collect();
    // What is `inbounds` is `nusw` without saying so; each instruction's own flags are in both models.
    if kept.contains(&b"inbounds"[..]) {
        kept.insert(b"nusw"[..].into());
    }
    let mut met = FxHashSet::default();
    Tokens { pointees_go: !names_pointees(after), ..Tokens::kept_of(before, unused_definitions(before)) }
        .filter(|w| !kept.contains(&meaning(w)) && met.insert(*w))
        .collect()
}

/// What a token says, however it is spelled: `@"\C3\A9"` is `@"é"`, `@"f"` is `@f`, and `@llvm.smax.f` is `@llvm.smax.i32`.
fn meaning(token: &str) -> Cow<'_, [u8]> {
    let Some((sigil, name)) = token.split_at_checked(1) else { return token.as_bytes().into() };
    // LLVM spells the types of an intrinsic itself.
    if let Some(intrinsic) = lookup_intrinsic(name.as_bytes()).filter(|_| sigil == "@") {
        return intrinsic.base.into();
    }
    let is_string = sigil == "\"";
    let quoted =
        if is_string { name.strip_suffix('"') } else { name.strip_prefix('"').and_then(|n| n.strip_suffix('"')) };
    match quoted {
        Some(quoted) => [sigil.as_bytes(), &unescape(quoted.as_bytes())].concat().into(),
        None if sigil == "!" => [sigil.as_bytes(), &unescape(name.as_bytes())].concat().into(),
        None => token.as_bytes().into(),
    }
}

/// The tokens of a text that count: `add`, `i32`, `@f`, `!tbaa`, `"text"`.
struct Tokens<'t> {
    rest: &'t str,
    /// Where the lines of `unused` definitions begin, as bytes that are left of the text.
    unused: FxHashSet<usize>,
    /// Whether what LLVM need not keep of constants and types is left out.
    only_kept: bool,
    /// Whether the types that pointers name are left out: the other text has opaque pointers alone.
    pointees_go: bool,
    /// Where it is: how many brackets of a constant expression are open.
    depth: usize,
    is_line_start: bool,
}

impl<'t> Tokens<'t> {
    fn all_of(rest: &'t str) -> Tokens<'t> {
        Tokens {
            rest,
            unused: FxHashSet::default(),
            only_kept: false,
            pointees_go: false,
            depth: 0,
            is_line_start: true,
        }
    }

    /// The nodes and groups that a line names.
    fn all_numbers(mut line: &'t str) -> impl Iterator<Item = &'t str> {
        let tokens = std::iter::from_fn(move || {
            let (token, tail) = line.split_at(token_length(line)?);
            line = tail;
            Some(token)
        });
        tokens.filter(|token| is_number(token))
    }

    fn kept_of(rest: &'t str, unused: FxHashSet<usize>) -> Tokens<'t> {
        Tokens { only_kept: true, unused, ..Tokens::all_of(rest) }
    }

    /// Whether a token is part of what LLVM need not keep. `tail` is what stands after it, and then after what goes with it.
    fn may_go(&mut self, token: &str, tail: &mut &'t str) -> bool {
        match token {
            "(" if self.depth > 0 => self.depth += 1,
            ")" => self.depth = self.depth.saturating_sub(1),
            // The characters of an array stand after `c`.
            "c" if tail.starts_with('"') => {
                *tail = token_length(tail).and_then(|length| tail.get(length..)).unwrap_or_default();
                return true;
            }
            _ if self.depth == 0 => {
                if let Some(operands) = operands_of_expression(token, tail) {
                    (self.depth, *tail) = (1, operands);
                }
            }
            _ => {}
        }
        let goes_without_saying = UNSAID.contains(&token) || token == "addrspace" && tail.starts_with("(0)");
        let is_pointee = self.pointees_go && is_pointee(tail);
        is_pointee
            || goes_without_saying
            || LITERALS.contains(&token)
            || self.depth > 0 && !token.starts_with(['@', '!'])
    }
}

impl<'t> Iterator for Tokens<'t> {
    type Item = &'t str;

    fn next(&mut self) -> Option<&'t str> {
        loop {
            let left = self.rest.len();
            let (token, mut tail) = self.rest.split_at(token_length(self.rest)?);
            let is_line_start = std::mem::replace(&mut self.is_line_start, token == "\n");
            let is_type = self.only_kept && is_line_start && token.starts_with('%') && tail.starts_with(" = type ");
            if is_type || is_line_start && self.unused.contains(&left) {
                self.rest = tail.find('\n').and_then(|end| tail.get(end..)).unwrap_or_default();
                continue;
            }
            if is_line_start
                && self.only_kept
                && let Some((intrinsic, after)) = declared_intrinsic(token, tail)
            {
                self.rest = after;
                return Some(intrinsic);
            }
            let may_go = self.only_kept && self.may_go(token, &mut tail);
            self.rest = tail;
            let label = tail.starts_with(':') && !token.starts_with(['@', '!']);
            if !label && !may_go && counts(token) {
                return Some(token);
            }
        }
    }
}

/// Whether what stands before is the type that a pointer names: `i8*`, `i8 addrspace(1)*`.
fn is_pointee(tail: &str) -> bool {
    let in_space = || tail.strip_prefix(" addrspace(")?.split_once(')').map(|(_, after)| after);
    tail.starts_with('*') || in_space().is_some_and(|after| after.starts_with('*'))
}

/// Whether pointers in a text name what they point to.
fn names_pointees(mut text: &str) -> bool {
    while let Some(length) = token_length(text) {
        let (token, tail) = text.split_at(length);
        if token == "*" {
            return true;
        }
        text = tail;
    }
    false
}

/// Literals other than numbers.
const LITERALS: [&str; 7] = ["null", "undef", "poison", "zeroinitializer", "true", "false", "none"];

/// Defaults: of the linkage, the visibility, the calling convention and the preemption of a global value; of fields of nodes.
const UNSAID: [&str; 7] =
    ["external", "default", "ccc", "dso_preemptable", "DW_TAG_base_type", "DW_TAG_template_value_parameter", "\"\""];

/// The intrinsic that a line declares, of whose attributes LLVM has its own, and the text after the line.
fn declared_intrinsic<'t>(word: &str, tail: &'t str) -> Option<(&'t str, &'t str)> {
    let (line, after) = tail.split_at(tail.find('\n').unwrap_or(tail.len()));
    let symbol = line.get(line.find("@llvm.").filter(|_| word == "declare")?..)?;
    let symbol = symbol.get(..token_length(symbol)?)?;
    lookup_intrinsic(symbol.get(1..)?.as_bytes()).map(|_| (symbol, after))
}

/// Where lines begin that define metadata nodes and attribute groups which nothing uses, as [`Tokens::unused`] has it.
fn unused_definitions(text: &str) -> FxHashSet<usize> {
    // What each definition names; all other lines are at the place of no definition.
    let mut uses = FxHashMap::<&str, Vec<&str>>::default();
    let mut lines = Vec::new();
    let mut left = text.len();
    for line in text.split_inclusive('\n') {
        let own = defined(line);
        lines.extend(own.map(|name| (left, name)));
        let is_own = line.strip_prefix("declare").is_some_and(|tail| declared_intrinsic("declare", tail).is_some());
        let named = Tokens::all_numbers(line).filter(|name| !is_own && Some(*name) != own);
        uses.entry(own.unwrap_or_default()).or_default().extend(named);
        left -= line.len();
    }
    let (mut reached, mut open) = (FxHashSet::default(), vec![""]);
    while let Some(name) = open.pop() {
        open.extend(uses.get(name).into_iter().flatten().copied().filter(|name| reached.insert(*name)));
    }
    lines.into_iter().filter(|(_, name)| !reached.contains(name)).map(|(left, _)| left).collect()
}

/// The node or the group that a line defines.
fn defined(line: &str) -> Option<&str> {
    let group = line.strip_prefix("attributes ").filter(|line| line.starts_with('#'));
    let name = group.unwrap_or(line);
    let name = name.get(..token_length(name)?).filter(|name| is_number(name))?;
    line.split_once(name).is_some_and(|(_, after)| after.trim_start().starts_with('=')).then_some(name)
}

/// Whether a token is `!7` or `#7`.
fn is_number(token: &str) -> bool {
    let digits = token.strip_prefix(['!', '#']);
    digits.is_some_and(|digits| !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit()))
}

/// The flags that stand before the operands of constant expressions.
const FLAGS: [&str; 6] = ["inbounds", "nusw", "nuw", "nsw", "exact", "inrange"];

/// The text after the bracket that opens the operands of a constant expression, if one begins with a word: they stand in
/// parentheses, as no instruction's do.
fn operands_of_expression<'t>(word: &str, tail: &'t str) -> Option<&'t str> {
    static WORDS: LazyLock<FxHashSet<&'static str>> = LazyLock::new(|| {
        let registry = DialectRegistry::new();
        let defs = registry.names().filter_map(|name| name.def());
        defs.filter(|def| def.constant_expression.is_some()).filter_map(|def| def.llvm.mnemonic()).collect()
    });
    if !WORDS.contains(word) {
        return None;
    }
    let mut tail = tail.trim_start_matches(' ');
    while let Some(after) = FLAGS.iter().find_map(|flag| tail.strip_prefix(flag)) {
        let range =
            after.strip_prefix('(').filter(|_| tail.starts_with("inrange")).and_then(|range| range.split_once(')'));
        tail = range.map_or(after, |range| range.1).trim_start_matches(' ');
    }
    tail.strip_prefix('(')
}

/// The length of the token that a text begins with; of a comment to the end of its line, of white space a character.
fn token_length(text: &str) -> Option<usize> {
    Some(match text.as_bytes().first()? {
        b';' => text.find('\n').unwrap_or(text.len()),
        b'"' => text.get(1..)?.find('"').map_or(text.len(), |end| end + 2),
        b'!' if text.get(1..)?.starts_with(|c: char| c != '"') => {
            1 + length_of(text.get(1..)?, |b| is_name(b) || b == b'\\')
        }
        b'%' | b'@' | b'!' | b'$' | b'#' => 1 + name_length(text.get(1..)?),
        b if is_name(*b) => name_length(text),
        _ => first_char_length(text),
    })
}

fn is_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"._-$".contains(&byte)
}

/// Bytes of a name, quoted or not.
fn name_length(text: &str) -> usize {
    match text.strip_prefix('"') {
        Some(quoted) => quoted.find('"').map_or(text.len(), |end| end + 2),
        None => length_of(text, is_name),
    }
}

/// How many bytes of a kind a text begins with.
fn length_of(text: &str, is_of_kind: impl Fn(u8) -> bool) -> usize {
    text.bytes().position(|b| !is_of_kind(b)).unwrap_or(text.len())
}

fn first_char_length(text: &str) -> usize {
    text.chars().next().map_or(0, char::len_utf8)
}

fn counts(token: &str) -> bool {
    match token.as_bytes() {
        [b'%' | b'#' | b';', ..] => false,
        // `!7`, `@7`: numbers.
        [b'@' | b'!' | b'$', rest @ ..] => rest.iter().any(|b| !b.is_ascii_digit()),
        [b'"', ..] => true,
        // An integer in hexadecimal.
        [b'u' | b's', b'0', b'x', ..] => false,
        [first, ..] => first.is_ascii_alphabetic(),
        [] => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn missing_tokens_are_named() {
        let before = "a:  ; comment\n  %x = add nuw i32 %y, 1, !tbaa !3, !\"k\" !4\n  call void @f(ptr nonnull %p) #0 \"cold\"\n";
        let after = "b:\n  %1 = add i32 %2, 1, !tbaa !0\n  call void @f(ptr %3)\n";
        assert_eq!(missing_tokens(before, after), ["nuw", "!\"k\"", "nonnull", "\"cold\""]);
        assert!(missing_tokens(after, before).is_empty());
        assert!(missing_tokens("getelementptr nusw inbounds i8", "getelementptr inbounds i8").is_empty());
    }

    #[test]
    fn opaque_pointers_name_no_types() {
        let before = "define void @f(i8 addrspace(1)* %p, half* %q, i16 %n) !dbg !0\n!0 = !{ptr @f}";
        let after = "define void @f(ptr addrspace(1) %p, ptr %q) !dbg !0\n!0 = !{ptr @f}";
        assert_eq!(missing_tokens(before, after), ["i16"]);
        assert_eq!(
            missing_tokens(before, "define void @f(half* %q, i16 %n) !dbg !0\n!0 = !{ptr @f}"),
            ["i8", "addrspace"]
        );
    }

    #[test]
    fn a_token_is_what_it_says() {
        let before = "@\"é\" = alias @\"f\", section \"\\41\", !a\\2Db !0, !\"é\"";
        let after = "@\"\\C3\\A9\" = alias @f, section \"A\", !a-b !0, !\"\\C3\\A9\"";
        assert_eq!(missing_tokens(before, after), [""; 0]);
        assert!(missing_tokens("@llvm.memset.p0i8.i64 @llvm.ctlz", "@llvm.memset.p0.i64 @llvm.ctlz.i8").is_empty());
        assert_eq!(missing_tokens("@llvm.smax.i8 @llvm.own", "@llvm.smin.i8"), ["@llvm.smax.i8", "@llvm.own"]);
        assert_eq!(missing_tokens("@\"é\" \"@f\"", "@\"\\C3\" @f"), ["@\"é\"", "\"@f\""]);
    }

    #[test]
    fn constants_are_folded_and_types_dropped() {
        let before = "%t = type { half }\n@g = global ptr getelementptr inbounds (i8, ptr bitcast (ptr @h to ptr), i64 0)\n\
            @n = global [2 x i8] c\"\\00\\00\"\n@u = global i32 u0x80, section \"s\"\n  %x = getelementptr nuw i32, ptr %p\n";
        let after = "@g = global ptr @h\n@n = global [2 x i8] zeroinitializer\n@u = global i32 128, section \"s\"\n";
        assert_eq!(missing_tokens(before, after), ["getelementptr", "nuw"]);
        // What the expression is of came back, as did what stands after it.
        let lost = "@g = global ptr null\n@n = global [2 x i8] zeroinitializer\n@u = global i32 128\n";
        assert_eq!(missing_tokens(before, lost), ["@h", "section", "\"s\"", "getelementptr", "nuw"]);
    }

    #[test]
    fn attributes_of_intrinsics_are_llvms() {
        let before = "declare void @llvm.assume(i1 noundef) cold #0\ndeclare void @f() #1\nattributes #0 = { hot }\nattributes #1 = { minsize }\n";
        assert_eq!(missing_tokens(before, "declare void @f()"), ["@llvm.assume", "attributes", "minsize"]);
    }

    #[test]
    fn what_nothing_uses_is_dropped() {
        let before = "define external void @f() addrspace(0) #0 !dbg !0 {\n}\nattributes #0 = { cold }\nattributes #1 = { hot }\n\
            !0 = !{!1}\n!1 = !{!\"used\"}\n!2 = !{!3, !\"own\"}\n!3 = !{!2, !\"alone\"}\n";
        let after = "define void @f() !dbg !0 {\n}\n!0 = !{!1}\n!1 = !{}\n";
        assert_eq!(missing_tokens(before, after), ["attributes", "cold", "!\"used\""]);
    }

    #[test]
    fn text_that_ends_anywhere_is_read() {
        for text in ["\"", "@", "!\"", ";", "%\"a", "é\u{1}é", "add (", "add (c\"", "c", "c\""] {
            assert!(missing_tokens(text, text).is_empty());
        }
    }
}
