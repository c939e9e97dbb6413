//! How the encoding of feeds is recovered: the answers of Universal Feed Parser 6.0.14, produced by
//! running it, for 16 media types with and without charset, declaration and byte order mark. The
//! head of `tests/data/feed_encodings.txt` explains the table and the answers that differ.

use consomme::Hints;
use consomme::encoding::{self, EncodingReport, MediaTypeKind, XmlRules};

/// The texts of the four columns of answers.
const TEXTS: [&[u8]; 4] = [
    "é €".as_bytes(),
    b"\xFD\xC9 \xC4\xC1 \xCB\xC1\xDB\xC1",
    b"\x83\x65\x83\x58\x83\x67",
    b"\xE9\x81\xFF\x80",
];

/// The first columns of a row. "-" stands for nothing.
struct Row<'a> {
    media_type: &'a str,
    charset: &'a str,
    declaration: &'a str,
    mark: &'a str,
}

impl Row<'_> {
    fn feed(&self, text: &[u8]) -> Vec<u8> {
        let mut feed = Vec::new();
        if self.mark == "BOM" {
            feed.extend(b"\xEF\xBB\xBF");
        }
        if self.declaration != "-" {
            let declaration = format!("<?xml version='1.0' encoding='{}'?>", self.declaration);
            feed.extend(declaration.as_bytes());
        }
        feed.extend(b"<rss version='2.0'><channel><title>");
        feed.extend(text);
        feed.extend(b"</title></channel></rss>");
        feed
    }

    fn hints(&self) -> Hints {
        let hints = Hints::utf8().xml_rules(XmlRules::Rfc3023).distrust(true);
        match (self.media_type, self.charset) {
            ("(no-type)" | "(no-headers)", "-") => hints,
            (media_type, "-") => hints.content_type(media_type),
            (media_type, charset) => {
                hints.content_type(&format!("{media_type}; charset={charset}"))
            }
        }
    }

    /// Returns whether the reason for an answer that differs can apply to this row.
    fn allows(&self, reason: &str) -> bool {
        match reason {
            "unknown" => true,
            "mark" => self.mark == "BOM",
            "suffix" => self.media_type == "image/svg+xml",
            "charset" => self.media_type == "application/octet-stream" && self.charset != "-",
            "html" => ["text/html", "text/plain"].contains(&self.media_type),
            "untyped" => self.media_type == "(no-type)",
            other => panic!("{other} is no reason"),
        }
    }
}

/// Returns the answer that a report gives, with its mark.
fn answer(report: &EncodingReport) -> (&'static str, &'static str) {
    let mark = if report.is_unknown() {
        "?"
    } else if report.is_distrusted() {
        "!"
    } else if report.media_type_kind() == Some(MediaTypeKind::NotXml) {
        "~"
    } else {
        ""
    };
    (report.encoding().name(), mark)
}

/// Splits an answer of the table into the name of the encoding and its mark.
fn expected(answer: &str) -> (&'static str, &str) {
    let (label, mark) = answer.split_at(answer.trim_end_matches(['!', '?', '~']).len());
    (encoding::for_label(label).unwrap().name(), mark)
}

#[test]
fn feeds_are_in_the_encodings_that_universal_feed_parser_finds() {
    let table = include_str!("../data/feed_encodings.txt");
    let mut rows = 0;
    let mut same = 0;
    for line in table.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let columns: Vec<_> = line.split_whitespace().collect();
        let [media_type, charset, declaration, mark, ref answers @ ..] = columns[..] else {
            panic!("too few columns: {line}");
        };
        assert_eq!(answers.len(), TEXTS.len(), "{line}");
        let row = Row { media_type, charset, declaration, mark };
        for (cell, text) in answers.iter().zip(TEXTS) {
            let report = encoding::report(&row.feed(text), &row.hints());
            match cell.split_once('>') {
                None => {
                    assert_eq!(answer(&report), expected(cell), "{cell} in {line}");
                    same += 1;
                }
                Some((theirs, rest)) => {
                    let (ours, reasons) = rest.split_once(':').unwrap();
                    assert_ne!(expected(theirs), expected(ours), "{cell} in {line}");
                    assert_eq!(answer(&report), expected(ours), "{cell} in {line}");
                    for reason in reasons.split('+') {
                        let applies = row.allows(reason)
                            && (reason != "unknown"
                                || theirs == "iso-8859-2!" && ours.ends_with('?'));
                        assert!(applies, "{cell} in {line}");
                    }
                }
            }
        }
        rows += 1;
    }
    assert_eq!((rows, same), (264, 687));
}
