//! Parses the same markup as the content of different elements, and prints the different trees.
//!
//! ```text
//! cargo run --release --example fragment [HTML]
//! ```
//!
//! Without an argument, it parses a sample. The exit code is 2 if the argument is not text.

use std::error::Error;
use std::io::{self, Write};
use std::process::ExitCode;

use consomme::{Context, Document, Namespace, parse_fragment};

const USAGE: &str = "usage: fragment [HTML]";

const SAMPLE: &str = "<tr><td>Broth &amp; <b>bread</td></tr><option>Salt<circle r=1 /><p>Pepper";

fn main() -> ExitCode {
    match run(&mut io::stdout().lock()) {
        Ok(()) => ExitCode::SUCCESS,
        // The reader of the output may stop reading: `fragment … | head`.
        Err(error) if is_broken_pipe(&*error) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("fragment: {error}");
            ExitCode::from(2)
        }
    }
}

fn is_broken_pipe(error: &(dyn Error + 'static)) -> bool {
    error.downcast_ref::<io::Error>().is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
}

fn run(out: &mut impl Write) -> Result<(), Box<dyn Error>> {
    let html = match std::env::args_os().nth(1) {
        None => SAMPLE.to_owned(),
        Some(option) if option == "-h" || option == "--help" => {
            return Ok(writeln!(out, "{USAGE}")?);
        }
        Some(html) => {
            html.into_string().map_err(|html| format!("{} is not text", html.display()))?
        }
    };
    writeln!(out, "{:16} {html}\n", "markup")?;

    // The content of an HTML element.
    for name in ["body", "p", "table", "tbody", "tr", "select", "template", "textarea", "script"] {
        writeln!(out, "{name:16} {}", parse_fragment(name, &*html).inner_html())?;
    }

    // The content of an element of SVG or MathML.
    let foreign =
        [(Namespace::Svg, "svg"), (Namespace::Svg, "foreignObject"), (Namespace::MathMl, "mi")];
    for (namespace, name) in foreign {
        let content = parse_fragment(Context::new(namespace, name), &*html);
        writeln!(out, "{name:16} {}", content.inner_html())?;
    }

    // The content of an element of a document, which replaces its children.
    let mut document = Document::new_fragment();
    let table = document.create_element("table")?;
    document.append(document.root().id(), table)?;
    document.set_inner_html(table, &html)?;
    Ok(writeln!(out, "\n{document:?}")?)
}
