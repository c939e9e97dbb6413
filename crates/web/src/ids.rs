//! Elements by their ids.

use std::collections::HashMap;

use consomme::{ElementRef, NodeRef};

/// The elements of a tree by their ids, made once for many questions.
///
/// ```
/// use consomme_web::Ids;
///
/// let document = consomme::parse_str("<p id=a>1<p id=a>2<p id=b>3");
/// let ids = Ids::new(&document);
/// assert_eq!(ids.get("a").unwrap().text_content(), "1");
/// assert!(ids.get("c").is_none());
/// ```
///
/// <https://dom.spec.whatwg.org/#concept-id>
#[derive(Clone, Debug)]
pub struct Ids<'a> {
    first: HashMap<&'a str, ElementRef<'a>>,
}

impl<'a> Ids<'a> {
    /// Creates the index of a document, or of the descendants of a node. Takes time linear in their
    /// number.
    #[must_use]
    pub fn new(root: impl Into<NodeRef<'a>>) -> Self {
        let mut first = HashMap::new();
        for element in root.into().descendant_elements() {
            if let Some(id) = element.id_attr().filter(|id| !id.is_empty()) {
                first.entry(id).or_insert(element);
            }
        }
        Ids { first }
    }

    /// Returns the first element with an id, in tree order.
    #[must_use]
    pub fn get(&self, id: &str) -> Option<ElementRef<'a>> {
        self.first.get(id).copied()
    }
}
