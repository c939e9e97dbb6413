//! A reader and a writer of a rewritten document give what the rewriter gives.

use std::io::{self, Read, Write};

use consomme::stream::{RewriteMatch, RewriteSelectors, StreamError, StreamParser, StreamRewriter};
use consomme::{Hints, Limits, ParseOptions};

fn rewriter(options: &ParseOptions) -> StreamRewriter {
    let selectors = RewriteSelectors::new().start_tags(&["a"]).unwrap().elements(&["p"]).unwrap();
    StreamRewriter::new(options, &Hints::utf8(), &selectors)
}

fn edit(found: &mut RewriteMatch<'_>) -> io::Result<()> {
    if found.is_complete() {
        found.append_html("<i>é</i>")?
    } else {
        return Ok(found.set_attr("x", "")?);
    };
    Ok(())
}

/// A reader that gives one byte at a time, and is interrupted before each.
struct Slow<'b>(&'b [u8], bool);

impl Read for Slow<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.1 = !self.1;
        match self.1 {
            true => Err(io::ErrorKind::Interrupted.into()),
            false => (&mut self.0).take(1).read(buffer),
        }
    }
}

#[test]
fn readers_and_writers_give_what_the_rewriter_gives() {
    let page = "<p>Crème <a href=/>brûlée</a><p>Leek".repeat(50);
    let mut expected = Vec::new();
    let options = ParseOptions::new();
    let summary = rewriter(&options).read_from(page.as_bytes(), &mut expected, edit).unwrap();
    assert!(expected.len() > page.len() + 50 * 8);

    let mut output = Vec::new();
    let mut reader = rewriter(&options).into_reader(Slow(page.as_bytes(), false), edit);
    reader.read_to_end(&mut output).unwrap();
    assert_eq!((output, reader.summary()), (expected.clone(), summary));
    assert_eq!(reader.read(&mut [0; 8]).unwrap(), 0, "the end stays the end");

    let mut reader = rewriter(&options).into_reader(page.as_bytes(), edit);
    let (mut output, mut byte) = (Vec::new(), [0]);
    while reader.read(&mut byte).unwrap() > 0 {
        output.extend(byte);
    }
    assert_eq!(output, expected, "one byte asked for at a time");

    for size in [1, 100] {
        let mut writer = rewriter(&options).into_writer(Vec::new(), edit);
        page.as_bytes().chunks(size).for_each(|piece| writer.write_all(piece).unwrap());
        assert_eq!(writer.finish().unwrap(), (expected.clone(), summary));
    }
}

/// After an error, nothing more comes that could be taken for the rest of the document.
#[test]
fn an_error_stays() {
    let options = ParseOptions::new().limits(Limits::default().nodes(Some(10)));
    let page = "<a>1</a><p>".to_owned() + &"<b>2</b><i>".repeat(100_000);
    let set = |found: &mut RewriteMatch<'_>| Ok(found.set_attr("x", "")?);
    let mut reader = rewriter(&options).into_reader(page.as_bytes(), set);
    let mut output = Vec::new();
    let error = reader.read_to_end(&mut output).unwrap_err();
    assert!(error.get_ref().unwrap().is::<StreamError>(), "{error}");
    assert!(reader.read(&mut [0; 8]).is_err());

    let mut writer =
        rewriter(&ParseOptions::new()).into_writer(Vec::new(), |_| Err(io::Error::other("no")));
    assert!(writer.write_all(page.as_bytes()).is_err());
    assert!(writer.write_all(b"<b>").is_err());
    assert!(writer.finish().is_err());
}

#[test]
fn a_task_may_move_to_another_thread() {
    fn is_send<T: Send>() {}
    is_send::<StreamParser>();
    is_send::<StreamRewriter>();
    is_send::<StreamError>();
}
