//! Real pages: each is written on indented lines and compared with itself.

mod support;

use std::fs;

use consomme::{Hints, ParseOptions, parse_document};

use support::expectations::judge;
use support::pretty;
use support::suite::{Case, PAGES, Run};

fn main() {
    let mut run = Run::new("roundtrip_exceptions.txt", "text_pages");
    for (name, path) in run.suite_files(&PAGES, "", &["html"]) {
        let case = Case { file: "text_pages", line: 1, input: &name, variants: &[] };
        run.add_with_reason("text_pages", &case, move |reason| {
            let bytes = fs::read(&path).map_err(|error| error.to_string())?;
            let document = parse_document(&bytes, &Hints::new());
            judge(reason.as_deref(), pretty::check(&document, pretty::parser(&ParseOptions::new())))
        });
    }
    run.finish(|| ());
}
