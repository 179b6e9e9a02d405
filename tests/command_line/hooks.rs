//! What pre-commit and the GitHub Action run, on a repository made here.
#![allow(clippy::unwrap_used)]

use std::path::Path;
use std::process::{Command, Output};

const BEFORE: &str = "define i32 @f(i32 %a) {\n  %x = add i32 %a, 1\n  ret i32 %x\n}\n";
const AFTER: &str = "define i32 @f(i32 %a) {\n  %x = add i32 %a, 2\n  ret i32 %x\n}\n";
const WRONG: &str = "define i32 @f(i32 %a) {\n  ret i64 %a\n}\n";

fn git(folder: &Path, arguments: &[&str]) {
    let identity = ["-c", "user.name=a", "-c", "user.email=a@example.org", "-c", "init.defaultBranch=main"];
    let run = Command::new("git").current_dir(folder).args(identity).args(arguments).output().unwrap();
    assert!(run.status.success(), "git {arguments:?}: {}", String::from_utf8_lossy(&run.stderr));
}

/// Runs the script of the hooks in a folder.
fn changed(folder: &Path, arguments: &[&str]) -> Output {
    changed_with(folder, arguments, "false")
}

/// As [`changed`], in a workflow of GitHub or not.
fn changed_with(folder: &Path, arguments: &[&str], is_workflow: &str) -> Output {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("hooks/changed.sh");
    let mut command = Command::new(script);
    command.current_dir(folder).args(arguments).env("IRTRIP", env!("CARGO_BIN_EXE_irtrip"));
    command.env("GITHUB_ACTIONS", is_workflow);
    command.output().unwrap()
}

fn says(run: &Output) -> String {
    String::from_utf8_lossy(&[&run.stdout[..], &run.stderr[..]].concat()).into_owned()
}

/// A repository with a commit of two files.
fn repository() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    std::fs::create_dir(folder.path().join("below here")).unwrap();
    std::fs::write(folder.path().join("below here/a.ll"), BEFORE).unwrap();
    std::fs::write(folder.path().join("other.ll"), BEFORE).unwrap();
    for arguments in [&["init", "-q"][..], &["add", "-A"], &["commit", "-q", "-m", "first"]] {
        git(folder.path(), arguments);
    }
    folder
}

#[test]
fn nothing_is_said_of_what_did_not_change() {
    let folder = repository();
    for mode in ["verify", "diff", "comment"] {
        let run = changed(folder.path(), &[mode]);
        assert_eq!((run.status.code(), says(&run).as_str()), (Some(0), ""), "{mode}");
    }
}

#[test]
fn a_change_is_shown_and_an_error_fails() {
    let folder = repository();
    std::fs::write(folder.path().join("below here/a.ll"), AFTER).unwrap();
    let run = changed(&folder.path().join("below here"), &["diff"]);
    assert_eq!(run.status.code(), Some(1), "{}", says(&run));
    assert!(says(&run).contains("+  %x = add i32 %a, 2") && !says(&run).contains("other.ll"), "{}", says(&run));
    assert_eq!(changed(folder.path(), &["diff", "--exit-zero", "--", "below here/a.ll"]).status.code(), Some(0));
    assert_eq!(changed(folder.path(), &["verify"]).status.code(), Some(0));

    // A file that is new is compared with nothing; one that is removed is not looked at.
    std::fs::write(folder.path().join("new.ll"), WRONG).unwrap();
    std::fs::remove_file(folder.path().join("other.ll")).unwrap();
    let run = changed(folder.path(), &["verify"]);
    assert_eq!(run.status.code(), Some(2));
    assert!(says(&run).contains("new.ll:2:") && !says(&run).contains("other.ll"), "{}", says(&run));
    let run = changed_with(folder.path(), &["verify"], "true");
    assert_eq!(run.status.code(), Some(2));
    assert!(says(&run).contains("::error file=new.ll,line=2,endLine=2,col="), "{}", says(&run));
}

#[test]
fn what_all_files_say_otherwise_is_a_comment() {
    let folder = repository();
    for (name, text) in [("below here/a.ll", AFTER), ("other.ll", AFTER), ("new.ll", BEFORE)] {
        std::fs::write(folder.path().join(name), text).unwrap();
    }
    let run = changed(folder.path(), &["comment"]);
    let said = says(&run);
    assert_eq!(run.status.code(), Some(1), "{said}");
    assert!(said.contains("1 added") && said.contains("`HEAD` and `this change`"), "{said}");
    assert!(said.contains("2 times in 2 files") && !said.contains("/tmp"), "{said}");
    assert_eq!(changed(folder.path(), &["comment", "--exit-zero"]).status.code(), Some(0));
}

#[test]
fn the_base_is_any_commit() {
    let folder = repository();
    std::fs::write(folder.path().join("other.ll"), AFTER).unwrap();
    git(folder.path(), &["commit", "-q", "-a", "-m", "second"]);
    assert_eq!(changed(folder.path(), &["diff"]).status.code(), Some(0));
    let run = changed(folder.path(), &["diff", "--base", "HEAD~1"]);
    assert_eq!(run.status.code(), Some(1));
    assert!(says(&run).contains("+  %x = add i32 %a, 2"), "{}", says(&run));
    let run = changed(folder.path(), &["diff", "--base", "nowhere"]);
    assert_eq!(run.status.code(), Some(2));
    assert!(says(&run).contains("no commit 'nowhere'"), "{}", says(&run));
}

/// The hooks and the action name the script, and what it takes.
#[test]
fn hooks_and_action_run_the_script() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let hooks = std::fs::read_to_string(root.join(".pre-commit-hooks.yaml")).unwrap();
    let entries: Vec<&str> = hooks.lines().filter_map(|line| line.trim().strip_prefix("entry: ")).collect();
    assert_eq!(entries.len(), 2);
    let folder = repository();
    std::fs::write(folder.path().join("other.ll"), AFTER).unwrap();
    for entry in entries {
        let arguments = entry.strip_prefix("hooks/changed.sh ").unwrap();
        let mut arguments: Vec<&str> = arguments.split(' ').collect();
        arguments.push("other.ll");
        let run = changed(folder.path(), &arguments);
        assert_eq!(run.status.code(), Some(0), "{entry}: {}", says(&run));
    }
    let action = std::fs::read_to_string(root.join("action.yml")).unwrap();
    assert!(action.contains(r#""$GITHUB_ACTION_PATH/hooks/changed.sh" "${arguments[@]}""#));
    assert!(action.contains(r#"arguments=("$MODE" --base "$BASE")"#));
}
