//! Lists in text files: sections with rows of words.

/// Returns the rows of a section of a list, each as its words. A line `[section]` begins one, and
/// one with `#` is a comment.
pub(crate) fn rows<'a>(
    list: &'a str,
    section: &str,
) -> impl Iterator<Item = std::str::SplitAsciiWhitespace<'a>> + use<'a> {
    let header = format!("[{section}]");
    let lines = list.lines().skip_while(move |line| *line != header).skip(1);
    let lines = lines.take_while(|line| !line.starts_with('['));
    let rows = lines.filter(|line| !line.is_empty() && !line.starts_with('#'));
    rows.map(str::split_ascii_whitespace)
}
