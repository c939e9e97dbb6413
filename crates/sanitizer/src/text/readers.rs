//! The readers of the output.

use crate::Sanitizer;
use crate::rules::Rules;
use consomme::Document;
use consomme::Revision;
use consomme::markup::{Nest, content_has_flow};
use consomme::sink::{ElementName, NameTable, known_names as known};
use consomme::{Context, Namespace, NodeRef, ParseOptions};

use super::options::SanitizeOptions;

/// A reader of the output: its revision, and whether scripting is enabled.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Reader {
    pub(crate) revision: Revision,
    pub(crate) scripting: bool,
}

/// The reader whose tree is written.
pub(crate) const PRIMARY: Reader = Reader { revision: Revision::Living2026, scripting: false };

/// The readers that must not find anything to remove in the output. Whether scripting matters in a
/// revision is known after reading by that revision without scripting.
pub(crate) const OTHERS: [Reader; 3] = [
    Reader { revision: Revision::Living2026, scripting: true },
    Reader { revision: Revision::Snapshot2024, scripting: false },
    Reader { revision: Revision::Snapshot2024, scripting: true },
];

/// How many times as many bytes as it got sanitizing writes at most, and how many besides. Escaping
/// and implied tags make six times as many at most; only copies of formatting elements make more.
const MAX_GROWTH: usize = 16;
const MAX_BYTES_BESIDES: usize = 64 * 1024;

/// How a text is read and read again.
pub(crate) struct Reading<'a> {
    pub(crate) options: &'a SanitizeOptions,
    pub(crate) rules: &'a Rules,
    pub(crate) context: Context<'a>,
    /// The name of the context element.
    pub(crate) element: ElementName,
    pub(crate) has_flow: bool,
    /// Whether the revisions parse the content of the context element in different ways.
    pub(crate) differs_in_2024: bool,
    pub(crate) max_bytes: usize,
}

impl<'a> Reading<'a> {
    /// Returns how a text of that length is read; `None` if the content of the context is text that
    /// cannot be escaped, or if it has none.
    pub(crate) fn new(
        options: &'a SanitizeOptions,
        sanitizer: &'a Sanitizer,
        context: Context<'a>,
        length: usize,
    ) -> Option<Reading<'a>> {
        let element = name_of(&context);
        let has_flow = content_of(&context, element)?;
        // "In select" is a mode of 2024; a `form` in a `form` stays in a `template` since 2026.
        let differs_in_2024 = context.namespace() == Namespace::Html
            && matches!(context.name(), "select" | "template");
        let max_bytes = length.saturating_mul(MAX_GROWTH).saturating_add(MAX_BYTES_BESIDES);
        let policy = sanitizer.get_policy();
        let enforced = policy.map_or(0, |policy| policy.max_enforced_bytes(length));
        Some(Reading {
            options,
            rules: sanitizer.rules(true),
            context,
            element,
            has_flow,
            differs_in_2024,
            max_bytes: max_bytes.saturating_add(enforced),
        })
    }

    pub(crate) fn parse(&self, reader: Reader, html: &str) -> Document {
        self.options_of(reader).parse_fragment(self.context.clone(), html)
    }

    /// Parses the source, with positions if removals are asked for.
    pub(crate) fn parse_source(&self, html: &str) -> Document {
        let options = self.options_of(PRIMARY).limits(self.options.limits);
        let options = options.positions(self.options.max_removals > 0);
        options.parse_fragment(self.context.clone(), html)
    }

    /// Returns the elements that are open where the output begins.
    pub(crate) fn nest<'d>(&self, root: NodeRef<'d>) -> Nest<NodeRef<'d>> {
        match self.options.is_inner_html {
            true => Nest::new(),
            false => Nest::in_context(self.element, self.options.surroundings, root),
        }
    }

    /// Returns the options for reading the output. It may be longer than the source, which alone
    /// has the limit on bytes: by escapes and implied tags, and never by more than a factor.
    pub(crate) fn options_of(&self, reader: Reader) -> ParseOptions {
        let options = ParseOptions::new().revision(reader.revision).scripting(reader.scripting);
        options.limits(self.options.limits.input_bytes(None))
    }
}

/// Returns the name of a context element. Names that the parser does not know differ for none of
/// its rules.
fn name_of(context: &Context<'_>) -> ElementName {
    let local = NameTable::default().find(context.name()).unwrap_or(known::NO_NAME);
    ElementName::new(context.namespace(), local)
}

/// Returns whether the content of a context element is parsed by the rules for the flow; `None` if
/// it is text that cannot be escaped, or if the element has none.
fn content_of(context: &Context<'_>, name: ElementName) -> Option<bool> {
    // In a form, the start tag of another is ignored.
    let has_flow = content_has_flow(name) && !context.has_form();
    let is_script = name.namespace == Namespace::Svg && name.local == known::SCRIPT;
    (!name.is_raw_text(true) && !name.is_void() && !is_script).then_some(has_flow)
}
