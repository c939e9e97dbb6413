//! The scripts of `tests/data/scripts`: calls of a driver, and their results.
//!
//! ```text
//! test a write is parsed before it returns
//! page <p>a<script></script>c
//! step => script 1
//! write <i>b</i> => input
//! body => <p>a<i>b</i></p>
//! finish => <p>a<i>b</i>c</p>
//! ```
//!
//! A line is an action, its argument, and ` => ` before its result if it has one. [`Script::run`]
//! has the actions. `page`, `start`, `script_created` and `fragment` begin with a new driver.
//!
//! - A step is `input` (it needs some), `script` or `svg script` with its nesting level, `blocked`,
//!   `finished`, or `declared A instead of B, can switch` (or `cannot`). A write may be an error.
//! - `body`, `finish` and `finish_now` are the HTML of the body, without its script elements.
//!   `finish` ends the input and all scripts; `finish_now` takes the document as it is.
//! - Arguments and results are trimmed, and may have Rust's escape sequences. `#` starts a comment.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::fs;

use consomme::driver::{Driver, Step};
use consomme::{Hints, NodeId, ParseOptions, encoding};
use consomme_test::rows::unescape;
use consomme_test::suite::own_data;

use super::{Documents, body, finish, options, without_scripts};

/// The actions. Each is in some script.
const ACTIONS: [&str; 44] = [
    "abort",
    "abort_at_first_error",
    "append",
    "append_text",
    "block",
    "body",
    "bytes",
    "detach",
    "encoding",
    "end",
    "end_script",
    "errors",
    "feed",
    "finish",
    "finish_html",
    "finish_now",
    "fragment",
    "html",
    "ignore_destructive_writes",
    "ignore_encoding",
    "level",
    "open",
    "padding",
    "page",
    "remove_attr",
    "restart_document",
    "script_created",
    "script_element",
    "set_attr",
    "set_text",
    "start",
    "start_now",
    "start_plain_text",
    "start_with_content_type",
    "start_with_default_encoding",
    "start_without_scripting",
    "state",
    "step",
    "switch_encoding",
    "texts",
    "title",
    "unblock",
    "unparsed",
    "write",
];

#[test]
fn each_script_has_its_results() {
    let (mut tests, mut drivers, mut failed) = (0, 0, String::new());
    let mut used = BTreeSet::new();
    for file in [
        "writes.txt",
        "nesting.txt",
        "blocking.txt",
        "script_created.txt",
        "ends.txt",
        "growing.txt",
        "encodings.txt",
    ] {
        let text = fs::read_to_string(own_data(&format!("scripts/{file}"))).unwrap();
        let mut script = Script::default();
        for (index, line) in text.lines().enumerate() {
            let line = line.trim();
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            if line.starts_with("test ") {
                tests += 1;
                script = Script::default();
                continue;
            }
            let (action, argument, expected) = parts(line);
            drivers += usize::from(script.driver.is_none());
            let result = script.run(&action, &argument);
            if result != expected {
                let place = format!("tests/data/scripts/{file}:{}", index + 1);
                writeln!(failed, "{place}: {result:?} instead of {expected:?}").unwrap();
            }
            used.insert(action);
        }
    }
    assert!(failed.is_empty(), "\n{failed}");
    let unused: Vec<_> = ACTIONS.iter().filter(|action| !used.contains(**action)).collect();
    assert!(unused.is_empty(), "no script has these actions: {unused:?}");
    assert!(tests >= 90 && drivers >= tests, "{tests} tests with {drivers} drivers were run");
}

/// Splits a line into the action, its argument and its result.
fn parts(line: &str) -> (String, String, Option<String>) {
    let line = format!("{line} ");
    let (call, result) = match line.split_once(" => ") {
        Some((call, result)) => (call, Some(unescape(result.trim()))),
        None => (line.trim_end(), None),
    };
    let (action, argument) = call.split_once(' ').unwrap_or((call, ""));
    (action.to_owned(), unescape(argument.trim()), result)
}

/// A script that runs.
#[derive(Default)]
struct Script {
    driver: Option<Documents>,
    /// The element of the last script that a step was.
    element: Option<NodeId>,
}

impl Script {
    fn start(&mut self, driver: Documents) {
        *self = Script { driver: Some(driver), element: None };
    }

    /// Runs an action. Returns its result, if it has one.
    fn run(&mut self, action: &str, argument: &str) -> Option<String> {
        match action {
            "page" => self.start(super::driver(argument)),
            "start" => self.start(Driver::new(&options(), &Hints::new())),
            "start_without_scripting" => {
                self.start(Driver::new(&ParseOptions::new(), &Hints::new()));
            }
            "start_with_content_type" => {
                self.start(Driver::new(&options(), &Hints::new().content_type(argument)));
            }
            "start_with_default_encoding" => {
                let encoding = encoding::for_label(argument).unwrap();
                self.start(Driver::new(&options(), &Hints::new().default_encoding(encoding)));
            }
            "script_created" => self.start(Driver::script_created(&options())),
            "fragment" => self.start(Driver::for_fragment(&options(), argument)),
            "finish" => return Some(finish(self.driver.take().expect("a driver"))),
            "finish_now" => {
                let document = self.driver.take().expect("a driver").finish_document();
                document.check_parsed().unwrap();
                return Some(without_scripts(document.body().unwrap().inner_html()));
            }
            "finish_html" => {
                let document = self.driver.take().expect("a driver").finish_document();
                document.check_parsed().unwrap();
                return Some(document.inner_html());
            }
            _ => return self.call(action, argument),
        }
        None
    }

    /// Calls the driver.
    fn call(&mut self, action: &str, argument: &str) -> Option<String> {
        let driver = self.driver.as_mut().expect("a driver");
        let step = match action {
            "step" => driver.step(),
            "end_script" => driver.end_script(),
            "unblock" => driver.unblock(),
            "write" => match driver.write(argument) {
                Ok(step) => step,
                Err(error) => return Some(format!("{error:?}")),
            },
            _ => return call(driver, self.element, action, argument),
        };
        if let Step::Script(script) = step {
            self.element = Some(script.element);
        }
        Some(name(step))
    }
}

/// Calls the driver, for no step. `script` is the last one that a step was.
fn call(
    driver: &mut Documents,
    script: Option<NodeId>,
    action: &str,
    argument: &str,
) -> Option<String> {
    match action {
        "feed" => driver.feed_str(argument),
        // Each character is a byte.
        "bytes" => driver.feed(&argument.chars().map(|c| c as u8).collect::<Vec<u8>>()),
        "padding" => {
            driver.feed(format!("<!--{}-->", "x".repeat(argument.parse().unwrap())).as_bytes());
        }
        "end" => driver.end(),
        "start_now" => driver.start_now(),
        "block" => driver.block(),
        "abort" => driver.abort(),
        "abort_at_first_error" => driver.abort_at_first_error(),
        "start_plain_text" => driver.start_plain_text(),
        "ignore_destructive_writes" => driver.ignore_destructive_writes(true),
        "ignore_encoding" => driver.ignore_encoding(),
        "restart_document" => driver.restart_document(),
        "set_attr" | "remove_attr" | "detach" | "append" | "append_text" | "set_text" => {
            edit(driver, action, argument);
        }
        _ => return Some(question(driver, script, action)),
    }
    None
}

/// Edits the first element with the name that the argument begins with.
fn edit(driver: &mut Documents, action: &str, argument: &str) {
    let (name, argument) = argument.split_once(' ').unwrap_or((argument, ""));
    let mut document = driver.document();
    let find = |name: &str| {
        let mut elements = document.descendant_elements();
        elements.find(|element| element.name() == name).expect("an element").id()
    };
    let id = find(name);
    match action {
        "set_attr" => {
            let (name, value) = argument.split_once(' ').expect("a name and a value");
            document.set_attr(id, name, value).unwrap();
        }
        "remove_attr" => assert!(document.remove_attr(id, argument).unwrap()),
        "detach" => document.detach(id).unwrap(),
        "append" => {
            let child = find(argument);
            document.append(id, child).unwrap();
        }
        "append_text" => {
            let text = document.create_text(argument).unwrap();
            document.append(id, text).unwrap();
        }
        // Changes the last child.
        "set_text" => {
            let text = document.node(id).last_child().expect("a text").id();
            document.set_text(text, argument).unwrap();
        }
        _ => panic!("no such edit: {action}"),
    }
}

fn question(driver: &mut Documents, script: Option<NodeId>, action: &str) -> String {
    match action {
        "body" => body(driver),
        "html" => driver.document().inner_html(),
        "texts" => {
            let document = driver.document();
            let children = document.body().expect("a body").children();
            children.filter_map(|node| node.as_text()).collect::<Vec<_>>().join(", ")
        }
        "title" => driver.document().title().unwrap_or_default(),
        "level" => driver.nesting_level().to_string(),
        "unparsed" => driver.unparsed().collect(),
        "script_element" => {
            let document = driver.document();
            document.element(script.expect("a script")).unwrap().outer_html()
        }
        "open" => {
            let ids: Vec<NodeId> = driver.open_elements().collect();
            let document = driver.document();
            let names = ids.iter().map(|&id| document.element(id).unwrap().name());
            names.collect::<Vec<_>>().join(" ")
        }
        "encoding" => driver.encoding().map_or("none", |encoding| encoding.name()).to_owned(),
        "errors" => {
            let codes = driver.errors().iter().map(|error| error.code().as_str());
            codes.collect::<Vec<_>>().join(", ")
        }
        "state" => match (driver.is_finished(), driver.is_aborted()) {
            (false, false) => "running",
            (true, false) => "finished",
            (true, true) => "aborted",
            (false, true) => "aborted, but not finished",
        }
        .to_owned(),
        "switch_encoding" => driver.switch_encoding().to_string(),
        _ => panic!("no such action: {action}"),
    }
}

fn name(step: Step<NodeId>) -> String {
    match step {
        Step::NeedsInput => "input".to_owned(),
        Step::Finished => "finished".to_owned(),
        Step::Blocked => "blocked".to_owned(),
        Step::Script(script) => {
            let svg = if script.is_svg { "svg " } else { "" };
            format!("{svg}script {}", script.nesting_level)
        }
        Step::EncodingDeclared(declared) => {
            let can = if declared.can_switch { "can" } else { "cannot" };
            let (declared, used) = (declared.declared.name(), declared.used.name());
            format!("declared {declared} instead of {used}, {can} switch")
        }
        step => format!("{step:?}"),
    }
}
