//! The "in body" insertion mode: end tags.

use crate::input::InputStream;
use crate::names::{LocalName, known};
use crate::parse_error::ParseErrorCode;
use crate::revision::Revision;
use crate::tokenizer::token::{Tag, Token};
use crate::tree_builder::element_sets::{ElementClass, TagSet};
use crate::tree_builder::insertion_mode::InsertionMode;
use crate::tree_builder::{Next, TreeBuilder};
use crate::tree_sink::TreeSink;

impl<S: TreeSink> TreeBuilder<S> {
    /// An end tag.
    ///
    /// <https://html.spec.whatwg.org/#parsing-main-inbody>
    pub(crate) fn end_tag_in_body(&mut self, tag: &Tag, input: &mut InputStream) -> Next {
        let name = tag.name;
        // Nearly always the element to end is the current node, and all that is to be done is to take it off the stack.
        if self.ends_current_node(tag) {
            self.pop(input);
            return Next::Done;
        }
        match name {
            known::TEMPLATE => return self.in_head(&mut Token::EndTag(tag), input),
            known::BODY => {
                self.end_body(input);
            }
            known::HTML => {
                if self.end_body(input) {
                    return Next::Reprocess;
                }
            }
            known::ADDRESS
            | known::ARTICLE
            | known::ASIDE
            | known::BLOCKQUOTE
            | known::BUTTON
            | known::CENTER
            | known::DETAILS
            | known::DIALOG
            | known::DIR
            | known::DIV
            | known::DL
            | known::FIELDSET
            | known::FIGCAPTION
            | known::FIGURE
            | known::FOOTER
            | known::HEADER
            | known::HGROUP
            | known::LISTING
            | known::MAIN
            | known::MENU
            | known::NAV
            | known::OL
            | known::PRE
            | known::SEARCH
            | known::SECTION
            | known::SUMMARY
            | known::UL => {
                self.close_element_in_scope(name, input);
            }
            known::SELECT if self.revision != Revision::Snapshot2024 => {
                self.close_element_in_scope(name, input);
            }
            known::FORM => self.form_end_tag(input),
            known::P => self.p_end_tag(input),
            known::LI => {
                if self.open.has_li_in_list_item_scope() {
                    self.close_item(name, input);
                } else {
                    self.error(ParseErrorCode::UnexpectedEndTag, input);
                }
            }
            known::DD | known::DT => {
                if self.open.has_named_in_scope(name) {
                    self.close_item(name, input);
                } else {
                    self.error(ParseErrorCode::UnexpectedEndTag, input);
                }
            }
            known::H1 | known::H2 | known::H3 | known::H4 | known::H5 | known::H6 => {
                self.heading_end_tag(name, input);
            }
            known::A
            | known::B
            | known::BIG
            | known::CODE
            | known::EM
            | known::FONT
            | known::I
            | known::NOBR
            | known::S
            | known::SMALL
            | known::STRIKE
            | known::STRONG
            | known::TT
            | known::U => self.adoption_agency(name, input),
            known::APPLET | known::MARQUEE | known::OBJECT => {
                if self.close_element_in_scope(name, input) {
                    self.formatting.clear_to_last_marker();
                }
            }
            known::BR => self.br_end_tag(input),
            _ => self.any_other_end_tag(name, input),
        }
        Next::Done
    }

    /// `</body>`, and what `</html>` has in common with it. Whether the body ends.
    fn end_body(&mut self, input: &mut InputStream) -> bool {
        if !self.open.has_named_in_scope(known::BODY) {
            self.error(ParseErrorCode::UnexpectedEndTag, input);
            return false;
        }
        self.check_open_at_end(ParseErrorCode::UnclosedElement, input);
        if self.positions {
            self.tell_closed(known::BODY);
        }
        self.mode = InsertionMode::AfterBody;
        true
    }

    /// Closes the HTML element of that name in scope, for its end tag. Whether there is one.
    #[inline]
    fn close_element_in_scope(&mut self, name: LocalName, input: &mut InputStream) -> bool {
        if !self.open.has_named_in_scope(name) {
            self.error(ParseErrorCode::UnexpectedEndTag, input);
            return false;
        }
        self.generate_implied_end_tags(input);
        if !self.current_is_html(name) {
            self.error(ParseErrorCode::UnclosedElement, input);
        }
        self.pop_until_popped(name, input);
        true
    }

    /// `</form>` ends the form that the form element pointer stands for, and leaves what is open in it open; inside
    /// a template it is as any other end tag of a block.
    fn form_end_tag(&mut self, input: &mut InputStream) {
        if self.open.has_template() {
            self.close_element_in_scope(known::FORM, input);
            return;
        }
        let form = self.form.take();
        let position = form.and_then(|form| self.open.position_of_special(form.special, form.handle));
        let Some(position) = position.filter(|&position| self.open.has_in_scope(position)) else {
            self.error(ParseErrorCode::UnexpectedEndTag, input);
            return;
        };
        self.generate_implied_end_tags(input);
        if position == self.open.len() - 1 {
            self.pop(input);
        } else {
            self.error(ParseErrorCode::UnclosedElement, input);
            self.remove_from_stack(position, input);
        }
    }

    /// `</p>` stands for an empty paragraph where none is open.
    #[inline]
    fn p_end_tag(&mut self, input: &mut InputStream) {
        if !self.open.has_p_in_button_scope() {
            self.error(ParseErrorCode::EndTagCreatesElement, input);
            self.insert_implied_element(known::P, input);
        }
        self.close_p_element(input);
    }

    /// The end tag of any heading ends any heading.
    fn heading_end_tag(&mut self, name: LocalName, input: &mut InputStream) {
        if !self.open.has_any_in_scope(TagSet::HEADINGS) {
            self.error(ParseErrorCode::UnexpectedEndTag, input);
            return;
        }
        self.generate_implied_end_tags(input);
        if !self.current_is_html(name) {
            self.error(ParseErrorCode::UnclosedElement, input);
        }
        self.pop_until_any_popped(ElementClass::HEADING, input);
    }

    /// `</br>` is a `br` without attributes.
    fn br_end_tag(&mut self, input: &mut InputStream) {
        self.error(ParseErrorCode::EndTagCreatesElement, input);
        self.reconstruct_active_formatting_elements(input);
        self.insert_implied_element(known::BR, input);
        self.pop(input);
        self.frameset_ok = false;
    }

    /// "Any other end tag": closes the lowest element of that name, unless a special element is below it.
    pub(crate) fn any_other_end_tag(&mut self, name: LocalName, input: &mut InputStream) {
        let Some(index) = self.open.last_position_below_special(name) else {
            self.error(ParseErrorCode::UnexpectedEndTag, input);
            return;
        };
        self.generate_implied_end_tags_except(name, input);
        if index != self.open.len() - 1 {
            self.error(ParseErrorCode::UnclosedElement, input);
        }
        self.pop_to_length(index, input);
    }
}
