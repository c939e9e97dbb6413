//! The rules for parsing tokens in foreign content: inside SVG and MathML elements.

use crate::input::ParseContext;
use crate::names::{ElementName, Namespace, known};
use crate::parse_error::ParseErrorCode;
use crate::text::Span;
use crate::tokenizer::token::{Tag, Token};
use crate::tree_sink::TreeSink;

use super::foreign_names::{
    adjust_foreign_attributes, adjust_mathml_attributes, adjust_svg_attributes,
};
use super::insertion::NodePosition;
use super::open_elements::OpenElement;
use super::whitespace::is_whitespace;
use super::{Processing, TreeBuilder};
use crate::elements::{ElementClass, ElementRow, Traits};

impl<S: TreeSink> TreeBuilder<S> {
    /// <https://html.spec.whatwg.org/#parsing-main-inforeign>
    // Never inlined into the dispatcher: foreign content is rare.
    #[inline(never)]
    pub(crate) fn foreign_content(
        &mut self,
        token: &mut Token<'_>,
        context: &mut ParseContext,
    ) -> Processing {
        match token {
            // "Insert a U+FFFD REPLACEMENT CHARACTER character."
            Token::NullCharacter(_) => {
                self.error(ParseErrorCode::UnexpectedNullCharacter, context);
                let replacement =
                    context.strings.push_for(context.token.start..context.token.end, "\u{FFFD}");
                self.insert_characters(replacement, context);
            }
            Token::Characters(text) => self.characters_in_foreign_content(*text, context),
            Token::Leaf(leaf) => self.insert_leaf(*leaf, NodePosition::Adjusted, context),
            Token::Doctype(_) => return self.ignore_unexpected(token, context),
            Token::StartTag(tag) if breaks_out_of_foreign_content(tag) => {
                return self.break_out_of_foreign_content(token, context);
            }
            Token::EndTag(tag) if matches!(tag.name, known::BR | known::P) => {
                return self.break_out_of_foreign_content(token, context);
            }
            Token::StartTag(tag) => self.foreign_start_tag(tag, context),
            // "An end tag whose tag name is `script`, if the current node is an SVG `script`
            // element": it is popped, then run.
            Token::EndTag(tag) if tag.name == known::SCRIPT && self.is_current_svg_script() => {
                self.pop_svg_script(context);
            }
            Token::EndTag(tag) => return self.foreign_end_tag(tag, context),
            Token::EndOfFile => {
                debug_assert!(false, "the dispatcher has the insertion mode process this token");
                return self.process_by_insertion_mode(token, context);
            }
        }
        Processing::Done
    }

    /// Processes a run of characters.
    #[inline(always)]
    pub(super) fn characters_in_foreign_content(&mut self, text: Span, context: &mut ParseContext) {
        self.insert_characters(text, context);
        if self.frameset_ok && !is_whitespace(text, context) {
            self.frameset_ok = false;
        }
    }

    /// Processes the tag of an HTML element that breaks out of foreign content: pops elements until
    /// the current node may contain HTML, and uses the rules of the insertion mode.
    fn break_out_of_foreign_content(
        &mut self,
        token: &mut Token<'_>,
        context: &mut ParseContext,
    ) -> Processing {
        let stays_open = ElementClass::MATHML_TEXT_INTEGRATION_POINT
            .union(ElementClass::HTML_INTEGRATION_POINT)
            .union(ElementClass::HTML);
        self.error(ParseErrorCode::HtmlElementInForeignContent, context);
        while self.open.current().is_some_and(|current| !current.class.intersects(stays_open)) {
            self.pop(context);
        }
        self.process_by_insertion_mode(token, context)
    }

    /// Processes "any other start tag": inserts an element in the namespace of the adjusted current
    /// node.
    fn foreign_start_tag(&mut self, tag: &mut Tag, context: &mut ParseContext) {
        let Some((name, _)) = self.adjusted_current_node() else {
            debug_assert!(false, "the dispatcher has found a foreign adjusted current node");
            return;
        };
        let ElementName { namespace, .. } = name.unpack();
        match namespace {
            Namespace::MathMl => adjust_mathml_attributes(tag),
            Namespace::Svg => {
                tag.name = known::adjusted_svg_tag_name(tag.name);
                adjust_svg_attributes(tag);
            }
            Namespace::Html => debug_assert!(false, "the adjusted current node is foreign"),
        }
        adjust_foreign_attributes(tag);
        self.insert_foreign_element(tag, namespace, context);
        if tag.self_closing {
            self.acknowledge_self_closing();
            if self.is_current_svg_script() {
                self.pop_svg_script(context);
            } else {
                self.pop(context);
            }
        }
    }

    /// Whether the current node is an SVG `script` element.
    fn is_current_svg_script(&self) -> bool {
        let svg_script = ElementName { namespace: Namespace::Svg, local: known::SCRIPT };
        self.open.current().is_some_and(|current| current.name.unpack() == svg_script)
    }

    /// Pops the current node, an SVG `script` element, and requests that it is run.
    ///
    /// <https://html.spec.whatwg.org/#parsing-main-inforeign>
    fn pop_svg_script(&mut self, context: &mut ParseContext) {
        let script = self.open.current().map(|current| current.handle);
        self.pop(context);
        if let Some(script) = script {
            self.request_to_run(script, true);
        }
    }

    /// Processes "any other end tag".
    fn foreign_end_tag(&mut self, tag: &Tag, context: &mut ParseContext) -> Processing {
        // The standard compares names in lowercase with the tag's. Elements on the stack have one
        // of these two: the tag's name, or the one with capitals that SVG has for it.
        let names = [tag.name, known::adjusted_svg_tag_name(tag.name)];
        // Steps 1 and 2: a current node with another name is a parse error. Its code depends on the
        // steps that follow.
        let is_wrong = self.open.current().is_some_and(|node| !names.contains(&node.name.local()));
        // Step 3: the topmost element is not closed (fragment case).
        if self.open.len() <= 1 {
            if is_wrong {
                self.error(ParseErrorCode::UnexpectedEndTag, context);
            }
            return Processing::Done;
        }
        // Steps 4 to 7: go up the stack to an element with that name, and pop up to it; or to an
        // HTML element, and use the rules of the insertion mode. The stack knows which comes first.
        if let Some(index) = self.open.last_foreign_position_of(names) {
            if is_wrong {
                self.error(ParseErrorCode::UnclosedElement, context);
            }
            self.pop_to_length(index, context);
            return Processing::Done;
        }
        let errors = context.errors.len();
        let current = self.open.current().map(OpenElement::opened);
        let processing = self.process_by_insertion_mode(&mut Token::EndTag(tag), context);
        // One error is enough for a token.
        let is_reported = context.errors.len() > errors;
        if is_wrong && !is_reported {
            self.error_about(current, ParseErrorCode::UnclosedElement, context);
        }
        processing
    }
}

/// Whether a start tag may not be in foreign content: most common HTML elements, and `font` with an
/// attribute of HTML.
pub(crate) fn breaks_out_of_foreign_content(tag: &Tag) -> bool {
    if tag.name == known::FONT {
        let is_of_html = |name| matches!(name, known::COLOR | known::FACE | known::SIZE);
        return tag.attributes.iter().any(|attribute| is_of_html(attribute.name()));
    }
    ElementRow::of(tag.name).is(Traits::BREAKS_OUT)
}
