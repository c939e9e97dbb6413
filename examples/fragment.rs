//! Parses the same markup as the content of different elements, and prints the different trees.
//!
//! ```text
//! cargo run --release --example fragment [HTML]
//! ```
//!
//! Without an argument, it parses a sample.

use consomme::{Context, Document, Namespace, TreeError, parse_fragment};

const SAMPLE: &str = "<tr><td>Broth &amp; <b>bread</td></tr><option>Salt<circle r=1 /><p>Pepper";

fn main() -> Result<(), TreeError> {
    let html = std::env::args().nth(1).unwrap_or_else(|| SAMPLE.to_owned());
    println!("{:16} {html}\n", "markup");

    // The content of an HTML element.
    for name in ["body", "p", "table", "tbody", "tr", "select", "template", "textarea", "script"] {
        println!("{name:16} {}", parse_fragment(name, &*html).inner_html());
    }

    // The content of an element of SVG or MathML.
    let foreign =
        [(Namespace::Svg, "svg"), (Namespace::Svg, "foreignObject"), (Namespace::MathMl, "mi")];
    for (namespace, name) in foreign {
        println!(
            "{name:16} {}",
            parse_fragment(Context::new(namespace, name), &*html).inner_html()
        );
    }

    // The content of an element of a document, which replaces its children.
    let mut document = Document::new_fragment();
    let table = document.create_element("table")?;
    document.append(document.root().id(), table)?;
    document.set_inner_html(table, &html)?;
    println!("\n{document:?}");
    Ok(())
}
