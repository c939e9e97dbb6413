//! Sanitized bytes are the text that the parser decodes them to, sanitized: pages of our own in
//! every encoding, declared in each way, and real pages.

use consomme::{Hints, parse_document};
use consomme_sanitizer::{SanitizeOptions, Sanitizer};
use consomme_test::encodings::{ENCODINGS, encode, encoding};
use consomme_test::suite::{Case, PAGES, Run, Suites};

pub(crate) fn add(suites: &mut Suites) {
    let mut run = Run::new("tests/data/expected_failures.txt", "own bytes");
    for (line, &(name, text)) in ENCODINGS.iter().enumerate() {
        let case = Case { file: "own bytes", line: line + 1, input: name, variants: &[] };
        run.add("encodings", &case, move || check_encoding(name, text));
    }
    for (name, path) in run.suite_files(&PAGES, "", &["html"]) {
        let case = Case { file: "own bytes", line: 1, input: &name, variants: &[] };
        run.add("pages", &case, move || {
            let bytes = std::fs::read(&path).map_err(|error| error.to_string())?;
            check(&bytes, &Hints::new())
        });
    }
    suites.add("bytes", run, || ());
}

/// Checks pages in an encoding that a label, a byte order mark, a `meta` element, a late one or
/// nothing declares, whole, cut within a character, and with bytes that no encoding has.
fn check_encoding(name: &str, text: &str) -> Result<(), String> {
    let encoding = encoding(name);
    let body = format!("<p onclick=a()>{text}<script>{text}</script><a title='{text}'>{text}</a>");
    let filler = "<!-- -->".repeat(200);
    let written = |html: &str| encode(html, encoding);
    let marked = |mark: &[u8]| [mark, &written(&body)].concat();
    let malformed = [&written(&body)[..], b"\xFF\x00\x80<b>\xED\xA0\x80\x1B$B"].concat();
    let cut = &malformed[..written(&body).len() - 1];
    let pages = [
        written(&body),
        written(&format!("<meta charset={name}>{body}")),
        written(&format!("{filler}<meta charset={name}>{body}")),
        marked(b"\xEF\xBB\xBF"),
        marked(b"\xFF\xFE"),
        marked(b"\xFE\xFF"),
        marked(b"\xEF\xBB"),
        marked(b"\xEF\xBB\xBF\xEF\xBB\xBF"),
        cut.to_vec(),
        malformed,
        Vec::new(),
    ];
    let hints = [
        Hints::new(),
        Hints::new().charset(name),
        Hints::new().user_override(encoding),
        Hints::new().default_encoding(encoding),
        Hints::new().charset(name).prescan_bytes(0),
        Hints::new().prescan_bytes(10_000),
        Hints::new().local_file(true),
        Hints::new().distrust(true),
    ];
    pages.iter().try_for_each(|page| hints.iter().try_for_each(|hints| check(page, hints)))?;
    // The texts come through where the encoding has them.
    let html = Sanitizer::new().sanitize_bytes(&pages[0], &Hints::new().user_override(encoding));
    match html.contains(text) || name == "replacement" {
        true => Ok(()),
        false => Err(format!("{html:?} lacks {text:?}")),
    }
}

fn check(bytes: &[u8], hints: &Hints) -> Result<(), String> {
    let sanitizer = Sanitizer::new();
    let options = SanitizeOptions::new().max_removals(usize::MAX);
    let parsed = parse_document(bytes, &hints.clone().ignore_late_meta(true));
    let expected = options.sanitize(&sanitizer, "div", parsed.source());
    let actual = options.sanitize_bytes(&sanitizer, "div", bytes, hints);
    match actual == expected {
        true => Ok(()),
        false => Err(format!("{} and {} of {bytes:?}", expected.html(), actual.html())),
    }
}
