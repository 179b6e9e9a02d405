//! A function that is changed.

use irtrip_dialect::attributes::well_known::{EMPTY_DICTIONARY, UNKNOWN_LOC};
use irtrip_dialect::{self as dialect, Body, Builder, Context, ContextDialects, InsertPoint, Op, Users, Value};

use super::{AttributeValue, Error, Operation};

/// A function that is changed: operations made, replaced and erased.
///
/// What export writes of a changed function is what its operations say now; preserved attributes that speak of what it was are
/// left out.
pub struct FunctionEditor<'a> {
    ctx: &'a Context,
    body: &'a mut Body,
    /// The users of values, as long as they are known: of the operations up to `known`.
    users: Option<Users>,
    known: usize,
}

impl<'a> FunctionEditor<'a> {
    pub(super) fn new(ctx: &'a Context, model: &'a mut dialect::Module, op: Op) -> Option<FunctionEditor<'a>> {
        let body = model.body.is_defined(op).then(|| model.body.nested_mut(op)).flatten()?;
        Some(FunctionEditor { ctx, body, users: None, known: 0 })
    }

    /// The context of its types and attributes.
    pub fn context(&self) -> &'a Context {
        self.ctx
    }

    /// Its operations as they are now, in order.
    pub fn operations(&self) -> Vec<Op> {
        self.body.regions().first().map_or_else(Vec::new, |region| self.body.walk(*region))
    }

    /// An operation, to look at.
    pub fn view(&self, op: Op) -> Operation<'_> {
        Operation::new(self.ctx, self.body, op)
    }

    /// The users of values as they are now. What builders have made since they were asked for is taken in.
    fn known_users(&mut self) -> &mut Users {
        let count = self.body.op_count();
        let users = match self.users.take() {
            Some(mut users) => {
                let new = (self.known..count).map(Op::new).filter(|op| self.body.parent(*op).is_some());
                new.for_each(|op| users.add(self.body, op));
                users
            }
            None => Users::new(self.body),
        };
        self.known = count;
        self.users.insert(users)
    }

    /// The operations that use a value, once for each time.
    ///
    /// ```
    /// use irtrip::{Module, dialect::ops::llvm::ADD};
    /// let mut module = Module::from_llvm("define i32 @f(i32 %x) {\n  ret i32 %x\n}\n")?;
    /// let mut f = module.function_mut("f").expect("f is defined");
    /// let ret = f.operations()[0];
    /// let x = f.view(ret).operands()[0];
    /// assert_eq!(f.users(x), [ret]);
    /// f.before(ret).binary(ADD, x, x);
    /// assert_eq!(f.users(x).len(), 3);
    /// # Ok::<(), irtrip::Error>(())
    /// ```
    pub fn users(&mut self, value: Value) -> &[Op] {
        self.known_users().of(value)
    }

    /// Puts a value in place of another wherever that is used.
    pub fn replace_all_uses_with(&mut self, of: Value, with: Value) {
        self.known_users();
        if let Some(users) = &mut self.users {
            users.replace_all_uses(self.body, of, with);
        }
    }

    /// Takes an operation out of the function.
    ///
    /// # Errors
    /// A result of it is used. Nothing is changed.
    pub fn erase(&mut self, op: Op) -> Result<(), Error> {
        let results = self.body.results(op);
        let users = self.known_users();
        if { results }.any(|result| !users.of(result).is_empty()) {
            let name = self.ctx.op_name_str(self.body.name(op));
            return Err(Error::without_place(format!("'{name}' cannot be erased: its result is used")));
        }
        if let Some(users) = &mut self.users {
            users.remove(self.body, op);
        }
        self.body.erase(op);
        // Nothing that it alone spoke of is written.
        self.body.set_attrs(op, EMPTY_DICTIONARY);
        self.body.set_loc(op, UNKNOWN_LOC);
        Ok(())
    }

    /// Makes operations before one, with its location.
    ///
    /// ```
    /// use irtrip::Module;
    /// use irtrip::dialect::LlvmBuilder;
    /// let mut module = Module::from_llvm("declare void @log()\n\ndefine void @f() {\n  ret void\n}\n")?;
    /// let mut f = module.function_mut("f").expect("f is defined");
    /// let ret = f.operations()[0];
    /// f.before(ret).call("log", &[], None);
    /// assert!(module.to_llvm()?.contains("  call void @log()\n  ret void\n"));
    /// # Ok::<(), irtrip::Error>(())
    /// ```
    pub fn before(&mut self, op: Op) -> Builder<'_> {
        self.builder(InsertPoint::Before(op), op)
    }

    /// Makes operations after one, with its location.
    pub fn after(&mut self, op: Op) -> Builder<'_> {
        self.builder(InsertPoint::After(op), op)
    }

    fn builder(&mut self, at: InsertPoint, of: Op) -> Builder<'_> {
        let loc = self.body.loc(of);
        Builder::new(self.ctx, self.body, at, loc)
    }

    /// Sets an attribute of an operation, or takes it away.
    ///
    /// ```
    /// use irtrip::Module;
    /// let mut module = Module::from_llvm("define void @f(ptr %p) {\n  %x = load i32, ptr %p\n  ret void\n}\n")?;
    /// let mut f = module.function_mut("f").expect("f is defined");
    /// let load = f.operations()[0];
    /// f.set(load, "alignment", &8_i64);
    /// assert!(module.to_llvm()?.contains("load i32, ptr %p, align 8"));
    /// # Ok::<(), irtrip::Error>(())
    /// ```
    pub fn set(&mut self, op: Op, name: &str, value: &impl AttributeValue) {
        let value = value.to_attribute(self.ctx);
        self.body.set_attrs(op, self.ctx.with_entry(self.body.attrs(op), self.ctx.str(name), value));
    }

    /// The body.
    pub fn body(&self) -> &Body {
        self.body
    }
}
