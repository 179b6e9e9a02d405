//! Runs the program on a terminal: progress, Ctrl-C, the pager, and the width of what is printed.
#![cfg(all(feature = "cli", unix))]
#![allow(clippy::unwrap_used, clippy::panic, clippy::disallowed_methods)]

use std::io::{Read, Write};
use std::path::Path;
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

use portable_pty::{Child, CommandBuilder, MasterPty, PtySize, native_pty_system};

/// How long a test waits for what must come.
const PATIENCE: Duration = Duration::from_secs(120);

/// A program on a terminal of its own.
struct Terminal {
    child: Box<dyn Child + Send + Sync>,
    output: Receiver<Vec<u8>>,
    keys: Box<dyn Write + Send>,
    shown: Vec<u8>,
    _terminal: Box<dyn MasterPty + Send>,
}

impl Terminal {
    fn new(folder: &Path, columns: u16, environment: &[(&str, &str)], arguments: &[&str]) -> Terminal {
        let size = PtySize { rows: 24, cols: columns, ..PtySize::default() };
        let pair = native_pty_system().openpty(size).unwrap();
        let mut command = CommandBuilder::new(env!("CARGO_BIN_EXE_irtrip"));
        command.args(arguments);
        command.cwd(folder);
        command.env("TERM", "xterm");
        for name in ["NO_COLOR", "COLUMNS", "PAGER", "IRTRIP_PAGER", "LESS"] {
            command.env_remove(name);
        }
        environment.iter().for_each(|(name, value)| command.env(name, value));
        let child = pair.slave.spawn_command(command).unwrap();
        let mut reader = pair.master.try_clone_reader().unwrap();
        let (sender, output) = channel();
        std::thread::spawn(move || {
            let mut buffer = [0; 4096];
            while let Ok(length @ 1..) = reader.read(&mut buffer) {
                if sender.send(buffer[..length].to_vec()).is_err() {
                    return;
                }
            }
        });
        let keys = pair.master.take_writer().unwrap();
        Terminal { child, output, keys, shown: Vec::new(), _terminal: pair.master }
    }

    fn text(&self) -> String {
        String::from_utf8_lossy(&self.shown).into_owned()
    }

    /// Waits until something is shown.
    fn wait_for(&mut self, what: &str) {
        let start = Instant::now();
        while !self.text().contains(what) {
            let left = PATIENCE.saturating_sub(start.elapsed());
            let Ok(bytes) = self.output.recv_timeout(left) else { panic!("no '{what}' in {}", self.text()) };
            self.shown.extend(bytes);
        }
    }

    /// Waits for the end; returns the status and all that was shown.
    fn end(mut self) -> (u32, String) {
        let start = Instant::now();
        let status = loop {
            self.shown.extend(self.output.try_iter().flatten());
            match self.child.try_wait().unwrap() {
                Some(status) => break status,
                None if start.elapsed() > PATIENCE => panic!("no end: {}", self.text()),
                None => std::thread::sleep(Duration::from_millis(5)),
            }
        };
        while let Ok(bytes) = self.output.recv_timeout(Duration::from_millis(200)) {
            self.shown.extend(bytes);
        }
        (status.exit_code(), self.text())
    }
}

/// What is shown without colours and other control sequences, as a terminal shows it that is wide enough.
fn plain(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text.chars().peekable();
    while let Some(character) = rest.next() {
        if character == '\x1b' && rest.next_if_eq(&'[').is_some() {
            while rest.next().is_some_and(|c| !c.is_ascii_alphabetic()) {}
        } else if character != '\r' {
            out.push(character);
        }
    }
    out
}

/// A folder with a module that takes any command some seconds, however fast the machine and the build are.
fn large() -> tempfile::TempDir {
    const FUNCTIONS: u32 = 6_000;
    const ENOUGH: Duration = Duration::from_secs(2);
    let folder = tempfile::tempdir().unwrap();
    let module = std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/sort.ll")).unwrap();
    let function = &module[module.find("define").unwrap()..module.find("\n}\n").unwrap() + 3];
    let write = |count: u32| {
        let functions: String =
            (0..count).map(|number| function.replacen("@sort", &format!("@sort{number}"), 1)).collect();
        std::fs::write(folder.path().join(LARGE), module.replacen(function, &functions, 1)).unwrap();
    };
    write(FUNCTIONS);
    let start = Instant::now();
    assert_eq!(Terminal::new(folder.path(), 40, &[], &["stats", LARGE]).end().0, 0);
    let times = ENOUGH.as_millis() / start.elapsed().as_millis().max(1) + 1;
    write(FUNCTIONS * u32::try_from(times).unwrap());
    folder
}

const MLIR: &str = "the same.mlir";
const LARGE: &str = "a module of a long name that is large.ll";

#[test]
fn ctrl_c_ends_any_command_within_a_second_and_leaves_nothing_after() {
    let folder = large();
    let made = Terminal::new(folder.path(), 40, &[], &["import", LARGE, "-o", MLIR]).end();
    assert_eq!(made.0, 0, "{}", made.1);
    for arguments in [
        &["import", LARGE, "-o", "out.mlir"][..],
        &["verify", LARGE],
        &["roundtrip", LARGE],
        &["view", LARGE, "-o", "out.html"],
        &["diff", LARGE, LARGE],
        &["stats", LARGE],
        &["normalize", LARGE],
        &["import", "--upstream", LARGE, "-o", "out.mlir"],
        &["mlir-translate", "--import-llvm", LARGE, "-o", "out.mlir"],
        &["export", MLIR, "-o", "out.ll"],
        &["lower", MLIR, "-o", "out.mlir"],
        &["mlir-opt", MLIR, "-o", "out.mlir"],
    ] {
        let mut terminal = Terminal::new(folder.path(), 40, &[], arguments);
        // The line of progress is there after a second.
        terminal.wait_for("1s ");
        terminal.keys.write_all(b"\x03").unwrap();
        let start = Instant::now();
        let (status, shown) = terminal.end();
        assert_eq!(status, 130, "{arguments:?}: {shown}");
        // What is measured has the time that the test waits for output, too.
        assert!(start.elapsed() < Duration::from_millis(1500), "{arguments:?}: {:?}", start.elapsed());
        let files: Vec<_> = std::fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
        assert!(files.iter().all(|file| file == LARGE || file == MLIR), "{arguments:?}: {files:?}");
        // The terminal itself shows which key was pressed.
        let lines = shown.replace("^C", "");
        for line in lines.split(['\r', '\n']).map(plain).filter(|line| line.contains("1s ")) {
            assert!(line.chars().count() <= 40, "{arguments:?}: {line:?}");
        }
    }
}

#[test]
fn the_line_of_progress_is_taken_away() {
    let folder = large();
    let terminal = Terminal::new(folder.path(), 40, &[], &["import", LARGE, "-o", "out.mlir"]);
    let (status, shown) = terminal.end();
    assert_eq!(status, 0, "{shown}");
    assert!(shown.contains("1s import a module"), "{shown:?}");
    assert!(shown.ends_with("\x1b[2K"), "{shown:?}");
}

const WRONG: &str = concat!(
    "declare void @use(...)\n",
    "define i32 @f(i32 %\"\u{4e16}\u{754c}\") {\n",
    "\tcall void (...) @use(i32 %\"\u{4e16}\u{754c}\", i32 %nothing, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7)\n",
    "\tret i32 %\"\u{4e16}\u{754c}\"\n}\n"
);

#[test]
fn an_excerpt_is_as_wide_as_the_terminal_with_the_caret_under_its_column() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("wrong.ll"), WRONG).unwrap();
    for columns in [40, 80, 200] {
        let terminal = Terminal::new(folder.path(), columns, &[], &["verify", "wrong.ll"]);
        let (status, shown) = terminal.end();
        assert_eq!(status, 2, "{shown}");
        let shown = plain(&shown);
        let lines: Vec<&str> = shown.lines().collect();
        assert_eq!(lines[0], "error: use of undefined value '%nothing'");
        let caret = lines.iter().position(|line| line.contains("^^^^^^^^")).unwrap();
        let (line, carets) = (lines[caret - 1], lines[caret]);
        assert!(width(line) <= usize::from(columns), "{columns}: {line:?}");
        let before = &line[..line.find("%nothing").unwrap()];
        assert_eq!(width(before), carets.find('^').unwrap(), "{columns}:\n{line}\n{carets}");
    }
}

/// The columns that a terminal shows a text in.
fn width(text: &str) -> usize {
    text.chars().map(|c| if ('\u{4e00}'..'\u{a000}').contains(&c) { 2 } else { 1 }).sum()
}

#[test]
fn a_diff_is_shown_by_the_pager() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("a.ll"), "define i32 @f(i32 %a) {\n  ret i32 %a\n}\n").unwrap();
    std::fs::write(folder.path().join("b.ll"), "define i32 @f(i32 %a) {\n  ret i32 1\n}\n").unwrap();
    let diff = ["diff", "a.ll", "b.ll"];
    let (status, shown) = Terminal::new(folder.path(), 80, &[("PAGER", "sed s/^/paged:/")], &diff).end();
    assert_eq!(status, 1, "{shown}");
    assert!(plain(&shown).contains("paged:-  ret i32 %a"), "{shown}");
    // What is asked for irtrip alone goes first; colours are for the terminal.
    let pagers = [("PAGER", "sed s/^/paged:/"), ("IRTRIP_PAGER", "cat")];
    let (_, shown) = Terminal::new(folder.path(), 80, &pagers, &diff).end();
    assert!(!shown.contains("paged:") && shown.contains("\x1b[31m"), "{shown}");
    let (_, shown) = Terminal::new(folder.path(), 80, &[("PAGER", "no-such-program")], &diff).end();
    assert!(plain(&shown).contains("-  ret i32 %a"), "{shown}");
}

#[test]
fn the_table_of_a_round_trip_is_no_wider_than_the_terminal() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("a.ll"), "source_filename = \"a.c\"\n\ndefine void @f() {\n  ret void\n}\n")
        .unwrap();
    for (columns, first) in
        [(40, "identical        1"), (80, " identical  equivalent"), (200, " identical  equivalent")]
    {
        let (status, shown) = Terminal::new(folder.path(), columns, &[], &["roundtrip", "a.ll"]).end();
        assert_eq!(status, 0, "{shown}");
        assert!(plain(&shown).starts_with(first), "{columns}: {shown}");
    }
}

#[test]
fn two_columns_are_as_wide_as_the_terminal() {
    let folder = tempfile::tempdir().unwrap();
    // Wide characters take two columns, a tab as many as there are to the next stop.
    let text = |last: &str| {
        let wide = "\u{4e16}\u{754c}".repeat(20);
        format!(
            "define i32 @f(i32 %a_parameter_of_a_long_name) {{\n\tcall void @\"{wide}\"()\n  ret i32 {last}\n}}\n\ndeclare void @\"{wide}\"()\n"
        )
    };
    std::fs::write(folder.path().join("a.ll"), text("%a_parameter_of_a_long_name")).unwrap();
    std::fs::write(folder.path().join("b.ll"), text("1")).unwrap();
    for columns in [40, 80, 200] {
        let arguments = ["diff", "--format", "side-by-side", "a.ll", "b.ll"];
        let (status, shown) = Terminal::new(folder.path(), columns, &[("PAGER", "cat")], &arguments).end();
        assert_eq!(status, 1, "{shown}");
        let shown = plain(&shown);
        let widest = shown.lines().map(width).max().unwrap();
        assert!(shown.contains("ret i32 1"), "{shown}");
        assert!(widest <= usize::from(columns) && !shown.contains('\t'), "{columns}: {widest}\n{shown}");
        let rules: Vec<usize> = shown.lines().filter_map(|line| Some(width(line.split_once(" | ")?.0))).collect();
        assert!(!rules.is_empty() && rules.iter().all(|rule| *rule == rules[0]), "{columns}: {rules:?}\n{shown}");
    }
}
