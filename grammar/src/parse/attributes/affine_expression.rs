//! Affine expressions, simplified as upstream simplifies them when it builds them, and how they are spelled. MLIR's
//! affine dialect page, "Affine Expressions".

use std::fmt::Write as _;
use std::rc::Rc;

/// An affine expression.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Expr {
    Dim(usize),
    Symbol(usize),
    Constant(i64),
    Binary(Op, Rc<Expr>, Rc<Expr>, Facts),
}

/// What is known of a binary expression without looking into it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Facts {
    depth: usize,
    has_dims: bool,
    /// A number that divides every value.
    divisor: u64,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Op {
    Add,
    Mul,
    FloorDiv,
    CeilDiv,
    Mod,
}

pub(super) type Node = Rc<Expr>;

pub(super) fn constant(value: i64) -> Node {
    Rc::new(Expr::Constant(value))
}

impl Expr {
    pub(super) fn depth(&self) -> usize {
        match self {
            Expr::Binary(.., facts) => facts.depth,
            Expr::Dim(_) | Expr::Symbol(_) | Expr::Constant(_) => 0,
        }
    }

    pub(super) fn is_symbolic(&self) -> bool {
        match self {
            Expr::Binary(.., facts) => !facts.has_dims,
            Expr::Dim(_) => false,
            Expr::Symbol(_) | Expr::Constant(_) => true,
        }
    }

    pub(super) fn value(&self) -> Option<i64> {
        match self {
            Expr::Constant(value) => Some(*value),
            _ => None,
        }
    }

    /// The operands, if this is such an operation.
    pub(super) fn of(&self, wanted: Op) -> Option<(&Node, &Node)> {
        match self {
            Expr::Binary(op, lhs, rhs, _) if *op == wanted => Some((lhs, rhs)),
            _ => None,
        }
    }

    /// The expression and the constant it is multiplied by.
    pub(super) fn scaled(self: &Rc<Self>) -> (Node, i64) {
        match self.of(Op::Mul) {
            Some((lhs, rhs)) => match rhs.value() {
                Some(value) => (lhs.clone(), value),
                None => (self.clone(), 1),
            },
            None => (self.clone(), 1),
        }
    }

    /// A number that divides every value of the expression.
    fn divisor(&self) -> u64 {
        match self {
            Expr::Constant(value) => value.unsigned_abs(),
            Expr::Binary(_, _, _, facts) => facts.divisor,
            Expr::Dim(_) | Expr::Symbol(_) => 1,
        }
    }

    fn is_multiple_of(&self, by: i64) -> bool {
        self.divisor().is_multiple_of(by.unsigned_abs())
    }
}

fn gcd(a: u64, b: u64) -> u64 {
    let (mut a, mut b) = (a, b);
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

pub(super) fn binary(op: Op, lhs: Node, rhs: Node) -> Node {
    let divisor = match op {
        Op::Mul => lhs.divisor().wrapping_mul(rhs.divisor()),
        Op::Add | Op::Mod => gcd(lhs.divisor(), rhs.divisor()),
        Op::FloorDiv | Op::CeilDiv => {
            let by = rhs.value().map(i64::unsigned_abs).filter(|&by| by != 0 && lhs.divisor().is_multiple_of(by));
            by.map_or(1, |by| lhs.divisor() / by)
        }
    };
    let depth = 1 + lhs.depth().max(rhs.depth());
    let facts = Facts { depth, has_dims: !lhs.is_symbolic() || !rhs.is_symbolic(), divisor };
    Rc::new(Expr::Binary(op, lhs, rhs, facts))
}

/// The simplified form of an operation.
pub(super) fn build(op: Op, lhs: Node, rhs: Node) -> Node {
    let simpler = match op {
        Op::Add => simplify_add(&lhs, &rhs),
        Op::Mul => simplify_mul(&lhs, &rhs),
        Op::FloorDiv => simplify_floordiv(&lhs, &rhs),
        Op::CeilDiv => simplify_ceildiv(&lhs, &rhs),
        Op::Mod => simplify_mod(&lhs, &rhs),
    };
    simpler.unwrap_or_else(|| binary(op, lhs, rhs))
}

/// Whether two dimensions or two symbols are in the reverse of their order.
fn stand_reversed(lhs: &Node, rhs: &Node) -> bool {
    match (&**lhs, &**rhs) {
        (Expr::Dim(a), Expr::Dim(b)) | (Expr::Symbol(a), Expr::Symbol(b)) => a > b,
        _ => false,
    }
}

fn simplify_add(lhs: &Node, rhs: &Node) -> Option<Node> {
    if let (Some(a), Some(b)) = (lhs.value(), rhs.value()) {
        return a.checked_add(b).map(constant);
    }
    // Constants are last, symbols after dimensions.
    if lhs.value().is_some() || lhs.is_symbolic() && !rhs.is_symbolic() {
        return Some(build(Op::Add, rhs.clone(), lhs.clone()));
    }
    if stand_reversed(lhs, rhs) {
        return Some(build(Op::Add, rhs.clone(), lhs.clone()));
    }
    if rhs.value() == Some(0) {
        return Some(lhs.clone());
    }
    let last = lhs.of(Op::Add).and_then(|(first, last)| Some((first, last, last.value()?)));
    if let (Some((first, _, a)), Some(b)) = (last, rhs.value()) {
        return Some(build(Op::Add, first.clone(), constant(a.checked_add(b)?)));
    }
    let ((first, a), (second, b)) = (lhs.scaled(), rhs.scaled());
    if first == second {
        return Some(build(Op::Mul, first, constant(a.checked_add(b)?)));
    }
    if let Some((first, last, _)) = last {
        return Some(build(Op::Add, build(Op::Add, first.clone(), rhs.clone()), last.clone()));
    }
    // e + (e floordiv c) * -c is e mod c.
    let (quotient, by) = rhs.scaled();
    // So is e - (e floordiv f) * f for any f.
    if let (Some((floor, factor)), -1) = (quotient.of(Op::Mul), by) {
        let (dividend, divisor) = floor.of(Op::FloorDiv)?;
        return (dividend == lhs && divisor == factor).then(|| build(Op::Mod, lhs.clone(), divisor.clone()));
    }
    let (dividend, divisor) = quotient.of(Op::FloorDiv)?;
    if dividend == lhs && divisor.value().is_some_and(|divisor| divisor.checked_neg() == Some(by)) {
        return Some(build(Op::Mod, lhs.clone(), divisor.clone()));
    }
    // Where e is the last of several terms, too.
    let (first, last) = lhs.of(Op::Add).filter(|_| rhs.of(Op::Mul).is_some())?;
    Some(build(Op::Add, first.clone(), simplify_add(last, rhs)?))
}

fn simplify_mul(lhs: &Node, rhs: &Node) -> Option<Node> {
    if let (Some(a), Some(b)) = (lhs.value(), rhs.value()) {
        return a.checked_mul(b).map(constant);
    }
    if !rhs.is_symbolic() || lhs.value().is_some() {
        return lhs.is_symbolic().then(|| build(Op::Mul, rhs.clone(), lhs.clone()));
    }
    if stand_reversed(lhs, rhs) {
        return Some(build(Op::Mul, rhs.clone(), lhs.clone()));
    }
    match rhs.value() {
        Some(1) => return Some(lhs.clone()),
        Some(0) => return Some(rhs.clone()),
        _ => {}
    }
    let (first, last) = lhs.of(Op::Mul)?;
    let a = last.value()?;
    match rhs.value() {
        Some(b) => Some(build(Op::Mul, first.clone(), constant(a.checked_mul(b)?))),
        None => Some(build(Op::Mul, build(Op::Mul, first.clone(), rhs.clone()), last.clone())),
    }
}

fn simplify_floordiv(lhs: &Node, rhs: &Node) -> Option<Node> {
    let by = rhs.value().filter(|&by| by != 0)?;
    if let Some(value) = lhs.value() {
        let quotient = value.checked_div(by)?;
        let below = value % by != 0 && (value < 0) != (by < 0);
        return Some(constant(quotient - i64::from(below)));
    }
    if by == 1 {
        return Some(lhs.clone());
    }
    if let Some(exact) = exact_quotient(lhs, by) {
        return Some(exact);
    }
    let (first, second) = lhs.of(Op::Add)?;
    (first.is_multiple_of(by) || second.is_multiple_of(by)).then(|| {
        let (first, second) = (first.clone(), second.clone());
        build(Op::Add, build(Op::FloorDiv, first, rhs.clone()), build(Op::FloorDiv, second, rhs.clone()))
    })
}

fn simplify_ceildiv(lhs: &Node, rhs: &Node) -> Option<Node> {
    let by = rhs.value().filter(|&by| by != 0)?;
    if let Some(value) = lhs.value() {
        let quotient = value.checked_div(by)?;
        let above = value % by != 0 && (value < 0) == (by < 0);
        return Some(constant(quotient + i64::from(above)));
    }
    if by == 1 {
        return Some(lhs.clone());
    }
    exact_quotient(lhs, by)
}

/// `(e * c) / by` where `by` divides `c`.
fn exact_quotient(lhs: &Node, by: i64) -> Option<Node> {
    let (first, factor) = lhs.of(Op::Mul)?;
    let factor = factor.value()?;
    (factor.checked_rem(by)? == 0).then(|| build(Op::Mul, first.clone(), constant(factor / by)))
}

fn simplify_mod(lhs: &Node, rhs: &Node) -> Option<Node> {
    let by = rhs.value().filter(|&by| by >= 1)?;
    if let Some(value) = lhs.value() {
        return Some(constant(value.rem_euclid(by)));
    }
    if lhs.is_multiple_of(by) {
        return Some(constant(0));
    }
    if let Some((first, second)) = lhs.of(Op::Add) {
        for (multiple, rest) in [(first, second), (second, first)] {
            if multiple.is_multiple_of(by) {
                return Some(build(Op::Mod, rest.clone(), rhs.clone()));
            }
        }
    }
    let (inner, modulus) = lhs.of(Op::Mod)?;
    let modulus = modulus.value()?;
    (modulus >= 1 && modulus % by == 0).then(|| build(Op::Mod, inner.clone(), rhs.clone()))
}

/// Whether an expression is next to an operator that binds.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Binding {
    Weak,
    Strong,
}

pub(super) fn print(out: &mut String, expr: &Expr, binding: Binding) {
    match expr {
        Expr::Dim(place) => push(out, format_args!("d{place}")),
        Expr::Symbol(place) => push(out, format_args!("s{place}")),
        Expr::Constant(value) => push(out, format_args!("{value}")),
        Expr::Binary(op, lhs, rhs, _) => {
            if binding == Binding::Strong {
                out.push('(');
            }
            match op {
                Op::Add => print_sum(out, lhs, rhs),
                Op::Mul if rhs.value() == Some(-1) => {
                    out.push('-');
                    print(out, lhs, Binding::Strong);
                }
                Op::Mul => print_operands(out, lhs, " * ", rhs),
                Op::FloorDiv => print_operands(out, lhs, " floordiv ", rhs),
                Op::CeilDiv => print_operands(out, lhs, " ceildiv ", rhs),
                Op::Mod => print_operands(out, lhs, " mod ", rhs),
            }
            if binding == Binding::Strong {
                out.push(')');
            }
        }
    }
}

pub(super) fn push(out: &mut String, text: std::fmt::Arguments<'_>) {
    // A string takes everything.
    let _ = out.write_fmt(text);
}

fn print_operands(out: &mut String, lhs: &Expr, op: &str, rhs: &Expr) {
    print(out, lhs, Binding::Strong);
    out.push_str(op);
    print(out, rhs, Binding::Strong);
}

fn print_sum(out: &mut String, lhs: &Expr, rhs: &Expr) {
    print(out, lhs, Binding::Weak);
    let negative = |factor: &Node| factor.value().filter(|&value| value < 0);
    if let Some((first, factor)) = rhs.of(Op::Mul)
        && let Some(value) = negative(factor)
    {
        out.push_str(" - ");
        let sum = first.of(Op::Add).is_some();
        print(out, first, if value == -1 && !sum { Binding::Weak } else { Binding::Strong });
        if value != -1 {
            push(out, format_args!(" * {}", value.unsigned_abs()));
        }
        return;
    }
    match rhs.value() {
        Some(value) if value < 0 => push(out, format_args!(" - {}", value.unsigned_abs())),
        _ => {
            out.push_str(" + ");
            print(out, rhs, Binding::Weak);
        }
    }
}
