//! Expressions as methods of documents, nodes and elements.

use consomme::{Document, ElementRef, NodeRef};

use crate::error::{XPathError, XPathErrorKind};
use crate::item::Item;
use crate::node_set::NodeSet;
use crate::value::Value;
use crate::xpath::XPath;

mod sealed {
    pub trait Sealed {}
    impl Sealed for &consomme::Document {}
    impl Sealed for consomme::NodeRef<'_> {}
    impl Sealed for consomme::ElementRef<'_> {}
}

/// Evaluates expressions at a document, a node or an element.
///
/// ```
/// use consomme_xpath::{XPath, XPathExt};
///
/// let document = consomme::parse_str("<ul><li><a href=/1>One</a><li><a href=/2>Two</a></ul>");
/// let (links, href) = (XPath::parse("//a")?, XPath::parse("string(@href)")?);
/// for (link, expected) in document.xpath_elements(&links)?.into_iter().zip(["/1", "/2"]) {
///     assert_eq!(link.xpath(&href)?.to_text(), expected);
/// }
/// # Ok::<(), consomme_xpath::XPathError>(())
/// ```
///
/// All methods fail as [`XPath::evaluate`] does. Methods that return nodes also fail if the value
/// of the expression is a string, number or boolean.
pub trait XPathExt<'a>: sealed::Sealed + Into<Item<'a>> {
    /// Returns the value of an expression at this node.
    ///
    /// # Errors
    ///
    /// See [`XPath::evaluate`].
    #[doc(alias = "evaluate")]
    fn xpath(self, path: &XPath) -> Result<Value<'a>, XPathError> {
        path.evaluate(self)
    }

    /// Returns the nodes that an expression selects, in document order.
    ///
    /// # Errors
    ///
    /// See [`XPathExt`].
    #[doc(alias = "SelectNodes")]
    fn xpath_items(self, path: &XPath) -> Result<NodeSet<'a>, XPathError> {
        let program = &path.program;
        path.evaluate(self)?.into_nodes().ok_or_else(|| {
            let kind = XPathErrorKind::NotNodes;
            XPathError::new(kind, program.expression(program.root).range.clone(), &program.text)
        })
    }

    /// Returns the first node in document order that an expression selects.
    ///
    /// # Errors
    ///
    /// See [`XPathExt`].
    #[doc(alias = "SelectSingleNode")]
    fn xpath_first(self, path: &XPath) -> Result<Option<Item<'a>>, XPathError> {
        Ok(self.xpath_items(path)?.first())
    }

    /// Returns the elements that an expression selects, in document order. Other nodes are left
    /// out.
    ///
    /// # Errors
    ///
    /// See [`XPathExt`].
    #[doc(alias = "findElements")]
    fn xpath_elements(self, path: &XPath) -> Result<Vec<ElementRef<'a>>, XPathError> {
        Ok(self.xpath_items(path)?.elements().collect())
    }
}

impl<'a> XPathExt<'a> for &'a Document {}

impl<'a> XPathExt<'a> for NodeRef<'a> {}

impl<'a> XPathExt<'a> for ElementRef<'a> {}
