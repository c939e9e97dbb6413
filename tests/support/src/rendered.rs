//! Checks that rendered text leads back to the source, and that events make the same text.

use std::collections::HashSet;
use std::ops::Range;

use consomme::entities;
use consomme::rendering::{BoxKind, RenderedEvent, RenderedText, TextOptions};
use consomme::{Document, ElementRef, NodeRef};

/// Checks the rendered text of a document that was parsed with positions, with and without the
/// contents that browsers skip. Returns how many runs it has; all of them have a source.
///
/// # Errors
///
/// A description of the first run, offset or event that is wrong.
pub fn check(document: &Document) -> Result<usize, String> {
    let options = TextOptions::new().links(true).images(true);
    let rendered = document.inner_text_with(&options);
    if rendered.text() != document.inner_text() {
        return Err("the text is not the rendered text".to_owned());
    }
    check_marks(document, &options, &rendered)?;
    let all = options.skipped_contents(true);
    let with_skipped = document.inner_text_with(&all);
    for (rendered, options) in [(&rendered, &options), (&with_skipped, &all)] {
        check_runs(rendered)?;
        check_events(document, options, rendered.text())?;
    }
    Ok(with_skipped.runs().len())
}

/// Checks each run, and the text between runs.
pub fn check_runs(rendered: &RenderedText<'_>) -> Result<(), String> {
    let text = rendered.text();
    let mut end = 0;
    for run in rendered.runs() {
        let range = run.range();
        let about = |what: &str| format!("{what}: {run:?} {:?}", text.get(range.clone()));
        let run_text = text.get(range.clone()).ok_or_else(|| about("not a part of the text"))?;
        if range.start < end || range.is_empty() {
            return Err(about("empty, or before the end of the last one"));
        }
        check_added(rendered, end..range.start)?;
        end = range.end;
        let node_text = run.node().as_text().and_then(|text| text.get(run.node_range()));
        if node_text.is_none_or(|node_text| !is_rendered_as(node_text, run_text)) {
            return Err(about("not what the node has"));
        }
        let source = run.source().ok_or_else(|| about("without a source"))?;
        if !is_source_of(source.text(), run_text) {
            return Err(about("not made of its source"));
        }
        if rendered.source_of(range.clone()) != Some(source) {
            return Err(about("with another source as a range"));
        }
        let at = [range.start, range.end - 1].map(|offset| rendered.run_at(offset));
        if at != [Some(run), Some(run)] {
            return Err(about("not found by its offsets"));
        }
        check_characters(rendered, range.clone()).map_err(|what| about(&what))?;
    }
    check_added(rendered, end..text.len())?;
    match rendered.run_at(text.len()) {
        Some(run) => Err(format!("a run past the end: {run:?}")),
        None => Ok(()),
    }
}

/// Checks that each run of an edited document that has a source is made of it: texts that an edit
/// has set have none.
///
/// # Errors
///
/// A description of the first run that is wrong.
pub fn check_edited(document: &Document) -> Result<(), String> {
    let rendered = document.inner_text_with(&TextOptions::new().skipped_contents(true));
    for run in rendered.runs() {
        let text = rendered.text().get(run.range()).ok_or("not a part of the text")?;
        if run.source().is_some_and(|source| !is_source_of(source.text(), text)) {
            return Err(format!("{run:?} is {text:?}"));
        }
    }
    Ok(())
}

/// Checks that each character of a run is made of its part of the source, from left to right.
fn check_characters(rendered: &RenderedText<'_>, range: Range<usize>) -> Result<(), String> {
    let mut last = 0;
    for (offset, character) in rendered.text()[range.clone()].char_indices() {
        let start = range.start + offset;
        let end = start + character.len_utf8();
        let source = rendered.source_of(start..end).ok_or("a character without a source")?;
        // One reference may stand for two characters, so both have the whole.
        let is_whole = is_source_of(source.text(), character.encode_utf8(&mut [0; 4]))
            || source.text().starts_with('&');
        if !is_whole || source.source_range().end < last {
            return Err(format!("the character {character:?} is not {source:?}"));
        }
        last = source.source_range().end;
    }
    Ok(())
}

/// Checks that the text between two runs consists of separators, which come from nowhere.
fn check_added(rendered: &RenderedText<'_>, range: Range<usize>) -> Result<(), String> {
    let added = &rendered.text()[range.clone()];
    let is_from_nowhere = range.clone().all(|offset| rendered.run_at(offset).is_none());
    if added.bytes().all(|byte| matches!(byte, b'\n' | b'\t'))
        && is_from_nowhere
        && rendered.source_of(range).is_none()
    {
        Ok(())
    } else {
        Err(format!("the text {added:?} was added"))
    }
}

/// Checks that marks are parts of the text, and in order, and that each starts with a text, or with
/// an image or form control.
fn check_marks(
    document: &Document,
    options: &TextOptions,
    rendered: &RenderedText<'_>,
) -> Result<(), String> {
    let in_lines: HashSet<_> = document.rendered(options).filter_map(replaced_in_line).collect();
    let mut last = 0;
    for mark in rendered.marks() {
        let Range { start, end } = mark.range();
        let is_replaced = |node: NodeRef<'_>| {
            node.as_element().is_some_and(|element| in_lines.contains(&element))
        };
        let has_start = start == end
            || rendered.run_at(start).is_some()
            || mark.element().descendants().any(is_replaced);
        if rendered.text().get(start..end).is_none() || !has_start || start < last {
            return Err(format!("the mark {mark:?} in {:?}", rendered.text()));
        }
        last = start;
    }
    Ok(())
}

/// The element of an event that says that an image, a form control or the like is in a line.
fn replaced_in_line(event: RenderedEvent<'_>) -> Option<ElementRef<'_>> {
    match event {
        RenderedEvent::Replaced { element, kind, .. } => kind.is_inline().then_some(element),
        _ => None,
    }
}

/// Checks that the events nest, and that their text is this one.
fn check_events(document: &Document, options: &TextOptions, text: &str) -> Result<(), String> {
    let mut written = String::new();
    let mut open = Vec::new();
    let mut is_after_start = false;
    let mut is_after_space = false;
    let mut breaks = 0;
    for event in document.rendered(options) {
        let is_space = matches!(&event, RenderedEvent::Text { text: " ", range, node, .. }
            if !node.ancestors().any(keeps_whitespace) && !range.is_empty());
        let is_end = matches!(&event, RenderedEvent::End { kind: BoxKind::Inline, .. });
        if is_space && is_after_start || is_end && is_after_space {
            return Err(format!("a space at the edge of an inline box: {event:?}"));
        }
        is_after_start = matches!(&event, RenderedEvent::Start { kind: BoxKind::Inline, .. });
        is_after_space = is_space;
        let (kind, piece) = match &event {
            RenderedEvent::Start { element, kind, .. } => {
                open.push((*element, *kind));
                (Some(kind), "")
            }
            RenderedEvent::End { element, kind, .. } => {
                if open.pop() != Some((*element, *kind)) {
                    return Err(format!("{event:?} ends what has not started last"));
                }
                (Some(kind), "")
            }
            RenderedEvent::Replaced { kind, .. } => (Some(kind), ""),
            RenderedEvent::Text { text, node, range, .. } => {
                let of_node = node.as_text().and_then(|text| text.get(range.clone()));
                if of_node.is_none_or(|of_node| of_node != *text && !is_rendered_as(of_node, text))
                {
                    return Err(format!("{event:?} is not {of_node:?}"));
                }
                (None, *text)
            }
            RenderedEvent::LineBreak { .. } | RenderedEvent::RowSeparator => (None, "\n"),
            RenderedEvent::CellSeparator => (None, "\t"),
            _ => return Err(format!("{event:?} is new")),
        };
        match kind {
            Some(kind) => breaks = breaks.max(kind.required_line_breaks()),
            None => {
                if !written.is_empty() {
                    written.push_str(&"\n\n"[..breaks]);
                }
                breaks = 0;
                written.push_str(piece);
            }
        }
    }
    if written == text && open.is_empty() {
        Ok(())
    } else {
        Err(format!("the events make {written:?}, not {text:?}, and leave {open:?} open"))
    }
}

/// Whether an element may preserve whitespace.
fn keeps_whitespace(node: NodeRef<'_>) -> bool {
    let names = ["pre", "listing", "xmp", "plaintext", "textarea"];
    node.as_element().is_some_and(|element| names.contains(&element.name()))
}

/// Whether a part of a text node is rendered as this text: as it is, or with collapsed whitespace.
fn is_rendered_as(text: &str, rendered: &str) -> bool {
    text == rendered || collapsed(text) == rendered
}

/// Whether a text is rendered of this source: as it is, or with its character references decoded.
/// The parser replaces a NUL where it does not drop it.
fn is_source_of(source: &str, rendered: &str) -> bool {
    let source = source.replace('\0', "\u{FFFD}");
    is_rendered_as(&source, rendered) || is_rendered_as(&entities::decode(&source, false), rendered)
}

/// Replaces each run of whitespace by a space, as CSS does.
fn collapsed(text: &str) -> String {
    let mut out = String::new();
    for c in text.chars() {
        let is_space = matches!(c, ' ' | '\t' | '\n' | '\r');
        if !(is_space && out.ends_with(' ')) {
            out.push(if is_space { ' ' } else { c });
        }
    }
    out
}

/// Checks the rendered text of each node of a document.
///
/// # Errors
///
/// A description of the first node whose text is wrong.
pub fn check_nodes(document: &Document) -> Result<(), String> {
    for node in document.descendants() {
        check_node(node).map_err(|what| format!("{node:?}: {what}"))?;
    }
    Ok(())
}

fn check_node(node: NodeRef<'_>) -> Result<(), String> {
    let rendered = node.inner_text_with(&TextOptions::new());
    if rendered.text() != node.inner_text() {
        return Err(format!("{rendered:?}"));
    }
    Ok(())
}
