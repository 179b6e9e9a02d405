//! How a module is written, and what comes of it.

use std::collections::BTreeSet;
use std::fmt;
use std::str::FromStr;

use irtrip_dialect::names::{IRTRIP_BITCODE_USE_LISTS, IRTRIP_RELEASE, IRTRIP_TYPED_POINTERS};
use irtrip_dialect::release::Release;
use irtrip_dialect::source_map::MappedText;
use irtrip_dialect::spellings::{Spelling, Spellings};
use irtrip_dialect::{Context, Module};

use crate::dropped::Dropped;
use crate::lower_to_release::types::check as check_types;
use crate::module::Terminators;

/// The release of LLVM whose assembly libNVVM reads.
const NVVM_RELEASE: Release = Release::V7;

/// The oldest release that LLVM assembly is written for.
const OLDEST_WRITTEN: Release = Release::V5;

/// What reads the assembly.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AssemblyReader {
    /// A release of LLVM.
    Llvm(Release),
    /// libNVVM.
    Nvvm,
}

impl FromStr for AssemblyReader {
    type Err = UnknownReader;

    /// A release's number from 5 on, or `nvvm`.
    fn from_str(text: &str) -> Result<AssemblyReader, UnknownReader> {
        match (text, text.parse()) {
            ("nvvm", _) => Ok(AssemblyReader::Nvvm),
            (_, Ok(release)) if release >= OLDEST_WRITTEN => Ok(AssemblyReader::Llvm(release)),
            _ => Err(UnknownReader),
        }
    }
}

/// A text that is nothing which LLVM assembly is written for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct UnknownReader;

impl fmt::Display for UnknownReader {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("not a release of LLVM that irtrip writes for: 5 to 23, or nvvm")
    }
}

impl std::error::Error for UnknownReader {}

/// How a module is written.
///
/// ```
/// use irtrip_dialect::release::Release;
/// use irtrip_export::ExportOptions;
/// assert_eq!(ExportOptions::default().for_release(Release::V15).release, Some(Release::V15));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub struct ExportOptions {
    /// The release of LLVM that reads the assembly; without one, the newest.
    pub release: Option<Release>,
    /// Whether the release is that of the text which the module was. A module that has what that release has not is
    /// written for the newest.
    pub of_text: bool,
    /// Whether libNVVM is to read it.
    pub nvvm: bool,
    /// The order in which a function's terminators are made.
    pub terminators: Terminators,
    /// Whether a source map is made ([`irtrip_dialect::source_map`]).
    pub source_map: bool,
    /// Whether the assembly becomes bitcode, which has the orders of uses that bitcode had.
    pub for_bitcode: bool,
    /// Whether a module that was LLVM IR is verified, once what passes left in it is dropped: it may have been edited.
    pub verify: bool,
}

impl ExportOptions {
    /// These, for a release.
    #[must_use]
    pub fn for_release(self, release: impl Into<Option<Release>>) -> ExportOptions {
        ExportOptions { release: release.into(), ..self }
    }

    /// These, for what reads the assembly.
    ///
    /// ```
    /// use irtrip_export::{AssemblyReader, ExportOptions};
    /// let options = ExportOptions::default().for_reader("nvvm".parse::<AssemblyReader>().ok());
    /// assert!(options.nvvm && options.release.is_some());
    /// ```
    #[must_use]
    pub fn for_reader(self, reader: Option<AssemblyReader>) -> ExportOptions {
        match reader {
            Some(AssemblyReader::Nvvm) => ExportOptions { nvvm: true, ..self.for_release(NVVM_RELEASE) },
            Some(AssemblyReader::Llvm(release)) => self.for_release(release),
            None => self,
        }
    }

    /// These, for the release whose text a module was, unless a release is asked for.
    #[must_use]
    pub fn or_for_release_of(self, ctx: &Context, module: &Module) -> ExportOptions {
        let of_module = || release_of_text(ctx, module).max(release_of_types(ctx, module));
        ExportOptions { of_text: self.release.is_none(), ..self.for_release(self.release.or_else(of_module)) }
    }

    /// Whether the orders of uses of a module are written.
    pub(crate) fn writes_use_lists(self, ctx: &Context, module: &Module) -> bool {
        self.for_bitcode || ctx.entry(module.attrs, IRTRIP_BITCODE_USE_LISTS).is_none()
    }

    /// Whether the module is written as LLVM 22 or a later release has it, whatever its text was.
    pub(crate) fn is_for_model(self) -> bool {
        !self.of_text && self.release.is_some_and(|release| release >= Release::NATIVE)
    }

    /// These, with an order of terminators.
    #[must_use]
    pub fn with_terminators(self, terminators: Terminators) -> ExportOptions {
        ExportOptions { terminators, ..self }
    }

    /// These, for assembly that becomes bitcode.
    #[must_use]
    pub fn for_bitcode(self, for_bitcode: bool) -> ExportOptions {
        ExportOptions { for_bitcode, ..self }
    }

    /// These, for a module that may have been edited since it was LLVM IR.
    #[must_use]
    pub fn verified(self) -> ExportOptions {
        ExportOptions { verify: true, ..self }
    }

    /// These, with a source map.
    #[must_use]
    pub fn with_source_map(self) -> ExportOptions {
        ExportOptions { source_map: true, ..self }
    }
}

/// The release whose text a module was, where it is another than LLVM 22.
pub(crate) fn release_of_text(ctx: &Context, module: &Module) -> Option<Release> {
    let release = ctx.string_entry(module.attrs, IRTRIP_RELEASE);
    release.and_then(|release| ctx.text(release).parse().ok())
}

/// The first release with all types of a module, where LLVM 22 does not have one of them. Another module of the context may
/// have later ones.
fn release_of_types(ctx: &Context, module: &Module) -> Option<Release> {
    let since = ctx.types().filter_map(|ty| ctx.type_data(ty).releases(ctx).since);
    let later: BTreeSet<Release> = since.filter(|since| *since > Release::NATIVE).collect();
    let has_all = |release: &Release| check_types(ctx, module, *release).is_ok();
    if later.is_empty() || has_all(&Release::NATIVE) {
        return None;
    }
    later.into_iter().find(has_all)
}

/// The spellings that a module is written with for a release.
pub(crate) fn spellings(ctx: &Context, module: &Module, release: Release) -> Spellings {
    let spellings = Spellings::of(release);
    let is_typed = ctx.entry(module.attrs, IRTRIP_TYPED_POINTERS).is_some();
    match is_typed && release_of_text(ctx, module) == Some(release) {
        true => spellings.with(Spelling::TypedPointers),
        false => spellings,
    }
}

/// An exported module.
#[derive(Clone, Debug)]
pub struct Exported {
    /// The assembly, in pieces, in order; with a source map, if one was asked for.
    pub pieces: Vec<MappedText>,
    /// What of the module the assembly leaves out, in the module's order.
    pub dropped: Vec<Dropped>,
    /// The release whose assembly it is.
    pub release: Release,
}

impl Exported {
    /// The assembly's text, in pieces.
    pub fn texts(self) -> Vec<String> {
        self.pieces.into_iter().map(|piece| piece.text).collect()
    }
}

#[cfg(test)]
mod tests {
    use irtrip_dialect::names::GLOBAL_TYPE;
    use irtrip_dialect::ops::global_values::GLOBAL;
    use irtrip_dialect::{NewOp, TypeData};

    use super::*;

    #[test]
    fn the_release_is_that_of_the_types_of_the_module_alone() {
        let ctx = Context::new();
        let byte = ctx.ty(TypeData::Byte { width: 8 });
        let (mut module, other) = (Module::new(), Module::new());
        let attrs = ctx.dictionary(&[(GLOBAL_TYPE, ctx.type_attr(byte))]);
        module.body.append(module.block, NewOp { attrs, ..NewOp::new(GLOBAL) }, &[]);
        let release = |module| ExportOptions::default().or_for_release_of(&ctx, module).release;
        assert_eq!((release(&module), release(&other)), ("23".parse().ok(), None));
    }
}
