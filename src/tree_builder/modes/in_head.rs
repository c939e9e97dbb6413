//! The "in head" insertion mode, whose rules many others use.

use encoding_rs::Encoding;

use crate::encoding::{encoding_labelled, extract_encoding_from_meta};
use crate::input::ParseContext;
use crate::names::known;
use crate::parse_error::ParseErrorCode;
use crate::text::Span;
use crate::tokenizer::TextMode;
use crate::tokenizer::token::{Tag, Token};
use crate::tree_builder::declarative_shadow_root::shadow_root_mode;
use crate::tree_builder::insertion::NodePosition;
use crate::tree_builder::insertion_mode::InsertionMode;
use crate::tree_builder::{Processing, Request, TreeBuilder};
use crate::tree_sink::TreeSink;

impl<S: TreeSink> TreeBuilder<S> {
    /// <https://html.spec.whatwg.org/#parsing-main-inhead>
    pub(crate) fn in_head(
        &mut self,
        token: &mut Token<'_>,
        context: &mut ParseContext,
    ) -> Processing {
        match token {
            Token::Characters(text) => {
                if self.insert_leading_whitespace(text, context) {
                    return Processing::Done;
                }
                self.in_head_anything_else(context)
            }
            Token::Leaf(leaf) => {
                self.insert_leaf(*leaf, NodePosition::Adjusted, context);
                Processing::Done
            }
            Token::Doctype(_) => self.ignore_unexpected(token, context),
            Token::StartTag(tag) => self.in_head_start_tag(tag, context),
            Token::EndTag(tag) => self.in_head_end_tag(tag, context),
            Token::NullCharacter(_) | Token::EndOfFile => self.in_head_anything_else(context),
        }
    }

    fn in_head_start_tag(&mut self, tag: &mut Tag, context: &mut ParseContext) -> Processing {
        match tag.name {
            known::HTML => return self.in_body(&mut Token::StartTag(tag), context),
            known::BASE => {
                self.note_base(tag);
                self.insert_void_element(tag, context);
            }
            known::BASEFONT | known::BGSOUND | known::LINK => {
                self.insert_void_element(tag, context);
            }
            known::META => {
                self.insert_void_element(tag, context);
                if let Some((encoding, value)) = encoding_declared_by_meta(tag, context) {
                    self.request = Some(Request::ChangeEncoding(encoding, value));
                }
            }
            known::TITLE => return self.parse_text_element(tag, TextMode::Rcdata, context),
            known::NOSCRIPT if self.scripting => {
                return self.parse_text_element(tag, TextMode::Rawtext, context);
            }
            known::NOFRAMES | known::STYLE => {
                return self.parse_text_element(tag, TextMode::Rawtext, context);
            }
            known::NOSCRIPT => {
                self.insert_html_element(tag, context);
                self.mode = InsertionMode::InHeadNoscript;
            }
            // "Set the element's parser document" and its "force async": the sink does so when it
            // creates the element. Deviation (Scripts in templates): the standard has the adjusted
            // insertion location computed twice, the second time given the first one. So a script
            // in a `<template for>` would go after the last child of the insertion target, not
            // before the end marker.
            known::SCRIPT => {
                // "If the parser's scripting mode is Inert", which is that of a fragment unless its
                // scripts are to run.
                if self.is_fragment() && !self.runnable_scripts {
                    self.insert_prepared_element(tag, context, |sink, script, _, _| {
                        sink.mark_script_already_started(script);
                    });
                } else {
                    self.insert_html_element(tag, context);
                }
                self.switch_to_text(TextMode::ScriptData);
            }
            known::TEMPLATE => self.template_start_tag(tag, context),
            known::HEAD => self.error(ParseErrorCode::UnexpectedStartTag, context),
            _ => return self.in_head_anything_else(context),
        }
        Processing::Done
    }

    fn in_head_end_tag(&mut self, tag: &Tag, context: &mut ParseContext) -> Processing {
        match tag.name {
            known::HEAD => {
                self.pop(context);
                self.mode = InsertionMode::AfterHead;
            }
            known::BODY | known::HTML | known::BR => return self.in_head_anything_else(context),
            known::TEMPLATE => self.template_end_tag(context),
            _ => self.error(ParseErrorCode::UnexpectedEndTag, context),
        }
        Processing::Done
    }

    /// Keeps the `href` of a `base`, if it is the first one in the document tree that has one.
    fn note_base(&mut self, tag: &Tag) {
        // Only the content of a `<template for>` may be in the document tree.
        let is_in_document = self.template_modes.len() == self.content_patches.len();
        if self.base.is_none() && is_in_document && !self.is_fragment() {
            self.base = tag.attribute(known::HREF);
        }
    }

    /// "Anything else": the end tag `head` is implied.
    fn in_head_anything_else(&mut self, context: &mut ParseContext) -> Processing {
        self.pop(context);
        self.mode = InsertionMode::AfterHead;
        Processing::Reprocess
    }

    /// Processes the start tag `template`.
    fn template_start_tag(&mut self, tag: &Tag, context: &mut ParseContext) {
        self.push_marker(context);
        self.frameset_ok = false;
        self.mode = InsertionMode::InTemplate;
        // "Push "in template" onto the stack of template insertion modes so that it is the new
        // current template insertion mode."
        self.template_modes.push(InsertionMode::InTemplate);
        if let Some(mode) = shadow_root_mode(tag, context) {
            self.insert_declarative_shadow_root(tag, mode, context);
        } else if self.revision.has_template_for() && tag.attribute(known::FOR).is_some() {
            self.insert_template_for(tag, context);
        } else {
            self.insert_html_element(tag, context);
        }
    }

    /// Processes the end tag `template`.
    fn template_end_tag(&mut self, context: &mut ParseContext) {
        if !self.open.has_template() {
            self.error(ParseErrorCode::UnexpectedEndTag, context);
            return;
        }
        self.generate_all_implied_end_tags_thoroughly(context);
        if !self.current_is_html(known::TEMPLATE) {
            self.error(ParseErrorCode::UnclosedElement, context);
        }
        if let Some(template) = self.open.last_position_of(known::TEMPLATE) {
            let template = self.open.entry(template).handle;
            self.end_content_patching(template);
            self.end_shadow_template(template);
        }
        self.close_template(context);
    }

    /// Pops the last `template` element and its current template insertion mode.
    pub(super) fn close_template(&mut self, context: &mut ParseContext) {
        self.pop_until_popped(known::TEMPLATE, context);
        self.formatting.clear_to_last_marker();
        self.template_modes.pop();
        self.reset_the_insertion_mode_appropriately();
    }
}

/// Returns the encoding that a `meta` start tag declares, and the part of its attribute value that
/// is the label.
///
/// <https://html.spec.whatwg.org/#meta-charset-during-parse>
fn encoding_declared_by_meta(
    tag: &Tag,
    context: &ParseContext,
) -> Option<(&'static Encoding, Span)> {
    let text = |value| context.strings.get(value);
    if let Some(charset) = tag.attribute(known::CHARSET)
        && let Some(encoding) = encoding_labelled(text(charset).as_bytes())
    {
        return Some((encoding, charset));
    }
    let http_equiv = tag.attribute(known::HTTP_EQUIV)?;
    let content = tag.attribute(known::CONTENT)?;
    if !text(http_equiv).eq_ignore_ascii_case("content-type") {
        return None;
    }
    let (encoding, label) = extract_encoding_from_meta(text(content).as_bytes())?;
    Some((encoding, content.split_at(label.end).0.split_at(label.start).1))
}
