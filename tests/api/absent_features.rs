//! A call of a method whose feature is off does not compile, and the error names the feature. The
//! features of this test are not those of the program that it checks.

use std::fs;
use std::path::Path;
use std::process::Command;

/// Each call with the words that the one error of its line must have.
const CALLS: [(&str, &str); 11] = [
    ("page.select(\"p\").unwrap().count();", "the feature `selectors` of the crate `consomme`"),
    ("page.select_first(\"p\").unwrap();", "the feature `selectors` of the crate `consomme`"),
    ("page.root().select(\"p\").unwrap();", "the feature `selectors` of the crate `consomme`"),
    (
        "page.root().select_first(\"p\").unwrap();",
        "the feature `selectors` of the crate `consomme`",
    ),
    ("body.matches(\"p\").unwrap();", "the feature `selectors` of the crate `consomme`"),
    ("body.closest(\"p\").unwrap();", "the feature `selectors` of the crate `consomme`"),
    ("other.remove_selected(\"p\").unwrap();", "the feature `selectors` of the crate `consomme`"),
    (
        "let base = page.base_url(\"http://a/\").unwrap();",
        "the feature `url` of the crate `consomme`",
    ),
    ("body.abs_url(\"href\", &base).unwrap();", "the feature `url` of the crate `consomme`"),
    ("let hints = Hints::new().detect(true);", "the feature `detect` of the crate `consomme`"),
    ("hints.top_level_domain(\"ru\");", "the feature `detect` of the crate `consomme`"),
];

#[test]
fn a_method_of_a_feature_that_is_off_names_the_feature() {
    let consomme = env!("CARGO_MANIFEST_DIR");
    let package = Path::new(env!("CARGO_TARGET_TMPDIR")).join("absent_features");
    fs::create_dir_all(package.join("src")).unwrap();
    let manifest = format!(
        "[package]\nname = \"absent\"\nedition = \"2024\"\n[workspace]\n\
         [dependencies]\nconsomme = {{ path = {consomme:?} }}\n"
    );
    fs::write(package.join("Cargo.toml"), manifest).unwrap();
    // The versions that this test was built with need no network.
    fs::copy(Path::new(consomme).join("Cargo.lock"), package.join("Cargo.lock")).unwrap();
    let calls: String = CALLS.iter().map(|(call, _)| format!("{call}\n")).collect();
    let program = format!(
        "fn main() {{ use consomme::*; let mut other = parse_str(\"\"); let page = parse_str(\"\"); \
         let body = page.body().unwrap();\n{calls}}}\n"
    );
    fs::write(package.join("src/main.rs"), program).unwrap();

    let output = Command::new(env!("CARGO"))
        .args(["check", "--quiet", "--offline", "--message-format", "short", "--target-dir"])
        .arg(package.join("target"))
        .arg("--manifest-path")
        .arg(package.join("Cargo.toml"))
        .output()
        .unwrap();
    let output = String::from_utf8_lossy(&output.stderr);
    let errors: Vec<&str> = output.lines().filter(|line| line.contains(": error[")).collect();
    for (index, (call, words)) in CALLS.iter().enumerate() {
        let of_line: Vec<_> = errors
            .iter()
            .filter(|error| error.contains(&format!("main.rs:{}:", index + 2)))
            .collect();
        assert!(of_line.len() == 1 && of_line[0].contains(words), "{call}: {output}");
    }
    assert_eq!(errors.len(), CALLS.len(), "{output}");
}
