//! Items and their properties.

use std::collections::HashSet;

use consomme::{ElementRef, Namespace};

use super::page::{Microdata, is_item};
use super::value::{self, PropertyValue};
use crate::text::unique_tokens;
use consomme::steps;

/// An item: a group of properties, created by an element with the attribute `itemscope`.
///
/// <https://html.spec.whatwg.org/#concept-item>
#[derive(Clone, Copy, Debug)]
pub struct Item<'m, 'a> {
    microdata: &'m Microdata<'a>,
    element: ElementRef<'a>,
}

/// Compares whether two are of the same element.
impl PartialEq for Item<'_, '_> {
    fn eq(&self, other: &Self) -> bool {
        self.element == other.element
    }
}

impl Eq for Item<'_, '_> {}

impl<'m, 'a> Item<'m, 'a> {
    pub(super) fn new(microdata: &'m Microdata<'a>, element: ElementRef<'a>) -> Self {
        Item { microdata, element }
    }

    /// Returns the element that creates the item.
    #[must_use]
    pub fn element(self) -> ElementRef<'a> {
        self.element
    }

    /// Returns the types: the tokens of the attribute `itemtype`. They are URLs, as written.
    ///
    /// <https://html.spec.whatwg.org/#item-types>
    #[must_use]
    pub fn types(self) -> Vec<&'a str> {
        self.element.attr("itemtype").unwrap_or("").split_ascii_whitespace().collect()
    }

    /// Returns the global identifier: the attribute `itemid`, resolved.
    ///
    /// <https://html.spec.whatwg.org/#global-identifier>
    #[must_use]
    pub fn id(self) -> Option<String> {
        self.microdata.page.join(self.element.attr("itemid")?)
    }

    /// Returns the properties of the item in tree order: the elements with names in it, but not in
    /// an item in it, and the elements that its attribute `itemref` refers to.
    ///
    /// Takes time linear in the number of elements there; with `itemref`, these can be all elements
    /// of the page.
    ///
    /// <https://html.spec.whatwg.org/#the-properties-of-an-item>
    pub fn properties(self) -> impl Iterator<Item = Property<'m, 'a>> {
        let microdata = self.microdata;
        property_elements(microdata, self.element)
            .0
            .into_iter()
            .map(move |element| Property { microdata, element })
    }

    /// Returns the value of the first property of a name.
    #[must_use]
    pub fn value(self, name: &str) -> Option<PropertyValue<'m, 'a>> {
        self.properties().find(|property| property.is_named(name)).map(Property::value)
    }

    /// Returns the value of the first property of a name, if that is a text.
    #[must_use]
    pub fn text(self, name: &str) -> Option<String> {
        match self.value(name)? {
            PropertyValue::Text(text) => Some(text),
            PropertyValue::Item(_) => None,
        }
    }
}

/// A property of an item: an element with the attribute `itemprop`.
///
/// <https://html.spec.whatwg.org/#names:-the-itemprop-attribute>
#[derive(Clone, Copy, Debug)]
pub struct Property<'m, 'a> {
    microdata: &'m Microdata<'a>,
    element: ElementRef<'a>,
}

impl<'m, 'a> Property<'m, 'a> {
    /// Returns the element.
    #[must_use]
    pub fn element(self) -> ElementRef<'a> {
        self.element
    }

    /// Returns the names, at least one, without duplicates.
    ///
    /// <https://html.spec.whatwg.org/#property-names>
    #[must_use]
    pub fn names(self) -> Vec<&'a str> {
        names(self.element)
    }

    fn is_named(self, name: &str) -> bool {
        let names = self.element.attr("itemprop").unwrap_or("");
        names.split_ascii_whitespace().any(|other| other == name)
    }

    /// Returns the value: an item, or the text or the resolved URL that the element has for such
    /// purposes.
    ///
    /// <https://html.spec.whatwg.org/#concept-property-value>
    #[must_use]
    pub fn value(self) -> PropertyValue<'m, 'a> {
        if is_item(self.element) {
            return PropertyValue::Item(Item::new(self.microdata, self.element));
        }
        PropertyValue::Text(value::text(self.element, &self.microdata.page))
    }
}

pub(super) fn names(element: ElementRef<'_>) -> Vec<&str> {
    unique_tokens(element.attr("itemprop").unwrap_or(""))
}

/// Finds the properties of an item. Returns how many elements were looked at, too.
///
/// <https://html.spec.whatwg.org/#the-properties-of-an-item>
pub(super) fn property_elements<'a>(
    microdata: &Microdata<'a>,
    root: ElementRef<'a>,
) -> (Vec<ElementRef<'a>>, usize) {
    // "Let results, memory, and pending be empty lists of elements." The last pending element is
    // the next one.
    let mut results = Vec::new();
    let mut memory = HashSet::from([root.id()]);
    let mut pending: Vec<ElementRef<'a>> = Vec::new();
    let references = root.attr("itemref").and(microdata.references.as_ref());
    if let Some(references) = references {
        let ids = root.attr("itemref").unwrap_or("").split_ascii_whitespace();
        pending.extend(ids.filter_map(|id| references.ids.get(id)));
    }
    pending.extend(root.child_elements().rev());
    while let Some(current) = pending.pop() {
        steps::count(1);
        // "If current is already in memory, there is a microdata error; continue."
        if !memory.insert(current.id()) {
            continue;
        }
        if !is_item(current) {
            pending.extend(current.child_elements().rev());
        }
        let has_names = |names: &str| names.split_ascii_whitespace().next().is_some();
        if current.namespace() == Namespace::Html && current.attr("itemprop").is_some_and(has_names)
        {
            results.push(current);
        }
    }
    // "Sort results in tree order." Without references they are.
    if let Some(references) = references {
        results.sort_by_key(|&element| references.order.position(element));
    }
    (results, memory.len())
}
