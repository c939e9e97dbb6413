//! The table function `read_warc`.

use std::fs;
use std::io::Write;

use consomme_sql::register_warc;
use datafusion::arrow::array::AsArray;

use crate::support::archives::{SAMPLE, compressed, record};
use crate::support::tables::{answer, error, session};

#[tokio::test]
async fn the_sample_has_five_pages() {
    let session = session();
    let query = format!(
        "SELECT url, date, status, content_type, html_title(html) AS title, html_lang(html) AS lang, \
         error FROM read_warc('{SAMPLE}') ORDER BY date"
    );
    let found = answer(&session, &query).await;
    assert_eq!(found.lines().count(), 4 + 5, "{found}");
    assert!(
        found.contains("| https://soups.example/bisque   | 2026-11-22T12:00:03Z | 200    |"),
        "{found}"
    );
    assert!(found.contains("| Bisque à la crème "), "{found}");
    assert!(found.contains("| 404    | text/html; charset=utf-8 | No such soup "), "{found}");
}

#[tokio::test]
async fn files_of_a_pattern_are_one_table() {
    let folder = tempfile::tempdir().unwrap();
    let sample = fs::read(SAMPLE).unwrap();
    fs::write(folder.path().join("a.warc.gz"), compressed(&sample)).unwrap();
    fs::write(folder.path().join("b.warc.gz"), compressed(&sample)).unwrap();
    fs::write(folder.path().join("c.warc"), &sample).unwrap();
    fs::write(folder.path().join("notes.txt"), b"").unwrap();
    let session = session();
    let path = folder.path().display();
    register_warc(&session, "packed", &format!("{path}/*.warc.gz")).unwrap();
    register_warc(&session, "all_files", &format!("{path}/*.warc*")).unwrap();
    let found = answer(&session, "SELECT count(*) AS rows, count(html) AS pages FROM packed").await;
    assert!(found.contains("| 10   | 10    |"), "{found}");
    let query = "SELECT url, count(DISTINCT html), count(DISTINCT file), count(*) FROM all_files \
         GROUP BY url ORDER BY url";
    let found = answer(&session, query).await;
    let rows: Vec<_> = found.lines().map(|line| line.replace(' ', "")).collect();
    assert_eq!(rows.iter().filter(|row| row.ends_with("|1|3|3|")).count(), 5, "{found}");
    let error = error(&session, &format!("SELECT * FROM read_warc('{path}/*.gz.warc')")).await;
    assert!(error.contains("no file matches"), "{error}");
}

#[tokio::test]
async fn a_limit_ends_the_reading() {
    let session = session();
    let query = format!("SELECT url FROM read_warc('{SAMPLE}') LIMIT 2");
    assert_eq!(answer(&session, &query).await.lines().count(), 4 + 2);
    let plan = answer(&session, &format!("EXPLAIN {query}")).await;
    assert!(plan.contains("columns=[url], limit=2"), "{plan}");
}

#[tokio::test]
async fn what_is_damaged_is_a_row_with_an_error() {
    let folder = tempfile::tempdir().unwrap();
    let mut file = compressed(&fs::read(SAMPLE).unwrap());
    let middle = file.len() / 2;
    file[middle..middle + 40].fill(0x55);
    let path = folder.path().join("damaged.warc.gz");
    fs::write(&path, file).unwrap();
    let session = session();
    let query = format!(
        "SELECT count(*) > 3 AS rows, count(error) AS errors FROM read_warc('{}')",
        path.display()
    );
    let found = answer(&session, &query).await;
    assert!(found.contains("| true | 1      |"), "{found}");
}

#[tokio::test]
async fn a_page_that_is_too_large_is_a_row_with_an_error() {
    let session = session();
    session.sql("SET consomme.max_page_bytes = 200").await.unwrap();
    let query = format!("SELECT url, html, error FROM read_warc('{SAMPLE}') WHERE html IS NULL");
    let found = answer(&session, &query).await;
    assert!(found.contains("the body has more than consomme.max_page_bytes, 200 bytes"), "{found}");
}

#[tokio::test]
async fn batches_end_at_16_megabytes_of_pages() {
    const PAGE: usize = 1_000_000;
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("large.warc");
    let mut file = Vec::new();
    for page in 0..50 {
        let body = vec![b'a'; if page == 40 { 20 * PAGE } else { PAGE }];
        let http = format!("HTTP/1.1 200 OK\r\nContent-Length: {}\r\n\r\n", body.len());
        write!(
            file,
            "WARC/1.1\r\nWARC-Type: response\r\nWARC-Target-URI: https://soups.example/{page}\r\n\
             Content-Type: application/http;msgtype=response\r\nContent-Length: {}\r\n\r\n{http}",
            http.len() + body.len()
        )
        .unwrap();
        file.extend(body);
        file.extend(b"\r\n\r\n");
    }
    fs::write(&path, file).unwrap();
    let query = format!("SELECT html FROM read_warc('{}')", path.display());
    let batches = session().sql(&query).await.unwrap().collect().await.unwrap();
    assert_eq!(batches.iter().map(|batch| batch.num_rows()).sum::<usize>(), 50);
    for batch in &batches {
        let last = batch.column(0).as_binary::<i64>().value(batch.num_rows() - 1).len();
        let bytes: usize =
            batch.column(0).as_binary::<i64>().iter().flatten().map(<[u8]>::len).sum();
        assert!(bytes - last < 16 << 20, "{bytes}");
    }
}

/// The places of records come from `read_warc`.
#[tokio::test]
async fn a_record_is_read_by_its_place() {
    let folder = tempfile::tempdir().unwrap();
    let sample = fs::read(SAMPLE).unwrap();
    fs::write(folder.path().join("a 100%.warc"), &sample).unwrap();
    fs::write(folder.path().join("b.warc.gz"), compressed(&sample)).unwrap();
    let session = session();
    register_warc(&session, "pages", &format!("{}/*.warc*", folder.path().display())).unwrap();
    let columns = "url, date, status, content_type, html, error";
    let whole = format!("SELECT {columns} FROM pages ORDER BY file, url, \"offset\"");
    let parts: Vec<_> =
        columns.split(", ").map(|column| format!("r['{column}'] AS {column}")).collect();
    let by_place = format!(
        "SELECT {} FROM (SELECT file, url, \"offset\", warc_record(file, \"offset\", length) AS r \
         FROM pages) ORDER BY file, url, \"offset\"",
        parts.join(", ")
    );
    let found = answer(&session, &by_place).await;
    assert_eq!(found.lines().count(), 4 + 10, "{found}");
    assert_eq!(found, answer(&session, &whole).await);
}

#[tokio::test]
async fn places_that_are_wrong_are_errors() {
    let session = session();
    let ask = |arguments: &str| {
        format!(
            "SELECT r['url'] IS NULL AS no_url, r['error'] AS error FROM (SELECT warc_record({arguments}) AS r)"
        )
    };
    let found = answer(&session, &ask(&format!("'{SAMPLE}', 3, 50"))).await;
    assert!(found.contains("| true   | the archive is damaged: here is no record |"), "{found}");
    let found = answer(&session, &ask(&format!("'{SAMPLE}', 0, 3000000000"))).await;
    assert!(found.contains("the record has 3000000000 bytes, more than"), "{found}");
    let found = answer(&session, &ask("NULL, 0, 50")).await;
    assert!(found.contains("| true   |       |"), "{found}");
    for (arguments, message) in [
        ("'/no/soups.warc', 0, 50", "not found"),
        ("'nfs://soups.warc', 0, 50", "nfs://soups.warc"),
        ("'soups.warc', -1, 50", "is negative"),
        ("'soups.warc', 0", "warc_record"),
        ("'soups.warc', 'a', 'b'", "warc_record"),
    ] {
        let error = error(&session, &ask(arguments)).await;
        assert!(error.contains(message), "{error}");
    }
}

#[tokio::test]
async fn texts_and_metadata_are_rows_of_their_files() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().display();
    let text =
        record("conversion", "text/plain", "https://soups.example/1", "Lauch für 2".as_bytes());
    let data = record("metadata", "application/json", "https://soups.example/1", b"{\"a\": 1}");
    let page = record("resource", "text/html", "https://soups.example/1", b"<p>Lauch");
    let file = compressed(&[data, page, text].concat());
    for ending in ["warc.wet.gz", "warc.wat.gz", "warc.gz"] {
        fs::write(folder.path().join(format!("soups.{ending}")), &file).unwrap();
    }
    let session = session();
    for (ending, content_type, body) in [
        ("wet.gz", "text/plain", "Lauch für 2"),
        ("wat.gz", "application/json", "{\"a\": 1}"),
        ("soups.warc.gz", "text/html", "<p>Lauch"),
    ] {
        let query = format!(
            "SELECT content_type, CAST(html AS TEXT) AS body, status IS NULL AS no_status \
             FROM read_warc('{path}/*{ending}')"
        );
        let found = answer(&session, &query).await;
        assert_eq!(found.lines().count(), 4 + 1, "{found}");
        assert!(found.contains(content_type) && found.contains(body), "{found}");
        // Whatever a place has is read, since somebody has pointed at it.
        let by_place = format!(
            "SELECT CAST(r['html'] AS TEXT) AS body FROM (SELECT warc_record(file, \"offset\", length) \
             AS r FROM read_warc('{path}/*{ending}'))"
        );
        let found = answer(&session, &by_place).await;
        assert!(found.contains(body), "{found}");
    }
}
