//! How the cases of each file are run.

mod about;
mod cases;
mod forms;
mod images;
mod tables;
mod urls;

use libtest_mimic::{Failed, Trial};

use cases::Case;

/// Returns a trial for each case.
pub(super) fn all() -> Vec<Trial> {
    let mut trials = Vec::new();
    trials.extend(rows("srcset.txt", images::srcset));
    trials.extend(rows("sizes.txt", images::sizes));
    trials.extend(rows("refresh.txt", urls::refresh));
    trials.extend(sections("tables.txt", "cells", tables::cells));
    trials.extend(sections("table_headers.txt", "headers", tables::headers));
    trials.extend(sections("table_rows.txt", "rows", tables::rows));
    trials.extend(sections("form_entries.txt", "entries", forms::entries));
    trials.extend(sections("form_requests.txt", "request", forms::request));
    trials.extend(sections("microdata.txt", "json", about::microdata));
    trials.extend(sections("metadata.txt", "about", about::page));
    trials.extend(rows("viewport.txt", about::viewport));
    trials.extend(sections("outline.txt", "outline", about::outline));
    trials.extend(sections("urls.txt", "urls", urls::urls));
    trials
}

/// Trials of a file of rows: the first column becomes the second one.
fn rows(file: &'static str, run: fn(&str) -> Option<String>) -> impl Iterator<Item = Trial> {
    cases::rows(file).into_iter().map(move |(line, row)| {
        Trial::test(format!("{file}:{line}"), move || {
            let input = row[0].as_str().expect("the first column is a text");
            compare(run(input).as_deref().unwrap_or("null"), row[1].as_str().unwrap_or("null"))
        })
    })
}

/// Trials of a file of sections: `run` must return the text of the section of its name.
fn sections(
    file: &'static str,
    section: &'static str,
    run: fn(&Case) -> String,
) -> impl Iterator<Item = Trial> {
    cases::sections(file).into_iter().map(move |case| {
        Trial::test(format!("{file}:{}", case.line), move || {
            compare(run(&case).trim_end_matches('\n'), case.get(section))
        })
    })
}

fn compare(found: &str, expected: &str) -> Result<(), Failed> {
    if found == expected {
        return Ok(());
    }
    Err(format!("expected:\n{expected}\nfound:\n{found}").into())
}
