//! How the elements of a document are displayed, by name, attributes and parent.

use crate::dom::{Document, ElementData, NodeData, NodeIndex, Tree};
use crate::names::{ElementName, LocalName, Namespace, known};
use crate::text::Strings;
use crate::tree_sink::QuirksMode;

use crate::elements::{Display, ElementRow, Traits};

/// The style sheet that the standard suggests to browsers, applied to one document. The document's
/// own style sheets and `style` attributes are ignored.
///
/// <https://html.spec.whatwg.org/#the-css-user-agent-style-sheet-and-presentational-hints>
#[derive(Clone, Copy)]
pub(crate) struct StyleSheet<'a> {
    pub(crate) tree: &'a Tree,
    pub(crate) strings: &'a Strings,
    scripting: bool,
    pub(crate) is_in_quirks_mode: bool,
}

impl<'a> StyleSheet<'a> {
    pub(crate) fn new(document: &'a Document) -> Self {
        StyleSheet {
            tree: &document.tree,
            strings: &document.strings,
            scripting: document.scripting,
            is_in_quirks_mode: document.quirks_mode() == QuirksMode::Quirks,
        }
    }

    /// Returns how a node is displayed, or `None` if it is not an element.
    pub(crate) fn display_of(&self, id: NodeIndex) -> Option<Display> {
        Some(self.display(id, self.tree.element(id)?))
    }

    /// Returns how an element is displayed.
    pub(crate) fn display(&self, id: NodeIndex, element: &ElementData) -> Display {
        self.style(id, element).0
    }

    /// Returns how an element is displayed, and which of its contents are skipped.
    pub(crate) fn style(&self, id: NodeIndex, element: &ElementData) -> (Display, Skips) {
        let name = element.name();
        let row = name.row();
        let display = row.display;
        match name.namespace {
            Namespace::Html if display == Display::None => (display, Skips::Nothing),
            Namespace::Html => {
                let display = self.of_html(id, element, row);
                match self.hidden_part(element, display) {
                    HiddenPart::Box => (Display::None, Skips::Nothing),
                    HiddenPart::Contents => (display, Skips::All),
                    HiddenPart::Nothing if self.is_closed_details(element) => {
                        (display, Skips::AllButSummary)
                    }
                    HiddenPart::Nothing => (display, Skips::Nothing),
                }
            }
            Namespace::MathMl => (self.of_math_ml(id, element, display), Skips::Nothing),
            Namespace::Svg => (display, Skips::Nothing),
        }
    }

    /// Returns how an HTML element is displayed, apart from the attributes that
    /// [`is_hidden`](Self::is_hidden) covers.
    fn of_html(&self, id: NodeIndex, element: &ElementData, row: &ElementRow) -> Display {
        let is_floating = || {
            let align = self.attribute(element, known::ALIGN);
            align.is_some_and(|side| is_any_of(side, &["left", "right"]))
        };
        let is_of_type = |name| {
            self.attribute(element, known::TYPE).is_some_and(|kind| kind.eq_ignore_ascii_case(name))
        };
        match element.name().local {
            known::INPUT if is_of_type("hidden") => Display::None,
            known::INPUT if is_of_type("image") && is_floating() => Display::Float,
            _ if row.is(Traits::FLOATS) && is_floating() => Display::Float,
            known::OBJECT if is_floating() => Display::OutOfFlow,
            known::DIALOG if self.attribute(element, known::OPEN).is_none() => Display::None,
            // "dialog { position: absolute; … }"
            known::DIALOG => Display::OutOfFlow,
            known::NOSCRIPT if self.scripting => Display::None,
            known::AUDIO
                if self.scripting && self.attribute(element, known::CONTROLS).is_none() =>
            {
                Display::None
            }
            // Without scripting, its content shows.
            known::CANVAS if !self.scripting => Display::Inline,
            known::FORM if self.parent_display(id).is_some_and(Display::holds_table_parts) => {
                Display::None
            }
            _ => row.display,
        }
    }

    /// Returns which part of an HTML element the attributes `hidden` and `popover` hide.
    ///
    /// <https://html.spec.whatwg.org/#hidden-elements>
    fn hidden_part(&self, element: &ElementData, display: Display) -> HiddenPart {
        let mut hidden = HiddenPart::Nothing;
        for attribute in self.tree.attributes_of(element) {
            match attribute.name.local() {
                known::HIDDEN => {
                    let name = element.name().local;
                    let value = self.strings.get(attribute.value);
                    if value.eq_ignore_ascii_case("until-found") {
                        if name != known::EMBED && display.can_skip_contents() {
                            hidden = HiddenPart::Contents;
                        }
                    } else if name != known::EMBED && !collapses_if_hidden(display) {
                        return HiddenPart::Box;
                    }
                }
                known::POPOVER if element.name().local != known::DIALOG => return HiddenPart::Box,
                _ => {}
            }
        }
        hidden
    }

    /// Whether an HTML element is a `details` whose contents don't show.
    ///
    /// <https://html.spec.whatwg.org/#the-details-and-summary-elements>
    fn is_closed_details(&self, element: &ElementData) -> bool {
        element.name().local == known::DETAILS && self.attribute(element, known::OPEN).is_none()
    }

    /// Whether a node is the `summary` that a closed `details`, its parent, shows.
    pub(crate) fn is_first_summary(&self, id: NodeIndex) -> bool {
        let is_summary = |id| self.tree.is_html(id, known::SUMMARY);
        if !is_summary(id) {
            return false;
        }
        let mut before = self.tree.node(id).previous_sibling();
        while let Some(sibling) = before {
            if is_summary(sibling) {
                return false;
            }
            before = self.tree.node(sibling).previous_sibling();
        }
        true
    }

    /// Whether an element is a part of a table with `visibility: collapse`: it has a box, but
    /// doesn't show.
    pub(crate) fn is_collapsed(&self, element: &ElementData, display: Display) -> bool {
        collapses_if_hidden(display)
            && element.name().namespace == Namespace::Html
            && self.attribute(element, known::HIDDEN).is_some()
    }

    /// Returns how a MathML element is displayed.
    ///
    /// <https://www.w3.org/TR/mathml-core/#user-agent-stylesheet>
    fn of_math_ml(&self, id: NodeIndex, element: &ElementData, display: Display) -> Display {
        if element.name().local == known::MATH {
            let value = self.attribute(element, known::DISPLAY);
            if value.is_some_and(|value| value.eq_ignore_ascii_case("block")) {
                return Display::Block;
            }
        }
        let node = self.tree.node(id);
        let parent = node.parent().and_then(|parent| self.tree.element(parent));
        let shows_first = |name: ElementName| {
            name.namespace == Namespace::MathMl
                && matches!(name.local, known::SEMANTICS | known::MACTION)
        };
        if parent.is_some_and(|parent| shows_first(parent.name())) && self.has_element_before(id) {
            return Display::None;
        }
        display
    }

    /// Whether a sibling before the node is an element.
    fn has_element_before(&self, id: NodeIndex) -> bool {
        let mut before = self.tree.node(id).previous_sibling();
        while let Some(sibling) = before {
            let node = self.tree.node(sibling);
            if let NodeData::Element(_) = node.data() {
                return true;
            }
            before = node.previous_sibling();
        }
        false
    }

    /// Returns how the parent of a node is displayed by its name, or `None` if it is not an
    /// element.
    fn parent_display(&self, id: NodeIndex) -> Option<Display> {
        let parent = self.tree.node(id).parent()?;
        Some(self.tree.element(parent)?.name().row().display)
    }

    /// Returns the value of an attribute without a namespace.
    pub(crate) fn attribute(&self, element: &ElementData, name: LocalName) -> Option<&'a str> {
        let attributes = self.tree.attributes_of(element).iter();
        let attribute = attributes.into_iter().find(|attribute| {
            attribute.name.local() == name && attribute.name.namespace().url().is_none()
        })?;
        Some(self.strings.get(attribute.value))
    }
}

/// The contents of an element that have `content-visibility: hidden`: they have boxes, but don't
/// show.
///
/// <https://drafts.csswg.org/css-contain-2/#skips-its-contents>
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Skips {
    Nothing,
    /// All but the first `summary` among the children, as in a closed `details`.
    AllButSummary,
    All,
}

/// The part of an element that attributes hide.
enum HiddenPart {
    Nothing,
    Contents,
    Box,
}

/// Whether the attribute `hidden` collapses the box instead of removing it.
fn collapses_if_hidden(display: Display) -> bool {
    matches!(display, Display::Columns | Display::RowGroup | Display::Row)
}

/// Whether a value is one of these keywords, compared ASCII case-insensitively.
fn is_any_of(value: &str, keywords: &[&str]) -> bool {
    keywords.iter().any(|keyword| value.eq_ignore_ascii_case(keyword))
}
