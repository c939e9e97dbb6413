//! Archives of pages.

use std::io::Write;

use flate2::Compression;
use flate2::write::GzEncoder;

/// The sample of this crate.
pub(crate) const SAMPLE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/sample/soups.warc");

/// Returns a file of WARC, each of its records in a gzip member.
pub(crate) fn compressed(file: &[u8]) -> Vec<u8> {
    let mut members = Vec::new();
    let mut rest = file;
    while !rest.is_empty() {
        let end = rest[1..]
            .windows(10)
            .position(|window| window == b"WARC/1.1\r\n")
            .map_or(rest.len(), |at| at + 1);
        let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
        encoder.write_all(&rest[..end]).unwrap();
        members.extend(encoder.finish().unwrap());
        rest = &rest[end..];
    }
    members
}

/// Returns a record of a type, with a block.
pub(crate) fn record(kind: &str, content_type: &str, url: &str, block: &[u8]) -> Vec<u8> {
    let length = block.len();
    let mut record = format!(
        "WARC/1.1\r\nWARC-Type: {kind}\r\nWARC-Target-URI: {url}\r\nContent-Type: {content_type}\r\n\
         Content-Length: {length}\r\n\r\n"
    )
    .into_bytes();
    record.extend(block);
    record.extend(b"\r\n\r\n");
    record
}

/// Returns the record of a page.
pub(crate) fn page(url: &str, html: &[u8]) -> Vec<u8> {
    let head = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n";
    record("response", "application/http;msgtype=response", url, &[head, html].concat())
}

/// Returns pages as compressed files, each with the same number of pages.
pub(crate) fn archives(pages: &[Vec<u8>], files: usize) -> Vec<Vec<u8>> {
    let size = pages.len().div_ceil(files);
    let record = |(index, html): (usize, &Vec<u8>)| {
        let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
        encoder.write_all(&page(&format!("https://soups.example/{index}"), html)).unwrap();
        encoder.finish().unwrap()
    };
    let records: Vec<_> = pages.iter().enumerate().map(record).collect();
    records.chunks(size).map(<[Vec<u8>]>::concat).collect()
}
