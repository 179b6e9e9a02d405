//! `irtrip diff`: of folders, line by line, and of modules that differ by one fact.

mod folders;
mod lines;
mod verdicts;
