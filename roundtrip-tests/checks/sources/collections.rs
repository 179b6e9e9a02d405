use std::collections::HashMap;
use std::fmt;
#[derive(Debug, Clone, PartialEq)]
pub enum Expr { Num(f64), Add(Box<Expr>, Box<Expr>), Mul(Box<Expr>, Box<Expr>), Var(String) }
impl fmt::Display for Expr { fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result { match self { Expr::Num(n) => write!(f, "{n}"), Expr::Add(a, b) => write!(f, "({a} + {b})"), Expr::Mul(a, b) => write!(f, "({a} * {b})"), Expr::Var(v) => f.write_str(v) } } }
pub fn eval(e: &Expr, env: &HashMap<String, f64>) -> Option<f64> { Some(match e { Expr::Num(n) => *n, Expr::Add(a, b) => eval(a, env)? + eval(b, env)?, Expr::Mul(a, b) => eval(a, env)? * eval(b, env)?, Expr::Var(v) => *env.get(v)? }) }
pub trait Shape { fn area(&self) -> f64; fn name(&self) -> &'static str { "shape" } }
pub struct Sq(pub f64); impl Shape for Sq { fn area(&self) -> f64 { self.0 * self.0 } }
pub fn total(v: &[Box<dyn Shape>]) -> f64 { v.iter().map(|s| s.area()).sum() }
pub fn words(s: &str) -> Vec<(String, usize)> { let mut m = HashMap::new(); for w in s.split_whitespace() { *m.entry(w.to_lowercase()).or_insert(0) += 1; } let mut v: Vec<_> = m.into_iter().collect(); v.sort_by(|a, b| b.1.cmp(&a.1)); v }
#[no_mangle] pub extern "C" fn add(a: i32, b: i32) -> i32 { a.checked_add(b).unwrap_or(-1) }
pub fn closure(n: u64) -> impl Fn(u64) -> u64 { move |x| x.wrapping_mul(n) ^ (x >> 3) }
