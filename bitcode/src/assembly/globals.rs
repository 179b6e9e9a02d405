//! Variables, aliases, ifuncs and function headers. LangRef, "Global Variables", "Functions", "Aliases", "IFuncs".

use irtrip_dialect::enums::{CallingConvention, Linkage, ThreadLocalMode, UnnamedAddr, Visibility};
use irtrip_dialect::enums::{CodeModel, DllStorageClass};
use irtrip_dialect::llvm_attributes::VARIABLE_SANITIZERS;
use irtrip_dialect::llvm_text as text;

use super::Scope;
use super::attributes::ListText;
use crate::constants::{Constant, ValueKind};
use crate::error::Result;
use crate::module::{GlobalKind, GlobalValue};
use crate::types::{Type, TypeId, address_space};

/// Appends a calling convention and a space, unless it is the default one.
pub(super) fn convention(out: &mut String, convention: CallingConvention) {
    if convention == CallingConvention::C {
        return;
    }
    match convention.llvm() {
        "" => {
            out.push_str("cc ");
            text::int(out, convention.number());
        }
        word => out.push_str(word),
    }
    out.push(' ');
}

/// Appends `, align 8` for one more than its exponent.
pub(super) fn alignment(out: &mut String, separator: &str, exponent: u64) {
    if exponent != 0 {
        out.push_str(separator);
        out.push_str("align ");
        text::int(out, 1u64.checked_shl((exponent - 1).min(64) as u32).unwrap_or(0));
    }
}

pub(super) fn word(out: &mut String, word: &str) {
    if !word.is_empty() {
        out.push_str(word);
        out.push(' ');
    }
}

impl Scope<'_, '_> {
    pub(super) fn attribute_list(&self, number: u64) -> Result<Option<&ListText>> {
        let list = self.writer.attributes.list(number);
        list.ok_or_else(|| self.error(format!("there is no attribute list {number}")))
    }

    /// Appends linkage and what follows it.
    fn linkage(&self, out: &mut String, global: &GlobalValue, is_declaration: bool) {
        match global.linkage {
            Linkage::External if is_declaration => out.push_str("external "),
            Linkage::External => {}
            linkage => word(out, linkage.llvm()),
        }
        self.locality(out, global);
    }

    fn locality(&self, out: &mut String, global: &GlobalValue) {
        if global.is_dso_local && !global.linkage.implies_dso_local(global.visibility) {
            out.push_str("dso_local ");
        }
        if global.visibility != Visibility::Default {
            word(out, global.visibility.llvm());
        }
        word(out, DllStorageClass::from_number(global.dll as i64).unwrap_or_default().llvm());
        // Zero is none; the first mode is written without its name.
        if global.thread_local != 0 {
            let mode = ThreadLocalMode::from_number(global.thread_local as i64).unwrap_or_default().llvm();
            out.push_str("thread_local");
            if !mode.is_empty() {
                out.push('(');
                out.push_str(mode);
                out.push(')');
            }
            out.push(' ');
        }
    }

    fn unnamed_addr(global: &GlobalValue) -> &'static str {
        match global.unnamed_addr {
            0 => UnnamedAddr::None.llvm(),
            2 => UnnamedAddr::Local.llvm(),
            _ => UnnamedAddr::Global.llvm(),
        }
    }

    /// Appends section, partition and comdat, each after a separator.
    fn places(&self, out: &mut String, global: &GlobalValue, separator: &str, between: impl FnOnce(&mut String)) {
        for (what, name) in [("section ", &global.section), ("partition ", &global.partition)] {
            if !name.is_empty() {
                out.push_str(separator);
                out.push_str(what);
                text::quoted(out, name);
            }
        }
        between(out);
        let comdat = global.comdat.and_then(|place| self.writer.module.comdats.get(place as usize));
        if let Some(comdat) = comdat {
            out.push_str(separator);
            out.push_str("comdat($");
            text::name(out, &comdat.name);
            out.push(')');
        }
        alignment(out, separator, global.alignment);
    }

    fn global_attachments(&self, out: &mut String, place: usize, separator: &str) -> Result<()> {
        match self.writer.module.metadata.attachments.get(&(place as u64)) {
            Some(attachments) => self.attachments(out, attachments, separator),
            None => Ok(()),
        }
    }

    /// Appends a variable, alias or ifunc.
    pub(super) fn global(&self, out: &mut String, place: usize, global: &GlobalValue) -> Result<()> {
        out.push_str(&global.text);
        out.push_str(" = ");
        match &global.kind {
            GlobalKind::Variable { initializer, .. } => self.linkage(out, global, initializer.is_none()),
            _ => self.linkage(out, global, false),
        }
        word(out, Self::unnamed_addr(global));
        match &global.kind {
            GlobalKind::Variable { .. } => self.variable(out, place, global)?,
            GlobalKind::Alias(value) | GlobalKind::IFunc(value) => {
                out.push_str(if matches!(global.kind, GlobalKind::Alias(_)) { "alias " } else { "ifunc " });
                out.push_str(self.types().text(global.ty));
                out.push_str(", ");
                self.typed(out, *value)?;
                self.places(out, global, ", ", |_| {});
                self.global_attachments(out, place, ", ")?;
            }
            GlobalKind::Function { .. } => {}
        }
        out.push('\n');
        Ok(())
    }

    fn variable(&self, out: &mut String, place: usize, global: &GlobalValue) -> Result<()> {
        let GlobalKind::Variable {
            is_constant,
            is_externally_initialized,
            initializer,
            sanitizers,
            code_model,
            attributes,
        } = &global.kind
        else {
            return Ok(());
        };
        if global.space != 0 {
            address_space(out, global.space);
            out.push(' ');
        }
        word(out, if *is_externally_initialized { "externally_initialized" } else { "" });
        out.push_str(if *is_constant { "constant " } else { "global " });
        match (initializer, self.former_structors(global)) {
            (Some(initializer), Some(fields)) => self.structors(out, *initializer, fields)?,
            (initializer, _) => {
                out.push_str(self.types().text(global.ty));
                if let Some(initializer) = initializer {
                    out.push(' ');
                    self.value(out, *initializer)?;
                }
            }
        }
        self.places(out, global, ", ", |out| {
            if let Some(model) = code_model.and_then(|model| CodeModel::from_number(model as i64 - 1)) {
                out.push_str(", code_model ");
                text::quoted(out, model.llvm().as_bytes());
            }
            let has = |bit: &usize| sanitizers >> bit & 1 != 0;
            for (_, word) in VARIABLE_SANITIZERS.iter().enumerate().filter(|(bit, _)| has(bit)) {
                out.push_str(", ");
                out.push_str(word);
            }
        });
        self.global_attachments(out, place, ", ")?;
        self.function_group(out, *attributes)
    }

    /// The fields of each element of a list of constructors or destructors that has two, as up to LLVM 3.5; LLVM adds the third
    /// when it reads bitcode.
    fn former_structors(&self, global: &GlobalValue) -> Option<[TypeId; 2]> {
        if !matches!(global.text.as_str(), "@llvm.global_ctors" | "@llvm.global_dtors") {
            return None;
        }
        let Type::Array(_, element) = self.types().get(global.ty) else { return None };
        let elements = match self.types().get(*element) {
            Type::Struct { elements, .. } => elements,
            Type::Named(place) => &self.types().structs().get(*place as usize)?.body.as_ref()?.1,
            _ => return None,
        };
        elements.as_ref().try_into().ok()
    }

    /// Appends a list of constructors or destructors, each with a third field, which is null.
    fn structors(&self, out: &mut String, initializer: u32, fields: [TypeId; 2]) -> Result<()> {
        let types = self.types();
        let is_typed = matches!(types.get(fields[1]), Type::Pointer(Some(_), _));
        let data = if is_typed { "i8*" } else { "ptr" };
        let element = format!("{{ {}, {}, {data} }}", types.text(fields[0]), types.text(fields[1]));
        let ids: &[u32] = match &self.get(initializer)?.kind {
            ValueKind::Constant(Constant::Aggregate(ids)) => ids,
            _ => &[],
        };
        out.push_str(&format!("[{} x {element}] ", ids.len()));
        if ids.is_empty() {
            out.push_str("zeroinitializer");
            return Ok(());
        }
        out.push('[');
        for (place, id) in ids.iter().enumerate() {
            out.push_str(if place == 0 { "" } else { ", " });
            out.push_str(&element);
            match &self.get(*id)?.kind {
                ValueKind::Constant(Constant::Aggregate(fields)) => {
                    out.push_str(" { ");
                    for field in fields {
                        self.typed(out, *field)?;
                        out.push_str(", ");
                    }
                    out.push_str(&format!("{data} null }}"));
                }
                _ => out.push_str(" zeroinitializer"),
            }
        }
        out.push(']');
        Ok(())
    }

    /// Appends the number of a group of attributes, if a list has one of functions' own.
    pub(super) fn function_group(&self, out: &mut String, list: u64) -> Result<()> {
        if let Some(group) = self.attribute_list(list)?.and_then(|list| list.function) {
            out.push_str(" #");
            text::int(out, group);
        }
        Ok(())
    }

    /// Appends the address space of a function, where it or the default one is not zero.
    pub(super) fn program_space(&self, out: &mut String, space: u32) {
        if space == 0 && self.writer.module.program_space() != 0 {
            out.push_str(" addrspace(0)");
        }
        address_space(out, space);
    }

    /// Appends a function.
    pub(super) fn function_text(&self, out: &mut String, place: usize, global: &GlobalValue) -> Result<()> {
        let GlobalKind::Function { convention: cc, attributes, gc, operands, .. } = &global.kind else { return Ok(()) };
        out.push_str(if self.function.is_some() { "\ndefine " } else { "\ndeclare " });
        if self.function.is_none() {
            let before = out.len();
            self.global_attachments(out, place, "")?;
            if out.len() > before {
                out.push(' ');
            }
        }
        if global.linkage != Linkage::External {
            word(out, global.linkage.llvm());
        }
        self.locality(out, global);
        convention(out, *cc);
        let list = self.attribute_list(*attributes)?;
        if let (Some(list), Type::Function { result, .. }) = (list, self.types().get(global.ty)) {
            word(out, list.result(self.types(), *result).trim_start());
        }
        self.signature(out, global, list)?;
        let unnamed = Self::unnamed_addr(global);
        if !unnamed.is_empty() {
            out.push(' ');
            out.push_str(unnamed);
        }
        self.program_space(out, global.space);
        self.function_group(out, *attributes)?;
        self.places(out, global, " ", |_| {});
        if !gc.is_empty() {
            out.push_str(" gc ");
            text::quoted(out, gc);
        }
        let old = self.function.and_then(|function| function.body.personality);
        let words = ["prefix", "prologue", "personality"];
        for (word, value) in words.into_iter().zip([operands[0], operands[1], operands[2].or(old)]) {
            if let Some(value) = value {
                out.push(' ');
                out.push_str(word);
                out.push(' ');
                self.typed(out, value)?;
            }
        }
        match self.function {
            None => out.push('\n'),
            Some(function) => {
                self.global_attachments(out, place, " ")?;
                self.attachments(out, &function.body.attachments, " ")?;
                self.body(out, function)?;
            }
        }
        Ok(())
    }

    /// Appends the declarations of intrinsics whose calls were calls of functions.
    pub(super) fn declared_intrinsics(&self, out: &mut String) -> Result<()> {
        for (place, name) in self.writer.upgrades.declared() {
            if let Some(function) = self.writer.module.globals.get(place) {
                out.push_str("declare ");
                self.signature(out, &GlobalValue { text: name.to_owned(), ..function.clone() }, None)?;
                out.push('\n');
            }
        }
        Ok(())
    }

    fn signature(&self, out: &mut String, global: &GlobalValue, list: Option<&ListText>) -> Result<()> {
        let Type::Function { result, params, vararg } = self.types().get(global.ty) else { return Ok(()) };
        out.push_str(self.types().text(*result));
        out.push(' ');
        out.push_str(&global.text);
        out.push('(');
        for (place, param) in params.iter().enumerate() {
            if place > 0 {
                out.push_str(", ");
            }
            self.parameter(out, place, *param, list);
            self.interrupt_frame(out, global, place, *param, list);
            self.parameter_name(out, place);
        }
        match (vararg, params.is_empty()) {
            (false, _) => {}
            (true, true) => out.push_str("..."),
            (true, false) => out.push_str(", ..."),
        }
        out.push(')');
        Ok(())
    }

    fn parameter(&self, out: &mut String, place: usize, ty: TypeId, list: Option<&ListText>) {
        out.push_str(self.types().text(ty));
        if let Some(list) = list {
            out.push_str(&list.param(place, self.types(), ty));
        }
    }

    /// Appends `byval` to what an interrupt handler gets first, which went without saying in former releases.
    fn interrupt_frame(
        &self,
        out: &mut String,
        global: &GlobalValue,
        place: usize,
        ty: TypeId,
        list: Option<&ListText>,
    ) {
        let GlobalKind::Function { convention: CallingConvention::X86_INTR, .. } = global.kind else { return };
        let is_said = || list.is_some_and(|list| list.param(place, self.types(), ty).contains("byval"));
        if place == 0 && matches!(self.types().get(ty), Type::Pointer(Some(_), _)) && !is_said() {
            out.push_str(" byval");
        }
    }

    fn parameter_name(&self, out: &mut String, place: usize) {
        if let Some(function) = self.function {
            out.push_str(" %");
            let value = function.body.first_argument + place as u32;
            function.names.value(out, &function.body, value);
        }
    }
}
