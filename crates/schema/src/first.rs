//! Reads a page up to its first text in tree order.

use std::io::{self, ErrorKind, Read};
use std::ops::ControlFlow;

use consomme::encoding_rs::Encoding;
use consomme::stream::{RewriteSelectors, StreamParser, StreamRewriter, StreamSelectors};
use consomme::{ElementRef, NodeRef};

use crate::early::{PIECE, Page, Stop};
use crate::options::PageOptions;
use crate::query::Query;
use crate::schema::Schema;
use crate::selector::{self, Output, Part};
use crate::value::Value;

/// Reads a page for [`Query::read_first`].
pub(crate) fn read(
    query: &Query,
    mut reader: impl Read,
    options: &PageOptions,
) -> io::Result<Option<String>> {
    let schema = Schema::of_first(query.parts.clone());
    let way = Way::of(&query.parts);
    let page = Page::new(&schema, options).trust_ascii();
    let mut page = if way.is_some() { page.keep_for_stream() } else { page };
    let stop = schema.read_to_stop(&mut page, &mut reader, options)?;
    if let (Stop::Long, Some(way)) = (stop, way) {
        let (bytes, encoding) = page.into_kept();
        let options = with_encoding(options, encoding);
        return way.read(query, io::Cursor::new(bytes).chain(reader), &options);
    }
    let read = page.finish(&schema, options, stop == Stop::Certain);
    Ok(match read.extracted.into_record().take(Schema::FIRST) {
        Value::Text(text) => Some(text),
        _ => None,
    })
}

/// Returns options by which the page is read in the encoding that its start has decided.
fn with_encoding(options: &PageOptions, encoding: Option<&'static Encoding>) -> PageOptions {
    match encoding {
        None => options.clone(),
        Some(encoding) => {
            options.clone().hints(options.get_hints().clone().user_override(encoding))
        }
    }
}

/// How a stream finds the first text.
enum Way {
    /// All texts are attributes. They are certain at start tags, which come in tree order.
    StartTags(RewriteSelectors),
    /// All texts are content. An element is complete after its content, so its ancestors are asked
    /// whether they match.
    Complete(StreamSelectors),
}

impl Way {
    /// Returns the way for the parts of a selector; `None` if a stream cannot find the first text.
    fn of(parts: &[Part]) -> Option<Way> {
        let texts: Vec<&str> = parts.iter().map(|part| part.text.as_str()).collect();
        let mut attributes = parts.iter().map(|part| matches!(part.output, Output::Attribute(_)));
        if attributes.clone().all(|is_attribute| is_attribute) {
            return RewriteSelectors::new().attributes(&texts).ok().map(Way::StartTags);
        }
        let decides_ancestors =
            |part: &Part| selector::decided(part).is_ok() && !counts_siblings(part);
        if attributes.any(|is_attribute| is_attribute) || !parts.iter().all(decides_ancestors) {
            return None;
        }
        StreamSelectors::new(&texts).ok().map(Way::Complete)
    }

    /// Reads a page as a stream.
    fn read(
        &self,
        query: &Query,
        reader: impl Read,
        options: &PageOptions,
    ) -> io::Result<Option<String>> {
        match self {
            Way::StartTags(selectors) => at_start_tags(query, selectors, reader, options),
            Way::Complete(selectors) => complete(query, selectors, reader, options),
        }
    }
}

/// Whether a selector may count siblings. A stream has freed those before an ancestor, and its
/// count of them is not known here. A string with such a name in it counts as one.
fn counts_siblings(part: &Part) -> bool {
    let written = part.selector.to_string();
    [":nth-", "-of-type"].iter().any(|name| written.contains(name))
}

/// Returns the first text of an element that matches parts.
fn first_of(query: &Query, element: ElementRef<'_>, parts: &[usize]) -> Option<String> {
    let mut first = None;
    query.each_of(element, parts, |text| {
        first.get_or_insert_with(|| text.to_owned());
    });
    first
}

/// Reads a stream up to the first start tag that gives a text.
fn at_start_tags(
    query: &Query,
    selectors: &RewriteSelectors,
    mut reader: impl Read,
    options: &PageOptions,
) -> io::Result<Option<String>> {
    let mut stream = StreamRewriter::new(options.get_parse(), options.get_hints(), selectors);
    let mut buffer = vec![0; PIECE];
    while !stream.is_finished() {
        match reader.read(&mut buffer) {
            Ok(0) => stream.end(),
            Ok(length) => stream.feed(&buffer[..length]),
            Err(error) if error.kind() == ErrorKind::Interrupted => continue,
            Err(error) => return Err(error),
        }
        while let Some(found) = stream.next_match() {
            if let Some(text) = first_of(query, found.element(), found.selectors()) {
                return Ok(Some(text));
            }
        }
        // Nothing is edited, so nothing needs to be written.
        stream.write_to(io::sink())?;
    }
    Ok(None)
}

/// A text that is the first one, unless an element around its own gives one.
struct Candidate {
    text: String,
    /// How many elements around its own match and are not complete.
    open_matches: usize,
}

/// Reads a stream up to where the first text of complete elements is certain.
fn complete(
    query: &Query,
    selectors: &StreamSelectors,
    reader: impl Read,
    options: &PageOptions,
) -> io::Result<Option<String>> {
    let stream = StreamParser::new(options.get_parse(), options.get_hints(), selectors);
    let mut first: Option<Candidate> = None;
    stream.read_from(reader, |found| {
        let matches = |element: &ElementRef<'_>| {
            query.parts.iter().any(|part| element.matches(&part.selector))
        };
        let around = found.element().as_node().ancestors().filter_map(NodeRef::as_element);
        let open_matches = around.filter(matches).count();
        let text = || first_of(query, found.element(), found.selectors());
        match &mut first {
            None => first = text().map(|text| Candidate { text, open_matches }),
            // It is around the element of the candidate, and comes first.
            Some(candidate) if open_matches < candidate.open_matches => {
                candidate.open_matches = open_matches;
                if let Some(text) = text() {
                    candidate.text = text;
                }
            }
            Some(_) => {}
        }
        match &first {
            Some(Candidate { open_matches: 0, .. }) => ControlFlow::Break(()),
            _ => ControlFlow::Continue(()),
        }
    })?;
    Ok(first.map(|candidate| candidate.text))
}
