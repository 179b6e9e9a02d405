; ModuleID = 'x'
source_filename = "x"

@v = internal constant i32 0
@table = constant [1 x ptr] [ptr @f]

@a = alias void (), ptr @f

define void @f() {
  ret void
}

define void @g() {
  ret void
}

^0 = module: (path: "llvm-22-summaries.bc", hash: (0, 0, 0, 0, 0))
^1 = gv: (guid: 55)
^2 = gv: (name: "v", summaries: (variable: (module: ^0, flags: (linkage: internal, visibility: default, notEligibleToImport: 1, live: 0, dsoLocal: 1, canAutoHide: 0, importType: definition), varFlags: (readonly: 1, writeonly: 1, constant: 1)))) ; guid = 3116567025334787025
^3 = gv: (name: "table", summaries: (variable: (module: ^0, flags: (linkage: external, visibility: default, notEligibleToImport: 0, live: 0, dsoLocal: 0, canAutoHide: 0, importType: definition), varFlags: (readonly: 0, writeonly: 0, constant: 1, vcall_visibility: 1), vTableFuncs: ((virtFunc: ^6, offset: 16)), refs: (^6)))) ; guid = 8539373648025336234
^4 = gv: (name: "a", summaries: (alias: (module: ^0, flags: (linkage: external, visibility: default, notEligibleToImport: 0, live: 0, dsoLocal: 0, canAutoHide: 0, importType: definition), aliasee: ^6))) ; guid = 12157170054180749580
^5 = gv: (name: "g", summaries: (function: (module: ^0, flags: (linkage: external, visibility: default, notEligibleToImport: 0, live: 0, dsoLocal: 0, canAutoHide: 0, importType: definition), insts: 1, calls: ((callee: ^6, tail: 1))))) ; guid = 13146401226427987378
^6 = gv: (name: "f", summaries: (function: (module: ^0, flags: (linkage: external, visibility: hidden, notEligibleToImport: 0, live: 1, dsoLocal: 0, canAutoHide: 1, importType: declaration), insts: 1, funcFlags: (readNone: 1, readOnly: 0, noRecurse: 0, returnDoesNotAlias: 0, noInline: 0, alwaysInline: 0, noUnwind: 0, mayThrow: 1, hasUnknownCall: 0, mustBeUnreachable: 0), calls: ((callee: ^1, hotness: hot, tail: 1), (callee: ^5)), refs: (^3, readonly ^2)))) ; guid = 14740650423002898831
^7 = typeidCompatibleVTable: (name: "_ZTS1A", summary: ((offset: 16, ^3))) ; guid = 7004155349499253778
^8 = flags: 8
^9 = blockcount: 3
