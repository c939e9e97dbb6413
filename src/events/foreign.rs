//! Which elements of SVG and MathML are open, as far as tags alone tell: they decide what text and
//! `<![CDATA[` mean.

use crate::elements::ElementClass;
use crate::input::ParseContext;
use crate::names::{ElementName, LocalName, Namespace, known};
use crate::tokenizer::TextMode;
use crate::tokenizer::token::Tag;
use crate::tree_builder::{
    adjusted_svg_tag_name, breaks_out_of_foreign_content, is_html_integration_point,
};

/// The number of open elements that are remembered. Deeper ones count as closed.
const MAX_OPEN: usize = 512;

/// An open element of SVG or MathML.
#[derive(Clone, Copy, Debug)]
struct ForeignElement {
    /// The tag name, in lowercase.
    name: LocalName,
    namespace: Namespace,
    class: ElementClass,
}

impl ForeignElement {
    /// Whether its content is HTML, except for some tags.
    fn is_integration_point(&self) -> bool {
        self.class.intersects(INTEGRATION_POINT)
    }
}

const INTEGRATION_POINT: ElementClass =
    ElementClass::HTML_INTEGRATION_POINT.union(ElementClass::MATHML_TEXT_INTEGRATION_POINT);

/// The open elements of SVG and MathML, the innermost last. HTML elements are not remembered, so
/// the end tag of an integration point always closes it.
#[derive(Debug, Default)]
pub(super) struct ForeignElements(Vec<ForeignElement>);

impl ForeignElements {
    /// Whether the current node is an SVG or MathML element, as far as that is known: CDATA
    /// sections are allowed then.
    pub(super) fn allow_cdata(&self) -> bool {
        self.0.last().is_some_and(|innermost| !innermost.is_integration_point())
    }

    /// Processes a start tag. Returns how the text after it is read.
    pub(super) fn start_tag(
        &mut self,
        tag: &Tag,
        scripting: bool,
        context: &ParseContext,
    ) -> TextMode {
        if let Some(innermost) = self.0.last()
            && !is_html(tag, innermost)
        {
            if !breaks_out_of_foreign_content(tag) {
                let namespace = innermost.namespace;
                self.push(tag, namespace, context);
                return TextMode::Data;
            }
            self.break_out();
        }
        match tag.name {
            known::SVG => self.push(tag, Namespace::Svg, context),
            known::MATH => self.push(tag, Namespace::MathMl, context),
            name => return TextMode::in_html_element(name, scripting),
        }
        TextMode::Data
    }

    /// Processes an end tag.
    pub(super) fn end_tag(&mut self, tag: &Tag) {
        if matches!(tag.name, known::BR | known::P) && self.allow_cdata() {
            return self.break_out();
        }
        for index in (0..self.0.len()).rev() {
            if self.0[index].name == tag.name {
                return self.0.truncate(index);
            }
            if self.0[index].is_integration_point() {
                // The tag may be that of an HTML element in it.
                return;
            }
        }
    }

    /// Closes elements up to one whose content is HTML.
    fn break_out(&mut self) {
        while self.0.pop_if(|innermost| !innermost.is_integration_point()).is_some() {}
    }

    /// Opens an element, unless it closes itself.
    fn push(&mut self, tag: &Tag, namespace: Namespace, context: &ParseContext) {
        if tag.self_closing || self.0.len() >= MAX_OPEN {
            return;
        }
        let local = match namespace {
            Namespace::Svg => adjusted_svg_tag_name(tag.name),
            _ => tag.name,
        };
        let name = ElementName { namespace, local };
        let mut class = ElementClass::of(name);
        if is_html_integration_point(name, &tag.attributes, context) {
            class = class.union(ElementClass::HTML_INTEGRATION_POINT);
        }
        self.0.push(ForeignElement { name: tag.name, namespace, class });
    }

    /// Replaces names by those of another table.
    pub(super) fn rename(&mut self, mut name_in: impl FnMut(LocalName) -> LocalName) {
        for element in &mut self.0 {
            element.name = name_in(element.name);
        }
    }
}

/// Whether a start tag inside that element goes to the rules for HTML.
///
/// <https://html.spec.whatwg.org/#tree-construction-dispatcher>
fn is_html(tag: &Tag, innermost: &ForeignElement) -> bool {
    let is_mathml_name = matches!(tag.name, known::MGLYPH | known::MALIGNMARK);
    let is_annotation_xml =
        innermost.namespace == Namespace::MathMl && innermost.name == known::ANNOTATION_XML;
    innermost.class.intersects(ElementClass::MATHML_TEXT_INTEGRATION_POINT) && !is_mathml_name
        || is_annotation_xml && tag.name == known::SVG
        || innermost.class.intersects(ElementClass::HTML_INTEGRATION_POINT)
}
