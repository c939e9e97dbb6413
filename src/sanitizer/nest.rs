//! Where elements can stand so that what is written of them is parsed to the same tree.
//!
//! A tree is *plain* if each of its elements stands where its start tag, read again, does nothing
//! but insert it, and its end tag does nothing but end it. Nearly every tree is, once it is
//! sanitized; only for another one it takes a second parse to know what its markup means. The
//! argument for each kind is at its variant of [`Nesting`]; a fuzz target compares both ways.
//!
//! In a plain tree, the stack of open elements is always the element that is being read and its
//! ancestors, and the list of active formatting elements has nothing but such elements. So nothing
//! is ever reconstructed, no scope has anything to end, and the adoption agency algorithm finds the
//! current node.

use super::nesting::Nesting;

/// The elements around the place that is being written, as far as it matters for whether the tree
/// is plain.
#[derive(Debug)]
pub(super) struct Nest {
    /// Whether every element so far stood where it can.
    is_plain: bool,
    /// The kinds of the elements around, the innermost last.
    around: Vec<Nesting>,
    has_paragraph: bool,
    has_link: bool,
}

/// How many elements around an item are searched for another item, so that time stays linear.
const MAX_SEARCHED: usize = 16;

impl Nest {
    /// Returns the nest of a tree whose root is parsed by the rules for the flow; if not
    /// `has_flow`, no tree is plain.
    pub(super) fn new(has_flow: bool) -> Nest {
        Nest { is_plain: has_flow, around: Vec::new(), has_paragraph: false, has_link: false }
    }

    /// Returns whether the tree is plain so far.
    pub(super) fn is_plain(&self) -> bool {
        self.is_plain
    }

    /// Notes that the tree is not plain.
    pub(super) fn set_not_plain(&mut self) {
        self.is_plain = false;
    }

    /// Notes an element before its content.
    #[inline]
    pub(super) fn enter(&mut self, element: Nesting) {
        self.is_plain = self.is_plain && self.fits(element);
        self.around.push(element);
        self.has_paragraph |= element == Nesting::Paragraph;
        self.has_link |= element == Nesting::Link;
    }

    /// Notes a void element.
    #[inline]
    pub(super) fn pass(&mut self, element: Nesting) {
        self.is_plain = self.is_plain && self.fits(element);
    }

    /// Notes the end of the element that was entered last.
    #[inline]
    pub(super) fn leave(&mut self) {
        match self.around.pop() {
            // A plain tree has one at most around any place.
            Some(Nesting::Paragraph) => self.has_paragraph = false,
            Some(Nesting::Link) => self.has_link = false,
            _ => {}
        }
    }

    /// Returns whether the innermost element takes no text but whitespace.
    #[inline]
    pub(super) fn is_at_table_part(&self) -> bool {
        self.around.last().is_some_and(|parent| parent.takes_whitespace_only())
    }

    /// Notes a text.
    pub(super) fn text(&mut self, text: &str) {
        if self.is_at_table_part()
            && !text.bytes().all(|byte| matches!(byte, b'\t' | b'\n' | b'\x0C' | b' '))
        {
            self.is_plain = false;
        }
    }

    /// Returns whether an element can stand here.
    #[inline]
    fn fits(&self, element: Nesting) -> bool {
        let Some(&parent) = self.around.last() else { return self.fits_in_flow(element, None) };
        match parent {
            _ if parent.has_flow() => self.fits_in_flow(element, Some(parent)),
            Nesting::Table => {
                matches!(element, Nesting::Caption | Nesting::ColumnGroup | Nesting::RowGroup)
            }
            Nesting::ColumnGroup => element == Nesting::Column,
            Nesting::RowGroup => element == Nesting::Row,
            Nesting::Row => element == Nesting::Cell,
            Nesting::Svg | Nesting::SvgPart => {
                matches!(element, Nesting::Svg | Nesting::SvgPart | Nesting::SvgText)
            }
            Nesting::Math | Nesting::MathPart => {
                matches!(element, Nesting::MathPart | Nesting::MathText)
            }
            _ => false,
        }
    }

    /// Returns whether an element can stand in the flow: in that parent, or at the root.
    #[inline]
    fn fits_in_flow(&self, element: Nesting, parent: Option<Nesting>) -> bool {
        match element {
            Nesting::Inline | Nesting::Title | Nesting::Svg | Nesting::Math => true,
            Nesting::Link => !self.has_link,
            Nesting::Paragraph | Nesting::Block | Nesting::Division | Nesting::Table => {
                !self.has_paragraph
            }
            Nesting::Heading => !self.has_paragraph && parent != Some(Nesting::Heading),
            Nesting::ListItem | Nesting::Description => {
                !self.has_paragraph && !self.may_end_item(element)
            }
            Nesting::RubyText => !parent.is_some_and(Nesting::has_implied_end),
            _ => false,
        }
    }

    /// Returns whether the start tag of an item may end one around it.
    fn may_end_item(&self, item: Nesting) -> bool {
        for (searched, &ancestor) in self.around.iter().rev().enumerate() {
            let is_passed = match ancestor {
                _ if ancestor == item || searched == MAX_SEARCHED => return true,
                // Not special, or one of the three that the search passes.
                Nesting::Inline | Nesting::Link | Nesting::RubyText => true,
                Nesting::Division | Nesting::Paragraph => true,
                _ => false,
            };
            if !is_passed {
                return false;
            }
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::MAX_SEARCHED;
    use crate::sanitizer::{SanitizeOptions, Sanitizer, SanitizerConfig};

    /// Whether no second parse was needed, after checking that one would have changed nothing.
    fn is_plain(html: &str) -> bool {
        let all = Sanitizer::from_config(SanitizerConfig::new()).expect("a valid configuration");
        let options = SanitizeOptions::new();
        let sanitized = options.sanitize(&all, "div", html);
        let slowly = options.clone().without_plain_trees(true).sanitize(&all, "div", html);
        assert_eq!(sanitized.html(), slowly.html());
        let again = options.sanitize(&all, "div", sanitized.html());
        assert_eq!(again.html(), sanitized.html());
        sanitized.rounds() == 0
    }

    #[test]
    fn ordinary_markup_is_plain() {
        for html in [
            "<h1>1</h1><p>2 <b>3<i>4</i></b> <a href=/>5</a><br><img src=a>",
            "<ul><li>1<ul><li>2</ul><li>3</ul><dl><dt>4<dd>5</dl>",
            "<table><caption>1</caption><colgroup><col></colgroup><tr> <td>2<table><tr><td>3</table></table>",
            "<b><b><b><b><b>1</b></b></b></b></b>2",
            "<b><p>1</p><div>2<h2>3</h2></div></b>",
            "<ruby>1<rp>(</rp><rt>2</rt><rp>)</rp></ruby>",
            "<svg viewBox='0 0 1 1'><g><title>1</title><circle r=1 /></g></svg><math><mi>x</mi></math>",
            "<pre>\n\n1</pre>\n<pre></pre>\n2<title>&lt;/title></title>",
            "<x-a><x-b>1</x-b></x-a><p>2<x-a>3</x-a></p>",
        ] {
            assert!(is_plain(html), "{html:?}");
        }
    }

    #[test]
    fn what_a_tag_could_end_or_move_is_not_plain() {
        for html in [
            // `a` in `a`, blocks in `p`, headings in headings, items in items.
            "<a>1<table><tr><td><a>2",
            "<p><button><p>1",
            "<p><marquee><div>1",
            "<h1><button><h2>1",
            "<li><button><li>1",
            // Elements with rules of their own.
            "<table><tr><form><td>1",
            "<form>1<div></form>2<form>3",
            "<nobr>1</nobr>",
            "<select><option>1",
            "<noscript><p>1</noscript>",
            "<textarea>\n\n1",
            "<template><p>1",
            "<plaintext>1",
            "<!--1-->",
            // Foreign content in which HTML goes on.
            "<svg><desc><p>1",
            "<svg><foreignObject><p><a>1",
            "<math><mi><b>1",
            "<math><annotation-xml encoding=text/html><p>1",
            "<math><mtext><mglyph>1",
            "<svg><style>1",
        ] {
            assert!(!is_plain(html), "{html:?}");
        }
    }

    #[test]
    fn what_is_moved_when_it_is_parsed_is_plain_where_it_went() {
        for html in ["<table>1<tr><td>2", "<p>1<div>2", "<b>1<p>2</b>3", "<a>1<a>2", "<h1>1<h2>2"] {
            assert!(is_plain(html), "{html:?}");
        }
    }

    #[test]
    fn items_far_below_an_item_are_not_searched_for() {
        for (depth, expected) in [(MAX_SEARCHED - 1, true), (MAX_SEARCHED + 1, false)] {
            let html = format!("<section>{}<li>1", "<span>".repeat(depth));
            assert_eq!(is_plain(&html), expected, "{depth}");
        }
    }
}
