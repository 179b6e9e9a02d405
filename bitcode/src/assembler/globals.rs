//! Variables, aliases, ifuncs, comdats and function headers. LangRef, "Global Variables", "Functions", "Aliases", "IFuncs".

use irtrip_dialect::diagnostic::{DiagnosticResult, ImportCode};
use irtrip_dialect::enums::{
    CodeModel, ComdatSelectionKind, DllStorageClass, Linkage, ThreadLocalMode, UnnamedAddr, Visibility,
};
use irtrip_dialect::llvm_attributes::VARIABLE_SANITIZERS;
use irtrip_dialect::llvm_text as text;
use irtrip_dialect::llvm_text::cursor::Name;
use irtrip_dialect::release::Release;

use super::function::FunctionHead;
use super::parser::Parser;
use crate::attributes::{AttributeGroup, FUNCTION_INDEX};
use crate::constants::Constant;
use crate::metadata::Attachments;
use crate::module::{Comdat, GlobalKind, GlobalValue};
use crate::types::{Type, TypeId};

/// A global value with its attachments, and what its body's reader asks for.
pub(super) struct GlobalText<'a> {
    pub global: GlobalValue,
    pub attachments: Attachments,
    pub head: Option<FunctionHead<'a>>,
}

/// A global value of a name, of which nothing is known.
fn unknown(name: &Name<'_>, kind: GlobalKind) -> GlobalValue {
    let mut spelled = "@".to_owned();
    let name = match name {
        Name::Number(number) => {
            text::int(&mut spelled, *number);
            Vec::new()
        }
        Name::Named(name) => {
            text::name(&mut spelled, name);
            name.to_vec()
        }
    };
    GlobalValue { name, text: spelled, ..GlobalValue::of(kind) }
}

impl<'a> Parser<'a, '_, '_> {
    /// `$name = comdat any` after its sign.
    pub fn comdat(&mut self, name: &[u8]) -> DiagnosticResult<Comdat> {
        self.c.expect_word("comdat")?;
        let start = self.c.peek_pos();
        let word = self.c.word();
        let older = (word == ComdatSelectionKind::OLDER_NO_DEDUPLICATE.as_bytes())
            .then_some(ComdatSelectionKind::NoDeduplicate);
        match ComdatSelectionKind::from_llvm(word).or(older) {
            Some(kind) => Ok(Comdat { name: name.to_vec(), kind }),
            None => {
                self.c.pos = start;
                self.c.expected("selection kind of a comdat")
            }
        }
    }

    /// Linkage and what follows it. Returns whether a linkage is spelled that only declarations have.
    fn linkage(&mut self, global: &mut GlobalValue) -> DiagnosticResult<bool> {
        let mut is_declaration = false;
        loop {
            let word = self.c.peek_word();
            if word.is_empty() {
                break;
            }
            match word {
                b"dso_local" => global.is_dso_local = true,
                b"dso_preemptable" => global.is_dso_local = false,
                b"external" => is_declaration = true,
                b"default" => global.visibility = Visibility::Default,
                b"thread_local" => {
                    self.c.word();
                    let mode = if self.c.peek() == b'(' {
                        self.c.pos += 1;
                        let mode = self.c.word();
                        self.c.expect(b')', "')' after thread local model")?;
                        mode
                    } else {
                        b""
                    };
                    let mode = match mode {
                        b"" => Some(ThreadLocalMode::GeneralDynamic),
                        mode => ThreadLocalMode::from_llvm(mode),
                    };
                    let Some(mode) = mode else { return self.c.expected("localdynamic, initialexec or localexec") };
                    global.thread_local = mode.number() as u64;
                    continue;
                }
                word => {
                    if let Some(linkage) = Linkage::from_llvm(word) {
                        is_declaration |= linkage == Linkage::ExternWeak;
                        global.linkage = linkage;
                    } else if let Some(visibility) = Visibility::from_llvm(word) {
                        global.visibility = visibility;
                    } else if let Some(class) = DllStorageClass::from_llvm(word) {
                        global.dll = class.number() as u64;
                    } else if !self.unnamed_addr(global) {
                        break;
                    } else {
                        continue;
                    }
                }
            }
            self.c.word();
        }
        // LLVM 6 is the release that had the word before anything went without saying.
        let may_be_implied = self.symbols.release >= Release::V7;
        global.is_dso_local |= may_be_implied && global.linkage.implies_dso_local(global.visibility);
        Ok(is_declaration)
    }

    fn unnamed_addr(&mut self, global: &mut GlobalValue) -> bool {
        let word = self.c.peek_word();
        let number = match UnnamedAddr::from_llvm(word).filter(|_| !word.is_empty()) {
            Some(UnnamedAddr::Global) => 1,
            Some(UnnamedAddr::Local) => 2,
            _ => return false,
        };
        self.c.word();
        global.unnamed_addr = number;
        true
    }

    /// Section, partition, comdat or alignment, if one is next.
    fn place(&mut self, global: &mut GlobalValue) -> DiagnosticResult<bool> {
        match self.c.peek_word() {
            b"section" => {
                self.c.word();
                global.section = self.c.string()?.into_owned();
            }
            b"partition" => {
                self.c.word();
                global.partition = self.c.string()?.into_owned();
            }
            b"comdat" => {
                self.c.word();
                let start = self.c.peek_pos();
                let mut name = std::borrow::Cow::Owned(global.name.clone());
                if self.c.eat(b'(') {
                    self.c.skip();
                    if let Name::Named(named) = self.c.name()? {
                        name = named;
                    }
                    self.c.expect(b')', "')' after comdat var")?;
                }
                match self.symbols.comdats.get(&name) {
                    Some(comdat) => global.comdat = Some(*comdat),
                    None => return self.c.error_since(start, ImportCode::Expected("comdat that is defined")),
                }
            }
            b"align" => {
                self.c.word();
                global.alignment = self.exponent()?;
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// A variable, alias or ifunc after its name.
    pub fn global_value(&mut self, name: &Name<'a>) -> DiagnosticResult<GlobalText<'a>> {
        let mut global = unknown(name, GlobalKind::Alias(0));
        let is_declaration = self.linkage(&mut global)?;
        let is_alias = match self.c.peek_word() {
            b"alias" => true,
            b"ifunc" => false,
            _ => return self.variable(global, is_declaration),
        };
        self.c.word();
        global.ty = self.ty()?;
        self.c.expect(b',', "comma after alias or ifunc's type")?;
        let (value, ty) = match self.c.peek_word() {
            // An expression says its type itself.
            b"getelementptr" | b"bitcast" | b"addrspacecast" | b"inttoptr" => {
                let pointer = self.types.pointer(global.ty, 0);
                let value = self.value(pointer)?;
                (value, self.value_type(value))
            }
            _ => self.typed()?,
        };
        global.space = match self.types.get(ty) {
            Type::Pointer(_, space) => *space,
            _ => 0,
        };
        global.kind = if is_alias { GlobalKind::Alias(value) } else { GlobalKind::IFunc(value) };
        let mut attachments = Attachments::new();
        while self.c.eat(b',') {
            match self.attachment()? {
                Some(attachment) => attachments.push(attachment),
                None if self.place(&mut global)? => {}
                None => return self.c.expected("unknown alias or ifunc property"),
            }
        }
        Ok(GlobalText { global, attachments, head: None })
    }

    fn variable(&mut self, mut global: GlobalValue, is_declaration: bool) -> DiagnosticResult<GlobalText<'a>> {
        global.space = self.address_space()?.unwrap_or(0);
        let is_externally_initialized = self.c.eat_word("externally_initialized");
        let is_constant = match self.c.word() {
            b"constant" => true,
            b"global" => false,
            _ => return self.c.expected("'global' or 'constant'"),
        };
        global.ty = self.ty()?;
        let initializer = if is_declaration { None } else { Some(self.value(global.ty)?) };
        let (mut sanitizers, mut code_model, mut attachments) = (0, None, Attachments::new());
        while self.c.eat(b',') {
            if let Some(attachment) = self.attachment()? {
                attachments.push(attachment);
            } else if self.c.eat_word("code_model") {
                let model = self.c.string()?;
                code_model = CodeModel::from_llvm(&model).map(|model| model.number() as u64 + 1);
            } else if let Some(bit) = VARIABLE_SANITIZERS.iter().position(|word| self.c.eat_word(word)) {
                sanitizers |= 1 << bit;
            } else if !self.place(&mut global)? {
                return self.c.expected("unknown global variable property");
            }
        }
        let groups = vec![AttributeGroup { index: FUNCTION_INDEX, attributes: self.attributes(true)? }];
        let attributes = self.list(groups);
        global.kind = GlobalKind::Variable {
            is_constant,
            is_externally_initialized,
            initializer,
            sanitizers,
            code_model,
            attributes,
        };
        Ok(GlobalText { global, attachments, head: None })
    }

    /// A function after `define` or `declare`.
    pub fn function(&mut self, number: u32, is_definition: bool) -> DiagnosticResult<GlobalText<'a>> {
        let mut attachments = self.attachments()?;
        let mut header = GlobalValue::of(GlobalKind::Alias(0));
        self.linkage(&mut header)?;
        let convention = self.convention()?;
        let mut groups = vec![AttributeGroup { index: 0, attributes: self.attributes(false)? }];
        let result = self.ty()?;
        if self.c.peek() != b'@' {
            return self.c.expected("function name");
        }
        let name = self.c.name()?;
        let named = unknown(&name, GlobalKind::Alias(0));
        let mut global = GlobalValue { name: named.name, text: named.text, ..header };
        let (arguments, vararg) = self.parameters(&mut groups)?;
        let params: Vec<TypeId> = arguments.iter().map(|argument| argument.0).collect();
        global.ty = self.types.intern(Type::Function { result, params: params.into(), vararg });
        global.space = self.symbols.spaces[0];
        let (mut own, mut gc, mut operands) = (Vec::new(), Vec::new(), [None; 3]);
        loop {
            own.extend(self.attributes(true)?);
            match self.c.peek_word() {
                b"addrspace" => global.space = self.address_space()?.unwrap_or(global.space),
                b"gc" => {
                    self.c.word();
                    gc = self.c.string()?.into_owned();
                }
                word @ (b"prefix" | b"prologue" | b"personality") => {
                    self.c.word();
                    let value = Some(self.typed()?.0);
                    match word {
                        b"prefix" => operands[0] = value,
                        b"prologue" => operands[1] = value,
                        _ => operands[2] = value,
                    }
                }
                _ if self.unnamed_addr(&mut global) || self.place(&mut global)? => {}
                _ => match self.attachment()? {
                    Some(attachment) => attachments.push(attachment),
                    None => break,
                },
            }
        }
        if operands.iter().any(Option::is_some) {
            let pointer = self.types.hung_off();
            self.constants.intern(pointer, Constant::Null);
        }
        super::attributes::sort(&mut own);
        groups.push(AttributeGroup { index: FUNCTION_INDEX, attributes: own });
        let attributes = self.list(groups);
        global.kind = GlobalKind::Function { convention, attributes, body: is_definition.then_some(0), gc, operands };
        let head = match is_definition {
            true => {
                let attachments = std::mem::take(&mut attachments);
                Some(FunctionHead { global: number, body: self.c, arguments, attachments })
            }
            false => None,
        };
        Ok(GlobalText { global, attachments, head })
    }

    #[allow(clippy::type_complexity)]
    fn parameters(
        &mut self,
        groups: &mut Vec<AttributeGroup>,
    ) -> DiagnosticResult<(Vec<(TypeId, Option<Name<'a>>)>, bool)> {
        let mut arguments = Vec::new();
        self.c.expect(b'(', "'(' in function argument list")?;
        if self.c.eat(b')') {
            return Ok((arguments, false));
        }
        loop {
            if self.ellipsis() {
                self.c.expect(b')', "')' at end of argument list")?;
                return Ok((arguments, true));
            }
            let ty = self.ty()?;
            let attributes = self.attributes(false)?;
            groups.push(AttributeGroup { index: arguments.len() as u32 + 1, attributes });
            let name = if self.c.peek() == b'%' { Some(self.c.name()?) } else { None };
            arguments.push((ty, name));
            if !self.c.eat(b',') {
                break;
            }
        }
        self.c.expect(b')', "')' at end of argument list")?;
        Ok((arguments, false))
    }
}
