//! Preformatted text.

use std::ops::Range;

use consomme::ElementRef;
use consomme::rendering::BoxKind;

use crate::blocks::{Block, Code, Sink};

use super::elements::{language, own_range};
use super::{Converter, Open, is_part};

impl<'a, S: Sink<'a>> Converter<'_, 'a, S> {
    pub(super) fn start_in_code(&mut self, element: ElementRef<'a>, kind: BoxKind) {
        let is_in_line = kind.is_inline() || is_part(kind) && self.is_outside_of_tables();
        self.open.push(match kind {
            _ if is_in_line => Open::Inline,
            BoxKind::Table => Open::UnwrittenTable,
            _ => Open::BlockInCode,
        });
        self.unwritten_tables += usize::from(kind == BoxKind::Table);
        let Some(code) = &mut self.code else { return };
        if is_in_line {
            code.language = code.language.take().or_else(|| language(element));
        } else {
            code.end_line();
        }
    }

    pub(super) fn end_code(&mut self, element: ElementRef<'a>) {
        let Some(mut code) = self.code.take() else { return };
        if code.text.contains('\r') {
            code.text = code.text.replace("\r\n", "\n").replace('\r', "\n");
        }
        if code.text.ends_with('\n') {
            code.text.pop();
        }
        code.source = code.source.or_else(|| own_range(element.as_node(), self.has_positions));
        self.block(Block::Code(code));
    }
}

impl Code {
    pub(super) fn end_line(&mut self) {
        if !self.text.is_empty() && !self.text.ends_with('\n') {
            self.text.push('\n');
        }
    }

    pub(super) fn add_source(&mut self, source: Option<Range<usize>>) {
        self.source = match (self.source.take(), source) {
            (Some(one), Some(other)) => Some(one.start.min(other.start)..one.end.max(other.end)),
            (one, other) => one.or(other),
        };
    }
}
