//! Fields of pages: the texts of 1, 8 and 32 selectors, each of all its elements, from text.
//!
//! consomme-schema and scraper parse the page and give the same texts, with white space collapsed.
//! lol_html builds no tree: a text goes to the last element of each selector whose content it is
//! in, so that an element in another one of its selector takes text away from that.

use std::borrow::Cow;
use std::cell::RefCell;
use std::time::{Duration, Instant};

use consomme::ParseOptions;
use consomme_schema::{Field, Record, Schema, Value};
use lol_html::html_content::{Element, TextChunk};
use lol_html::{ElementContentHandlers, HtmlRewriter, Settings};
use scraper::{Html, Selector};

use crate::pages::Page;

/// A selector a line. `crates/schema/benches/peers.py` reads them, too.
const SELECTORS: &str = include_str!("../fields/selectors.txt");

/// Synthetic pages of a megabyte, each of one part again and again: a name, a colon and the part.
const SHAPES: &str = include_str!("../fields/shapes.txt");

/// The texts of each selector.
type Texts = Vec<Vec<String>>;

/// The texts, as one of the three gives them.
enum Found {
    Record(Record),
    Texts(Texts),
}

/// Compares the three and prints a row for each source and number of selectors.
pub fn compare(pages: &[Page], rounds: usize) {
    let mut sources = vec![("130 pages", pages.iter().map(|page| page.text.clone()).collect())];
    for (name, part) in SHAPES.lines().filter_map(|line| line.split_once(": ")) {
        let part = format!("{part}\n");
        let (start, end) = if name == "rows" { ("<table>", "</table>") } else { ("", "") };
        let parts = part.repeat(1_000_000 / part.len());
        sources
            .push((name, vec![format!("<!DOCTYPE html><title>{name}</title>{start}{parts}{end}")]));
    }
    let selectors: Vec<&str> = SELECTORS.lines().collect();
    println!(
        "| source | selectors | MB/s | of scraper | of lol_html | values | as scraper |\n|---|--:|--:|--:|--:|--:|---|"
    );
    for (name, texts) in sources {
        for count in [1, 8, 32] {
            row(name, &texts, &selectors[..count], rounds);
        }
    }
}

fn row(name: &str, pages: &[String], selectors: &[&str], rounds: usize) {
    let schema = schema(selectors);
    let parsed: Vec<Selector> =
        selectors.iter().map(|selector| Selector::parse(selector).expect("it is valid")).collect();
    let rewriter: Vec<lol_html::Selector> =
        selectors.iter().map(|selector| selector.parse().expect("it is valid")).collect();
    let mut sums = [Duration::ZERO; 3];
    let (mut values, mut same) = (0, 0);
    for (index, page) in pages.iter().enumerate() {
        // The least time of all rounds counts, for each page by itself.
        let mut least = [Duration::MAX; 3];
        let mut found: [Texts; 3] = Default::default();
        for round in 0..rounds.max(1) {
            for turn in (0..3).map(|turn| (round + index + turn) % 3) {
                let start = Instant::now();
                let one = match turn {
                    0 => Found::Record(ours(page, &schema)),
                    1 => Found::Texts(of_scraper(page, &parsed)),
                    _ => Found::Texts(of_lol_html(page, &rewriter)),
                };
                least[turn] = least[turn].min(start.elapsed());
                found[turn] = texts(one);
            }
        }
        same += usize::from(found[0] == found[1]);
        values += found[0].iter().map(Vec::len).sum::<usize>();
        sums.iter_mut().zip(least).for_each(|(sum, least)| *sum += least);
    }
    let bytes: usize = pages.iter().map(String::len).sum();
    let [ours, scraper, lol_html] = sums.map(|sum| sum.as_secs_f64());
    println!(
        "| {name} | {} | {:.0} | {:.1} | {:.1} | {values} | {same} of {} |",
        selectors.len(),
        bytes as f64 / 1e6 / ours,
        scraper / ours,
        lol_html / ours,
        pages.len(),
    );
}

fn schema(selectors: &[&str]) -> Schema {
    let builder = selectors.iter().fold(Schema::builder(), |builder, selector| {
        builder.field(*selector, Field::css(*selector).all())
    });
    builder.build().expect("the selectors are valid")
}

/// Parses as scraper does.
fn ours(page: &str, schema: &Schema) -> Record {
    schema.extract(&ParseOptions::new().scripting(true).parse_str(page)).into_record()
}

fn texts(found: Found) -> Texts {
    let record = match found {
        Found::Texts(texts) => return texts,
        Found::Record(record) => record,
    };
    let texts = record.iter().map(|(_, value)| match value {
        Value::List(values) => {
            values.iter().filter_map(Value::as_text).map(str::to_owned).collect()
        }
        _ => Vec::new(),
    });
    texts.collect()
}

fn of_scraper(page: &str, selectors: &[Selector]) -> Texts {
    let document = Html::parse_document(page);
    let texts = selectors.iter().map(|selector| {
        document.select(selector).map(|element| collapsed(&element.text().collect::<String>()))
    });
    texts.map(Iterator::collect).collect()
}

fn of_lol_html(page: &str, selectors: &[lol_html::Selector]) -> Texts {
    let texts: Vec<RefCell<Vec<String>>> = vec![RefCell::default(); selectors.len()];
    let mut settings = Settings::new().with_strict(false);
    for (selector, texts) in selectors.iter().zip(&texts) {
        let handlers = ElementContentHandlers::default()
            .element(|_: &mut Element<'_, '_>| {
                texts.borrow_mut().push(String::new());
                Ok(())
            })
            .text(|piece: &mut TextChunk<'_>| {
                if let Some(text) = texts.borrow_mut().last_mut() {
                    text.push_str(piece.as_str());
                }
                Ok(())
            });
        settings = settings.append_element_content_handler((Cow::Borrowed(selector), handlers));
    }
    let mut rewriter = HtmlRewriter::new(settings, |_: &[u8]| {});
    rewriter.write(page.as_bytes()).expect("no handler fails");
    rewriter.end().expect("no handler fails");
    texts
        .into_iter()
        .map(|texts| texts.into_inner().iter().map(|text| collapsed(text)).collect())
        .collect()
}

/// Returns a text with each run of white space as one space, and none at its ends.
fn collapsed(text: &str) -> String {
    let mut words = text.split_whitespace();
    let mut collapsed = words.next().unwrap_or_default().to_owned();
    for word in words {
        collapsed.push(' ');
        collapsed.push_str(word);
    }
    collapsed
}
