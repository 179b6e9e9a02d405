//! The pages that irtrip makes, in headless Chromium.
//!
//! `cargo test --test browser -- --ignored` runs it; Debian's packages `chromium` and `chromium-driver` are all it needs.
//! `IRTRIP_VIEW_LARGE` names the large module, SQLite's by `.ci/run`; `IRTRIP_PROGRAM` an optimised program that makes the pages;
//! `IRTRIP_WEB` the page that `cargo web` makes; `IRTRIP_PICTURES` a folder for pictures of them.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::print_stdout)]

mod diff;
mod driver;
mod report;
mod view;
mod web;
