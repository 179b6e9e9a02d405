//! A module as one value, with the context that its types and attributes are in: read, walked, changed and written.
//!
//! [`dialect`](crate::dialect) has the model itself, for programs with several modules in one context.

mod attribute;
mod edit;
mod error;
mod symbols;
mod view;

pub use attribute::AttributeValue;
pub use edit::FunctionEditor;
pub use error::Error;
pub use view::{Function, Operation};

use std::borrow::Cow;

use irtrip_bitcode::assembler::{self, AssemblerOptions};
use irtrip_bitcode::assembly::{UseLists, assembly_with};
use irtrip_bitcode::container::holds_bitcode;
use irtrip_bytecode::{self as bytecode, is_bytecode};
use irtrip_dialect::diagnostic::{ContextRenderer, Diagnostic, DiagnosticLocation, LossCode};
use irtrip_dialect::escaped_text::EscapedText;
use irtrip_dialect::language::{Language, language_of_text};
use irtrip_dialect::mlir_release::{self, Form};
use irtrip_dialect::names::SYM_NAME;
use irtrip_dialect::ops::global_values::FUNC;
use irtrip_dialect::release::{MlirRelease, Release};
use irtrip_dialect::verify::verify;
use irtrip_dialect::{self as dialect, Context, ContextDialects, Op};
use irtrip_diff::{Comparison, Side, compare, normalized_text};
use irtrip_export::{
    AssemblyReader, Dropped, ExportOptions, Exported, add_exporter_defaults, export_text, export_with, was_llvm,
};
use irtrip_grammar::{ParseOptions, PrintOptions, parse, print};
use irtrip_import::{ImportOptions, import_or_all_errors};

use crate::all_dialects;

/// How a [`Module`] is written; [`Default`] is for LLVM 22 and MLIR 22, or the release whose text the module was.
///
/// ```
/// let options = irtrip::Options::default().llvm("16".parse()?);
/// # Ok::<(), irtrip::export::UnknownReader>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub struct Options {
    /// What reads the LLVM assembly: a release of LLVM, or libNVVM.
    pub llvm: Option<AssemblyReader>,
    /// The release of MLIR that reads the MLIR.
    pub mlir: Option<MlirRelease>,
}

impl Options {
    /// These, for what reads the LLVM assembly.
    #[must_use]
    pub fn llvm(self, reader: AssemblyReader) -> Options {
        Options { llvm: Some(reader), ..self }
    }

    /// These, for the release that reads the MLIR.
    #[must_use]
    pub fn mlir(self, release: MlirRelease) -> Options {
        Options { mlir: Some(release), ..self }
    }
}

/// Text that was written, with what it leaves out.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Written {
    /// The text.
    pub text: String,
    /// What the text has no word for, a line each.
    pub dropped: Vec<String>,
}

/// A module of the LLVM dialect, and of those that are lowered or translated to it.
///
/// ```
/// use irtrip::Module;
/// let mut module = Module::from_llvm("define i32 @f(i32 %x) {\n  %y = add i32 %x, 0\n  ret i32 %y\n}\n")?;
/// let mut f = module.function_mut("f").expect("f is defined");
/// for op in f.operations() {
///     if f.view(op).name() == "llvm.add" {
///         let (sum, x) = (f.view(op).results()[0], f.view(op).operands()[0]);
///         f.replace_all_uses_with(sum, x);
///         f.erase(op)?;
///     }
/// }
/// assert!(module.to_llvm()?.ends_with("define i32 @f(i32 %x) {\n  ret i32 %x\n}\n"));
/// # Ok::<(), irtrip::Error>(())
/// ```
#[derive(Debug)]
pub struct Module {
    ctx: Context,
    model: dialect::Module,
    left_out: Vec<LossCode>,
    /// Whether the model is as import made it, which keeps the rules that the verifier asks about.
    is_as_imported: bool,
}

impl Module {
    fn of_text(
        read: impl FnOnce(&Context) -> Result<dialect::Module, Vec<Diagnostic>>,
        text: &str,
    ) -> Result<Module, Error> {
        let ctx = Context::with_dialects(all_dialects());
        match read(&ctx) {
            Ok(model) => Ok(Module { ctx, model, left_out: Vec::new(), is_as_imported: false }),
            Err(errors) => Err(Error::new(&ctx, &errors, text)),
        }
    }

    /// Reads a file of any form: LLVM assembly and bitcode, also in an object or an archive, MLIR and its bytecode.
    ///
    /// # Errors
    /// What is no module, with its place where it is text.
    ///
    /// ```
    /// use irtrip::Module;
    /// let module = Module::from_llvm("declare void @f()\n")?;
    /// let again = Module::read(&module.to_bitcode()?)?;
    /// assert!(again.function("f").is_some());
    /// # Ok::<(), irtrip::Error>(())
    /// ```
    pub fn read(bytes: &[u8]) -> Result<Module, Error> {
        if holds_bitcode(bytes) {
            return Module::from_bitcode(bytes);
        }
        if is_bytecode(bytes) {
            return Module::from_bytecode(bytes);
        }
        let EscapedText { text, escapes } = EscapedText::of_bytes(bytes.to_vec());
        match language_of_text(&text) {
            Language::Llvm => Module::import(&text, &ImportOptions { escapes: &escapes, ..ImportOptions::default() }),
            Language::Mlir => Module::from_mlir(&text),
        }
    }

    fn import(text: &str, options: &ImportOptions<'_>) -> Result<Module, Error> {
        let module = Module::of_text(|ctx| import_or_all_errors(ctx, text, options), text)?;
        Ok(Module { is_as_imported: true, ..module })
    }

    /// Reads LLVM bitcode of any release. [`Module::left_out`] says what of it the module has no place for.
    ///
    /// # Errors
    /// What is no bitcode, or holds several modules.
    pub fn from_bitcode(bytes: &[u8]) -> Result<Module, Error> {
        let assembly =
            assembly_with("", bytes, UseLists::Keep).map_err(|error| Error::without_place(error.to_string()))?;
        let options = ImportOptions { release: assembly.release, of_bitcode: true, ..ImportOptions::default() };
        let module = Module::import(&assembly.text, &options)?;
        Ok(Module { left_out: assembly.left_out().collect(), ..module })
    }

    /// What the file that was read holds and the module has no place for, a line each.
    pub fn left_out(&self) -> impl Iterator<Item = String> {
        self.left_out.iter().map(ToString::to_string)
    }

    /// Reads LLVM assembly of any release.
    ///
    /// # Errors
    /// All that is no LLVM IR, with its place.
    ///
    /// ```
    /// let error = irtrip::Module::from_llvm("define void @f() {\n  ret i32 %x\n}\n").unwrap_err();
    /// assert_eq!((error.position(), error.to_string().as_str()), (Some((2, 7)), "2:7: value doesn't match function result type 'void'"));
    /// ```
    pub fn from_llvm(text: &str) -> Result<Module, Error> {
        Module::import(text, &ImportOptions::default())
    }

    /// Reads MLIR, of this or an older release.
    ///
    /// # Errors
    /// What is no MLIR, with its place.
    ///
    /// ```
    /// let module = irtrip::Module::from_mlir("llvm.func @f()")?;
    /// assert!(module.to_llvm()?.contains("declare void @f()"));
    /// # Ok::<(), irtrip::Error>(())
    /// ```
    pub fn from_mlir(text: &str) -> Result<Module, Error> {
        Module::of_text(|ctx| parse(ctx, text, &ParseOptions::default()), text)
    }

    /// Reads MLIR bytecode of any version.
    ///
    /// # Errors
    /// What is ill-formed, with its section and byte.
    ///
    /// ```
    /// use irtrip::{Module, bytecode};
    /// let bytes = Module::from_llvm("declare void @f()\n")?.to_bytecode(&bytecode::Options::default())?;
    /// assert!(Module::from_bytecode(&bytes)?.to_llvm()?.contains("declare void @f()"));
    /// # Ok::<(), irtrip::Error>(())
    /// ```
    pub fn from_bytecode(bytes: &[u8]) -> Result<Module, Error> {
        let ctx = Context::with_dialects(all_dialects());
        let model = bytecode::read(&ctx, bytes).map_err(|error| Error::without_place(error.to_string()))?;
        Ok(Module { ctx, model, left_out: Vec::new(), is_as_imported: false })
    }

    /// Reads a text of either language, which its first line shows.
    ///
    /// # Errors
    /// What is no module, with its place.
    ///
    /// ```
    /// use irtrip::Module;
    /// let (llvm, mlir) = (Module::from_text("declare void @f()")?, Module::from_text("llvm.func @f()")?);
    /// assert_eq!(llvm.functions().count(), mlir.functions().count());
    /// # Ok::<(), irtrip::Error>(())
    /// ```
    pub fn from_text(text: &str) -> Result<Module, Error> {
        match language_of_text(text) {
            Language::Llvm => Module::from_llvm(text),
            Language::Mlir => Module::from_mlir(text),
        }
    }

    /// How it differs from a module that it is the older version of.
    ///
    /// ```
    /// use irtrip::{Module, diff};
    /// let (old, new) = (Module::from_llvm("declare void @f()")?, Module::from_llvm("declare i32 @f()")?);
    /// assert!(!old.compare(&new, &diff::Options::default()).is_same());
    /// # Ok::<(), irtrip::Error>(())
    /// ```
    pub fn compare(&self, new: &Module, options: &irtrip_diff::Options) -> Comparison {
        let (old, new) = (Side::new(&self.ctx, &self.model), Side::new(&new.ctx, &new.model));
        compare(old, new, options)
    }

    /// A text that is the same for modules that mean the same, whichever language and names they were read with.
    ///
    /// ```
    /// use irtrip::Module;
    /// let text = |llvm| Ok::<_, irtrip::Error>(Module::from_llvm(llvm)?.normalized());
    /// let (x, y) = ("define i32 @f(i32 %x) { ret i32 %x }", "define i32 @f(i32 %y) { ret i32 %y }");
    /// assert_eq!(text(x)?, text(y)?);
    /// # Ok::<(), irtrip::Error>(())
    /// ```
    pub fn normalized(&self) -> String {
        normalized_text(Side::new(&self.ctx, &self.model))
    }

    /// The module as MLIR, which [`Module::from_mlir`] reads back.
    pub fn to_mlir(&self) -> String {
        print(&self.ctx, &self.model, &PrintOptions::of(&self.model)).concat()
    }

    /// The module as MLIR for the release of [`Options::mlir`].
    ///
    /// # Errors
    /// What that release has no form for.
    ///
    /// ```
    /// let module = irtrip::Module::from_llvm("declare void @f()\n")?;
    /// let mlir = module.to_mlir_with(&irtrip::Options::default().mlir("16".parse()?))?;
    /// assert!(mlir.contains("llvm.func @f()"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn to_mlir_with(&self, options: &Options) -> Result<String, Error> {
        let Some(MlirRelease { other: Some(release) }) = options.mlir else { return Ok(self.to_mlir()) };
        let model = self.lowered_to_mlir(release, Form::Text)?;
        Ok(print(&self.ctx, &model, &PrintOptions::of(&model).for_release(release)).concat())
    }

    /// The model in terms of another release of MLIR.
    fn lowered_to_mlir(&self, release: Release, form: Form) -> Result<dialect::Module, Error> {
        let mut model = self.model.clone();
        mlir_release::lower_for(&self.ctx, &mut model, release, form).map_err(|error| self.error(&[*error]))?;
        Ok(model)
    }

    /// The module as MLIR bytecode, which has no place for the names of values and blocks.
    ///
    /// # Errors
    /// An operation that lacks an attribute, or attributes that are out of proportion as text.
    pub fn to_bytecode(&self, options: &bytecode::Options) -> Result<Vec<u8>, Error> {
        bytecode::write(&self.ctx, &self.model, options).map_err(|error| Error::without_place(error.to_string()))
    }

    /// The module as MLIR bytecode for the release of [`Options::mlir`], 16 or later.
    ///
    /// # Errors
    /// As [`Module::to_bytecode`], and what that release has no form for.
    ///
    /// ```
    /// let module = irtrip::Module::from_llvm("declare void @f()\n")?;
    /// let bytes = module.to_bytecode_with(&irtrip::Options::default().mlir("19".parse()?))?;
    /// assert!(irtrip::Module::from_bytecode(&bytes)?.to_llvm()?.contains("declare void @f()"));
    /// assert!(module.to_bytecode_with(&irtrip::Options::default().mlir("15".parse()?)).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn to_bytecode_with(&self, options: &Options) -> Result<Vec<u8>, Error> {
        let written = bytecode::Options::default();
        let Some(MlirRelease { other: Some(release) }) = options.mlir else { return self.to_bytecode(&written) };
        let written = written.for_release(release).map_err(|error| Error::without_place(error.to_string()))?;
        let model = self.lowered_to_mlir(release, Form::Bytecode)?;
        bytecode::write(&self.ctx, &model, &written).map_err(|error| Error::without_place(error.to_string()))
    }

    /// The module as LLVM assembly.
    ///
    /// # Errors
    /// What [`Module::verify`] says of a module that was MLIR or that was changed, and an operation, type or attribute that has no
    /// form in LLVM IR.
    pub fn to_llvm(&self) -> Result<String, Error> {
        let model = self.exported_model()?;
        let options = self.export_options(ExportOptions::default(), &model);
        let pieces = export_text(&self.ctx, &model, &options).map_err(|error| self.error(&[*error]))?;
        Ok(pieces.concat())
    }

    /// The module as LLVM assembly for what [`Options::llvm`] names.
    ///
    /// # Errors
    /// As [`Module::to_llvm`], and what that release cannot be given without changing what the module means.
    ///
    /// ```
    /// use irtrip::{Module, Options, dialect::release::Release, export::AssemblyReader};
    /// let module = Module::from_llvm("declare void @f(ptr captures(none))\n")?;
    /// let written = module.to_llvm_with(&Options::default().llvm(AssemblyReader::Llvm(Release::V19)))?;
    /// assert!(written.text.contains("declare void @f(ptr nocapture)"));
    /// # Ok::<(), irtrip::Error>(())
    /// ```
    pub fn to_llvm_with(&self, options: &Options) -> Result<Written, Error> {
        self.written(options, false).map(|(written, _)| written)
    }

    /// The module as LLVM assembly, and the release whose assembly it is.
    fn written(&self, options: &Options, for_bitcode: bool) -> Result<(Written, Release), Error> {
        let ctx = &self.ctx;
        let model = &*self.exported_model()?;
        let options = ExportOptions::default().for_reader(options.llvm).for_bitcode(for_bitcode);
        let options = self.export_options(options, model);
        let Exported { pieces, dropped, release } =
            export_with(ctx, model, &options).map_err(|error| self.error(&[*error]))?;
        let text = pieces.into_iter().map(|piece| piece.text).collect();
        let dropped = dropped.into_iter().map(|loss| self.loss(loss)).collect();
        Ok((Written { text, dropped }, release))
    }

    /// The module as LLVM bitcode.
    ///
    /// # Errors
    /// As [`Module::to_llvm`], and what bitcode has no record for.
    ///
    /// ```
    /// let module = irtrip::Module::from_llvm("declare void @f()\n")?;
    /// assert!(module.to_bitcode()?.starts_with(b"BC"));
    /// # Ok::<(), irtrip::Error>(())
    /// ```
    pub fn to_bitcode(&self) -> Result<Vec<u8>, Error> {
        self.to_bitcode_with(&Options::default()).map(|(bitcode, _)| bitcode)
    }

    /// The module as LLVM bitcode of the release that [`Options::llvm`] names, with what it has no record for, a line each.
    ///
    /// # Errors
    /// As [`Module::to_llvm_with`], and what bitcode has no record for.
    pub fn to_bitcode_with(&self, options: &Options) -> Result<(Vec<u8>, Vec<String>), Error> {
        let (written, release) = self.written(options, true)?;
        let options = AssemblerOptions { release, ..AssemblerOptions::default() };
        let bitcode =
            assembler::bitcode(&written.text, &options).map_err(|error| Error::without_place(error.to_string()))?;
        let mut dropped = written.dropped;
        dropped.extend(bitcode.left_out.iter().map(LossCode::to_string));
        Ok((bitcode.bytes, dropped))
    }

    /// Takes `func`, `arith`, `scf`, `memref` and their kin to the LLVM dialect.
    ///
    /// # Errors
    /// What [`Module::verify`] says, and an operation that is not converted; the module is as it was.
    ///
    /// ```
    /// let text = "func.func @one() -> i32 {\n  %c = arith.constant 1 : i32\n  return %c : i32\n}\n";
    /// let mut module = irtrip::Module::from_mlir(text)?;
    /// module.lower()?;
    /// assert!(module.to_llvm()?.contains("ret i32 1"));
    /// # Ok::<(), irtrip::Error>(())
    /// ```
    pub fn lower(&mut self) -> Result<(), Error> {
        self.check()?;
        self.is_as_imported = false;
        let lowered = irtrip_lower::passes::lower(&self.ctx, &mut self.model);
        lowered.map_err(|error| self.error(&[error.diagnostic()]))
    }

    /// Checks what must hold of a module.
    ///
    /// # Errors
    /// Every rule that is broken.
    pub fn verify(&self) -> Result<(), Error> {
        let errors = verify(&self.ctx, &self.model);
        if errors.is_empty() { Ok(()) } else { Err(self.error(&errors)) }
    }

    /// As [`Module::verify`], for a module that is translated: one of a later release may keep other rules.
    fn check(&self) -> Result<(), Error> {
        if self.is_as_imported || self.model.releases.are_later() { Ok(()) } else { self.verify() }
    }

    /// The context of the module's types and attributes.
    pub fn context(&self) -> &Context {
        &self.ctx
    }

    /// The model.
    pub fn model(&self) -> &dialect::Module {
        &self.model
    }

    /// The context and the model, to be changed.
    pub fn parts_mut(&mut self) -> (&Context, &mut dialect::Module) {
        self.is_as_imported = false;
        (&self.ctx, &mut self.model)
    }

    /// All operations at the level of the module, in order: functions, variables, aliases.
    pub fn operations(&self) -> impl Iterator<Item = Operation<'_>> {
        self.model.ops().map(|op| Operation::new(&self.ctx, &self.model.body, op))
    }

    /// All functions, in order: those defined and those declared.
    pub fn functions(&self) -> impl Iterator<Item = Function<'_>> {
        self.operations().filter_map(Function::of)
    }

    /// The function of a name.
    pub fn function(&self, name: &str) -> Option<Function<'_>> {
        self.symbol(name).and_then(Function::of)
    }

    /// The function whose operation has this handle, as long as the module has it.
    pub fn function_of(&self, op: Op) -> Option<Function<'_>> {
        let body = &self.model.body;
        let is_there = op.index() < body.op_count() && body.parent(op) == Some(self.model.block);
        is_there.then(|| Operation::new(&self.ctx, body, op)).and_then(Function::of)
    }

    /// The function, variable, alias or ifunc of a name.
    pub fn symbol(&self, name: &str) -> Option<Operation<'_>> {
        let name = self.ctx.str_attr(self.ctx.find_str(name)?);
        self.operations().find(|op| op.attribute(SYM_NAME) == Some(name))
    }

    /// Visits every operation, each before those inside it.
    ///
    /// ```
    /// let module = irtrip::Module::from_llvm("define void @f(ptr %p) {\n  %x = load i32, ptr %p\n  ret void\n}\n")?;
    /// let mut names = Vec::new();
    /// module.walk(|op| names.push(op.name().into_owned()));
    /// assert_eq!(names, ["llvm.func", "llvm.load", "llvm.return"]);
    /// # Ok::<(), irtrip::Error>(())
    /// ```
    pub fn walk<'a>(&'a self, mut visit: impl FnMut(Operation<'a>)) {
        for op in self.operations() {
            op.walk(&mut visit);
        }
    }

    /// The function of a name, to be changed; `None` for one that is only declared.
    pub fn function_mut(&mut self, name: &str) -> Option<FunctionEditor<'_>> {
        self.is_as_imported = false;
        let op = self.symbol(name).filter(|op| op.is(FUNC))?.handle();
        FunctionEditor::new(&self.ctx, &mut self.model, op)
    }

    /// Changes each function that is defined.
    pub fn edit_functions(&mut self, mut edit: impl FnMut(&mut FunctionEditor<'_>)) {
        self.is_as_imported = false;
        let ops: Vec<Op> = self.functions().map(|function| function.operation().handle()).collect();
        for op in ops {
            if let Some(mut editor) = FunctionEditor::new(&self.ctx, &mut self.model, op) {
                edit(&mut editor);
            }
        }
    }

    /// The model that is written, which is valid: where it was no LLVM IR before, with what upstream's exporter adds.
    fn exported_model(&self) -> Result<Cow<'_, dialect::Module>, Error> {
        if was_llvm(&self.ctx, &self.model) {
            return Ok(Cow::Borrowed(&self.model));
        }
        self.check()?;
        let mut model = self.model.clone();
        add_exporter_defaults(&self.ctx, &mut model);
        Ok(Cow::Owned(model))
    }

    /// Options for the release of the text that the model was; it is verified where it may have been edited since.
    fn export_options(&self, options: ExportOptions, model: &dialect::Module) -> ExportOptions {
        let options = options.or_for_release_of(&self.ctx, model);
        if self.is_as_imported { options } else { options.verified() }
    }

    /// What is left out, in words.
    fn loss(&self, Dropped { global, code, .. }: Dropped) -> String {
        let symbol = global.and_then(|op| self.ctx.string_value(self.model.body.attr(&self.ctx, op, SYM_NAME)?));
        let symbol = symbol.map(|symbol| self.ctx.text(symbol).into());
        Diagnostic { symbol, ..Diagnostic::new(code, DiagnosticLocation::Unknown) }.render(&ContextRenderer(&self.ctx))
    }

    fn error(&self, errors: &[Diagnostic]) -> Error {
        Error::new(&self.ctx, errors, "")
    }
}
