//! Reads the text of a module in either language: LLVM assembly by `irtrip-import`, MLIR by `irtrip-grammar`. Neither of them
//! knows the other; what reads both asks here.

use irtrip_dialect::diagnostic::Diagnostic;
use irtrip_dialect::escaped_text::Escape;
use irtrip_dialect::language::Language;
use irtrip_dialect::release::Release;
use irtrip_dialect::{Context, Module};
use irtrip_grammar::{ParseOptions, parse};
use irtrip_import::{ImportOptions, import, import_or_all_errors};

/// The text of a module, and what is known of it.
#[derive(Clone, Copy, Debug)]
pub struct ModuleText<'t> {
    /// The text's language.
    pub language: Language,
    /// The text.
    pub text: &'t str,
    /// The file's name in the locations of operations.
    pub name: &'t str,
    /// The escapes in the text that stand for bytes which are not UTF-8.
    pub escapes: &'t [Escape],
    /// The release that wrote the text, where that is known and the text does not say so.
    pub release: Option<Release>,
    /// The text is that of bitcode.
    pub of_bitcode: bool,
}

/// Which operations get their line and column in the text as location.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum TextLocations {
    /// None.
    #[default]
    None,
    /// Operations without a location of their own.
    Unlocated,
    /// All operations.
    All,
}

/// How a text is read.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ReadOptions {
    /// Which operations get their line and column as location.
    pub locations: TextLocations,
    /// Notes where the text has each operation and phi, beside their locations: [`Body::text_place`](irtrip_dialect::Body::text_place).
    pub places: bool,
    /// As [`ImportOptions::keep_edges`].
    pub keep_edges: bool,
    /// Reading LLVM assembly ends at the first error.
    pub first_error_only: bool,
}

impl ReadOptions {
    /// Operations keep the locations that they have, and the module knows where the text has them, too.
    ///
    /// ```
    /// use irtrip_dialect::{Context, language::Language};
    /// use irtrip_reader::{ModuleText, ReadOptions};
    /// let (ctx, text) = (Context::new(), "module {\n  llvm.func @f()\n}\n");
    /// let module = ModuleText::new(Language::Mlir, text).read(&ctx, ReadOptions::with_places());
    /// let module = module.map_err(|errors| format!("{errors:?}"))?;
    /// let place = module.ops().next().and_then(|op| module.body.text_place(op));
    /// assert_eq!(place, text.find("llvm.func"));
    /// # Ok::<(), String>(())
    /// ```
    pub fn with_places() -> ReadOptions {
        ReadOptions { places: true, ..ReadOptions::default() }
    }

    /// Each operation's location is its line and column in the text.
    ///
    /// ```
    /// use irtrip_dialect::{Context, language::Language};
    /// use irtrip_reader::{ModuleText, ReadOptions};
    /// let ctx = Context::new();
    /// let text = ModuleText::new(Language::Mlir, "module {\n  llvm.func @f()\n}\n");
    /// let module = text.read(&ctx, ReadOptions::with_locations()).map_err(|errors| format!("{errors:?}"))?;
    /// let f = module.ops().next().map(|op| format!("{:?}", ctx.attr_data(module.body.loc(op))));
    /// assert!(f.is_some_and(|location| location.contains("line: 2")));
    /// # Ok::<(), String>(())
    /// ```
    pub fn with_locations() -> ReadOptions {
        ReadOptions { locations: TextLocations::All, ..ReadOptions::default() }
    }
}

impl<'t> ModuleText<'t> {
    /// A text of which nothing else is known.
    pub fn new(language: Language, text: &'t str) -> ModuleText<'t> {
        ModuleText { language, text, name: "-", escapes: &[], release: None, of_bitcode: false }
    }

    /// Reads the module into a context.
    ///
    /// # Errors
    /// All that is wrong with the text, or the first error where `options` ask for that.
    pub fn read(&self, ctx: &Context, options: ReadOptions) -> Result<Module, Vec<Diagnostic>> {
        let locations = options.locations != TextLocations::None;
        match self.language {
            Language::Llvm => {
                let import_options = ImportOptions {
                    locations: locations.then_some(self.name),
                    places: options.places,
                    keep_edges: options.keep_edges,
                    release: self.release,
                    of_bitcode: self.of_bitcode,
                    escapes: self.escapes,
                    ..ImportOptions::default()
                };
                if options.first_error_only {
                    return import(ctx, self.text, &import_options).map_err(|error| vec![*error]);
                }
                import_or_all_errors(ctx, self.text, &import_options)
            }
            Language::Mlir => {
                let places = options.locations == TextLocations::All;
                let file = self.name.to_owned();
                let text_places = options.places;
                parse(ctx, self.text, &ParseOptions { locations, places, text_places, file, ..ParseOptions::default() })
            }
        }
    }
}
