//! A module in LLVM assembly: `module` its tables, `globals` global values, `bodies` and `instructions` functions,
//! `constants`, `metadata` and `locations` what these have, `summary` what ThinLTO asks for; `upgrades` what LLVM reads otherwise.

mod attributes;
mod bodies;
mod constants;
mod globals;
mod instructions;
mod locations;
mod metadata;
mod names;
mod predecessors;
mod summary;
mod upgrades;
mod use_lists;

use irtrip_dialect::deep_stack::on_deep_stack;
use irtrip_dialect::diagnostic::LossCode;
use irtrip_dialect::llvm_text as text;
use irtrip_dialect::ordered_sink::collect_in_order;
use irtrip_dialect::release::Release;
use irtrip_dialect::spellings::Spelling;
use rayon::prelude::*;

use crate::container::container;
use crate::error::{Error, Place, Result};
use crate::file::read_file;
use crate::function::Body;
use crate::metadata::Metadata;
use crate::module::{BitcodeModule, GlobalKind, GlobalValue, Module};
use attributes::AttributeTexts;
use locations::{Locations, location_nodes};
use names::Names;
use upgrades::Upgrades;
use use_lists::{Directives, directives, has_use_lists, lists_of_constants_are_known, orders_constants};

/// A module in LLVM assembly.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Assembly {
    /// The text.
    pub text: String,
    /// The release that wrote the module, where it is known.
    pub release: Option<Release>,
    /// Whether the module has a summary for ThinLTO, which the text leaves out.
    pub leaves_out_summary: bool,
    /// Whether the module has orders of uses, which the text leaves out.
    pub leaves_out_use_lists: bool,
    /// Whether the module has debug info of a version that no release reads since LLVM 3.5, which the text leaves out.
    pub leaves_out_debug_info: bool,
}

impl Assembly {
    /// What the module has that the text leaves out.
    pub fn left_out(&self) -> impl Iterator<Item = LossCode> {
        let codes = [
            (self.leaves_out_summary, LossCode::ModuleSummary),
            (self.leaves_out_use_lists, LossCode::UseListOrders),
            (self.leaves_out_debug_info, LossCode::DebugInfoVersion),
        ];
        codes.into_iter().filter(|(is_left_out, _)| *is_left_out).map(|(_, code)| code)
    }
}

/// A function with its body.
pub(crate) struct Function<'m> {
    pub body: Body<'m>,
    pub names: Names,
    pub locations: Locations,
}

/// What of a module its assembly has.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum UseLists {
    /// No orders of uses, as `llvm-dis` does.
    #[default]
    LeaveOut,
    /// Orders of uses, as `llvm-dis -preserve-ll-uselistorder` does.
    Keep,
}

/// What every writer knows.
pub(crate) struct Writer<'m> {
    pub module: &'m Module<'m>,
    pub attributes: AttributeTexts,
    pub upgrades: Upgrades,
    /// The functions with a body, by the place of the body.
    pub functions: Vec<Function<'m>>,
    /// Whether orders of uses are kept.
    pub keeps_use_lists: bool,
    /// Those of global values and constants.
    pub directives: Directives,
}

/// The one module of a file, in LLVM assembly under a name, without orders of uses.
///
/// # Errors
/// The file holds no bitcode, or several modules; the module is ill-formed.
pub fn assembly(name: &str, bytes: &[u8]) -> Result<Assembly> {
    assembly_with(name, bytes, UseLists::LeaveOut)
}

/// As [`assembly`], with what is asked for.
///
/// # Errors
/// As [`assembly`].
pub fn assembly_with(name: &str, bytes: &[u8], use_lists: UseLists) -> Result<Assembly> {
    on_deep_stack(|| assembly_here(name, bytes, use_lists))
}

fn assembly_here(name: &str, bytes: &[u8], use_lists: UseLists) -> Result<Assembly> {
    let fault = |message: String| Error::new(Place::default(), message);
    let streams = container(bytes)?.map(|container| container.streams).unwrap_or_default();
    let [stream] = streams.as_slice() else {
        return Err(fault(format!("the file holds {} bitcode files, and not one", streams.len())));
    };
    let file = read_file(stream.bytes)?;
    let [entry] = file.modules.as_slice() else {
        return Err(fault(format!("the file holds {} modules, and not one", file.modules.len())));
    };
    write(name, &BitcodeModule::read(&file, entry)?, use_lists)
}

fn write(name: &str, file: &BitcodeModule<'_>, use_lists: UseLists) -> Result<Assembly> {
    assembly_of_tables(name, &file.module, file.read_bodies()?, use_lists)
}

/// A module's tables in LLVM assembly under a name.
///
/// # Errors
/// A table names what there is not.
pub fn assembly_of_tables<'m>(
    name: &str,
    module: &'m Module<'m>,
    mut bodies: Vec<Body<'m>>,
    use_lists: UseLists,
) -> Result<Assembly> {
    let upgrades = Upgrades::new(module, &mut bodies);
    let leaves_out_debug_info = upgrades.drops_debug_info;
    let (nodes, count) = (location_nodes(&module.metadata), module.metadata.nodes.len() as u64);
    let function = |body: Body<'m>| {
        let (names, locations) = (Names::new(&body), Locations::new(&body, &nodes, count));
        Function { body, names, locations }
    };
    let mut functions: Vec<Function<'m>> = bodies.into_par_iter().map(function).collect();
    // Numbers of nodes go on from function to function.
    let mut next = module.metadata.numbered;
    for function in &mut functions {
        function.body.metadata.number_from(next);
        next += function.body.metadata.numbered;
        function.locations.first = next;
        next += function.locations.own.len() as u32;
    }
    let keeps_use_lists = use_lists == UseLists::Keep;
    let keeps_all = keeps_use_lists && lists_of_constants_are_known(module);
    let directives = if keeps_all { directives(module, &functions) } else { Directives::new() };
    let leaves_out_use_lists = match keeps_use_lists {
        true => !keeps_all && orders_constants(module, &functions),
        false => has_use_lists(module, &functions),
    };
    let attributes = AttributeTexts::new(&module.attributes, &module.types);
    let writer = Writer { module, attributes, upgrades, functions, keeps_use_lists, directives };
    let mut text = writer.module_text(name)?;
    let leaves_out_summary = match &module.summary {
        Some(summary) => !summary::summary(&mut text, name, module, &summary.records)?,
        None => false,
    };
    Ok(Assembly { text, release: module.release(), leaves_out_summary, leaves_out_use_lists, leaves_out_debug_info })
}

impl Writer<'_> {
    /// How many nodes have a number.
    pub(crate) fn numbered(&self) -> u32 {
        let of_last = |last: &Function<'_>| last.locations.first + last.locations.own.len() as u32;
        self.functions.last().map_or(self.module.metadata.numbered, of_last)
    }

    fn module_text(&self, name: &str) -> Result<String> {
        let mut out = String::new();
        self.header(&mut out, name);
        self.types_and_comdats(&mut out);
        let globals = Scope { writer: self, function: None };
        for (place, global) in self.module.globals.iter().enumerate() {
            if !matches!(global.kind, GlobalKind::Function { .. }) {
                globals.global(&mut out, place, global)?;
            }
        }
        let function = |(place, global): (usize, &GlobalValue)| -> Result<String> {
            let mut out = String::new();
            if let GlobalKind::Function { body, .. } = &global.kind
                && !self.upgrades.leaves_out_function(place)
            {
                let function = body.and_then(|body| self.functions.get(body));
                Scope { writer: self, function }.function_text(&mut out, place, global)?;
            }
            Ok(out)
        };
        let functions = collect_in_order(self.module.globals.par_iter().enumerate().map(function))?;
        for text in &functions {
            out.push_str(text);
        }
        drop(functions);
        globals.declared_intrinsics(&mut out)?;
        self.directives(&mut out)?;
        out.push('\n');
        for (number, group) in self.attributes.functions.iter().enumerate() {
            out.push_str("attributes #");
            text::int(&mut out, number);
            out.push_str(" = {");
            out.push_str(group);
            out.push_str(" }\n");
        }
        globals.named_metadata(&mut out)?;
        globals.nodes(&mut out, &self.module.metadata)?;
        let own = |function: &Function<'_>| -> Result<String> {
            let mut out = String::new();
            let scope = Scope { writer: self, function: Some(function) };
            scope.nodes(&mut out, &function.body.metadata)?;
            scope.locations(&mut out, &function.locations)?;
            Ok(out)
        };
        for text in collect_in_order(self.functions.par_iter().map(own))? {
            out.push_str(&text);
        }
        Ok(out)
    }

    fn header(&self, out: &mut String, name: &str) {
        out.push_str("; ModuleID = '");
        out.push_str(&name.replace('\n', " "));
        out.push_str("'\n");
        let mut line = |what: &str, bytes: &[u8]| {
            out.push_str(what);
            text::quoted(out, bytes);
            out.push('\n');
        };
        if let Some(source) = &self.module.source_filename {
            line("source_filename = ", source);
        }
        if !self.module.data_layout.is_empty() {
            line("target datalayout = ", &self.module.data_layout);
        }
        if !self.module.triple.is_empty() {
            line("target triple = ", &self.module.triple);
        }
        self.assembly(out);
        out.push('\n');
    }

    /// `module asm`, whose lines stand below its properties since LLVM 23.
    fn assembly(&self, out: &mut String) {
        let has_lines =
            self.module.release().is_some_and(|release| Spelling::ModuleAsmLines.releases().contains(release));
        for part in &self.module.asm {
            if has_lines {
                out.push_str("module asm");
                for (place, (name, value)) in part.properties.iter().enumerate() {
                    out.push_str(if place == 0 { "(" } else { ", " });
                    out.push_str(&String::from_utf8_lossy(name));
                    out.push_str(": ");
                    text::quoted(out, value);
                }
                out.push_str(if part.properties.is_empty() { "\n" } else { ")\n" });
            }
            let asm = part.text.strip_suffix(b"\n").unwrap_or(&part.text);
            for line in asm.split(|byte| *byte == b'\n') {
                out.push_str(if has_lines { "    " } else { "module asm " });
                text::quoted(out, line);
                out.push('\n');
            }
        }
    }

    fn types_and_comdats(&self, out: &mut String) {
        let types = &self.module.types;
        for named in types.structs() {
            out.push_str(&named.text);
            out.push_str(" = type ");
            out.push_str(&types.body_text(named));
            out.push('\n');
        }
        for comdat in &self.module.comdats {
            out.push('$');
            text::name(out, &comdat.name);
            out.push_str(" = comdat ");
            out.push_str(comdat.kind.llvm());
            out.push('\n');
        }
    }
}

/// Where something is written: at the top level, or in a function.
#[derive(Clone, Copy)]
pub(crate) struct Scope<'w, 'm> {
    pub writer: &'w Writer<'m>,
    pub function: Option<&'w Function<'m>>,
}

impl<'w, 'm> Scope<'w, 'm> {
    /// Metadata by number, and the number in assembly that it has.
    pub(crate) fn metadata(&self, id: u64) -> Option<(&'w crate::metadata::Node<'m>, u32)> {
        let of_module = &self.writer.module.metadata;
        let place = usize::try_from(id).ok()?;
        let find = |metadata: &'w Metadata<'m>, place: usize| {
            Some((metadata.nodes.get(place)?, *metadata.numbers.get(place)?))
        };
        match (place.checked_sub(of_module.nodes.len()), self.function) {
            (None, _) => find(of_module, place),
            (Some(own), Some(function)) => find(&function.body.metadata, own),
            (Some(_), None) => None,
        }
    }

    /// An error in the text that is written.
    pub(crate) fn error(&self, message: impl Into<std::borrow::Cow<'static, str>>) -> Error {
        Error::new(Place::default(), message)
    }
}
