//! Checks positions: the input at the position of each node is read again.

use consomme::positions::{AttributeSource, Origin, Reason, SourceSpan};
use consomme::tokenizer::{TextMode, Token, Tokens};
use consomme::{Document, ElementRef, NodeKind, NodeRef, Revision};

/// Checks every node of a document that was parsed from `input` with positions.
///
/// # Errors
///
/// The first node whose position is wrong, and how.
pub fn check(document: &Document, input: &str, revision: Revision) -> Result<(), String> {
    let checker = Checker { input, revision };
    for node in all_nodes(document) {
        checker.check_node(node).map_err(|message| format!("{node:?}: {message}"))?;
    }
    Ok(())
}

/// All nodes of a document, the contents of templates and shadow roots included.
pub fn all_nodes(document: &Document) -> Vec<NodeRef<'_>> {
    let mut nodes = Vec::new();
    let mut waiting = vec![document.root()];
    while let Some(root) = waiting.pop() {
        nodes.push(root);
        for node in root.descendants() {
            nodes.push(node);
            waiting.extend(node.as_element().and_then(ElementRef::template_contents));
            let shadow_root = node.as_element().and_then(ElementRef::shadow_root);
            waiting.extend(shadow_root.map(|root| root.as_node()));
        }
    }
    nodes
}

/// All that is known of the positions of a document, one node a line.
pub fn dump_positions(document: &Document) -> String {
    let index = document.line_index();
    let mut lines = String::new();
    for node in all_nodes(document) {
        let span =
            node.span().map(|span| (span.range(), index.line_column(span.source_range().start)));
        lines += &format!("{node:?} {span:?} {:?} {:?}", node.origin(), node.moved());
        if let Some(source) = node.as_element().and_then(ElementRef::source) {
            lines += &format!(" {source:?} {:?}", source.attrs());
        }
        lines.push('\n');
    }
    lines
}

/// Where each node comes from in [`Document::source`], one node a line, without facts that depend
/// on which part of the source a script wrote.
pub fn dump_source_positions(document: &Document) -> String {
    let mut lines = String::new();
    for node in all_nodes(document) {
        let span = |span: SourceSpan<'_>| span.source_range();
        lines += &match node.origin() {
            // A text that implies an element may come in pieces.
            Some(Origin::Implied { .. }) => format!("{:?} is implied", node.kind()),
            origin => format!("{:?} {:?} {origin:?}", node.kind(), node.span().map(span)),
        };
        lines += &format!(" {:?}", node.moved());
        if let Some(source) = node.as_element().and_then(ElementRef::source) {
            let (start, end) = (source.start_tag().map(span), source.end_tag().map(span));
            lines += &format!(" tags {start:?} {end:?}");
            for attribute in source.attrs() {
                lines += &format!(" attribute {:?}", span(attribute.span()));
            }
        }
        lines.push('\n');
    }
    lines
}

struct Checker<'a> {
    input: &'a str,
    revision: Revision,
}

fn ensure(condition: bool, message: impl FnOnce() -> String) -> Result<(), String> {
    if condition { Ok(()) } else { Err(message()) }
}

impl Checker<'_> {
    fn check_node(&self, node: NodeRef<'_>) -> Result<(), String> {
        if let Some(root) = node.as_shadow_root()
            && let Some(span) = node.span()
        {
            self.check_span(span)?;
            let is_template =
                span.text().get(..9).is_some_and(|start| start.eq_ignore_ascii_case("<template"));
            let is_from_source = node.origin() == Some(Origin::Source) && root.is_declarative();
            return ensure(is_template && is_from_source, || format!("{span:?}"));
        }
        if matches!(node.kind(), NodeKind::Document | NodeKind::DocumentFragment) {
            return ensure(node.span().is_none() && node.origin().is_none(), || {
                "a root has no position".into()
            });
        }
        let span = node.span().ok_or("no span")?;
        self.check_span(span)?;
        let origin = node.origin().ok_or("no origin")?;
        self.check_nesting(node, origin, span)?;
        if let Some(element) = node.as_element() {
            return self.check_element(element, origin);
        }
        let is_copy = matches!(origin, Origin::Copied { reason: Reason::SelectedContent, .. });
        ensure(origin == Origin::Source || is_copy, || format!("{origin:?}"))?;
        match node.kind() {
            NodeKind::Text(_) => self.check_text(node, span),
            _ => self.check_token(node, span),
        }
    }

    /// Both kinds of offsets lead to the same text.
    fn check_span(&self, span: SourceSpan<'_>) -> Result<(), String> {
        let cut =
            self.input.get(span.range()).ok_or_else(|| format!("not in the input: {span:?}"))?;
        let cut = cut.replace("\r\n", "\n").replace('\r', "\n");
        ensure(cut == span.text(), || format!("the input has {cut:?} at {span:?}"))
    }

    /// A node that was neither moved nor copied lies inside its parent.
    fn check_nesting(
        &self,
        node: NodeRef<'_>,
        origin: Origin<'_>,
        span: SourceSpan<'_>,
    ) -> Result<(), String> {
        let Some(parent) = node.parent().filter(|_| node.moved().is_none()) else { return Ok(()) };
        let (Some(parent_origin), Some(parent)) = (parent.origin(), parent.span()) else {
            return Ok(());
        };
        let is_copy = |origin| matches!(origin, Origin::Copied { .. });
        if is_copy(origin) || is_copy(parent_origin) {
            return Ok(());
        }
        let (inner, outer) = (span.source_range(), parent.source_range());
        ensure(outer.start <= inner.start && inner.start <= outer.end, || {
            format!("{span:?} does not start in its parent's {parent:?}")
        })
    }

    fn check_element(&self, element: ElementRef<'_>, origin: Origin<'_>) -> Result<(), String> {
        let source = element.source().ok_or("no source")?;
        let span = source.span().source_range();
        self.check_span(source.content())?;
        let content = source.content().source_range();
        ensure(span.start <= content.start && content.end <= span.end, || format!("{source:?}"))?;
        match (origin, source.start_tag()) {
            (Origin::Implied { by, .. }, None) => {
                let at_end = by.source_range().start == element.document().source().len();
                ensure(by.is_empty() == at_end, || format!("implied by {by:?}"))?;
            }
            // A copy of an implied element.
            (Origin::Copied { reason: Reason::SelectedContent, .. }, None) => {}
            (Origin::Source | Origin::Copied { .. }, Some(tag)) => {
                self.check_span(tag)?;
                self.check_tag(element, tag, "<")?;
                ensure(tag.source_range().start == span.start, || format!("{source:?}"))?;
            }
            (origin, tag) => return Err(format!("{origin:?} with {tag:?}")),
        }
        if let Some(tag) = source.end_tag() {
            self.check_span(tag)?;
            self.check_tag(element, tag, "</")?;
            ensure(tag.source_range().end == span.end, || format!("{source:?}"))?;
        }
        self.check_attributes(element)
    }

    /// A tag starts with `<` or `</` and the name, and ends with `>`.
    fn check_tag(
        &self,
        element: ElementRef<'_>,
        tag: SourceSpan<'_>,
        opening: &str,
    ) -> Result<(), String> {
        let wrong = || format!("no tag of it: {tag:?}");
        let inner = tag
            .text()
            .strip_prefix(opening)
            .and_then(|rest| rest.strip_suffix('>'))
            .ok_or_else(wrong)?;
        let name = inner.split(['\t', '\n', '\x0C', ' ', '/']).next().unwrap_or_default();
        let name = name.to_ascii_lowercase().replace('\0', "\u{FFFD}");
        let own = element.name().to_ascii_lowercase();
        let is_heading = |name: &str| matches!(name, "h1" | "h2" | "h3" | "h4" | "h5" | "h6");
        let is_another_heading = opening == "</" && is_heading(&name) && is_heading(&own);
        ensure(
            name == own || is_another_heading || (name, own) == ("image".into(), "img".into()),
            wrong,
        )
    }

    /// The input at the position of each attribute is its name, and its value.
    fn check_attributes(&self, element: ElementRef<'_>) -> Result<(), String> {
        let source = element.source().ok_or("no source")?;
        let written: Vec<AttributeSource<'_>> = source.attrs().collect();
        for attribute in element.attrs() {
            let name = match attribute.prefix() {
                Some(prefix) if attribute.name() != "xmlns" => {
                    format!("{prefix}:{}", attribute.name())
                }
                _ => attribute.name().to_owned(),
            };
            let found = source.attr(&name).ok_or_else(|| format!("{name} is not found"))?;
            let text = found.name().text().to_ascii_lowercase().replace('\0', "\u{FFFD}");
            ensure(text == name.to_ascii_lowercase(), || format!("{name} is not {text}"))?;
            for span in [found.span(), found.name()].into_iter().chain(found.value()) {
                self.check_span(span)?;
            }
            let value =
                found.value().map_or_else(String::new, |value| attribute_value(value.text()));
            ensure(value == attribute.value(), || format!("the value of {name} is not {value:?}"))?;
            let quotes = found.value().map_or("", |value| {
                let before = &element.document().source()[..value.source_range().start];
                if before.ends_with('"') {
                    "\""
                } else if before.ends_with('\'') {
                    "'"
                } else {
                    ""
                }
            });
            let end = format!("{}{quotes}", found.value().map_or("", |value| value.text()));
            ensure(found.span().text().ends_with(&end), || format!("{name}: {found:?}"))?;
        }
        ensure(written.len() >= element.attrs().len(), || format!("{written:?}"))
    }

    /// A comment, doctype or processing instruction is one token.
    fn check_token(&self, node: NodeRef<'_>, span: SourceSpan<'_>) -> Result<(), String> {
        let mut tokens = Tokens::new().revision(self.revision);
        tokens.feed_str(span.text());
        tokens.end();
        let agrees = match tokens.next_token() {
            Some(Token::Comment(data)) => node.as_comment() == Some(data),
            Some(Token::Doctype { name, .. }) => {
                node.as_doctype().is_some_and(|doctype| doctype.name() == name.unwrap_or_default())
            }
            Some(Token::ProcessingInstruction { target, data }) => {
                node.as_processing_instruction().is_some_and(|instruction| {
                    (instruction.target(), instruction.data()) == (target, data)
                })
            }
            _ => false,
        };
        ensure(agrees, || format!("it is not {span:?}"))?;
        ensure(matches!(tokens.next_token(), Some(Token::EndOfFile)), || {
            format!("more than one token: {span:?}")
        })
    }

    /// A text equals its part of the input, read in one of the ways to read text. Where tags stand
    /// between its pieces, or only white space was wanted, it is made of some of the characters
    /// read, from the first to the last.
    fn check_text(&self, node: NodeRef<'_>, span: SourceSpan<'_>) -> Result<(), String> {
        let text = node.as_text().ok_or("no text")?;
        ensure(!text.is_empty() && !span.is_empty(), || format!("empty: {span:?}"))?;
        // U+0000 is dropped or replaced, depending on the element.
        let has_null = span.text().contains('\0');
        let folded = |text: &str| {
            if has_null { text.replace(['\0', '\u{FFFD}'], "") } else { text.to_owned() }
        };
        let is_replaced_at_ends =
            has_null && (text.starts_with('\u{FFFD}') || text.ends_with('\u{FFFD}'));
        let text = folded(text);
        let read = [
            span.text().to_owned(),
            self.characters(span.text(), TextMode::Rcdata, Within::Foreign),
        ];
        // The first piece may start in a CDATA section, which ends before the rest.
        let pieces = [
            (TextMode::Data, Within::Html),
            (TextMode::Data, Within::Foreign),
            (TextMode::Data, Within::Nothing),
            (TextMode::CdataSection, Within::Foreign),
        ]
        .map(|(mode, within)| folded(&self.characters(span.text(), mode, within)));
        let is_made_of = |pieces: &String| {
            let ends = |text: &str| (text.chars().next(), text.chars().next_back());
            let mut rest = pieces.chars();
            let in_order = text.chars().all(|c| rest.any(|other| other == c));
            let may_lack_some = span.text().contains('<') || text.trim().is_empty();
            *pieces == text
                || (may_lack_some
                    && in_order
                    && (is_replaced_at_ends || ends(&text) == ends(pieces)))
        };
        let is_right =
            read.iter().any(|read| folded(read) == text) || pieces.iter().any(is_made_of);
        ensure(is_right, || format!("it is not {span:?}"))
    }

    /// Returns the characters among the tokens of a text.
    fn characters(&self, text: &str, mode: TextMode, within: Within) -> String {
        let mut tokens = Tokens::new().initial_state(mode).revision(self.revision);
        tokens.set_cdata_allowed(within == Within::Foreign);
        tokens.feed_str(text);
        tokens.end();
        let mut characters = String::new();
        while let Some(token) = tokens.next_token() {
            let next_mode = match token {
                Token::Characters(text) => {
                    characters.push_str(text);
                    None
                }
                Token::StartTag(tag) if within == Within::Html => match tag.name() {
                    "script" => Some(TextMode::ScriptData),
                    "title" | "textarea" => Some(TextMode::Rcdata),
                    "style" | "xmp" | "iframe" | "noembed" | "noframes" => Some(TextMode::Rawtext),
                    _ => None,
                },
                _ => None,
            };
            if let Some(mode) = next_mode {
                tokens.set_state(mode);
            }
        }
        characters
    }
}

/// The place in which a text is read again.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Within {
    /// HTML, where some elements contain nothing but text.
    Html,
    /// Foreign content, which has CDATA sections.
    Foreign,
    /// Neither of these.
    Nothing,
}

/// Returns the value of an attribute that is written as `written`.
fn attribute_value(written: &str) -> String {
    let quote = match (written.contains('"'), written.contains('\'')) {
        (false, _) => "\"",
        (true, false) => "'",
        (true, true) => "",
    };
    let mut tokens = Tokens::new();
    tokens.feed_str(&format!("<a a={quote}{written}{quote}>"));
    tokens.end();
    match tokens.next_token() {
        Some(Token::StartTag(tag)) => {
            tag.attrs().next().map_or_else(String::new, |(_, value)| value.to_owned())
        }
        _ => String::new(),
    }
}

/// The tree and errors with positions are those without.
///
/// # Errors
///
/// The first difference.
pub fn check_same(with: &Document, without: &Document) -> Result<(), String> {
    let trees = [with, without]
        .map(|document| super::tree_dump::dump(document.root(), super::tree_dump::Doctype::Full));
    ensure(trees[0] == trees[1], || {
        format!("with positions:\n{}\nwithout:\n{}", trees[0], trees[1])
    })?;
    ensure(
        all_nodes(without).iter().all(|node| node.span().is_none() && node.moved().is_none()),
        || "positions that nobody wanted".into(),
    )
}
