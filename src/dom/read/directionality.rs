//! The direction of text.

use crate::dom::arena::NodeIndex;
use crate::elements::Traits;
use crate::names::{Namespace, known};

use super::element_ref::ElementRef;
use super::node_ref::NodeRef;

/// A direction of text.
///
/// <https://html.spec.whatwg.org/#the-directionality>
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Directionality {
    /// From left to right: `ltr`.
    LeftToRight,
    /// From right to left: `rtl`.
    RightToLeft,
}

impl Directionality {
    /// Returns the direction of the first strong character of a text. `None` if it has none.
    ///
    /// ```
    /// use consomme::Directionality;
    ///
    /// assert_eq!(Directionality::of_text("1. \u{5de}\u{5e8}\u{5e7}"), Some(Directionality::RightToLeft));
    /// assert_eq!(Directionality::of_text("1, 2"), None);
    /// ```
    ///
    /// <https://html.spec.whatwg.org/#text-node-directionality>
    // Deviation (Selectors): letters count as strong, by their block; the bidirectional classes of
    // the few other strong characters are not known here.
    pub fn of_text(text: &str) -> Option<Directionality> {
        text.chars().find_map(|c| match c {
            '\u{200E}' => Some(Directionality::LeftToRight),
            '\u{200F}' | '\u{61C}' => Some(Directionality::RightToLeft),
            _ if !c.is_alphabetic() => None,
            '\u{590}'..='\u{8FF}'
            | '\u{FB1D}'..='\u{FDFF}'
            | '\u{FE70}'..='\u{FEFF}'
            | '\u{10800}'..='\u{10FFF}'
            | '\u{1E800}'..='\u{1EFFF}' => Some(Directionality::RightToLeft),
            _ => Some(Directionality::LeftToRight),
        })
    }

    /// Returns the keyword of the attribute `dir`: `ltr` or `rtl`.
    pub fn as_str(self) -> &'static str {
        match self {
            Directionality::LeftToRight => "ltr",
            Directionality::RightToLeft => "rtl",
        }
    }

    /// Returns the direction with that keyword, in any case.
    pub(crate) fn named(keyword: &str) -> Option<Directionality> {
        match &*keyword.to_ascii_lowercase() {
            "ltr" => Some(Directionality::LeftToRight),
            "rtl" => Some(Directionality::RightToLeft),
            _ => None,
        }
    }
}

impl ElementRef<'_> {
    /// Returns the directionality of the element: its attribute `dir` decides or, with `dir=auto`
    /// and in `bdi`, its text; otherwise it is the parent's.
    ///
    /// The text of a control is its attribute `value` or its content, not a user's input.
    ///
    /// Takes time linear in the depth of the element and in the text that decides.
    ///
    /// ```
    /// use consomme::Directionality;
    ///
    /// let document = consomme::parse_str("<p dir=rtl>1<b id=b>2</b><bdi id=i>soup</bdi>");
    /// let of = |id| document.element_by_id(id).unwrap().directionality();
    /// assert_eq!(of("b"), Directionality::RightToLeft);
    /// assert_eq!(of("i"), Directionality::LeftToRight);
    /// ```
    ///
    /// <https://html.spec.whatwg.org/#the-directionality>
    // Deviation (Selectors): slots and shadow roots have no effect.
    pub fn directionality(self) -> Directionality {
        self.directionality_within(&mut |_| true)
    }

    /// As [`directionality`](Self::directionality), for callers who limit the work: before a node
    /// is read, `may_read` gets the number of its bytes, and reading ends when it returns false.
    pub(crate) fn directionality_within(
        self,
        may_read: &mut dyn FnMut(usize) -> bool,
    ) -> Directionality {
        let mut elements = std::iter::once(self).chain(self.ancestor_elements());
        while let Some(element) = elements.next().filter(|_| may_read(0)) {
            if let Some(direction) = own_direction(element, may_read) {
                return direction;
            }
        }
        Directionality::LeftToRight
    }
}

/// The states of the attribute `dir`.
enum Declared {
    Is(Directionality),
    Auto,
}

/// Returns the directionality of an element unless it inherits its parent's.
fn own_direction(
    element: ElementRef<'_>,
    may_read: &mut dyn FnMut(usize) -> bool,
) -> Option<Directionality> {
    let is_bdi = element.is_html_named(known::BDI);
    match declared(element) {
        Some(Declared::Is(direction)) => Some(direction),
        Some(Declared::Auto) => {
            Some(auto_direction(element, may_read).unwrap_or(Directionality::LeftToRight))
        }
        None if is_bdi => {
            Some(auto_direction(element, may_read).unwrap_or(Directionality::LeftToRight))
        }
        None if element.is_html_named(known::INPUT) && element.has_keyword("type", &["tel"]) => {
            Some(Directionality::LeftToRight)
        }
        None => None,
    }
}

/// Returns the state of the attribute `dir` of an HTML element.
///
/// <https://html.spec.whatwg.org/#attr-dir>
fn declared(element: ElementRef<'_>) -> Option<Declared> {
    if element.namespace() != Namespace::Html {
        return None;
    }
    let dir = element.attr("dir")?;
    if dir.eq_ignore_ascii_case("auto") {
        return Some(Declared::Auto);
    }
    Directionality::named(dir).map(Declared::Is)
}

/// Returns the direction of the first strong character of the text or the value of an element.
///
/// <https://html.spec.whatwg.org/#auto-directionality>
fn auto_direction(
    element: ElementRef<'_>,
    may_read: &mut dyn FnMut(usize) -> bool,
) -> Option<Directionality> {
    if element.is_html_named(known::INPUT) {
        // The "missing value default" and the "invalid value default" are `text`.
        let without_text = [
            "checkbox",
            "color",
            "date",
            "datetime-local",
            "file",
            "image",
            "month",
            "number",
            "radio",
            "range",
            "time",
            "week",
        ];
        let value = element.attr("value").filter(|_| !element.has_keyword("type", &without_text));
        return value.filter(|value| may_read(value.len())).and_then(Directionality::of_text);
    }
    if element.is_html_named(known::TEXTAREA) {
        let content = element.text_content();
        may_read(content.len());
        return Directionality::of_text(&content);
    }
    contained_direction(element.as_node(), may_read)
}

/// Returns the direction of the first strong character in the texts of a node.
///
/// <https://html.spec.whatwg.org/#contained-text-auto-directionality>
fn contained_direction(
    node: NodeRef<'_>,
    may_read: &mut dyn FnMut(usize) -> bool,
) -> Option<Directionality> {
    let tree = &node.document().tree;
    let scope = node.index();
    let mut at: Option<NodeIndex> = tree.following_in(scope, scope);
    while let Some(id) = at {
        let inner = NodeRef::new(node.document(), id);
        if !may_read(inner.as_text().map_or(0, str::len)) {
            return None;
        }
        if inner.as_element().is_some_and(is_isolated) {
            at = tree.following_past(scope, id);
            continue;
        }
        if inner.as_text().is_some()
            && let Some(direction) = inner.as_text().and_then(Directionality::of_text)
        {
            return Some(direction);
        }
        at = tree.following_in(scope, id);
    }
    None
}
/// Whether the text of an element has no effect on the direction of the elements around it.
fn is_isolated(element: ElementRef<'_>) -> bool {
    element.element_name().row().is(Traits::BIDI_ISOLATED) || declared(element).is_some()
}
