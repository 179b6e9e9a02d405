//! Laws of random modules: what is written is read as what was written.
#![allow(clippy::unwrap_used, missing_docs)]

use irtrip_checks::generate::{build, modules};
use irtrip_dialect::verify::verify;
use irtrip_dialect::{Context, ContextDialects, Module};
use irtrip_diff::{Options, Side, compare};
use irtrip_export::export;
use irtrip_grammar::{ParseOptions, PrintOptions, parse, print};
use irtrip_import::{ImportOptions, import};
use irtrip_roundtrip::language::Language;
use irtrip_roundtrip::trip::{Outcome, trip};
use proptest::prelude::*;

/// What a module is in LLVM assembly.
fn llvm(ctx: &Context, module: &Module) -> Result<String, String> {
    export(ctx, module).map(|pieces| pieces.concat()).map_err(|e| e.to_string())
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(96) })]

    #[test]
    fn model_to_mlir_to_model(plan in modules(3, 6, 8)) {
        let ctx = Context::with_dialects(irtrip_lower::all_dialects());
        let module = build(&ctx, &plan);
        let text = print(&ctx, &module, &PrintOptions::default()).concat();
        let back_ctx = Context::with_dialects(irtrip_lower::all_dialects());
        let back = parse(&back_ctx, &text, &ParseOptions::default());
        prop_assert!(back.is_ok(), "{:?}\n{text}", back.as_ref().err());
        let back = back.unwrap();
        prop_assert!(verify(&back_ctx, &back).is_empty(), "{text}");
        prop_assert!(compare(Side::new(&ctx, &module), Side::new(&back_ctx, &back), &Options::default()).is_same(), "{text}");
        prop_assert_eq!(print(&back_ctx, &back, &PrintOptions::default()).concat(), text);
    }

    #[test]
    fn model_to_llvm_to_model(plan in modules(3, 6, 8)) {
        let ctx = Context::with_dialects(irtrip_lower::all_dialects());
        let module = build(&ctx, &plan);
        let text = llvm(&ctx, &module);
        prop_assert!(text.is_ok(), "{:?}", text.err());
        let text = text.unwrap();
        let back_ctx = Context::with_dialects(irtrip_lower::all_dialects());
        let back = import(&back_ctx, &text, &ImportOptions::default());
        prop_assert!(back.is_ok(), "{:?}\n{text}", back.err().map(|e| e.to_string()));
        let back = back.unwrap();
        let errors: Vec<String> = verify(&back_ctx, &back).iter().map(ToString::to_string).collect();
        prop_assert!(errors.is_empty(), "{errors:?}\n{text}");
        // The first text may spell an edge that only MLIR has otherwise than LLVM's writer.
        let first = trip(Language::Llvm, &text).outcome;
        prop_assert!(matches!(first, Outcome::Identical | Outcome::Equivalent(_) | Outcome::Upgraded(_)), "{first:?}\n{text}");
        let canonical = llvm(&back_ctx, &back).unwrap();
        prop_assert_eq!(trip(Language::Llvm, &canonical).outcome, Outcome::Identical, "{}", canonical);
    }
}
