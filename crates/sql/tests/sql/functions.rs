//! Every function gives the same as the crates when they are called directly.

use std::collections::HashSet;

use consomme::{Document, Hints, ParseOptions, Selector};
use consomme_sanitizer::Sanitizer;
use consomme_web::{Microdata, PageUrl, Spans, metadata, outline, tables, urls};
use consomme_xpath::{Value, XPath, XPathExt};
use datafusion::arrow::array::{Array, ArrayRef, AsArray};
use datafusion::arrow::datatypes::Int64Type;
use datafusion::prelude::SessionContext;

use crate::support::pages::{Random, pages};
use crate::support::tables::{add_pages, answer, column, error, session};

/// The address of all pages.
const ADDRESS: &str = "https://example.com/soups/";

/// Returns the pages, parsed with their errors.
fn documents(pages: &[Vec<u8>]) -> Vec<Document> {
    let options = ParseOptions::new().errors(true);
    pages.iter().map(|page| options.parse_document(page.as_slice(), &Hints::new())).collect()
}

/// Returns the values of a column of texts.
fn texts(array: &ArrayRef) -> Vec<Option<String>> {
    array.as_string::<i64>().iter().map(|text| text.map(str::to_owned)).collect()
}

/// Returns the values of a column of lists of texts.
fn text_lists(array: &ArrayRef) -> Vec<Vec<Option<String>>> {
    array.as_list::<i32>().iter().map(|list| texts(&list.unwrap())).collect()
}

/// Returns the values of a column of lists of structs, the fields of each one after the other as
/// texts.
fn records(array: &ArrayRef) -> Vec<Vec<Vec<Option<String>>>> {
    let fields = |list: Option<ArrayRef>| {
        let list = list.unwrap();
        let record = list.as_struct();
        let columns: Vec<Vec<Option<String>>> = record
            .columns()
            .iter()
            .map(|column| match column.as_primitive_opt::<Int64Type>() {
                Some(numbers) => numbers.iter().map(|it| it.map(|it| it.to_string())).collect(),
                None => texts(column),
            })
            .collect();
        (0..record.len()).map(|row| columns.iter().map(|it| it[row].clone()).collect()).collect()
    };
    array.as_list::<i32>().iter().map(fields).collect()
}

/// A session with all pages, and these parsed.
struct Fixture {
    session: SessionContext,
    documents: Vec<Document>,
}

impl Fixture {
    fn new() -> Fixture {
        let pages = pages();
        let session = session();
        add_pages(&session, &pages);
        Fixture { session, documents: documents(&pages) }
    }

    async fn column(&self, expression: &str) -> ArrayRef {
        column(&self.session, &format!("SELECT {expression} FROM pages")).await
    }

    /// Checks a function whose value is a text.
    async fn check_text(&self, expression: &str, expected: impl Fn(&Document) -> Option<String>) {
        let found = texts(&self.column(expression).await);
        assert_eq!(found.len(), self.documents.len());
        for (row, document) in self.documents.iter().enumerate() {
            assert_eq!(found[row], expected(document), "{expression} of page {row}");
        }
    }
}

fn page_url(document: &Document, address: &str) -> PageUrl {
    PageUrl::new(document, address).unwrap()
}

#[tokio::test]
async fn texts_are_those_of_the_crates() {
    let fixture = Fixture::new();
    fixture.check_text("html_text(html)", |it| Some(it.inner_text())).await;
    fixture.check_text("html_title(html)", Document::title).await;
    let encoding = |it: &Document| it.encoding().map(|encoding| encoding.name().to_owned());
    fixture.check_text("html_encoding(html)", encoding).await;
    let source = |it: &Document| it.encoding_source().map(|source| source.as_str().to_owned());
    fixture.check_text("html_encoding_source(html)", source).await;
    let about = |it: &Document, address: &str| metadata(it, &page_url(it, address));
    fixture.check_text("html_lang(html)", |it| about(it, ADDRESS).language).await;
    fixture.check_text("html_description(html)", |it| about(it, ADDRESS).description).await;
    fixture.check_text("html_canonical(html)", |it| about(it, "about:blank").canonical).await;
    let with_address = format!("html_canonical(html, '{ADDRESS}')");
    fixture.check_text(&with_address, |it| about(it, ADDRESS).canonical).await;
    let json = |it: &Document| Some(serde_json::to_string(&about(it, ADDRESS)).unwrap());
    fixture.check_text(&format!("html_metadata(html, '{ADDRESS}')"), json).await;
    let microdata = |it: &Document| Microdata::new(it, &page_url(it, ADDRESS)).to_json();
    fixture.check_text(&format!("html_microdata(html, '{ADDRESS}')"), microdata).await;
    let sanitizer = Sanitizer::new();
    let sanitized = |it: &Document| Some(sanitizer.sanitize_str(it.source()));
    fixture.check_text("html_sanitize(html)", sanitized).await;
    let limits = |it: &Document| {
        let limits = it.limits_hit();
        limits.any().then(|| format!("page: limits reached: {limits}"))
    };
    fixture.check_text("html_error(html)", limits).await;
}

#[tokio::test]
async fn selected_elements_are_those_of_the_crates() {
    let fixture = Fixture::new();
    let selector = Selector::parse("h1, li > a").unwrap();
    let path = XPath::parse("//a[@href]/@href | //h1").unwrap();
    let count = XPath::parse("count(//p) > 3").unwrap();
    let selected = text_lists(&fixture.column("html_select(html, 'h1, li > a')").await);
    let hrefs = text_lists(&fixture.column("html_select_attr(html, 'a', 'href')").await);
    let found = text_lists(&fixture.column("html_xpath(html, '//a[@href]/@href | //h1')").await);
    let counted = text_lists(&fixture.column("html_xpath(html, 'count(//p) > 3')").await);
    for (row, document) in fixture.documents.iter().enumerate() {
        let expected: Vec<_> = document.select(&selector).map(|it| Some(it.inner_text())).collect();
        assert_eq!(selected[row], expected);
        let links = document.select("a").unwrap();
        let expected: Vec<_> =
            links.filter_map(|it| it.attr("href")).map(|it| Some(it.to_owned())).collect();
        assert_eq!(hrefs[row], expected);
        let items = document.xpath_items(&path).unwrap();
        let expected: Vec<_> =
            items.iter().map(|it| Some(it.string_value().into_owned())).collect();
        assert_eq!(found[row], expected);
        let value = document.xpath(&count).unwrap();
        assert!(matches!(value, Value::Boolean(_)));
        assert_eq!(counted[row], [Some(value.to_text().into_owned())]);
    }
}

#[tokio::test]
async fn records_are_those_of_the_crates() {
    let fixture = Fixture::new();
    let links = records(&fixture.column(&format!("html_links(html, '{ADDRESS}')")).await);
    let written = records(&fixture.column("html_links(html)").await);
    let used = records(&fixture.column(&format!("html_urls(html, '{ADDRESS}')")).await);
    let headings = records(&fixture.column("html_outline(html)").await);
    let errors = records(&fixture.column("html_errors(html)").await);
    for (row, document) in fixture.documents.iter().enumerate() {
        let page = page_url(document, ADDRESS);
        let anchors = document
            .descendant_elements()
            .filter(|it| it.is_html("a") || it.is_html("area"))
            .filter(|it| it.has_attr("href"));
        let rest = |it: consomme::ElementRef<'_>| {
            let text = it.inner_text().trim().to_owned();
            (Some(text), it.attr("rel").map(str::to_owned))
        };
        for (place, link) in anchors.enumerate() {
            let href = link.attr("href").unwrap().trim_ascii();
            let url = page.join(href).unwrap_or_else(|| href.to_owned());
            let (text, rel) = rest(link);
            assert_eq!(links[row][place], [Some(url), text.clone(), rel.clone()]);
            assert_eq!(written[row][place], [Some(href.to_owned()), text, rel]);
        }
        let expected: Vec<_> = urls(document)
            .map(|it| {
                let url = it.resolve(&page).unwrap_or_else(|| it.url.to_owned());
                [&url, it.kind.as_str(), it.element.name(), it.attribute]
                    .map(|text| Some(text.to_owned()))
                    .to_vec()
            })
            .collect();
        assert_eq!(used[row], expected);
        let expected: Vec<_> =
            outline(document).map(|it| vec![Some(it.text()), Some(it.level.to_string())]).collect();
        assert_eq!(headings[row], expected);
        let expected: Vec<_> = document
            .errors()
            .iter()
            .take(1000)
            .map(|it| {
                let place = document.line_column(it.offset());
                [
                    it.code().to_string(),
                    it.message(document),
                    it.offset().to_string(),
                    place.line.to_string(),
                    place.column.to_string(),
                ]
                .map(Some)
                .to_vec()
            })
            .collect();
        assert_eq!(errors[row], expected);
    }
}

#[tokio::test]
async fn tables_and_meta_elements_are_those_of_the_crates() {
    let fixture = Fixture::new();
    let found = fixture.column("html_tables(html)").await;
    let meta = fixture.column("html_meta(html)").await;
    for (row, document) in fixture.documents.iter().enumerate() {
        let lists = found.as_list::<i32>().value(row);
        let found: Vec<Vec<Vec<String>>> = lists
            .as_list::<i32>()
            .iter()
            .map(|table| {
                let table = table.unwrap();
                text_lists(&table)
                    .into_iter()
                    .map(|row| row.into_iter().map(Option::unwrap).collect())
                    .collect()
            })
            .collect();
        let expected: Vec<Vec<Vec<String>>> = tables(document)
            .map(|table| {
                let rows = table.rows(Spans::Repeated);
                rows.map(|row| row.into_iter().map(str::to_owned).collect()).collect()
            })
            .collect();
        assert_eq!(found, expected);

        let entries = meta.as_map().value(row);
        let (names, contents) = (texts(entries.column(0)), texts(entries.column(1)));
        let mut seen = HashSet::new();
        let expected =
            document.descendant_elements().filter(|it| it.is_html("meta")).filter_map(|it| {
                let name = it.attr("name").or_else(|| it.attr("property"))?;
                let content = it.attr("content")?;
                let name = name.trim_ascii().to_ascii_lowercase();
                (!name.is_empty() && seen.insert(name.clone())).then(|| (name, content.to_owned()))
            });
        let (expected_names, expected_contents): (Vec<_>, Vec<_>) =
            expected.map(|(name, content)| (Some(name), Some(content))).unzip();
        assert_eq!((names, contents), (expected_names, expected_contents));
    }
}

#[tokio::test]
async fn bytes_and_texts_of_all_types_are_pages() {
    let session = session();
    for kind in ["BYTEA", "VARCHAR"] {
        for page in [
            format!("'<title>Leek'::{kind}"),
            format!("arrow_cast('<title>Leek'::{kind}, 'LargeBinary')"),
            format!("arrow_cast('<title>Leek'::{kind}, 'BinaryView')"),
        ] {
            let title = texts(&column(&session, &format!("SELECT html_title({page})")).await);
            assert_eq!(title, [Some("Leek".to_owned())], "{page}");
        }
    }
    for kind in ["Utf8", "LargeUtf8", "Utf8View", "Dictionary(Int32, Utf8)"] {
        let page = format!("arrow_cast('<title>Leek', '{kind}')");
        let title = texts(&column(&session, &format!("SELECT html_title({page})")).await);
        assert_eq!(title, [Some("Leek".to_owned())], "{kind}");
        let rows = format!("SELECT html_title(p) FROM (VALUES ({page}), (NULL)) AS pages(p)");
        let titles = texts(&column(&session, &rows).await);
        assert_eq!(titles, [Some("Leek".to_owned()), None], "{kind}");
    }
}

#[tokio::test]
async fn hints_are_a_content_type_or_a_struct() {
    let session = session();
    let page = "decode('3c7469746c653ec7d0', 'hex')";
    for (hints, title) in [
        ("", "ÇÐ"),
        (", 'text/html; charset=euc-kr'", "학"),
        (", NULL", "ÇÐ"),
        (", named_struct('encoding', 'euc-kr')", "학"),
        (", named_struct('locale', 'ru')", "ЗР"),
        (", named_struct('locale', 'ru', 'content_type', 'text/html; charset=euc-kr')", "학"),
        (", named_struct('default_encoding', 'euc-kr', 'top_level_domain', 'kr')", "학"),
    ] {
        let query = format!("SELECT html_title({page}{hints})");
        assert_eq!(texts(&column(&session, &query).await), [Some(title.to_owned())], "{query}");
    }
    // Each row has its own.
    let rows = "SELECT html_title(decode('3c7469746c653ec7d0', 'hex'), t) \
         FROM (VALUES ('text/html; charset=euc-kr'), (NULL)) AS types(t)";
    let titles = texts(&column(&session, rows).await);
    assert_eq!(titles, [Some("학".to_owned()), Some("ÇÐ".to_owned())]);
}

#[tokio::test]
async fn options_of_the_session_hold_for_all_pages() {
    let session = session();
    let query = "SELECT html_encoding(decode('3c703ec7d0', 'hex')), html_text('<noscript><p>a')";
    assert!(answer(&session, query).await.contains("| windows-1252 "));
    for setting in ["default_encoding = 'euc-kr'", "scripting = true"] {
        session.sql(&format!("SET consomme.{setting}")).await.unwrap();
    }
    let changed = answer(&session, query).await;
    assert!(changed.contains("| EUC-KR ") && !changed.contains(" a "), "{changed}");
}

#[tokio::test]
async fn html_fields_has_what_the_functions_have() {
    let fixture = Fixture::new();
    let names = ["title", "lang", "encoding", "text", "description", "error", "sanitize"];
    let list = names.join(", ");
    let record = fixture.column(&format!("html_fields(html, '{list}')")).await;
    for name in names {
        let own = fixture.column(&format!("html_{name}(html)")).await;
        assert_eq!(&own, record.as_struct().column_by_name(name).unwrap(), "{name}");
    }
}

#[tokio::test]
async fn wrong_arguments_are_errors_of_the_plan() {
    let session = session();
    for (query, message) in [
        ("SELECT html_title()", "1 to 2 arguments"),
        ("SELECT html_title(1)", "a page is bytes or text"),
        ("SELECT html_select('<p>', 'p[')", "html_select"),
        ("SELECT html_select('<p>', s) FROM (VALUES ('a'), ('b')) AS t(s)", "must be a literal"),
        ("SELECT html_xpath('<p>', '//p[')", "html_xpath"),
        ("SELECT html_fields('<p>', 'title, titel')", "no field \"titel\""),
        ("SELECT html_title('<p>', named_struct('charset', 'x'))", "charset is no hint"),
    ] {
        let error = error(&session, query).await;
        assert!(error.contains(message), "{query}: {error}");
    }
}

#[tokio::test]
async fn any_bytes_are_a_page() {
    let session = session();
    let mut random = Random::new(3);
    let mut pages = Vec::new();
    for _ in 0..200 {
        let length = random.below(300);
        let byte = |_| u8::try_from(random.below(256)).unwrap();
        pages.push((0..length).map(byte).collect::<Vec<_>>());
    }
    add_pages(&session, &pages);
    let query = "SELECT count(*), count(html_text(html)), count(html_fields(html, 'links, tables, \
         metadata, microdata, urls, errors, sanitize, outline')) FROM pages";
    assert!(answer(&session, query).await.contains("| 200      | 200 "));
}
