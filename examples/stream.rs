//! Prints the texts of the elements of an HTML file that match a CSS selector, or the file with
//! another attribute of these, while the file is read, in memory that does not grow with it.
//!
//! ```text
//! cargo run --release --features selectors --example stream [--first] [--progress] SELECTOR [FILE|-]
//! cargo run --release --features selectors --example stream --set NAME=VALUE SELECTOR [FILE|-]
//! ```
//!
//! With `--first`, reading ends at the first match. With `--set`, the file is printed, where the
//! start tags that match have that attribute, and every other byte is as it was. `--progress`
//! prints how much is read to standard error. `-` is standard input, which is also read if no file
//! is given. The exit code is 0 if an element matches, 1 if none does, 2 if the arguments are wrong
//! or the file can't be read.

use std::cell::Cell;
use std::error::Error;
use std::ffi::OsString;
use std::fs::File;
use std::io::{self, ErrorKind, Read, Write};
use std::iter::Peekable;
use std::ops::ControlFlow;
use std::process::ExitCode;

use consomme::Hints;
use consomme::stream::{RewriteSelectors, StreamSelectors, rewrite, select_from};

const USAGE: &str = "usage: stream [--first] [--progress] [--set NAME=VALUE] SELECTOR [FILE|-]";

/// After how many bytes progress is printed.
const STEP: u64 = 64 << 20;

fn main() -> ExitCode {
    match run() {
        Ok(found) => ExitCode::from(u8::from(!found)),
        Err(error) => {
            eprintln!("stream: {error}");
            ExitCode::from(2)
        }
    }
}

/// Returns whether any element matches.
fn run() -> Result<bool, Box<dyn Error>> {
    let mut arguments = std::env::args_os().skip(1).peekable();
    let Options { only_first, progress, set, help } = options(&mut arguments)?;
    if help {
        writeln!(io::stdout(), "{USAGE}")?;
        return Ok(true);
    }
    let selector = arguments.next().ok_or(USAGE)?;
    let selector = selector.to_str().ok_or("the selector is not UTF-8")?;
    let file = arguments.next().unwrap_or("-".into());
    let input: Box<dyn Read> = if file == "-" {
        Box::new(io::stdin())
    } else {
        Box::new(File::open(&file).map_err(|error| format!("{}: {error}", file.display()))?)
    };
    let read = Cell::new(0);
    let mut output = io::stdout().lock();
    let mut found = false;
    let counted = Counted { input, read: &read, progress };
    if let Some((name, value)) = set {
        let selectors = RewriteSelectors::new().start_tags(&[selector])?;
        let rewritten = rewrite(counted, &mut output, &Hints::new(), &selectors, |element| {
            found = true;
            Ok(element.set_attr(&name, &value)?)
        });
        return match rewritten {
            Err(error) if error.kind() != ErrorKind::BrokenPipe => Err(error.into()),
            _ => Ok(found),
        };
    }
    let selectors = StreamSelectors::try_from(selector)?;
    let mut written = Ok(());
    select_from(counted, &Hints::new(), &selectors, |element| {
        found = true;
        let text = element.inner_text();
        let line = text.split_ascii_whitespace().collect::<Vec<_>>().join(" ");
        written = writeln!(output, "{line}");
        match written.is_err() || only_first {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    })?;
    match written {
        // The reader of the output may stop reading: `stream … | head`.
        Err(error) if error.kind() != ErrorKind::BrokenPipe => return Err(error.into()),
        _ => {}
    }
    if progress {
        eprintln!("{} bytes", read.get());
    }
    Ok(found)
}

#[derive(Default)]
struct Options {
    only_first: bool,
    progress: bool,
    /// The name and the value of an attribute.
    set: Option<(String, String)>,
    help: bool,
}

/// Takes the options from the start of the arguments.
fn options(
    arguments: &mut Peekable<impl Iterator<Item = OsString>>,
) -> Result<Options, Box<dyn Error>> {
    let mut options = Options::default();
    let is_option = |argument: &OsString| argument.as_encoded_bytes().starts_with(b"--");
    while let Some(option) = arguments.next_if(is_option) {
        match option.to_str() {
            Some("--first") => options.only_first = true,
            Some("--progress") => options.progress = true,
            Some("--set") => {
                let text = arguments.next().ok_or(USAGE)?;
                let text = text.into_string().map_err(|_| "the attribute is not UTF-8")?;
                let (name, value) = text.split_once('=').ok_or(USAGE)?;
                options.set = Some((name.to_owned(), value.to_owned()));
            }
            Some("--help") => {
                options.help = true;
                break;
            }
            _ => return Err(format!("unknown option {}", option.display()).into()),
        }
    }
    Ok(options)
}

/// A reader that counts, and prints how much is read.
struct Counted<'c, R> {
    input: R,
    read: &'c Cell<u64>,
    progress: bool,
}

impl<R: Read> Read for Counted<'_, R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let length = self.input.read(buffer)?;
        let (before, after) = (self.read.get(), self.read.get() + length as u64);
        if self.progress && before / STEP != after / STEP {
            eprintln!("{} MB", after >> 20);
        }
        self.read.set(after);
        Ok(length)
    }
}
