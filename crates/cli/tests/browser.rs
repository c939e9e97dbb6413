//! `consomme report`, opened and clicked through in Chromium. `CONSOMME_CHROMIUM` names the program;
//! without one, the test is left out.

use std::fs;
use std::path::Path;
use std::process::Command;

/// Follows each link, folds and unfolds each element, and writes what it finds into the page.
const CLICKS: &str = include_str!("clicks.js");

const PAGE: &str = "<!DOCTYPE html><meta charset=utf-8><title>Soups</title>\
    <script src=https://soups.example/a.js></script><link rel=stylesheet href=a.css>\
    <img src=https://soups.example/a.png onerror=alert(1)><iframe src=a></iframe>\
    <table>stray<tr><td>x</table><p><b>y</p>z</i>&nosuch;<template><td>t</template>\
    </pre><style>*{background:url(https://soups.example/b.png)}</style>";

fn chromium() -> Option<String> {
    let name = std::env::var("CONSOMME_CHROMIUM").unwrap_or("chromium".to_owned());
    let found = Command::new(&name).arg("--version").output();
    found.is_ok_and(|output| output.status.success()).then_some(name)
}

#[test]
fn a_report_is_opened_and_clicked_through() {
    let Some(chromium) = chromium() else {
        eprintln!("left out: no Chromium, whose name is in CONSOMME_CHROMIUM");
        return;
    };
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("browser");
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    let page = folder.join("page.html");
    fs::write(&page, PAGE).unwrap();
    let program = env!("CARGO_BIN_EXE_consomme");
    let output = Command::new(program).arg("report").arg(&page).output().unwrap();
    assert!(output.status.success());
    let html = String::from_utf8(output.stdout).unwrap();
    // Nothing but this script runs.
    let policy = "default-src 'none';";
    assert_eq!(html.matches(policy).count(), 1);
    let html = html.replace(policy, "default-src 'none'; script-src 'nonce-clicks';");
    let report = folder.join("report.html");
    fs::write(&report, html + &format!("<script nonce=clicks>{CLICKS}</script>")).unwrap();
    let output = Command::new(chromium)
        .args(["--headless", "--no-sandbox", "--disable-gpu", "--disable-background-networking"])
        .args(["--host-resolver-rules=MAP * ~NOTFOUND", "--virtual-time-budget=60000"])
        .arg(format!("--user-data-dir={}", folder.join("profile").display()))
        .args(["--window-size=1400,1000", "--dump-dom"])
        .arg(format!("file://{}", report.display()))
        .output()
        .unwrap();
    let dom = consomme::parse_str(String::from_utf8_lossy(&output.stdout).into_owned());
    let clicked = dom.body().and_then(|body| body.attr("data-clicked")).unwrap_or_else(|| {
        panic!("the script has not run: {}", String::from_utf8_lossy(&output.stderr))
    });
    let links = dom.select("a[href]").unwrap().count();
    let folds = dom.select("details").unwrap().count();
    assert!(links > 20 && folds > 5, "{links} links, {folds} elements");
    let expected =
        format!(r#"{{"links":{links},"folds":{folds},"said":[],"loaded":[],"overflow":false}}"#);
    assert_eq!(clicked, expected);
}
