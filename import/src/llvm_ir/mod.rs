//! Modules of the crate llvm-ir into the model, for programs that hold such a module, and as a second opinion: LLVM
//! itself and its C API read the module, and nothing of the assembly reader does.
//!
//! The steps are those of the assembly reader, and so is all that makes operations; what the text says there, the
//! crate's data structures say here:
//! 1. `types`, `attributes`, `constants`: one each for one of the model's;
//! 2. `functions`: headers and bodies; `instructions`, `calls`, `terminators`: what is in them;
//! 3. `globals`: variables, aliases and ifuncs, last, since the types of some are known only by their use;
//! 4. [`gaps`]: what the crate cannot hold, which the import reports.

mod attributes;
mod calls;
mod constants;
mod functions;
pub mod gaps;
mod globals;
mod instructions;
mod terminators;
mod types;

pub use attributes::{holds_function_attribute, holds_parameter_attribute};
pub use gaps::{GAPS, Loss};

use std::borrow::Cow;
use std::panic::{AssertUnwindSafe, catch_unwind};

use irtrip_dialect::diagnostic::{Diagnostic, DiagnosticCode, DiagnosticLocation, DiagnosticResult, ImportCode};
use irtrip_dialect::metadata::{DebugImport, MetadataGraph, MetadataImport};
use irtrip_dialect::names::*;
use irtrip_dialect::preserved::add_structural_hashes;
use irtrip_dialect::{Context, Module, Str, Type, TypeData, Value};
use llvm_ir::types::TypeRef;
use llvm_ir::{Constant, Operand};
use rustc_hash::FxHashMap;

use crate::bodies::reader::FunctionReader;
use crate::global_values::function_headers::HeaderReader;
use crate::global_values::variables::GlobalReader;
use crate::index::symbols::{Defined, Symbols};
use crate::module::{Header, ImportOptions};
use crate::tables::ModuleTables;
use irtrip_dialect::constants::Constants;
use irtrip_dialect::llvm_text::cursor::Name;

/// A module and what the crate could not hold of it.
pub struct Imported {
    /// The module.
    pub module: Module,
    /// What was met that the crate cannot hold.
    pub losses: Vec<Loss>,
}

/// Reads LLVM assembly with LLVM and the crate.
///
/// The crate panics on what it does not expect; that is an error here, after the panic hook has had its say.
///
/// # Errors
/// LLVM does not accept the text, or the crate panics.
pub fn read(assembly: &str) -> DiagnosticResult<llvm_ir::Module> {
    let code = match catch_unwind(|| llvm_ir::Module::from_ir_str(assembly)) {
        Ok(Ok(module)) => return Ok(module),
        Ok(Err(message)) => ImportCode::LlvmIrRead(message),
        Err(panic) => ImportCode::LlvmIrPanic(panic_message(panic.as_ref())),
    };
    Err(Box::new(Diagnostic::new(code, DiagnosticLocation::Module)))
}

/// Imports a module that the crate holds.
///
/// # Errors
/// What the crate holds does not say enough, or is no valid module. A panic of the crate's is such an error, after the
/// panic hook has had its say. An error of a function has its name.
pub fn import(ctx: &Context, module: &llvm_ir::Module) -> DiagnosticResult<Imported> {
    // The context takes no harm: it is append-only, and after locks.
    catch_unwind(AssertUnwindSafe(|| import_inside(ctx, module))).unwrap_or_else(|panic| {
        let code = ImportCode::LlvmIrPanic(panic_message(panic.as_ref()));
        Err(Box::new(Diagnostic::new(code, DiagnosticLocation::Module)))
    })
}

/// A panic's message.
fn panic_message(panic: &(dyn std::any::Any + Send)) -> String {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("it panicked").to_owned()
}

/// Fails because the crate does not hold enough of something.
#[cold]
fn unsupported<T>(what: &'static str) -> DiagnosticResult<T> {
    Err(Box::new(Diagnostic::new(ImportCode::LlvmIrUnsupported(what), DiagnosticLocation::Unknown)))
}

/// An error of a function with its name.
fn in_function(name: &str, mut error: Box<Diagnostic>) -> Box<Diagnostic> {
    error.symbol.get_or_insert_with(|| name.into());
    error
}

fn import_inside(ctx: &Context, from: &llvm_ir::Module) -> DiagnosticResult<Imported> {
    let text = |text: &str| Some(ctx.str(text)).filter(|_| !text.is_empty());
    let header = Header {
        source_filename: text(&from.source_file_name),
        layout: text(&from.data_layout.layout_str),
        triple: from.target_triple.as_deref().and_then(text),
        asm: module_assembly(&from.inline_assembly).map(|line| ctx.str_attr(ctx.str(line))).collect(),
        ..Header::default()
    };
    types::define_structs(ctx, &from.types)?;
    let options = ImportOptions::default();
    let file = header.source_filename.unwrap_or(EMPTY);
    // The crate numbers as many locals as it likes.
    let mut tables = ModuleTables {
        greatest_number: usize::MAX,
        is_verified: true,
        ..ModuleTables::new(ctx, b"", &from.data_layout.layout_str, file, &options)
    };
    tables.symbols = symbols(ctx, from)?;
    let mut graph = MetadataGraph::new();
    graph.finish();
    let debug = DebugImport::new(ctx, &graph, &[]);
    let metadata = MetadataImport::with_debug_info(ctx, &graph, &[], debug, tables.symbols.hash(ctx));
    tables.metadata = Some(&metadata);
    let spaces = AddressSpaces::new(from);
    let mut losses = gaps::Losses::default();
    for gap in [&gaps::METADATA, &gaps::FUNCTION_PLACE, &gaps::COMDAT, &gaps::USE_LISTS] {
        losses.meet(gap, None);
    }
    let mut mentioned = FxHashMap::default();
    let mut functions = { Importer::new(&tables, Step::Headers, &spaces, &mut losses, &mut mentioned).headers(from)? };
    tables.set_functions(&functions);
    let mut importer = Importer::new(&tables, Step::Bodies, &spaces, &mut losses, &mut mentioned);
    let mut bodies = importer.bodies(from, &functions)?;
    let mut module = Module::new();
    importer.of = None;
    importer.step = Step::Globals;
    importer.globals(from, &mut module)?;
    let (renamed, rest): (Vec<_>, Vec<_>) = functions.drain(..).partition(|f| f.stands_late());
    let mut functions = rest;
    bodies.retain(|(renamed, _)| !renamed);
    let mut bodies: Vec<_> = bodies.into_iter().map(|(_, body)| body).collect();
    crate::global_values::implicit_intrinsic_declarations::declare(ctx, &bodies, &mut functions, renamed, false);
    bodies.resize_with(functions.len(), || None);
    let declarations = crate::module::add_functions(&tables, &metadata, functions, bodies, &mut module, &mut None);
    let mut entries = header.entries(ctx);
    if !declarations.is_empty() {
        entries.push((IRTRIP_DECLARATIONS, ctx.array(&declarations)));
    }
    module.attrs = ctx.dictionary(&entries);
    add_structural_hashes(ctx, &mut module);
    Ok(Imported { module, losses: losses.finish() })
}

/// The lines of a module's assembly, as LLVM's writer has them.
fn module_assembly(text: &str) -> impl Iterator<Item = &str> {
    let text = text.strip_suffix('\n').unwrap_or(text);
    text.split('\n').filter(move |_| !text.is_empty())
}

/// The crate's name of a local or global.
fn name(name: &llvm_ir::Name) -> Name<'_> {
    match name {
        llvm_ir::Name::Name(name) => Name::Named(Cow::Borrowed(name.as_bytes())),
        llvm_ir::Name::Number(number) => Name::Number(u32::try_from(*number).unwrap_or(u32::MAX)),
    }
}

/// The names of a module's functions and globals.
fn symbols<'a>(ctx: &Context, from: &'a llvm_ir::Module) -> DiagnosticResult<Symbols<'a>> {
    let mut symbols = Symbols::default();
    let mut add = |name: Name<'a>, what: Defined| match &name {
        Name::Named(text) if !text.is_empty() => {
            let model = ctx.byte_str(text);
            symbols.add(name, model, what);
            Ok(())
        }
        Name::Named(_) | Name::Number(_) => unsupported("a global without a name"),
    };
    let functions = from.functions.iter().map(|f| (&f.name, true));
    for (name, here) in functions.chain(from.func_declarations.iter().map(|f| (&f.name, false))) {
        add(Name::Named(Cow::Borrowed(name.as_bytes())), Defined::Function { here })?;
    }
    let variables = from.global_vars.iter().map(|g| &g.name).chain(from.global_aliases.iter().map(|g| &g.name));
    for global in variables {
        add(name(global), Defined::Variable)?;
    }
    for ifunc in &from.global_ifuncs {
        add(name(&ifunc.name), Defined::IFunc)?;
    }
    Ok(symbols)
}

/// The address spaces of globals, which the crate does not say where they are mentioned.
struct AddressSpaces<'a> {
    globals: FxHashMap<&'a llvm_ir::Name, u32>,
    /// Of functions.
    program: u32,
    /// Of `alloca`.
    stack: u32,
}

impl<'a> AddressSpaces<'a> {
    fn new(from: &'a llvm_ir::Module) -> AddressSpaces<'a> {
        let variables = from.global_vars.iter().map(|g| (&g.name, g.addr_space));
        let globals = variables.chain(from.global_aliases.iter().map(|g| (&g.name, g.addr_space))).collect();
        let layout = &from.data_layout;
        AddressSpaces { globals, program: layout.program_address_space, stack: layout.alloca_address_space }
    }

    fn of(&self, name: &llvm_ir::Name) -> u32 {
        self.globals.get(name).copied().unwrap_or(self.program)
    }
}

/// What is being imported, whose reader holds the constants at hand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Step {
    Headers,
    Bodies,
    Globals,
}

/// One import's state.
struct Importer<'r, 's, 'a> {
    ctx: &'s Context,
    tables: &'s ModuleTables<'s, 'a>,
    step: Step,
    /// What makes the operations.
    headers: HeaderReader<'s, 'a>,
    reader: FunctionReader<'s, 'a>,
    globals: GlobalReader<'s, 'a>,
    spaces: &'r AddressSpaces<'a>,
    losses: &'r mut gaps::Losses,
    /// The types of globals as constants mention them.
    mentioned: &'r mut FxHashMap<&'a llvm_ir::Name, &'a TypeRef>,
    /// The function at hand.
    of: Option<&'a str>,
    /// The parameter types of the call at hand.
    parameters: Vec<Type>,
    /// Nesting of the constant at hand.
    depth: u32,
}

impl<'r, 's, 'a> Importer<'r, 's, 'a> {
    fn new(
        tables: &'s ModuleTables<'s, 'a>,
        step: Step,
        spaces: &'r AddressSpaces<'a>,
        losses: &'r mut gaps::Losses,
        mentioned: &'r mut FxHashMap<&'a llvm_ir::Name, &'a TypeRef>,
    ) -> Importer<'r, 's, 'a> {
        Importer {
            ctx: tables.ctx,
            tables,
            step,
            headers: HeaderReader::new(tables),
            reader: FunctionReader::new(tables),
            globals: GlobalReader::new(tables),
            spaces,
            losses,
            mentioned,
            of: None,
            parameters: Vec::new(),
            depth: 0,
        }
    }

    /// The constants at hand.
    fn pool(&mut self) -> &mut Constants {
        match self.step {
            Step::Headers => &mut self.headers.constants.pool,
            Step::Bodies => &mut self.reader.constants.pool,
            Step::Globals => &mut self.globals.constants.pool,
        }
    }

    /// Counts something that the crate cannot hold.
    fn meet(&mut self, gap: &'static gaps::Gap) {
        self.losses.meet(gap, self.of);
    }

    fn ty(&self, ty: &TypeRef) -> DiagnosticResult<Type> {
        types::convert(self.ctx, ty.as_ref())
    }

    /// The model's name of a global, and its address space.
    fn symbol(&self, global: &'a llvm_ir::Name) -> DiagnosticResult<(Str, u32)> {
        match self.tables.symbols.get(&name(global)) {
            Some(symbol) => Ok((symbol.name, self.spaces.of(global))),
            None => unsupported("a global without a name"),
        }
    }

    /// An operand and its type.
    fn operand(&mut self, operand: &'a Operand) -> DiagnosticResult<(Type, Value)> {
        self.operand_as(operand, None)
    }

    /// An operand, and its type, which may be known by its place.
    fn operand_as(&mut self, operand: &'a Operand, known: Option<Type>) -> DiagnosticResult<(Type, Value)> {
        match operand {
            Operand::LocalOperand { name: local, ty } => {
                let ty = self.ty(ty)?;
                let pointer = matches!(self.ctx.type_data(ty), TypeData::Pointer { .. });
                match self.reader.local_named(&name(local), ty, 0) {
                    Err(error)
                        if pointer && matches!(error.code, DiagnosticCode::Import(ImportCode::TypeMismatch { .. })) =>
                    {
                        self.meet(&gaps::ADDRESS_SPACES);
                        unsupported("an address space of its own for an alloca")
                    }
                    value => Ok((ty, value?)),
                }
            }
            Operand::ConstantOperand(constant) => {
                let constant = self.constant_as(constant, known)?;
                Ok((self.pool().ty(constant), self.reader.materialize(constant)))
            }
            Operand::MetadataOperand => unsupported("metadata as an operand"),
        }
    }

    fn value(&mut self, operand: &'a Operand) -> DiagnosticResult<Value> {
        Ok(self.operand(operand)?.1)
    }

    /// The constant that an operand is, if it is one.
    fn as_constant(operand: &'a Operand) -> Option<&'a Constant> {
        match operand {
            Operand::ConstantOperand(constant) => Some(constant),
            Operand::LocalOperand { .. } | Operand::MetadataOperand => None,
        }
    }
}

#[cfg(test)]
mod tests;
