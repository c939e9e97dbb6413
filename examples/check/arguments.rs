//! The command line.

use std::path::PathBuf;

use clap::{Parser, ValueEnum};
use consomme::ParseErrorCode;
use consomme::encoding;
use encoding_rs::Encoding;

/// Prints the parse errors of HTML files.
///
/// Exits with 0 if there are none, with 1 if there are, with 2 if the arguments are wrong or a file
/// can't be read.
#[derive(Parser)]
pub(crate) struct Arguments {
    /// The files; `-` is standard input
    #[arg(value_name = "FILE", default_value = "-")]
    pub(crate) files: Vec<PathBuf>,
    /// How errors are printed
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub(crate) format: Format,
    /// Report only these errors: a code such as eof-in-tag, or several separated by commas
    #[arg(long, value_name = "CODE", value_delimiter = ',')]
    only: Vec<ParseErrorCode>,
    /// Don't report these errors
    #[arg(long, value_name = "CODE", value_delimiter = ',')]
    except: Vec<ParseErrorCode>,
    /// The character encoding of all files; by default, detected for each file
    #[arg(long, value_name = "LABEL", value_parser = encoding::for_label)]
    pub(crate) charset: Option<&'static Encoding>,
}

/// How errors are printed.
#[derive(Clone, Copy, ValueEnum)]
pub(crate) enum Format {
    /// With an excerpt of the source
    Text,
    /// A JSON object per error, one per line
    Json,
    /// A line per error, in a format that editors understand: FILE:LINE:COLUMN: error: …
    Gnu,
}

impl Arguments {
    /// Whether to report errors with this code.
    pub(crate) fn wants(&self, code: ParseErrorCode) -> bool {
        (self.only.is_empty() || self.only.contains(&code)) && !self.except.contains(&code)
    }
}
