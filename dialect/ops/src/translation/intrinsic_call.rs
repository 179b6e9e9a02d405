//! The call of an intrinsic that stands for an operation: its name in parts that the operation's attributes and types
//! choose, and its arguments.

use smallvec::SmallVec;

use super::Replacements;
use super::translator::{CallArgument, Translator, intrinsic_named};
use crate::context::{Context, Type};
use crate::diagnostic::ExportCode;
use crate::ops::llvm_builder::LlvmBuilder;
use crate::ops::type_set::TypePattern;
use crate::types::TypeData;
use crate::verify::VerifyContext;

/// The call of an intrinsic. Its result is cast to the operation's.
#[derive(Clone, Copy, Debug)]
pub struct IntrinsicCall {
    name: &'static [NamePart],
    arguments: &'static [Argument],
    field: Option<i64>,
}

/// A part of an intrinsic's name.
#[derive(Clone, Copy, Debug)]
pub enum NamePart {
    /// This text.
    Text(&'static str),
    /// The word of an enumeration's attribute.
    Word(&'static str),
    /// A text for each word of an enumeration's attribute, the empty one where it is not there. A word that is not listed is
    /// its own text.
    Words(&'static str, &'static [(&'static str, &'static str)]),
    /// One text where an attribute is set, and another where it is not.
    Flag(&'static str, &'static str, &'static str),
    /// One text where an operand group has values, and another where it has none.
    Given(&'static str, &'static str, &'static str),
    /// One text where the operation has a result, and another where it has none.
    HasResult(&'static str, &'static str),
    /// A text for each address space of a pointer; the empty one for another.
    Space(&'static str, &'static [(u32, &'static str)]),
    /// A text where an operand group has values.
    IfGiven(&'static str, &'static str),
    /// A text for the types of an operand or a result; the empty one for another.
    TypeOf(&'static str, &'static [(TypePattern, &'static str)]),
    /// A text for the types in an attribute; the empty one for another.
    TypeAttr(&'static str, &'static [(TypePattern, &'static str)]),
    /// Parts that are there where an attribute holds such a type.
    IfTypeAttr(&'static str, TypePattern, &'static [NamePart]),
    /// The number in an attribute.
    Number(&'static str),
    /// The number of values of an operand group.
    Count(&'static str),
    /// What a function says; `None` where there is no intrinsic.
    Code(fn(&VerifyContext<'_>) -> Option<String>),
}

/// An argument, or several.
#[derive(Clone, Copy, Debug)]
pub enum Argument {
    /// The values of an operand group.
    Operand(&'static str),
    /// The value of an operand group, or a number.
    OperandOr(&'static str, i64),
    /// Whether an operand group has values.
    IsGiven(&'static str),
    /// A number.
    Int(i64),
    /// A number of a width, where the intrinsic accepts any.
    IntOf(u32, i64),
    /// The number in an attribute; whether it is set, of a flag.
    Attr(&'static str),
    /// The number that stands for each word of an enumeration's attribute.
    WordNumber(&'static str, &'static [(&'static str, i64)]),
    /// It is there if the attribute is not set.
    UnlessFlag(&'static str, &'static Argument),
    /// It is there if the operand group has no values.
    UnlessGiven(&'static str, &'static Argument),
}

impl IntrinsicCall {
    /// A call.
    pub const fn new(name: &'static [NamePart], arguments: &'static [Argument]) -> IntrinsicCall {
        IntrinsicCall { name, arguments, field: None }
    }

    /// The operation's result is this field of the intrinsic's.
    pub const fn field(mut self, field: i64) -> IntrinsicCall {
        self.field = Some(field);
        self
    }

    /// Makes the call before the operation.
    ///
    /// # Errors
    ///
    /// LLVM has no intrinsic for the operation's attributes and types.
    pub fn translate(&self, translator: &mut Translator<'_>) -> Result<Replacements, ExportCode> {
        let name = self.name(&translator.cx()?)?;
        let mut arguments = SmallVec::new();
        for argument in self.arguments {
            argument.push(translator, &mut arguments)?;
        }
        let mut result = translator.call(&name, &arguments)?;
        if let (Some(field), Some(whole)) = (self.field, result) {
            result = Some(translator.builder.extract(whole, &[field]));
        }
        translator.replacements(result)
    }

    /// The name that an operation's attributes and types choose.
    ///
    /// # Errors
    ///
    /// The operation does not have what a part of the name is of.
    pub fn name(&self, cx: &VerifyContext<'_>) -> Result<String, ExportCode> {
        let mut name = String::new();
        self.name.iter().try_for_each(|part| part.push(cx, &mut name))?;
        Ok(name)
    }

    /// Whether LLVM has the intrinsic that an operation's attributes and types choose.
    pub fn exists(&self, cx: &VerifyContext<'_>) -> bool {
        self.name(cx).is_ok_and(|name| intrinsic_named(&name).is_some())
    }

    /// The name with a mark for each part that is chosen, for descriptions.
    pub fn pattern(&self) -> String {
        let parts = self.name.iter().map(|part| match part {
            NamePart::Text(text) => (*text).to_owned(),
            NamePart::Word(of) | NamePart::Words(of, _) | NamePart::Flag(of, ..) | NamePart::Given(of, ..) => {
                format!("{{{of}}}")
            }
            NamePart::Space(of, _) | NamePart::TypeOf(of, _) | NamePart::TypeAttr(of, _) => format!("{{{of}}}"),
            NamePart::Number(of) | NamePart::Count(of) => format!("{{{of}}}"),
            NamePart::IfGiven(of, _) | NamePart::IfTypeAttr(of, ..) => format!("{{{of}}}"),
            NamePart::HasResult(..) | NamePart::Code(_) => "{...}".to_owned(),
        });
        parts.collect()
    }
}

/// The call of the intrinsic of an operation's definition, whose result the operation does not have, or has as another type. An
/// overloaded intrinsic returns the type that its name says first.
pub(super) fn by_definition(translator: &mut Translator<'_>) -> Result<Replacements, ExportCode> {
    let cx = translator.cx()?;
    let intrinsic = cx.def.called_intrinsic().ok_or(ExportCode::Value)?;
    let mut operands = cx.operands().iter();
    let mut arguments: SmallVec<[CallArgument; 8]> = SmallVec::new();
    for place in 0..operands.len() + intrinsic.immediates.len() {
        let immediate = intrinsic.immediates.iter().find(|(each, _)| usize::from(*each) == place);
        arguments.push(match immediate {
            Some((_, name)) => CallArgument::Int(translator.number(name)?),
            None => CallArgument::Value(*operands.next().ok_or(ExportCode::Value)?),
        });
    }
    let first = intrinsic.overloaded_operands.first().and_then(|place| arguments.get(usize::from(*place)));
    let returned = match first {
        Some(CallArgument::Value(value)) => Some(translator.builder.type_of(*value)),
        _ => None,
    };
    let result = translator.call_returning(intrinsic.name, &arguments, returned)?;
    translator.replacements(result)
}

impl NamePart {
    fn push(&self, cx: &VerifyContext<'_>, name: &mut String) -> Result<(), ExportCode> {
        let missing = ExportCode::Attribute;
        match *self {
            NamePart::Text(text) => name.push_str(text),
            NamePart::Word(attr) => name.push_str(cx.word(attr).ok_or(missing(attr))?),
            NamePart::Words(attr, texts) => {
                let word = cx.word(attr).ok_or(missing(attr))?;
                name.push_str(texts.iter().find(|(each, _)| *each == word).map_or(word, |(_, text)| text));
            }
            NamePart::Flag(attr, set, unset) => name.push_str(if cx.flag(attr) { set } else { unset }),
            NamePart::Given(group, given, none) => name.push_str(if cx.has_operand(group) { given } else { none }),
            NamePart::IfGiven(group, text) => name.push_str(if cx.has_operand(group) { text } else { "" }),
            NamePart::IfTypeAttr(attr, pattern, parts) => {
                let ty = cx.attr_named(attr).and_then(|attr| cx.ctx.type_value(attr));
                if ty.is_some_and(|ty| pattern.matches(cx.ctx, ty)) {
                    parts.iter().try_for_each(|part| part.push(cx, name))?;
                }
            }
            NamePart::HasResult(with, without) => {
                name.push_str(if cx.result_type().is_some() { with } else { without });
            }
            NamePart::Space(group, texts) => {
                let ty = cx.type_of(group).ok_or(missing(group))?;
                if let TypeData::Pointer { address_space } = cx.ctx.type_data(ty) {
                    let text = texts.iter().find(|(space, _)| space == address_space);
                    name.push_str(text.map_or("", |(_, text)| text));
                }
            }
            NamePart::TypeOf(place, texts) => {
                name.push_str(of_type(cx.ctx, cx.type_of(place).ok_or(missing(place))?, texts));
            }
            NamePart::TypeAttr(attr, texts) => {
                let ty = cx.attr_named(attr).and_then(|attr| cx.ctx.type_value(attr));
                name.push_str(of_type(cx.ctx, ty.ok_or(missing(attr))?, texts));
            }
            NamePart::Number(attr) => name.push_str(&cx.number(attr).ok_or(missing(attr))?.to_string()),
            NamePart::Count(group) => {
                name.push_str(&cx.group_named(group).ok_or(missing(group))?.len().to_string());
            }
            NamePart::Code(code) => {
                name.push_str(&code(cx).ok_or_else(|| ExportCode::Intrinsic(name.clone()))?);
            }
        }
        Ok(())
    }
}

fn of_type(ctx: &Context, ty: Type, texts: &[(TypePattern, &'static str)]) -> &'static str {
    texts.iter().find(|(pattern, _)| pattern.matches(ctx, ty)).map_or("", |(_, text)| text)
}

impl Argument {
    fn push(&self, translator: &Translator<'_>, arguments: &mut SmallVec<[CallArgument; 8]>) -> Result<(), ExportCode> {
        let one = match *self {
            Argument::Operand(group) => {
                arguments.extend(translator.group(group)?.into_iter().map(CallArgument::Value));
                return Ok(());
            }
            Argument::OperandOr(group, number) => {
                translator.operand(group)?.map_or(CallArgument::Int(number), CallArgument::Value)
            }
            Argument::IsGiven(group) => CallArgument::Int(i64::from(translator.operand(group)?.is_some())),
            Argument::Int(number) => CallArgument::Int(number),
            Argument::IntOf(width, number) => CallArgument::IntOf(translator.ctx().int_type(width), number),
            Argument::Attr(attr) => CallArgument::Int(translator.number(attr)?),
            Argument::WordNumber(attr, numbers) => {
                let word = translator.word(attr)?;
                let number = numbers.iter().find(|(each, _)| *each == word).ok_or(ExportCode::Attribute(attr))?;
                CallArgument::Int(number.1)
            }
            Argument::UnlessFlag(attr, argument) if !translator.flag(attr) => {
                return argument.push(translator, arguments);
            }
            Argument::UnlessGiven(group, argument) if translator.operand(group)?.is_none() => {
                return argument.push(translator, arguments);
            }
            Argument::UnlessFlag(..) | Argument::UnlessGiven(..) => return Ok(()),
        };
        arguments.push(one);
        Ok(())
    }
}
