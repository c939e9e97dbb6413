//! Selectors: what each of a list of selectors finds, and where those are wrong that are.

use consomme::parse_str;

fn try_selectors(html: &str, selectors: &[&str]) -> Vec<String> {
    let page = parse_str(html);
    let mut report = Vec::new();
    for selector in selectors {
        report.push(match page.select(*selector) {
            Ok(found) => {
                let texts: Vec<_> = found.map(|element| element.inner_text()).collect();
                format!("{selector}: {}", texts.join(", "))
            }
            Err(error) => error.to_string(),
        });
    }
    report
}

#[test]
fn selectors_find_elements_or_say_what_is_wrong() {
    let html =
        "<ul><li id=a class=soup>Leek<li class=soup lang=ja>Miso<li><a href=/b>Bread</a></ul>";
    let selectors = [
        "#a",
        ".soup:not(#a)",
        "li:has(> a)",
        "li:nth-child(2 of .soup)",
        ":lang(ja)",
        "li:frist-child",
    ];
    let expected = [
        "#a: Leek",
        ".soup:not(#a): Miso",
        "li:has(> a): Bread",
        "li:nth-child(2 of .soup): Miso",
        ":lang(ja): Miso",
        "selector `li:frist-child`, byte 2: `:frist-child` is not known",
    ];
    assert_eq!(try_selectors(html, &selectors), expected);
}
