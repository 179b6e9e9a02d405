//! Function headers: everything of `define` and `declare` but the body. LangRef, "Functions".

use smallvec::SmallVec;

use irtrip_dialect::attribute_set::{AttributeSet, MemoryEffects, function_entries, parameter_dictionary};
use irtrip_dialect::attributes::well_known as attrs;
use irtrip_dialect::diagnostic::{DiagnosticResult, ImportCode, LlvmVerifyCode};
use irtrip_dialect::enums::CallingConvention;
use irtrip_dialect::intrinsics::amdgpu_atomics::UNSAFE_FP_RELEASES;
use irtrip_dialect::intrinsics::{
    IntrinsicAttributes, given_since, intrinsic_attributes, is_intrinsic, lookup_intrinsic, mangled_name,
    overload_types, retain_given, signature_releases_of, typed_signature,
};
use irtrip_dialect::llvm_attributes::AttributeSite;
use irtrip_dialect::metadata::{NodeId, Target};
use irtrip_dialect::names::*;
use irtrip_dialect::ops::global_values;
use irtrip_dialect::release::{Release, Releases};
use irtrip_dialect::types::well_known as types;
use irtrip_dialect::{Attr, Context, Str, Type, TypeData};

use crate::attribute_cache::{AttributeCache, NamedAttrs};
use crate::auto_upgrade::Upgrade;
use crate::auto_upgrade::amdgpu_atomics;
use crate::auto_upgrade::nvvm_annotations::{self, Annotation};
use crate::bodies::calls::{calling_convention, convention_entry, intrinsics, results_of};
use crate::bodies::function::{FunctionDefinition, spellable};
use crate::bodies::legality::{of_result, parameter_at, result_at};
use crate::checks::*;
use crate::constants::read::ConstantReader;
use crate::global_values::comdats::comdat_entry;
use crate::global_values::variables::{Prefix, string_entry, symbol_entries, unnamed_addr};
use crate::tables::ModuleTables;
use crate::tables::attribute_groups::{AttributeListReader, argument_entries};
use irtrip_dialect::constants::{ConstData, ConstId};
use irtrip_dialect::llvm_text::cursor::{Cursor, Name, without_carriage_return};
use irtrip_dialect::llvm_text::split::{TopLevelEntity, TopLevelKind};
use irtrip_dialect::verify::llvm_ir::Declared;
use irtrip_dialect::verify::llvm_ir::attachments::{GlobalKind, check_of_global};
use irtrip_dialect::verify::llvm_ir::attributes::{
    FittingAttributes, check_allocsize, check_convention, check_function, check_modular_format,
    check_outside_intrinsics, check_own, check_parameters,
};
use irtrip_dialect::verify::llvm_ir::headers::check_function_type;

/// What the header of a function holds.
pub(crate) struct FunctionHeader<'a> {
    pub name: Name<'a>,
    /// Its name in the model.
    pub symbol: Str,
    /// The name that LLVM gives it, where it is an intrinsic of another.
    pub renamed: Option<Str>,
    /// What it is today, where it is an intrinsic of an older version. Then its name and type are the current.
    pub upgrade: Option<Upgrade>,
    /// Where it stands.
    pub at: usize,
    /// The attributes of its operation.
    pub entries: NamedAttrs,
    pub ty: Type,
    pub effects: MemoryEffects,
    /// What rules for calls of it depend on.
    pub declared: SmallVec<[Declared; 2]>,
    pub loc: Attr,
    /// What its body needs; none for a declaration.
    pub definition: Option<FunctionDefinition<'a>>,
    /// Whether it declares an intrinsic whose calls are operations of their own.
    pub intrinsic: bool,
    /// The attachments that its location does not imply.
    pub attachments: Vec<(Str, NodeId)>,
}

impl FunctionHeader<'_> {
    /// Its name in the model, and that of LLVM where it gives it another.
    pub fn model_name(&self) -> Str {
        self.renamed.unwrap_or(self.symbol)
    }

    /// Whether it is declared after the others, as LLVM has what it declares under another name or with another type.
    pub fn stands_late(&self) -> bool {
        self.renamed.is_some() || self.upgrade.is_some()
    }
}

/// What is between the parentheses.
#[derive(Default)]
pub(crate) struct Parameters<'a> {
    pub types: Vec<Type>,
    pub attrs: Vec<Attr>,
    pub names: Vec<Option<Name<'a>>>,
    /// Their types with what pointers point to, where the text names that; empty where there is no text.
    pub typed: Vec<Type>,
    /// The same of the function's result.
    pub typed_result: Option<Type>,
    pub vararg: bool,
}

/// A header up to and with its parameters.
pub(crate) struct FunctionPrototype<'a> {
    pub name: Name<'a>,
    /// Whether a body follows.
    pub define: bool,
    pub loc: Attr,
    pub attachments: Vec<(Str, NodeId)>,
    pub prefix: Prefix,
    pub cconv: CallingConvention,
    pub result: Type,
    pub result_attrs: Attr,
    pub params: Parameters<'a>,
    /// NamedAttrs that do not come from a text.
    pub entries: NamedAttrs,
}

/// Reads the headers of functions, one after the other.
pub(crate) struct HeaderReader<'s, 'a> {
    ctx: &'s Context,
    tables: &'s ModuleTables<'s, 'a>,
    c: Cursor<'a>,
    /// Where the function starts.
    at: usize,
    pub constants: ConstantReader<'s, 'a>,
    pub lists: AttributeListReader<'s, 'a>,
    pub cache: AttributeCache<'s>,
    fitting: FittingAttributes,
    /// Whether intrinsics of older releases stay what they are in the text.
    as_written: bool,
    /// The type of the personality of the function, where its pointers name what they point to.
    typed_personality: Option<Type>,
    /// What attributes of the function say.
    said: FunctionWords,
}

/// What attributes of a function say that its body, or those of its callers, depend on.
#[derive(Clone, Default)]
struct FunctionWords {
    /// Whether the function is defined and an attribute of older releases makes its floating-point atomic updates unsafe.
    unsafe_fp_atomics: bool,
    /// Whether it has no frame.
    is_naked: bool,
    /// What rules for calls of it depend on.
    declared: SmallVec<[Declared; 2]>,
}

impl<'s, 'a> HeaderReader<'s, 'a> {
    /// A reader with empty caches.
    pub fn new(tables: &'s ModuleTables<'s, 'a>) -> HeaderReader<'s, 'a> {
        HeaderReader {
            ctx: tables.ctx,
            tables,
            c: Cursor::new(tables.text, 0),
            at: 0,
            constants: ConstantReader::of_globals(tables),
            lists: AttributeListReader::new(tables.ctx, &tables.groups),
            cache: AttributeCache::new(tables.ctx),
            fitting: FittingAttributes::default(),
            as_written: false,
            typed_personality: None,
            said: FunctionWords::default(),
        }
    }

    /// A reader that leaves intrinsics of older releases as they are in the text.
    pub fn as_written(tables: &'s ModuleTables<'s, 'a>) -> HeaderReader<'s, 'a> {
        HeaderReader { as_written: true, ..HeaderReader::new(tables) }
    }

    /// Reads the header of a `define` or `declare`.
    pub fn function_header(&mut self, entity: &TopLevelEntity<'a>) -> DiagnosticResult<FunctionHeader<'a>> {
        self.c = entity.cursor(self.tables.text);
        self.at = entity.start;
        let define = entity.kind == TopLevelKind::Define;
        let loc = self.tables.location(entity.start);
        self.c.word();
        let mut attachments: Vec<(Str, NodeId)> = Vec::new();
        if !define {
            attachments.extend(self.tables.nodes.attachment_list(self.ctx, &mut self.c, false)?);
            if attachments.iter().any(|attached| self.ctx.bytes(attached.0) == b"prof") {
                return self.c.error_at(self.at, LlvmVerifyCode::DeclarationProfile);
            }
        }
        let linkage_at = self.c.peek_pos();
        let prefix: Prefix = Prefix::read(&mut self.c);
        self.c.check_at(linkage_at, prefix.words.check_function(!define))?;
        check_words(&mut self.c, &prefix.words, linkage_at)?;
        let cconv = calling_convention(&mut self.c, &self.tables.types.releases)?;
        let result_attrs = self.lists.dictionary(&mut self.c, &mut self.constants.types, AttributeSite::Result)?;
        let type_at = self.c.peek_pos();
        let before = self.c;
        let mut result = self.constants.types.without_suffix(&mut self.c)?;
        if self.c.peek() != b'@' {
            // A typed pointer.
            self.c = before;
            result = self.constants.types.read(&mut self.c)?;
        }
        let typed_result = Some(self.constants.types.typed);
        check_result((self.ctx, &self.c), result, type_at)?;
        if self.c.peek() != b'@' {
            return self.c.expected("function name");
        }
        let name = self.c.name()?;
        let known = !define && is_known(&name);
        if !known {
            self.c.check_at(self.at, self.fitting.check((self.ctx, &self.tables.layout), result_attrs, result))?;
        }
        let result_attrs = result_at(self.ctx, result_attrs, result);
        let params = Parameters { typed_result, ..self.parameters(known)? };
        let is_intrinsic = matches!(&name, Name::Named(name) if name.starts_with(b"llvm."));
        let outside = || check_outside_intrinsics(self.ctx, &params.attrs).filter(|_| !is_intrinsic);
        self.c.check_at(self.at, check_parameters(self.ctx, &params.types, &params.attrs, result).or_else(outside))?;
        let sret = self.ctx.str("llvm.sret");
        if result != types::VOID && params.attrs.first().is_some_and(|first| self.ctx.entry(*first, sret).is_some()) {
            return self.c.error_at(type_at, ImportCode::SretResult);
        }
        let entries = NamedAttrs::new();
        let start =
            FunctionPrototype { name, define, loc, attachments, prefix, cconv, result, result_attrs, params, entries };
        let mut function = self.finish_header(start)?;
        if let Some(definition) = &mut function.definition {
            self.c.expect(b'{', "'{' in function body")?;
            definition.body = self.c.pos..entity.end;
        } else if !self.c.at_end() {
            return self.c.expected("top-level entity");
        }
        Ok(function)
    }

    /// The header of a function, of which all up to and with the parameters has been read. Where it is defined, the
    /// place of its body is not known yet.
    pub fn finish_header(&mut self, start: FunctionPrototype<'a>) -> DiagnosticResult<FunctionHeader<'a>> {
        let FunctionPrototype { name, define, mut loc, mut attachments, prefix, cconv, result, result_attrs, .. } =
            start;
        let FunctionPrototype { mut params, mut entries, .. } = start;
        let cconv = nvvm_annotations::convention(self.annotations(&name), cconv);
        let result_attrs = self.annotated(&name, result_attrs, &mut params.attrs);
        symbol_entries(self.tables, &name, &mut entries);
        prefix.push_entries(&mut self.cache, true, &mut entries);
        convention_entry(&mut self.cache, global_values::FUNC, cconv, &mut entries);
        if define {
            self.name_parameters(&mut params);
        }
        let mut ty = self.ctx.llvm_function_type(result, &params.types, params.vararg);
        let is_current = !define && !self.as_written;
        let upgrade = if !is_current { None } else { self.upgrade_of_header(&name, &mut ty, &mut params) };
        let current = upgrade.and_then(|upgrade| upgrade.replacement);
        if is_current && upgrade.is_none() {
            self.narrow_by_signature(&name, ty);
        }
        if !define && upgrade.is_none() && self.is_known_elsewhere(&name) {
            entries.push((IRTRIP_KNOWN_INTRINSIC, attrs::UNIT));
        }
        self.check_prototype(&name, (define, cconv), ty, &params)?;
        entries.push((FUNCTION_TYPE, self.ctx.type_attr(ty)));
        // One whose calls decide what they are of has no other name.
        let declared = || if !is_current || upgrade.is_some() { None } else { self.declared_name(&name, ty) };
        let renamed = current.map(|current| current.0).or_else(declared);
        self.rename(renamed, &mut entries);
        let keeps = current.is_none() && self.keeps_declared_attributes();
        let known = if !is_current || keeps { None } else { self.known_attributes(&name, current, ty) };
        let result_attrs = known.as_ref().map_or(result_attrs, |known| self.give_known(known, &mut params.attrs));
        argument_entries(self.ctx, &params.attrs, result_attrs, (ARG_ATTRS, results_of(result)), &mut entries);
        let known_set = known.as_ref().map(|known| &known.function);
        let effects = self.function_suffix(&name, (define, &params), known_set, &mut entries)?;
        self.pointee_entry(&name, ty, &params, &mut entries);
        self.check_finished(&prefix, define, &entries)?;
        let symbol = renamed.or_else(|| Some(self.tables.symbols.get(&name)?.name)).unwrap_or(EMPTY);
        let intrinsic = !define && self.is_operation(symbol);
        let subprogram = self.header_attachments((symbol, intrinsic), &mut attachments, &mut entries)?;
        let has_subprogram = subprogram.is_some();
        if self.tables.lines.is_none() {
            loc = subprogram.unwrap_or(loc);
        }
        let FunctionWords { unsafe_fp_atomics, is_naked, declared } = std::mem::take(&mut self.said);
        let definition = define
            .then(|| definition(symbol, (result, ty, cconv), params, loc, &entries))
            .map(|definition| FunctionDefinition { unsafe_fp_atomics, is_naked, has_subprogram, ..definition });
        Ok(FunctionHeader {
            name,
            symbol,
            renamed,
            upgrade,
            at: self.at,
            entries,
            ty,
            effects,
            declared,
            loc,
            definition,
            intrinsic,
            attachments,
        })
    }

    /// Reads the attachments after a header, adds them to its entries, and returns the location that its `!dbg` gives it. An
    /// intrinsic that is an operation has no function whose location would hold its subprogram.
    fn header_attachments(
        &mut self,
        (symbol, intrinsic): (Str, bool),
        attachments: &mut Vec<(Str, NodeId)>,
        entries: &mut NamedAttrs,
    ) -> DiagnosticResult<Option<Attr>> {
        attachments.extend(self.tables.nodes.attachment_list(self.ctx, &mut self.c, false)?);
        self.tables.describe(symbol, attachments);
        let subprogram = if intrinsic { None } else { self.take_subprogram(attachments) };
        self.attach(attachments, entries)?;
        Ok(subprogram)
    }

    /// What LLVM refuses of a function's name, calling convention and type.
    fn check_prototype(
        &self,
        name: &Name<'_>,
        (define, cconv): (bool, CallingConvention),
        ty: Type,
        params: &Parameters,
    ) -> DiagnosticResult<()> {
        let own = if let Name::Named(name) = name { name } else { &b""[..] };
        let wrong = check_function_type(self.ctx, own, cconv, ty);
        self.c.check_at(
            self.at,
            wrong.or_else(|| check_convention((self.ctx, &self.tables.layout), cconv, &params.types, &params.attrs)),
        )?;
        match define && own.starts_with(b"llvm.") {
            true => self.c.error_at(self.at, LlvmVerifyCode::IntrinsicDefinition),
            false => Ok(()),
        }
    }

    /// Whether declarations of intrinsics keep the attributes of the text. Passes of the compiler that wrote it may have changed
    /// them. No reader of LLVM's heeds them; text keeps them, so that it round-trips.
    fn keeps_declared_attributes(&self) -> bool {
        let options = self.tables.options;
        let is_read_as_today = options.of_bitcode && options.release == Some(Release::NATIVE);
        self.tables.types.is_writers_text && !is_read_as_today
    }

    /// Adds the entries of a function's attachments.
    fn attach(&self, attachments: &[(Str, NodeId)], entries: &mut NamedAttrs) -> DiagnosticResult<()> {
        let Some(metadata) = self.tables.metadata.filter(|_| !attachments.is_empty()) else { return Ok(()) };
        let graph = metadata.graph();
        let mut wrong =
            attachments.iter().filter_map(|one| check_of_global(self.ctx, graph, *one, GlobalKind::Function));
        self.c.check_at(self.at, wrong.next())?;
        entries.extend(metadata.attach(Target::Function, attachments));
        Ok(())
    }

    /// Adds the attributes that `!nvvm.annotations` says of a function's parameters; returns the result's with its own.
    fn annotated(&self, name: &Name<'a>, result: Attr, params: &mut [Attr]) -> Attr {
        let annotations = self.annotations(name);
        let with_annotations = |index, attrs| nvvm_annotations::with_attributes(self.ctx, annotations, index, attrs);
        for (place, attrs) in params.iter_mut().enumerate().filter(|_| !annotations.is_empty()) {
            *attrs = with_annotations(place + 1, *attrs);
        }
        of_result(self.ctx, with_annotations(0, result))
    }

    /// Checks what LLVM's parser checks of a header as a whole.
    fn check_finished(&self, prefix: &Prefix, define: bool, entries: &NamedAttrs) -> DiagnosticResult<()> {
        check_linkage((&self.c, self.at), &prefix.words, !define, entries)?;
        if !define && entries.iter().any(|e| e.0 == PERSONALITY || e.0 == IRTRIP_PERSONALITY) {
            return self.c.error_at(self.at, LlvmVerifyCode::DeclarationPersonality);
        }
        Ok(())
    }

    /// Whether a symbol is the name of an intrinsic that is an operation.
    fn is_operation(&self, symbol: Str) -> bool {
        let name = self.ctx.bytes(symbol);
        name.starts_with(b"llvm.") && intrinsics::op_name_of(self.ctx, name).is_some()
    }

    /// What a function has in place of NVVM's annotations.
    fn annotations(&self, name: &Name<'a>) -> &'s [Annotation] {
        if self.tables.annotations.is_empty() {
            return &[];
        }
        let symbol = self.tables.symbols.get(name).map_or(EMPTY, |symbol| symbol.name);
        self.tables.annotations.get(&symbol).map_or(&[], |annotations| annotations)
    }

    /// Keeps what the pointers of the function's type point to, where the text names that and no rule does; that
    /// of the personality is after those of the parameters.
    fn pointee_entry(&self, name: &Name<'a>, ty: Type, params: &Parameters<'a>, entries: &mut NamedAttrs) {
        let (ctx, types) = (self.ctx, &self.constants.types);
        let Some(typed_result) = params.typed_result else { return };
        let mut typed = ctx.llvm_function_type(typed_result, &params.typed, params.vararg);
        let by_rule = match name {
            Name::Named(name) if name.starts_with(b"llvm.") => typed_signature(ctx, &String::from_utf8_lossy(name), ty),
            Name::Named(_) | Name::Number(_) => ty,
        };
        // An intrinsic of an older release may have another type today.
        let names_some = typed != ty || typed != by_rule && spells_bytes(name) || self.typed_personality.is_some();
        if !types.may_keep_pointees() || !names_some || ctx.without_pointees(typed) != ty {
            return;
        }
        if let Some(personality) = self.typed_personality {
            typed = ctx.llvm_function_type(typed_result, &[params.typed.as_slice(), &[personality]].concat(), false);
        }
        if typed != by_rule {
            let pointees = ctx.pointees(typed);
            entries.push((IRTRIP_POINTEES, ctx.array(&pointees)));
        }
    }

    /// Notes that the text is of a release that has an intrinsic with another signature.
    fn narrow_by_signature(&self, name: &Name<'a>, ty: Type) {
        let types = &self.tables.types;
        let Name::Named(written) = name else { return };
        let Some(known) = lookup_intrinsic(written).filter(|_| types.is_writers_text) else { return };
        if overload_types(self.ctx, &known, ty).is_some() {
            return;
        }
        match signature_releases_of(&String::from_utf8_lossy(known.base)) {
            Releases { since: Some(since), until: None } => types.releases.narrow(Releases::ALL.until(since)),
            Releases { since: None, until: Some(until) } => types.releases.narrow(Releases::ALL.since(until)),
            // It may be of a release before as well as after.
            _ => {}
        }
    }

    /// Whether the writer of the text knew an intrinsic that LLVM 22 does not: it says in a comment which it does not.
    fn is_known_elsewhere(&self, name: &Name<'a>) -> bool {
        let Name::Named(name) = name else { return false };
        let is_unknown_to_its_writer = || {
            let line = self.c.text.get(..self.at).and_then(|before| before.strip_suffix(b"\n"));
            line.is_some_and(|line| without_carriage_return(line).ends_with(b"; Unknown intrinsic"))
        };
        name.starts_with(b"llvm.")
            && self.tables.types.is_writers_text
            && !is_intrinsic(name)
            && !is_unknown_to_its_writer()
    }

    /// Gives a function another name.
    fn rename(&self, name: Option<Str>, entries: &mut NamedAttrs) {
        if let Some(name) = name {
            // LLVM declares the intrinsic anew.
            entries.retain(|entry| ![SYM_NAME, DSO_LOCAL].contains(&entry.0));
            entries.push((SYM_NAME, self.ctx.str_attr(name)));
        }
    }

    fn parameters(&mut self, known: bool) -> DiagnosticResult<Parameters<'a>> {
        let mut params = Parameters::default();
        self.c.expect(b'(', "'(' in function argument list")?;
        if self.c.eat(b')') {
            return Ok(params);
        }
        loop {
            if self.c.peek() == b'.' && self.c.text[self.c.pos..].starts_with(b"...") {
                self.c.pos += 3;
                params.vararg = true;
                break;
            }
            let at = self.c.peek_pos();
            self.constants.types.pointee = None;
            let ty = self.constants.types.value_type(&mut self.c)?;
            check_parameter_type((self.ctx, &self.c), ty, at)?;
            params.typed.push(self.constants.types.typed);
            params.types.push(ty);
            let attrs = self.lists.dictionary(&mut self.c, &mut self.constants.types, AttributeSite::Parameter)?;
            // An intrinsic's declaration has the attributes that LLVM gives it, whatever is there.
            if !known {
                self.c.check_at(self.at, self.fitting.check((self.ctx, &self.tables.layout), attrs, ty))?;
            }
            params.attrs.push(parameter_at(self.ctx, attrs, ty));
            let name = if self.c.peek() == b'%' { Some(self.c.name()?) } else { None };
            params.names.push(name);
            if !self.c.eat(b',') {
                break;
            }
        }
        self.c.expect(b')', "')' at end of argument list")?;
        Ok(params)
    }

    /// Names MLIR's syntax has no room for go into the parameters' dictionaries.
    fn name_parameters(&mut self, params: &mut Parameters<'a>) {
        for (name, dictionary) in params.names.iter().zip(&mut params.attrs) {
            if let Some(Name::Named(name)) = name
                && !spellable(name)
            {
                let value = self.ctx.str_attr(self.ctx.byte_str(name));
                *dictionary = self.ctx.with_entry(*dictionary, IRTRIP_NAME, Some(value));
            }
        }
    }

    /// Sets the attributes that LLVM adds to a declared intrinsic's parameters; returns those of its result.
    fn give_known(&self, known: &IntrinsicAttributes, params: &mut [Attr]) -> Attr {
        for (place, dictionary) in params.iter_mut().enumerate() {
            let set = known.parameters.get(place);
            *dictionary = set.map_or(attrs::EMPTY_DICTIONARY, |set| parameter_dictionary(self.ctx, set));
        }
        parameter_dictionary(self.ctx, &known.result)
    }

    /// The location that a function's `!dbg` gives it. The attachment is removed where the location implies it.
    fn take_subprogram(&self, attachments: &mut Vec<(Str, NodeId)>) -> Option<Attr> {
        let metadata = self.tables.metadata?;
        let at = attachments.iter().position(|a| self.ctx.bytes(a.0) == b"dbg")?;
        let (location, exact) = metadata.function_location(attachments.get(at)?.1)?;
        if exact && self.tables.lines.is_none() {
            attachments.remove(at);
        }
        Some(location)
    }

    /// What a declared function is today, where it is an intrinsic of an older version; its type and parameters then
    /// are the current.
    fn upgrade_of_header(&self, name: &Name<'a>, ty: &mut Type, params: &mut Parameters<'a>) -> Option<Upgrade> {
        let Name::Named(name) = name else { return None };
        let upgrade = Upgrade::of(self.ctx, name, *ty)?;
        if let Some((_, current)) = upgrade.replacement
            && let TypeData::LlvmFunction { params: current_params, .. } = self.ctx.type_data(current)
        {
            *ty = current;
            params.attrs = vec![attrs::EMPTY_DICTIONARY; current_params.len()];
        }
        Some(upgrade)
    }

    /// The full name of a declared intrinsic, where the text has another: older versions leave types out.
    fn declared_name(&self, name: &Name<'a>, ty: Type) -> Option<Str> {
        let Name::Named(written) = name else { return None };
        let known = lookup_intrinsic(written)?;
        let open = overload_types(self.ctx, &known, ty)?;
        let full = mangled_name(self.ctx, &known, &open)?;
        (full.as_bytes() != &written[..]).then(|| self.ctx.str(&full))
    }

    /// The attributes of an intrinsic's declaration: LLVM gives it these, whatever the text has.
    fn known_attributes(&self, name: &Name<'a>, current: Option<(Str, Type)>, ty: Type) -> Option<IntrinsicAttributes> {
        if let Some((name, ty)) = current {
            return intrinsic_attributes(self.ctx, std::str::from_utf8(self.ctx.bytes(name)).ok()?, ty);
        }
        match name {
            Name::Named(name) if name.starts_with(b"llvm.") => {
                intrinsic_attributes(self.ctx, std::str::from_utf8(name).ok()?, ty)
            }
            Name::Named(_) | Name::Number(_) => None,
        }
    }

    /// What follows the parameters, up to the metadata; `known` are the attributes where they are not those that
    /// are there. Returns the function's memory effects.
    fn function_suffix(
        &mut self,
        name: &Name<'a>,
        (define, params): (bool, &Parameters<'_>),
        known: Option<&AttributeSet>,
        entries: &mut NamedAttrs,
    ) -> DiagnosticResult<MemoryEffects> {
        (self.typed_personality, self.said) = (None, FunctionWords::default());
        unnamed_addr(&mut self.c, &mut self.cache, entries);
        let mut space = self.tables.layout.program_space;
        if self.c.eat_word("addrspace") {
            space = self.constants.types.address_space(&mut self.c)?;
        }
        if space != 0 || self.tables.layout.program_space != 0 {
            entries.push((IRTRIP_ADDRESS_SPACE, self.cache.int(types::I32, i64::from(space))));
        }
        let written = self.function_attributes(name, (define, params), entries)?;
        let set = known.unwrap_or(&written);
        entries.extend(function_entries(self.ctx, set));
        let effects = MemoryEffects::of_set(self.ctx, set);
        self.said.is_naked = set.items().iter().any(|item| item.row().is_some_and(|row| row.llvm == "naked"));
        self.said.declared = Declared::of_function(self.ctx, set, &params.attrs).collect();
        self.function_clauses(name, entries)?;
        Ok(effects)
    }

    /// Reads a function's attributes and adds those that LLVM's reader adds.
    fn function_attributes(
        &mut self,
        name: &Name<'a>,
        (define, params): (bool, &Parameters<'_>),
        entries: &mut NamedAttrs,
    ) -> DiagnosticResult<AttributeSet> {
        let mut written: AttributeSet = self.lists.function_set(&mut self.c, &mut self.constants.types)?;
        // Older writers have an alignment before attributes.
        if self.c.peek_word() == b"align" {
            self.function_align(entries)?;
            let after = self.lists.function_set(&mut self.c, &mut self.constants.types)?;
            written.extend(self.ctx, &after);
        }
        // Those of a known intrinsic are LLVM's own, whatever is there.
        if define || !is_known(name) {
            self.c.check_at(self.at, check_function(self.ctx, &written))?;
            self.c.check_at(self.at, check_allocsize(self.ctx, &written, &params.types))?;
            self.c.check_at(self.at, check_modular_format(self.ctx, &written, (&params.types, params.vararg)))?;
            let address = entries.iter().find(|entry| entry.0 == UNNAMED_ADDR);
            let address = address.and_then(|entry| self.ctx.enum_value(entry.1)).unwrap_or_default();
            self.c.check_at(self.at, check_own(self.ctx, &written, address))?;
        }
        if let Some(protection) = self.tables.protection.as_ref().filter(|_| define) {
            written = protection.attributes(self.ctx, &written);
        }
        // LLVM upgrades the attribute in bitcode alone.
        let is_upgraded = define && !self.tables.keeps_sources;
        if is_upgraded && let Some((is_on, older)) = amdgpu_atomics::take_unsafe(self.ctx, &mut written) {
            self.said.unsafe_fp_atomics = is_on;
            if !self.tables.as_llvm_reads {
                self.tables.types.releases.narrow(UNSAFE_FP_RELEASES);
                entries.push(older);
            }
        }
        nvvm_annotations::add_attributes(self.ctx, self.annotations(name), &mut written);
        let is_intrinsic = !define && matches!(name, Name::Named(name) if name.starts_with(b"llvm."));
        if let Name::Named(name) = name
            && is_intrinsic
            && self.tables.options.of_bitcode
        {
            retain_given(&String::from_utf8_lossy(name), &mut written);
        }
        if is_intrinsic && self.tables.types.is_writers_text {
            let since = written.items().iter().filter_map(|item| given_since(item.row()?.llvm)).max();
            since.into_iter().for_each(|since| self.tables.types.releases.narrow(Releases::ALL.since(since)));
        }
        Ok(written)
    }

    /// Reads what is after a function's attributes.
    fn function_clauses(&mut self, name: &Name<'a>, entries: &mut NamedAttrs) -> DiagnosticResult<()> {
        // LLVM accepts these in this order alone.
        if self.c.eat_word("section") {
            string_entry((self.ctx, &mut self.c), SECTION, "section string", entries)?;
        }
        if self.c.eat_word("partition") {
            string_entry((self.ctx, &mut self.c), IRTRIP_PARTITION, "partition string", entries)?;
        }
        if self.c.eat_word("comdat") {
            comdat_entry(self.tables, &mut self.c, name, entries)?;
        }
        if self.c.peek_word() == b"align" {
            self.function_align(entries)?;
        }
        if self.c.eat_word("gc") {
            string_entry((self.ctx, &mut self.c), GARBAGE_COLLECTOR, "string constant", entries)?;
        }
        for (word, key) in [(&b"prefix"[..], IRTRIP_PREFIX), (b"prologue", IRTRIP_PROLOGUE)] {
            if self.c.peek_word() == word {
                self.constant_entry(key, entries)?;
            }
        }
        if self.c.peek_word() == b"personality" {
            self.personality(entries)?;
        }
        Ok(())
    }

    /// `align 8`, `align(8)`
    fn function_align(&mut self, entries: &mut NamedAttrs) -> DiagnosticResult<()> {
        self.c.word();
        let bracket = self.c.eat(b'(');
        let at = self.c.peek_pos();
        let value = self.c.u64()?;
        check_alignment(&self.c, value, at)?;
        if bracket {
            self.c.expect(b')', "')'")?;
        }
        entries.push((ALIGNMENT, self.cache.i64(value as i64)));
        Ok(())
    }

    fn constant_entry(&mut self, key: Str, entries: &mut NamedAttrs) -> DiagnosticResult<()> {
        self.c.word();
        let constant = self.constants.typed_constant(&mut self.c)?;
        entries.push((key, self.constants.pool.encode(self.ctx, constant)));
        Ok(())
    }

    fn personality(&mut self, entries: &mut NamedAttrs) -> DiagnosticResult<()> {
        self.c.word();
        let ty = self.constants.types.value_type(&mut self.c)?;
        self.typed_personality = Some(self.constants.types.typed).filter(|typed| *typed != ty);
        let constant = self.constants.constant(&mut self.c, ty)?;
        self.personality_entry(constant, entries);
        Ok(())
    }

    /// Adds the entry of a function's personality.
    pub fn personality_entry(&mut self, constant: ConstId, entries: &mut NamedAttrs) {
        match self.constants.pool.data(constant) {
            ConstData::Symbol(symbol) if self.tables.symbols.is_function(*symbol) => {
                entries.push((PERSONALITY, self.ctx.symbol_ref(*symbol)));
            }
            _ => entries.push((IRTRIP_PERSONALITY, self.constants.pool.encode(self.ctx, constant))),
        }
    }
}

/// Whether a function of this name is an intrinsic that LLVM knows.
fn is_known(name: &Name<'_>) -> bool {
    matches!(name, Name::Named(name) if lookup_intrinsic(name).is_some())
}

/// Whether a name spells a pointer to bytes, as `llvm.aarch64.neon.st2.v8i8.p0i8` does.
fn spells_bytes(name: &Name<'_>) -> bool {
    let Name::Named(name) = name else { return false };
    let is_bytes = |part: &[u8]| {
        let space = part.strip_prefix(b"p").and_then(|part| part.strip_suffix(b"i8"));
        space.is_some_and(|space| !space.is_empty() && space.iter().all(u8::is_ascii_digit))
    };
    name.split(|byte| *byte == b'.').any(is_bytes)
}

/// What the body of a function needs of its header; `signature` is the result, the type and the calling convention. The
/// place of the body is not known yet.
fn definition<'a>(
    symbol: Str,
    signature: (Type, Type, CallingConvention),
    params: Parameters<'a>,
    loc: Attr,
    entries: &NamedAttrs,
) -> FunctionDefinition<'a> {
    let has = |key: Str| entries.iter().any(|entry| entry.0 == key);
    let has_personality = has(PERSONALITY);
    let (returns, ty, cconv) = signature;
    FunctionDefinition {
        symbol,
        returns,
        ty,
        cconv,
        personality: has_personality || has(IRTRIP_PERSONALITY),
        has_personality,
        has_gc: has(GARBAGE_COLLECTOR),
        params: params.types.iter().copied().zip(params.names).collect(),
        arguments: params.attrs,
        unsafe_fp_atomics: false,
        is_naked: false,
        loc,
        has_subprogram: false,
        body: 0..0,
        listed_blocks: Vec::new(),
    }
}
