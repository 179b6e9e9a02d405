//! The rules of LLVM's verifier for what aliases stand for. LangRef, "Aliases".

use rustc_hash::FxHashMap;

use crate::context::Str;
use crate::diagnostic::LlvmVerifyCode;
use crate::enums::Linkage;

/// An alias and what it stands for.
pub struct Alias {
    /// Its name.
    pub name: Str,
    /// The symbol whose address its aliasee is, seen through constant expressions.
    pub base: Option<Str>,
    /// Its linkage.
    pub linkage: Linkage,
}

/// What symbols stand for: an alias for the symbol at the end of its chain, any other for itself.
pub fn aliasees(aliases: &[Alias]) -> impl Fn(Str) -> Str {
    let bases: FxHashMap<Str, Str> = aliases.iter().filter_map(|alias| Some((alias.name, alias.base?))).collect();
    move |symbol| {
        let chain = std::iter::successors(Some(symbol), |symbol| bases.get(symbol).copied());
        // One that is longer is a circle, which is refused as such.
        chain.take(bases.len() + 1).last().unwrap_or(symbol)
    }
}

/// The aliases, by their places, that break a rule: aliases stand for definitions, make no circle, and stand for no alias
/// that may be replaced.
pub fn check_alias_cycles(
    aliases: &[Alias],
    is_declaration: impl Fn(Str) -> bool,
) -> impl Iterator<Item = (usize, LlvmVerifyCode)> {
    let by_name: FxHashMap<Str, &Alias> = aliases.iter().map(|alias| (alias.name, alias)).collect();
    // By alias: the one from which it was reached first. What follows one reached before is known to be right.
    let mut reached: FxHashMap<Str, Str> = FxHashMap::default();
    let mut wrong = move |alias: &Alias| {
        if alias.linkage != Linkage::AvailableExternally && alias.base.is_some_and(&is_declaration) {
            return Some(LlvmVerifyCode::AliasOfDeclaration);
        }
        let mut base = Some(alias.name);
        while let Some(next) = base.and_then(|base| by_name.get(&base)) {
            if next.name != alias.name && next.linkage.is_interposable() {
                return Some(LlvmVerifyCode::AliasOfInterposable);
            }
            match reached.insert(next.name, alias.name) {
                Some(from) if from == alias.name => return Some(LlvmVerifyCode::AliasCycle),
                Some(_) => break,
                None => base = next.base,
            }
        }
        None
    };
    aliases.iter().enumerate().filter_map(move |(place, alias)| Some((place, wrong(alias)?)))
}
