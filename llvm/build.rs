//! Reports in one sentence what is missing where a feature asks for LLVM's library and it is not there, before the crates
//! that link it are compiled.

use std::process::Command;

/// Feature, the variable of llvm-sys that names a prefix, and LLVM's version.
const FEATURES: [(&str, &str, &str); 2] =
    [("llvm19", "LLVM_SYS_191_PREFIX", "19"), ("llvm22", "LLVM_SYS_221_PREFIX", "22")];

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let enabled: Vec<_> =
        FEATURES.iter().filter(|f| is_set(&format!("CARGO_FEATURE_{}", f.0.to_uppercase()))).collect();
    match enabled[..] {
        [] if is_set("CARGO_FEATURE__LLVM") => println!("cargo::error=choose the feature llvm19 or llvm22"),
        [(feature, prefix, version)] => {
            println!("cargo::rerun-if-env-changed={prefix}");
            if !is_set(prefix) && !has_library(version) {
                println!(
                    "cargo::error=the feature {feature} needs LLVM {version}'s library: install llvm-{version}-dev, or \
                     name its folder in {prefix}"
                );
            }
        }
        [..] if enabled.len() > 1 => println!("cargo::error=the features llvm19 and llvm22 exclude each other"),
        _ => {}
    }
}

fn is_set(variable: &str) -> bool {
    std::env::var_os(variable).is_some_and(|value| !value.is_empty())
}

/// Whether an `llvm-config` of this version is on the path, under one of the names llvm-sys looks for.
fn has_library(version: &str) -> bool {
    [format!("llvm-config-{version}"), format!("llvm-config{version}"), "llvm-config".to_owned()].iter().any(
        |program| {
            let output = Command::new(program).arg("--version").output();
            output.is_ok_and(|output| String::from_utf8_lossy(&output.stdout).starts_with(&format!("{version}.")))
        },
    )
}
