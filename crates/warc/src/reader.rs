//! The records of a file, gzip by member.

use std::io::{self, BufRead, BufReader, Read};
use std::ops::ControlFlow;

use flate2::bufread::GzDecoder;

use crate::header::{Header, invalid};
use crate::http::{Response, is_of_data, read_up_to, record_error};
use crate::options::ReadOptions;
use crate::record::{Kind, Record, RecordError};
use crate::source::Source;

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

/// A function that is called with each record.
pub(crate) trait Each: FnMut(Record) -> io::Result<ControlFlow<()>> {}

impl<F: FnMut(Record) -> io::Result<ControlFlow<()>>> Each for F {}

/// Reads a file for [`ReadOptions::read`].
pub(crate) fn read_records<S: Source>(
    source: &mut S,
    options: &ReadOptions,
    each: &mut impl Each,
) -> io::Result<()> {
    // Whether the data before is damaged and has its record.
    let mut is_told = false;
    if !source.fill_buf()?.starts_with(&GZIP_START[..1]) {
        let start = source.position();
        let mut header_count = 0;
        match read_stream(source, S::position, options, &mut header_count, each) {
            Err(error) if is_of_data(&error) => {
                let goes_on = each(Record::damaged(error, source.position()))?;
                if header_count > 0 || goes_on.is_break() {
                    return Ok(());
                }
                // No archive, or one that is compressed and has a damaged start.
                skip_to_member(source, start, is_told)?;
                is_told = true;
            }
            result => return result.map(drop),
        }
    }
    while !source.fill_buf()?.is_empty() {
        let offset = source.position();
        let mut member = BufReader::new(GzDecoder::new(&mut *source));
        let mut held = Held::default();
        let end = read_stream(&mut member, |_| offset, options, &mut 0, &mut |record| {
            held.replace(record).map_or(Ok(ControlFlow::Continue(())), &mut *each)
        });
        let has_records = held.count > 0;
        if let Some(record) = held.last(&end, source.position() - offset)
            && each(record)?.is_break()
        {
            return Ok(());
        }
        match end {
            Ok(End::Whole) => is_told = false,
            Ok(End::Stopped) => return Ok(()),
            Ok(End::Damaged) => {
                skip_to_member(source, offset, is_told)?;
                is_told = true;
            }
            Err(error) if is_of_data(&error) => {
                if (has_records || !is_told) && each(Record::damaged(error, offset))?.is_break() {
                    return Ok(());
                }
                skip_to_member(source, offset, is_told)?;
                is_told = true;
            }
            Err(error) => return Err(error),
        }
    }
    Ok(())
}

/// The last record of a gzip member, which waits for the length of the member.
#[derive(Default)]
struct Held {
    record: Option<Record>,
    /// How many records the member has had.
    count: usize,
}

impl Held {
    /// Takes a record, and returns the one before it, which is not alone in its member.
    fn replace(&mut self, record: Record) -> Option<Record> {
        self.count += 1;
        self.record.replace(record).map(|record| Record { length: None, ..record })
    }

    /// Returns the last record, which has the length of the member if it is alone in it and the
    /// member is whole. `None` if the caller has enough.
    fn last(&mut self, end: &io::Result<End>, length: u64) -> Option<Record> {
        let is_whole = matches!(end, Ok(End::Whole));
        let length = Some(length).filter(|_| is_whole && self.count == 1);
        let record = self.record.take()?;
        match end {
            Ok(End::Stopped) => None,
            _ => Some(Record { length, ..record }),
        }
    }
}

/// Skips bytes to the next one that can start a gzip member, after the start of a damaged one.
///
/// Damaged data can look as if they went on into the next members, so the search begins in the
/// damaged one again. Only once, so that no data make it take more than linear time: data that
/// begin in a part known to be damaged (`is_told`) are searched from where they turned out to be
/// wrong.
fn skip_to_member(source: &mut impl Source, start: u64, is_told: bool) -> io::Result<()> {
    if !is_told {
        source.go_back(start + 1);
    } else if source.position() == start {
        source.consume(1);
    }
    loop {
        let buffer = source.fill_buf()?;
        let length = buffer.len();
        // A start that is cut by the end of a buffer is not found, the one after it is.
        let found = buffer.windows(GZIP_START.len()).position(|window| window == GZIP_START);
        source.consume(found.unwrap_or(length));
        if found.is_some() || length == 0 {
            return Ok(());
        }
    }
}

/// Reads records to the end of a stream. `position` returns where its next record is in the file,
/// `header_count` is how many headers of records have been read.
fn read_stream<R: BufRead>(
    reader: &mut R,
    position: impl Fn(&R) -> u64,
    options: &ReadOptions,
    header_count: &mut usize,
    each: &mut impl Each,
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
        *header_count += 1;
        let length = header.get("content-length").and_then(|value| value.parse().ok());
        let mut block = reader.take(length.ok_or_else(|| invalid("a record has no length"))?);
        let mut record = read_record(&header, &mut block, options)?;
        let rest = io::copy(&mut block, &mut io::sink());
        let is_cut = match rest {
            Ok(_) => block.limit() > 0,
            Err(error) if is_of_data(&error) => true,
            Err(error) => return Err(error),
        };
        if let Some(record) = &mut record {
            record.offset = offset;
            record.length = Some(position(reader) - offset);
            if is_cut {
                record.body = None;
                record.length = None;
                record.error = Some(RecordError::Archive("the record is cut".to_owned()));
            }
        }
        let goes_on = record.map_or(Ok(ControlFlow::Continue(())), &mut *each)?;
        if goes_on.is_break() {
            return Ok(End::Stopped);
        }
        if is_cut {
            return Ok(End::Damaged);
        }
    }
}

/// Reads the block of a record. `None` if the record is of a type that is not wanted.
fn read_record(
    header: &Header,
    block: &mut impl BufRead,
    options: &ReadOptions,
) -> io::Result<Option<Record>> {
    let kind = header.get("warc-type").and_then(Kind::of);
    let Some(kind) = kind.filter(|kind| options.kinds.contains(kind)) else { return Ok(None) };
    let content_type = header.get("content-type").unwrap_or("");
    let response = match kind {
        // Other protocols, such as DNS.
        Kind::Response if !content_type.starts_with("application/http") => return Ok(None),
        Kind::Response => match Response::read(block, options.bodies, options.max_body_bytes) {
            Err(error) if is_of_data(&error) => {
                Response { error: Some(record_error(error)), ..Response::default() }
            }
            response => response?,
        },
        Kind::Resource | Kind::Conversion | Kind::Metadata => {
            let content_type = Some(content_type.to_owned()).filter(|it| !it.is_empty());
            let mut response = Response { content_type, ..Response::default() };
            if options.bodies {
                response.set_body(read_up_to(block, options.max_body_bytes))?;
            }
            response
        }
    };
    let Response { status, content_type, body, error } = response;
    Ok(Some(Record {
        kind: Some(kind),
        // Some writers put the URL in angle brackets, as version 1.0 of the format had it.
        url: header.get("warc-target-uri").map(|url| url.trim_matches(['<', '>']).to_owned()),
        date: header.get("warc-date").map(str::to_owned),
        status,
        content_type,
        body,
        error,
        offset: 0,
        length: None,
    }))
}

#[cfg(test)]
mod tests {
    use std::io::{Cursor, Write};

    use flate2::Compression;
    use flate2::write::GzEncoder;

    use super::*;

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

    /// Returns options to read everything.
    fn all() -> ReadOptions {
        let kinds = [Kind::Response, Kind::Resource, Kind::Conversion, Kind::Metadata];
        ReadOptions::new().kinds(&kinds).max_body_bytes(1 << 20)
    }

    /// Returns the records of a file.
    fn read(file: Vec<u8>) -> Vec<Record> {
        let mut records = Vec::new();
        let each = &mut |record| {
            records.push(record);
            Ok(ControlFlow::Continue(()))
        };
        all().read(&mut Cursor::new(file), each).unwrap();
        records
    }

    fn bodies(records: &[Record]) -> Vec<Option<&str>> {
        fn text(bytes: &[u8]) -> &str {
            std::str::from_utf8(bytes).unwrap()
        }
        records.iter().map(|record| record.body.as_deref().map(text)).collect()
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
            assert_eq!((records[0].status, records[0].offset), (Some(200), offset));
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
        assert!(records[1].error.as_ref().unwrap().to_string().contains("damaged"));
    }

    #[test]
    fn members_after_a_damaged_start_of_a_file_are_read() {
        for damage in [&b""[..], b"\0", b"\n", b"WARC"] {
            let first = page("<p>1", true);
            let records = read([damage, &first[1..], &page("<p>2", true)].concat());
            assert_eq!(bodies(&records), [None, Some("<p>2")], "{damage:?}");
            assert_eq!(records[1].offset, (damage.len() + first.len() - 1) as u64);
        }
    }

    #[test]
    fn compressed_pages_of_an_archive_that_is_not_compressed_are_no_members() {
        let file = [page("<p>1", false), b"soup".to_vec(), page("<p>2", true)].concat();
        assert_eq!(bodies(&read(file)), [Some("<p>1"), None]);
    }

    #[test]
    fn a_file_that_is_cut_ends_with_an_error() {
        for compressed in [false, true] {
            let mut file = [page("<p>1", compressed), page("<p>2", compressed)].concat();
            file.truncate(file.len() - 12);
            let records = read(file);
            assert_eq!(bodies(&records), [Some("<p>1"), None]);
            assert!(records[1].error.is_some());
        }
    }

    #[test]
    fn what_is_no_archive_is_one_record_with_an_error() {
        let records = read(b"<p>soup</p>\n".to_vec());
        assert_eq!(records.len(), 1);
        assert!(records[0].error.as_ref().unwrap().to_string().contains("no record"));
        assert!(read(Vec::new()).is_empty());
    }

    #[test]
    fn reading_ends_where_the_caller_has_enough() {
        let mut count = 0;
        let each = &mut |_| {
            count += 1;
            Ok(ControlFlow::Break(()))
        };
        let options = ReadOptions::new().bodies(false);
        options.read(&mut Cursor::new([page("1", true), page("2", true)].concat()), each).unwrap();
        assert_eq!(count, 1);
    }

    #[test]
    fn texts_and_metadata_are_read_if_they_are_wanted() {
        for compressed in [false, true] {
            let file = [
                record("conversion", "Leek soup", compressed),
                record("metadata", "{}", compressed),
                page("<p>", compressed),
            ];
            let records = read(file.concat());
            assert_eq!(bodies(&records), [Some("Leek soup"), Some("{}"), Some("<p>")]);
            assert_eq!(records[0].kind, Some(Kind::Conversion));
            let mut kinds = Vec::new();
            let each = &mut |record: Record| {
                kinds.push(record.kind);
                Ok(ControlFlow::Continue(()))
            };
            ReadOptions::new().read(&mut Cursor::new(file.concat()), each).unwrap();
            assert_eq!(kinds, [Some(Kind::Response)]);
        }
    }

    #[test]
    fn a_record_is_read_from_its_place_alone() {
        for compressed in [false, true] {
            let file = [
                record("warcinfo", "software: none", compressed),
                page("<p>1", compressed),
                record("resource", "<p>2", compressed),
            ];
            let file = file.concat();
            let records = read(file.clone());
            assert_eq!(records.len(), 2);
            for record in records {
                let start = usize::try_from(record.offset).unwrap();
                let length = usize::try_from(record.length.unwrap()).unwrap();
                let bytes = &file[start..start + length];
                assert_eq!(all().read_one(bytes, record.offset), record);
                // Some indexes count the line ends after a record, or fewer bytes.
                let bytes = &file[start..file.len().min(start + length + 4)];
                assert_eq!(all().read_one(bytes, record.offset).body, record.body);
                let cut = all().read_one(&bytes[..length - 1], record.offset);
                assert!(cut.body.is_none() && cut.error.is_some(), "{cut:?}");
            }
        }
    }

    #[test]
    fn records_that_share_a_member_have_no_length() {
        let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
        encoder.write_all(&[page("<p>1", false), page("<p>2", false)].concat()).unwrap();
        let records = read([encoder.finish().unwrap(), page("<p>3", true)].concat());
        assert_eq!(bodies(&records), [Some("<p>1"), Some("<p>2"), Some("<p>3")]);
        let lengths: Vec<bool> = records.iter().map(|record| record.length.is_some()).collect();
        assert_eq!(lengths, [false, false, true]);
    }
}
