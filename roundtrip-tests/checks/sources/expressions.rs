//! Trees, maps and trait objects: symbols with long generic arguments.

use std::collections::{BTreeMap, HashMap};
use std::fmt::Display;

pub trait Shape {
    fn area(&self) -> f64;
}

pub struct Square(pub f64);

pub struct Circle {
    pub radius: f64,
}

impl Shape for Square {
    fn area(&self) -> f64 {
        self.0 * self.0
    }
}

impl Shape for Circle {
    fn area(&self) -> f64 {
        self.radius * self.radius * std::f64::consts::PI
    }
}

pub fn total(shapes: &[Box<dyn Shape>]) -> f64 {
    shapes.iter().map(|shape| shape.area()).sum()
}

pub fn words(text: &str) -> BTreeMap<&str, usize> {
    let mut counts = BTreeMap::new();
    for word in text.split_whitespace() {
        *counts.entry(word).or_insert(0) += 1;
    }
    counts
}

fn join<T: Display>(values: &[T]) -> String {
    values.iter().map(|value| value.to_string()).collect::<Vec<_>>().join(",")
}

pub fn numbers(values: &[u32]) -> String {
    join(values)
}

pub enum Expression {
    Number(i64),
    Add(Box<Expression>, Box<Expression>),
    Negate(Box<Expression>),
    Variable(String),
}

pub fn value(expression: &Expression, variables: &HashMap<String, i64>) -> Result<i64, String> {
    Ok(match expression {
        Expression::Number(number) => *number,
        Expression::Add(a, b) => value(a, variables)?.checked_add(value(b, variables)?).ok_or("overflow")?,
        Expression::Negate(inner) => -value(inner, variables)?,
        Expression::Variable(name) => *variables.get(name).ok_or_else(|| format!("no {}", name))?,
    })
}
