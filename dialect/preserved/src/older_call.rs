//! `irtrip.older_call`: what the call of an older release's intrinsic had in addition.

use crate::context::{Attr, Context, Str, Type};
use crate::names::{ARG_ATTRS, IRTRIP_OLDER_CALL};
use crate::types::well_known::I64;

/// The keys of the dictionary, but for `arg_attrs`.
const ATTRIBUTES: &str = "attributes";
const NAME: &str = "name";
const TAIL: &str = "tail";
const ALIGN: &str = "align";
const SIZE: &str = "size";
const OF: &str = "of";
const CAST: &str = "cast";
const CALLEE: &str = "callee";
const TYPE: &str = "type";
const IMMEDIATES: &str = "immediates";
const ENTRIES: &str = "entries";

/// What the call of an older release's intrinsic had that the current does not.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct OlderCall {
    /// The dictionaries of its arguments.
    pub arg_attrs: Option<Attr>,
    /// Its function attributes, a list as [`list_attr`](crate::attribute_set::list_attr) makes it.
    pub attributes: Option<Attr>,
    /// The name of its result, a string.
    pub name: Option<Attr>,
    /// What kind of tail call it was, a string as `irtrip.tail` has it.
    pub tail: Option<Attr>,
    /// The alignment that stands for the number 0.
    pub align: Option<i64>,
    /// The size that a lifetime marker has, and the type of its `alloca`.
    pub size: Option<(i64, Type)>,
    /// Which of the casts of its `alloca` a lifetime marker takes, counted in the function's order.
    pub cast: Option<i64>,
    /// The full name of the intrinsic that it called, where several are one today.
    pub callee: Option<Str>,
    /// The intrinsic that an instruction is in the place of.
    pub intrinsic: Option<OlderIntrinsic>,
    /// Other entries that it had, a dictionary, where the instruction has others in their place.
    pub entries: Option<Attr>,
}

/// An intrinsic of an older release that is an instruction today.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OlderIntrinsic {
    /// Its full name.
    pub callee: Str,
    /// Its type.
    pub ty: Type,
    /// The arguments after those that the instruction has, an array of integers.
    pub immediates: Attr,
}

impl OlderCall {
    /// The attribute; `None` where there is nothing in it.
    ///
    /// ```
    /// use irtrip_dialect::preserved::OlderCall;
    /// use irtrip_dialect::types::well_known::I32;
    /// let ctx = irtrip_dialect::Context::new();
    /// let call = OlderCall { size: Some((4, I32)), ..OlderCall::default() };
    /// let entry = call.entry(&ctx).map(|entry| ctx.dictionary(&[entry]));
    /// assert_eq!(entry.map(|attrs| OlderCall::of(&ctx, attrs)), Some(call));
    /// assert_eq!(OlderCall::default().entry(&ctx), None);
    /// ```
    pub fn entry(&self, ctx: &Context) -> Option<(Str, Attr)> {
        let mut entries: Vec<(Str, Attr)> = self.arg_attrs.map(|list| (ARG_ATTRS, list)).into_iter().collect();
        entries.extend(self.attributes.map(|list| (ctx.str(ATTRIBUTES), list)));
        entries.extend(self.name.map(|name| (ctx.str(NAME), name)));
        entries.extend(self.tail.map(|tail| (ctx.str(TAIL), tail)));
        entries.extend(self.align.map(|align| (ctx.str(ALIGN), ctx.int_attr(I64, align))));
        if let Some((size, of)) = self.size {
            entries.extend([(ctx.str(SIZE), ctx.int_attr(I64, size)), (ctx.str(OF), ctx.type_attr(of))]);
        }
        entries.extend(self.cast.map(|place| (ctx.str(CAST), ctx.int_attr(I64, place))));
        entries.extend(self.callee.map(|callee| (ctx.str(CALLEE), ctx.str_attr(callee))));
        if let Some(OlderIntrinsic { callee, ty, immediates }) = self.intrinsic {
            entries.extend([(ctx.str(CALLEE), ctx.str_attr(callee)), (ctx.str(TYPE), ctx.type_attr(ty))]);
            entries.push((ctx.str(IMMEDIATES), immediates));
        }
        entries.extend(self.entries.map(|others| (ctx.str(ENTRIES), others)));
        (!entries.is_empty()).then(|| (IRTRIP_OLDER_CALL, ctx.dictionary(&entries)))
    }

    /// What the dictionary of an operation says.
    pub fn of(ctx: &Context, attrs: Attr) -> OlderCall {
        let Some(older) = ctx.entry(attrs, IRTRIP_OLDER_CALL) else { return OlderCall::default() };
        let entry = |key: &str| ctx.entry(older, ctx.str(key));
        let size = entry(SIZE).and_then(|size| ctx.int_value(size));
        let callee = entry(CALLEE).and_then(|callee| ctx.string_value(callee));
        let intrinsic = || {
            let callee = callee?;
            let ty = entry(TYPE).and_then(|ty| ctx.type_value(ty))?;
            Some(OlderIntrinsic { callee, ty, immediates: entry(IMMEDIATES)? })
        };
        let intrinsic = intrinsic();
        OlderCall {
            arg_attrs: ctx.entry(older, ARG_ATTRS),
            attributes: entry(ATTRIBUTES),
            name: entry(NAME),
            tail: entry(TAIL),
            align: entry(ALIGN).and_then(|align| ctx.int_value(align)),
            size: size.zip(entry(OF).and_then(|of| ctx.type_value(of))),
            cast: entry(CAST).and_then(|place| ctx.int_value(place)),
            callee: callee.filter(|_| intrinsic.is_none()),
            intrinsic,
            entries: entry(ENTRIES),
        }
    }
}
