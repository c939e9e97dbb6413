//! The programs of the guide's page on services, compiled with tokio and hyper, and run without a
//! network.

use std::io;

use consomme::stream::{RewriteSelectors, StreamRewriter};
use consomme::{Hints, Limits, ParseOptions};
use http_body_util::combinators::BoxBody;
use http_body_util::{BodyExt as _, Full, StreamBody};
use hyper::Response;
use hyper::body::{Bytes, Frame};
use hyper::header::{CONTENT_ENCODING, CONTENT_LENGTH, CONTENT_TYPE, ETAG};
use tokio::io::{AsyncRead, AsyncReadExt as _, AsyncWrite, AsyncWriteExt as _};
use tokio_stream::wrappers::ReceiverStream;

const PAGE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../src/guide/services.md");

/// As in the guide, where it compiles.
fn next_part(rewriter: &mut StreamRewriter, piece: Option<&[u8]>) -> io::Result<Vec<u8>> {
    match piece {
        Some(piece) => rewriter.feed(piece),
        None => rewriter.end(),
    }
    while let Some(mut link) = rewriter.next_match() {
        link.set_attr("rel", "nofollow")?;
    }
    let mut part = Vec::new();
    rewriter.write_to(&mut part)?;
    Ok(part)
}

fn links() -> RewriteSelectors {
    RewriteSelectors::new().start_tags(&["a[href]"]).expect("it is valid")
}

async fn pass(
    mut upstream: impl AsyncRead + Unpin,
    mut client: impl AsyncWrite + Unpin,
    hints: Hints,
) -> io::Result<()> {
    let links = links();
    // The guide has the lines between these two comments.
    // tokio: start
    let mut rewriter = StreamRewriter::new(&ParseOptions::new(), &hints, &links);
    let mut buffer = vec![0; 16 * 1024];
    loop {
        let length = upstream.read(&mut buffer).await?;
        let piece = (length > 0).then(|| &buffer[..length]);
        client.write_all(&next_part(&mut rewriter, piece)?).await?;
        if length == 0 {
            break;
        }
    }
    // tokio: end
    Ok(())
}

async fn rewritten(
    response: Response<BoxBody<Bytes, io::Error>>,
    limits: Limits,
) -> Result<Response<BoxBody<Bytes, io::Error>>, io::Error> {
    let links = links();
    // hyper: start
    let (mut head, mut body) = response.into_parts();
    let value = |name| head.headers.get(name).and_then(|value| value.to_str().ok());
    let is_html = value(CONTENT_TYPE).is_some_and(|value| value.starts_with("text/html"));
    if !is_html || value(CONTENT_ENCODING).is_some() {
        return Ok(Response::from_parts(head, body.boxed()));
    }
    let hints = Hints::new().content_type(value(CONTENT_TYPE).unwrap_or(""));
    head.headers.remove(CONTENT_LENGTH); // The length changes; so do the hashes of the content.
    head.headers.remove(ETAG);
    let mut rewriter = StreamRewriter::new(&ParseOptions::new().limits(limits), &hints, &links);
    let (sender, receiver) = tokio::sync::mpsc::channel(1);
    tokio::spawn(async move {
        let mut is_open = true;
        while is_open {
            let frame = body.frame().await.transpose();
            let part = frame.map_err(io::Error::other).and_then(|frame| {
                is_open = frame.is_some();
                let piece = frame.and_then(|frame| frame.into_data().ok());
                match (is_open, piece) {
                    (true, None) => Ok(Vec::new()), // Trailers.
                    (_, piece) => next_part(&mut rewriter, piece.as_deref()),
                }
            });
            is_open &= part.is_ok();
            if sender.send(part.map(|part| Frame::data(part.into()))).await.is_err() {
                break; // The client has gone away.
            }
        }
    });
    Ok(Response::from_parts(head, StreamBody::new(ReceiverStream::new(receiver)).boxed()))
    // hyper: end
}

const DOCUMENT: &str = "<p><a href=/leek>Leek</a> and broth";
const REWRITTEN: &str = "<p><a href=/leek rel=\"nofollow\">Leek</a> and broth";

#[tokio::test]
async fn a_reader_is_passed_on() {
    let mut output = Vec::new();
    pass(DOCUMENT.as_bytes(), &mut output, Hints::utf8()).await.expect("memory does not fail");
    assert_eq!(output, REWRITTEN.as_bytes());
}

#[tokio::test]
async fn the_body_of_a_response_is_passed_on() {
    for (content_type, expected) in
        [("text/html; charset=utf-8", REWRITTEN), ("text/plain", DOCUMENT)]
    {
        let body = Full::new(Bytes::from(DOCUMENT)).map_err(|never| match never {}).boxed();
        let response = Response::builder().header(CONTENT_TYPE, content_type).body(body);
        let response = response.expect("the header is valid");
        let passed = rewritten(response, Limits::default()).await.expect("memory does not fail");
        let output = passed.into_body().collect().await.expect("memory does not fail").to_bytes();
        assert_eq!(output, expected.as_bytes(), "{content_type}");
    }
}

/// Users read the programs that compile here.
#[test]
fn the_guide_has_these_programs() {
    let own = include_str!("services.rs");
    let page = std::fs::read_to_string(PAGE).expect("the guide is beside the crate's source");
    for name in ["tokio", "hyper"] {
        let (_, after) = own.split_once(&format!("// {name}: start\n")).expect("the comment");
        let (program, _) = after.split_once(&format!("    // {name}: end")).expect("the comment");
        let program: String =
            program.lines().map(|line| format!("{}\n", line.get(4..).unwrap_or(""))).collect();
        let expected = format!("```rust,ignore\n{program}```");
        assert!(page.contains(&expected), "the guide should have:\n{program}");
    }
}
