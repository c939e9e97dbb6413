//! Making documents and nodes.

use crate::names::{ElementName, Namespace};
use crate::text::Strings;
use crate::tree_sink::NewDoctype;

use super::name_validation::{is_valid_doctype_name, is_valid_element_local_name};
use super::tree_error::TreeError;
use crate::dom::arena::processing_instruction;
use crate::dom::arena::{NodeData, NodeId};
use crate::dom::arena::{Root, Tree};
use crate::dom::read::Document;

impl Document {
    /// An empty document, not in quirks mode.
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
    /// document.set_attribute(html, "lang", "fr")?;
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

    /// An empty fragment: what [`parse_fragment`](crate::parse_fragment) gives for no text. Its
    /// root takes any nodes but doctypes.
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

    /// Makes an HTML element without attributes, children or parent. ASCII capitals in the name are
    /// made small. Put it somewhere with [`append`](Document::append) or another of its like.
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
    pub fn create_element(&mut self, name: &str) -> Result<NodeId, TreeError> {
        self.create_element_ns(Namespace::Html, &name.to_ascii_lowercase())
    }

    /// Makes an element of a namespace without attributes, children or parent. The name is taken as
    /// it is, all of it as the local name: `foreignObject`.
    ///
    /// ```
    /// use consomme::{Document, Namespace};
    ///
    /// # fn main() -> Result<(), consomme::TreeError> {
    /// let mut drawing = Document::new_fragment();
    /// let svg = drawing.create_element_ns(Namespace::Svg, "svg")?;
    /// drawing.append(drawing.root().id(), svg)?;
    /// drawing.set_attribute(svg, "viewBox", "0 0 9 9")?;
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
        // A template takes two.
        self.ensure_room_for_nodes(2)?;
        let local = self.strings.names.intern(name);
        Ok(self.tree.create_element_node(ElementName { namespace, local }, &[]))
    }

    /// Makes a text without a parent. It is taken as it is: `<` and `&` mean nothing.
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
    pub fn create_text(&mut self, text: &str) -> Result<NodeId, TreeError> {
        self.ensure_room_for_nodes(1)?;
        let text = self.push_text(text)?;
        self.create(NodeData::Text(text))
    }

    /// Makes an HTML element and puts it behind the last child of `parent`:
    /// [`create_element`](Document::create_element) and [`append`](Document::append) in one.
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
    /// Those of both. No element is left behind then.
    pub fn append_element(&mut self, parent: NodeId, name: &str) -> Result<NodeId, TreeError> {
        self.known(parent)?;
        let element = self.create_element(name)?;
        self.append_or_discard(parent, element)
    }

    /// Makes a text and puts it behind the last child of `parent`:
    /// [`create_text`](Document::create_text) and [`append`](Document::append) in one. A text that
    /// is there already stays one of its own: see [`normalize`](Document::normalize).
    ///
    /// # Errors
    ///
    /// Those of both. No text is left behind then.
    pub fn append_text(&mut self, parent: NodeId, text: &str) -> Result<NodeId, TreeError> {
        self.known(parent)?;
        let text = self.create_text(text)?;
        self.append_or_discard(parent, text)
    }

    /// Puts a node that was just made behind the last child of `parent`, or gives it up.
    fn append_or_discard(&mut self, parent: NodeId, node: NodeId) -> Result<NodeId, TreeError> {
        match self.append(parent, node) {
            Ok(()) => Ok(node),
            Err(error) => {
                self.discard(node)?;
                Err(error)
            }
        }
    }

    /// Makes a comment without a parent. The data is taken as it is; data that holds `-->` is read
    /// back as something else once it is written.
    ///
    /// # Errors
    ///
    /// [`TooMuchText`](TreeError::TooMuchText), [`TooManyNodes`](TreeError::TooManyNodes).
    ///
    /// <https://dom.spec.whatwg.org/#dom-document-createcomment>
    pub fn create_comment(&mut self, data: &str) -> Result<NodeId, TreeError> {
        self.ensure_room_for_nodes(1)?;
        let data = self.push_text(data)?;
        self.create(NodeData::Comment(data))
    }

    /// Makes a processing instruction without a parent.
    ///
    /// # Errors
    ///
    /// [`InvalidProcessingInstruction`](TreeError::InvalidProcessingInstruction) for a target that
    /// is no XML name or data that holds `?>`, [`TooMuchText`](TreeError::TooMuchText),
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
        self.ensure_room_for_nodes(1)?;
        let data = self.push_text(data)?;
        let target = self.strings.names.intern(target);
        let data = self.tree.instruction_data(target, data);
        self.create(data)
    }

    /// Makes a doctype without a parent. An identifier that is missing is empty. The
    /// [quirks mode](Document::quirks_mode) of the document stays what it is.
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
        self.ensure_room_for_nodes(1)?;
        self.ensure_room_for_text(name.len() + public_id.len() + system_id.len())?;
        let doctype = NewDoctype {
            name: self.push_text(name)?,
            public_id: self.push_text(public_id)?,
            system_id: self.push_text(system_id)?,
        };
        self.tree.doctypes.push(doctype);
        self.create(NodeData::Doctype(self.tree.doctypes.len() as u32 - 1))
    }

    /// Makes a document fragment: a node that holds others until they are put somewhere, all at
    /// once, by putting the fragment there.
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
        self.create(NodeData::DocumentFragment)
    }
}

/// An empty document, as [`Document::new`] makes it.
impl Default for Document {
    fn default() -> Self {
        Document::new()
    }
}
