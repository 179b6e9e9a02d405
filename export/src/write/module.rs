//! The parts of a module that are between its globals: header, types, comdats, attribute groups, metadata.

use irtrip_dialect::data_layout::{layout_of_text, module_layout};
use irtrip_dialect::enums::ComdatSelectionKind;
use irtrip_dialect::escaped_text::EscapedText;
use irtrip_dialect::names::*;
use irtrip_dialect::preserved::{ASSEMBLY_PROPERTIES, AssemblyPart, assembly_parts};
use irtrip_dialect::spellings::Spelling;
use irtrip_dialect::{Attr, Context, Str, Type};
use rustc_hash::{FxHashMap, FxHashSet};

use super::Writer;
use super::global_value::comdat_name;
use crate::module::GlobalValue;
use irtrip_dialect::llvm_text as text;
use irtrip_dialect::llvm_text::literals::assembly_lines;

/// The comment with the identifier of a module of these attributes, as a line; empty without one. LLVM's writer has the
/// identifier as it is, but for one of several lines, which it leaves out.
pub(crate) fn module_id_comment(ctx: &Context, attrs: Attr) -> EscapedText {
    let identifier = ctx.string_entry(attrs, IRTRIP_MODULE_ID);
    match identifier.map(|identifier| ctx.bytes(identifier)) {
        Some(identifier) if !identifier.contains(&b'\n') => {
            EscapedText::of_bytes([b"; ModuleID = '", identifier, b"'\n"].concat())
        }
        _ => EscapedText::default(),
    }
}

impl Writer<'_> {
    /// The comment with the module's identifier, source file name, data layout, target triple and module-level
    /// assembly.
    pub fn header(&mut self, attrs: Attr) {
        let ctx = self.ctx;
        self.out.push_str(&module_id_comment(ctx, attrs).text);
        let quoted: fn(&mut String, &[u8]) = text::quoted;
        for (value, word, quoted) in [
            (self.string(attrs, IRTRIP_SOURCE_FILENAME), "source_filename = ", quoted),
            (self.layout(attrs), "target datalayout = ", text::quoted_unescaped),
            (self.string(attrs, LLVM_TARGET_TRIPLE), "target triple = ", text::quoted_unescaped),
        ] {
            if let Some(value) = value.filter(|v| *v != EMPTY) {
                self.out.push_str(word);
                quoted(&mut self.out, ctx.bytes(value));
                self.out.push('\n');
            }
        }
        self.assembly(attrs);
    }

    fn assembly(&mut self, attrs: Attr) {
        let ctx = self.ctx;
        let mut lines = ctx.entry(attrs, LLVM_MODULE_ASM).map(|a| ctx.items(a)).unwrap_or_default();
        if lines.is_empty() {
            return;
        }
        self.out.push('\n');
        let has_lines = self.plan.spellings.has(Spelling::ModuleAsmLines);
        let one = || vec![AssemblyPart { lines: lines.len(), properties: [EMPTY; 2] }];
        for part in assembly_parts(ctx, attrs).unwrap_or_else(one) {
            if has_lines {
                self.out.push_str("module asm");
                let given = ASSEMBLY_PROPERTIES.iter().zip(part.properties).filter(|(_, value)| *value != EMPTY);
                for (place, (name, value)) in given.enumerate() {
                    self.out.push_str(if place == 0 { "(" } else { ", " });
                    self.word_and_string(&format!("{name}: "), value);
                }
                self.out.push_str(if part.has_properties() { ")\n" } else { "\n" });
            }
            let (of_part, others) = lines.split_at(part.lines.min(lines.len()));
            lines = others;
            let texts = of_part.iter().filter_map(|text| ctx.string_value(*text));
            for line in texts.flat_map(|text| assembly_lines(ctx.bytes(text))) {
                self.word_and_string(if has_lines { "    " } else { "module asm " }, ctx.byte_str(line));
                self.out.push('\n');
            }
        }
    }

    /// The data layout; the one that an older release wrote for it, where that is preserved.
    fn layout(&self, attrs: Attr) -> Option<Str> {
        if self.plan.is_for_model { module_layout(self.ctx, attrs) } else { layout_of_text(self.ctx, attrs) }
    }

    /// Definitions of identified structs: numbered ones, then named ones.
    pub fn structs(&mut self, structs: &[Type]) {
        if !structs.is_empty() {
            self.out.push('\n');
        }
        let numbers = self.plan.struct_numbers;
        let (numbered, named): (Vec<Type>, Vec<Type>) = structs.iter().partition(|s| numbers.contains_key(s));
        for ty in numbered.into_iter().chain(named) {
            self.ty(ty);
            self.out.push_str(" = type ");
            self.struct_body(ty);
            self.out.push('\n');
        }
    }

    /// The comdats that functions, then variables, are in.
    pub fn comdats<'e>(
        &mut self,
        contents: impl Iterator<Item = &'e GlobalValue<'e>>,
        kinds: &FxHashMap<Str, ComdatSelectionKind>,
    ) {
        let mut seen = FxHashSet::default();
        for global in contents {
            let Some(name) = self.ctx.entry(global.attrs, COMDAT).and_then(|c| comdat_name(self.ctx, c)) else {
                continue;
            };
            if seen.insert(name) {
                self.out.push_str("\n$");
                text::name(&mut self.out, self.ctx.bytes(name));
                self.out.push_str(" = comdat ");
                let has_newer = self.plan.spellings.has(Spelling::NoDeduplicate);
                self.out.push_str(match kinds.get(&name).copied().unwrap_or(ComdatSelectionKind::Any) {
                    ComdatSelectionKind::NoDeduplicate if !has_newer => ComdatSelectionKind::OLDER_NO_DEDUPLICATE,
                    kind => kind.llvm(),
                });
                self.out.push('\n');
            }
        }
    }

    /// Attribute groups.
    pub fn groups(&mut self) {
        let groups = self.plan.groups;
        if !groups.sets().is_empty() {
            self.out.push('\n');
        }
        for (number, set) in groups.sets().iter().enumerate() {
            self.out.push_str("attributes #");
            self.int(number as i64);
            self.out.push_str(" = { ");
            self.set(set, true);
            self.out.push_str(" }\n");
        }
    }

    /// All named metadata.
    pub fn all_named_metadata(&mut self) {
        let metadata = self.plan.metadata;
        if !metadata.named().is_empty() {
            self.out.push('\n');
        }
        for (name, operands) in metadata.named() {
            self.named_metadata(*name, operands);
        }
    }
}
