//! Locations; MLIR language reference, "Locations".

use irtrip_dialect::attributes::well_known::UNKNOWN_LOC;
use irtrip_dialect::{Attr, AttrData, Location};

use super::AttrPrinter;
use crate::print::text::{push_ascii, push_int, push_quoted};

impl AttrPrinter<'_> {
    /// Appends ` loc(...)`. Where `alias` is false, or the location is for readers, it is spelled out itself; those
    /// inside it are not.
    pub(crate) fn trailing_location(&mut self, out: &mut String, loc: Attr, alias: bool) {
        let pretty = self.details.pretty_locations;
        out.push_str(if pretty { " " } else { " loc(" });
        match self.aliases.of_attr(loc).filter(|_| alias && !pretty) {
            Some(alias) => alias.push(out),
            None => self.location_body(out, loc),
        }
        if !pretty {
            out.push(')');
        }
    }

    /// Appends a location inside another one: an alias, or what is in `loc(...)`.
    fn inner_location(&mut self, out: &mut String, loc: Attr) {
        match self.aliases.of_attr(loc) {
            Some(alias) => alias.push(out),
            None => self.location_body(out, loc),
        }
    }

    fn location_body(&mut self, out: &mut String, loc: Attr) {
        match self.ctx.attr_data(loc) {
            AttrData::Location(location) => self.location(out, location),
            _ => self.write(out, loc),
        }
    }

    /// Appends what is in `loc(...)`.
    pub(crate) fn location(&mut self, out: &mut String, location: &Location) {
        let pretty = self.details.pretty_locations;
        match location {
            Location::Unknown if pretty => out.push_str("[unknown]"),
            Location::Unknown => out.push_str("unknown"),
            Location::File { file, line, column, end } => {
                match pretty {
                    true => push_ascii(out, self.ctx.bytes(*file)),
                    false => push_quoted(out, self.ctx.bytes(*file)),
                }
                push_range(out, (*line, *column), *end);
            }
            Location::Name { name, child } => {
                push_quoted(out, self.ctx.bytes(*name));
                if *child != UNKNOWN_LOC {
                    out.push('(');
                    self.inner_location(out, *child);
                    out.push(')');
                }
            }
            Location::CallSite { callee, caller } if pretty => {
                self.inner_location(out, *callee);
                let data = |loc: &Attr| match self.ctx.attr_data(*loc) {
                    AttrData::Location(location) => Some(location),
                    _ => None,
                };
                let is_short =
                    matches!((data(callee), data(caller)), (Some(Location::Name { .. }), Some(Location::File { .. })));
                out.push_str(if is_short { " at " } else { "\n at " });
                self.inner_location(out, *caller);
            }
            Location::CallSite { callee, caller } => {
                out.push_str("callsite(");
                self.inner_location(out, *callee);
                out.push_str(" at ");
                self.inner_location(out, *caller);
                out.push(')');
            }
            Location::Fused { locations, metadata } => {
                out.push_str(if pretty { "" } else { "fused" });
                if let Some(metadata) = metadata {
                    out.push('<');
                    self.write(out, *metadata);
                    out.push('>');
                }
                out.push('[');
                for (i, &loc) in locations.iter().enumerate() {
                    if i > 0 {
                        out.push_str(", ");
                    }
                    self.inner_location(out, loc);
                }
                out.push(']');
            }
        }
    }
}

/// `:line:column`, and up to where: ` to :column`, or ` to line:column` where it ends on another line.
fn push_range(out: &mut String, (line, column): (u32, u32), end: Option<(u32, u32)>) {
    for number in [line, column] {
        out.push(':');
        push_int(out, number);
    }
    if let Some((end_line, end_column)) = end {
        out.push_str(" to ");
        if end_line != line {
            push_int(out, end_line);
        }
        out.push(':');
        push_int(out, end_column);
    }
}
