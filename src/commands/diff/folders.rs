//! The modules of two folders or archives, each compared with the one of the same name, and what all of them say in clusters.

use std::collections::{BTreeMap, HashMap};
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, bail};
use irtrip::dialect::{Context, ContextDialects};
use irtrip::diff::clusters::{ClusterOrder, Clusters, sizes};
use irtrip::diff::render::folders::{FileComparison, FileOutcome, FolderComparison, json, page_of, table};
use irtrip::diff::render::{self, Heading, markdown};
use irtrip::diff::{Comparison, Options, Side};
use irtrip::{compare_read_texts, read_both};
use irtrip_roundtrip::report::{Head as Run, hash};
use rayon::prelude::*;

use super::collection::Collection;
use super::lines::{ComparedFile, Head, Recorder, Report};
use super::{Input, comparison_error, language, made, names, options, pager};
use crate::arguments::{ClusterSort, Diff, DiffForm, Settings};
use crate::{input, output};

/// As many pairs are compared before what they say is put together: what is held is bounded by these.
const PAIRS_AT_ONCE: usize = 64;

/// Compares what both collections have; whether that is the same.
///
/// # Errors
/// The result cannot be written, or the report that the run goes on with is of another one. Files that cannot be read are results; the
/// command fails once all are shown.
pub fn run(arguments: &Diff, settings: &Settings, a: &Collection, b: &Collection) -> Result<bool> {
    let mut pairs = pairs(a, b);
    pairs.retain(|pair| arguments.shard.has(&pair.name));
    let (name_a, name_b) = (arguments.a.display().to_string(), arguments.b.display().to_string());
    let (name_a, name_b) = names(arguments, &name_a, &name_b);
    let head = Head {
        run: Run::new(arguments.shard, pairs.len()),
        a: name_a.to_owned(),
        b: name_b.to_owned(),
        options: said(arguments),
    };
    let mut done = before(arguments, &head, a, b, &pairs)?;
    let recorder = arguments.resume.as_deref().map(|path| Recorder::begin(path, &head, &done)).transpose()?;
    let known: HashMap<String, usize> =
        done.iter().enumerate().map(|(at, file)| (file.comparison.path.clone(), at)).collect();
    let pages = pages(arguments)?;
    let keeps_files = arguments.format == DiffForm::Jsonl;
    let (mut kept, mut folders) = (Vec::new(), folders(arguments.sort, arguments.clusters));
    for some in pairs.chunks(PAIRS_AT_ONCE) {
        let compare = |pair: &Pair| -> Result<Option<ComparedFile>> {
            if known.contains_key(&pair.name) {
                return Ok(None);
            }
            let file = compare_pair(pair, a, b, arguments, pages.as_deref())?;
            recorder.iter().try_for_each(|recorder| recorder.add(&file))?;
            Ok(Some(file))
        };
        let compared: Vec<Option<ComparedFile>> =
            some.par_iter().with_max_len(1).map(compare).collect::<Result<_>>()?;
        for (pair, file) in some.iter().zip(compared) {
            let earlier = || known.get(&pair.name).and_then(|at| done.get_mut(*at)).map(take);
            let Some(file) = file.or_else(earlier) else { continue };
            if keeps_files {
                kept.push(file);
            } else {
                add(&mut folders, file);
            }
        }
    }
    recorder.iter().try_for_each(Recorder::end)?;
    let report = Report { head, files: kept, complete: true };
    finish(arguments, settings, report, folders)
}

/// Takes a file that was compared before.
fn take(file: &mut ComparedFile) -> ComparedFile {
    ComparedFile { clusters: std::mem::take(&mut file.clusters), ..file.clone() }
}

/// Writes the result; whether everything is the same.
fn finish(arguments: &Diff, settings: &Settings, report: Report, mut folders: FolderComparison) -> Result<bool> {
    if arguments.format == DiffForm::Jsonl {
        report.files.iter().cloned().for_each(|file| add(&mut folders, file));
        let text = report.text()?;
        pager::write(arguments.output.as_deref(), &text)?;
        return is_same(&folders);
    }
    let made = made::made(&[(&arguments.a, &report.head.a), (&arguments.b, &report.head.b)]);
    let heading = Heading { a: &report.head.a, b: &report.head.b, color: settings.color_out, made: Some(&made) };
    folders.pages = pages(arguments)?.and_then(|path| Some(path.file_name()?.to_string_lossy().into_owned()));
    let text = shown(&folders, &heading, arguments.format, settings.quiet);
    pager::write(arguments.output.as_deref(), &text)?;
    is_same(&folders)
}

/// A comparison without files.
pub fn folders(sort: ClusterSort, limit: usize) -> FolderComparison {
    let order = match sort {
        ClusterSort::Count => ClusterOrder::Count,
        ClusterSort::Size => ClusterOrder::Size,
        ClusterSort::Opcode => ClusterOrder::Opcode,
    };
    FolderComparison { order, limit, ..FolderComparison::default() }
}

/// Adds a file. The files come by their names, wherever they were compared.
pub fn add(folders: &mut FolderComparison, file: ComparedFile) {
    folders.files.push(file.comparison);
    folders.clusters.add(file.clusters);
}

/// The comparison in a form, which is not that of lines.
pub fn shown(folders: &FolderComparison, heading: &Heading, form: DiffForm, differences_only: bool) -> String {
    match form {
        DiffForm::Json => json(folders, heading),
        DiffForm::Html => render::folders_html(folders, heading),
        DiffForm::Markdown => markdown(folders, heading),
        DiffForm::Unified | DiffForm::Stat | DiffForm::SideBySide | DiffForm::Jsonl => {
            table(folders, heading, differences_only)
        }
    }
}

/// Whether all files are the same.
///
/// # Errors
/// Some cannot be compared.
pub fn is_same(folders: &FolderComparison) -> Result<bool> {
    match folders.files.iter().filter(|file| matches!(file.outcome, FileOutcome::Failed(_))).count() {
        0 => Ok(folders.is_same()),
        1 => bail!("one file cannot be compared"),
        count => bail!("{count} files cannot be compared"),
    }
}

/// What decides what a difference is, in words.
fn said(arguments: &Diff) -> String {
    let Options { categories, function, code, ignored_names, semantic, .. } = options(arguments);
    let mut words: Vec<String> = categories.iter().map(|category| category.name().to_owned()).collect();
    words.extend(ignored_names.iter().map(|names| format!("no {}", names.name())));
    words.extend(function.map(|name| format!("@{name}")));
    words.extend(code.then(|| "code".to_owned()));
    words.extend(semantic.then(|| "semantic".to_owned()));
    words.extend(language(arguments).map(|language| format!("as {language:?}")));
    words.join(", ")
}

/// The files of the report that the run goes on with that are as they were.
fn before(arguments: &Diff, head: &Head, a: &Collection, b: &Collection, pairs: &[Pair]) -> Result<Vec<ComparedFile>> {
    let Some(path) = arguments.resume.as_deref().filter(|path| path.exists()) else { return Ok(Vec::new()) };
    let source = input::read(path)?;
    let report = Report::read(&source.file().text).with_context(|| source.name().to_owned())?;
    let (own, other) = (&report.head, head);
    if (&own.run.irtrip, &own.run.shards, &own.options) != (&other.run.irtrip, &other.run.shards, &other.options) {
        bail!("{} is of another run: version, options and shard are to be the same", path.display());
    }
    let by_name: HashMap<&str, &Pair> = pairs.iter().map(|pair| (pair.name.as_str(), pair)).collect();
    let is_as_it_was = |side: &Option<String>, of: &Collection, before: &Option<String>| match (side, before) {
        (Some(name), Some(before)) => of.read(name).is_ok_and(|bytes| hash(&bytes) == *before),
        (side, before) => side.is_none() && before.is_none(),
    };
    let stays = |file: &ComparedFile| {
        let pair = by_name.get(file.comparison.path.as_str());
        let [of_a, of_b] = &file.hashes;
        pair.is_some_and(|pair| is_as_it_was(&pair.a, a, of_a) && is_as_it_was(&pair.b, b, of_b))
    };
    Ok(report.files.into_par_iter().filter(stays).collect())
}

/// The folder of the files' own pages, which the index next to it links to.
fn pages(arguments: &Diff) -> Result<Option<PathBuf>> {
    let Some(path) = arguments.output.as_deref().filter(|path| path.as_os_str() != "-") else { return Ok(None) };
    if arguments.format != DiffForm::Html {
        return Ok(None);
    }
    let mut name = path.file_stem().unwrap_or_default().to_owned();
    name.push(".files");
    let folder = path.with_file_name(name);
    std::fs::create_dir_all(&folder).with_context(|| format!("{} cannot be made", folder.display()))?;
    Ok(Some(folder))
}

/// Two modules to compare, by what they are called; where only one collection has it, without the other.
struct Pair {
    name: String,
    a: Option<String>,
    b: Option<String>,
}

impl Pair {
    /// Of which no more is known than how it ended.
    fn compared(&self, outcome: FileOutcome) -> FileComparison {
        FileComparison { path: self.name.clone(), outcome, sizes: None, ignored: Vec::new(), equated: None }
    }
}

/// The modules of both collections by their names. What is left has its like where it is called so but for what kind of file it is.
fn pairs(a: &Collection, b: &Collection) -> Vec<Pair> {
    let mut pairs: BTreeMap<String, Pair> = BTreeMap::new();
    for name in a.names() {
        pairs.insert(name.clone(), Pair { name: name.clone(), a: Some(name.clone()), b: None });
    }
    for name in b.names() {
        let new = || Pair { name: name.clone(), a: None, b: None };
        pairs.entry(name.clone()).or_insert_with(new).b = Some(name.clone());
    }
    let stem = |name: &str| name.rsplit_once('.').map_or(name, |(stem, _)| stem).to_owned();
    let mut of_stem: HashMap<String, (Vec<String>, Vec<String>)> = HashMap::new();
    for pair in pairs.values().filter(|pair| pair.a.is_none() || pair.b.is_none()) {
        let (only_a, only_b) = of_stem.entry(stem(&pair.name)).or_default();
        only_a.extend(pair.a.clone());
        only_b.extend(pair.b.clone());
    }
    for (only_a, only_b) in of_stem.into_values() {
        if let ([a], [b]) = (only_a.as_slice(), only_b.as_slice()) {
            pairs.remove(a);
            pairs.insert(b.clone(), Pair { name: b.clone(), a: Some(a.clone()), b: Some(b.clone()) });
        }
    }
    pairs.into_values().collect()
}

/// Compares the modules of a pair, and writes their page where one is asked for.
fn compare_pair(
    pair: &Pair,
    a: &Collection,
    b: &Collection,
    arguments: &Diff,
    pages: Option<&Path>,
) -> Result<ComparedFile> {
    let mut hashes = [None, None];
    let compared = compare_modules(pair, a, b, arguments, &mut hashes);
    let failed = |error| (pair.compared(FileOutcome::Failed(first_line(&error))), Comparison::default());
    let (file, comparison) = compared.unwrap_or_else(failed);
    if let Some(pages) = pages.filter(|_| !comparison.is_same()) {
        let (name_a, name_b) = (arguments.a.display().to_string(), arguments.b.display().to_string());
        let (name_a, name_b) = names(arguments, &name_a, &name_b);
        let made = made::made(&[(&arguments.a, name_a), (&arguments.b, name_b)]);
        let (name_a, name_b) = (format!("{name_a}: {}", pair.name), format!("{name_b}: {}", pair.name));
        let heading = Heading { a: &name_a, b: &name_b, color: false, made: Some(&made) };
        let page = pages.join(page_of(&pair.name));
        output::write(Some(&page), &[render::html(&comparison, &heading)])?;
    }
    Ok(ComparedFile { clusters: Clusters::of(&pair.name, &comparison), comparison: file, hashes })
}

/// Reads and compares the modules of a pair.
fn compare_modules(
    pair: &Pair,
    a: &Collection,
    b: &Collection,
    arguments: &Diff,
    hashes: &mut [Option<String>; 2],
) -> Result<(FileComparison, Comparison)> {
    let read = |of: &Collection, name: &Option<String>| name.as_ref().map(|name| of.read(name)).transpose();
    let (bytes_a, bytes_b) = (read(a, &pair.a)?, read(b, &pair.b)?);
    *hashes = [&bytes_a, &bytes_b].map(|bytes| bytes.as_deref().map(hash));
    let (Some(bytes_a), Some(bytes_b), Some(name_a), Some(name_b)) = (bytes_a, bytes_b, &pair.a, &pair.b) else {
        let outcome = if pair.a.is_some() { FileOutcome::OnlyA } else { FileOutcome::OnlyB };
        return Ok((pair.compared(outcome), Comparison::default()));
    };
    let source_a = input::source_to_compare(name_a.clone(), bytes_a)?;
    let source_b = input::source_to_compare(name_b.clone(), bytes_b)?;
    // There may be many files, so that contexts go with them.
    let contexts = [(); 2].map(|()| Context::with_dialects(irtrip::all_dialects()));
    let [ctx_a, ctx_b] = &contexts;
    let a = Input { path: Path::new(name_a), source: &source_a, ctx: ctx_a };
    let b = Input { path: Path::new(name_b), source: &source_b, ctx: ctx_b };
    let (text_a, text_b) = (a.compared()?, b.compared()?);
    let wrong = |error| comparison_error(&a, &b, error);
    let (module_a, module_b) = read_both(&text_a, &text_b).map_err(wrong)?;
    let (options, shown) = (options(arguments), language(arguments));
    let comparison = compare_read_texts((&text_a, &module_a), (&text_b, &module_b), &options, shown);
    let comparison = comparison.map_err(wrong)?;
    let file = FileComparison {
        sizes: Some(sizes(Side::new(ctx_a, &module_a), Side::new(ctx_b, &module_b))),
        ignored: comparison.ignored.clone(),
        equated: comparison.equated,
        ..pair.compared(FileOutcome::of(&comparison))
    };
    Ok((file, comparison))
}

/// An error in one line.
fn first_line(error: &anyhow::Error) -> String {
    format!("{error:#}").lines().next().unwrap_or_default().trim_start_matches("error: ").to_owned()
}
