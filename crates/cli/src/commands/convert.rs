//! `convert`: pages in another encoding, or as XML.

use clap::builder::PossibleValuesParser;
use clap::{Arg, ArgMatches, Command};
use consomme::encoding_rs::{Encoding, UTF_8, X_USER_DEFINED};
use consomme::serialize::{SerializeOptions, XmlOptions};
use consomme::{Document, encoding};
use std::io;

use super::Entry;
use crate::failure::{Failure, Outcome};
use crate::inputs::Page;
use crate::output::Output;
use crate::pages::{self, Task};
use crate::settings;

pub(crate) const ENTRY: Entry =
    Entry { name: "convert", about: "Print pages in another encoding, or as XML", grammar, run };

fn grammar(command: Command) -> Command {
    let command = command
        .arg(
            Arg::new("to")
                .long("to")
                .value_name("FORM")
                .value_parser(PossibleValuesParser::new(["html", "xml", "ebook"]))
                .default_value("html")
                .help("HTML, well-formed XML, or the XHTML of e-books"),
        )
        .arg(
            Arg::new("encoding")
                .long("encoding")
                .value_name("LABEL")
                .default_value("utf-8")
                .help("The encoding of the output; HTML declares it"),
        );
    settings::with_files(command)
}

fn run(arguments: &ArgMatches) -> Result<Outcome, Failure> {
    let encoding = encoding::for_label(settings::text(arguments, "encoding"))
        .map_err(|error| Failure::usage(format!("--encoding: {error}")))?;
    if encoding.output_encoding() != encoding || encoding == X_USER_DEFINED {
        let name = encoding.name();
        return Err(Failure::usage(format!("--encoding: HTML cannot be written in {name}")));
    }
    let form = settings::text(arguments, "to").to_owned();
    if form != "html" && encoding != UTF_8 {
        return Err(Failure::usage("--encoding is for HTML; XML is written in UTF-8"));
    }
    pages::run(arguments, &Convert { form, encoding })
}

struct Convert {
    form: String,
    encoding: &'static Encoding,
}

impl Convert {
    fn bytes(&self, document: &Document) -> Result<Vec<u8>, String> {
        let xml = |options: &XmlOptions| document.serialize(options).to_string().into_bytes();
        match self.form.as_str() {
            "xml" => Ok(xml(&XmlOptions::new())),
            "ebook" => Ok(xml(&XmlOptions::ebook())),
            _ => {
                let options = SerializeOptions::new();
                let written = document.serialize(&options).meta_charset(true);
                match written.encode(self.encoding) {
                    Ok(encoded) => Ok(encoded.to_bytes()),
                    Err(error) => Err(error.to_string()),
                }
            }
        }
    }
}

impl Task for Convert {
    fn page(&self, page: &Page, output: &mut Output<'_>) -> Result<bool, Failure> {
        let options = &page.options;
        let document = options.get_parse().parse_document(&page.bytes, options.get_hints());
        let bytes = self.bytes(&document);
        let bytes = bytes.map_err(|error| Failure::io(&page.name, io::Error::other(error)))?;
        output.writer().write_all(&bytes).map(|()| true).map_err(Failure::output)
    }
}
