//! The check that the algorithms take linear time: for every family of hostile pages, twice the
//! size takes no more than twice the steps, and a little. Counted, not timed: the same on every
//! machine. What the core does for them counts, too.

use consomme_web::consomme::{Document, Limits, ParseOptions, steps};
use consomme_web::{
    Ids, Microdata, PageUrl, Spans, forms, metadata, outline, parse_sizes, tables, urls,
};

/// How many times as many steps twice the size may take. The worst family takes 2.03 times.
const MAX_RATIO: f64 = 2.1;

/// The sizes that are compared.
const SIZE: usize = 500;

/// A family of pages: its name, and the page of a size.
type Family = (&'static str, fn(usize) -> String);

/// `unit`, `times` times, with `@` replaced by a number that counts up.
fn repeat(unit: &str, times: usize) -> String {
    (0..times).map(|i| unit.replace('@', &i.to_string())).collect()
}

const FAMILIES: &[Family] = &[
    ("cells that end in different rows, above rows of one cell", |n| {
        let tall: String = (0..n).map(|i| format!("<td rowspan={}>", 1000 + i)).collect();
        format!("<table><tr>{tall}{}</table>", "<tr><td>".repeat(n))
    }),
    ("gaps between tall cells", |n| {
        format!("<table><tr>{}{}</table>", "<td rowspan=9999><td>".repeat(n), "<tr><td>".repeat(n))
    }),
    ("wide cells over tall ones", |n| {
        let first = "<td><td rowspan=9999>".repeat(n);
        format!("<table><tr>{first}{}</table>", "<tr><td colspan=9>".repeat(n))
    }),
    ("cells that grow downward", |n| {
        format!("<table><tr>{}{}</table>", "<td rowspan=0>".repeat(n), "<tr><td>".repeat(n))
    }),
    ("row groups of 65534 rows", |n| {
        format!("<table>{}", "<tbody><tr><td rowspan=65534>".repeat(n))
    }),
    ("cells of 1000 columns", |n| format!("<table><tr>{}", "<td colspan=1000>".repeat(n))),
    ("controls in a disabled fieldset with a late legend", |n| {
        format!(
            "<form><fieldset disabled>{}<legend>{}",
            "<p></p>".repeat(n),
            repeat("<input name=@>", n)
        )
    }),
    ("controls that name their form", |n| {
        format!("{}<form id=f></form>", repeat("<input name=@ form=f>", n))
    }),
    ("forms", |n| repeat("<form id=f@><input name=a></form><input form=f@ name=b>", n)),
    ("options", |n| format!("<form><select name=s multiple>{}", "<option selected>1".repeat(n))),
    ("directions in a text without any", |n| {
        format!("<form dir=auto>{}{}", "<p>1</p>".repeat(n), "<input name=a dirname=d>".repeat(n))
    }),
    ("radio buttons", |n| format!("<form>{}", "<input type=radio name=r checked>".repeat(n))),
    ("empty properties in each other", |n| {
        "<div itemprop='author datePublished'><a rel=author>".repeat(n)
    }),
    ("JSON-LD that never closes", |n| {
        let script = "<script type=application/ld+json>";
        format!(
            "{script}{}</script>{script}{}</script>{script}{}",
            "[[{\"author\":[".repeat(n),
            "[[\"x\",".repeat(n),
            "{\"author\":{\"name\":\"\\\"\"".repeat(n)
        )
    }),
    ("items", |n| repeat("<p itemscope><b itemprop=a>@</b></p>", n)),
    ("properties of one item", |n| {
        format!("<p itemscope>{}", repeat("<b itemprop='a p@'>@</b>", n))
    }),
    ("links", |n| repeat("<a href=/@ ping='a b c'>@</a>", n)),
    ("candidates", |n| format!("<img srcset='{}'>", repeat("i@.png @w, ", n))),
    ("commas", |n| format!("<img srcset='{}'>", ",".repeat(n))),
    ("parentheses in descriptors", |n| format!("<img srcset='{}'>", repeat("a (b, c) 1x, ", n))),
    ("structured properties", |n| {
        let details = repeat("<meta property=og:image:@ content=1>", n);
        format!("{}{details}", "<meta property=og:image content=i>".repeat(n))
    }),
    ("headings", |n| repeat("<h1 headingoffset=1>@</h1>", n)),
];

/// Runs all algorithms.
fn run(document: &Document) {
    let page = PageUrl::new(document, "https://example.com/").expect("it is absolute");
    let ids = Ids::new(document);
    assert!(urls(document).count() < 1 << 20);
    for table in tables(document) {
        steps::count(table.rows_within(Spans::Repeated, 1).count());
        let _ = ids.get("a");
    }
    for form in forms(document) {
        steps::count(form.entries(None).len());
    }
    assert!(Microdata::new(document, &page).to_json().is_some());
    let about = metadata(document, &page);
    steps::count(about.names.len() + outline(document).count());
}

fn check(name: &str, steps_of: impl Fn(usize) -> u64) {
    let (one, two) = (steps_of(SIZE), steps_of(2 * SIZE));
    assert!(one > 0, "{name}: nothing is counted");
    let ratio = two as f64 / one as f64;
    assert!(ratio < MAX_RATIO, "{name}: {one} steps become {two}, {ratio:.2} times as many");
}

#[test]
fn twice_the_page_takes_twice_the_steps() {
    for (name, make) in FAMILIES {
        check(name, |size| {
            let limits = Limits::default().depth(None);
            let document = ParseOptions::new().limits(limits).parse_str(make(size).as_str());
            steps::counted(|| {
                // Every page has a base cost, so that no family counts nothing.
                steps::count(size);
                run(&document);
            })
        });
    }
}

/// Many cells cover the same slots of each row.
#[test]
fn rows_of_cells_that_overlap_take_a_few_steps_for_each_slot() {
    const ROWS: usize = 400;
    let overlapping: String = (0..ROWS)
        .map(|y| format!("<tr><td colspan={}><td colspan=1000 rowspan=65534>x", ROWS - y))
        .collect();
    let html = format!("<table>{overlapping}{}", "<tr>".repeat(2 * ROWS));
    let document = ParseOptions::new().parse_str(html.as_str());
    let table = tables(&document).next().expect("there is one");
    let mut slots = 0;
    let steps = steps::counted(|| slots = table.rows(Spans::Repeated).map(|row| row.len()).sum());
    assert_eq!(slots, 3 * ROWS * table.width());
    assert!(steps < 4 * slots as u64, "{steps} steps for {slots} slots");
}

#[test]
fn twice_the_sizes_take_twice_the_steps() {
    for unit in
        ["(", "((a)) ", "\"", "url( ", "url(a ", "f(", "/* ", "1px,", "(a) 1px,", "\\", "a)"]
    {
        check(unit, |size| {
            let text = unit.repeat(size);
            steps::counted(|| steps::count(parse_sizes(&text).len()))
        });
    }
}
