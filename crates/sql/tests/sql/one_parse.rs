//! Several functions of one page are one parse, and change no answer.

use consomme_sql::session_config;
use datafusion::prelude::SessionContext;

use crate::support::pages::small_pages;
use crate::support::tables::{add_pages, answer, session, session_with};

/// Queries with the number of parses of each row that they take, and how many they take without
/// the rule.
const QUERIES: &[(&str, usize, usize)] = &[
    ("SELECT html_title(html) FROM pages", 1, 1),
    ("SELECT html_title(html), html_lang(html), html_text(html) FROM pages", 1, 3),
    ("SELECT html_title(html) AS t, length(html_title(html)) AS l FROM pages", 1, 1),
    (
        "SELECT html_title(html), array_length(html_links(html, 'https://example.com/')) FROM pages \
         WHERE html_lang(html) = 'de' AND id > 10",
        1,
        3,
    ),
    ("SELECT id FROM pages WHERE html_lang(html) = 'de' OR html_title(html) = 'Soup'", 1, 2),
    (
        "SELECT html_lang(html), count(*), max(html_title(html)) FROM pages \
         WHERE html_encoding(html) <> 'UTF-8' GROUP BY html_lang(html) ORDER BY 1",
        1,
        // A plan doesn't show the arguments of `max`.
        2,
    ),
    (
        "SELECT id, html_select(html, 'h1'), html_select(html, 'h2'), \
         html_select_attr(html, 'a', 'href'), html_xpath(html, '//p') FROM pages",
        1,
        4,
    ),
    ("SELECT html_fields(html, 'title, lang'), html_title(html), html_text(html) FROM pages", 1, 3),
    ("SELECT id FROM pages ORDER BY html_title(html), html_text(html), id", 1, 2),
    ("SELECT t, html_lang(html) FROM (SELECT html_title(html) AS t, html FROM pages)", 1, 2),
    (
        "SELECT id, row_number() OVER (PARTITION BY html_lang(html) ORDER BY html_title(html), id) \
         FROM pages",
        1,
        2,
    ),
    // Functions that differ in the page or in the hints are another parse.
    ("SELECT html_title(html), html_text(html, 'text/html; charset=utf-8') FROM pages", 2, 2),
    // A function that may not be called stays.
    ("SELECT CASE WHEN id > 5 THEN html_title(html) END, html_lang(html) FROM pages", 2, 2),
];

/// Returns how many functions of a physical plan parse a page.
async fn parses(session: &SessionContext, query: &str) -> usize {
    let plan = session.sql(query).await.unwrap().create_physical_plan().await.unwrap();
    let text = datafusion::physical_plan::displayable(&*plan).indent(false).to_string();
    // A column that is named after a function is written `html_title(pages.html)@0`.
    let called = |line: &str| {
        let parsing = line.match_indices("html_").filter(|(at, _)| {
            let call = &line[*at..];
            let name = &call[..call.find(['(', '@', ' ']).unwrap_or(call.len())];
            name != "html_part" && call[name.len()..].starts_with("(html@")
        });
        parsing.count()
    };
    text.lines().map(called).sum()
}

#[tokio::test]
async fn several_functions_of_one_page_are_one_parse() {
    let with = session();
    let without = session_with(session_config().set_bool("consomme.one_parse", false));
    let pages = small_pages(200);
    for session in [&with, &without] {
        add_pages(session, &pages);
    }
    for (query, expected, expected_without) in QUERIES {
        assert_eq!(parses(&with, query).await, *expected, "{query}");
        assert_eq!(parses(&without, query).await, *expected_without, "{query}");
        assert_eq!(answer(&with, query).await, answer(&without, query).await, "{query}");
    }
}

#[tokio::test]
async fn explain_shows_the_one_parse() {
    let session = session();
    add_pages(&session, &small_pages(10));
    let query = "EXPLAIN SELECT html_title(html), html_links(html) FROM pages WHERE id > 3";
    let plan = answer(&session, query).await;
    assert!(
        plan.contains("html_once(pages.html, Utf8(NULL), Utf8(\"title, links\")) AS __html_1"),
        "{plan}"
    );
    assert!(plan.contains("html_part(__html_1, Utf8(\"title\"))"), "{plan}");
}

#[tokio::test]
async fn the_names_of_columns_stay() {
    let session = session();
    add_pages(&session, &small_pages(10));
    let query = "SELECT html_title(html), html_lang(html) AS lang FROM pages";
    let frame = session.sql(query).await.unwrap();
    let before: Vec<_> = frame.schema().columns();
    let batches = frame.collect().await.unwrap();
    let after: Vec<_> = batches[0].schema().fields().iter().map(|it| it.name().clone()).collect();
    assert_eq!(before.iter().map(|it| it.name.clone()).collect::<Vec<_>>(), after);
    assert_eq!(after, ["html_title(pages.html)", "lang"]);
}
