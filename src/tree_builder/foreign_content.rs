//! The rules for tokens inside SVG and MathML.

use crate::input::ParseContext;
use crate::names::{Namespace, known};
use crate::parse_error::ParseErrorCode;
use crate::tokenizer::token::{Tag, Token};
use crate::tree_sink::TreeSink;

use super::element_sets::ElementClass;
use super::foreign_names::{
    adjust_foreign_attributes, adjust_mathml_attributes, adjust_svg_attributes,
    adjusted_svg_tag_name,
};
use super::{Next, TreeBuilder, is_white_space, report_error_of_token};

impl<S: TreeSink> TreeBuilder<S> {
    /// <https://html.spec.whatwg.org/#parsing-main-inforeign>
    #[inline(never)]
    pub(crate) fn foreign_content(
        &mut self,
        token: &mut Token<'_>,
        context: &mut ParseContext,
    ) -> Next {
        match token {
            Token::NullCharacter(_) => {
                self.error(ParseErrorCode::UnexpectedNullCharacter, context);
                let replacement =
                    context.strings.push_for(context.token.start..context.token.end, "\u{FFFD}");
                self.insert_characters(replacement, context);
            }
            Token::Characters(text) => {
                self.insert_characters(*text, context);
                if self.frameset_ok && !is_white_space(context.strings.get(*text)) {
                    self.frameset_ok = false;
                }
            }
            Token::Comment(data) => self.insert_comment(*data, context),
            Token::ProcessingInstruction { target, data } => {
                self.insert_processing_instruction(*target, *data, context);
            }
            Token::Doctype(_) => self.error(ParseErrorCode::MisplacedDoctype, context),
            Token::StartTag(tag) if breaks_out_of_foreign_content(tag) => {
                return self.break_out_of_foreign_content(token, context);
            }
            Token::EndTag(tag) if matches!(tag.name, known::BR | known::P) => {
                return self.break_out_of_foreign_content(token, context);
            }
            Token::StartTag(tag) => self.foreign_start_tag(tag, context),
            // No script is run here: the end tag of an SVG `script` pops it like any other.
            Token::EndTag(_) => return self.foreign_end_tag(token, context),
            // Always goes to the rules of the insertion mode.
            Token::EndOfFile => return self.process_in_mode(token, context),
        }
        Next::Done
    }

    /// Closes the foreign elements around a tag of HTML and processes that by the insertion mode.
    fn break_out_of_foreign_content(
        &mut self,
        token: &mut Token<'_>,
        context: &mut ParseContext,
    ) -> Next {
        let stays_open = ElementClass::MATHML_TEXT_INTEGRATION_POINT
            .union(ElementClass::HTML_INTEGRATION_POINT)
            .union(ElementClass::HTML);
        self.error(ParseErrorCode::HtmlElementInForeignContent, context);
        while self.open.current().is_some_and(|current| !current.class.intersects(stays_open)) {
            self.pop(context);
        }
        self.process_in_mode(token, context)
    }

    /// Any other start tag: an element in the namespace of the adjusted current node.
    fn foreign_start_tag(&mut self, tag: &mut Tag, context: &mut ParseContext) {
        let Some((adjusted_current_node, _)) = self.adjusted_current_node() else { return };
        let namespace = adjusted_current_node.namespace;
        match namespace {
            Namespace::MathMl => adjust_mathml_attributes(tag),
            Namespace::Svg => {
                tag.name = adjusted_svg_tag_name(tag.name);
                adjust_svg_attributes(tag);
            }
            Namespace::Html => {}
        }
        adjust_foreign_attributes(tag);
        self.insert_foreign_element(tag, namespace, context);
        if tag.self_closing {
            // Popping is also all that there is to do for an SVG `script`.
            self.acknowledge_self_closing();
            self.pop(context);
        }
    }

    /// Any other end tag.
    fn foreign_end_tag(&mut self, token: &mut Token<'_>, context: &mut ParseContext) -> Next {
        let Token::EndTag(tag) = token else { return Next::Done };
        // A name on the stack that is the tag's in lowercase is this one, or the way in which SVG
        // writes it.
        let names = [tag.name, adjusted_svg_tag_name(tag.name)];
        // Steps 1 and 2: it is an error if the current node is of another name. Which one, what
        // follows tells.
        let is_wrong = self.open.current().is_some_and(|node| !names.contains(&node.name.local));
        // Step 3: the topmost element is not closed.
        if self.open.len() <= 1 {
            if is_wrong {
                self.error(ParseErrorCode::UnexpectedEndTag, context);
            }
            return Next::Done;
        }
        // Steps 4 to 7: the element of that name, or else an HTML element above, which leaves the
        // rest to the mode.
        let Some(index) = self.open.last_foreign_position_of(names) else {
            let errors = context.errors.len();
            let current = self.open.current().map(|node| node.name.local);
            let next = self.process_in_mode(token, context);
            if is_wrong && context.errors.len() == errors && context.errors.is_enabled() {
                report_error_of_token(ParseErrorCode::UnclosedElement, current, context);
            }
            return next;
        };
        if is_wrong {
            self.error(ParseErrorCode::UnclosedElement, context);
        }
        self.pop_to_length(index, context);
        Next::Done
    }
}

/// Whether a start tag is one of HTML elements that are not meant to stand inside SVG and MathML.
#[rustfmt::skip]
fn breaks_out_of_foreign_content(tag: &Tag) -> bool {
    match tag.name {
        known::B | known::BIG | known::BLOCKQUOTE | known::BODY | known::BR | known::CENTER | known::CODE
        | known::DD | known::DIV | known::DL | known::DT | known::EM | known::EMBED | known::H1 | known::H2
        | known::H3 | known::H4 | known::H5 | known::H6 | known::HEAD | known::HR | known::I | known::IMG
        | known::LI | known::LISTING | known::MENU | known::META | known::NOBR | known::OL | known::P
        | known::PRE | known::RUBY | known::S | known::SMALL | known::SPAN | known::STRONG | known::STRIKE
        | known::SUB | known::SUP | known::TABLE | known::TT | known::U | known::UL | known::VAR => true,
        known::FONT => {
            let is_of_html = |name| matches!(name, known::COLOR | known::FACE | known::SIZE);
            tag.attributes.iter().any(|attribute| is_of_html(attribute.name))
        }
        _ => false,
    }
}
