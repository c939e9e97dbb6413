//! Content that takes the place of an element: images, boxes of tasks, formulas, rules.

use consomme::ElementRef;

use crate::blocks::{Block, Sink};
use crate::options::ImageStyle;
use crate::rules::Action;

use super::Converter;
use super::elements::{self, own_range};

impl<'a, S: Sink<'a>> Converter<'_, 'a, S> {
    /// Writes what a rule has for an element.
    pub(super) fn replace(&mut self, element: ElementRef<'a>, action: Action, is_inline: bool) {
        let source = own_range(element.as_node(), self.has_positions);
        match action {
            Action::Markdown(markdown) if is_inline => self.inline.push_raw(&markdown),
            Action::Text(text) if is_inline => self.inline.push_text(&text),
            Action::Text(text) => {
                self.flush();
                self.inline.push_text(&text);
                self.flush();
            }
            Action::Markdown(markdown) => self.block(Block::Raw(markdown, source)),
            Action::Html => self.block(Block::Html(elements::html_line(element), source)),
            Action::Drop | Action::Convert | Action::Unwrap => {}
        }
    }

    pub(super) fn replaced(&mut self, element: ElementRef<'a>) {
        if self.code.is_some() {
            return;
        }
        match self.options.rules.action(element) {
            Action::Convert | Action::Unwrap => {}
            Action::Html if !self.options.html => {}
            Action::Html => return self.inline.push_html(element),
            action => return self.replace(element, action, true),
        }
        match element.name() {
            "img" if !elements::is_picture_of_formula(element, self.options) => {
                self.image(element);
            }
            "input" if self.options.task_lists && !self.inline.has_content() => {
                let is_box =
                    element.attr("type").is_some_and(|kind| kind.eq_ignore_ascii_case("checkbox"));
                if is_box && self.is_at_start_of_item(element) {
                    self.inline.push_task(element.has_attr("checked"));
                }
            }
            _ => {}
        }
    }

    fn image(&mut self, image: ElementRef<'a>) {
        match self.options.images {
            ImageStyle::Markdown => {
                self.inline.push_image(image);
                let source = own_range(image.as_node(), self.has_positions);
                if let Some(source) = source {
                    self.inline.add_source(source);
                }
            }
            ImageStyle::Alt => self.inline.push_text(image.attr("alt").unwrap_or("")),
            ImageStyle::Omit => {}
        }
    }

    pub(super) fn formula(&mut self, tex: &str, is_block: bool, is_inline: bool) {
        if is_inline {
            return self.inline.push_math(tex, is_block);
        }
        self.flush();
        self.inline.push_math(tex, is_block);
        self.flush();
    }
}
