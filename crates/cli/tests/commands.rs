//! Runs the commands in `tests/commands/NAME.md` and in the guide page "In the shell", and compares
//! their output and exit codes. `TRYCMD=overwrite cargo test -p consomme-cli --test commands`
//! writes the actual output into the files. Check the difference before you commit it.

use std::fs;
use std::path::Path;

#[test]
fn commands_print_what_their_sessions_show() {
    trycmd::TestCases::new().case("tests/commands/*.md");
}

#[test]
fn every_command_has_a_session() {
    let mut sessions = String::new();
    for file in fs::read_dir("tests/commands").unwrap() {
        sessions += &fs::read_to_string(file.unwrap().path()).unwrap();
    }
    for file in fs::read_dir("src/commands").unwrap() {
        let path = file.unwrap().path();
        let name = path.file_stem().unwrap().to_str().unwrap().to_owned();
        assert!(name == "mod" || sessions.contains(&format!("$ consomme {name}")), "{name}");
    }
}

#[test]
fn the_tasks_of_the_guide_run() {
    // A session runs in the folder of its name, which the guide does not have.
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("guide");
    let _ = fs::remove_dir_all(&folder);
    let pages = folder.join("shell.in");
    fs::create_dir_all(pages.join("shop")).unwrap();
    for name in ["menu.html", "cards.toml", "crawl.warc", "shop/pot.html", "shop/lid.html"] {
        fs::copy(Path::new("tests/pages").join(name), pages.join(name)).unwrap();
    }
    let guide = fs::read_to_string("../../src/guide/shell.md").unwrap();
    assert!(guide.matches("$ consomme").count() >= 10, "ten tasks");
    fs::write(folder.join("shell.md"), guide).unwrap();
    trycmd::TestCases::new().case(folder.join("shell.md"));
}
