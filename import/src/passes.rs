//! The passes over a module's metadata, in order: it is read, upgraded and checked before anything that refers to it is read.
//! What other steps make is a value that the next one takes, so that types hold their order.

use irtrip_dialect::diagnostic::DiagnosticResult;
use irtrip_dialect::llvm_text::split::TopLevelEntity;
use irtrip_dialect::metadata::MetadataGraph;
use irtrip_dialect::metadata::export::local_entities::move_local_entities;
use irtrip_dialect::passes::{Pass, Properties, is_in_order, run};
use irtrip_dialect::release::Release;
use irtrip_dialect::spellings::Spelling;

use crate::auto_upgrade::module_flags::{self, BranchProtection};
use crate::auto_upgrade::{amdgpu_atomics, debug_info, nvvm_annotations, tbaa};
use crate::checks::check_named_metadata;
use crate::tables::ModuleTables;
use crate::tables::metadata::{NamedMetadata, Nodes, inline_places, read_metadata};

/// All nodes are in the graph.
const READ: Properties = Properties::bit(0);
/// The module's flags are those of the model's release.
const FLAGS: Properties = Properties::bit(1);
/// Of the releases that may have written the text, those are left whose metadata it has.
const RELEASES: Properties = Properties::bit(2);
/// The graph is as the model's release has it.
const UPGRADED: Properties = Properties::bit(3);

/// A module's metadata while it is read.
pub(crate) struct MetadataTables<'t, 's, 'a> {
    pub tables: ModuleTables<'s, 'a>,
    pub graph: MetadataGraph,
    pub named: NamedMetadata,
    pub top_level: &'t [TopLevelEntity<'a>],
    /// The module's target.
    pub triple: &'s [u8],
}

type MetadataPass = for<'p, 't, 's, 'a> fn(&'p mut MetadataTables<'t, 's, 'a>) -> DiagnosticResult<()>;

const fn pass(name: &'static str, required: Properties, set: Properties, run: MetadataPass) -> Pass<MetadataPass> {
    Pass { name, required, set, run }
}

const PASSES: &[Pass<MetadataPass>] = &[
    pass("import-read-metadata", Properties::NONE, READ, read),
    pass("import-upgrade-module-flags", READ, FLAGS, upgrade_module_flags),
    pass("import-upgrade-access-tags", READ, Properties::NONE, upgrade_access_tags),
    pass("import-read-branch-protection", FLAGS, Properties::NONE, read_branch_protection),
    pass("import-upgrade-nvvm-annotations", READ, RELEASES, upgrade_nvvm_annotations),
    pass("import-upgrade-amdgpu-atomics", READ, Properties::NONE, upgrade_amdgpu_atomics),
    pass("import-upgrade-debug-info", FLAGS.and(RELEASES), UPGRADED, upgrade_debug_info),
    pass("import-check-metadata", UPGRADED, Properties::NONE, check),
];
const _: () = assert!(is_in_order(PASSES));

/// Reads, upgrades and checks a module's metadata.
pub(crate) fn read_all(metadata: &mut MetadataTables<'_, '_, '_>) -> DiagnosticResult<()> {
    run(PASSES, |pass| pass(metadata))
}

fn read(m: &mut MetadataTables<'_, '_, '_>) -> DiagnosticResult<()> {
    let errors = m.tables.errors;
    m.tables.nodes = Nodes::declare(&mut m.graph, m.top_level, errors)?;
    let places = inline_places(m.tables.text, m.top_level);
    let read = read_metadata(&m.tables, &mut m.graph, m.top_level, &places)?;
    m.named = read.named;
    m.tables.nodes.add(read.inline);
    // The types of constants in metadata are read by now.
    errors.keep(m.tables.types.check_older(errors))?;
    Ok(())
}

fn upgrade_module_flags(m: &mut MetadataTables<'_, '_, '_>) -> DiagnosticResult<()> {
    let taken = module_flags::name_linker_options(m.tables.ctx, &m.graph, &mut m.named);
    m.tables.types.releases.narrow(taken);
    let releases = module_flags::upgrade(m.tables.ctx, &mut m.graph, &mut m.named);
    if m.tables.types.is_writers_text {
        m.tables.types.releases.narrow(releases);
    }
    Ok(())
}

fn upgrade_access_tags(m: &mut MetadataTables<'_, '_, '_>) -> DiagnosticResult<()> {
    m.tables.nodes.set_access_tags(tbaa::access_tags(m.tables.ctx, &mut m.graph));
    Ok(())
}

fn read_branch_protection(m: &mut MetadataTables<'_, '_, '_>) -> DiagnosticResult<()> {
    m.tables.protection = BranchProtection::read(m.tables.ctx, &mut m.graph, &mut m.named, m.triple);
    Ok(())
}

fn upgrade_nvvm_annotations(m: &mut MetadataTables<'_, '_, '_>) -> DiagnosticResult<()> {
    m.tables.annotations = nvvm_annotations::take(m.tables.ctx, &mut m.graph, &mut m.named);
    if m.tables.types.is_writers_text && nvvm_annotations::name_kernels(&m.tables.annotations) {
        m.tables.types.releases.narrow(Spelling::KernelConventions.missing_in());
    }
    Ok(())
}

fn upgrade_amdgpu_atomics(m: &mut MetadataTables<'_, '_, '_>) -> DiagnosticResult<()> {
    m.tables.nodes.atomics = amdgpu_atomics::attached_nodes(m.tables.ctx, &mut m.graph, m.tables.text);
    Ok(())
}

fn upgrade_debug_info(m: &mut MetadataTables<'_, '_, '_>) -> DiagnosticResult<()> {
    if m.tables.types.releases.releases().until.is_some_and(|until| until <= Release::V4) {
        m.tables.described = debug_info::upgrade(m.tables.ctx, &mut m.graph, &m.named);
        if m.tables.as_llvm_reads {
            debug_info::drop_former_fields(m.tables.ctx, &mut m.graph);
        }
    }
    // LLVM does so with bitcode alone.
    if m.tables.options.as_llvm_reads && m.tables.options.of_bitcode {
        let units = debug_info::compile_units(m.tables.ctx, &m.named);
        move_local_entities(m.tables.ctx, &mut m.graph, &units, (Release::V14, Release::NATIVE));
    }
    Ok(())
}

fn check(m: &mut MetadataTables<'_, '_, '_>) -> DiagnosticResult<()> {
    let ModuleTables { ctx, text, errors, .. } = m.tables;
    if errors.any() {
        // Without what is wrong so far, LLVM's verifier would find all wrong that is about it.
        errors.leave_out_verifiers();
    }
    errors.keep(check_named_metadata(ctx, text, &m.graph, &m.named, m.top_level, errors))?;
    if m.tables.types.is_writers_text {
        m.graph.keep_apart(ctx);
    }
    m.graph.finish();
    m.graph.reserve_distinct(ctx);
    Ok(())
}
