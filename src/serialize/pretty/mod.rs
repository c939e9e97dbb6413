//! The pretty writer: indented lines that a browser renders like the tree itself.
//!
//! - `plan.rs`: decides which elements have their children on lines of their own
//! - `lines.rs`: distributes the children over lines
//! - `printer.rs`: writes the lines

mod lines;
mod plan;
mod printer;
#[cfg(test)]
mod tests;

use crate::dom::NodeRef;
use crate::rendering::StyleSheet;
use crate::serialize::fragment::Serializer;
use crate::serialize::output::Output;
use crate::serialize::writer::Writer;

use plan::Plan;
use printer::Printer;

/// Options of the pretty writer, which writes HTML on indented lines.
///
/// ```
/// use consomme::serialize::PrettyOptions;
///
/// let fragment = consomme::parse_fragment("body", "<ul><li>Salt<li>Bay <b>leaf</b></ul>");
/// let html = fragment.serialize(&PrettyOptions::new().tabs(true)).to_string();
/// assert_eq!(html, "<ul>\n\t<li>Salt</li>\n\t<li>Bay <b>leaf</b></li>\n</ul>");
/// ```
///
/// Shadow roots are not written.
///
/// Whitespace is inserted and removed only where it doesn't show: around blocks and at their starts
/// and ends, between the parts of a table, in `head`, and in `select`. Lines of text and the inline
/// elements in them stay as they are. So does the content of `pre`, `textarea`, `title`, `script`,
/// `style`, `option`, SVG, MathML, and elements with unknown names, such as custom elements.
///
/// The output has the same [rendered text](NodeRef::inner_text) and parses to the same tree, except
/// for text nodes of whitespace only and the whitespace at the ends of other text nodes. This holds
/// for every tree that [`outer_html`](NodeRef::outer_html) preserves. Parsing the output and
/// writing it again gives the same bytes.
///
/// The style sheet that the standard suggests to browsers decides where whitespace shows. If the
/// page has a style sheet that turns blocks into parts of lines (`li { display: inline-block }`),
/// the output may look different. A fragment is treated as the content of a `div`.
///
/// ```
/// let fragment = consomme::parse_fragment("div", "<div>Soup of<p>the day</p></div>");
/// assert_eq!(fragment.to_pretty_html(), "<div>\n  Soup of\n  <p>the day</p>\n</div>");
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct PrettyOptions {
    indent_width: usize,
    tabs: bool,
}

impl Default for PrettyOptions {
    fn default() -> Self {
        PrettyOptions { indent_width: 2, tabs: false }
    }
}

impl PrettyOptions {
    /// Indents by two spaces for each level.
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets the number of spaces for each level, at most 16; with 0, lines are not indented.
    /// 2 by default.
    ///
    /// Elements deeper than 40 levels are indented like those at 40.
    #[must_use]
    pub fn indent_width(mut self, spaces: usize) -> Self {
        self.indent_width = spaces.min(16);
        self
    }

    /// Sets whether a line is indented by one tab for each level, instead of spaces. False by
    /// default.
    #[must_use]
    pub fn tabs(mut self, tabs: bool) -> Self {
        self.tabs = tabs;
        self
    }
}

impl Writer for PrettyOptions {
    fn write<O: Output>(
        &self,
        node: NodeRef<'_>,
        inner: bool,
        out: &mut O,
    ) -> Result<(), O::Error> {
        let document = node.document();
        let sheet = StyleSheet::new(document);
        let scripting = document.scripting();
        let serializer = Serializer::new(document, scripting, out);
        let plan = Plan::of(&sheet, scripting, node.index());
        let indent = if self.tabs { "\t".to_owned() } else { " ".repeat(self.indent_width) };
        let quirks_mode = document.quirks_mode();
        let mut printer = Printer { sheet, scripting, quirks_mode, plan, indent, serializer };
        printer.print(node.index(), inner)
    }
}
