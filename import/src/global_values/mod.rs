//! Step 4: variables, aliases, ifuncs, comdats and function headers; module-level use-list orders.

pub(crate) mod comdats;
pub(crate) mod function_headers;
pub(crate) mod implicit_intrinsic_declarations;
pub(crate) mod older_declarations;
pub(crate) mod use_list_orders;
pub(crate) mod variables;
