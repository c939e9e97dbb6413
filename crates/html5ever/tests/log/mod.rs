//! A tree of `markup5ever_rcdom` that logs the calls to it, and has shadow roots.

use std::borrow::Cow;
use std::cell::RefCell;
use std::rc::Rc;

use html5ever::interface::{ElementFlags, NodeOrText, QuirksMode, TreeSink};
use html5ever::tendril::StrTendril;
use html5ever::{Attribute, ExpandedName, QualName};
use markup5ever_rcdom::{Handle, NodeData, RcDom};

/// A tree that logs the calls to it.
#[derive(Default)]
pub(crate) struct Log {
    pub(crate) dom: RcDom,
    /// The calls that do not change the tree, one a line. Shared with whoever watches the parse.
    pub(crate) lines: Rc<RefCell<Vec<String>>>,
    /// Whether it attaches shadow roots.
    pub(crate) has_shadow_roots: bool,
    pub(crate) shadow_roots: RefCell<Vec<ShadowRoot>>,
}

/// A shadow root.
pub(crate) struct ShadowRoot {
    pub(crate) host: Handle,
    pub(crate) root: Handle,
    /// The attributes of the template, by name and value.
    pub(crate) attributes: Vec<(String, String)>,
}

impl Log {
    fn write(&self, line: impl Into<String>) {
        self.lines.borrow_mut().push(line.into());
    }
}

fn name_of(node: &Handle) -> &str {
    match &node.data {
        NodeData::Element { name, .. } => &name.local,
        _ => "not an element",
    }
}

impl TreeSink for Log {
    type Handle = Handle;
    type Output = Self;
    type ElemName<'a> = ExpandedName<'a>;

    fn finish(self) -> Self {
        self
    }

    fn parse_error(&self, message: Cow<'static, str>) {
        self.write(format!("error: {message}"));
    }

    fn get_document(&self) -> Handle {
        self.dom.get_document()
    }

    fn elem_name<'a>(&'a self, target: &'a Handle) -> ExpandedName<'a> {
        self.dom.elem_name(target)
    }

    fn create_element(&self, name: QualName, attrs: Vec<Attribute>, flags: ElementFlags) -> Handle {
        if flags.had_duplicate_attributes {
            self.write(format!("duplicates {}", name.local));
        }
        self.dom.create_element(name, attrs, flags)
    }

    fn create_comment(&self, text: StrTendril) -> Handle {
        self.dom.create_comment(text)
    }

    fn create_pi(&self, target: StrTendril, data: StrTendril) -> Handle {
        self.write(format!("pi {target}"));
        self.dom.create_pi(target, data)
    }

    fn append(&self, parent: &Handle, child: NodeOrText<Handle>) {
        self.dom.append(parent, child);
    }

    fn append_based_on_parent_node(&self, _: &Handle, _: &Handle, _: NodeOrText<Handle>) {
        panic!("the parser knows the parents");
    }

    fn append_doctype_to_document(&self, name: StrTendril, public: StrTendril, system: StrTendril) {
        self.write(format!("doctype {name}"));
        self.dom.append_doctype_to_document(name, public, system);
    }

    fn pop(&self, node: &Handle) {
        self.write(format!("pop {}", name_of(node)));
    }

    fn get_template_contents(&self, target: &Handle) -> Handle {
        self.dom.get_template_contents(target)
    }

    fn same_node(&self, _: &Handle, _: &Handle) -> bool {
        panic!("the parser compares numbers");
    }

    fn set_quirks_mode(&self, mode: QuirksMode) {
        self.write(format!("{mode:?}"));
    }

    fn append_before_sibling(&self, sibling: &Handle, new_node: NodeOrText<Handle>) {
        self.dom.append_before_sibling(sibling, new_node);
    }

    fn add_attrs_if_missing(&self, target: &Handle, attrs: Vec<Attribute>) {
        self.dom.add_attrs_if_missing(target, attrs);
    }

    fn remove_from_parent(&self, target: &Handle) {
        self.dom.remove_from_parent(target);
    }

    fn reparent_children(&self, node: &Handle, new_parent: &Handle) {
        self.dom.reparent_children(node, new_parent);
    }

    fn is_mathml_annotation_xml_integration_point(&self, handle: &Handle) -> bool {
        self.dom.is_mathml_annotation_xml_integration_point(handle)
    }

    fn allow_declarative_shadow_roots(&self, _: &Handle) -> bool {
        self.has_shadow_roots
    }

    fn attach_declarative_shadow(
        &self,
        location: &Handle,
        template: &Handle,
        attrs: &[Attribute],
    ) -> bool {
        assert!(self.has_shadow_roots, "they are not allowed");
        let mut shadow_roots = self.shadow_roots.borrow_mut();
        if shadow_roots.iter().any(|shadow| Rc::ptr_eq(&shadow.host, location)) {
            return false;
        }
        let NodeData::Element { template_contents, .. } = &template.data else {
            panic!("a template is an element");
        };
        let root = RcDom::default().document;
        *template_contents.borrow_mut() = Some(root.clone());
        let attributes =
            attrs.iter().map(|attr| (attr.name.local.to_string(), attr.value.to_string()));
        let attributes = attributes.collect();
        shadow_roots.push(ShadowRoot { host: location.clone(), root, attributes });
        true
    }

    fn mark_script_already_started(&self, node: &Handle) {
        self.write(format!("started {}", name_of(node)));
    }

    fn associate_with_form(
        &self,
        target: &Handle,
        form: &Handle,
        (parent, _): (&Handle, Option<&Handle>),
    ) {
        self.write(["associate", name_of(target), name_of(form), name_of(parent)].join(" "));
    }

    fn set_current_line(&self, line: u64) {
        self.write(format!("line {line}"));
    }

    fn maybe_clone_an_option_into_selectedcontent(&self, option: &Handle) {
        self.write(format!("clone {}", name_of(option)));
    }
}
