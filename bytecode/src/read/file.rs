//! What a file has, by the sections: read as far as it takes to find each thing, and no further.

use irtrip_dialect::release::Release;

use crate::encoding::{MAGIC, Section, Version, release_of};
use crate::error::{Error, Place, Result};

use super::cursor::Cursor;

/// A file, indexed.
#[derive(Debug)]
pub struct File<'b> {
    /// The version of the format.
    pub version: Version,
    /// Who wrote it.
    pub producer: &'b [u8],
    /// The release of MLIR whose terms it is in, where its producer names another than the model's.
    pub release: Option<Release>,
    /// All strings.
    pub strings: Vec<&'b [u8]>,
    /// The names of dialects.
    pub dialects: Vec<&'b [u8]>,
    /// The names of operations.
    pub op_names: Vec<OperationEntry<'b>>,
    /// Attributes, unread.
    pub attributes: Vec<Entry<'b>>,
    /// Types, unread.
    pub types: Vec<Entry<'b>>,
    /// The properties of operations, unread.
    pub properties: Vec<Cursor<'b>>,
    /// Resources of dialects, which attributes name by number, then those of others.
    pub resources: Vec<ResourceGroup<'b>>,
    /// The operations, unread.
    pub ir: Cursor<'b>,
}

/// The name of an operation.
#[derive(Clone, Copy, Debug)]
pub struct OperationEntry<'b> {
    /// The number of its dialect.
    pub dialect: usize,
    /// The name without its dialect.
    pub name: &'b [u8],
    /// Whether who wrote the file had a definition of it, where the version says so.
    pub is_registered: bool,
}

/// An attribute or a type, unread.
#[derive(Clone, Copy, Debug)]
pub struct Entry<'b> {
    /// The number of its dialect.
    pub dialect: usize,
    /// Whether it is in an encoding of the dialect; it is text otherwise.
    pub is_encoded: bool,
    /// It.
    pub data: Cursor<'b>,
}

/// The resources of a dialect or of an external owner.
#[derive(Debug)]
pub struct ResourceGroup<'b> {
    /// Whose they are.
    pub owner: &'b [u8],
    /// Whether that is a dialect.
    pub is_dialect: bool,
    /// The keys and the values.
    pub entries: Vec<(&'b [u8], Resource<'b>)>,
}

/// A resource.
#[derive(Clone, Copy, Debug)]
pub enum Resource<'b> {
    /// Bytes and what they are aligned to.
    Blob(u64, &'b [u8]),
    /// True or false.
    Bool(bool),
    /// A string.
    String(&'b [u8]),
    /// There is none by the key.
    Missing,
}

/// The data of the sections of a file, by their numbers.
type Sections<'b> = [Option<Cursor<'b>>; Section::ALL.len()];

impl<'b> File<'b> {
    /// Indexes a file.
    ///
    /// # Errors
    /// It is no bytecode, of a version that is not known, or ill-formed.
    pub fn new(bytes: &'b [u8]) -> Result<File<'b>> {
        let mut cursor = Cursor::of_file(bytes);
        if !bytes.starts_with(MAGIC) {
            return Err(cursor.error("not MLIR bytecode"));
        }
        cursor.bytes(MAGIC.len() as u64)?;
        let before = cursor;
        let number = cursor.varint()?;
        let Some(version) = Version::new(number) else {
            let newest = Version::NEWEST.number();
            return Err(
                before.error(format!("bytecode version {number} is newer than the newest known version {newest}"))
            );
        };
        let producer = cursor.zero_terminated()?;
        let sections = sections(&mut cursor)?;
        let end = cursor.place();
        let of = |section: Section| {
            let found = sections.get(usize::from(section.number())).copied().flatten();
            found.ok_or_else(|| Error::new(end, format!("missing data for top-level section: {}", section.name())))
        };
        let strings = strings(of(Section::String)?)?;
        let mut file = File {
            version,
            producer,
            release: release_of(producer),
            strings,
            dialects: Vec::new(),
            op_names: Vec::new(),
            attributes: Vec::new(),
            types: Vec::new(),
            properties: Vec::new(),
            resources: Vec::new(),
            ir: of(Section::Ir)?,
        };
        if let Ok(properties) = of(Section::Properties) {
            file.read_properties(properties)?;
        }
        file.read_dialects(of(Section::Dialect)?)?;
        if let (Ok(offsets), Ok(data)) = (of(Section::ResourceOffset), of(Section::Resource)) {
            file.read_resources(offsets, data)?;
        }
        file.read_attributes_and_types(of(Section::AttrTypeOffset)?, of(Section::AttrType)?)?;
        Ok(file)
    }

    /// Reads the number of a string.
    ///
    /// # Errors
    /// There is no such string.
    pub fn string(&self, cursor: &mut Cursor<'b>) -> Result<&'b [u8]> {
        let index = cursor.index(self.strings.len(), "string")?;
        Ok(self.strings.get(index).copied().unwrap_or_default())
    }

    fn flagged_string(&self, cursor: &mut Cursor<'b>) -> Result<(&'b [u8], bool)> {
        let before = *cursor;
        let (index, flag) = cursor.flagged()?;
        let index = before.checked(index, self.strings.len(), "string")?;
        Ok((self.strings.get(index).copied().unwrap_or_default(), flag))
    }

    fn read_dialects(&mut self, mut cursor: Cursor<'b>) -> Result<()> {
        for _ in 0..cursor.count()? {
            if !self.version.has_dialect_versions() {
                let name = self.string(&mut cursor)?;
                self.dialects.push(name);
                continue;
            }
            let (name, is_versioned) = self.flagged_string(&mut cursor)?;
            self.dialects.push(name);
            // No dialect that is known has versions: what is written by one is for its own reader.
            if is_versioned && cursor.section()?.0 != Section::DialectVersions {
                return Err(cursor.error("expected dialect version section"));
            }
        }
        if self.version.elides_unknown_locations() {
            cursor.count()?;
        }
        while !cursor.at_end() {
            let (dialect, count) = self.group(&mut cursor)?;
            for _ in 0..count {
                let (name, is_registered) = match self.version.has_properties() {
                    true => self.flagged_string(&mut cursor)?,
                    false => (self.string(&mut cursor)?, true),
                };
                self.op_names.push(OperationEntry { dialect, name, is_registered });
            }
        }
        Ok(())
    }

    /// Reads the head of a group of entries of one dialect: the dialect, and how many there are.
    fn group(&self, cursor: &mut Cursor<'b>) -> Result<(usize, usize)> {
        let dialect = cursor.index(self.dialects.len(), "dialect")?;
        Ok((dialect, cursor.count()?))
    }

    fn read_attributes_and_types(&mut self, mut offsets: Cursor<'b>, mut data: Cursor<'b>) -> Result<()> {
        let (attributes, types) = (offsets.count()?, offsets.count()?);
        self.attributes = self.entries(attributes, &mut offsets, &mut data)?;
        self.types = self.entries(types, &mut offsets, &mut data)?;
        offsets.finish("the Attribute/Type offset section")
    }

    fn entries(&self, total: usize, offsets: &mut Cursor<'b>, data: &mut Cursor<'b>) -> Result<Vec<Entry<'b>>> {
        let mut entries = Vec::new();
        while entries.len() < total {
            let (dialect, count) = self.group(offsets)?;
            if count == 0 || count > total - entries.len() {
                return Err(offsets.error("a group has another number of entries than there are"));
            }
            for _ in 0..count {
                let (length, is_encoded) = offsets.flagged()?;
                entries.push(Entry { dialect, is_encoded, data: data.split(length)? });
            }
        }
        Ok(entries)
    }

    fn read_properties(&mut self, mut cursor: Cursor<'b>) -> Result<()> {
        if cursor.at_end() {
            return Ok(());
        }
        for _ in 0..cursor.count()? {
            let length = cursor.varint()?;
            self.properties.push(cursor.split(length)?);
        }
        cursor.finish("the properties section")
    }

    fn read_resources(&mut self, mut offsets: Cursor<'b>, mut data: Cursor<'b>) -> Result<()> {
        for _ in 0..offsets.count()? {
            let owner = self.string(&mut offsets)?;
            let entries = self.resource_entries(&mut offsets, &mut data)?;
            self.resources.push(ResourceGroup { owner, is_dialect: false, entries });
        }
        while !offsets.at_end() {
            let before = offsets;
            let dialect = offsets.index(self.dialects.len(), "dialect")?;
            let owner = self.dialects.get(dialect).copied().unwrap_or_default();
            let entries = self.resource_entries(&mut offsets, &mut data)?;
            if owner != b"builtin" && !entries.is_empty() {
                return Err(
                    before.error(format!("unexpected resources of dialect '{}'", String::from_utf8_lossy(owner)))
                );
            }
            self.resources.push(ResourceGroup { owner, is_dialect: true, entries });
        }
        Ok(())
    }

    fn resource_entries(
        &self,
        offsets: &mut Cursor<'b>,
        data: &mut Cursor<'b>,
    ) -> Result<Vec<(&'b [u8], Resource<'b>)>> {
        let mut entries = Vec::new();
        for _ in 0..offsets.count()? {
            let key = self.string(offsets)?;
            let length = offsets.varint()?;
            let before = *offsets;
            let kind = offsets.byte()?;
            let mut value = data.split(length)?;
            if length == 0 {
                entries.push((key, Resource::Missing));
                continue;
            }
            let resource = match kind {
                0 => {
                    let (alignment, size) = (value.varint()?, value.varint()?);
                    value.align(alignment)?;
                    Resource::Blob(alignment, value.bytes(size)?)
                }
                1 => Resource::Bool(value.byte()? != 0),
                2 => Resource::String(self.string(&mut value)?),
                _ => return Err(before.error(format!("invalid kind of resource: {kind}"))),
            };
            value.finish("a resource entry")?;
            entries.push((key, resource));
        }
        Ok(entries)
    }

    /// The keys of the resources of dialects, by their numbers.
    pub(crate) fn resource_keys(&self) -> Vec<&'b [u8]> {
        let of_dialects = self.resources.iter().filter(|group| group.is_dialect);
        of_dialects.flat_map(|group| group.entries.iter().map(|entry| entry.0)).collect()
    }
}

fn sections<'b>(cursor: &mut Cursor<'b>) -> Result<Sections<'b>> {
    let mut sections: Sections<'b> = [None; Section::ALL.len()];
    while !cursor.at_end() {
        let before: Place = cursor.place();
        let (section, data) = cursor.section()?;
        let Some(place) = sections.get_mut(usize::from(section.number())) else { continue };
        if place.replace(data).is_some() {
            return Err(Error::new(before, format!("duplicate top-level section: {}", section.name())));
        }
    }
    Ok(sections)
}

/// The strings of their section, which has the lengths first, the last string's before the others.
fn strings<'b>(mut cursor: Cursor<'b>) -> Result<Vec<&'b [u8]>> {
    let count = cursor.count()?;
    let mut strings = Vec::with_capacity(count);
    let mut data = cursor;
    for _ in 0..count {
        let length = cursor.varint()?;
        let Some((0, string)) = data.split_end(length)?.split_last().map(|(last, string)| (*last, string)) else {
            return Err(cursor.error("a string does not end with a zero"));
        };
        strings.push(string);
    }
    // The lengths were read to where the first string starts.
    if data.left() != cursor.place().offset - data.place().offset {
        return Err(cursor.error("unexpected trailing data between the offsets for strings and their data"));
    }
    strings.reverse();
    Ok(strings)
}
