//! Signatures in the table's words, from the codes that LLVM encodes an intrinsic's types in (the class `IIT_Base`).

use std::collections::HashMap;

use anyhow::{Context as _, Result, bail};

use crate::records::{Records, number};

/// What each number of an encoded signature means.
pub struct Codes<'a> {
    /// The names of the codes: `IIT_I32`.
    types: HashMap<i64, &'a str>,
    /// The names of the kinds of overloaded types: `AnyInteger`.
    kinds: HashMap<i64, &'a str>,
}

impl<'a> Codes<'a> {
    pub fn of(records: &'a Records) -> Result<Codes<'a>> {
        let mut types = HashMap::new();
        for name in records.instances("IIT_Base")? {
            types.insert(number(records.record(name)?, "Number")?, name);
        }
        let kinds = records.record("ArgKind")?.iter();
        let kinds = kinds.filter_map(|(name, value)| Some((value.as_i64()?, name.as_str()))).collect();
        Ok(Codes { types, kinds })
    }

    /// An encoded signature in words.
    pub fn signature(&self, encoded: &[i64]) -> Result<String> {
        // A result of a type that has no code is decoded as if nothing was encoded.
        let mut words = Vec::new();
        let mut rest = if encoded.is_empty() { [0].iter() } else { encoded.iter() }.copied();
        while let Some(code) = rest.next() {
            words.push(self.word(code, &mut rest)?);
        }
        Ok(words.join(" "))
    }

    /// The word for a code; `rest` has the numbers that belong to it.
    fn word(&self, code: i64, rest: &mut impl Iterator<Item = i64>) -> Result<String> {
        let name = self.types.get(&code).with_context(|| format!("no code {code}"))?;
        let name = name.strip_prefix("IIT_").unwrap_or(name);
        let mut next = || rest.next().with_context(|| format!("nothing after {name}"));
        let fixed = match name {
            "Done" => "void",
            "VARARG" => "...",
            "F16" => "half",
            "BF16" => "bfloat",
            "F32" => "float",
            "F64" => "double",
            "F128" => "fp128",
            "PPCF128" => "ppc_fp128",
            "TOKEN" => "token",
            "METADATA" => "metadata",
            "AMX" => "x86_amx",
            "AARCH64_SVCOUNT" => "svcount",
            // LLVM IR has no other type for it since the release 20.
            "MMX" => "v1 i64",
            "PTR" => "p0",
            "EXTERNREF" => "p10",
            "FUNCREF" => "p20",
            "EMPTYSTRUCT" => "struct0",
            "STRUCT" => return Ok(format!("struct{}", next()? + 2)),
            "ANYPTR" => return Ok(format!("p{}", next()?)),
            "SCALABLE_VEC" => return Ok(format!("nx{}", self.word(next()?, &mut std::iter::empty())?)),
            "ARG" => return self.overloaded(next()?),
            "EXTEND_ARG" => return Ok(format!("extended{}", overload(next()?))),
            "TRUNC_ARG" => return Ok(format!("truncated{}", overload(next()?))),
            "VEC_ELEMENT" => return Ok(format!("element{}", overload(next()?))),
            "SUBDIVIDE2_ARG" => return Ok(format!("subdivided{}/2", overload(next()?))),
            "SUBDIVIDE4_ARG" => return Ok(format!("subdivided{}/4", overload(next()?))),
            "VEC_OF_BITCASTS_TO_INT" => return Ok(format!("bitcast_int{}", overload(next()?))),
            "SAME_VEC_WIDTH_ARG" => return Ok(format!("same_length{}", overload(next()?))),
            "ONE_NTH_ELTS_VEC_ARG" => return Ok(format!("one_nth{}/{}", next()?, next()?)),
            "VEC_OF_ANYPTRS_TO_ELT" => {
                let own = next()?;
                return Ok(format!("pointers{}/{own}", next()?));
            }
            _ => match name.split_at(1) {
                ("I", width) if width.parse::<u32>().is_ok() => return Ok(format!("i{width}")),
                ("V", size) if size.parse::<u32>().is_ok() => return Ok(format!("v{size}")),
                _ => bail!("the code {name} is not known"),
            },
        };
        Ok(fixed.to_owned())
    }

    /// The word for a type that is left open, or for one that is the same as such a type.
    fn overloaded(&self, argument: i64) -> Result<String> {
        let kind = match self.kinds.get(&(argument & 7)).copied() {
            Some("Any") => "any",
            Some("AnyInteger") => "anyint",
            Some("AnyFloat") => "anyfloat",
            Some("AnyVector") => "anyvector",
            Some("AnyPointer") => "anyptr",
            Some("MatchType") => "match",
            kind => bail!("the kind {kind:?} of an overloaded type is not known"),
        };
        Ok(format!("{kind}{}", overload(argument)))
    }
}

/// The number of the overloaded type that an encoded argument is about; its kind is in the low three bits.
fn overload(argument: i64) -> i64 {
    argument >> 3
}
