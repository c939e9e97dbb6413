//! The readers of the output.

use crate::rules::Rules;
use consomme::Document;
use consomme::Revision;
use consomme::markup::Nest;
use consomme::sink::ElementName;
use consomme::{Context, NodeRef, ParseOptions};

use super::options::SanitizeOptions;

/// A reader of the output: its revision, and whether scripting is enabled.
#[derive(Clone, Copy, Debug)]
pub(super) struct Reader {
    pub(super) revision: Revision,
    pub(super) scripting: bool,
}

/// The reader whose tree is written.
pub(super) const PRIMARY: Reader = Reader { revision: Revision::Living2026, scripting: false };

/// The readers that must not find anything to remove in the output. Whether scripting matters in a
/// revision is known after reading by that revision without scripting.
pub(super) const OTHERS: [Reader; 3] = [
    Reader { revision: Revision::Living2026, scripting: true },
    Reader { revision: Revision::Snapshot2024, scripting: false },
    Reader { revision: Revision::Snapshot2024, scripting: true },
];

/// How a text is read and read again.
pub(super) struct Reading<'a> {
    pub(super) options: &'a SanitizeOptions,
    pub(super) rules: &'a Rules,
    pub(super) context: Context<'a>,
    /// The name of the context element.
    pub(super) element: ElementName,
    pub(super) has_flow: bool,
    /// Whether the revisions parse the content of the context element in different ways.
    pub(super) differs_in_2024: bool,
    pub(super) max_bytes: usize,
}

impl Reading<'_> {
    pub(super) fn parse(&self, reader: Reader, html: &str) -> Document {
        self.options_of(reader).parse_fragment(self.context.clone(), html)
    }

    /// Parses the source, with positions if removals are asked for.
    pub(super) fn parse_source(&self, html: &str) -> Document {
        let options = self.options_of(PRIMARY).limits(self.options.limits);
        let options = options.positions(self.options.max_removals > 0);
        options.parse_fragment(self.context.clone(), html)
    }

    /// Returns the elements that are open where the output begins.
    pub(super) fn nest<'d>(&self, root: NodeRef<'d>) -> Nest<NodeRef<'d>> {
        match self.options.is_inner_html {
            true => Nest::new(),
            false => Nest::in_context(self.element, self.options.surroundings, root),
        }
    }

    /// Returns the options for reading the output. It may be longer than the source, which alone
    /// has the limit on bytes: by escapes and implied tags, and never by more than a factor.
    pub(super) fn options_of(&self, reader: Reader) -> ParseOptions {
        let options = ParseOptions::new().revision(reader.revision).scripting(reader.scripting);
        options.limits(self.options.limits.input_bytes(None))
    }
}
