//! Creating documents and nodes.

use crate::dom::arena::{NodeData, NodeId, Root, Tree, processing_instruction};
use crate::dom::read::Document;
use crate::names::{ElementName, Namespace};
use crate::text::{NO_ATTRIBUTES, Strings};
use crate::tree_sink::NewDoctype;

use super::name_validation::{is_valid_doctype_name, is_valid_element_local_name};
use super::tree_error::TreeError;

/// Edits: new documents and nodes.
impl Document {
    /// Creates an empty document, not in quirks mode.
    ///
    /// ```
    /// use consomme::Document;
    ///
    /// # fn main() -> Result<(), consomme::TreeError> {
    /// let mut document = Document::new();
    /// let root = document.root().id();
    /// let doctype = document.create_doctype("html", "", "")?;
    /// document.append(root, doctype)?;
    /// let html = document.create_element("html")?;
    /// document.append(root, html)?;
    /// document.set_attr(html, "lang", "fr")?;
    /// document.set_inner_html(html, "<title>Menu</title>")?;
    /// assert_eq!(
    ///     document.inner_html(),
    ///     "<!DOCTYPE html><html lang=\"fr\"><head><title>Menu</title></head><body></body></html>"
    /// );
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// <https://dom.spec.whatwg.org/#dom-document-document>
    pub fn new() -> Self {
        Document::with_root(Root::Document)
    }

    /// Creates an empty fragment, as [`parse_fragment`](crate::parse_fragment) returns for the
    /// empty text. Its root accepts any nodes but doctypes.
    ///
    /// ```
    /// let mut list = consomme::Document::new_fragment();
    /// for name in ["Bones", "Water"] {
    ///     let li = list.create_element("li").unwrap();
    ///     list.set_text(li, name).unwrap();
    ///     list.append(list.root().id(), li).unwrap();
    /// }
    /// assert_eq!(list.inner_html(), "<li>Bones</li><li>Water</li>");
    /// ```
    pub fn new_fragment() -> Self {
        Document::with_root(Root::DocumentFragment)
    }

    fn with_root(root: Root) -> Self {
        Document::from_parts(Tree::new(root, 0), Strings::default())
    }

    /// Creates an HTML element without attributes, children or parent. The name is
    /// ASCII-lowercased. Insert it with [`append`](Document::append),
    /// [`insert_before`](Document::insert_before) and the like.
    ///
    /// ```
    /// # fn main() -> Result<(), consomme::TreeError> {
    /// let mut document = consomme::parse_document(b"<p>Broth", &Default::default());
    /// let body = document.body().unwrap().id();
    /// let hr = document.create_element("hr")?;
    /// document.append(body, hr)?;
    /// assert_eq!(document.body().unwrap().inner_html(), "<p>Broth</p><hr>");
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    ///
    /// [`InvalidElementName`](TreeError::InvalidElementName),
    /// [`TooManyNodes`](TreeError::TooManyNodes).
    ///
    /// <https://dom.spec.whatwg.org/#dom-document-createelement>
    #[doc(alias = "createElement")]
    pub fn create_element(&mut self, name: &str) -> Result<NodeId, TreeError> {
        self.create_element_ns(Namespace::Html, &name.to_ascii_lowercase())
    }

    /// Creates an HTML element with attributes, without children or parent:
    /// [`create_element`](Document::create_element) and [`set_attr`](Document::set_attr) for each
    /// pair of a name and a value, in one call.
    ///
    /// ```
    /// # fn main() -> Result<(), consomme::TreeError> {
    /// let mut document = consomme::parse_fragment("p", "More soups");
    /// let text = document.root().first_child().unwrap().id();
    /// let link = document.create_element_with("a", [("href", "/soups"), ("class", "more")])?;
    /// document.wrap_in(text, link)?;
    /// assert_eq!(document.inner_html(), "<a href=\"/soups\" class=\"more\">More soups</a>");
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    ///
    /// The errors of `create_element` and `set_attr`.
    pub fn create_element_with<N: AsRef<str>, V: AsRef<str>>(
        &mut self,
        name: &str,
        attrs: impl IntoIterator<Item = (N, V)>,
    ) -> Result<NodeId, TreeError> {
        let element = self.create_element(name)?;
        for (name, value) in attrs {
            if let Err(error) = self.set_attr(element, name.as_ref(), value.as_ref()) {
                self.drop_created(element);
                return Err(error);
            }
        }
        Ok(element)
    }

    /// Creates an element of a namespace without attributes, children or parent. The name is the
    /// local name exactly as given: `foreignObject`.
    ///
    /// ```
    /// use consomme::{Document, Namespace};
    ///
    /// # fn main() -> Result<(), consomme::TreeError> {
    /// let mut drawing = Document::new_fragment();
    /// let svg = drawing.create_element_ns(Namespace::Svg, "svg")?;
    /// drawing.append(drawing.root().id(), svg)?;
    /// drawing.set_attr(svg, "viewBox", "0 0 9 9")?;
    /// assert_eq!(drawing.inner_html(), "<svg viewBox=\"0 0 9 9\"></svg>");
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    ///
    /// [`InvalidElementName`](TreeError::InvalidElementName),
    /// [`TooManyNodes`](TreeError::TooManyNodes).
    ///
    /// <https://dom.spec.whatwg.org/#dom-document-createelementns>
    pub fn create_element_ns(
        &mut self,
        namespace: Namespace,
        name: &str,
    ) -> Result<NodeId, TreeError> {
        if !is_valid_element_local_name(name) {
            return Err(TreeError::InvalidElementName { name: name.to_owned() });
        }
        // A template takes two, with its contents.
        self.ensure_capacity_for_nodes(2)?;
        let local = self.strings.names_mut().intern(name);
        let element =
            self.tree.create_element_node(ElementName { namespace, local }, &NO_ATTRIBUTES);
        Ok(self.tree.id(element))
    }

    /// Creates a text without a parent. `<` and `&` in it are text, not markup.
    ///
    /// ```
    /// # fn main() -> Result<(), consomme::TreeError> {
    /// let mut document = consomme::parse_fragment("div", "<p>");
    /// let p = document.root().first_child().unwrap().id();
    /// let text = document.create_text("1 < 2")?;
    /// document.append(p, text)?;
    /// assert_eq!(document.inner_html(), "<p>1 &lt; 2</p>");
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    ///
    /// [`TooMuchText`](TreeError::TooMuchText), [`TooManyNodes`](TreeError::TooManyNodes).
    ///
    /// <https://dom.spec.whatwg.org/#dom-document-createtextnode>
    #[doc(alias = "createTextNode")]
    pub fn create_text(&mut self, text: &str) -> Result<NodeId, TreeError> {
        self.ensure_capacity_for_nodes(1)?;
        let text = self.push_text(text)?;
        self.create_with_id(NodeData::Text(text))
    }

    /// Creates an HTML element and appends it to `parent`:
    /// [`create_element`](Document::create_element) and [`append`](Document::append) in one call.
    ///
    /// ```
    /// # fn main() -> Result<(), consomme::TreeError> {
    /// let mut menu = consomme::Document::new_fragment();
    /// let ul = menu.append_element(menu.root().id(), "ul")?;
    /// for soup in ["Leek & potato", "Miso"] {
    ///     let li = menu.append_element(ul, "li")?;
    ///     menu.append_text(li, soup)?;
    /// }
    /// assert_eq!(menu.inner_html(), "<ul><li>Leek &amp; potato</li><li>Miso</li></ul>");
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    ///
    /// The errors of `create_element` and `append`. After an error, no element is left over.
    #[track_caller]
    pub fn append_element(&mut self, parent: NodeId, name: &str) -> Result<NodeId, TreeError> {
        self.known(parent)?;
        let element = self.create_element(name)?;
        self.append_or_discard(parent, element)
    }

    /// Creates an HTML element with attributes and appends it to `parent`:
    /// [`create_element_with`](Document::create_element_with) and [`append`](Document::append) in
    /// one call.
    ///
    /// ```
    /// # fn main() -> Result<(), consomme::TreeError> {
    /// let mut menu = consomme::Document::new_fragment();
    /// for (address, soup) in [("/leek", "Leek & potato"), ("/miso", "Miso")] {
    ///     let link = menu.append_element_with(menu.root().id(), "a", [("href", address)])?;
    ///     menu.append_text(link, soup)?;
    /// }
    /// assert_eq!(menu.inner_html(), "<a href=\"/leek\">Leek &amp; potato</a><a href=\"/miso\">Miso</a>");
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    ///
    /// The errors of `create_element_with` and `append`. After an error, no element is left over.
    #[track_caller]
    pub fn append_element_with<N: AsRef<str>, V: AsRef<str>>(
        &mut self,
        parent: NodeId,
        name: &str,
        attrs: impl IntoIterator<Item = (N, V)>,
    ) -> Result<NodeId, TreeError> {
        self.known(parent)?;
        let element = self.create_element_with(name, attrs)?;
        self.append_or_discard(parent, element)
    }

    /// Creates a text and appends it to `parent`: [`create_text`](Document::create_text) and
    /// [`append`](Document::append) in one call. A text before it stays a separate node: see
    /// [`normalize`](Document::normalize).
    ///
    /// # Errors
    ///
    /// The errors of `create_text` and `append`. After an error, no text is left over.
    #[track_caller]
    pub fn append_text(&mut self, parent: NodeId, text: &str) -> Result<NodeId, TreeError> {
        self.known(parent)?;
        let text = self.create_text(text)?;
        self.append_or_discard(parent, text)
    }

    /// Creates a node without a parent and returns its id.
    fn create_with_id(&mut self, data: NodeData) -> Result<NodeId, TreeError> {
        let node = self.create(data)?;
        Ok(self.tree.id(node))
    }

    /// Appends a node that was just created, or discards it.
    fn append_or_discard(&mut self, parent: NodeId, node: NodeId) -> Result<NodeId, TreeError> {
        match self.append(parent, node) {
            Ok(()) => Ok(node),
            Err(error) => {
                self.drop_created(node);
                Err(error)
            }
        }
    }

    /// Discards a node that was just created. While a parser builds the document, nothing is
    /// discarded: the node stays without a parent.
    fn drop_created(&mut self, node: NodeId) {
        let dropped = self.discard(node);
        debug_assert!(
            matches!(dropped, Ok(()) | Err(TreeError::DocumentIsGrowing { .. })),
            "a new node is known and no root"
        );
    }

    /// Creates a comment without a parent. The data is not checked: if it contains `-->`, the
    /// comment is written as HTML that parses as something else.
    ///
    /// # Errors
    ///
    /// [`TooMuchText`](TreeError::TooMuchText), [`TooManyNodes`](TreeError::TooManyNodes).
    ///
    /// <https://dom.spec.whatwg.org/#dom-document-createcomment>
    pub fn create_comment(&mut self, data: &str) -> Result<NodeId, TreeError> {
        self.ensure_capacity_for_nodes(1)?;
        let data = self.push_text(data)?;
        self.create_with_id(NodeData::Comment(data))
    }

    /// Creates a processing instruction without a parent.
    ///
    /// # Errors
    ///
    /// [`InvalidProcessingInstruction`](TreeError::InvalidProcessingInstruction) for a target that
    /// is not an XML name and for data that contains `?>`; [`TooMuchText`](TreeError::TooMuchText),
    /// [`TooManyNodes`](TreeError::TooManyNodes).
    ///
    /// <https://dom.spec.whatwg.org/#dom-document-createprocessinginstruction>
    pub fn create_processing_instruction(
        &mut self,
        target: &str,
        data: &str,
    ) -> Result<NodeId, TreeError> {
        if !processing_instruction::is_name(target) {
            return Err(TreeError::InvalidProcessingInstruction { text: target.to_owned() });
        }
        if data.contains("?>") {
            return Err(TreeError::InvalidProcessingInstruction { text: data.to_owned() });
        }
        self.ensure_capacity_for_nodes(1)?;
        let data = self.push_text(data)?;
        let target = self.strings.names_mut().intern(target);
        let data = self.tree.instruction_data(target, data);
        self.create_with_id(data)
    }

    /// Creates a doctype without a parent. A missing identifier is the empty text. The
    /// [quirks mode](Document::quirks_mode) of the document does not change.
    ///
    /// # Errors
    ///
    /// [`InvalidDoctypeName`](TreeError::InvalidDoctypeName),
    /// [`TooMuchText`](TreeError::TooMuchText), [`TooManyNodes`](TreeError::TooManyNodes).
    ///
    /// <https://dom.spec.whatwg.org/#dom-domimplementation-createdocumenttype>
    pub fn create_doctype(
        &mut self,
        name: &str,
        public_id: &str,
        system_id: &str,
    ) -> Result<NodeId, TreeError> {
        if !is_valid_doctype_name(name) {
            return Err(TreeError::InvalidDoctypeName { name: name.to_owned() });
        }
        self.ensure_capacity_for_nodes(1)?;
        self.ensure_capacity_for_text(name.len() + public_id.len() + system_id.len())?;
        let doctype = NewDoctype {
            name: self.push_text(name)?,
            public_id: self.push_text(public_id)?,
            system_id: self.push_text(system_id)?,
        };
        let data = self.tree.doctype_data(doctype);
        self.create_with_id(data)
    }

    /// Creates a document fragment: a node that collects others. Inserting the fragment somewhere
    /// moves all its children there.
    ///
    /// ```
    /// # fn main() -> Result<(), consomme::TreeError> {
    /// let mut document = consomme::parse_fragment("ul", "<li>Salt");
    /// let fragment = document.create_document_fragment()?;
    /// document.set_inner_html(fragment, "<li>Bones<li>Water")?;
    /// document.prepend(document.root().id(), fragment)?;
    /// assert_eq!(document.inner_html(), "<li>Bones</li><li>Water</li><li>Salt</li>");
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    ///
    /// [`TooManyNodes`](TreeError::TooManyNodes).
    ///
    /// <https://dom.spec.whatwg.org/#dom-document-createdocumentfragment>
    pub fn create_document_fragment(&mut self) -> Result<NodeId, TreeError> {
        self.create_with_id(NodeData::DocumentFragment)
    }
}

/// Returns an empty document: [`Document::new`].
impl Default for Document {
    fn default() -> Self {
        Document::new()
    }
}
