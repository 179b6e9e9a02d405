//! Random programs of the dialects above the LLVM dialect. They need not end or make sense when they are run: they are only
//! lowered.

use std::fmt::Write as _;

use super::values::{Ty, constant};
use crate::chance::Rng;

/// How deep regions lie in one another.
const DEPTH: u32 = 2;

/// A function that others call: its name, parameters and results.
struct Callee {
    name: String,
    inputs: Vec<Ty>,
    results: Vec<Ty>,
}

/// A program while it is written.
pub(super) struct Generator {
    pub(super) chance: Rng,
    out: String,
    indent: usize,
    /// The values that may be used, with their types.
    pub(super) values: Vec<(String, Ty)>,
    next: u32,
    callees: Vec<Callee>,
}

fn types(all: &[Ty]) -> String {
    all.iter().map(Ty::text).collect::<Vec<_>>().join(", ")
}

/// A program.
pub(super) fn program(seed: u64) -> String {
    let mut generator = Generator {
        chance: Rng(seed),
        out: String::new(),
        indent: 0,
        values: Vec::new(),
        next: 0,
        callees: Vec::new(),
    };
    let count = 1 + generator.chance.below(3);
    for number in 0..count {
        generator.function(number);
    }
    generator.out
}

impl Generator {
    pub(super) fn below(&mut self, limit: u32) -> u32 {
        self.chance.below(limit)
    }

    pub(super) fn one_of<T: Copy + Default>(&mut self, choices: &[T]) -> T {
        self.chance.one_of(choices)
    }

    pub(super) fn one_word_of<'w>(&mut self, words: &'w str) -> &'w str {
        self.one_of(&words.split_whitespace().collect::<Vec<_>>())
    }

    pub(super) fn line(&mut self, text: &str) {
        let _ = writeln!(self.out, "{}{text}", "  ".repeat(self.indent));
    }

    pub(super) fn fresh(&mut self) -> String {
        self.next += 1;
        format!("%v{}", self.next)
    }

    /// An operation with one result, which may be used from now on.
    pub(super) fn define(&mut self, ty: Ty, text: &str) -> String {
        let name = self.fresh();
        self.line(&format!("{name} = {text}"));
        self.values.push((name.clone(), ty));
        name
    }

    /// A value of a type: one that is there, or a constant.
    pub(super) fn value(&mut self, ty: &Ty) -> String {
        let known: Vec<usize> = (0..self.values.len()).filter(|&place| self.values[place].1 == *ty).collect();
        if !known.is_empty() && self.below(5) < 3 {
            let place = self.one_of(&known);
            return self.values[place].0.clone();
        }
        self.made(ty)
    }

    /// A new value of a type.
    pub(super) fn made(&mut self, ty: &Ty) -> String {
        match ty {
            Ty::Complex(format) => {
                let [re, im] = [0, 0].map(|_| {
                    let text = self.one_of(&["0.0", "1.0", "-0.0", "2.5", "-1.0"]);
                    format!("{text} : {format}")
                });
                self.define(ty.clone(), &format!("complex.constant [{re}, {im}] : {}", ty.text()))
            }
            Ty::Memref(shape, _) => {
                let unknown = shape.iter().filter(|size| size.is_none()).count();
                let sizes: Vec<String> = (0..unknown).map(|_| self.value(&Ty::Index)).collect();
                let operation = self.one_of(&["alloc", "alloca"]);
                let align = self.one_of(&["", "", " {alignment = 16 : i64}"]);
                self.define(ty.clone(), &format!("memref.{operation}({}){align} : {}", sizes.join(", "), ty.text()))
            }
            _ if self.below(24) == 0 => self.define(ty.clone(), &format!("ub.poison : {}", ty.text())),
            Ty::Index if self.below(3) == 0 => {
                let number = i64::from(self.below(64)) - 8;
                self.define(Ty::Index, &format!("index.constant {number}"))
            }
            _ => {
                let attribute = constant(ty, &mut self.chance);
                self.define(ty.clone(), &format!("arith.constant {attribute}"))
            }
        }
    }

    pub(super) fn pair(&mut self, ty: &Ty) -> String {
        let first = self.value(ty);
        let second = if self.below(8) == 0 { first.clone() } else { self.value(ty) };
        format!("{first}, {second}")
    }

    fn function(&mut self, number: u32) {
        let start = self.values.len();
        let inputs: Vec<Ty> = (0..self.below(5)).map(|_| Ty::any(&mut self.chance)).collect();
        let results: Vec<Ty> = (0..self.below(3)).map(|_| Ty::any(&mut self.chance)).collect();
        let name = format!("f{number}");
        let visibility = self.one_of(&["", "", "private "]);
        let attributes = self.one_of(&["", "", "", " attributes {llvm.emit_c_interface}", " attributes {no_inline}"]);
        let arrow = if results.is_empty() { String::new() } else { format!(" -> ({})", types(&results)) };
        if visibility == "private " && self.below(3) == 0 {
            self.line(&format!("func.func private @{name}({}){arrow}{attributes}", types(&inputs)));
        } else {
            let names: Vec<String> = inputs.iter().map(|_| self.fresh()).collect();
            let parameters: Vec<String> =
                names.iter().zip(&inputs).map(|(name, ty)| format!("{name}: {}", ty.text())).collect();
            self.line(&format!("func.func {visibility}@{name}({}){arrow}{attributes} {{", parameters.join(", ")));
            self.indent += 1;
            self.values.extend(names.into_iter().zip(inputs.iter().cloned()));
            self.body(&results);
            self.indent -= 1;
            self.line("}");
        }
        self.values.truncate(start);
        self.callees.push(Callee { name, inputs, results });
    }

    /// Operations, then branches between blocks or none, then the return.
    fn body(&mut self, results: &[Ty]) {
        self.operations(DEPTH);
        if self.below(3) == 0 {
            let ty = Ty::any(&mut self.chance);
            let condition = self.value(&Ty::Int(1));
            let [first, second] = [self.value(&ty), self.value(&ty)];
            let at = self.next;
            let text = ty.text();
            match self.below(3) {
                0 => self.line(&format!("cf.cond_br {condition}, ^a{at}, ^b{at}({second} : {text})")),
                1 => self.line(&format!("cf.cond_br {condition} weights([3, 5]), ^a{at}, ^b{at}({second} : {text})")),
                _ => {
                    let flag = self.value(&Ty::Int(32));
                    self.line(&format!("cf.switch {flag} : i32, [default: ^a{at}, 7: ^b{at}({second} : {text}), -1: ^b{at}({first} : {text})]"));
                }
            }
            let mark = self.values.len();
            self.line(&format!("^a{at}:"));
            self.operations(1);
            let passed = self.value(&ty);
            self.line(&format!("cf.br ^b{at}({passed} : {text})"));
            self.values.truncate(mark);
            let argument = self.fresh();
            self.line(&format!("^b{at}({argument}: {text}):"));
            self.values.push((argument, ty));
            self.operations(1);
        }
        let values: Vec<String> = results.iter().map(|ty| self.value(ty)).collect();
        match values.is_empty() {
            true => self.line("return"),
            false => self.line(&format!("return {} : {}", values.join(", "), types(results))),
        }
    }

    fn operations(&mut self, depth: u32) {
        for _ in 0..1 + self.below(6) {
            self.operation(depth);
        }
    }

    fn operation(&mut self, depth: u32) {
        match self.below(40) {
            0..8 => self.integers(),
            8..14 => self.floats(),
            14..19 => self.math(),
            19..23 => self.casts(),
            23..26 => self.index(),
            26..28 => self.complex(),
            28..32 => self.memory(),
            32..35 => self.comparison(),
            35 => self.call(),
            36 if self.below(2) == 0 => {
                let condition = self.value(&Ty::Int(1));
                let text = self.one_of(&["a message", "another", ""]);
                self.line(&format!("cf.assert {condition}, \"{text}\""));
            }
            _ if depth > 0 => self.region(depth - 1),
            _ => self.integers(),
        }
    }

    fn call(&mut self) {
        if self.callees.is_empty() {
            return;
        }
        let place = self.below(self.callees.len() as u32) as usize;
        let Callee { name, inputs, results } = &self.callees[place];
        let (name, inputs, results) = (name.clone(), inputs.clone(), results.clone());
        let operands: Vec<String> = inputs.iter().map(|ty| self.value(ty)).collect();
        let signature = format!("({}) : ({}) -> ({})", operands.join(", "), types(&inputs), types(&results));
        self.with_results(&results, &format!("func.call @{name}{signature}"));
    }

    /// An operation with several results, without a new line after it if it has regions.
    fn with_results(&mut self, results: &[Ty], text: &str) {
        let names: Vec<String> = results.iter().map(|_| self.fresh()).collect();
        let defined = if names.is_empty() { String::new() } else { format!("{} = ", names.join(", ")) };
        self.line(&format!("{defined}{text}"));
        self.values.extend(names.into_iter().zip(results.iter().cloned()));
    }

    /// The operations of a region, and what it yields.
    fn inside(&mut self, depth: u32, arguments: &[(String, Ty)], results: &[Ty], terminator: &str) -> String {
        let mark = self.values.len();
        let outer = std::mem::take(&mut self.out);
        self.indent += 1;
        self.values.extend(arguments.iter().cloned());
        self.operations(depth);
        let values: Vec<String> = results.iter().map(|ty| self.value(ty)).collect();
        match results.is_empty() {
            true => self.line(terminator),
            false => self.line(&format!("{terminator} {} : {}", values.join(", "), types(results))),
        }
        self.indent -= 1;
        self.values.truncate(mark);
        let inner = std::mem::replace(&mut self.out, outer);
        format!("{{\n{inner}{}}}", "  ".repeat(self.indent))
    }

    fn region(&mut self, depth: u32) {
        let results: Vec<Ty> = (0..self.below(3)).map(|_| Ty::any(&mut self.chance)).collect();
        let arrow = if results.is_empty() { String::new() } else { format!("-> ({}) ", types(&results)) };
        match self.below(7) {
            0 | 1 => self.if_else(depth, &results, &arrow),
            2 => self.for_loop(depth, &results, &arrow),
            3 => self.while_loop(depth, &results),
            4 => {
                let body = self.inside(depth, &[], &results, "scf.yield");
                self.with_results(&results, &format!("scf.execute_region {arrow}{body}"));
            }
            5 => self.index_switch(depth, &results),
            _ => self.parallel(depth),
        }
    }

    fn if_else(&mut self, depth: u32, results: &[Ty], arrow: &str) {
        let condition = self.value(&Ty::Int(1));
        let then = self.inside(depth, &[], results, "scf.yield");
        let or_else = match results.is_empty() && self.below(2) == 0 {
            true => String::new(),
            false => format!(" else {}", self.inside(depth, &[], results, "scf.yield")),
        };
        self.with_results(results, &format!("scf.if {condition} {arrow}{then}{or_else}"));
    }

    fn for_loop(&mut self, depth: u32, results: &[Ty], arrow: &str) {
        let ty = if self.below(3) == 0 { Ty::Int(self.one_of(&[8, 32, 64])) } else { Ty::Index };
        let [low, high, step] = [0, 0, 0].map(|_| self.value(&ty));
        let variable = self.fresh();
        let (names, passed) = self.carried(results);
        let mut arguments = vec![(variable.clone(), ty.clone())];
        arguments.extend(names);
        let body = self.inside(depth, &arguments, results, "scf.yield");
        let carried = if results.is_empty() { String::new() } else { format!(" iter_args({passed}) {arrow}") };
        let of = if ty == Ty::Index { String::new() } else { format!(" : {}", ty.text()) };
        self.with_results(results, &format!("scf.for {variable} = {low} to {high} step {step}{carried}{of} {body}"));
    }

    fn while_loop(&mut self, depth: u32, results: &[Ty]) {
        let (names, passed) = self.carried(results);
        let condition = self.while_condition(names, results);
        let arguments: Vec<(String, Ty)> = results.iter().map(|ty| (self.fresh(), ty.clone())).collect();
        let list: Vec<String> = arguments.iter().map(|(name, ty)| format!("{name}: {}", ty.text())).collect();
        let body = self.inside(depth, &arguments, results, "scf.yield");
        let body = match list.is_empty() {
            true => body,
            false => body.replacen("{\n", &format!("{{\n^bb0({}):\n", list.join(", ")), 1),
        };
        let signature = if results.is_empty() { String::new() } else { format!(" ({passed})") };
        let close = "  ".repeat(self.indent);
        self.with_results(
            results,
            &format!("scf.while{signature} : ({0}) -> ({0}) {{\n{condition}{close}}} do {body}", types(results)),
        );
    }

    /// The region that decides whether a loop goes on; `names` are its arguments.
    fn while_condition(&mut self, names: Vec<(String, Ty)>, results: &[Ty]) -> String {
        let mark = self.values.len();
        let outer = std::mem::take(&mut self.out);
        self.indent += 1;
        self.values.extend(names);
        self.operations(0);
        let condition = self.value(&Ty::Int(1));
        let values: Vec<String> = results.iter().map(|ty| self.value(ty)).collect();
        let passed =
            if values.is_empty() { String::new() } else { format!(" {} : {}", values.join(", "), types(results)) };
        self.line(&format!("scf.condition({condition}){passed}"));
        self.indent -= 1;
        self.values.truncate(mark);
        std::mem::replace(&mut self.out, outer)
    }

    fn index_switch(&mut self, depth: u32, results: &[Ty]) {
        let at = self.value(&Ty::Index);
        let first = self.inside(depth, &[], results, "scf.yield");
        let second = self.inside(depth, &[], results, "scf.yield");
        let default = self.inside(depth, &[], results, "scf.yield");
        let arrow = if results.is_empty() { String::new() } else { format!("-> {} ", types(results)) };
        let close = "  ".repeat(self.indent);
        self.with_results(
            results,
            &format!(
                "scf.index_switch {at} {arrow}\n{close}case 2 {first}\n{close}case 5 {second}\n{close}default {default}"
            ),
        );
    }

    fn parallel(&mut self, depth: u32) {
        let [low, high, low2, high2] = [0; 4].map(|_| self.value(&Ty::Index));
        let [step, step2] = [0, 0].map(|_| {
            let step = 1 + self.below(4);
            self.define(Ty::Index, &format!("arith.constant {step} : index"))
        });
        let [i, j] = [0, 0].map(|_| self.fresh());
        let arguments = [(i.clone(), Ty::Index), (j.clone(), Ty::Index)];
        let body = self.inside(depth, &arguments, &[], "scf.reduce");
        self.line(&format!(
            "scf.parallel ({i}, {j}) = ({low}, {low2}) to ({high}, {high2}) step ({step}, {step2}) {body}"
        ));
    }

    /// Values that a loop carries: the names inside it with their types, and the text that says what they are at first.
    fn carried(&mut self, all: &[Ty]) -> (Vec<(String, Ty)>, String) {
        let mut names = Vec::new();
        let mut passed = Vec::new();
        for ty in all {
            let (name, first) = (self.fresh(), self.value(ty));
            passed.push(format!("{name} = {first}"));
            names.push((name, ty.clone()));
        }
        (names, passed.join(", "))
    }
}
