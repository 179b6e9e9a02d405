//! Annotations of functions for NVVM, and the function attributes that LLVM has in their place since LLVM 20. NVVM IR
//! specification, "Global Property Annotation"; LLVM's user guide for NVPTX, "Function Attributes".

/// The named metadata with the annotations.
pub const ANNOTATIONS: &str = "nvvm.annotations";

/// The annotation that a function is a kernel.
pub const KERNEL: &str = "kernel";

/// The annotation of how a result or parameter is aligned where it is passed, which is `alignstack` of it since LLVM 21: the bytes, and
/// above [`PLACE`] of its bits 0 for the result, or the place of the parameter from one.
pub const ALIGN: &str = "align";
/// The bits of that annotation that hold the bytes.
pub const PLACE: u32 = 16;

/// Annotations, each with the attribute that has its number; of two with one attribute, the first is written.
pub const ATTRIBUTES: [(&str, &str); 4] = [
    ("maxclusterrank", "nvvm.maxclusterrank"),
    ("cluster_max_blocks", "nvvm.maxclusterrank"),
    ("maxnreg", "nvvm.maxnreg"),
    ("minctasm", "nvvm.minctasm"),
];

/// The same for annotations of which there is one for each of [`AXES`]; the attribute has all numbers.
pub const DIMENSIONS: [(&str, &str); 3] =
    [("cluster_dim_", "nvvm.cluster_dim"), ("maxntid", "nvvm.maxntid"), ("reqntid", "nvvm.reqntid")];

/// What the names of annotations of one dimension end with.
pub const AXES: [&str; 3] = ["x", "y", "z"];

/// The annotations, with their numbers, that say what an attribute of a key and a value does; none for any other
/// attribute.
///
/// ```
/// use irtrip_dialect::metadata::nvvm_annotations::of_attribute;
/// assert_eq!(of_attribute("nvvm.maxntid", "8,4"), [("maxntidx".to_owned(), 8), ("maxntidy".to_owned(), 4)]);
/// assert!(of_attribute("target-cpu", "sm_90").is_empty());
/// ```
pub fn of_attribute(key: &str, value: &str) -> Vec<(String, i64)> {
    let numbers: Option<Vec<i64>> = value.split(',').map(|number| number.trim().parse().ok()).collect();
    let numbers = numbers.filter(|numbers| numbers.len() <= AXES.len()).unwrap_or_default();
    if let ([number], Some(row)) = (numbers.as_slice(), ATTRIBUTES.iter().find(|row| row.1 == key)) {
        return vec![(row.0.to_owned(), *number)];
    }
    let Some(row) = DIMENSIONS.iter().find(|row| row.1 == key) else { return Vec::new() };
    AXES.iter().zip(numbers).map(|(axis, number)| (format!("{}{axis}", row.0), number)).collect()
}
