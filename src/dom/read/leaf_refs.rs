//! Doctypes and processing instructions, for reading.

use std::fmt;

use crate::dom::arena::processing_instruction;
use crate::tree_sink::NewDoctype;

use super::as_node::compared_as_node;
use super::node_ref::NodeRef;

/// A doctype of a document, for reading.
///
/// ```
/// let document = consomme::parse_str("<!DOCTYPE html SYSTEM 'about:legacy-compat'>");
/// let doctype = document.doctype().unwrap();
/// assert_eq!((doctype.name(), doctype.public_id(), doctype.system_id()), ("html", "", "about:legacy-compat"));
/// ```
///
/// <https://dom.spec.whatwg.org/#concept-doctype>
#[derive(Clone, Copy)]
pub struct DoctypeRef<'a> {
    node: NodeRef<'a>,
    data: &'a NewDoctype,
}

impl<'a> DoctypeRef<'a> {
    pub(super) fn new(node: NodeRef<'a>, data: &'a NewDoctype) -> Self {
        DoctypeRef { node, data }
    }

    /// Returns the doctype as a node.
    pub fn as_node(self) -> NodeRef<'a> {
        self.node
    }

    /// Returns the name; empty if it is missing.
    ///
    /// <https://dom.spec.whatwg.org/#concept-doctype-name>
    pub fn name(self) -> &'a str {
        self.node.document.strings.get(self.data.name)
    }

    /// Returns the public identifier; empty if it is missing.
    ///
    /// <https://dom.spec.whatwg.org/#concept-doctype-publicid>
    pub fn public_id(self) -> &'a str {
        self.node.document.strings.get(self.data.public_id)
    }

    /// Returns the system identifier; empty if it is missing.
    ///
    /// <https://dom.spec.whatwg.org/#concept-doctype-systemid>
    pub fn system_id(self) -> &'a str {
        self.node.document.strings.get(self.data.system_id)
    }
}

compared_as_node!(DoctypeRef);

impl fmt::Debug for DoctypeRef<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.node.fmt(f)
    }
}

/// A processing instruction of a document, for reading.
///
/// ```
/// let document = consomme::parse_fragment("div", "<?marker name=\"soup\"?>");
/// let marker = document.root().first_child().unwrap().as_processing_instruction().unwrap();
/// assert_eq!((marker.target(), marker.data()), ("marker", "name=\"soup\""));
/// assert_eq!(marker.attr("name").as_deref(), Some("soup"));
/// ```
///
/// <https://dom.spec.whatwg.org/#interface-processinginstruction>
#[derive(Clone, Copy)]
pub struct ProcessingInstructionRef<'a> {
    node: NodeRef<'a>,
    target: &'a str,
    data: &'a str,
}

impl<'a> ProcessingInstructionRef<'a> {
    pub(super) fn new(node: NodeRef<'a>, target: &'a str, data: &'a str) -> Self {
        ProcessingInstructionRef { node, target, data }
    }

    /// Returns the processing instruction as a node.
    pub fn as_node(self) -> NodeRef<'a> {
        self.node
    }

    /// Returns the target: the name right after `<?`.
    ///
    /// <https://dom.spec.whatwg.org/#concept-pi-target>
    pub fn target(self) -> &'a str {
        self.target
    }

    /// Returns the data: the text after the target and the whitespace that follows it.
    ///
    /// <https://dom.spec.whatwg.org/#concept-cd-data>
    pub fn data(self) -> &'a str {
        self.data
    }

    /// Returns the value of an attribute in the data, references expanded: `a` for `name` in
    /// `<?marker name="a">`. `None` if there is no such attribute or the data does not consist of
    /// attributes.
    ///
    /// <https://dom.spec.whatwg.org/#interface-processinginstruction>
    pub fn attr(self, name: &str) -> Option<String> {
        let attributes = processing_instruction::attributes(self.data)?;
        attributes
            .into_iter()
            .find_map(|(other, value)| (other == name).then(|| value.into_owned()))
    }
}

compared_as_node!(ProcessingInstructionRef);

impl fmt::Debug for ProcessingInstructionRef<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.node.fmt(f)
    }
}
