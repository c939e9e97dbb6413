//! The `.dat` format: cases made of sections, each under a heading line such as `#data`.
//!
//! The format knows no escapes, so the meaning of a line depends on its place. A case begins at its
//! first heading; that section ends only at the second heading; the last section ends only where
//! the next case begins, or its `#description`, which is skipped. Between those, every further
//! heading is recognised. Files are bytes: encoding cases are not UTF-8, and a CR in the data
//! belongs to the data.

/// One case: the line of its first heading (1-based) and its sections in order.
pub struct Case<'a> {
    pub line: usize,
    sections: Vec<Section<'a>>,
}

/// A heading with the rest of its line, and the lines under it without the last newline.
struct Section<'a> {
    heading: &'static str,
    argument: &'a [u8],
    body: &'a [u8],
}

impl<'a> Case<'a> {
    /// The lines under a heading, without the last newline; `None` without such a section.
    pub fn body(&self, heading: &str) -> Option<&'a [u8]> {
        self.section(heading).map(|section| section.body)
    }

    /// The text after the heading on its own line, after one space.
    pub fn argument(&self, heading: &str) -> Option<&'a [u8]> {
        self.section(heading).map(|section| section.argument)
    }

    fn section(&self, heading: &str) -> Option<&Section<'a>> {
        self.sections.iter().find(|section| section.heading == heading)
    }
}

/// Splits a file into its cases. `headings` are the headings of the format without their `#`: the
/// first opens a case, the second has to follow it, the last closes the case, and those between are
/// optional and in any order.
pub fn cases<'a>(bytes: &'a [u8], headings: &[&'static str]) -> Vec<Case<'a>> {
    let mut cases: Vec<Case<'a>> = Vec::new();
    let mut open: Option<OpenSection<'a>> = None;
    for (index, (start, line)) in lines(bytes).enumerate() {
        // A description before a case is none of its sections.
        let is_between = |open: &OpenSection<'_>| open.position == headings.len() - 1;
        if line == b"#description" && open.as_ref().is_none_or(is_between) {
            if let Some(section) = open.take() {
                close_section(&mut cases, section, &bytes[..start], headings);
            }
            continue;
        }
        let found = find_heading(line, headings).filter(|&(position, _)| match &open {
            None => position == 0,
            Some(section) if section.position == 0 => position == 1,
            Some(section) if section.position == headings.len() - 1 => position == 0,
            Some(_) => position > 1,
        });
        let Some((position, argument)) = found else { continue };
        if let Some(section) = open.take() {
            close_section(&mut cases, section, &bytes[..start], headings);
        }
        if position == 0 {
            cases.push(Case { line: index + 1, sections: Vec::new() });
        }
        let body_start = (start + line.len() + 1).min(bytes.len());
        open = Some(OpenSection { position, argument, body_start });
    }
    if let Some(section) = open {
        close_section(&mut cases, section, bytes, headings);
    }
    cases
}

/// The section being read: which heading, its argument, where its body starts.
struct OpenSection<'a> {
    position: usize,
    argument: &'a [u8],
    body_start: usize,
}

/// Ends a section at the end of `read`, the bytes before the line that ended it.
fn close_section<'a>(
    cases: &mut [Case<'a>],
    section: OpenSection<'a>,
    read: &'a [u8],
    headings: &[&'static str],
) {
    let mut body = &read[section.body_start.min(read.len())..];
    // The blank line between two cases belongs to neither.
    if section.position == headings.len() - 1 && body.ends_with(b"\n\n") {
        body = &body[..body.len() - 1];
    }
    let body = body.strip_suffix(b"\n").unwrap_or(body);
    let heading = headings[section.position];
    if let Some(case) = cases.last_mut() {
        case.sections.push(Section { heading, argument: section.argument, body });
    }
}

/// The position of the heading that the line is, with the text after it and a space.
fn find_heading<'a>(line: &'a [u8], headings: &[&'static str]) -> Option<(usize, &'a [u8])> {
    let rest = line.strip_prefix(b"#")?;
    headings.iter().enumerate().find_map(|(position, heading)| {
        match rest.strip_prefix(heading.as_bytes())? {
            [] => Some((position, &rest[rest.len()..])),
            [b' ', argument @ ..] if *heading == "revision" => Some((position, argument)),
            _ => None,
        }
    })
}

/// The lines with the offset of each, cut at LF alone.
fn lines(bytes: &[u8]) -> impl Iterator<Item = (usize, &[u8])> {
    bytes.split_inclusive(|&byte| byte == b'\n').scan(0, |offset, line| {
        let start = *offset;
        *offset += line.len();
        Some((start, line.strip_suffix(b"\n").unwrap_or(line)))
    })
}
