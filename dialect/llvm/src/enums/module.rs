//! Enumerations of module-level metadata. LangRef, "Module Flags Metadata", "DICompileUnit".

use super::table::{EnumCase, EnumForm, EnumValue, Enumeration};

enumeration! {
    /// LangRef, "Module Flags Metadata"; LLVM writes the number.
    ModuleFlagBehavior: "LLVM Module Flag Behavior", EnumForm::Integer, {
        Error = 1 "error" "",
        Warning = 2 "warning" "",
        Require = 3 "require" "",
        Override = 4 "override" "",
        Append = 5 "append" "",
        AppendUnique = 6 "append_unique" "",
        Max = 7 "max" "",
        Min = 8 "min" "" since V15,
    }
}

enumeration! {
    /// The `ProfileSummary` module flag's format.
    ProfileSummaryFormat: "LLVM ProfileSummary format kinds", EnumForm::Integer, {
        SampleProfile = 0 "SampleProfile" "SampleProfile",
        InstrProf = 1 "InstrProf" "InstrProf",
        CSInstrProf = 2 "CSInstrProf" "CSInstrProf",
    }
}

enumeration! {
    /// LangRef, "DICompileUnit", `emissionKind`.
    DiEmissionKind: "LLVM debug emission kind", EnumForm::Integer, {
        None = 0 "None" "NoDebug",
        Full = 1 "Full" "FullDebug",
        LineTablesOnly = 2 "LineTablesOnly" "LineTablesOnly",
        DebugDirectivesOnly = 3 "DebugDirectivesOnly" "DebugDirectivesOnly" since V8,
    }
}

enumeration! {
    /// LangRef, "DICompileUnit", `nameTableKind`.
    DiNameTableKind: "LLVM debug name table kind", EnumForm::Integer, {
        Default = 0 "Default" "Default",
        GNU = 1 "GNU" "GNU",
        None = 2 "None" "None",
        Apple = 3 "Apple" "Apple" since V17,
    }
}

enumeration! {
    /// LangRef, "DIFixedPointType", `kind`; LLVM IR alone has it.
    DiFixedPointKind: "LLVM debug fixed-point kind", EnumForm::Integer, {
        Binary = 0 "Binary" "Binary",
        Decimal = 1 "Decimal" "Decimal",
        Rational = 2 "Rational" "Rational",
    }
}
