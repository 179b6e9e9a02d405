//! Upstream's flags, as LLVM's command-line library takes them: one dash or two, `-flag=value` or `-flag value`.

use std::ffi::OsString;
use std::path::PathBuf;

use irtrip_bytecode::encoding::Version;
use irtrip_dialect::enums::Visibility;
use irtrip_grammar::PrintOptions;
use irtrip_lower::passes::{self, Options, PASSES, PipelineError};

use crate::verify_diagnostics::Level;

/// A program whose flags these are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tool {
    /// `mlir-opt`
    Opt,
    /// `mlir-translate`
    Translate,
}

/// What `mlir-translate` does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Translation {
    /// `--import-llvm`
    ImportLlvm,
    /// `--mlir-to-llvmir`
    MlirToLlvmir,
}

/// What is wrong with the arguments of a program.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum FlagError {
    /// There is more than one input.
    #[error("{tool}: more than one input file: '{argument}'")]
    SecondInput {
        /// The program.
        tool: &'static str,
        /// The second input.
        argument: String,
    },
    /// The program does not have the flag here.
    #[error(
        "{tool}: irtrip has no '{argument}', and `irtrip {tool} --help` lists what it has; if upstream's program has it: \
         irtrip {tool} FILE | {tool} {argument}"
    )]
    Unknown {
        /// The program.
        tool: &'static str,
        /// The argument.
        argument: String,
    },
    /// There is no value after the flag.
    #[error("{tool}: '{argument}' needs a value")]
    NoValue {
        /// The program.
        tool: &'static str,
        /// The argument.
        argument: String,
    },
    /// The flag does not accept the value.
    #[error("{tool}: '{argument}': {reason}")]
    Value {
        /// The program.
        tool: &'static str,
        /// The argument.
        argument: String,
        /// What is wrong with the value.
        reason: &'static str,
    },
    /// The text of a pipeline, or of a pass's options, is none.
    #[error("{tool}: '{argument}': {error}")]
    Pipeline {
        /// The program.
        tool: &'static str,
        /// The argument.
        argument: String,
        /// What is wrong with it.
        error: PipelineError,
    },
    /// `mlir-translate` is to do nothing.
    #[error("mlir-translate: no translation is named: --import-llvm or --mlir-to-llvmir")]
    NoTranslation,
}

/// A result whose error is what is wrong with the arguments.
type Result<T> = std::result::Result<T, FlagError>;

/// The flags of a program, as its arguments set them.
#[derive(Debug, Default)]
pub struct Flags {
    /// The input; `-` if none is named.
    pub input: Option<PathBuf>,
    /// `-o`
    pub output: Option<PathBuf>,
    /// `--split-input-file`: the marker between two chunks.
    pub split: Option<String>,
    /// `--output-split-marker`
    pub output_split: Option<String>,
    /// `--verify-diagnostics`
    pub verify_diagnostics: Option<Level>,
    /// `--emit-expensive-warnings`
    pub expensive_warnings: bool,
    /// `--convert-debug-rec-to-intrinsics`
    pub debug_intrinsics: bool,
    /// `--verify-roundtrip`
    pub verify_roundtrip: bool,
    /// `--allow-unregistered-dialect`
    pub allow_unregistered: bool,
    /// `--mlir-very-unsafe-disable-verifier-on-parsing`
    pub unverified: bool,
    /// `--verify-each=0`
    pub unverified_passes: bool,
    /// `--help`, `-h`
    pub help: bool,
    /// `--version`
    pub version: bool,
    /// `--mlir-timing`
    pub timing: bool,
    /// `--show-dialects`
    pub show_dialects: bool,
    /// The files of records whose dialects are known too.
    pub dialects: Vec<PathBuf>,
    /// `--llvm-add-comdats`
    pub add_comdats: bool,
    /// `--llvm-use-default-visibility`
    pub visibility: Option<Visibility>,
    /// `--drop-di-composite-type-elements`
    pub drop_composite_elements: bool,
    /// `--error-diagnostics-only`
    pub errors_only: bool,
    /// `--mlir-print-op-on-diagnostic`
    op_on_diagnostic: Option<bool>,
    /// `--mlir-disable-diagnostic-notes`
    pub without_notes: bool,
    /// The pipeline asked for.
    pub pipeline: passes::Pipeline,
    /// `--dump-pass-pipeline`
    pub dump_pipeline: bool,
    /// The translation asked for; none for `mlir-opt`.
    pub translation: Option<Translation>,
    /// `--import-structs-as-literals`
    pub structs_as_literals: bool,
    /// `--prefer-unregistered-intrinsics`
    pub prefer_unregistered_intrinsics: bool,
    /// `--emit-bytecode`
    pub emit_bytecode: bool,
    /// `--emit-bytecode-version`, `--emit-bytecode-producer`, `--elide-resource-data-from-bytecode`
    bytecode: BytecodeFlags,
    print: Print,
}

/// The flags about writing bytecode.
#[derive(Debug, Default)]
struct BytecodeFlags {
    version: Option<Version>,
    producer: Option<String>,
    elides_resources: bool,
}

/// The flags about printing.
#[derive(Debug, Default)]
struct Print {
    generic: bool,
    debug_info: bool,
    pretty_locations: bool,
    local_scope: bool,
    hex_if_larger: Option<i64>,
    elide_if_larger: Option<i64>,
    elide_resources_if_larger: Option<i64>,
    unique_ids: bool,
    names_of_locations: bool,
    skip_regions: bool,
    value_users: bool,
    no_implicit_module: bool,
}

/// Whether a flag has a value.
#[derive(Clone, Copy)]
enum Takes {
    /// `--flag`, `--flag=true`
    Switch(fn(&mut Flags, bool)),
    /// `--flag` or `--flag=value`, as [`Takes::Value`]
    Optional(fn(&mut Flags, Option<&str>) -> std::result::Result<(), &'static str>),
    /// `--flag=value` or `--flag value`; the error is what is wrong with the value.
    Value(fn(&mut Flags, &str) -> std::result::Result<(), &'static str>),
    /// A value that is a pipeline.
    Pipeline(fn(&mut Flags, &str) -> std::result::Result<(), PipelineError>),
}

/// A flag.
struct FlagRow {
    name: &'static str,
    /// `None`: both have it.
    tool: Option<Tool>,
    takes: Takes,
    help: &'static str,
}

/// How many elements of an attribute upstream shows in a note.
const SHOWN_ELEMENTS: usize = 16;

/// What upstream's program says of itself in bytecode.
const PRODUCER: &str = "MLIR22.1.8";

/// The marker between two chunks of a file.
pub(crate) const SPLIT_MARKER: &str = "// -----";

const fn both(name: &'static str, takes: Takes, help: &'static str) -> FlagRow {
    FlagRow { name, tool: None, takes, help }
}

const fn only(tool: Tool, name: &'static str, takes: Takes, help: &'static str) -> FlagRow {
    FlagRow { name, tool: Some(tool), takes, help }
}

/// A flag of `mlir-opt` that changes nothing here.
const fn unchanged(name: &'static str, help: &'static str) -> FlagRow {
    only(Opt, name, Switch(|_, _| ()), help)
}

/// Why flags about what is printed between passes change nothing.
const NO_PASSES: &str = "Accepted: nothing is printed between passes";

use Takes::{Optional, Pipeline, Switch, Value};
use Tool::{Opt, Translate};

/// The flags there are.
static FLAGS: &[FlagRow] = &[
    both("help", Switch(|f, on| f.help = on), "Show these flags"),
    both("h", Switch(|f, on| f.help = on), "The same as --help"),
    both("version", Switch(|f, on| f.version = on), "Show the version"),
    both("mlir-timing", Switch(|f, on| f.timing = on), "Show the time that reading, passes and writing took"),
    only(Opt, "show-dialects", Switch(|f, on| f.show_dialects = on), "Show the dialects that are known"),
    both("mlir-print-stacktrace-on-diagnostic", Switch(|_, _| ()), "Accepted: a message has no stack of calls"),
    both(
        "o",
        Value(|f, v| {
            f.output = Some(v.into());
            Ok(())
        }),
        "Where the result goes",
    ),
    both(
        "split-input-file",
        Optional(|f, v| {
            f.split = Some(v.unwrap_or(SPLIT_MARKER).to_owned());
            Ok(())
        }),
        "Split the input at the given or default marker and process each chunk by itself",
    ),
    both(
        "output-split-marker",
        Value(|f, v| {
            f.output_split = Some(v.to_owned());
            Ok(())
        }),
        "Put this line between the chunks of the output",
    ),
    both(
        "verify-diagnostics",
        Optional(|f, v| {
            f.verify_diagnostics = Some(match v {
                Some("only-expected") => Level::OnlyExpected,
                None | Some("" | "all") => Level::All,
                Some(_) => return Err("the value is neither all nor only-expected"),
            });
            Ok(())
        }),
        "Check that the diagnostics are those that the expected-* comments name; only-expected: that all of them are met",
    ),
    both(
        "allow-unregistered-dialect",
        Switch(|f, on| f.allow_unregistered = on),
        "Take operations of dialects that are not known",
    ),
    both(
        "dialects",
        Value(|f, v| {
            f.dialects.push(v.into());
            Ok(())
        }),
        "Know the dialects of this file too: what llvm-tblgen --dump-json prints of their .td files",
    ),
    both("mlir-print-op-generic", Switch(|f, on| f.print.generic = on), "Print the generic form"),
    both("mlir-print-debuginfo", Switch(|f, on| f.print.debug_info = on), "Print locations"),
    both(
        "mlir-pretty-debuginfo",
        Switch(|f, on| f.print.pretty_locations = on),
        "With --mlir-print-debuginfo: print locations for readers",
    ),
    both("mlir-print-local-scope", Switch(|f, on| f.print.local_scope = on), "Print without aliases"),
    both(
        "mlir-print-elementsattrs-with-hex-if-larger",
        Value(|f, v| {
            f.print.hex_if_larger = Some(v.parse().map_err(|_| "the value is no integer")?);
            Ok(())
        }),
        "Print elements in hexadecimal where there are more than this many; -1 never does",
    ),
    both(
        "mlir-elide-elementsattrs-if-larger",
        Value(|f, v| {
            f.print.elide_if_larger = Some(v.parse().map_err(|_| "the value is no integer")?);
            Ok(())
        }),
        "Leave out elements where there are more than this many",
    ),
    both(
        "mlir-elide-resource-strings-if-larger",
        Value(|f, v| {
            f.print.elide_resources_if_larger = Some(v.parse().map_err(|_| "the value is no integer")?);
            Ok(())
        }),
        "Leave out resources whose strings are longer than this",
    ),
    both("mlir-print-unique-ssa-ids", Switch(|f, on| f.print.unique_ids = on), "Print no value's number twice"),
    both(
        "mlir-use-nameloc-as-prefix",
        Switch(|f, on| f.print.names_of_locations = on),
        "Call values by the names in their locations",
    ),
    both("mlir-print-skip-regions", Switch(|f, on| f.print.skip_regions = on), "Print regions as {...}"),
    both("mlir-print-value-users", Switch(|f, on| f.print.value_users = on), "Name in comments the users of a value"),
    both(
        "no-implicit-module",
        Switch(|f, on| f.print.no_implicit_module = on),
        "Put no module around an operation at the top",
    ),
    both(
        "mlir-very-unsafe-disable-verifier-on-parsing",
        Switch(|f, on| f.unverified = on),
        "Take what is read without verifying it",
    ),
    both(
        "mlir-print-assume-verified",
        Switch(|_, _| ()),
        "Accepted: what cannot be printed in custom form is printed generically",
    ),
    both(
        "mlir-print-op-on-diagnostic",
        Switch(|f, on| f.op_on_diagnostic = Some(on)),
        "Show the operation that an error is about; it is shown unless --verify-diagnostics is given",
    ),
    only(Opt, "emit-bytecode", Switch(|f, on| f.emit_bytecode = on), "Write bytecode"),
    only(
        Opt,
        "emit-bytecode-version",
        Value(|f, v| {
            let version = v.parse().ok().and_then(Version::new);
            f.bytecode.version = Some(version.ok_or("the value is none of the versions 0 to 6")?);
            Ok(())
        }),
        "With --emit-bytecode: write this version of the format, 0 to 6",
    ),
    only(
        Opt,
        "emit-bytecode-producer",
        Value(|f, v| {
            f.bytecode.producer = Some(v.to_owned());
            Ok(())
        }),
        "With --emit-bytecode: who is said to write it",
    ),
    only(
        Opt,
        "elide-resource-data-from-bytecode",
        Switch(|f, on| f.bytecode.elides_resources = on),
        "With --emit-bytecode: leave out what resources hold",
    ),
    both("mlir-disable-threading", Switch(|_, _| ()), "Accepted: the result does not depend on threads"),
    only(
        Opt,
        "pass-pipeline",
        Pipeline(|f, v| {
            f.pipeline = passes::Pipeline::parse(v)?;
            Ok(())
        }),
        "The passes to run: builtin.module(func.func(convert-arith-to-llvm),convert-func-to-llvm)",
    ),
    only(Opt, "dump-pass-pipeline", Switch(|f, on| f.dump_pipeline = on), "Print which passes are run"),
    unchanged("mlir-print-ir-before-all", NO_PASSES),
    unchanged("mlir-print-ir-after-all", NO_PASSES),
    unchanged("mlir-print-ir-after-change", NO_PASSES),
    unchanged("mlir-print-ir-after-failure", NO_PASSES),
    unchanged("mlir-print-ir-module-scope", NO_PASSES),
    unchanged("mlir-pass-pipeline-local-reproducer", NO_PASSES),
    only(Opt, "mlir-print-ir-before", Value(|_, _| Ok(())), NO_PASSES),
    only(Opt, "mlir-print-ir-after", Value(|_, _| Ok(())), NO_PASSES),
    only(Opt, "mlir-print-ir-tree-dir", Value(|_, _| Ok(())), NO_PASSES),
    only(Opt, "mlir-pass-pipeline-crash-reproducer", Value(|_, _| Ok(())), NO_PASSES),
    both("mlir-disable-diagnostic-notes", Switch(|f, on| f.without_notes = on), "Leave notes on errors out"),
    both("color", Switch(|_, _| ()), "Accepted: diagnostics are laid out as where upstream writes to no terminal"),
    only(
        Opt,
        "verify-roundtrip",
        Switch(|f, on| f.verify_roundtrip = on),
        "Check that what is printed reads as what was read",
    ),
    only(Opt, "verify-each", Switch(|f, on| f.unverified_passes = !on), "Verify after each pass: the default"),
    only(
        Translate,
        "import-llvm",
        Switch(|f, on| f.translation = on.then_some(Translation::ImportLlvm)),
        "Take LLVM assembly to the LLVM dialect",
    ),
    only(
        Translate,
        "mlir-to-llvmir",
        Switch(|f, on| f.translation = on.then_some(Translation::MlirToLlvmir)),
        "Take the LLVM dialect to LLVM assembly",
    ),
    only(
        Translate,
        "import-structs-as-literals",
        Switch(|f, on| f.structs_as_literals = on),
        "Make literal structs of identified ones",
    ),
    only(
        Translate,
        "convert-debug-rec-to-intrinsics",
        Switch(|f, on| f.debug_intrinsics = on),
        "Take debug records for calls of debug intrinsics",
    ),
    only(
        Translate,
        "emit-expensive-warnings",
        Switch(|f, on| f.expensive_warnings = on),
        "Warn of each instruction, attachment and debug record that is not taken",
    ),
    only(
        Translate,
        "drop-di-composite-type-elements",
        Switch(|f, on| f.drop_composite_elements = on),
        "Leave out the elements of composite debug types",
    ),
    only(Translate, "error-diagnostics-only", Switch(|f, on| f.errors_only = on), "Show errors, and no warnings"),
    only(Opt, "llvm-add-comdats", Switch(|f, on| f.add_comdats = on), "Give linkonce functions comdats"),
    only(
        Opt,
        "llvm-use-default-visibility",
        Optional(|f, value| {
            let word = value.and_then(|v| v.strip_prefix("visibility=")).unwrap_or_default();
            f.visibility = Visibility::from_llvm(word.as_bytes());
            Ok(())
        }),
        "Give this visibility to what has none of its own",
    ),
    only(
        Translate,
        "prefer-unregistered-intrinsics",
        Switch(|f, on| f.prefer_unregistered_intrinsics = on),
        "Call every intrinsic by llvm.call_intrinsic",
    ),
];

impl Tool {
    /// The program's name.
    pub fn name(self) -> &'static str {
        match self {
            Tool::Opt => "mlir-opt",
            Tool::Translate => "mlir-translate",
        }
    }

    fn row(self, name: &str) -> Option<&'static FlagRow> {
        FLAGS.iter().find(|row| row.name == name && row.tool.is_none_or(|tool| tool == self))
    }

    /// The names of the flags, and of the passes that are flags.
    pub fn flag_names(self) -> impl Iterator<Item = &'static str> {
        let flags = FLAGS.iter().filter(move |row| row.tool.is_none_or(|tool| tool == self)).map(|row| row.name);
        flags.chain(PASSES.iter().filter(move |_| self == Tool::Opt).map(|pass| pass.name))
    }

    /// The flags with what they do.
    pub fn help(self) -> String {
        let mut out = format!("Usage: irtrip {} [FLAG]... [FILE]\n\n", self.name());
        for row in FLAGS.iter().filter(|row| row.tool.is_none_or(|tool| tool == self)) {
            let value = match row.takes {
                Takes::Switch(_) => "",
                Takes::Optional(_) => "[=<value>]",
                Takes::Value(_) | Takes::Pipeline(_) => "=<value>",
            };
            let flag = format!("--{}{value}", row.name);
            out.push_str(&format!("  {flag:<55} {}\n", row.help));
        }
        if self == Tool::Opt {
            out.push_str("\nPasses, which run in the order of their flags:\n");
            for pass in PASSES {
                let flag = format!("--{}", pass.name);
                out.push_str(&format!("  {flag:<55} {}\n", pass.help));
            }
        }
        out
    }

    /// The version, of irtrip and of the program that it stands in for.
    pub fn version(self) -> String {
        let release = irtrip_dialect::release::Release::NATIVE;
        format!("irtrip {}\n  in place of {} of LLVM version {release}\n", env!("CARGO_PKG_VERSION"), self.name())
    }

    /// The dialects upstream's programs know, irtrip's own among them.
    pub fn dialects() -> String {
        format!("Available Dialects: {}\n", crate::known_dialects().join(","))
    }
}

impl Flags {
    /// Reads the arguments of a program.
    ///
    /// # Errors
    /// An argument that the program does not have here; a value that is missing or ill-formed; no translation.
    pub fn parse(tool: Tool, arguments: &[OsString]) -> Result<Flags> {
        let mut flags = Flags::default();
        let mut arguments = arguments.iter();
        while let Some(argument) = arguments.next() {
            let text = argument.to_string_lossy();
            let Some(flag) = text.strip_prefix("--").or_else(|| text.strip_prefix('-')).filter(|f| !f.is_empty())
            else {
                if flags.input.replace(argument.into()).is_some() {
                    return Err(FlagError::SecondInput { tool: tool.name(), argument: text.into_owned() });
                }
                continue;
            };
            let (name, value) = flag.split_once('=').map_or((flag, None), |(name, value)| (name, Some(value)));
            let Some(row) = tool.row(name) else {
                if let Some(pass) = passes::pass(name).filter(|_| tool == Tool::Opt) {
                    let options = Options::parse(pass, value.unwrap_or_default());
                    let in_pipeline =
                        |error| FlagError::Pipeline { tool: tool.name(), argument: text.to_string(), error };
                    flags.pipeline.push(pass, options.map_err(in_pipeline)?);
                    continue;
                }
                return Err(FlagError::Unknown { tool: tool.name(), argument: text.into_owned() });
            };
            let wrong = |reason| FlagError::Value { tool: tool.name(), argument: text.to_string(), reason };
            match row.takes {
                Takes::Switch(set) => set(&mut flags, switch(value).map_err(wrong)?),
                Takes::Optional(set) => set(&mut flags, value).map_err(wrong)?,
                Takes::Value(set) => {
                    let next = value.is_none().then(|| arguments.next()).flatten().map(|v| v.to_string_lossy());
                    let Some(value) = value.or(next.as_deref()) else {
                        return Err(FlagError::NoValue { tool: tool.name(), argument: text.into_owned() });
                    };
                    set(&mut flags, value).map_err(wrong)?;
                }
                Takes::Pipeline(set) => {
                    let next = value.is_none().then(|| arguments.next()).flatten().map(|v| v.to_string_lossy());
                    let Some(value) = value.or(next.as_deref()) else {
                        return Err(FlagError::NoValue { tool: tool.name(), argument: text.into_owned() });
                    };
                    let in_pipeline =
                        |error| FlagError::Pipeline { tool: tool.name(), argument: text.to_string(), error };
                    set(&mut flags, value).map_err(in_pipeline)?;
                }
            }
        }
        if tool == Tool::Translate && flags.translation.is_none() && !flags.help && !flags.version {
            return Err(FlagError::NoTranslation);
        }
        Ok(flags)
    }

    /// Upstream's layout with what the flags change.
    pub(crate) fn print_options(&self) -> PrintOptions {
        let mut options = PrintOptions::upstream();
        options.generic = self.print.generic;
        options.debug_info = self.print.debug_info;
        options.pretty_locations = self.print.pretty_locations;
        options.local_scope = self.print.local_scope;
        options.unique_ids = self.print.unique_ids;
        options.names_of_locations = self.print.names_of_locations;
        options.skip_regions = self.print.skip_regions;
        options.value_users = self.print.value_users;
        options.no_implicit_module = self.print.no_implicit_module;
        options.elide_elements_above = self.print.elide_if_larger.and_then(|limit| usize::try_from(limit).ok());
        options.elide_resources_above =
            self.print.elide_resources_if_larger.and_then(|limit| usize::try_from(limit).ok());
        if let Some(limit) = self.print.hex_if_larger {
            // A negative number is no limit.
            options.hex_elements_above = usize::try_from(limit).unwrap_or(usize::MAX);
        }
        options
    }

    /// Whether the operation that an error is about is shown in a note.
    pub fn shows_operation(&self) -> bool {
        self.op_on_diagnostic.unwrap_or(true) && self.verify_diagnostics.is_none() && !self.without_notes
    }

    /// How an operation is shown in an error and its notes.
    pub(crate) fn operation_options(&self) -> PrintOptions {
        PrintOptions {
            generic: true,
            local_scope: true,
            elide_elements_above: Some(SHOWN_ELEMENTS),
            no_implicit_module: false,
            ..self.print_options()
        }
    }

    /// Whether what is at the top of an input is no module.
    pub fn no_implicit_module(&self) -> bool {
        self.print.no_implicit_module
    }

    /// How bytecode is written.
    pub(crate) fn bytecode_options(&self) -> irtrip_bytecode::Options {
        irtrip_bytecode::Options {
            release: None,
            version: self.bytecode.version.unwrap_or(Version::NEWEST),
            producer: self.bytecode.producer.clone().unwrap_or_else(|| PRODUCER.to_owned()),
            elide_resources: self.bytecode.elides_resources,
            no_implicit_module: self.print.no_implicit_module,
        }
    }

    /// Whether operations need the line and column they are at.
    pub(crate) fn wants_locations(&self) -> bool {
        self.print.debug_info
            || self.emit_bytecode
            || self.print.names_of_locations
            || self.verify_diagnostics.is_some()
    }
}

fn switch(value: Option<&str>) -> std::result::Result<bool, &'static str> {
    match value {
        None | Some("" | "true" | "TRUE" | "True" | "1") => Ok(true),
        Some("false" | "FALSE" | "False" | "0") => Ok(false),
        Some(_) => Err("the value is neither true nor false"),
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    fn parse(tool: Tool, arguments: &[&str]) -> Result<Flags> {
        Flags::parse(tool, &arguments.iter().map(OsString::from).collect::<Vec<_>>())
    }

    #[test]
    fn one_dash_or_two_and_values_in_both_spellings() {
        let flags =
            parse(Opt, &["-split-input-file", "--mlir-print-op-generic=false", "-o", "out", "in.mlir"]).unwrap();
        assert_eq!(flags.split.as_deref(), Some(SPLIT_MARKER));
        assert!(!flags.print.generic);
        assert_eq!((flags.output, flags.input), (Some("out".into()), Some("in.mlir".into())));
        assert_eq!(parse(Opt, &["-o=x", "-"]).unwrap().output, Some("x".into()));
    }

    #[test]
    fn what_is_not_there_is_named() {
        for (tool, arguments, named) in [
            (Opt, &["--sccp"][..], "'--sccp'"),
            (Opt, &["--import-llvm"], "'--import-llvm'"),
            (Translate, &["--verify-roundtrip"], "'--verify-roundtrip'"),
            (Opt, &["-o"], "'-o' needs a value"),
            (Opt, &["a", "b"], "'b'"),
            (Opt, &["--verify-each=maybe"], "'--verify-each=maybe'"),
        ] {
            let error = parse(tool, arguments).unwrap_err().to_string();
            assert!(error.contains(named), "{error}");
        }
    }
}
