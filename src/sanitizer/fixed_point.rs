//! Text to text: what is written is read again until it is stable.

use crate::dom::Document;
use crate::parse::{Context, ParseOptions};
use crate::serialize::text_as_escaped;
use crate::settings::Revision;

use super::options::{SanitizeOptions, Sanitized};
use super::policy::{Policy, sanitize_noting};
use super::removals::Removals;
use super::rules::Rules;
use super::writer::{Written, write_sanitized};

/// Who reads what is written: by which revision, and whether scripting is enabled.
#[derive(Clone, Copy, Debug)]
pub(super) struct Reader {
    pub(super) revision: Revision,
    pub(super) scripting: bool,
}

/// The reader whose tree is written.
pub(super) const PRIMARY: Reader = Reader { revision: Revision::Living2026, scripting: false };

/// The readers that must not find anything to remove in what is written. Whether scripting matters
/// in a revision is known when that revision is read without.
pub(super) const OTHERS: [Reader; 3] = [
    Reader { revision: Revision::Living2026, scripting: true },
    Reader { revision: Revision::Snapshot2024, scripting: false },
    Reader { revision: Revision::Snapshot2024, scripting: true },
];

/// How many times text is read again at most: twice, if the context implies elements around it.
const TEXT_ROUNDS: usize = 4;

/// How a text is read and read again.
pub(super) struct Reading<'a> {
    pub(super) options: &'a SanitizeOptions,
    pub(super) rules: &'a Rules,
    pub(super) context: Context<'a>,
    pub(super) has_flow: bool,
    pub(super) is_select: bool,
    pub(super) max_bytes: usize,
}

impl Reading<'_> {
    pub(super) fn parse(&self, reader: Reader, html: &str) -> Document {
        self.options_of(reader).parse_fragment(self.context.clone(), html)
    }

    /// Parses the source, with positions if removals are asked for.
    pub(super) fn parse_source(&self, html: &str) -> Document {
        let options = self.options_of(PRIMARY).positions(self.options.max_removals > 0);
        options.parse_fragment(self.context.clone(), html)
    }

    pub(super) fn options_of(&self, reader: Reader) -> ParseOptions {
        let options = ParseOptions::new().revision(reader.revision).scripting(reader.scripting);
        options.limits(self.options.limits)
    }

    /// Sanitizes a text without a policy: what stays is written, and the tree is not changed.
    pub(super) fn plainly(&self, html: &str, removals: &mut Removals) -> Sanitized {
        let mut tree = self.parse_source(html);
        let written = self.write(&tree);
        if self.options.max_removals > 0 {
            sanitize_noting(&mut tree, self.rules, &Policy::default(), removals);
        }
        if written.is_cut {
            return self.as_text(&written.html);
        }
        if written.is_plain && !self.options.without_plain_trees {
            return Sanitized::stable(written.html, 0);
        }
        self.until_stable(written.html)
    }

    fn write(&self, document: &Document) -> Written {
        // A tree that was cut off or flattened at a limit is read again.
        let has_flow = self.has_flow && !document.limits_hit().any();
        write_sanitized(document, self.rules, has_flow, self.max_bytes)
    }

    /// Reads what was written until that changes nothing.
    fn until_stable(&self, html: String) -> Sanitized {
        match self.read_again(html, self.options.rounds) {
            Ok((html, rounds)) => Sanitized::stable(html, rounds),
            Err(unstable) => self.as_text(&unstable),
        }
    }

    /// Returns what did not become stable, or was cut, as text.
    pub(super) fn as_text(&self, unstable: &str) -> Sanitized {
        let text = self.parse(PRIMARY, unstable).root().text_content();
        let text = text_as_escaped(&text).replace('\r', "&#13;");
        // Where no text can be, as in a table, there is none.
        let text = self
            .read_again(text, TEXT_ROUNDS)
            .or_else(|_| self.read_again(String::new(), TEXT_ROUNDS));
        debug_assert!(text.is_ok(), "the empty text, or the elements implied by it, is stable");
        let html = text.map_or_else(|_| String::new(), |(html, _)| html);
        Sanitized::text(html, self.options.rounds)
    }

    /// Reads a text again until that changes nothing. Returns what is stable and how many times it
    /// took, or what it was at last.
    fn read_again(&self, mut html: String, rounds: usize) -> Result<(String, usize), String> {
        for round in 1..=rounds {
            match self.changed(&html) {
                Some(changed) if changed.is_cut => return Err(changed.html),
                Some(changed) => html = changed.html,
                None => return Ok((html, round)),
            }
        }
        Err(html)
    }

    /// Returns what becomes of a text when it is sanitized again, for the first reader for whom it
    /// changes; `None` if it is stable.
    fn changed(&self, html: &str) -> Option<Written> {
        let written = self.write(&self.parse(PRIMARY, html));
        if written.html != html || written.has_removed {
            return Some(written);
        }
        if written.is_plain && !self.options.without_plain_trees {
            return None;
        }
        let mut depends_on_scripting = written.depends_on_scripting;
        let mut depends_on_revision = written.depends_on_revision || self.is_select;
        for reader in OTHERS {
            let is_same = (reader.scripting && !depends_on_scripting)
                || (reader.revision != PRIMARY.revision && !depends_on_revision);
            if is_same && !self.options.without_plain_trees {
                continue;
            }
            let (document, is_outside) = self.parse_as_other(reader, html);
            let written = self.write(&document);
            if written.has_removed || written.is_cut || is_outside {
                return Some(written);
            }
            // What is text for one reader can be a `noscript` for another one. Where the tree is
            // not that of the text as it is written, it may lack what others differ about: a
            // `<template for>` that was carried out leaves no element.
            let is_other_tree = written.html != html;
            depends_on_scripting |= written.depends_on_scripting || is_other_tree;
            depends_on_revision |= written.depends_on_revision || is_other_tree;
        }
        None
    }
}
