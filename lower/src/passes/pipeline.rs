//! Pipelines of passes, as text: `builtin.module(func.func(a{x=1}),b)`.

use std::fmt;

use irtrip_dialect::deep_stack::on_deep_stack;
use irtrip_dialect::passes::timing::time;
use irtrip_dialect::{Context, ContextDialects, Module, Op};

use super::pass::{Options, Pass, PassRun, PipelineError};
use super::table::pass;
use crate::conversion::{ConversionError, Reports};

/// The most pipelines that lie in one another.
const MAX_DEPTH: usize = 64;

#[derive(Clone, Debug)]
enum Step {
    Pass(&'static Pass, Options),
    Nested(String, Vec<Step>),
}

/// Passes in order.
#[derive(Clone, Debug)]
pub struct Pipeline {
    anchor: &'static str,
    steps: Vec<Step>,
}

impl Default for Pipeline {
    fn default() -> Self {
        Pipeline { anchor: ANCHORS[0], steps: Vec::new() }
    }
}

/// The operations that a module's passes may be declared to run on.
const ANCHORS: [&str; 2] = ["builtin.module", "any"];

impl Pipeline {
    /// Reads a pipeline that runs on a module.
    ///
    /// # Errors
    /// The text is no pipeline, or a pass or an option is not known.
    pub fn parse(text: &str) -> Result<Pipeline, PipelineError> {
        let text = text.trim();
        let inside = |anchor: &str| text.strip_prefix(anchor)?.trim_start().strip_prefix('(')?.strip_suffix(')');
        let (anchor, list) =
            ANCHORS.into_iter().find_map(|anchor| Some((anchor, inside(anchor)?))).ok_or(PipelineError::NoAnchor)?;
        Ok(Pipeline { anchor, steps: steps(list, 0)? })
    }

    /// Adds a pass at the end.
    pub fn push(&mut self, pass: &'static Pass, options: Options) {
        self.steps.push(Step::Pass(pass, options));
    }

    /// Whether there is no pass.
    pub fn is_empty(&self) -> bool {
        self.steps.is_empty()
    }

    /// The operation that it runs on.
    pub fn anchor(&self) -> &'static str {
        self.anchor
    }

    /// The pipeline as upstream dumps it: a step a line.
    pub fn dump(&self) -> String {
        let steps: Vec<String> = self.steps.iter().map(|step| format!("  {step}")).collect();
        format!("Pass Manager with {} passes:\n{}(\n{}\n)\n\n", self.steps.len(), self.anchor, steps.join(",\n"))
    }

    /// Runs the passes on a module. Returns the errors about operations that passes left as they were.
    ///
    /// # Errors
    /// A pass failed. The module is as it was before that pass.
    pub fn run(&self, ctx: &Context, module: &mut Module) -> Result<Reports, ConversionError> {
        on_deep_stack(|| run(ctx, module, &self.steps, true))
    }

    /// As [`Pipeline::run`], and asks after each step, a pass or a nested pipeline, whether the module is valid.
    ///
    /// # Errors
    /// A pass failed, or, if there is no error, the module is not valid and as the step left it.
    pub fn run_verified(
        &self,
        ctx: &Context,
        module: &mut Module,
        is_valid: impl Fn(&Module) -> bool,
    ) -> Result<Reports, Option<ConversionError>> {
        let mut reports = Reports::new();
        for step in &self.steps {
            reports.extend(run(ctx, module, std::slice::from_ref(step), true)?);
            if !is_valid(module) {
                return Err(None);
            }
        }
        Ok(reports)
    }

    /// As [`Pipeline::run`], for a caller who restores the module where a pass fails.
    pub(crate) fn run_unrestored(&self, ctx: &Context, module: &mut Module) -> Result<Reports, ConversionError> {
        run(ctx, module, &self.steps, false)
    }
}

fn run(ctx: &Context, module: &mut Module, steps: &[Step], restores: bool) -> Result<Reports, ConversionError> {
    let mut reports = Reports::new();
    run_on(ctx, module, None, steps, restores, &mut reports)?;
    Ok(reports)
}

fn run_on(
    ctx: &Context,
    module: &mut Module,
    op: Option<Op>,
    steps: &[Step],
    restores: bool,
    reports: &mut Reports,
) -> Result<(), ConversionError> {
    for step in steps {
        match step {
            Step::Pass(pass, options) => {
                let run = PassRun { ctx, module: &mut *module, op, options, restores };
                reports.extend(time(pass.name, || pass.run(run))?);
            }
            Step::Nested(anchor, nested) => {
                let name = ctx.op_name(anchor);
                let ops: Vec<Op> = module.ops().filter(|&op| anchor == "any" || module.body.name(op) == name).collect();
                for op in ops {
                    run_on(ctx, module, Some(op), nested, restores, reports)?;
                }
            }
        }
    }
    Ok(())
}

/// The steps of a list between brackets.
fn steps(list: &str, depth: usize) -> Result<Vec<Step>, PipelineError> {
    if depth > MAX_DEPTH {
        return Err(PipelineError::Syntax);
    }
    let mut found = Vec::new();
    for item in items(list)? {
        let end = item.find(['(', '{']).unwrap_or(item.len());
        let (name, rest) = item.split_at(end);
        let name = name.trim();
        if let Some(nested) = rest.strip_prefix('(').and_then(|rest| rest.strip_suffix(')')) {
            found.push(Step::Nested(name.to_owned(), steps(nested, depth + 1)?));
            continue;
        }
        let pass = pass(name).ok_or_else(|| PipelineError::UnknownPass(name.to_owned()))?;
        let options = match rest {
            "" => Options::default(),
            _ => {
                let text =
                    rest.strip_prefix('{').and_then(|rest| rest.strip_suffix('}')).ok_or(PipelineError::Syntax)?;
                Options::parse(pass, text)?
            }
        };
        found.push(Step::Pass(pass, options));
    }
    Ok(found)
}

/// The items between commas that are in no brackets.
fn items(list: &str) -> Result<Vec<&str>, PipelineError> {
    let mut found = Vec::new();
    let (mut open, mut start) = (0usize, 0);
    for (at, byte) in list.bytes().enumerate() {
        match byte {
            b'(' | b'{' => open += 1,
            b')' | b'}' => open = open.checked_sub(1).ok_or(PipelineError::Syntax)?,
            b',' if open == 0 => {
                found.push(list.get(start..at).unwrap_or_default().trim());
                start = at + 1;
            }
            _ => {}
        }
    }
    if open != 0 {
        return Err(PipelineError::Syntax);
    }
    found.push(list.get(start..).unwrap_or_default().trim());
    found.retain(|item| !item.is_empty());
    Ok(found)
}

impl fmt::Display for Pipeline {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}(", self.anchor)?;
        write_steps(f, &self.steps)?;
        f.write_str(")")
    }
}

fn write_steps(f: &mut fmt::Formatter<'_>, steps: &[Step]) -> fmt::Result {
    for (place, step) in steps.iter().enumerate() {
        if place > 0 {
            f.write_str(",")?;
        }
        write!(f, "{step}")?;
    }
    Ok(())
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Step::Pass(pass, options) if options.set.is_empty() => f.write_str(pass.name),
            Step::Pass(pass, options) => {
                let set: Vec<String> = options.set.iter().map(|(name, value)| format!("{name}={value}")).collect();
                write!(f, "{}{{{}}}", pass.name, set.join(" "))
            }
            Step::Nested(anchor, nested) => {
                write!(f, "{anchor}(")?;
                write_steps(f, nested)?;
                f.write_str(")")
            }
        }
    }
}
