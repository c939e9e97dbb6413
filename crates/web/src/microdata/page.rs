//! The microdata of a page.

use consomme::iter::DocumentOrder;
use consomme::{Document, ElementRef, Namespace};

use super::item::Item;
use super::json;
use crate::ids::Ids;
use crate::page_url::PageUrl;

/// The microdata of a page.
///
/// ```
/// use consomme_web::{Microdata, PageUrl, PropertyValue};
///
/// let html = r#"
///     <div itemscope itemtype="https://schema.org/Recipe">
///         <h1 itemprop=name>Leek soup</h1>
///         <img itemprop=image src=leek.png>
///         <p itemprop=author itemscope>By <b itemprop=name>a cook</b>
///     </div>"#;
/// let document = consomme::parse_str(html);
/// let page = PageUrl::new(&document, "https://example.com/soups/").unwrap();
///
/// let microdata = Microdata::new(&document, &page);
/// let recipe = microdata.items().next().unwrap();
/// assert_eq!(recipe.types(), ["https://schema.org/Recipe"]);
/// assert_eq!(recipe.text("name").as_deref(), Some("Leek soup"));
/// assert_eq!(recipe.text("image").as_deref(), Some("https://example.com/soups/leek.png"));
/// let Some(PropertyValue::Item(author)) = recipe.value("author") else { panic!() };
/// assert_eq!(author.text("name").as_deref(), Some("a cook"));
///
/// let json = microdata.to_json().unwrap();
/// assert!(json.starts_with(r#"{"items":[{"type":["https://schema.org/Recipe"],"properties":{"name":["#));
/// ```
///
/// <https://html.spec.whatwg.org/#microdata>
#[derive(Clone, Debug)]
pub struct Microdata<'a> {
    pub(super) page: PageUrl,
    items: Vec<ElementRef<'a>>,
    /// The data for `itemref` attributes. `None` if there is no such attribute.
    pub(super) references: Option<References<'a>>,
}

/// The data for `itemref` attributes.
#[derive(Clone, Debug)]
pub(super) struct References<'a> {
    pub(super) ids: Ids<'a>,
    pub(super) order: DocumentOrder<'a>,
}

impl<'a> Microdata<'a> {
    /// Finds the items of a page. Takes time linear in the size of the page.
    #[must_use]
    pub fn new(document: &'a Document, page: &PageUrl) -> Microdata<'a> {
        let mut items = Vec::new();
        let mut has_references = false;
        for element in document.descendant_elements().filter(|&element| is_item(element)) {
            // "An item is a top-level microdata item if its element does not have an itemprop
            // attribute."
            if !element.has_attr("itemprop") {
                items.push(element);
            }
            has_references |= element.has_attr("itemref");
        }
        let references = has_references
            .then(|| References { ids: Ids::new(document), order: document.document_order() });
        Microdata { page: page.clone(), items, references }
    }

    /// Returns the top-level items, which are no property of another item, in tree order.
    ///
    /// <https://html.spec.whatwg.org/#top-level-microdata-items>
    pub fn items(&self) -> impl Iterator<Item = Item<'_, 'a>> {
        self.items.iter().map(|&element| Item::new(self, element))
    }

    /// Returns the items in JSON, as the standard has it: an object with the array `items`, whose
    /// objects have `type`, `id` and `properties`. An item that contains itself is `"ERROR"` there.
    ///
    /// The attribute `itemref` can make the result exponentially larger than the page. Returns
    /// `None` if it is larger than 64 MiB; [`to_json_within`](Microdata::to_json_within) sets
    /// another limit.
    ///
    /// <https://html.spec.whatwg.org/#extracting-json>
    #[must_use]
    pub fn to_json(&self) -> Option<String> {
        self.to_json_within(1 << 26)
    }

    /// Returns the items in JSON as [`to_json`](Microdata::to_json) does. Returns `None` if the
    /// bytes of the result and the visited elements are more than `max`.
    #[must_use]
    pub fn to_json_within(&self, max: usize) -> Option<String> {
        json::write(self, &self.items, max)
    }
}

/// Whether the element creates an item.
///
/// <https://html.spec.whatwg.org/#concept-item>
pub(super) fn is_item(element: ElementRef<'_>) -> bool {
    element.namespace() == Namespace::Html && element.has_attr("itemscope")
}
