//! A record, and why it has no body.

use std::fmt;

/// The type of a record that is read. Records of other types are skipped.
///
/// <https://iipc.github.io/warc-specifications/specifications/warc-format/warc-1.1/#warc-record-types>
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Kind {
    /// `response`: the answer of a server of HTTP.
    Response,
    /// `resource`: a file without an answer around it.
    Resource,
    /// `conversion`: another form of a page. WET files have the texts of pages so.
    Conversion,
    /// `metadata`: data about a page. WAT files have them in JSON.
    Metadata,
}

impl Kind {
    /// Returns the kind of a `WARC-Type`. `None` if it is never read.
    pub(crate) fn of(name: &str) -> Option<Kind> {
        match name {
            "response" => Some(Kind::Response),
            "resource" => Some(Kind::Resource),
            "conversion" => Some(Kind::Conversion),
            "metadata" => Some(Kind::Metadata),
            _ => None,
        }
    }
}

/// A record of an archive, or a damaged part of it, which has only an offset and an error.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub struct Record {
    /// `WARC-Type`. `None` for a damaged part.
    pub kind: Option<Kind>,
    /// `WARC-Target-URI`.
    pub url: Option<String>,
    /// `WARC-Date`, such as `2026-11-22T12:00:03Z`.
    pub date: Option<String>,
    /// The status code of HTTP, such as 200. Only responses have it.
    pub status: Option<i32>,
    /// The value of `Content-Type`: of the response, or of the record if it is none.
    pub content_type: Option<String>,
    /// The body, without chunks and compression. `None` if it is not wanted or cannot be had.
    pub body: Option<Vec<u8>>,
    /// Why there is no body.
    pub error: Option<RecordError>,
    /// Where the record begins in the file, in bytes; where its gzip member begins, if it has one.
    pub offset: u64,
    /// How many bytes the record or its gzip member has in the file. `None` if the member has more
    /// records that are read, or is damaged: these bytes alone don't give the record then.
    pub length: Option<u64>,
}

impl Record {
    /// Returns the record that stands for a damaged part of a file.
    pub(crate) fn damaged(error: impl fmt::Display, offset: u64) -> Record {
        let error = Some(RecordError::Archive(error.to_string()));
        Record { error, offset, ..Record::default() }
    }
}

/// Why a record has no body.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum RecordError {
    /// The archive is damaged here.
    Archive(String),
    /// The response is missing or malformed.
    Response(String),
    /// The body has a content encoding that is not read.
    ContentEncoding(String),
    /// The body has more bytes than this limit of [`ReadOptions`](crate::ReadOptions).
    TooLarge(usize),
}

impl fmt::Display for RecordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RecordError::Archive(error) => write!(f, "the archive is damaged: {error}"),
            RecordError::Response(error) => f.write_str(error),
            RecordError::ContentEncoding(name) => {
                write!(f, "the content encoding {name} is not supported")
            }
            RecordError::TooLarge(max) => write!(f, "the body has more than {max} bytes"),
        }
    }
}

impl std::error::Error for RecordError {}
