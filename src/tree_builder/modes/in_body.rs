//! The "in body" insertion mode: characters, comments, start tags and the end of the input.

use crate::input::InputStream;
use crate::names::{LocalName, Namespace, known};
use crate::parse_error::ParseErrorCode;
use crate::revision::Revision;
use crate::strings::Span;
use crate::tokenizer::State;
use crate::tokenizer::token::{Tag, Token};
use crate::tree_builder::active_formatting::EntryId;
use crate::tree_builder::element_sets::ElementClass;
use crate::tree_builder::foreign_names::{
    adjust_foreign_attributes, adjust_mathml_attributes, adjust_svg_attributes,
};
use crate::tree_builder::insertion_mode::InsertionMode;
use crate::tree_builder::{FormElement, Next, Request, TreeBuilder, is_white_space};
use crate::tree_sink::{QuirksMode, TreeSink};

impl<S: TreeSink> TreeBuilder<S> {
    /// <https://html.spec.whatwg.org/#parsing-main-inbody>
    pub(crate) fn in_body(&mut self, token: &mut Token<'_>, input: &mut InputStream) -> Next {
        match token {
            Token::NullCharacter(_) => self.error(ParseErrorCode::UnexpectedNullCharacter, input),
            Token::Characters(text) => self.characters_in_body(*text, input),
            Token::Comment(data) => self.insert_comment(*data, input),
            Token::ProcessingInstruction { target, data } => {
                self.insert_processing_instruction(*target, *data, input);
            }
            Token::Doctype(_) => self.error(ParseErrorCode::MisplacedDoctype, input),
            Token::StartTag(tag) => return self.start_tag_in_body(tag, input),
            Token::EndTag(tag) => return self.end_tag_in_body(tag, input),
            Token::EndOfFile => return self.end_of_file_in_body(token, input),
        }
        Next::Done
    }

    /// A run of characters, white space or not.
    #[inline(always)]
    pub(crate) fn characters_in_body(&mut self, text: Span, input: &mut InputStream) {
        self.reconstruct_active_formatting_elements(input);
        self.insert_characters(text, input);
        if self.frameset_ok && !is_white_space(input.strings.get(text)) {
            self.frameset_ok = false;
        }
    }

    /// A start tag.
    pub(crate) fn start_tag_in_body(&mut self, tag: &mut Tag, input: &mut InputStream) -> Next {
        match tag.name {
            known::HTML => self.html_start_tag(tag, input),
            known::BASE
            | known::BASEFONT
            | known::BGSOUND
            | known::LINK
            | known::META
            | known::NOFRAMES
            | known::SCRIPT
            | known::STYLE
            | known::TEMPLATE
            | known::TITLE => return self.in_head(&mut Token::StartTag(tag), input),
            known::BODY => self.body_start_tag(tag, input),
            known::FRAMESET => self.frameset_start_tag(tag, input),
            known::ADDRESS
            | known::ARTICLE
            | known::ASIDE
            | known::BLOCKQUOTE
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
            | known::MAIN
            | known::MENU
            | known::NAV
            | known::OL
            | known::P
            | known::SEARCH
            | known::SECTION
            | known::SUMMARY
            | known::UL => {
                self.close_p_element_in_button_scope(input);
                self.insert_html_element(tag, input);
            }
            known::H1 | known::H2 | known::H3 | known::H4 | known::H5 | known::H6 => {
                self.heading_start_tag(tag, input);
            }
            known::PRE | known::LISTING => {
                self.close_p_element_in_button_scope(input);
                self.insert_html_element(tag, input);
                self.ignore_line_feed = true;
                self.frameset_ok = false;
            }
            known::FORM => self.form_start_tag(tag, input),
            known::LI => self.li_start_tag(tag, input),
            known::DD | known::DT => self.dd_or_dt_start_tag(tag, input),
            known::PLAINTEXT => {
                self.close_p_element_in_button_scope(input);
                self.insert_html_element(tag, input);
                self.request = Some(Request::SwitchTokenizer(State::Plaintext));
            }
            known::BUTTON => self.button_start_tag(tag, input),
            known::A => self.a_start_tag(tag, input),
            known::B
            | known::BIG
            | known::CODE
            | known::EM
            | known::FONT
            | known::I
            | known::S
            | known::SMALL
            | known::STRIKE
            | known::STRONG
            | known::TT
            | known::U => {
                self.reconstruct_active_formatting_elements(input);
                self.insert_formatting_element(tag, input);
            }
            known::NOBR => self.nobr_start_tag(tag, input),
            known::APPLET | known::MARQUEE | known::OBJECT => {
                self.reconstruct_active_formatting_elements(input);
                self.insert_html_element(tag, input);
                self.formatting.push_marker();
                self.frameset_ok = false;
            }
            known::TABLE => self.table_start_tag(tag, input),
            known::AREA | known::BR | known::EMBED | known::IMG | known::KEYGEN | known::WBR => {
                self.reconstruct_active_formatting_elements(input);
                self.insert_void_element(tag, input);
                self.frameset_ok = false;
            }
            known::INPUT => self.input_start_tag(tag, input),
            known::PARAM | known::SOURCE | known::TRACK => self.insert_void_element(tag, input),
            known::HR => self.hr_start_tag(tag, input),
            known::IMAGE => {
                self.error(ParseErrorCode::ImageStartTag, input);
                tag.name = known::IMG;
                return Next::Reprocess;
            }
            known::TEXTAREA => {
                self.insert_html_element(tag, input);
                self.ignore_line_feed = true;
                self.switch_to_text(State::Rcdata);
                self.frameset_ok = false;
            }
            known::XMP => {
                self.close_p_element_in_button_scope(input);
                self.reconstruct_active_formatting_elements(input);
                self.frameset_ok = false;
                return self.parse_text_element(tag, State::Rawtext, input);
            }
            known::IFRAME => {
                self.frameset_ok = false;
                return self.parse_text_element(tag, State::Rawtext, input);
            }
            known::NOEMBED => return self.parse_text_element(tag, State::Rawtext, input),
            known::NOSCRIPT if self.scripting => return self.parse_text_element(tag, State::Rawtext, input),
            known::SELECT => self.select_start_tag(tag, input),
            known::OPTION => self.option_start_tag(tag, input),
            known::OPTGROUP => self.optgroup_start_tag(tag, input),
            known::RB | known::RTC => self.rb_or_rtc_start_tag(tag, input),
            known::RP | known::RT => self.rp_or_rt_start_tag(tag, input),
            known::MATH => {
                self.reconstruct_active_formatting_elements(input);
                adjust_mathml_attributes(tag);
                self.insert_foreign_root(tag, Namespace::MathMl, input);
            }
            known::SVG => {
                self.reconstruct_active_formatting_elements(input);
                adjust_svg_attributes(tag);
                self.insert_foreign_root(tag, Namespace::Svg, input);
            }
            known::CAPTION
            | known::COL
            | known::COLGROUP
            | known::FRAME
            | known::HEAD
            | known::TBODY
            | known::TD
            | known::TFOOT
            | known::TH
            | known::THEAD
            | known::TR => self.error(ParseErrorCode::UnexpectedStartTag, input),
            known::SELECTEDCONTENT => self.selectedcontent_start_tag(tag, input),
            _ => {
                self.reconstruct_active_formatting_elements(input);
                self.insert_html_element(tag, input);
            }
        }
        Next::Done
    }

    /// A second `html` start tag: what attributes it adds go to the first.
    fn html_start_tag(&mut self, tag: &Tag, input: &mut InputStream) {
        self.error(ParseErrorCode::MisplacedHtmlStartTag, input);
        if self.open.has_template() {
            return;
        }
        if let Some(html) = self.open.get(0) {
            self.sink.add_missing_attributes(html.handle, &tag.attributes, &input.strings);
        }
    }

    /// The `body` element, if it is the second on the stack. It isn't in the fragment case.
    fn body_on_stack(&self) -> Option<S::Handle> {
        let second = self.open.get(1)?;
        second.is_html(known::BODY).then_some(second.handle)
    }

    /// A second `body` start tag: what attributes it adds go to the first.
    fn body_start_tag(&mut self, tag: &Tag, input: &mut InputStream) {
        self.error(ParseErrorCode::MisplacedBodyStartTag, input);
        if self.open.has_template() {
            return;
        }
        if let Some(body) = self.body_on_stack() {
            self.frameset_ok = false;
            self.sink.add_missing_attributes(body, &tag.attributes, &input.strings);
        }
    }

    /// A `frameset` takes the place of a body that has nothing of note in it.
    fn frameset_start_tag(&mut self, tag: &Tag, input: &mut InputStream) {
        self.error(ParseErrorCode::MisplacedFramesetStartTag, input);
        if !self.frameset_ok {
            return;
        }
        if let Some(body) = self.body_on_stack() {
            self.sink.remove_from_parent(body);
            self.pop_to_length(1, input);
            self.insert_html_element(tag, input);
            self.mode = InsertionMode::InFrameset;
        }
    }

    /// The end of the input.
    fn end_of_file_in_body(&mut self, token: &mut Token<'_>, input: &mut InputStream) -> Next {
        if !self.template_modes.is_empty() {
            return self.in_template(token, input);
        }
        self.check_open_at_end(ParseErrorCode::UnclosedElementAtEof, input);
        self.stop_parsing(input)
    }

    /// Reports an error if an element is open that has to be closed before the body ends.
    pub(super) fn check_open_at_end(&mut self, code: ParseErrorCode, input: &mut InputStream) {
        if self.open.has_unclosed() {
            self.error(code, input);
        }
    }

    /// `h1` to `h6`: a heading ends at the next one.
    fn heading_start_tag(&mut self, tag: &Tag, input: &mut InputStream) {
        self.close_p_element_in_button_scope(input);
        if self.open.current().is_some_and(|current| current.class.is_any(ElementClass::HEADING)) {
            self.error(ParseErrorCode::NestedHeading, input);
            self.pop(input);
        }
        self.insert_html_element(tag, input);
    }

    /// Forms don't nest, except where a template is in between.
    fn form_start_tag(&mut self, tag: &Tag, input: &mut InputStream) {
        let in_template = self.open.has_template();
        if self.form.is_some() && !in_template {
            self.error(ParseErrorCode::NestedForm, input);
            return;
        }
        self.close_p_element_in_button_scope(input);
        let handle = self.insert_html_element(tag, input);
        if !in_template {
            self.form = Some(FormElement { handle, special: self.open.last_special() });
        }
    }

    /// `li`: implies the end tag of the one before.
    fn li_start_tag(&mut self, tag: &Tag, input: &mut InputStream) {
        self.frameset_ok = false;
        if self.open.last_position_of_item(known::LI).is_some() {
            self.close_item(known::LI, input);
        }
        self.close_p_element_in_button_scope(input);
        self.insert_html_element(tag, input);
    }

    /// `dd` and `dt`: imply the end tag of the one before.
    fn dd_or_dt_start_tag(&mut self, tag: &Tag, input: &mut InputStream) {
        self.frameset_ok = false;
        let dd = self.open.last_position_of_item(known::DD);
        let dt = self.open.last_position_of_item(known::DT);
        if dd.is_some() || dt.is_some() {
            self.close_item(if dd > dt { known::DD } else { known::DT }, input);
        }
        self.close_p_element_in_button_scope(input);
        self.insert_html_element(tag, input);
    }

    /// Closes an `li`, `dd` or `dt` element that is on the stack.
    #[inline]
    pub(super) fn close_item(&mut self, name: LocalName, input: &mut InputStream) {
        self.generate_implied_end_tags_except(name, input);
        if !self.current_is_html(name) {
            self.error(ParseErrorCode::UnclosedElement, input);
        }
        self.pop_until_popped(name, input);
    }

    /// Buttons don't nest.
    fn button_start_tag(&mut self, tag: &Tag, input: &mut InputStream) {
        if self.open.has_named_in_scope(known::BUTTON) {
            self.error(ParseErrorCode::NestedInteractiveElement, input);
            self.generate_implied_end_tags(input);
            self.pop_until_popped(known::BUTTON, input);
        }
        self.reconstruct_active_formatting_elements(input);
        self.insert_html_element(tag, input);
        self.frameset_ok = false;
    }

    /// Links don't nest: one that is open ends here, even where its end tag could not end it.
    fn a_start_tag(&mut self, tag: &Tag, input: &mut InputStream) {
        if let Some(open_a) = self.formatting.latest_of(known::A) {
            self.close_open_a(open_a, input);
        }
        self.reconstruct_active_formatting_elements(input);
        self.insert_formatting_element(tag, input);
    }

    /// Ends an `a` element in the list of active formatting elements.
    #[cold]
    fn close_open_a(&mut self, open_a: EntryId, input: &mut InputStream) {
        let Some(handle) = self.formatting.element(open_a).map(|element| element.handle) else { return };
        self.error(ParseErrorCode::NestedInteractiveElement, input);
        self.adoption_agency(known::A, input);
        // An element that the algorithm takes off the stack it takes out of the list too.
        if let Some(&element) = self.formatting.element(open_a).filter(|element| element.handle == handle) {
            self.formatting.remove(open_a);
            if self.is_open(&element) {
                self.remove_from_stack(element.stack_index as usize, input);
            }
        }
    }

    /// `nobr` doesn't nest.
    fn nobr_start_tag(&mut self, tag: &Tag, input: &mut InputStream) {
        self.reconstruct_active_formatting_elements(input);
        if self.open.has_named_in_scope(known::NOBR) {
            self.error(ParseErrorCode::NestedInteractiveElement, input);
            self.adoption_agency(known::NOBR, input);
            self.reconstruct_active_formatting_elements(input);
        }
        self.insert_formatting_element(tag, input);
    }

    /// A table ends the paragraph before it, except in quirks mode.
    fn table_start_tag(&mut self, tag: &Tag, input: &mut InputStream) {
        if self.quirks_mode != QuirksMode::Quirks {
            self.close_p_element_in_button_scope(input);
        }
        self.insert_html_element(tag, input);
        self.frameset_ok = false;
        self.mode = InsertionMode::InTable;
    }

    /// Whether a fragment is parsed whose context is a `select` element.
    fn is_select_context(&self) -> bool {
        self.context.as_ref().is_some_and(|context| context.name.is_html(known::SELECT))
    }

    /// An `input` ends a `select`.
    fn input_start_tag(&mut self, tag: &Tag, input: &mut InputStream) {
        // The revision of 2024-09-12 has the rules of "in select" for this.
        if self.revision != Revision::Snapshot2024 {
            if self.is_select_context() {
                self.error(ParseErrorCode::SelectContentConflict, input);
                return;
            }
            if self.open.has_named_in_scope(known::SELECT) {
                self.error(ParseErrorCode::SelectContentConflict, input);
                self.pop_until_popped(known::SELECT, input);
            }
        }
        self.reconstruct_active_formatting_elements(input);
        self.insert_void_element(tag, input);
        let input_type = tag.attribute(known::TYPE).map_or("", |value| input.strings.get(value));
        if !input_type.eq_ignore_ascii_case("hidden") {
            self.frameset_ok = false;
        }
    }

    /// Has an `option` or `optgroup` element in scope.
    fn has_option_or_group_in_scope(&self) -> bool {
        self.open.has_named_in_scope(known::OPTION) || self.open.has_named_in_scope(known::OPTGROUP)
    }

    /// In a `select`, `hr` separates groups of options.
    fn hr_start_tag(&mut self, tag: &Tag, input: &mut InputStream) {
        self.close_p_element_in_button_scope(input);
        if self.revision != Revision::Snapshot2024 && self.open.has_named_in_scope(known::SELECT) {
            self.generate_implied_end_tags(input);
            if self.has_option_or_group_in_scope() {
                self.error(ParseErrorCode::SelectContentConflict, input);
            }
        }
        self.insert_void_element(tag, input);
        self.frameset_ok = false;
    }

    /// A `select` in another ends that one, and is none itself.
    fn select_start_tag(&mut self, tag: &Tag, input: &mut InputStream) {
        if self.revision != Revision::Snapshot2024 {
            if self.is_select_context() {
                self.error(ParseErrorCode::SelectContentConflict, input);
                return;
            }
            if self.open.has_named_in_scope(known::SELECT) {
                self.error(ParseErrorCode::SelectContentConflict, input);
                self.pop_until_popped(known::SELECT, input);
                return;
            }
        }
        self.reconstruct_active_formatting_elements(input);
        self.insert_html_element(tag, input);
        self.frameset_ok = false;
        if self.revision == Revision::Snapshot2024 {
            self.mode = match self.mode {
                InsertionMode::InTable
                | InsertionMode::InCaption
                | InsertionMode::InTableBody
                | InsertionMode::InRow
                | InsertionMode::InCell => InsertionMode::InSelectInTable,
                _ => InsertionMode::InSelect,
            };
        }
    }

    /// An `option` ends the one before it.
    fn option_start_tag(&mut self, tag: &Tag, input: &mut InputStream) {
        if self.revision != Revision::Snapshot2024 && self.open.has_named_in_scope(known::SELECT) {
            self.generate_implied_end_tags_except(known::OPTGROUP, input);
            if self.open.has_named_in_scope(known::OPTION) {
                self.error(ParseErrorCode::SelectContentConflict, input);
            }
        } else if self.current_is_html(known::OPTION) {
            self.pop(input);
        }
        self.reconstruct_active_formatting_elements(input);
        let option = self.insert_html_element(tag, input);
        if self.revision != Revision::Snapshot2024 {
            self.sink.option_inserted(option, &input.strings);
        }
    }

    /// An `optgroup` ends the option and, in a `select`, the group before it.
    fn optgroup_start_tag(&mut self, tag: &Tag, input: &mut InputStream) {
        if self.revision != Revision::Snapshot2024 && self.open.has_named_in_scope(known::SELECT) {
            self.generate_implied_end_tags(input);
            if self.has_option_or_group_in_scope() {
                self.error(ParseErrorCode::SelectContentConflict, input);
            }
        } else if self.current_is_html(known::OPTION) {
            self.pop(input);
        }
        self.reconstruct_active_formatting_elements(input);
        self.insert_html_element(tag, input);
    }

    /// `rb` and `rtc` end what is open in their `ruby`.
    fn rb_or_rtc_start_tag(&mut self, tag: &Tag, input: &mut InputStream) {
        if self.open.has_named_in_scope(known::RUBY) {
            self.generate_implied_end_tags(input);
        }
        if !self.current_is_html(known::RUBY) {
            self.error(ParseErrorCode::MisplacedRubyText, input);
        }
        self.insert_html_element(tag, input);
    }

    /// `rp` and `rt` end what is open in their `ruby` or `rtc`.
    fn rp_or_rt_start_tag(&mut self, tag: &Tag, input: &mut InputStream) {
        if self.open.has_named_in_scope(known::RUBY) {
            self.generate_implied_end_tags_except(known::RTC, input);
        }
        if !self.current_is_html(known::RTC) && !self.current_is_html(known::RUBY) {
            self.error(ParseErrorCode::MisplacedRubyText, input);
        }
        self.insert_html_element(tag, input);
    }

    /// The rest of the rules for `math` and `svg`, whose own attributes are adjusted.
    fn insert_foreign_root(&mut self, tag: &mut Tag, namespace: Namespace, input: &mut InputStream) {
        adjust_foreign_attributes(tag);
        self.insert_foreign_element(tag, namespace, input);
        if tag.self_closing {
            self.pop(input);
            self.acknowledge_self_closing();
        }
    }

    /// Any other start tag, for an element that shows the selected option of its `select`.
    fn selectedcontent_start_tag(&mut self, tag: &Tag, input: &mut InputStream) {
        self.reconstruct_active_formatting_elements(input);
        let selectedcontent = self.insert_html_element(tag, input);
        if self.revision != Revision::Snapshot2024 {
            self.update_selectedcontent(input, |sink, strings| {
                sink.selectedcontent_inserted(selectedcontent, strings);
            });
        }
    }
}
