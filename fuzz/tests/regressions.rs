//! Every file of `regressions/` has the outcome that its first line expects.
#![allow(clippy::unwrap_used)]

use std::path::Path;

use irtrip_fuzz::laws::{Outcome, check};
use irtrip_roundtrip::language::language;

#[test]
fn regressions_have_the_expected_outcome() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("regressions");
    let mut files: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|file| !file.ends_with("README.md"));
    files.sort();
    assert!(!files.is_empty());
    for file in &files {
        let text = std::fs::read_to_string(file).unwrap();
        let (first, input) = text.split_once('\n').unwrap();
        let language = language(file, &text);
        let outcome = check(language, input);
        let expected = match first.trim_start_matches([';', '/', ' ']) {
            "taken" => Outcome::Taken,
            refused => {
                Outcome::Refused(refused.strip_prefix("refused: ").unwrap_or("neither taken nor refused").to_owned())
            }
        };
        assert_eq!(outcome, expected, "{}", file.display());
    }
}
