//! The records of a file, gzip by member.

use std::io::{self, BufRead, BufReader, Read};

use flate2::bufread::GzDecoder;

use super::http::{Response, is_of_data, read_up_to};
use super::lines::{Header, invalid};

/// A page of an archive: a record of type `response` or `resource`.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Record {
    /// `WARC-Target-URI`.
    pub(super) url: Option<String>,
    /// `WARC-Date`.
    pub(super) date: Option<String>,
    pub(super) response: Response,
    /// The offset of the record in the file, in bytes; of its gzip member, if it has one.
    pub(super) offset: u64,
}

/// The parts of each record that are read.
#[derive(Clone, Copy, Debug)]
pub(super) struct Wanted {
    /// Whether bodies are wanted.
    pub(super) bodies: bool,
    /// The largest body, in bytes.
    pub(super) max_bytes: usize,
}

/// A file.
pub(super) trait Source: BufRead {
    /// Returns how many bytes have been consumed.
    fn position(&self) -> u64;

    /// Goes back to a position, or as near to it as the bytes are still in memory.
    fn go_back(&mut self, position: u64);
}

/// How the records of a stream end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum End {
    /// After the last one.
    Whole,
    /// In a record that reports it.
    Damaged,
    /// Where the caller has enough.
    Stopped,
}

/// The first bytes of a gzip member: the magic number and the only method there is.
const GZIP_START: [u8; 3] = [0x1F, 0x8B, 0x08];

/// Calls a function with each page of a file, compressed or not, until it returns `false`.
///
/// A damaged part of the file becomes one record that has only an error. Reading goes on with the
/// next gzip member; in a file that is not compressed it ends there.
///
/// # Errors
///
/// The errors of the reader that are not about the data, and the errors of the function.
pub(super) fn read_records<R: Source>(
    reader: &mut R,
    wanted: Wanted,
    each: &mut impl FnMut(Record) -> io::Result<bool>,
) -> io::Result<()> {
    if !reader.fill_buf()?.starts_with(&GZIP_START[..1]) {
        return match read_stream(reader, R::position, wanted, each) {
            Err(error) if is_of_data(&error) => each(damaged(&error, reader.position())).map(drop),
            result => result.map(drop),
        };
    }
    // Whether the data before is damaged and has its record.
    let mut is_told = false;
    while !reader.fill_buf()?.is_empty() {
        let offset = reader.position();
        let mut member = BufReader::new(GzDecoder::new(&mut *reader));
        let mut has_records = false;
        let end = read_stream(&mut member, |_| offset, wanted, &mut |record| {
            has_records = true;
            each(record)
        });
        match end {
            Ok(End::Whole) => is_told = false,
            Ok(End::Stopped) => return Ok(()),
            Ok(End::Damaged) => {
                skip_to_member(reader, offset, is_told)?;
                is_told = true;
            }
            Err(error) if is_of_data(&error) => {
                if (has_records || !is_told) && !each(damaged(&error, offset))? {
                    return Ok(());
                }
                skip_to_member(reader, offset, is_told)?;
                is_told = true;
            }
            Err(error) => return Err(error),
        }
    }
    Ok(())
}

/// Returns the record that stands for a damaged part.
fn damaged(error: &io::Error, offset: u64) -> Record {
    let error = Some(format!("the archive is damaged: {error}"));
    Record { response: Response { error, ..Response::default() }, offset, ..Record::default() }
}

/// Skips bytes to the next one that can start a gzip member, after the start of a damaged one.
///
/// Damaged data can look as if they went on into the next members, so the search begins in the
/// damaged one again. Only once, so that no data make it take more than linear time: data that
/// begin in a part known to be damaged (`is_told`) are searched from where they turned out to be
/// wrong.
fn skip_to_member(reader: &mut impl Source, start: u64, is_told: bool) -> io::Result<()> {
    if !is_told {
        reader.go_back(start + 1);
    } else if reader.position() == start {
        reader.consume(1);
    }
    loop {
        let buffer = reader.fill_buf()?;
        let length = buffer.len();
        // A start that is cut by the end of a buffer is not found, the one after it is.
        let found = buffer.windows(GZIP_START.len()).position(|window| window == GZIP_START);
        reader.consume(found.unwrap_or(length));
        if found.is_some() || length == 0 {
            return Ok(());
        }
    }
}

/// Reads records to the end of a stream. `position` returns where its next record is in the file.
fn read_stream<R: BufRead>(
    reader: &mut R,
    position: impl Fn(&R) -> u64,
    wanted: Wanted,
    each: &mut impl FnMut(Record) -> io::Result<bool>,
) -> io::Result<End> {
    loop {
        // Two line ends are between records; some writers have more, or fewer.
        while matches!(reader.fill_buf()?.first(), Some(b'\r' | b'\n')) {
            reader.consume(1);
        }
        let offset = position(reader);
        let Some(header) = Header::read(reader)? else { return Ok(End::Whole) };
        if !header.first.starts_with("WARC/") {
            return Err(invalid("here is no record"));
        }
        let length = header.get("content-length").and_then(|value| value.parse().ok());
        let mut block = reader.take(length.ok_or_else(|| invalid("a record has no length"))?);
        let mut page = read_page(&header, &mut block, wanted)?;
        let rest = io::copy(&mut block, &mut io::sink());
        let is_cut = match rest {
            Ok(_) => block.limit() > 0,
            Err(error) if is_of_data(&error) => true,
            Err(error) => return Err(error),
        };
        if let Some(record) = &mut page {
            record.offset = offset;
            if is_cut {
                record.response.body = None;
                record.response.error = Some("the archive is damaged in this record".to_owned());
            }
        }
        let goes_on = page.map_or(Ok(true), &mut *each)?;
        if !goes_on {
            return Ok(End::Stopped);
        }
        if is_cut {
            return Ok(End::Damaged);
        }
    }
}

/// Reads the block of a record. `None` if the record is no page.
fn read_page(
    header: &Header,
    block: &mut impl BufRead,
    wanted: Wanted,
) -> io::Result<Option<Record>> {
    let content_type = header.get("content-type").unwrap_or("");
    let response = match header.get("warc-type") {
        Some("response") if content_type.starts_with("application/http") => {
            match Response::read(block, wanted.bodies, wanted.max_bytes) {
                Err(error) if is_of_data(&error) => {
                    Response { error: Some(error.to_string()), ..Response::default() }
                }
                response => response?,
            }
        }
        Some("resource") => {
            let content_type = Some(content_type.to_owned()).filter(|it| !it.is_empty());
            let mut response = Response { content_type, ..Response::default() };
            if wanted.bodies {
                response.set_body(read_up_to(block, wanted.max_bytes))?;
            }
            response
        }
        _ => return Ok(None),
    };
    Ok(Some(Record {
        // Some writers put the URL in angle brackets, as version 1.0 of the format had it.
        url: header.get("warc-target-uri").map(|url| url.trim_matches(['<', '>']).to_owned()),
        date: header.get("warc-date").map(str::to_owned),
        response,
        offset: 0,
    }))
}

#[cfg(test)]
mod tests {
    use std::io::{Cursor, Write};

    use flate2::Compression;
    use flate2::write::GzEncoder;

    use super::*;

    impl Source for Cursor<Vec<u8>> {
        fn position(&self) -> u64 {
            Cursor::position(self)
        }

        fn go_back(&mut self, position: u64) {
            self.set_position(position);
        }
    }

    /// Returns a record in its own gzip member, if that is wanted.
    fn record(kind: &str, block: &str, compressed: bool) -> Vec<u8> {
        let length = block.len();
        let record = format!(
            "WARC/1.1\r\nWARC-Type: {kind}\r\nWARC-Target-URI: https://example.com/{length}\r\n\
             Content-Type: application/http; msgtype=response\r\nContent-Length: {length}\r\n\r\n\
             {block}\r\n\r\n"
        );
        if !compressed {
            return record.into_bytes();
        }
        let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
        encoder.write_all(record.as_bytes()).unwrap();
        encoder.finish().unwrap()
    }

    fn page(body: &str, compressed: bool) -> Vec<u8> {
        record("response", &format!("HTTP/1.1 200 OK\r\n\r\n{body}"), compressed)
    }

    /// Returns the records of a file.
    fn read(file: Vec<u8>) -> Vec<Record> {
        let mut records = Vec::new();
        let wanted = Wanted { bodies: true, max_bytes: 1 << 20 };
        read_records(&mut Cursor::new(file), wanted, &mut |record| {
            records.push(record);
            Ok(true)
        })
        .unwrap();
        records
    }

    fn bodies(records: &[Record]) -> Vec<Option<&str>> {
        fn text(bytes: &[u8]) -> &str {
            std::str::from_utf8(bytes).unwrap()
        }
        records.iter().map(|record| record.response.body.as_deref().map(text)).collect()
    }

    #[test]
    fn records_of_pages_are_read_and_others_skipped() {
        for compressed in [false, true] {
            let parts = [
                record("warcinfo", "software: none", compressed),
                page("<p>1", compressed),
                record("request", "GET / HTTP/1.1\r\n\r\n", compressed),
                page("<p>2", compressed),
            ];
            let records = read(parts.concat());
            assert_eq!(bodies(&records), [Some("<p>1"), Some("<p>2")]);
            let offset = parts[0].len() as u64;
            assert_eq!((records[0].response.status, records[0].offset), (Some(200), offset));
            assert_eq!(records[0].url.as_deref(), Some("https://example.com/23"));
        }
    }

    #[test]
    fn a_damaged_member_is_one_record_with_an_error() {
        let mut damaged = page("<p>2", true);
        let length = damaged.len();
        damaged[length / 2..length - 2].fill(0xAA);
        let records = read([page("<p>1", true), damaged, page("<p>3", true)].concat());
        assert_eq!(bodies(&records), [Some("<p>1"), None, Some("<p>3")]);
        assert!(records[1].response.error.as_ref().unwrap().contains("damaged"));
    }

    #[test]
    fn a_file_that_is_cut_ends_with_an_error() {
        for compressed in [false, true] {
            let mut file = [page("<p>1", compressed), page("<p>2", compressed)].concat();
            file.truncate(file.len() - 12);
            let records = read(file);
            assert_eq!(bodies(&records), [Some("<p>1"), None]);
            assert!(records[1].response.error.is_some());
        }
    }

    #[test]
    fn what_is_no_archive_is_one_record_with_an_error() {
        let records = read(b"<p>soup</p>\n".to_vec());
        assert_eq!(records.len(), 1);
        assert!(records[0].response.error.as_ref().unwrap().contains("no record"));
        assert!(read(Vec::new()).is_empty());
    }

    #[test]
    fn reading_ends_where_the_caller_has_enough() {
        let mut count = 0;
        let wanted = Wanted { bodies: false, max_bytes: 0 };
        let mut file = Cursor::new([page("1", true), page("2", true)].concat());
        read_records(&mut file, wanted, &mut |_| {
            count += 1;
            Ok(false)
        })
        .unwrap();
        assert_eq!(count, 1);
    }
}
