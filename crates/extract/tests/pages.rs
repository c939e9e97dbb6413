//! The F1 of the words on annotated pages: those of `shared/extraction` beside the repository, or
//! of the folder `CONSOMME_EXTRACTION`. Every fourth page is read, all with `EXTRACTION_PAGES=all`.
//!
//! The constants are fitted on these pages, so the figures are better than on others. The test
//! finds changes that make them worse; `fit/fit.py` says how good they are on other pages.

use std::collections::HashMap;
use std::fs::{self, File};
use std::io::Read;
use std::path::{Path, PathBuf};

use consomme_extract::consomme::{Hints, parse_document};
use consomme_extract::extract;
use flate2::read::MultiGzDecoder;
use serde_json::Value;

/// The least mean of the F1, of each kind of page and of all.
const FLOORS: [(&str, f64); 8] = [
    ("all", 0.86),
    ("article", 0.94),
    ("collection", 0.74),
    ("documentation", 0.94),
    ("forum", 0.80),
    ("listing", 0.74),
    ("product", 0.68),
    ("service", 0.86),
];

#[test]
fn the_content_of_annotated_pages_is_found() {
    let folder = std::env::var_os("CONSOMME_EXTRACTION")
        .map_or_else(|| "../shared/extraction".into(), PathBuf::from);
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    let repository = package.ancestors().nth(2).unwrap_or(package);
    let folder = repository.join(folder).join("wcxb");
    if !folder.is_dir() {
        eprintln!("left out: there is no {}: set CONSOMME_EXTRACTION", folder.display());
        return;
    }
    let step =
        if std::env::var("EXTRACTION_PAGES").is_ok_and(|pages| pages == "all") { 1 } else { 4 };
    let truth = String::from_utf8(unpacked(&folder.join("truth.jsonl.gz"))).expect("it is UTF-8");
    let mut of_kind: HashMap<String, Vec<f64>> = HashMap::new();
    for line in truth.lines().step_by(step) {
        let page: Value = serde_json::from_str(line).expect("it is JSON");
        let text = |name: &str| page[name].as_str().unwrap_or("").to_owned();
        let html = unpacked(&folder.join("html").join(text("id") + ".html.gz"));
        let document = parse_document(html, &Hints::new());
        let result = f1(&extract(&document).text(), &text("main_content"));
        of_kind.entry(text("type")).or_default().push(result);
        of_kind.entry("all".to_owned()).or_default().push(result);
    }
    for (kind, floor) in FLOORS {
        let results = &of_kind[kind];
        let mean = results.iter().sum::<f64>() / results.len() as f64;
        println!("{kind}: {mean:.3} of {} pages", results.len());
        assert!(mean >= floor, "{kind}: {mean:.3} is less than {floor}");
    }
}

fn unpacked(path: &Path) -> Vec<u8> {
    let mut bytes = Vec::new();
    let file = File::open(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    MultiGzDecoder::new(file).read_to_end(&mut bytes).expect("it is whole");
    assert!(fs::metadata(path).is_ok_and(|found| found.len() > 0));
    bytes
}

/// Returns the F1 of the multisets of words.
fn f1(found: &str, wanted: &str) -> f64 {
    let (found, wanted) = (words(found), words(wanted));
    let [found_count, wanted_count] = [&found, &wanted].map(|words| words.values().sum::<usize>());
    if found_count == 0 || wanted_count == 0 {
        return f64::from(u8::from(found_count == wanted_count));
    }
    let both =
        found.iter().map(|(word, count)| (*count).min(wanted.get(word).copied().unwrap_or(0)));
    2.0 * both.sum::<usize>() as f64 / (found_count + wanted_count) as f64
}

fn words(text: &str) -> HashMap<String, usize> {
    let mut words = HashMap::new();
    let text = text.to_lowercase();
    for word in
        text.split(|c: char| !c.is_alphanumeric() && c != '_').filter(|word| !word.is_empty())
    {
        *words.entry(word.to_owned()).or_default() += 1;
    }
    words
}
