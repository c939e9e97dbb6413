//! Mistakes are told in one line, and with an exit code: 1 for a query, 2 for options and tables.

use crate::support::cluster::Run;

const SAMPLE: &str = concat!("p=", env!("CARGO_MANIFEST_DIR"), "/sample/soups.warc");

/// The arguments, the exit code and the line.
const ROWS: &[(&[&str], i32, &str)] = &[
    (
        &["--table", "p=nfs://host/a.parquet"],
        2,
        "--table p=nfs://host/a.parquet: nfs://host/a.parquet is in no store that is known here; known are \
         /dir/file, s3://, gs://, az://, abfss://, http:// and https://",
    ),
    (
        &["--table", "p=nfs://host/a.warc"],
        2,
        "--table p=nfs://host/a.warc: nfs://host/a.warc is in no store that is known here; known are \
         /dir/file, s3://, gs://, az://, abfss://, http:// and https://",
    ),
    (
        &["COPY (SELECT 1) TO 'nfs://host/out/' STORED AS PARQUET"],
        1,
        "nfs://host/ is in no store that is known here; known are /dir/file, s3://, gs://, az://, \
         abfss://, http:// and https://",
    ),
    (&["--table", "p=/no/a.parquet"], 2, "--table p=/no/a.parquet: no file matches /no/a.parquet"),
    (&["--table", "p=/no/a.warc", "SELECT * FROM p"], 1, "no file matches /no/a.warc"),
    (
        &["--table", "p=/dev/stdin"],
        2,
        "--table p=/dev/stdin: a table is read more than once, so it cannot be a device; write a \
         file first",
    ),
    (
        &["--table", "p=a.parquet.gz"],
        2,
        "--table p=a.parquet.gz: Parquet is compressed inside; unpack the file first",
    ),
    (&["--table", "p"], 2, "--table p: there is no ="),
    (&["--set", "x"], 2, "--set x: there is no ="),
    (
        &["--set", "consomme.max_pages=1"],
        2,
        "--set consomme.max_pages=1: Config value \"max_pages\" not found on ConsommeOptions",
    ),
    (
        &["--cluster", "localhost:1", "SELECT 1"],
        2,
        "Invalid or Unsupported Configuration: hostname should be provided; an address of a \
         cluster is df://HOST:PORT",
    ),
    (
        &["--cluster", "df://127.0.0.1:1", "SELECT length('a')"],
        1,
        "no scheduler answers at df://127.0.0.1:1; is `consomme-sql scheduler` running?",
    ),
    (
        &["--table", SAMPLE, "SELECT html_title() FROM p"],
        1,
        "html_title takes 1 to 2 arguments, not 0",
    ),
    (
        &["--table", SAMPLE, "SELECT html_title(status) FROM p"],
        1,
        "html_title: a page is bytes or text, not Int32",
    ),
    (
        &["--table", SAMPLE, "SELECT nothing FROM p"],
        1,
        "No field named nothing. Valid fields are p.url, p.date, p.status, p.content_type, p.html, \
         p.file, p.offset, p.length, p.error",
    ),
    (&["SELECT * FROM read_warc('no.warc')"], 1, "no file matches no.warc"),
];

#[test]
fn mistakes_are_told_in_one_line() {
    for (arguments, code, line) in ROWS {
        let (found, output, errors) = Run::start(arguments).end();
        assert_eq!((found, output.as_str()), (Some(*code), ""), "{arguments:?}: {errors}");
        assert_eq!(errors, format!("consomme-sql: {line}\n"), "{arguments:?}");
    }
}
