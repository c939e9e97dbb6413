//! The pretty serializer: indented lines that a browser renders like the tree itself.
//!
//! - `plan.rs`: decides which elements have their children on lines of their own
//! - `lines.rs`: distributes the children over lines
//! - `printer.rs`: writes the lines

mod lines;
mod plan;
mod printer;
#[cfg(test)]
mod tests;

use std::{fmt, io};

use crate::dom::{Document, NodeRef};
use crate::rendering::StyleSheet;
use crate::serialize::fragment::Serializer;
use crate::serialize::output::{Output, Pieces, capacity_for};
use crate::settings::Revision;

use plan::Plan;
use printer::Printer;

/// Options of the pretty serializer, which writes a tree on indented lines.
///
/// ```
/// use consomme::serialize::PrettyOptions;
///
/// let fragment = consomme::parse_fragment("body", "<ul><li>Salt<li>Bay <b>leaf</b></ul>");
/// let html = fragment.root().pretty(&PrettyOptions::new().tabs(true)).to_html();
/// assert_eq!(html, "<ul>\n\t<li>Salt</li>\n\t<li>Bay <b>leaf</b></li>\n</ul>");
/// ```
#[derive(Clone, Debug)]
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

impl Document {
    /// Returns the whole document, or the whole fragment, as HTML on indented lines, with the
    /// default options: see [`NodeRef::pretty`].
    ///
    /// ```
    /// let page = "<!DOCTYPE html><title>Soup</title><p>Clear <b>broth</b>.<pre> 1\n 2</pre>";
    /// let document = consomme::parse_document(page.as_bytes(), &Default::default());
    /// let html = "\
    /// <!DOCTYPE html>
    /// <html>
    ///   <head>
    ///     <title>Soup</title>
    ///   </head>
    ///   <body>
    ///     <p>Clear <b>broth</b>.</p>
    ///     <pre> 1
    ///  2</pre>
    ///   </body>
    /// </html>
    /// ";
    /// assert_eq!(document.to_pretty_html(), html);
    /// ```
    pub fn to_pretty_html(&self) -> String {
        self.root().to_pretty_html()
    }
}

impl<'a> NodeRef<'a> {
    /// Returns the node and its descendants as HTML on indented lines, with the default options:
    /// see [`pretty`](Self::pretty).
    pub fn to_pretty_html(self) -> String {
        self.pretty(&PrettyOptions::default()).to_html()
    }

    /// Writes the node and its descendants as HTML on indented lines; of a document or fragment,
    /// all of it. The returned value writes the HTML into a `String`, a formatter, or an
    /// [`io::Write`].
    ///
    /// Shadow roots are not written.
    ///
    /// Whitespace is inserted and removed only where it doesn't show: around blocks and at their
    /// starts and ends, between the parts of a table, in `head`, and in `select`. Lines of text and
    /// the inline elements in them stay as they are. So does the content of `pre`, `textarea`,
    /// `title`, `script`, `style`, `option`, SVG, MathML, and elements with unknown names, such as
    /// custom elements.
    ///
    /// The output has the same [rendered text](NodeRef::inner_text) and parses to the same tree,
    /// except for text nodes of whitespace only and the whitespace at the ends of other text nodes.
    /// This holds for every tree that [`outer_html`](NodeRef::outer_html) preserves. Parsing the
    /// output and writing it again gives the same bytes.
    ///
    /// The style sheet that the standard suggests to browsers decides where whitespace shows. If
    /// the page has a style sheet that turns blocks into parts of lines (`li { display:
    /// inline-block }`), the output may look different. A fragment is treated as the content of a
    /// `div`.
    ///
    /// ```
    /// let fragment = consomme::parse_fragment("div", "<div>Soup of<p>the day</p></div>");
    /// assert_eq!(fragment.to_pretty_html(), "<div>\n  Soup of\n  <p>the day</p>\n</div>");
    /// ```
    pub fn pretty(self, options: &PrettyOptions) -> Pretty<'a> {
        Pretty { node: self, options: options.clone() }
    }
}

/// A node to be written as HTML on indented lines, from [`NodeRef::pretty`].
///
/// Nothing is written until [`to_html`](Pretty::to_html) or [`write_to`](Pretty::write_to) is
/// called, or the value is displayed.
#[derive(Clone, Debug)]
#[must_use = "nothing is written until a method is called"]
pub struct Pretty<'a> {
    node: NodeRef<'a>,
    options: PrettyOptions,
}

impl Pretty<'_> {
    /// Returns the HTML as a `String`. Faster than `to_string`.
    pub fn to_html(&self) -> String {
        let mut html = String::with_capacity(capacity_for(self.node));
        let Ok(()) = self.print(&mut html);
        html
    }

    /// Writes the HTML as UTF-8, through a buffer of 8 KB, so the writer needs none of its own.
    /// Doesn't flush the writer.
    ///
    /// # Errors
    ///
    /// The errors of the writer.
    pub fn write_to(&self, mut writer: impl io::Write) -> io::Result<()> {
        let mut out = Pieces::new(|piece: &str| writer.write_all(piece.as_bytes()));
        self.print(&mut out)?;
        out.finish()
    }

    fn print<O: Output>(&self, out: &mut O) -> Result<(), O::Error> {
        let document = self.node.document();
        let sheet = StyleSheet::new(document);
        let scripting = document.scripting();
        let serializer = Serializer {
            tree: &document.tree,
            strings: &document.strings,
            revision: Revision::default(),
            scripting,
            out,
        };
        let plan = Plan::of(&sheet, scripting, self.node.id());
        let indent =
            if self.options.tabs { "\t".to_owned() } else { " ".repeat(self.options.indent_width) };
        let quirks_mode = document.quirks_mode();
        Printer { sheet, scripting, quirks_mode, plan, indent, serializer }.print(self.node.id())
    }
}

impl fmt::Display for Pretty<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut out = Pieces::new(|piece: &str| f.write_str(piece));
        self.print(&mut out)?;
        out.finish()
    }
}
