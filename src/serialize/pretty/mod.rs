//! A tree on indented lines, without a difference to what shows.
//!
//! - `plan.rs`: which elements have what is inside them on lines of its own
//! - `lines.rs`: their children on lines
//! - `printer.rs`: writes them

mod lines;
mod plan;
mod printer;
#[cfg(test)]
mod tests;

use std::{fmt, io};

use crate::dom::{Document, NodeRef};
use crate::rendering::StyleSheet;

use super::SerializeOptions;
use super::fragment::Serializer;
use super::output::{Output, Pieces};
use plan::Plan;
use printer::Printer;

/// How a tree is written on indented lines.
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
    /// Two spaces a level.
    pub fn new() -> Self {
        Self::default()
    }

    /// How many spaces a line is indented by for each level, at most 16. 2 by default; 0 for lines
    /// that are not indented.
    #[must_use]
    pub fn indent_width(mut self, spaces: usize) -> Self {
        self.indent_width = spaces.min(16);
        self
    }

    /// Whether a line is indented by a tab for each level, instead of spaces. False by default.
    #[must_use]
    pub fn tabs(mut self, tabs: bool) -> Self {
        self.tabs = tabs;
        self
    }
}

impl Document {
    /// The whole document, or the fragment, on indented lines, with the default options: see
    /// [`NodeRef::pretty`].
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
    /// The node itself as HTML on indented lines, with the default options: see
    /// [`pretty`](Self::pretty).
    pub fn to_pretty_html(self) -> String {
        self.pretty(&PrettyOptions::default()).to_html()
    }

    /// The node itself as HTML on indented lines, to be written wherever it is wanted; of a
    /// document or fragment, all of it.
    ///
    /// White space is put in and dropped only where it shows nowhere: around blocks and at their
    /// starts and ends, between the parts of a table, in `head`, in `select`. Lines of text, with
    /// the elements in them, stay as they are. So does what is in `pre`, `textarea`, `title`,
    /// `script`, `style` and `option`, in SVG and MathML, and in elements whose names are not
    /// known, such as custom elements. What is written has the same [rendered
    /// text](NodeRef::inner_text) and parses to the same tree, but for texts of white space and the
    /// white space at the ends of others, wherever that holds for what
    /// [`outer_html`](NodeRef::outer_html) writes. Written again, it is the same to the byte.
    ///
    /// Where white space shows is decided by the style sheet that the standard suggests to
    /// browsers. A style sheet of the page that makes parts of lines of blocks (`li { display:
    /// inline-block }`) can tell the difference. A fragment counts as one of an element that is
    /// like `div`.
    ///
    /// ```
    /// let fragment = consomme::parse_fragment("div", "<div>Soup of<p>the day</p></div>");
    /// assert_eq!(fragment.to_pretty_html(), "<div>\n  Soup of\n  <p>the day</p>\n</div>");
    /// ```
    pub fn pretty(self, options: &PrettyOptions) -> Pretty<'a> {
        Pretty { node: self, options: options.clone() }
    }
}

/// A node as HTML on indented lines that is not written yet, from [`NodeRef::pretty`].
///
/// It implements [`Display`](fmt::Display); [`write_to`](Pretty::write_to) is for files and
/// connections.
#[derive(Clone, Debug)]
#[must_use = "nothing is written before it is asked for"]
pub struct Pretty<'a> {
    node: NodeRef<'a>,
    options: PrettyOptions,
}

impl Pretty<'_> {
    /// The HTML in a `String`. Faster than `to_string`.
    pub fn to_html(&self) -> String {
        let is_root = self.node.parent().is_none();
        let capacity = if is_root { self.node.document().source().len() / 16 * 17 } else { 0 };
        let mut html = String::with_capacity(capacity);
        let Ok(()) = self.print(&mut html);
        html
    }

    /// Writes the HTML as UTF-8, in pieces of some thousand bytes.
    ///
    /// # Errors
    ///
    /// Those of the writer.
    pub fn write_to(&self, mut writer: impl io::Write) -> io::Result<()> {
        let mut out = Pieces::new(|piece: &str| writer.write_all(piece.as_bytes()));
        self.print(&mut out)?;
        out.finish()
    }

    fn print<O: Output>(&self, out: &mut O) -> Result<(), O::Error> {
        let document = self.node.document();
        let sheet = StyleSheet::new(document);
        let scripting = document.scripting();
        let options = SerializeOptions::new().scripting(scripting);
        let serializer =
            Serializer { tree: &document.tree, strings: &document.strings, options: &options, out };
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
