//! Reads the HTTP response in a record of an archive.

use std::io::{self, Read};

use flate2::read::MultiGzDecoder;
use httparse::{EMPTY_HEADER, Response, Status, parse_chunk_size};
use rust_warc::WarcRecord;

use crate::archive::Page;

/// The maximum number of header fields of a response.
const MAX_HEADERS: usize = 128;

/// Returns the page in a record, if the record is a successful response with HTML.
pub(crate) fn page(record: WarcRecord) -> io::Result<Option<Page>> {
    let field = |name: &str| record.header.get(&name.into()).cloned();
    let address = field("WARC-Target-URI").unwrap_or_default();
    if field("WARC-Type").as_deref() != Some("response") || !address.starts_with("http") {
        return Ok(None);
    }
    let mut headers = [EMPTY_HEADER; MAX_HEADERS];
    let mut response = Response::new(&mut headers);
    let head = match response.parse(&record.content) {
        Ok(Status::Complete(length)) => length,
        _ => return Err(io::Error::other(format!("{address}: not an HTTP response"))),
    };
    let header = |name: &str| {
        let header =
            response.headers.iter().find(|header| header.name.eq_ignore_ascii_case(name))?;
        Some(String::from_utf8_lossy(header.value).trim().to_ascii_lowercase())
    };
    let content_type = header("content-type").unwrap_or_default();
    if response.code != Some(200) || !content_type.starts_with("text/html") {
        return Ok(None);
    }
    let mut body = record.content[head..].to_vec();
    if header("transfer-encoding").is_some_and(|coding| coding == "chunked") {
        body = without_chunks(&body);
    }
    if header("content-encoding").is_some_and(|coding| coding == "gzip") {
        let mut decoded = Vec::new();
        MultiGzDecoder::new(body.as_slice()).read_to_end(&mut decoded)?;
        body = decoded;
    }
    Ok(Some(Page { address, content_type: Some(content_type), body }))
}

/// Joins the chunks of a body. Anything that is not a chunk ends it.
fn without_chunks(mut chunked: &[u8]) -> Vec<u8> {
    let mut body = Vec::new();
    while let Ok(Status::Complete((start, size))) = parse_chunk_size(chunked) {
        let end = start.saturating_add(size as usize).min(chunked.len());
        body.extend_from_slice(&chunked[start..end]);
        // Each chunk ends with CR LF; the last is empty.
        chunked = chunked.get(end + 2..).unwrap_or_default();
        if size == 0 {
            break;
        }
    }
    body
}
