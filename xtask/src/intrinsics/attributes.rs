//! The attributes of an intrinsic's declaration, from its properties (the class `IntrinsicProperty`).

use anyhow::{Result, bail};

use crate::records::{Record, Records, class, number};

/// The properties that are a function's attribute, in the order in which LLVM prints attributes.
const FUNCTION: &[(&str, &str)] = &[
    ("IntrCold", "cold"),
    ("IntrConvergent", "convergent"),
    ("IntrNoCallback", "nocallback"),
    ("IntrNoCreateUndefOrPoison", "nocreateundeforpoison"),
    ("IntrNoDuplicate", "noduplicate"),
    ("IntrNoFree", "nofree"),
    ("IntrNoMerge", "nomerge"),
    ("IntrNoReturn", "noreturn"),
    ("IntrNoSync", "nosync"),
    // Every intrinsic has this one but those that are marked to throw.
    ("Throws", "nounwind"),
    ("IntrSpeculatable", "speculatable"),
    ("IntrStrictFP", "strictfp"),
    ("IntrWillReturn", "willreturn"),
];

/// The properties for which memory is accessed, and how; and those that are no attributes.
const MEMORY: &[&str] = &[
    "IntrNoMem",
    "IntrReadMem",
    "IntrWriteMem",
    "IntrArgMemOnly",
    "IntrInaccessibleMemOnly",
    "IntrInaccessibleMemOrArgMemOnly",
    "IntrHasSideEffects",
];
const NO_ATTRIBUTES: &[&str] = &["Commutative"];

/// The classes of properties of the result or a parameter, in the order in which LLVM prints attributes.
const PARAMETER: &[(&str, &str)] = &[
    ("ImmArg", "immarg"),
    ("NoAlias", "noalias"),
    ("NoUndef", "noundef"),
    ("NonNull", "nonnull"),
    ("ReadNone", "readnone"),
    ("ReadOnly", "readonly"),
    ("Returned", "returned"),
    ("WriteOnly", "writeonly"),
    ("Align", "align"),
    ("NoCapture", "captures(none)"),
    ("Range", "range"),
];

/// The line of the table for an intrinsic: the attributes of the function, the result and each parameter.
pub fn attributes(records: &Records, intrinsic: &Record) -> Result<String> {
    let mut function: Vec<&str> = Vec::new();
    // By place: that of the result is 0, that of the first parameter 1.
    let mut values: Vec<Vec<(usize, String)>> = Vec::new();
    let has_defaults = number(intrinsic, "DisableDefaultAttributes")? == 0;
    for name in records.instances("IntrinsicProperty")? {
        if has_defaults && number(records.record(name)?, "IsDefault")? != 0 {
            function.push(name);
        }
    }
    for (name, property) in records.list(intrinsic, "IntrProperties")? {
        match class(property) {
            Some("IntrinsicProperty") => function.push(name),
            // Only how a parameter is printed.
            Some("ArgInfo") => {}
            Some(class) => {
                let Some(order) = PARAMETER.iter().position(|(known, _)| *known == class) else {
                    bail!("the property {class} is not known");
                };
                let place = usize::try_from(number(property, "ArgNo")?)?;
                values.resize_with(values.len().max(place + 1), Vec::new);
                values[place].push((order, parameter_attribute(PARAMETER[order].1, property)?));
            }
            None => bail!("the property {name} has no class"),
        }
    }
    let mut line = function_attributes(&function)?;
    for value in &mut values {
        value.sort();
        let words: Vec<&str> = value.iter().map(|(_, word)| word.as_str()).collect();
        line += &format!("; {}", words.join(" "));
    }
    Ok(line)
}

fn parameter_attribute(word: &str, property: &Record) -> Result<String> {
    Ok(match word {
        "align" => format!("align({})", number(property, "Align")?),
        "range" => format!("range({},{})", number(property, "Lower")?, number(property, "Upper")?),
        _ => word.to_owned(),
    })
}

fn function_attributes(properties: &[&str]) -> Result<String> {
    let has = |name: &str| properties.contains(&name);
    for name in properties {
        if !FUNCTION.iter().any(|(known, _)| known == name) && !MEMORY.contains(name) && !NO_ATTRIBUTES.contains(name) {
            bail!("the property {name} is not known");
        }
    }
    let words = FUNCTION.iter().filter(|(name, _)| has(name) != (*name == "Throws")).map(|(_, word)| *word);
    let mut words: Vec<String> = words.map(str::to_owned).collect();
    words.extend(memory(has));
    Ok(words.join(" "))
}

/// `memory(...)`, where there are restrictions: an intrinsic without memory that has side effects may access all.
fn memory(has: impl Fn(&str) -> bool) -> Option<String> {
    let access = match () {
        () if has("IntrNoMem") => return (!has("IntrHasSideEffects")).then(|| "memory(none)".to_owned()),
        () if has("IntrReadMem") => "read",
        () if has("IntrWriteMem") => "write",
        () => "readwrite",
    };
    match () {
        () if has("IntrArgMemOnly") => Some(format!("memory(argmem: {access})")),
        () if has("IntrInaccessibleMemOnly") => Some(format!("memory(inaccessiblemem: {access})")),
        () if has("IntrInaccessibleMemOrArgMemOnly") => {
            Some(format!("memory(argmem: {access}, inaccessiblemem: {access})"))
        }
        () => (access != "readwrite").then(|| format!("memory({access})")),
    }
}
