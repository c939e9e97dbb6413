//! The options of the XML writer.

use encoding_rs::{Encoding, UTF_8};

use crate::dom::NodeId;
use crate::names::AttributeNamespace;
use crate::serialize::shadow_roots::ShadowRoots;

use super::names::is_name;

/// Options of the XML writer, which writes every tree as well-formed XML: XHTML, with SVG and
/// MathML in their namespaces.
///
/// A tree of HTML can have names, characters and comments that XML doesn't allow. They are changed
/// as the standard suggests for [coercing an HTML DOM into an infoset]; where it says "may", an
/// option says whether:
///
/// | in the tree | in the XML |
/// |---|---|
/// | a character that a name must not have, the colon included | `U` and six hexadecimal digits: `fb:like` becomes `fbU00003Alike` |
/// | attributes `xmlns` and `xmlns:…` | left out; [needed namespaces](Self::namespace_declarations) are declared instead |
/// | `--` in a comment, `-` at its end | a space after the hyphen |
/// | form feed | space |
/// | other characters that are not XML | U+FFFD |
/// | a document type without a name, or of a document without an element | left out |
/// | two attributes with the same name after all this | the first of them |
///
/// Not by that section of the standard: a processing instruction never has the target `xml`, a
/// space comes between `?>` in its data, and the identifiers of a document type are changed like
/// names, as far as XML restricts them.
///
/// A document is written as an XML document if it has an element. Anything else is well-formed
/// content: with an element around it, it is a document.
///
/// ```
/// use consomme::serialize::XmlOptions;
///
/// let document = consomme::parse_str("<!DOCTYPE html><title>Soup &amp; stock</title><p hidden>Leek<br>");
/// assert_eq!(
///     document.serialize(&XmlOptions::new()).to_string(),
///     "<!DOCTYPE html><html xmlns=\"http://www.w3.org/1999/xhtml\"><head>\
///      <title>Soup &amp; stock</title></head><body><p hidden=\"\">Leek<br/></p></body></html>"
/// );
/// ```
///
/// [coercing an HTML DOM into an infoset]: https://html.spec.whatwg.org/#coercing-an-html-dom-into-an-infoset
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct XmlOptions {
    pub(super) declaration: bool,
    pub(super) doctype: bool,
    pub(super) namespace_declarations: bool,
    pub(super) comments: bool,
    pub(super) template_contents: bool,
    pub(super) rename_attributes: bool,
    pub(super) replace_characters: bool,
    /// Prefixes with their namespaces.
    pub(super) prefixes: Vec<(String, String)>,
    pub(super) shadow_roots: ShadowRoots,
    /// The encoding that the declaration names.
    pub(super) encoding: &'static Encoding,
}

impl Default for XmlOptions {
    fn default() -> Self {
        XmlOptions {
            declaration: false,
            doctype: true,
            namespace_declarations: true,
            comments: true,
            template_contents: true,
            rename_attributes: true,
            replace_characters: true,
            prefixes: Vec::new(),
            shadow_roots: ShadowRoots::default(),
            encoding: UTF_8,
        }
    }
}

impl XmlOptions {
    /// Keeps as much of the tree as XML allows. Shadow roots are not written.
    pub fn new() -> Self {
        Self::default()
    }

    /// The options for the XHTML of e-books in EPUB 3: with an XML declaration, without a document
    /// type, and with the prefixes `epub` and `xml`, so that `epub:type` and `xml:lang` keep their
    /// names.
    ///
    /// ```
    /// use consomme::serialize::XmlOptions;
    ///
    /// let chapter = consomme::parse_str(
    ///     "<!DOCTYPE html><html xml:lang=en><title>1</title><section epub:type=chapter>Soup<hr></section>",
    /// );
    /// assert_eq!(
    ///     chapter.serialize(&XmlOptions::ebook()).to_string(),
    ///     "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\
    ///      <html xmlns=\"http://www.w3.org/1999/xhtml\" xmlns:epub=\"http://www.idpf.org/2007/ops\" xml:lang=\"en\">\
    ///      <head><title>1</title></head><body><section epub:type=\"chapter\">Soup<hr/></section></body></html>"
    /// );
    /// ```
    ///
    /// <https://www.w3.org/TR/epub-33/#sec-xhtml>
    pub fn ebook() -> Self {
        Self::new()
            .declaration(true)
            .doctype(false)
            .prefix("epub", "http://www.idpf.org/2007/ops")
            .prefix("xml", "http://www.w3.org/XML/1998/namespace")
    }

    /// Sets whether an XML declaration comes first, which names the encoding: UTF-8, or the
    /// encoding of [`encode`](crate::serialize::Serialized::encode). False by default.
    #[must_use]
    pub fn declaration(mut self, declaration: bool) -> Self {
        self.declaration = declaration;
        self
    }

    /// Sets whether the document type is written. True by default.
    #[must_use]
    pub fn doctype(mut self, doctype: bool) -> Self {
        self.doctype = doctype;
        self
    }

    /// Sets whether namespaces are declared: an element's where it differs from the parent's,
    /// `xlink`'s where it is first needed, and the namespaces of the [prefixes](Self::prefix). If
    /// not, elements are in no namespace, and no prefix but `xml` is kept. True by default.
    #[must_use]
    pub fn namespace_declarations(mut self, declared: bool) -> Self {
        self.namespace_declarations = declared;
        self
    }

    /// Sets whether comments are written. True by default.
    #[must_use]
    pub fn comments(mut self, comments: bool) -> Self {
        self.comments = comments;
        self
    }

    /// Sets whether the contents of a `template` are written as its children. True by default.
    #[must_use]
    pub fn template_contents(mut self, contents: bool) -> Self {
        self.template_contents = contents;
        self
    }

    /// Sets whether an attribute whose name XML doesn't allow is written under a changed name. If
    /// not, it is left out. True by default.
    #[must_use]
    pub fn rename_attributes(mut self, rename: bool) -> Self {
        self.rename_attributes = rename;
        self
    }

    /// Sets whether characters that XML doesn't allow are replaced by U+FFFD. If not, they are left
    /// out. True by default.
    #[must_use]
    pub fn replace_characters(mut self, replace: bool) -> Self {
        self.replace_characters = replace;
        self
    }

    /// Keeps a prefix of names: to an HTML parser, `epub:type` is a name with a colon; in XML it is
    /// the name `type` of the namespace that is given here.
    ///
    /// The prefixes `xml` and `xlink` always have their own namespaces. A prefix that is not a name
    /// without a colon, `xmlns`, an empty namespace, and the namespaces of `xml` and `xmlns` for
    /// another prefix have no effect: XML doesn't allow them. Of two namespaces for one prefix, the
    /// later one counts.
    #[must_use]
    pub fn prefix(mut self, prefix: &str, namespace: &str) -> Self {
        let reserved = [AttributeNamespace::Xml.url(), AttributeNamespace::Xmlns.url()];
        let namespace = match prefix {
            "xml" => AttributeNamespace::Xml.url(),
            "xlink" => AttributeNamespace::XLink.url(),
            "xmlns" => None,
            _ if namespace.is_empty() || reserved.contains(&Some(namespace)) => None,
            _ => Some(namespace).filter(|_| is_name(prefix)),
        };
        if let Some(namespace) = namespace {
            self.prefixes.retain(|(known, _)| known != prefix);
            self.prefixes.push((prefix.to_owned(), namespace.to_owned()));
        }
        self
    }

    /// Sets whether serializable shadow roots are written, [as in HTML]. False by default.
    ///
    /// [as in HTML]: crate::serialize::SerializeOptions::serializable_shadow_roots
    #[must_use]
    pub fn serializable_shadow_roots(mut self, written: bool) -> Self {
        self.shadow_roots.serializable = written;
        self
    }

    /// Sets shadow roots that are written whether they are serializable or not, [as in HTML]. None
    /// by default.
    ///
    /// [as in HTML]: crate::serialize::SerializeOptions::shadow_roots
    #[must_use]
    pub fn shadow_roots(mut self, roots: impl IntoIterator<Item = NodeId>) -> Self {
        self.shadow_roots.listed = roots.into_iter().collect();
        self
    }
}
