//! Prints the tree of an HTML file in the format of the html5lib tests, and the file's encoding.
//!
//! ```text
//! cargo run --release --example print_tree [FILE|-] [--charset LABEL] [--fragment CONTEXT] [--errors]
//! ```
//!
//! `-` is standard input; without a file, it prints a sample. `--charset` is the encoding that the
//! transport layer declares. `--fragment` parses the file as the content of a context element:
//! `td`, `svg foreignObject`, `math mi`. `--errors` prints the line, column and code of each parse
//! error. The exit code is 2 if the arguments are wrong or the file can't be read.

use std::error::Error;
use std::ffi::OsString;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use consomme::encoding;
use consomme::{
    AttributeNamespace, Context, Document, ElementRef, Hints, Namespace, NodeKind, NodeRef,
    ParseOptions,
};

const USAGE: &str = "usage: print_tree [FILE|-] [--charset LABEL] [--fragment CONTEXT] [--errors]";

/// A page with many errors, in Shift_JIS.
const SAMPLE: &[u8] = include_bytes!("sample.html");

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        // The reader of the output may stop reading: `print_tree … | head`.
        Err(error) if is_broken_pipe(&*error) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("print_tree: {error}");
            ExitCode::from(2)
        }
    }
}

fn is_broken_pipe(error: &(dyn Error + 'static)) -> bool {
    error.downcast_ref::<io::Error>().is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
}

fn run() -> Result<(), Box<dyn Error>> {
    let mut file: Option<PathBuf> = None;
    let mut hints = Hints::new();
    let mut context = None;
    let mut errors = false;
    let mut arguments = std::env::args_os().skip(1);
    while let Some(argument) = arguments.next() {
        let mut value =
            |option| text(arguments.next().ok_or(format!("{option} needs a value\n{USAGE}"))?);
        // A file name need not be text.
        match argument.to_str().unwrap_or("") {
            "--charset" => {
                hints = hints.transport_encoding(encoding::for_label(&value("--charset")?)?);
            }
            "--fragment" => context = Some(value("--fragment")?),
            "--errors" => errors = true,
            "-h" | "--help" => {
                return Ok(writeln!(io::stdout(), "{USAGE}")?);
            }
            option if option.starts_with("--") => {
                return Err(format!("unknown option {option}\n{USAGE}").into());
            }
            _ if file.is_some() => return Err(format!("more than one file\n{USAGE}").into()),
            _ => file = Some(argument.into()),
        }
    }

    let bytes = read(file.as_deref())?;
    let options = ParseOptions::new().errors(errors);
    let decoded = options.parse_document(bytes, &hints);
    let document = match &context {
        Some(context) => options.parse_fragment(context_element(context), decoded.source()),
        None => decoded.clone(),
    };

    let mut out = io::BufWriter::new(io::stdout().lock());
    print_tree(&document, &mut out)?;
    if let (Some(encoding), Some(source)) = (decoded.encoding(), decoded.encoding_source()) {
        writeln!(out, "encoding: {} ({source:?}, {:?})", encoding.name(), decoded.confidence())?;
    }
    let lines = document.line_index();
    for error in document.recorded_errors().unwrap_or_default() {
        writeln!(out, "{} {}", lines.line_column(error.offset()), error.code())?;
    }
    Ok(out.flush()?)
}

/// Returns an argument that must be text.
fn text(argument: OsString) -> Result<String, String> {
    argument.into_string().map_err(|argument| format!("{} is not text", argument.display()))
}

fn read(file: Option<&Path>) -> Result<Vec<u8>, String> {
    let Some(file) = file else { return Ok(SAMPLE.to_vec()) };
    let mut bytes = Vec::new();
    let read = match file.as_os_str() == "-" {
        true => io::stdin().read_to_end(&mut bytes).map(|_| bytes),
        false => std::fs::read(file),
    };
    read.map_err(|error| format!("{}: {error}", file.display()))
}

/// Parses the name of a context element: `td`, `svg path`, `math mi`.
fn context_element(written: &str) -> Context<'_> {
    match written.split_once(' ') {
        Some(("svg", name)) => Context::new(Namespace::Svg, name),
        Some(("math", name)) => Context::new(Namespace::MathMl, name),
        _ => Context::html(written),
    }
}

/// Prints all nodes below the root, including template contents, without recursion.
fn print_tree(document: &Document, out: &mut impl Write) -> io::Result<()> {
    let mut waiting: Vec<(NodeRef<'_>, usize)> = Vec::new();
    waiting.extend(document.root().children().rev().map(|child| (child, 0)));
    while let Some((node, depth)) = waiting.pop() {
        print_node(node, &"  ".repeat(depth), out)?;
        waiting.extend(node.children().rev().map(|child| (child, depth + 1)));
        let contents = node.as_element().and_then(|element| element.template_contents());
        waiting.extend(contents.map(|contents| (contents, depth + 1)));
    }
    Ok(())
}

fn print_node(node: NodeRef<'_>, indent: &str, out: &mut impl Write) -> io::Result<()> {
    match node.kind() {
        NodeKind::Element(element) => print_element(element, indent, out),
        NodeKind::Text(text) => writeln!(out, "| {indent}\"{text}\""),
        NodeKind::Comment(comment) => writeln!(out, "| {indent}<!-- {comment} -->"),
        NodeKind::ProcessingInstruction(instruction) => {
            writeln!(out, "| {indent}<?{} {}?>", instruction.target(), instruction.data())
        }
        NodeKind::Doctype(doctype) => match (doctype.public_id(), doctype.system_id()) {
            ("", "") => writeln!(out, "| {indent}<!DOCTYPE {}>", doctype.name()),
            (public_id, system_id) => {
                let name = doctype.name();
                writeln!(out, "| {indent}<!DOCTYPE {name} \"{public_id}\" \"{system_id}\">")
            }
        },
        NodeKind::DocumentFragment => writeln!(out, "| {indent}content"),
        _ => Ok(()),
    }
}

fn print_element(element: ElementRef<'_>, indent: &str, out: &mut impl Write) -> io::Result<()> {
    let designator = match element.namespace() {
        Namespace::Svg => "svg ",
        Namespace::MathMl => "math ",
        _ => "",
    };
    writeln!(out, "| {indent}<{designator}{}>", element.name())?;
    let mut attributes: Vec<(String, &str)> = element
        .attrs()
        .map(|attribute| {
            let name = match attribute.namespace() {
                AttributeNamespace::None => attribute.name().to_owned(),
                namespace => {
                    format!("{} {}", namespace.prefix().unwrap_or("xmlns"), attribute.name())
                }
            };
            (name, attribute.value())
        })
        .collect();
    attributes.sort();
    for (name, value) in attributes {
        writeln!(out, "| {indent}  {name}=\"{value}\"")?;
    }
    Ok(())
}
