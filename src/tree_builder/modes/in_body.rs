//! The "in body" insertion mode. The rules for start tags that do little are in
//! `in_body_start_tag_rules`, the longer ones in `in_body_start_tags`, end tags in
//! `in_body_end_tags`.

use crate::elements::{ElementRow, StartTagRule, Traits};
use crate::input::ParseContext;
use crate::names::{Namespace, known};
use crate::parse_error::ParseErrorCode;
use crate::text::Span;
use crate::tokenizer::TextMode;
use crate::tokenizer::token::{Tag, Token};
use crate::tree_builder::foreign_names::{adjust_mathml_attributes, adjust_svg_attributes};
use crate::tree_builder::insertion::NodePosition;
use crate::tree_builder::whitespace::is_whitespace;
use crate::tree_builder::{Processing, Request, TreeBuilder};
use crate::tree_sink::TreeSink;

impl<S: TreeSink> TreeBuilder<S> {
    /// <https://html.spec.whatwg.org/#parsing-main-inbody>
    pub(crate) fn in_body(
        &mut self,
        token: &mut Token<'_>,
        context: &mut ParseContext,
    ) -> Processing {
        match token {
            Token::NullCharacter(_) | Token::Doctype(_) => {
                return self.ignore_unexpected(token, context);
            }
            Token::Characters(text) => self.characters_in_body(*text, context),
            Token::Leaf(leaf) => self.insert_leaf(*leaf, NodePosition::Adjusted, context),
            Token::StartTag(tag) => return self.start_tag_in_body(tag, context),
            Token::EndTag(tag) => return self.end_tag_in_body(tag, context),
            Token::EndOfFile => return self.end_of_file_in_body(token, context),
        }
        Processing::Done
    }

    /// Processes a run of characters.
    // Always inlined into the body loop.
    #[inline(always)]
    pub(crate) fn characters_in_body(&mut self, text: Span, context: &mut ParseContext) {
        self.reconstruct_active_formatting_elements(context);
        self.insert_characters(text, context);
        // Any other character than whitespace sets the frameset-ok flag to "not ok".
        if self.frameset_ok && !is_whitespace(text, context) {
            self.frameset_ok = false;
        }
    }

    /// Processes a start tag.
    pub(crate) fn start_tag_in_body(
        &mut self,
        tag: &mut Tag,
        context: &mut ParseContext,
    ) -> Processing {
        let row = ElementRow::of(tag.name);
        if !row.start_tag.has(StartTagRule::OTHER) {
            self.start_tag_by_rule::<false>(row, tag, context);
            return Processing::Done;
        }
        match tag.name {
            known::HTML => self.html_start_tag(tag, context),
            known::BODY => self.body_start_tag(tag, context),
            known::FRAMESET => self.frameset_start_tag(tag, context),
            known::PRE | known::LISTING => {
                self.close_p_element_in_button_scope(context);
                self.insert_html_element(tag, context);
                self.ignore_line_feed = true;
                self.frameset_ok = false;
            }
            known::FORM => self.form_start_tag(tag, context),
            known::DD | known::DT => self.dd_or_dt_start_tag(tag, context),
            known::PLAINTEXT => {
                self.close_p_element_in_button_scope(context);
                self.insert_html_element(tag, context);
                self.request = Some(Request::SwitchTokenizer(TextMode::Plaintext));
            }
            known::BUTTON => self.button_start_tag(tag, context),
            known::NOBR => self.nobr_start_tag(tag, context),
            known::APPLET | known::MARQUEE | known::OBJECT => {
                self.reconstruct_active_formatting_elements(context);
                self.insert_form_associated_element(tag, context);
                self.push_marker(context);
                self.frameset_ok = false;
            }
            known::TABLE => self.table_start_tag(tag, context),
            known::INPUT => self.input_start_tag(tag, context),
            known::HR => self.hr_start_tag(tag, context),
            known::IMAGE => {
                self.error(ParseErrorCode::ImageStartTag, context);
                tag.name = known::IMG;
                return Processing::Reprocess;
            }
            known::TEXTAREA => {
                self.insert_form_associated_element(tag, context);
                self.ignore_line_feed = true;
                self.switch_to_text(TextMode::Rcdata);
                self.frameset_ok = false;
            }
            known::XMP => {
                self.close_p_element_in_button_scope(context);
                self.reconstruct_active_formatting_elements(context);
                self.frameset_ok = false;
                return self.parse_text_element(tag, TextMode::Rawtext, context);
            }
            known::IFRAME => {
                self.frameset_ok = false;
                return self.parse_text_element(tag, TextMode::Rawtext, context);
            }
            known::NOEMBED => return self.parse_text_element(tag, TextMode::Rawtext, context),
            known::NOSCRIPT if self.scripting => {
                return self.parse_text_element(tag, TextMode::Rawtext, context);
            }
            known::SELECT => self.select_start_tag(tag, context),
            known::OPTION => self.option_start_tag(tag, context),
            known::OPTGROUP => self.optgroup_start_tag(tag, context),
            known::RB | known::RTC => self.rb_or_rtc_start_tag(tag, context),
            known::RP | known::RT => self.rp_or_rt_start_tag(tag, context),
            known::MATH => {
                self.reconstruct_active_formatting_elements(context);
                adjust_mathml_attributes(tag);
                self.insert_foreign_root(tag, Namespace::MathMl, context);
            }
            known::SVG => {
                self.reconstruct_active_formatting_elements(context);
                adjust_svg_attributes(tag);
                self.insert_foreign_root(tag, Namespace::Svg, context);
            }
            known::SELECTEDCONTENT => self.selectedcontent_start_tag(tag, context),
            _ if row.is(Traits::IN_HEAD) => {
                return self.in_head(&mut Token::StartTag(tag), context);
            }
            _ if row.is(Traits::NOT_IN_BODY) => {
                self.error(ParseErrorCode::UnexpectedStartTag, context);
            }
            // `noscript` without scripting: "any other start tag".
            _ => {
                self.reconstruct_active_formatting_elements(context);
                self.insert_html_element(tag, context);
            }
        }
        Processing::Done
    }

    /// Processes the end-of-file token.
    fn end_of_file_in_body(
        &mut self,
        token: &mut Token<'_>,
        context: &mut ParseContext,
    ) -> Processing {
        // "If the stack of template insertion modes is not empty, then process the token using the
        // rules for the "in template" insertion mode."
        if !self.template_modes.is_empty() {
            return self.in_template(token, context);
        }
        self.check_open_at_end(ParseErrorCode::UnclosedElementAtEof, context);
        self.stop_parsing(context)
    }

    /// Reports an error if an element is open that must not be open when the body ends.
    pub(super) fn check_open_at_end(&mut self, code: ParseErrorCode, context: &mut ParseContext) {
        if self.open.has_unclosed() {
            self.error(code, context);
        }
    }
}
