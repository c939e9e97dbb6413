//! The "in head" insertion mode, whose rules many others use.

use encoding_rs::Encoding;

use crate::encoding::{encoding_for_meta_label, extract_encoding_from_meta, label_in_meta_content};
use crate::input::InputStream;
use crate::names::known;
use crate::parse_error::ParseErrorCode;
use crate::revision::Revision;
use crate::strings::Span;
use crate::tokenizer::State;
use crate::tokenizer::token::{Tag, Token};
use crate::tree_builder::insertion_mode::InsertionMode;
use crate::tree_builder::{Next, Request, TreeBuilder, split_white_space};
use crate::tree_sink::TreeSink;

impl<S: TreeSink> TreeBuilder<S> {
    /// <https://html.spec.whatwg.org/#parsing-main-inhead>
    pub(crate) fn in_head(&mut self, token: &mut Token<'_>, input: &mut InputStream) -> Next {
        match token {
            Token::Characters(text) => {
                if self.insert_white_space(text, input) {
                    return Next::Done;
                }
                self.in_head_anything_else(input)
            }
            Token::Comment(data) => {
                self.insert_comment(*data, input);
                Next::Done
            }
            Token::ProcessingInstruction { target, data } => {
                self.insert_processing_instruction(*target, *data, input);
                Next::Done
            }
            Token::Doctype(_) => {
                self.error(ParseErrorCode::MisplacedDoctype, input);
                Next::Done
            }
            Token::StartTag(tag) => self.in_head_start_tag(tag, input),
            Token::EndTag(tag) => self.in_head_end_tag(tag, input),
            Token::NullCharacter(_) | Token::EndOfFile => self.in_head_anything_else(input),
        }
    }

    fn in_head_start_tag(&mut self, tag: &mut Tag, input: &mut InputStream) -> Next {
        match tag.name {
            known::HTML => return self.in_body(&mut Token::StartTag(tag), input),
            known::BASE | known::BASEFONT | known::BGSOUND | known::LINK => {
                self.insert_void_element(tag, input);
            }
            known::META => {
                self.insert_void_element(tag, input);
                if let Some((encoding, value)) = encoding_declared_by_meta(tag, input) {
                    self.request = Some(Request::ChangeEncoding(encoding, value));
                }
            }
            known::TITLE => return self.parse_text_element(tag, State::Rcdata, input),
            known::NOSCRIPT if self.scripting => return self.parse_text_element(tag, State::Rawtext, input),
            known::NOFRAMES | known::STYLE => return self.parse_text_element(tag, State::Rawtext, input),
            known::NOSCRIPT => {
                self.insert_html_element(tag, input);
                self.mode = InsertionMode::InHeadNoscript;
            }
            // What the standard prepares here is for running scripts. Deviation: it computes the place twice, which leads
            // to the end of the node that a `<template for>` patches.
            known::SCRIPT => {
                self.insert_html_element(tag, input);
                self.switch_to_text(State::ScriptData);
            }
            known::TEMPLATE => self.template_start_tag(tag, input),
            known::HEAD => self.error(ParseErrorCode::UnexpectedStartTag, input),
            _ => return self.in_head_anything_else(input),
        }
        Next::Done
    }

    fn in_head_end_tag(&mut self, tag: &Tag, input: &mut InputStream) -> Next {
        match tag.name {
            known::HEAD => {
                self.pop(input);
                self.mode = InsertionMode::AfterHead;
            }
            known::BODY | known::HTML | known::BR => return self.in_head_anything_else(input),
            known::TEMPLATE => self.template_end_tag(input),
            _ => self.error(ParseErrorCode::UnexpectedEndTag, input),
        }
        Next::Done
    }

    /// Anything else: the end tag is implied.
    fn in_head_anything_else(&mut self, input: &mut InputStream) -> Next {
        self.pop(input);
        self.mode = InsertionMode::AfterHead;
        Next::Reprocess
    }

    /// A start tag `template`.
    fn template_start_tag(&mut self, tag: &Tag, input: &mut InputStream) {
        self.formatting.push_marker();
        self.frameset_ok = false;
        self.mode = InsertionMode::InTemplate;
        self.template_modes.push(InsertionMode::InTemplate);
        if self.revision != Revision::Snapshot2024
            && tag.attribute(known::FOR).is_some()
            && !has_shadowrootmode(tag, input)
        {
            self.insert_template_for(tag, input);
        } else {
            // Declarative shadow roots are not allowed, so that a template of one is inserted like any other.
            self.insert_html_element(tag, input);
        }
    }

    /// An end tag `template`.
    fn template_end_tag(&mut self, input: &mut InputStream) {
        if !self.open.has_template() {
            self.error(ParseErrorCode::UnexpectedEndTag, input);
            return;
        }
        self.generate_all_implied_end_tags_thoroughly(input);
        if !self.current_is_html(known::TEMPLATE) {
            self.error(ParseErrorCode::UnclosedElement, input);
        }
        let template = self.open.last_position_of(known::TEMPLATE).and_then(|index| self.open.get(index));
        if let Some(template) = template.map(|entry| entry.handle) {
            self.end_content_patching(template);
        }
        self.close_template(input);
    }

    /// Pops the last `template` and what goes with it.
    pub(super) fn close_template(&mut self, input: &mut InputStream) {
        self.pop_until_popped(known::TEMPLATE, input);
        self.formatting.clear_to_last_marker();
        self.template_modes.pop();
        self.reset_the_insertion_mode_appropriately();
    }

    /// Inserts the white space at the start of a run of characters and leaves the rest. Whether there is no rest.
    pub(super) fn insert_white_space(&mut self, text: &mut Span, input: &mut InputStream) -> bool {
        let (white_space, rest) = split_white_space(*text, input);
        if !white_space.is_empty() {
            self.insert_characters(white_space, input);
        }
        *text = rest;
        rest.is_empty()
    }
}

/// The encoding that a `meta` start tag declares.
///
/// <https://html.spec.whatwg.org/#meta-charset-during-parse>
fn encoding_declared_by_meta(tag: &Tag, input: &InputStream) -> Option<(&'static Encoding, Span)> {
    let text = |value| input.strings.get(value);
    if let Some(charset) = tag.attribute(known::CHARSET)
        && let Some(encoding) = encoding_for_meta_label(text(charset).as_bytes())
    {
        return Some((encoding, charset));
    }
    let http_equiv = tag.attribute(known::HTTP_EQUIV)?;
    let content = tag.attribute(known::CONTENT)?;
    if !text(http_equiv).eq_ignore_ascii_case("content-type") {
        return None;
    }
    let encoding = extract_encoding_from_meta(text(content).as_bytes())?;
    let label = label_in_meta_content(text(content).as_bytes())?;
    Some((encoding, content.split_at(label.end).0.split_at(label.start).1))
}

/// Whether the `shadowrootmode` attribute of a `template` start tag is in a state other than None.
///
/// <https://html.spec.whatwg.org/#attr-template-shadowrootmode>
fn has_shadowrootmode(tag: &Tag, input: &InputStream) -> bool {
    tag.attribute(known::SHADOWROOTMODE).is_some_and(|value| {
        let value = input.strings.get(value);
        value.eq_ignore_ascii_case("open") || value.eq_ignore_ascii_case("closed")
    })
}
