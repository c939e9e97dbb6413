//! URLs against the cases of Web Platform Tests, with the feature `url`: a URL in an `href`
//! resolved against a base, and the setters of the package that resolves them.

use std::path::Path;

use consomme::BaseUrl;
use consomme_test::suite::{Case, Run, Suites, WPT};
use serde_json::Value;
use url::{Url, quirks};

pub(crate) fn add(suites: &mut Suites) {
    let mut run = Run::new("tests/data/expected_failures.txt", "url/");
    for (name, path) in run.suite_files(&WPT, "url", &["json"]) {
        add_file(&mut run, &format!("url/{name}"), &path);
    }
    suites.add("url", run, || ());
}

fn add_file(run: &mut Run, file: &str, path: &Path) {
    match run.read_json(file, path) {
        Value::Array(cases) => {
            let cases = cases.into_iter().filter(Value::is_object);
            for (index, case) in cases.enumerate() {
                let input = format!("{} against {}", case["input"], case["base"]);
                let place = Case { file, line: index + 1, input: &input, variants: &[] };
                run.add(file, &place, move || resolves(&case));
            }
        }
        Value::Object(groups) => {
            let mut line = 0;
            for (attribute, cases) in groups {
                if attribute == "comment" {
                    continue;
                }
                for case in cases.as_array().into_iter().flatten() {
                    line += 1;
                    let (attribute, case) = (attribute.clone(), case.clone());
                    let input = format!("{attribute} = {} of {}", case["new_value"], case["href"]);
                    let place = Case { file, line, input: &input, variants: &[] };
                    run.add(file, &place, move || sets(&attribute, &case));
                }
            }
        }
        // A file that cannot be read has a trial that says so.
        Value::Null => {}
        _ => run.broken(file, "neither cases nor groups of cases".to_owned()),
    }
}

/// Resolves a URL against its base, or alone.
fn resolves(case: &Value) -> Result<(), String> {
    let input = case["input"].as_str().unwrap_or_default();
    let actual = match case["base"].as_str() {
        Some(base) => BaseUrl::new(base, None).and_then(|base| base.join(input)),
        None => BaseUrl::new(input, None).map(|url| url.as_str().to_owned()),
    };
    let expected = case["href"].as_str().filter(|_| case["failure"] != true);
    if actual.as_deref() == expected {
        return Ok(());
    }
    Err(format!("expected: {expected:?}\nactual:   {actual:?}"))
}

/// Sets one part of a URL, and compares the parts that the case lists.
fn sets(attribute: &str, case: &Value) -> Result<(), String> {
    let text = |key: &str| case[key].as_str().unwrap_or_default();
    let mut url = Url::parse(text("href")).map_err(|error| error.to_string())?;
    let value = text("new_value");
    // A setter that refuses its value leaves the URL as it is.
    match attribute {
        "href" => drop(quirks::set_href(&mut url, value)),
        "protocol" => drop(quirks::set_protocol(&mut url, value)),
        "username" => drop(quirks::set_username(&mut url, value)),
        "password" => drop(quirks::set_password(&mut url, value)),
        "host" => drop(quirks::set_host(&mut url, value)),
        "hostname" => drop(quirks::set_hostname(&mut url, value)),
        "port" => drop(quirks::set_port(&mut url, value)),
        "pathname" => quirks::set_pathname(&mut url, value),
        "search" => quirks::set_search(&mut url, value),
        "hash" => quirks::set_hash(&mut url, value),
        _ => return Err(format!("there is no setter for {attribute}")),
    }
    for (part, expected) in case["expected"].as_object().into_iter().flatten() {
        let actual = match &**part {
            "href" => quirks::href(&url),
            "protocol" => quirks::protocol(&url),
            "username" => quirks::username(&url),
            "password" => quirks::password(&url),
            "host" => quirks::host(&url),
            "hostname" => quirks::hostname(&url),
            "port" => quirks::port(&url),
            "pathname" => quirks::pathname(&url),
            "search" => quirks::search(&url),
            "hash" => quirks::hash(&url),
            _ => return Err(format!("there is no part {part}")),
        };
        if Some(actual) != expected.as_str() {
            return Err(format!("{part}\nexpected: {expected}\nactual:   {actual:?}"));
        }
    }
    Ok(())
}
