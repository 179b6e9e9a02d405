//! Random C programs of what csmith lacks: local arrays whose addresses go down through calls and recursion, restrict
//! pointers, vectors, floating point, variadic functions, calls through pointers.
//!
//! Every program ends, and none has undefined behaviour: numbers are unsigned, indices are masked, two restrict parameters
//! are never given the same array, and the array that functions know by its name, `state`, is given to none. Functions are numbered; each calls those of lower numbers and itself.

use std::fmt::Write as _;

use crate::chance::Rng;

/// How many numbers each array of a program has; a power of two.
const LENGTH: u32 = 8;
/// How deep a function may call itself.
const DEPTH: u32 = 2;

/// What a program begins with. `sum` is variadic.
const PROLOGUE: &str = "#include <stdarg.h>
#include <stdio.h>
typedef unsigned u;
typedef u v4 __attribute__((vector_size(16)));
static u *last; static u state[8]; static volatile u input;
static u sum(u n, ...) { va_list l; u s = n; va_start(l, n); for (u i = 0; i < n; i++) s = s * 31 + va_arg(l, u); va_end(l); return s; }
static void put(u *p, u i, u x) { p[i & 7] = x; }
static u get(const u *p, u i) { return p[i & 7]; }
";

/// A program.
pub fn program(seed: u64) -> String {
    let mut chance = Rng(seed);
    let mut out = PROLOGUE.to_owned();
    let count = 3 + chance.below(5);
    let restrict: Vec<bool> = (0..count).map(|_| chance.below(3) == 0).collect();
    for number in 0..count {
        let local = chance.below(2) == 0;
        Function { chance: &mut chance, number, restrict: &restrict, local, calls: 0 }.write(&mut out);
    }
    out.push_str("int main(void) {\n  u p[8], q[8];\n  for (u i = 0; i < 8; i++) { p[i] = i * 2654435761u + input; q[i] = ~p[i]; }\n");
    for _ in 0..3 {
        let number = chance.below(count);
        let arrays = chance.one_of(&["p, q", "q, p"]);
        let _ = writeln!(out, "  printf(\"%u\\n\", f{number}({arrays}, {}));", chance.below(DEPTH + 1));
    }
    out.push_str("  for (u i = 0; i < 8; i++) printf(\"%u %u %u\\n\", p[i], q[i], state[i]);\n  return 0;\n}\n");
    out
}

/// One function while it is written.
struct Function<'a> {
    chance: &'a mut Rng,
    number: u32,
    /// Which functions have restrict parameters.
    restrict: &'a [bool],
    /// Whether it has an array of its own, `a`. The calls of a function without are tail calls to clang.
    local: bool,
    /// How many calls it has already: more would take too long to run.
    calls: u32,
}

impl Function<'_> {
    fn is_restrict(&self, number: u32) -> bool {
        self.restrict.get(number as usize).copied().unwrap_or_default()
    }

    fn write(&mut self, out: &mut String) {
        let qualifier = if self.is_restrict(self.number) { "restrict " } else { "" };
        let inlining = self.chance.one_of(&["", "", "", "__attribute__((noinline)) "]);
        let _ = writeln!(out, "{inlining}static u f{}(u *{qualifier}p, u *{qualifier}q, u d) {{", self.number);
        let _ = writeln!(
            out,
            "  u x = d, y = {}u; float g = {}.5f; double h = 0.25;",
            self.constant(),
            self.chance.below(9)
        );
        if self.local {
            let _ = writeln!(out, "  u a[8] = {{{}}};", self.constant());
        }
        out.push_str("  v4 w = {x, y, 3, 4};\n");
        for _ in 0..3 + self.chance.below(6) {
            self.statement(out, 0);
        }
        let _ = writeln!(
            out,
            "  return x + y * 3 + w[{}] + (u)(g * 8) + (u)h + {}[{}];\n}}",
            self.chance.below(4),
            self.array(),
            self.chance.below(LENGTH)
        );
    }

    fn constant(&mut self) -> u32 {
        let bits = self.chance.below(32);
        self.chance.below(u32::MAX) >> bits
    }

    /// A number without effects.
    fn number(&mut self) -> String {
        match self.chance.below(12) {
            0..3 => self.chance.one_of(&["x", "y", "d"]).to_owned(),
            3 => format!("{}u", self.constant()),
            4 | 5 => format!("{}[{} & 7]", self.array(), self.chance.one_of(&["x", "y", "3", "d + 1"])),
            6 => format!("get({}, x)", self.array()),
            7 => format!("w[{}]", self.chance.below(4)),
            8 => format!("({} < {} ? x : {})", self.number(), self.number(), self.number()),
            9 => format!("sum({}, x, {})", self.chance.below(3), self.number()),
            _ => {
                let operator = self.chance.one_of(&["+", "-", "*", "^", "|", "&"]);
                format!("({} {operator} {})", self.number(), self.number())
            }
        }
    }

    fn array(&mut self) -> &'static str {
        self.chance.one_of(match (self.is_restrict(self.number), self.local) {
            (true, true) => &["p", "q", "a"],
            (true, false) => &["p", "q"],
            (false, true) => &["p", "q", "a", "state"],
            (false, false) => &["p", "q", "state"],
        })
    }

    /// Two arrays that a function can be given; none if it has restrict parameters and no two are surely different.
    fn arrays(&mut self, callee: u32) -> Option<&'static str> {
        let choices: &[&str] = match (self.is_restrict(callee), self.is_restrict(self.number), self.local) {
            (true, false, false) => return None,
            (true, true, true) => &["p, q", "q, p", "p, a", "a, q"],
            (true, false, true) => &["p, a", "a, p", "q, a", "a, q"],
            (true, true, false) => &["p, q", "q, p"],
            (false, _, true) => &["p, a", "a, p", "q, a", "a, q", "p, q", "q, p", "a, a"],
            (false, _, false) => &["p, q", "q, p", "p, p"],
        };
        Some(self.chance.one_of(choices))
    }

    fn call(&mut self) -> Option<String> {
        if self.calls == 3 {
            return None;
        }
        self.calls += 1;
        let callee = self.chance.below(self.number + 1);
        let arrays = self.arrays(callee)?;
        Some(match (callee == self.number, self.chance.below(5)) {
            (true, _) => format!("if (d) x ^= f{callee}({arrays}, d - 1);"),
            (_, 0) => format!("{{ u (*volatile t)(u *, u *, u) = f{callee}; y += t({arrays}, d); }}"),
            (_, 1) => format!("x += f{callee}({arrays}, d) + f{callee}({arrays}, d);"),
            _ => format!("y ^= f{callee}({arrays}, d);"),
        })
    }

    fn statement(&mut self, out: &mut String, depth: u32) {
        let indent = "  ".repeat(depth as usize + 1);
        let line = match self.chance.below(if depth < 2 { 15 } else { 9 }) {
            0 => format!("x = {};", self.number()),
            1 => format!("y += {};", self.number()),
            2 => format!("{}[{} & 7] = {};", self.array(), self.number(), self.number()),
            3 => format!("put({}, {}, {});", self.array(), self.number(), self.number()),
            4 => format!("w = w * (v4){{x, {}, y, 1}} + {}u;", self.number(), self.constant()),
            5 => format!("g = g * 0.5f + (float)({} & 255);", self.number()),
            6 => format!("h = h * 0.75 + g - (double)({} & 1023); if (h < 0) h = -h;", self.number()),
            7 => format!(
                "{{ v4 m = (v4)(w < (v4){{y, y, x, d}}); w = (w & m) | (__builtin_shufflevector(w, w, {}, 1, 3, {}) & ~m); }}",
                self.chance.below(4),
                self.chance.below(8)
            ),
            8 => format!("last = {}; put(last, y, x);", self.array()),
            9 | 10 if depth == 0 => match self.call() {
                Some(call) => call,
                None => return,
            },
            11 => {
                let _ = writeln!(out, "{indent}switch ({} & 3) {{", self.number());
                for case in 0..3 {
                    let _ = writeln!(out, "{indent}case {case}:");
                    self.statement(out, depth + 1);
                    out.push_str(self.chance.one_of(&["break;\n", "break;\n", "\n"]));
                }
                format!("default: y ^= {}u; }}", self.constant())
            }
            kind => {
                let head = match kind {
                    12 => format!("if ({} & {}u)", self.number(), self.constant()),
                    13 => "for (u i = 0; i < 8; i++)".to_owned(),
                    _ => format!("for (u i = 0; i < 8; i++) if (p[i] > {}u) q[i] += p[i]; else", self.constant()),
                };
                let _ = writeln!(out, "{indent}{head} {{");
                for _ in 0..1 + self.chance.below(3) {
                    self.statement(out, depth + 1);
                }
                "}".to_owned()
            }
        };
        let _ = writeln!(out, "{indent}{line}");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_makes_one_program() {
        assert_eq!(program(1), program(1));
        assert_ne!(program(1), program(2));
    }
}
