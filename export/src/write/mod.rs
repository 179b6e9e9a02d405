//! The writer: a buffer of LLVM assembly and what writing into it asks for. One thread's.
//!
//! Writing does not fail on the way; the first thing that has no form is kept, and asked for at the end of each
//! operation ([`Writer::take_error`]).

mod attributes;
mod debug;
mod function;
pub mod global_value;
mod instructions;
pub mod metadata;
pub mod module;
mod summary;
pub mod use_lists;

pub use attributes::ARGS;
pub use instructions::intrinsic::IntrinsicNames;

use irtrip_dialect::names::EMPTY;
use irtrip_dialect::source_map::{MappedRange, MappedText, SourceConstruct};
use irtrip_dialect::{Attr, Context, Str, Type};
use rustc_hash::FxHashMap;

use crate::module::ModulePlan;
use irtrip_dialect::diagnostic::{ExportCode, LlvmVerifyCode};
use irtrip_dialect::llvm_text as text;
use irtrip_dialect::llvm_text::{TypeTexts, address_space};

/// Writes parts of one module.
pub struct Writer<'a> {
    /// The context.
    pub ctx: &'a Context,
    /// The module.
    pub plan: &'a ModulePlan<'a>,
    /// What has been written.
    pub out: String,
    types: TypeTexts<'a>,
    /// Texts of parameters' attributes by dictionary.
    parameters: FxHashMap<Attr, Box<str>>,
    intrinsics: IntrinsicNames,
    /// Whether a function's body is written.
    pub in_body: bool,
    /// The function or variable that is written.
    pub user: Str,
    error: Option<ExportCode>,
    source_map: Vec<MappedRange>,
    /// The most bytes of the symbols so far, where comments show demangled names.
    longest_symbol: usize,
}

impl<'a> Writer<'a> {
    /// A writer with an empty buffer.
    pub fn new(ctx: &'a Context, plan: &'a ModulePlan<'a>) -> Writer<'a> {
        Writer {
            ctx,
            plan,
            out: String::new(),
            types: TypeTexts::new(ctx, plan.struct_numbers).with_spellings(plan.spellings),
            parameters: FxHashMap::default(),
            intrinsics: IntrinsicNames::default(),
            in_body: false,
            user: EMPTY,
            error: None,
            source_map: Vec::new(),
            longest_symbol: 0,
        }
    }

    /// Adds the text from `start` to here to the source map, if one is made.
    pub fn record_range(&mut self, start: usize, construct: SourceConstruct) {
        if self.plan.source_map && start < self.out.len() {
            self.source_map.push(MappedRange { start, end: self.out.len(), construct });
        }
    }

    /// What has been written since the last call.
    pub fn take_piece(&mut self) -> MappedText {
        MappedText { text: std::mem::take(&mut self.out), ranges: std::mem::take(&mut self.source_map) }
    }

    /// An address space.
    pub fn address_space(&mut self, space: i64) {
        if let Err(error) = address_space(&mut self.out, space) {
            self.fail(error);
        }
    }

    /// Notes what has no form; the first counts.
    pub fn fail(&mut self, kind: ExportCode) {
        self.error.get_or_insert(kind);
    }

    /// The first thing that had no form since the last call.
    pub fn take_error(&mut self) -> Option<ExportCode> {
        self.error.take()
    }

    /// A type.
    pub fn ty(&mut self, ty: Type) {
        if let Err(kind) = self.types.write(&mut self.out, ty) {
            self.fail(kind);
        }
    }

    /// The body of an identified struct.
    pub fn struct_body(&mut self, ty: Type) {
        if let Err(kind) = self.types.write_body(&mut self.out, self.plan.symbols.structs.elements(self.ctx, ty)) {
            self.fail(kind);
        }
    }

    /// The text of a type of its own.
    pub fn type_text(&mut self, ty: Type) -> String {
        let mut text = String::new();
        if let Err(kind) = self.types.write(&mut text, ty) {
            self.fail(kind);
        }
        text
    }

    /// `@name` or `@0`
    pub fn symbol(&mut self, name: Str) {
        self.out.push('@');
        match self.plan.symbols.get(name).and_then(|s| s.number) {
            Some(number) => text::int(&mut self.out, number),
            None => text::name(&mut self.out, self.ctx.bytes(name)),
        }
    }

    /// `%b`: the block of a function that a tag is in.
    pub fn tagged_block(&mut self, function: Str, tag: i64) {
        let plan = self.plan;
        let index = plan.symbols.get(function).and_then(|s| s.function);
        let Some(function) = index.and_then(|i| plan.functions.get(i as usize)) else {
            return self.fail(ExportCode::Symbol(self.ctx.text(function).into_owned()));
        };
        match function.tags.get(&tag) {
            Some(block) if function.blocks.first() == Some(block) => {
                self.fail(ExportCode::Rule(LlvmVerifyCode::EntryAddress.to_string()));
            }
            Some(block) => self.label(function, *block),
            None => self.fail(ExportCode::Block),
        }
    }

    /// A quoted string after a word.
    pub fn word_and_string(&mut self, word: &str, value: Str) {
        self.out.push_str(word);
        text::quoted(&mut self.out, self.ctx.bytes(value));
    }

    /// An integer.
    pub fn int(&mut self, value: i64) {
        text::int(&mut self.out, value);
    }
}
