//! A page never fails a query: not one of 100 MB, and not one that is made to take time or memory.

use std::fmt::Write;

use crate::support::tables::{add_pages, answer, session};

/// How large a large page is.
const LARGE: usize = 100_000_000;

/// Returns markup repeated up to a number of bytes.
fn repeated(markup: &str, bytes: usize) -> Vec<u8> {
    markup.repeat(bytes / markup.len()).into_bytes()
}

/// All functions that take no arguments, but for `errors`.
const ALL: &str = "SELECT id, html_title(html), character_length(html_text(html)) AS text, \
     html_lang(html), html_encoding(html), html_canonical(html), \
     array_length(html_links(html)) AS links, array_length(html_urls(html)) AS urls, \
     array_length(html_tables(html)) AS tables, array_length(html_outline(html)) AS headings, \
     length(html_metadata(html)) AS metadata, length(html_microdata(html)) AS microdata, \
     length(html_sanitize(html)) AS sanitized, array_length(html_select(html, 'b')) AS bold, \
     html_error(html) AS error FROM pages ORDER BY id";

#[tokio::test]
async fn a_page_of_100_megabytes_is_a_row_like_others() {
    let mut large = b"<title>Large</title>".to_vec();
    large.extend(repeated(
        "<p>All the soups of the world &amp; <b>more</b>, line by line.\n",
        LARGE,
    ));
    let bytes = large.len();
    let pages = [b"<title>Small</title><p>Leek".to_vec(), large, b"<title>Last".to_vec()];
    let session = session();
    add_pages(&session, &pages);
    let query = "SELECT html_title(html) AS title, array_length(html_select(html, 'title')) AS titles, \
         character_length(html_text(html)) AS text, html_error(html) AS error FROM pages";
    let found = answer(&session, query).await;
    assert!(found.contains("| Small | 1      | 4 "), "{found}");
    assert!(found.contains("| Large | 1      | 7"), "{found}");
    assert!(found.contains("| Last  | 1 "), "{found}");

    session.sql("SET consomme.max_page_bytes = 1000000").await.unwrap();
    let found = answer(&session, query).await;
    let error = format!("the page has {bytes} bytes, more than consomme.max_page_bytes, 1000000");
    assert!(found.contains("| Small | 1      | 4 ") && found.contains("| Last  | 1 "), "{found}");
    assert!(found.contains(&error), "{found}");
}

#[tokio::test]
async fn hostile_pages_are_rows_like_others() {
    let size = 500_000;
    let pages = [
        b"<title>Leek</title><b>1</b>".to_vec(),
        repeated("<div>", 5 * size),
        repeated("<b>", size),
        repeated("<a href=x>", size),
        repeated("<p><font size=1>", size),
        repeated("<table><td>", size),
        repeated("<table><tr><td colspan=1000 rowspan=65534>1", size),
        repeated("<svg><a href=y>", size),
        repeated("<select><option>", size),
        repeated("<div itemscope itemprop=a id=b itemref=b>", size / 10),
        repeated("<h1>", size),
        repeated("\0", size),
        repeated("&notit;<!--->", size),
        repeated("<x a=1 b=2 c=3 a=4", size),
        repeated("\u{FFFD}\u{1F372}", size),
    ];
    let session = session();
    add_pages(&session, &pages);
    let found = answer(&session, ALL).await;
    assert!(found.contains("| 0  | Leek "), "{found}");
    // The header, and a line for each page.
    assert_eq!(found.lines().count(), 4 + pages.len(), "{found}");
    let errors =
        "SELECT array_length(html_errors(html)) <= 1000 AS few, count(*) FROM pages GROUP BY 1";
    answer(&session, errors).await;
}

#[tokio::test]
async fn values_that_grow_out_of_a_page_are_null() {
    let mut nested = String::new();
    for level in 0..500 {
        write!(nested, "<div>level {level} of nested texts ").unwrap();
    }
    let cells = "<table>".to_owned() + &"<tr><td colspan=1000 rowspan=1000>cell".repeat(1000);
    let pages = [nested.into_bytes(), b"<div>small</div>".to_vec(), cells.into_bytes()];
    let session = session();
    add_pages(&session, &pages);
    session.sql("SET consomme.max_value_bytes = 100000").await.unwrap();
    let query = "SELECT id, array_length(html_select(html, 'div')) AS divs, \
         array_length(html_xpath(html, '//div')) AS nodes, array_length(html_tables(html)) AS tables, \
         html_fields(html, 'tables, error')['error'] AS error FROM pages ORDER BY id";
    let found = answer(&session, query).await;
    let rows: Vec<_> = found.lines().map(|line| line.replace(' ', "")).collect();
    assert!(
        rows.iter().any(|row| row.starts_with("|0||||") || row.starts_with("|0|||0|")),
        "{found}"
    );
    assert!(rows.iter().any(|row| row.starts_with("|1|1|1|")), "{found}");
    assert!(found.contains("tables: the value is larger than consomme.max_value_bytes"), "{found}");
}

#[tokio::test]
async fn the_values_of_a_batch_take_no_more_than_the_limit_for_each_row() {
    const LIMIT: usize = 100_000;
    let text = "<div>text ".repeat(500);
    let cells = "<table>".to_owned() + &"<tr><td colspan=1000 rowspan=1000>cell".repeat(1000);
    let links = "<a href=/soups>Soups</a>".repeat(LIMIT / 20);
    let pages: Vec<_> =
        (0..60).map(|row| [&text, &cells, &links][row % 3].clone().into_bytes()).collect();
    let session = session();
    add_pages(&session, &pages);
    session.sql(&format!("SET consomme.max_value_bytes = {LIMIT}")).await.unwrap();
    let functions = [
        "html_text(html)",
        "html_sanitize(html)",
        "html_links(html)",
        "html_urls(html)",
        "html_tables(html)",
        "html_metadata(html)",
        "html_select(html, 'div, td, a')",
        "html_select_attr(html, 'a', 'href')",
        "html_xpath(html, '//div | //td | //a')",
    ];
    for function in functions {
        let frame = session.sql(&format!("SELECT {function} FROM pages")).await.unwrap();
        let batches = frame.collect().await.unwrap();
        let bytes: usize = batches.iter().map(|batch| batch.get_array_memory_size()).sum();
        // Arrays have the capacity of powers of two.
        assert!(bytes <= 2 * pages.len() * LIMIT + (1 << 16), "{function}: {bytes}");
    }
}

#[tokio::test]
async fn an_expression_that_takes_too_long_is_null() {
    let pages = ["<p>".repeat(300).into_bytes(), b"<p>".to_vec()];
    let session = session();
    add_pages(&session, &pages);
    session.sql("SET consomme.max_xpath_steps = 100000").await.unwrap();
    let path = "count(//p[count(following::p[count(following::p) > 1]) > 1])";
    let query = format!(
        "SELECT id, html_xpath(html, '{path}') AS count, html_xpath_error(html, '{path}') AS error \
         FROM pages ORDER BY id"
    );
    let found = answer(&session, &query).await;
    assert!(found.contains("| 1  | [0]   |  "), "{found}");
    assert!(
        found.lines().any(|line| line.starts_with("| 0  |       | ") && line.len() > 40),
        "{found}"
    );
}

/// Pages and selectors whose time grows with the square of the page. Without the limit, this test
/// takes minutes.
#[tokio::test]
async fn a_selector_that_takes_too_long_is_null() {
    const N: usize = 200_000;
    let digits = "1".repeat(10 * N);
    let pages = [
        "<p>".repeat(N),
        format!("<p dir=auto>{digits}{}", "<i></i>".repeat(N)),
        format!("<p dir=auto>{digits}{}", "<b></b>".repeat(N)),
        format!("<form id=f></form>{}", "<button form=f></button>".repeat(N)),
        format!("<div class='{}'>{}", "a ".repeat(N), "<i></i>".repeat(N)),
        "<p>small<i>1</i>".to_owned(),
    ];
    let pages: Vec<_> = pages.into_iter().map(String::into_bytes).collect();
    let selectors =
        [":is(h1 ~ p)", "i:dir(rtl)", "b:dir(rtl)", "button:default", "div[class*=b] > i"];
    let session = session();
    add_pages(&session, &pages);
    session.sql("SET consomme.max_selector_steps = 10000000").await.unwrap();
    for (row, selector) in selectors.iter().enumerate() {
        let query = format!(
            "SELECT id, html_select(html, '{selector}') AS texts, \
             html_select_attr(html, '{selector}', 'class') AS classes, \
             html_select_error(html, '{selector}') AS error FROM pages ORDER BY id"
        );
        let found = answer(&session, &query).await;
        let lines: Vec<_> = found.lines().map(|line| line.replace(' ', "")).collect();
        let cut = format!("|{row}|||theselectortakesmorestepsthanconsomme.max_selector_steps|");
        assert!(lines.contains(&cut), "{selector}: {found}");
        assert!(lines.contains(&"|5|[]|[]||".to_owned()), "{selector}: {found}");
    }
}

#[tokio::test]
async fn limits_that_are_reached_are_told() {
    let session = session();
    add_pages(&session, &[b"<p>".repeat(1000), b"<p>".to_vec()]);
    session.sql("SET consomme.max_nodes = 100").await.unwrap();
    let query = "SELECT id, html_title(html), html_error(html) AS error FROM pages ORDER BY id";
    let found = answer(&session, query).await;
    assert!(found.contains("page: limits reached: nodes"), "{found}");
    assert_eq!(found.matches("limits reached").count(), 1, "{found}");
}

/// No machine parses 100 MB in ten milliseconds, or writes the texts of these elements.
#[tokio::test]
async fn a_page_that_takes_too_long_is_null() {
    let nested = "<b>".repeat(400) + &"<p>text".repeat(100_000);
    let pages = [repeated("<p>All the soups", LARGE), nested.into_bytes()];
    let session = session();
    add_pages(&session, &pages);
    session.sql("SET consomme.max_page_milliseconds = 10").await.unwrap();
    let late = "the page takes more time than consomme.max_page_milliseconds";
    let query = "SELECT id, html_title(html) AS title, html_select(html, 'b') AS bold, \
         html_error(html) AS error FROM pages ORDER BY id";
    let found = answer(&session, query).await;
    assert!(
        found.lines().any(|line| line.starts_with("| 0  |       |      | the page ")),
        "{found}"
    );
    assert_eq!(found.matches(late).count(), 2, "{found}");
    for text in ["html", "arrow_cast(html, 'Utf8')"] {
        let query =
            format!("SELECT html_select_error({text}, 'h1 ~ p') AS error FROM pages WHERE id = 0");
        let found = answer(&session, &query).await;
        // Without a parse, there is no value at all.
        assert!(!found.contains("max_selector_steps"), "{found}");
    }
}

/// Pages are parsed in pieces then.
#[tokio::test]
async fn a_limit_of_time_that_is_not_reached_changes_nothing() {
    let pages = [
        repeated("<p>cr\u{E8}me <b>br\u{FB}l\u{E9}e</b>\r\n", 1_000_000),
        b"<title>Leek</title>".to_vec(),
    ];
    let query = "SELECT id, html_title(html) AS title, md5(html_text(html)) AS bytes, \
         md5(html_text(arrow_cast(html, 'Utf8'))) AS text, \
         array_length(html_select(html, 'p > b')) AS bold, html_xpath(html, 'count(//p)') AS p, \
         html_error(html) AS error FROM pages ORDER BY id";
    let session = session();
    add_pages(&session, &pages);
    let expected = answer(&session, query).await;
    session.sql("SET consomme.max_page_milliseconds = 3600000").await.unwrap();
    assert_eq!(answer(&session, query).await, expected);
}
