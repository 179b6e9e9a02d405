//! Intrinsics with the signatures that LLVM 22 has, written for another release: what is not refused by name, that release's own
//! library takes.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::time::Duration;

use anyhow::{Result, anyhow};
use irtrip::dialect::Context;
use irtrip::dialect::intrinsics::{
    intrinsic_names, lookup_intrinsic, releases_of, signature_releases_of, signature_types,
};
use irtrip::dialect::llvm_text::type_text;
use irtrip::dialect::release::Release;
use irtrip::export::AssemblyReader;
use irtrip::{Module, Options};

use crate::upstream::programs::run;

/// How long the assembler may take.
const TIME: Duration = Duration::from_secs(120);

/// The declaration of an intrinsic, and a function's body that calls it.
struct Probe {
    name: &'static str,
    declaration: String,
    function: String,
}

/// What a release's library says of intrinsics.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Probed {
    /// How many are written for the release.
    pub written: usize,
    /// Those that its library refuses, with the first line that it says.
    pub refused: BTreeMap<String, String>,
}

/// The intrinsics that are no family of several types, and whose types values have.
fn probes() -> Vec<Probe> {
    let ctx = Context::new();
    intrinsic_names().filter_map(|name| probe(&ctx, std::str::from_utf8(name).ok()?)).collect()
}

fn probe(ctx: &Context, name: &'static str) -> Option<Probe> {
    let known = lookup_intrinsic(format!("llvm.{name}").as_bytes()).filter(|known| !known.overloaded)?;
    let types: Option<Vec<String>> =
        signature_types(ctx, &known)?.into_iter().map(|ty| Some(type_text(ctx, ty?))).collect();
    let types = types?;
    if types.iter().any(|ty| matches!(ty.as_str(), "metadata" | "token")) {
        return None;
    }
    let (result, params) = types.split_first()?;
    // A number may have to be one that is known.
    let is_number = |ty: &String| ty.strip_prefix('i').is_some_and(|width| width.parse::<u32>().is_ok());
    let (mut taken, mut passed) = (Vec::new(), Vec::new());
    for (place, ty) in params.iter().enumerate() {
        if is_number(ty) {
            passed.push(format!("{ty} 0"));
        } else {
            taken.push(format!("{ty} %a{place}"));
            passed.push(format!("{ty} %a{place}"));
        }
    }
    let value = if result == "void" { "" } else { "%r = " };
    let function = format!(
        "({}) {{\n  {value}call {result} @llvm.{name}({})\n  ret void\n}}\n",
        taken.join(", "),
        passed.join(", ")
    );
    let declaration = format!("declare {result} @llvm.{name}({})\n", params.join(", "));
    Some(Probe { name, declaration, function })
}

/// A module of probes, as it is written for a release; `None` where it is refused.
fn written(probes: &[&Probe], release: Release) -> Option<String> {
    let mut text = String::new();
    for (number, probe) in probes.iter().enumerate() {
        let _ = write!(text, "{}define void @f{number}{}", probe.declaration, probe.function);
    }
    let module = Module::from_llvm(&text).ok()?;
    let written = module.to_llvm_with(&Options::default().llvm(AssemblyReader::Llvm(release))).ok()?;
    Some(written.text)
}

/// The probes that are written for a release.
fn taken<'p>(probes: &[&'p Probe], release: Release) -> Vec<&'p Probe> {
    match probes {
        probes if written(probes, release).is_some() => probes.to_vec(),
        [] | [_] => Vec::new(),
        several => {
            let (first, second) = several.split_at(several.len() / 2);
            let (mut first, second) = rayon::join(|| taken(first, release), || taken(second, release));
            first.extend(second);
            first
        }
    }
}

/// Asks a release's library of all intrinsics that are written for it.
///
/// # Errors
/// The release's `llvm-as` cannot be started, or refuses a module without naming an intrinsic of it.
pub fn probed(release: Release) -> Result<Probed> {
    let all = probes();
    // What a release does not have is a function like any other there.
    let has = |probe: &&Probe| {
        releases_of(probe.name).contains(release) && signature_releases_of(probe.name).contains(release)
    };
    let mut rest = taken(&all.iter().filter(has).collect::<Vec<&Probe>>(), release);
    let mut probed = Probed { written: rest.len(), ..Probed::default() };
    loop {
        let text = written(&rest, release).ok_or_else(|| anyhow!("together the intrinsics are refused"))?;
        let ended = run(&format!("llvm-as-{release}"), &["-", "-o", "/dev/null"], text.as_bytes(), TIME)?;
        if ended.status.is_some_and(|status| status.success()) {
            return Ok(probed);
        }
        let message = String::from_utf8_lossy(&ended.stderr).into_owned();
        let before = probed.refused.len();
        let mut said = "";
        for line in message.lines() {
            let Some((_, name)) = line.split_once("@llvm.") else {
                said = line;
                continue;
            };
            let end = name.find(|c: char| !c.is_ascii_alphanumeric() && !"._".contains(c)).unwrap_or(name.len());
            let name = name.get(..end).unwrap_or(name);
            if rest.iter().any(|probe| probe.name == name) {
                probed.refused.entry(name.to_owned()).or_insert_with(|| said.trim().to_owned());
            }
        }
        rest.retain(|probe| !probed.refused.contains_key(probe.name));
        if probed.refused.len() == before {
            return Err(anyhow!("LLVM {release}: {}", message.lines().next().unwrap_or_default()));
        }
    }
}
