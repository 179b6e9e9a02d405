#![allow(clippy::unwrap_used, clippy::panic)]

use irtrip_dialect::Context;
use irtrip_dialect::source_map::SourceConstruct;
use irtrip_export::{ExportOptions, export_with};
use irtrip_grammar::print::{PrintOptions, print_with_source_map};
use irtrip_import::{ImportOptions, import};

use crate::line_correspondence::LineCorrespondence;
use crate::sections::{Section, SectionKind, split_into_sections};

const LOOP: &str = "define i32 @count(i32 %n) {
entry:
  br label %loop

loop:                                             ; preds = %loop, %entry
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %next = add i32 %i, 1
  %more = icmp slt i32 %next, %n
  br i1 %more, label %loop, label %done

done:                                             ; preds = %loop
  ret i32 %i
}
";

fn sections(text: &str) -> Vec<Section> {
    let ctx = Context::new();
    let module = import(&ctx, text, &ImportOptions::default()).unwrap();
    let llvm = export_with(&ctx, &module, &ExportOptions::default().with_source_map()).unwrap().pieces;
    let mlir = print_with_source_map(&ctx, &module, &PrintOptions::of(&module));
    let all = |pieces: Vec<&str>| pieces.concat();
    let sections = split_into_sections(&ctx, &module, &llvm, &mlir);
    // Nothing of either text is left out or shown twice.
    assert_eq!(
        all(sections.iter().map(|s| s.llvm.text.as_str()).collect()).trim(),
        all(llvm.iter().map(|p| p.text.as_str()).collect()).trim()
    );
    let shown: usize = sections.iter().map(|s| s.mlir.text.lines().count()).sum();
    let mlir = all(mlir.iter().map(|p| p.text.as_str()).collect());
    assert_eq!(shown, mlir.lines().count());
    // Each line knows where it is in the whole.
    let llvm = all(llvm.iter().map(|p| p.text.as_str()).collect());
    for section in &sections {
        for (side, whole) in [(&section.llvm, &llvm), (&section.mlir, &mlir)] {
            let whole: Vec<&str> = whole.split('\n').collect();
            for (i, line) in side.text.lines().enumerate() {
                let (from, number) = *side.numbers.iter().rfind(|(from, _)| *from <= i).unwrap();
                assert_eq!(whole[number + i - from], line);
            }
        }
    }
    sections
}

fn function(sections: &[Section]) -> &Section {
    sections.iter().find(|s| matches!(s.kind, SectionKind::Function(_))).unwrap()
}

#[test]
fn lines_of_both_languages_that_spell_an_operation_have_its_item() {
    let sections = sections(LOOP);
    let section = function(&sections);
    let found = LineCorrespondence::of_section(section);
    let pairs =
        [("  %next = add", "llvm.add"), ("loop:", "^loop(%i: i32)"), ("  ret", "llvm.return"), ("define", "llvm.func")];
    for (llvm, mlir) in pairs {
        let line = |text: &str, part: &str| text.lines().position(|line| line.contains(part)).unwrap();
        let llvm = found.llvm.items_of_lines[line(&section.llvm.text, llvm)];
        assert!(llvm > 0 && llvm == found.mlir.items_of_lines[line(&section.mlir.text, mlir)], "{mlir}");
    }
}

#[test]
fn incoming_values_are_where_terminators_pass_them() {
    let sections = sections(LOOP);
    let section = function(&sections);
    let found = LineCorrespondence::of_section(section);
    let mut pairs: Vec<(&str, &str)> = Vec::new();
    for (operand, range) in &found.llvm_successor_operands {
        let mlir = found.mlir_successor_operands[operand];
        pairs.push((&section.llvm.text[range.0..range.1], &section.mlir.text[mlir.0..mlir.1]));
    }
    pairs.sort_unstable();
    assert_eq!(pairs.len(), 2);
    assert_eq!(pairs[0], ("[ %next, %loop ]", "%next"));
    assert!(pairs[1].0 == "[ 0, %entry ]" && pairs[1].1.starts_with('%'), "{pairs:?}");
    assert!(found.items.keys().any(|item| matches!(item, SourceConstruct::Argument(..))));
}

#[test]
fn two_edges_of_one_terminator_have_an_operand_each() {
    // The two edges of `br` pass different operands to one block: a block is made for the second.
    let text = "define void @f(i1 %c, i32 %a, i32 %b) {
  switch i32 %a, label %x [
    i32 1, label %x
  ]

x:                                                ; preds = %0, %0
  %p = phi i32 [ %b, %0 ], [ %b, %0 ]
  ret void
}
";
    let sections = sections(text);
    let found = LineCorrespondence::of_section(function(&sections));
    assert_eq!(found.llvm_successor_operands.len(), 2);
    assert!(found.llvm_successor_operands.keys().all(|operand| found.mlir_successor_operands.contains_key(operand)));
}

#[test]
fn rows_hold_every_line_once() {
    for (text, kind) in [(LOOP, None), ("@a = global i32 1\n@b = global ptr @a\n", Some(SectionKind::Head))] {
        for section in sections(text) {
            let found = LineCorrespondence::of_section(&section);
            let rows = found.rows(kind.unwrap_or(section.kind));
            let sum = |turns: [usize; 2]| -> usize {
                rows.iter().enumerate().filter(|(i, _)| turns.contains(&(i % 3))).map(|(_, n)| n).sum()
            };
            assert_eq!((sum([0, 1]), sum([0, 2])), (found.llvm.len(), found.mlir.len()), "{rows:?}");
        }
    }
}

#[test]
fn a_page_needs_nothing_from_elsewhere_and_text_cannot_end_its_elements() {
    let ctx = Context::new();
    let text = "define void @\"</script><b>\"() {\n  ret void\n}\n";
    let module = import(&ctx, text, &ImportOptions::default()).unwrap();
    let page = crate::page(&ctx, &module, &crate::PageOptions { name: "</title>.ll", ..Default::default() }).unwrap();
    assert!(!page.contains("</script><b>") && !page.contains("</title>.ll"));
    for address in ["http:", "https:", "src=", "@import", "url("] {
        let own = if address == "url(" { page.matches("url(#tip)").count() } else { 0 };
        assert_eq!(page.matches(address).count(), own, "{address}");
    }
}

#[test]
fn the_functions_asked_for_are_shown_alone() {
    let ctx = Context::new();
    let text = "define void @_ZN3foo3barEi(i32 %a) {\n  ret void\n}\n\ndefine void @g() {\n  ret void\n}\n";
    let module = import(&ctx, text, &ImportOptions::default()).unwrap();
    let of = |functions: &[String]| {
        crate::page(&ctx, &module, &crate::PageOptions { functions, ..Default::default() }).unwrap()
    };
    let sections = |page: &str| page.matches("<script type=\"text/plain\"").count();
    assert_eq!((sections(&of(&["g".to_owned()])), sections(&of(&[]))), (1, 4));
    assert!(of(&[]).contains("\"foo::bar(int)\""));
}
