//! Dialects that come from outside: defined in code, and loaded from a file.

mod loaded;
mod outside;
