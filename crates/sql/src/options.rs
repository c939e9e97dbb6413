//! The options of a session: limits and hints that hold for every page.

use consomme::encoding_rs::Encoding;
use consomme::{Hints, Limits, ParseOptions};
use datafusion::common::extensions_options;
use datafusion::config::{ConfigExtension, ConfigOptions};

extensions_options! {
    /// The options of a session, which SQL sets: `SET consomme.max_page_bytes = 10000000`.
    ///
    /// A page that reaches a limit never fails a query: see `html_error`.
    pub struct ConsommeOptions {
        /// The largest page that is parsed, in bytes. The functions return null for a larger one.
        pub max_page_bytes: usize, default = 1 << 28

        /// The largest value of a function for one page, in bytes of its texts and 16 for each
        /// text. Instead of a larger one, the function returns null: the texts of nested elements
        /// can take many times the size of a page.
        pub max_value_bytes: usize, default = 1 << 28

        /// How many milliseconds the functions in one step of a query can take for a page, with its
        /// parse. 0 for no limit. Nothing is interrupted, so they may take longer: the time is
        /// looked at after each 262,144 bytes of the page, before each value, and at each item of a
        /// list. An answer with such a limit depends on the machine and its load.
        pub max_page_milliseconds: u64, default = 0

        /// How many nodes a tree can have. The rest of the page is not parsed.
        pub max_nodes: usize, default = 1 << 24

        /// How deep elements can be in a tree, in levels. A deeper element becomes a sibling.
        pub max_depth: usize, default = 512

        /// How many parse errors `html_errors` returns for a page.
        pub max_errors: usize, default = 1000

        /// How many steps `html_select` and `html_select_attr` can take for a page: comparisons of
        /// elements with parts of the selector. Few selectors take more than ten for each element.
        pub max_selector_steps: u64, default = 100_000_000

        /// How many steps an evaluation of `html_xpath` can take for a page.
        pub max_xpath_steps: u64, default = 100_000_000

        /// Whether pages are parsed with scripting enabled: then `noscript` has text, no elements.
        pub scripting: bool, default = false

        /// Whether the encoding of a page that declares none is guessed from its bytes.
        pub detect: bool, default = false

        /// Whether an encoding is dropped if the page has malformed sequences in it.
        pub distrust: bool, default = false

        /// The language tag of the readers, such as `ja`, which suggests an encoding for pages
        /// that declare none. Empty for none.
        pub locale: String, default = String::new()

        /// The label of the encoding for pages that declare none, such as `utf-8`. Empty for the
        /// standard's default, windows-1252.
        pub default_encoding: String, default = String::new()

        /// Whether several functions of one page become one parse. Off, each parses the page.
        pub one_parse: bool, default = true
    }
}

impl ConfigExtension for ConsommeOptions {
    const PREFIX: &'static str = "consomme";
}

impl ConsommeOptions {
    /// Returns the options of a session, or the defaults for one that doesn't have them.
    pub(crate) fn of(config: &ConfigOptions) -> ConsommeOptions {
        config.extensions.get::<ConsommeOptions>().cloned().unwrap_or_default()
    }

    /// Returns how pages are parsed. Errors are collected if a function asks for them.
    pub fn parse_options(&self, with_errors: bool) -> ParseOptions {
        let limits = Limits::default()
            .nodes(Some(self.max_nodes))
            .depth(Some(self.max_depth))
            .errors(Some(self.max_errors));
        ParseOptions::new().limits(limits).scripting(self.scripting).errors(with_errors)
    }

    /// Returns the hints that hold for every page.
    pub fn hints(&self) -> Hints {
        let mut hints = Hints::new().detect(self.detect).distrust(self.distrust);
        if !self.locale.is_empty() {
            hints = hints.locale(&self.locale);
        }
        match Encoding::for_label(self.default_encoding.as_bytes()) {
            Some(encoding) => hints.default_encoding(encoding),
            None => hints,
        }
    }
}
