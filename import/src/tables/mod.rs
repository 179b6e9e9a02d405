//! Step 3: the module's tables that bodies refer to by name or number: types, attribute groups, metadata nodes; and the
//! ThinLTO summary.

pub(crate) mod attribute_groups;
pub(crate) mod metadata;
mod named_structs;
mod specialized_nodes;
pub(crate) mod summary;
pub(crate) mod types;
mod zero_indices;

use irtrip_dialect::attributes::Location;
use irtrip_dialect::attributes::well_known as attrs;
use irtrip_dialect::layout::Layout;
use irtrip_dialect::metadata::{MetadataImport, NodeId};
use irtrip_dialect::{Attr, AttrData, Context, Str};

use crate::auto_upgrade::debug_info::DescribedSymbols;
use crate::auto_upgrade::module_flags::BranchProtection;
use crate::auto_upgrade::nvvm_annotations::Annotations;
use crate::errors::{Errors, FIRST};
use crate::global_values::function_headers::FunctionHeader;
use crate::index::symbols::{BlockTags, Symbols};
use crate::module::ImportOptions;
use attribute_groups::AttributeGroups;
use metadata::Nodes;
use types::NamedTypes;

/// A module's tables. Each step fills its own and reads those of the steps before; once function headers are read, no
/// one changes any of them, and threads share them.
pub(crate) struct ModuleTables<'s, 'a> {
    pub ctx: &'s Context,
    /// The whole text.
    pub text: &'a [u8],
    pub types: NamedTypes<'a>,
    pub symbols: Symbols<'a>,
    pub groups: AttributeGroups,
    pub block_tags: BlockTags<'a>,
    /// Metadata nodes by number and by place; by place only once all metadata is read.
    pub nodes: Nodes,
    /// Turns attachments into attributes; none before the graph is complete.
    pub metadata: Option<&'s MetadataImport<'s>>,
    /// The attributes that the module's flags imply and defined functions lack.
    pub protection: Option<BranchProtection>,
    /// What functions have in place of NVVM's annotations.
    pub annotations: Annotations,
    /// What functions and variables have as `!dbg`, of releases whose nodes name them instead.
    pub described: DescribedSymbols,
    /// The data layout.
    pub layout: Layout,
    pub options: &'s ImportOptions<'s>,
    /// For locations: the file's name and the starts of its lines; none before metadata is read.
    pub lines: Option<Lines>,
    /// The module's file.
    pub module_loc: Attr,
    /// No number of a local is greater: a text cannot define more than it has bytes.
    pub greatest_number: usize,
    /// Whether LLVM's verifier has taken the module. What LLVM then hands on can hold less than it asks for, such as attributes.
    pub is_verified: bool,
    /// Whether a source map is kept.
    pub keeps_sources: bool,
    /// As [`ImportOptions::as_llvm_reads`]; so it always is for upstream's form.
    pub as_llvm_reads: bool,
    /// Where errors go that need not end the reading.
    pub errors: &'s Errors,
}

impl<'s, 'a> ModuleTables<'s, 'a> {
    /// The tables of a text with a data layout, and with nothing in them yet.
    pub fn new(
        ctx: &'s Context,
        text: &'a [u8],
        layout: &str,
        file: Str,
        options: &'s ImportOptions<'s>,
    ) -> ModuleTables<'s, 'a> {
        ModuleTables {
            ctx,
            text,
            types: NamedTypes::default(),
            symbols: Symbols::default(),
            groups: AttributeGroups::default(),
            block_tags: BlockTags::default(),
            nodes: Nodes::default(),
            metadata: None,
            protection: None,
            annotations: Annotations::default(),
            described: DescribedSymbols::default(),
            layout: Layout::new(layout),
            options,
            lines: None,
            module_loc: ctx.attr(AttrData::Location(Location::File { file, line: 0, column: 0, end: None })),
            greatest_number: text.len(),
            is_verified: false,
            keeps_sources: false,
            as_llvm_reads: options.as_llvm_reads,
            errors: &FIRST,
        }
    }

    /// Sets the types and memory effects of the functions from their headers.
    pub fn set_functions(&mut self, functions: &[FunctionHeader<'a>]) {
        for function in functions {
            self.symbols.set_function(&function.name, function.ty, function.effects);
            for declared in &function.declared {
                self.symbols.declare_function(function.model_name(), *declared);
            }
            match (function.upgrade, function.renamed) {
                (Some(upgrade), _) => self.symbols.set_upgrade(&function.name, upgrade),
                (None, Some(renamed)) => self.symbols.rename(&function.name, renamed),
                (None, None) => {}
            }
        }
    }

    /// Adds what debug info of older releases says of a function or variable to its attachments.
    pub fn describe(&self, symbol: Str, attachments: &mut Vec<(Str, NodeId)>) {
        if !self.described.is_empty() {
            let nodes = self.described.get(&symbol).map(|nodes| nodes.as_slice()).unwrap_or_default();
            attachments.extend(nodes.iter().map(|node| (self.ctx.str("dbg"), *node)));
        }
    }

    /// The location of the text at `pos`, if locations are asked for.
    #[inline]
    pub fn location(&self, pos: usize) -> Attr {
        match &self.lines {
            None => attrs::UNKNOWN_LOC,
            Some(lines) => {
                let line = lines.starts.partition_point(|s| *s <= pos);
                let start = lines.starts.get(line.saturating_sub(1)).copied().unwrap_or(0);
                let (line, column) = (line as u32, (pos - start) as u32 + 1);
                self.ctx.attr(AttrData::Location(Location::File { file: lines.file, line, column, end: None }))
            }
        }
    }
}

/// A file's name and where its lines start.
pub(crate) struct Lines {
    pub file: Str,
    pub starts: Vec<usize>,
}

impl Lines {
    /// The line starts of a text.
    pub fn new(ctx: &Context, file: &str, text: &[u8]) -> Lines {
        let starts = std::iter::once(0).chain(memchr::memchr_iter(b'\n', text).map(|i| i + 1)).collect();
        Lines { file: ctx.str(file), starts }
    }
}
