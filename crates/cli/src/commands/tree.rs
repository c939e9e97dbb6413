//! `tree`: the tree of a page.

use std::io::{self, IsTerminal, Write};

use clap::{ArgMatches, Command};
use consomme::{DoctypeRef, ElementRef, Namespace, NodeKind, NodeRef};

use super::Entry;
use crate::failure::{Failure, Outcome, visible};
use crate::inputs::Page;
use crate::output::Output;
use crate::pages::{self, Task};
use crate::settings;

pub(crate) const ENTRY: Entry =
    Entry { name: "tree", about: "Print the tree that browsers build", grammar, run };

fn grammar(command: Command) -> Command {
    settings::with_files(command).long_about(
        "Prints the tree that browsers build: a line for each node, indented by its depth. The \
         contents of a template are below `#contents`. On a terminal, names have colors, unless \
         NO_COLOR is set.",
    )
}

fn run(arguments: &ArgMatches) -> Result<Outcome, Failure> {
    let is_terminal = io::stdout().is_terminal() && arguments.get_raw("output").is_none();
    let has_colors = is_terminal && std::env::var_os("NO_COLOR").is_none();
    pages::run(arguments, &Tree { has_colors })
}

struct Tree {
    has_colors: bool,
}

impl Task for Tree {
    fn page(&self, page: &Page, output: &mut Output<'_>) -> Result<bool, Failure> {
        let options = &page.options;
        let document = options.get_parse().parse_document(&page.bytes, options.get_hints());
        if let Some(name) = output.name() {
            writeln!(output.writer(), "{}", visible(name)).map_err(Failure::output)?;
        }
        self.write(document.root(), output.writer()).map_err(Failure::output)?;
        Ok(true)
    }
}

impl Tree {
    /// Writes the nodes below a node, without recursion.
    fn write(&self, root: NodeRef<'_>, writer: &mut dyn Write) -> io::Result<()> {
        let mut waiting: Vec<(NodeRef<'_>, usize)> = Vec::new();
        waiting.extend(root.children().rev().map(|child| (child, 0)));
        while let Some((node, depth)) = waiting.pop() {
            indent(depth, writer)?;
            self.write_node(node, writer)?;
            waiting.extend(node.children().rev().map(|child| (child, depth + 1)));
            let contents = node.as_element().and_then(ElementRef::template_contents);
            waiting.extend(contents.map(|contents| (contents, depth + 1)));
        }
        Ok(())
    }

    fn write_node(&self, node: NodeRef<'_>, writer: &mut dyn Write) -> io::Result<()> {
        match node.kind() {
            NodeKind::Element(element) => self.write_element(element, writer),
            NodeKind::Text(text) => writeln!(writer, "{text:?}"),
            NodeKind::Comment(comment) => writeln!(writer, "<!-- {} -->", comment.escape_debug()),
            NodeKind::ProcessingInstruction(instruction) => {
                let data = instruction.data().escape_debug();
                writeln!(writer, "<?{} {data}>", instruction.target().escape_debug())
            }
            NodeKind::Doctype(doctype) => write_doctype(doctype, writer),
            _ => writeln!(writer, "#contents"),
        }
    }

    fn write_element(&self, element: ElementRef<'_>, writer: &mut dyn Write) -> io::Result<()> {
        let prefix = match element.namespace() {
            Namespace::Svg => "svg ",
            Namespace::MathMl => "math ",
            _ => "",
        };
        // A name may have any character but white space, `/` and `>`.
        let name = element.name().escape_debug();
        match self.has_colors {
            true => write!(writer, "\x1b[36m{prefix}{name}\x1b[0m")?,
            false => write!(writer, "{prefix}{name}")?,
        }
        for attribute in element.attrs() {
            let name = attribute.qualified_name().to_string();
            write!(writer, " {}={:?}", name.escape_debug(), attribute.value())?;
        }
        writeln!(writer)
    }
}

/// Writes a doctype. One identifier brings the other, as in html5lib's trees.
fn write_doctype(doctype: DoctypeRef<'_>, writer: &mut dyn Write) -> io::Result<()> {
    write!(writer, "<!DOCTYPE {}", doctype.name().escape_debug())?;
    let (public, system) = (doctype.public_id(), doctype.system_id());
    if !public.is_empty() || !system.is_empty() {
        write!(writer, " {public:?} {system:?}")?;
    }
    writeln!(writer, ">")
}

/// Writes two spaces for each level. Deep trees are as wide as a screen at most.
fn indent(depth: usize, writer: &mut dyn Write) -> io::Result<()> {
    (0..depth).try_for_each(|_| writer.write_all(b"  "))
}
