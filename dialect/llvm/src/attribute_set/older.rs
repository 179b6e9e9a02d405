//! Words that older releases have for attributes which are spelled with a value since. LangRef of LLVM 15, "Function
//! Attributes", "Parameter Attributes".

use crate::release::{Release, Releases};

/// What older releases write for an attribute with a value.
#[derive(Debug)]
pub struct OlderSpelling {
    /// The attribute: `memory`.
    pub attribute: &'static str,
    /// Its value: `argmem: read`.
    pub value: &'static str,
    /// The words, each with the attribute that LLVM's writer has after it.
    pub words: &'static [(&'static str, &'static str)],
    /// The releases that have these words.
    pub releases: Releases,
}

const READNONE: (&str, &str) = ("readnone", "returned");
const READONLY: (&str, &str) = ("readonly", "returned");
const WRITEONLY: (&str, &str) = ("writeonly", "zeroext");
const ARG: (&str, &str) = ("argmemonly", "builtin");
const INACCESSIBLE: (&str, &str) = ("inaccessiblememonly", "inlinehint");
const EITHER: (&str, &str) = ("inaccessiblemem_or_argmemonly", "inlinehint");

const fn memory(value: &'static str, words: &'static [(&'static str, &'static str)]) -> OlderSpelling {
    OlderSpelling { attribute: "memory", value, words, releases: Releases::ALL.until(Release::V16) }
}

/// The words, of each attribute those for the fewest effects first.
static OLDER_SPELLINGS: &[OlderSpelling] = &[
    OlderSpelling {
        attribute: "captures",
        value: "none",
        words: &[("nocapture", "nocf_check")],
        releases: Releases::ALL.until(Release::V21),
    },
    // Without a value, and so among the attributes that never have one.
    OlderSpelling {
        attribute: "uwtable",
        value: "",
        words: &[("uwtable", "willreturn")],
        releases: Releases::ALL.until(Release::V15),
    },
    memory("none", &[READNONE]),
    memory("argmem: read", &[ARG, READONLY]),
    memory("argmem: write", &[ARG, WRITEONLY]),
    memory("inaccessiblemem: read", &[INACCESSIBLE, READONLY]),
    memory("inaccessiblemem: write", &[INACCESSIBLE, WRITEONLY]),
    memory("argmem: readwrite", &[ARG]),
    memory("inaccessiblemem: readwrite", &[INACCESSIBLE]),
    memory("argmem: read, inaccessiblemem: read", &[EITHER, READONLY]),
    memory("argmem: write, inaccessiblemem: write", &[EITHER, WRITEONLY]),
    memory("argmem: readwrite, inaccessiblemem: readwrite", &[EITHER]),
    memory("read", &[READONLY]),
    memory("write", &[WRITEONLY]),
];

impl OlderSpelling {
    /// What a release writes for an attribute, where it is other than today.
    ///
    /// ```
    /// use irtrip_dialect::attribute_set::OlderSpelling;
    /// use irtrip_dialect::release::Release;
    /// let of = |release| OlderSpelling::find("captures", "none", release);
    /// assert!(of(Release::V16).is_some() && of(Release::V22).is_none());
    /// ```
    pub fn find(attribute: &str, value: &str, release: Release) -> Option<&'static OlderSpelling> {
        OlderSpelling::of(attribute, release).find(|row| row.value == value)
    }

    /// The releases that have words of their own for an attribute.
    pub fn releases_of(attribute: &str) -> Releases {
        OLDER_SPELLINGS.iter().find(|row| row.attribute == attribute).map_or(Releases::ALL, |row| row.releases)
    }

    /// The values of an attribute that a release has words for.
    pub fn of(attribute: &str, release: Release) -> impl Iterator<Item = &'static OlderSpelling> {
        OLDER_SPELLINGS.iter().filter(move |row| row.attribute == attribute && row.releases.contains(release))
    }
}
