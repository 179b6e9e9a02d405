//! The text itself: long lines, long names, comments, and what is wrong far out on a line.

use crate::growth::{Shape, lines, list};

pub const SHAPES: &[Shape] = &[
    Shape::taken("blank-lines", 20_000, blank_lines),
    Shape::taken("comments", 2000, comments),
    Shape::taken("escapes-in-names", 500, escapes),
    Shape::refused("error-after-a-long-comment", 50_000, error_after_comment, "expected"),
    Shape::refused("error-on-a-long-line", 2000, error_on_line, "expected"),
    Shape::taken("long-comment", 50_000, long_comment),
    Shape::taken("long-line-of-braces", 1000, braces),
    Shape::taken("long-line-of-functions", 300, functions),
    Shape::taken("long-line-of-quotes", 1000, quotes),
    Shape::taken("long-names", 10_000, long_names),
    Shape::taken("long-source-file-name", 10_000, source_filename),
    Shape::taken("names-that-differ-at-the-end", 300, long_common_names),
];

fn blank_lines(n: usize) -> String {
    format!("@g = global i32 0\n{}@h = global i32 0\n", "\n".repeat(n))
}

fn comments(n: usize) -> String {
    lines(n, |i| format!("; comment {i} {{ \" }}"))
        + &format!(
            "define void @f() {{\n{}  ret void\n}}\n",
            lines(n, |_| "  ; { \" ( blockaddress(@f, %b)".to_owned())
        )
}

fn escapes(n: usize) -> String {
    lines(n, |i| format!("@\"g{i} \\22\\5C\\E4\" = global i32 0"))
}

fn error_after_comment(n: usize) -> String {
    format!("@g = global i32 0 ; {}\n@h = global i32 }}\n", "x".repeat(n))
}

fn error_on_line(n: usize) -> String {
    format!("@g = global [{n} x i32] [{}, i32 }}]\n", list(n, |i| format!("i32 {i}")))
}

fn long_comment(n: usize) -> String {
    format!("; {}\n@g = global i32 0 ; {}\n", "x".repeat(n), "{".repeat(n))
}

fn braces(n: usize) -> String {
    format!(
        "@g = global [{n} x {{ i32, {{ ptr }} }}] [{}]\n",
        list(n, |i| format!("{{ i32, {{ ptr }} }} {{ i32 {i}, {{ ptr }} {{ ptr null }} }}"))
    )
}

fn functions(n: usize) -> String {
    (0..n).map(|i| format!("define void @f{i}() {{ ret void }} ")).collect::<String>() + "\n"
}

fn quotes(n: usize) -> String {
    format!("@g = global [{n} x ptr] [{}]\n", list(n, |_| "ptr @\"a } b\"".to_owned()))
        + "@\"a } b\" = external global i32\n"
}

fn long_names(n: usize) -> String {
    let name = "n".repeat(n);
    format!(
        "%t{name} = type {{ i32 }}\n@g{name} = global %t{name} zeroinitializer\n\ndefine i32 @f{name}(i32 %x{name}) {{\n  br label %b{name}\n\nb{name}:\n  ret i32 %x{name}\n}}\n"
    )
}

fn source_filename(n: usize) -> String {
    format!("source_filename = \"{}\"\n@g = global i32 0\n", "s".repeat(n))
}

fn long_common_names(n: usize) -> String {
    let common = "n".repeat(100);
    lines(n, |i| format!("@{common}{i} = global ptr @{common}{}", (i + 1) % n))
}
