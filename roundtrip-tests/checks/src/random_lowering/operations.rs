//! The operations of random programs that hold no regions.

use super::generator::Generator;
use super::values::Ty;

const INT_BINARY: &str = "addi subi muli divsi divui remsi remui andi ori xori shli shrsi shrui maxsi maxui minsi minui ceildivsi ceildivui floordivsi";
const FLOAT_BINARY: [&str; 9] = ["addf", "subf", "mulf", "divf", "remf", "maximumf", "minimumf", "maxnumf", "minnumf"];
const MATH_UNARY: &str = "absf acos asin atan ceil cos cosh exp exp2 expm1 floor log log10 log1p log2 round roundeven rsqrt sin sinh sqrt tan tanh \
    trunc sqrt absf ceil floor erf";
const INDEX_BINARY: &str =
    "add sub mul divs divu ceildivs ceildivu floordivs rems remu maxs mins maxu minu shl shrs shru and or xor";
const COMPARISONS: [&str; 10] = ["eq", "ne", "slt", "sle", "sgt", "sge", "ult", "ule", "ugt", "uge"];
const FLOAT_COMPARISONS: [&str; 16] =
    ["false", "oeq", "ogt", "oge", "olt", "ole", "one", "ord", "ueq", "ugt", "uge", "ult", "ule", "une", "uno", "true"];
const FLAGS: [&str; 8] =
    ["", "", "", "", "fastmath<fast> ", "fastmath<contract> ", "fastmath<nnan,nsz> ", "fastmath<none> "];

impl Generator {
    pub(super) fn integers(&mut self) {
        let scalar = if self.below(6) == 0 { Ty::Index } else { Ty::any_int(&mut self.chance) };
        let ty = scalar.or_vector(&mut self.chance);
        let text = ty.text();
        if self.below(8) == 0 {
            let operands = self.pair(&ty);
            let operation = self.one_of(&["addui_extended", "mulsi_extended", "mului_extended"]);
            let [low, high] = [self.fresh(), self.fresh()];
            let second = if operation == "addui_extended" { ty.with_element(Ty::Int(1)) } else { ty.clone() };
            let signature = if operation == "addui_extended" { format!("{text}, {}", second.text()) } else { text };
            if *ty.element() == Ty::Index && operation != "addui_extended" {
                return;
            }
            self.line(&format!("{low}, {high} = arith.{operation} {operands} : {signature}"));
            self.values.extend([(low, ty), (high, second)]);
            return;
        }
        let operation = match (self.one_word_of(INT_BINARY), ty.element()) {
            // Upstream adds 2^64 - 1 instead of -1 where the type is wider.
            ("floordivsi", Ty::Int(65..)) => "divsi",
            (operation, _) => operation,
        };
        let flags = match operation {
            "addi" | "subi" | "muli" | "shli" => {
                self.one_of(&["", "", " overflow<nsw>", " overflow<nuw>", " overflow<nsw, nuw>"])
            }
            "divsi" | "divui" | "shrsi" | "shrui" => self.one_of(&["", "", " exact"]),
            _ => "",
        };
        let operands = self.pair(&ty);
        let flags = if flags == " exact" { "" } else { flags };
        self.define(ty, &format!("arith.{operation} {operands}{flags} : {text}"));
    }

    pub(super) fn floats(&mut self) {
        let ty = Ty::any_float(&mut self.chance).or_vector(&mut self.chance);
        let flags = self.one_of(&FLAGS);
        if self.below(8) == 0 {
            let operand = self.value(&ty);
            let text = format!("arith.negf {operand} {flags}: {}", ty.text());
            self.define(ty, &text);
            return;
        }
        let operation = self.one_of(&FLOAT_BINARY);
        let operands = self.pair(&ty);
        let text = format!("arith.{operation} {operands} {flags}: {}", ty.text());
        self.define(ty, &text);
    }

    pub(super) fn math(&mut self) {
        if self.below(3) == 0 {
            let ty = Ty::any_int(&mut self.chance).or_vector(&mut self.chance);
            let operation = self.one_of(&["absi", "ctlz", "cttz", "ctpop"]);
            let operand = self.value(&ty);
            let text = format!("math.{operation} {operand} : {}", ty.text());
            self.define(ty, &text);
            return;
        }
        let ty = Ty::any_float(&mut self.chance).or_vector(&mut self.chance);
        let flags = self.one_of(&FLAGS);
        let text = ty.text();
        match self.below(9) {
            0 | 1 => {
                let operation = self.one_of(&["atan2", "copysign", "copysign", "powf"]);
                let operands = self.pair(&ty);
                self.define(ty, &format!("math.{operation} {operands} {flags}: {text}"));
            }
            2 => {
                let operands = self.pair(&ty);
                let third = self.value(&ty);
                self.define(ty, &format!("math.fma {operands}, {third} {flags}: {text}"));
            }
            3 => {
                let operation = self.one_of(&["isnan", "isinf", "isfinite", "isnormal"]);
                let operand = self.value(&ty);
                self.define(ty.with_element(Ty::Int(1)), &format!("math.{operation} {operand} : {text}"));
            }
            4 => {
                let exponent = ty.with_element(Ty::Int(32));
                let [base, power] = [self.value(&ty), self.value(&exponent)];
                self.define(ty, &format!("math.fpowi {base}, {power} {flags}: {text}, {}", exponent.text()));
            }
            _ => {
                let operation = self.one_word_of(MATH_UNARY);
                let operand = self.value(&ty);
                self.define(ty, &format!("math.{operation} {operand} {flags}: {text}"));
            }
        }
    }

    pub(super) fn casts(&mut self) {
        let shape = Ty::Int(1).or_vector(&mut self.chance);
        let [from, to] = [0, 0].map(|_| Ty::any_scalar(&mut self.chance));
        let operation = match (&from, &to) {
            (Ty::Int(a), Ty::Int(b)) if a < b => self.one_of(&["extsi", "extui"]),
            (Ty::Int(a), Ty::Int(b)) if a > b => "trunci",
            (Ty::Int(_), Ty::Float(_)) if self.below(4) > 0 || from.width() != to.width() => {
                self.one_of(&["sitofp", "uitofp"])
            }
            (Ty::Float(_), Ty::Int(_)) if self.below(4) > 0 || from.width() != to.width() => {
                self.one_of(&["fptosi", "fptoui"])
            }
            (Ty::Int(_), Ty::Float(_)) | (Ty::Float(_), Ty::Int(_)) => "bitcast",
            (Ty::Float(_), Ty::Float(_)) if from.width() < to.width() => "extf",
            (Ty::Float(_), Ty::Float(_)) if from.width() > to.width() => {
                self.one_of(&["truncf", "truncf", "truncf", "truncf"])
            }
            (Ty::Index, Ty::Int(_)) | (Ty::Int(_), Ty::Index) => self.one_of(&["index_cast", "index_castui"]),
            _ => return,
        };
        let [from, to] = [from, to].map(|ty| shape.with_element(ty));
        let operand = self.value(&from);
        let flags = match operation {
            "truncf" => self.one_of(&["", "", "to_nearest_even ", "upward ", "toward_zero ", "fastmath<contract> "]),
            "extf" => self.one_of(&["", "fastmath<contract> "]),
            "trunci" => self.one_of(&["", "overflow<nsw> ", "overflow<nuw> "]),
            _ => "",
        };
        let text = format!("arith.{operation} {operand} {flags}: {} to {}", from.text(), to.text());
        self.define(to, &text);
    }

    pub(super) fn index(&mut self) {
        match self.below(8) {
            0 => {
                let predicate = self.one_of(&COMPARISONS);
                let operands = self.pair(&Ty::Index);
                self.define(Ty::Int(1), &format!("index.cmp {predicate}({operands})"));
            }
            1 => {
                let ty = Ty::Int(self.one_of(&[8, 32, 64, 128]));
                let operation = self.one_of(&["casts", "castu"]);
                let operand = self.value(&ty);
                self.define(Ty::Index, &format!("index.{operation} {operand} : {} to index", ty.text()));
            }
            2 => {
                let ty = Ty::Int(self.one_of(&[8, 32, 64, 128]));
                let operation = self.one_of(&["casts", "castu"]);
                let operand = self.value(&Ty::Index);
                let text = format!("index.{operation} {operand} : index to {}", ty.text());
                self.define(ty, &text);
            }
            _ => {
                let operation = self.one_word_of(INDEX_BINARY);
                let operands = self.pair(&Ty::Index);
                self.define(Ty::Index, &format!("index.{operation} {operands}"));
            }
        }
    }

    pub(super) fn complex(&mut self) {
        let format = self.one_of(&["f32", "f64"]);
        let ty = Ty::Complex(format);
        let text = ty.text();
        match self.below(6) {
            0 => {
                let parts = self.pair(&Ty::Float(format));
                self.define(ty, &format!("complex.create {parts} : {text}"));
            }
            1 => {
                let operation = self.one_of(&["re", "im", "abs"]);
                let operand = self.value(&ty);
                self.define(Ty::Float(format), &format!("complex.{operation} {operand} : {text}"));
            }
            _ => {
                let operation = self.one_of(&["add", "sub", "mul", "div"]);
                let operands = self.pair(&ty);
                let flags = self.one_of(&FLAGS);
                self.define(ty, &format!("complex.{operation} {operands} {flags}: {text}"));
            }
        }
    }

    pub(super) fn memory(&mut self) {
        let known: Vec<usize> =
            (0..self.values.len()).filter(|&place| matches!(self.values[place].1, Ty::Memref(..))).collect();
        let (memref, ty) = match known.is_empty() || self.below(4) == 0 {
            true => {
                let ty = Ty::any_memref(&mut self.chance);
                (self.made(&ty), ty)
            }
            false => {
                let place = self.one_of(&known);
                self.values[place].clone()
            }
        };
        let Ty::Memref(shape, element) = ty.clone() else { return };
        let text = ty.text();
        let at: Vec<String> = shape.iter().map(|_| self.value(&Ty::Index)).collect();
        let at = at.join(", ");
        match self.below(9) {
            0..3 => {
                let nontemporal = self.one_of(&["", "", " {nontemporal = true}"]);
                self.define(*element, &format!("memref.load {memref}[{at}]{nontemporal} : {text}"));
            }
            3..5 => {
                let stored = self.value(&element);
                self.line(&format!("memref.store {stored}, {memref}[{at}] : {text}"));
            }
            5 => {
                let dim = self.value(&Ty::Index);
                if !shape.is_empty() {
                    self.define(Ty::Index, &format!("memref.dim {memref}, {dim} : {text}"));
                }
            }
            6 => {
                let shape = shape.iter().map(|size| size.filter(|_| self.below(2) == 0)).collect();
                let to = Ty::Memref(shape, element);
                let text = format!("memref.cast {memref} : {text} to {}", to.text());
                self.define(to, &text);
            }
            7 => {
                let operation = match *element {
                    Ty::Int(8 | 32 | 64) => self.one_of(&["addi", "andi", "maxs", "assign"]),
                    Ty::Float("f32" | "f64") => self.one_of(&["addf", "maximumf", "assign"]),
                    _ => return,
                };
                let stored = self.value(&element);
                let text = format!(
                    "memref.atomic_rmw {operation} {stored}, {memref}[{at}] : ({}, {text}) -> {}",
                    element.text(),
                    element.text()
                );
                self.define(*element, &text);
            }
            _ => {
                let other = self.value(&ty);
                self.line(&format!("memref.copy {other}, {memref} : {text} to {text}"));
            }
        }
    }

    pub(super) fn comparison(&mut self) {
        match self.below(3) {
            0 => {
                let ty = Ty::any_scalar(&mut self.chance).or_vector(&mut self.chance);
                let is_float = matches!(ty.element(), Ty::Float(_));
                let (operation, predicate) = if is_float {
                    ("cmpf", self.one_of(&FLOAT_COMPARISONS))
                } else {
                    ("cmpi", self.one_of(&COMPARISONS))
                };
                let operands = self.pair(&ty);
                self.define(
                    ty.with_element(Ty::Int(1)),
                    &format!("arith.{operation} {predicate}, {operands} : {}", ty.text()),
                );
            }
            1 => {
                let ty = Ty::any(&mut self.chance);
                let condition = self.value(&Ty::Int(1));
                let operands = self.pair(&ty);
                let text = format!("arith.select {condition}, {operands} : {}", ty.text());
                self.define(ty, &text);
            }
            _ => {
                let ty = Ty::Vector(vec![1 + self.below(3)], Box::new(Ty::any_scalar(&mut self.chance)));
                let bits = ty.with_element(Ty::Int(1));
                let condition = self.value(&bits);
                let operands = self.pair(&ty);
                let text = format!("arith.select {condition}, {operands} : {}, {}", bits.text(), ty.text());
                self.define(ty, &text);
            }
        }
    }
}
