//! How the elements of a document are displayed: by name, attributes and parent.

use crate::dom::{Document, ElementData, NodeData, NodeId, Tree};
use crate::names::{ElementName, LocalName, Namespace, known};
use crate::text::Strings;
use crate::tree_sink::QuirksMode;

use super::display::Display;

/// The rules of the style sheet that the standard suggests to browsers, for one document. Its own
/// style sheets and `style` attributes are not looked at.
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

    /// How a node is displayed if it is an element.
    pub(crate) fn display_of(&self, id: NodeId) -> Option<Display> {
        Some(self.display(id, self.tree.element(id)?))
    }

    /// How an element is displayed.
    pub(crate) fn display(&self, id: NodeId, element: &ElementData) -> Display {
        let name = element.name();
        let display = Display::of(name);
        match name.namespace {
            Namespace::Html if display == Display::None => display,
            Namespace::Html => {
                let display = self.of_html(id, element, display);
                if self.is_hidden(element, display) { Display::None } else { display }
            }
            Namespace::MathMl => self.of_math_ml(id, display),
            Namespace::Svg => display,
        }
    }

    /// How an HTML element is displayed, attributes that any element may have aside.
    fn of_html(&self, id: NodeId, element: &ElementData, display: Display) -> Display {
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
            known::IMG | known::EMBED | known::IFRAME if is_floating() => Display::Float,
            known::OBJECT if is_floating() => Display::Block,
            known::DIALOG if self.attribute(element, known::OPEN).is_none() => Display::None,
            known::NOSCRIPT if self.scripting => Display::None,
            known::AUDIO
                if self.scripting && self.attribute(element, known::CONTROLS).is_none() =>
            {
                Display::None
            }
            // Without scripts it shows what is inside.
            known::CANVAS if !self.scripting => Display::Inline,
            known::FORM if self.parent_display(id).is_some_and(Display::holds_table_parts) => {
                Display::None
            }
            _ => display,
        }
    }

    /// Whether an attribute that any element may have takes away an HTML element's box.
    /// `content-visibility: hidden`, which closed `details` and `hidden=until-found` have, does
    /// not.
    fn is_hidden(&self, element: &ElementData, display: Display) -> bool {
        self.tree.attributes_of(element).iter().any(|attribute| match attribute.name.local() {
            known::HIDDEN => {
                let is_until_found =
                    self.strings.get(attribute.value).eq_ignore_ascii_case("until-found");
                let is_exempt = element.name().local == known::EMBED || is_collapsible(display);
                !is_until_found && !is_exempt
            }
            known::POPOVER => element.name().local != known::DIALOG,
            _ => false,
        })
    }

    /// Whether a part of a table is there, but shows nothing.
    pub(crate) fn is_collapsed(&self, element: &ElementData, display: Display) -> bool {
        is_collapsible(display)
            && element.name().namespace == Namespace::Html
            && self.attribute(element, known::HIDDEN).is_some()
    }

    fn of_math_ml(&self, id: NodeId, display: Display) -> Display {
        let node = self.tree.node(id);
        let parent = node.parent.and_then(|parent| self.tree.element(parent));
        let shows_first = |name: ElementName| {
            name.namespace == Namespace::MathMl
                && matches!(name.local, known::SEMANTICS | known::MACTION)
        };
        if parent.is_some_and(|parent| shows_first(parent.name())) && self.has_element_before(id) {
            return Display::None;
        }
        display
    }

    fn has_element_before(&self, id: NodeId) -> bool {
        let mut before = self.tree.node(id).previous_sibling;
        while let Some(sibling) = before {
            let node = self.tree.node(sibling);
            if let NodeData::Element(_) = node.data {
                return true;
            }
            before = node.previous_sibling;
        }
        false
    }

    /// How a node's parent is displayed by name, if it is an element.
    pub(crate) fn parent_display(&self, id: NodeId) -> Option<Display> {
        let parent = self.tree.node(id).parent?;
        Some(Display::of(self.tree.element(parent)?.name()))
    }

    /// The value of an attribute without a namespace.
    pub(crate) fn attribute(&self, element: &ElementData, name: LocalName) -> Option<&'a str> {
        let attributes = self.tree.attributes_of(element).iter();
        let attribute = attributes.into_iter().find(|attribute| {
            attribute.name.local() == name && attribute.name.namespace().url().is_none()
        })?;
        Some(self.strings.get(attribute.value))
    }
}

/// Whether `hidden` makes the box collapse instead of taking it away.
fn is_collapsible(display: Display) -> bool {
    matches!(display, Display::Columns | Display::RowGroup | Display::Row)
}

fn is_any_of(value: &str, keywords: &[&str]) -> bool {
    keywords.iter().any(|keyword| value.eq_ignore_ascii_case(keyword))
}
