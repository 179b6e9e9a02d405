//! Bad input: whatever the text, the importer returns a module or an error with a place in the text.
//!
//! The texts of `tests/fixtures` are cut off at every byte, and changed at random places; a run is made from a fixed
//! seed, so that a failure can be repeated.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use irtrip_dialect::Context;
use irtrip_import::{ImportOptions, import, import_or_all_errors};

fn fixtures() -> Vec<(String, String)> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures");
    let mut files: Vec<_> = std::fs::read_dir(folder).unwrap().map(|e| e.unwrap().path()).collect();
    files.sort();
    assert!(!files.is_empty());
    files.iter().map(|f| (f.display().to_string(), std::fs::read_to_string(f).unwrap())).collect()
}

fn try_import(text: &str) {
    let Err(first) = import(&Context::new(), text, &ImportOptions::default()) else { return };
    let all = import_or_all_errors(&Context::new(), text, &ImportOptions::default());
    for error in all.expect_err("what has one error has errors").iter().chain([&*first]) {
        assert!(error.span().is_some_and(|span| span.start <= span.end && span.end <= text.len() + 1), "{error:?}");
        assert!(!error.to_string().is_empty());
    }
}

#[test]
fn fixtures_are_valid() {
    for (name, text) in fixtures() {
        if let Err(error) = import(&Context::new(), &text, &ImportOptions::default()) {
            panic!("{name}: {error} at {:?}", error.span().map(|span| &text[span]));
        }
    }
}

#[test]
fn a_text_cut_off_anywhere() {
    for (_, text) in fixtures() {
        for end in (0..text.len()).filter(|i| text.is_char_boundary(*i)) {
            try_import(&text[..end]);
        }
    }
}

#[test]
fn a_text_changed_anywhere() {
    const TOKENS: &str = "( ) { } [ ] < > , = ! % @ # \" ; * 4294967295 -1 0 ptr i32 i8388608 null undef poison label metadata \
        %0 @0 !0 #0 splat x void ... zeroinitializer to align true 0x 1.0 c\" phi ret call";
    let pieces: Vec<&str> = TOKENS.split_whitespace().chain(["\n", " "]).collect();
    let mut state = 0x9e37_79b9_7f4a_7c15u64;
    let mut random = move |below: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state % below as u64) as usize
    };
    for (_, text) in fixtures() {
        for _ in 0..400 {
            let mut changed = text.clone();
            for _ in 0..=random(3) {
                let at = (0..=random(changed.len())).rev().find(|i| changed.is_char_boundary(*i)).unwrap_or(0);
                let end = (at + random(12)).min(changed.len());
                let end = (at..=end).rev().find(|i| changed.is_char_boundary(*i)).unwrap_or(at);
                let piece = pieces[random(pieces.len())];
                changed.replace_range(at..end, piece);
            }
            try_import(&changed);
        }
    }
}

#[test]
fn deep_nesting_is_an_error() {
    let deep = |open: &str, close: &str| open.repeat(100_000) + &close.repeat(100_000);
    for text in [
        format!("@g = global {}", deep("[1 x ", "i8]")),
        format!("@g = global i32 {}", deep("[", "]")),
        format!("@g = global ptr {}", deep("getelementptr (i8, ptr ", ")")),
        format!("!0 = {}", deep("!{", "}")),
        format!("%t = type {}", deep("{", "}")),
        format!("declare void @f({}", deep("void (", ")")),
        deep("(", ")"),
    ] {
        assert!(import(&Context::new(), &text, &ImportOptions::default()).is_err());
    }
}
