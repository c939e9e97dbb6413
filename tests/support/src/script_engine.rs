//! A script engine that knows the few statements of the shared suites' scripted cases:
//!
//! ```text
//! document.write("…" + '…');
//! document.getElementById("…").id = "…";
//! document.getElementsByTagName("…")[2].setAttribute("…", "…");
//! ```
//!
//! It drives a parse: whenever the parser pauses at a script, the engine runs it, and the scripts
//! in the text that it writes. A script ends at the first statement that the engine does not know.

use std::vec;

use consomme::driver::{DocumentBuilder, Driver, Step};
use consomme::{Document, NodeId};

/// One statement of a script.
#[derive(Debug, PartialEq, Eq)]
enum Statement {
    /// Writes a text to the input.
    Write(String),
    /// Sets an attribute of an element.
    SetAttribute { element: Query, name: String, value: String },
}

/// Names an element of a document.
#[derive(Debug, PartialEq, Eq)]
enum Query {
    /// The first element with this `id`.
    Id(String),
    /// The element with this name and index among the elements of the name.
    TagName(String, usize),
}

/// Parses to the end of the input, and runs the scripts. `feed` feeds the next piece of the
/// network's input, or closes it.
///
/// # Errors
///
/// If a script or the parser does something that the engine does not expect.
pub fn run(
    driver: &mut Driver<DocumentBuilder>,
    mut feed: impl FnMut(&mut Driver<DocumentBuilder>),
) -> Result<(), String> {
    // The rest of each running script, the innermost last: a stack instead of recursion.
    let mut running: Vec<vec::IntoIter<Statement>> = Vec::new();
    let mut step = driver.step();
    loop {
        match step {
            Step::Finished => return Ok(()),
            Step::Script(script) => running.push(statements(&source(driver, script.element))),
            Step::NeedsInput if running.is_empty() => feed(driver),
            Step::NeedsInput => {}
            Step::EncodingDeclared(declared) => {
                if !driver.switch_encoding() {
                    return Err(format!("{declared:?} needs a restart"));
                }
            }
            step => return Err(format!("{step:?} without a script that blocks")),
        }
        if driver.nesting_level() != running.len() {
            return Err(format!("level {} of {} scripts", driver.nesting_level(), running.len()));
        }
        step = match running.last_mut().map(Iterator::next) {
            None => driver.step(),
            Some(None) => {
                running.pop();
                driver.end_script()
            }
            Some(Some(Statement::Write(text))) => {
                driver.write(&text).map_err(|error| error.to_string())?
            }
            Some(Some(Statement::SetAttribute { element, name, value })) => {
                let mut document = driver.document();
                if let Some(element) = find(&document, &element) {
                    let set = document.set_attr(element, &name, &value);
                    set.map_err(|error| error.to_string())?;
                }
                Step::NeedsInput
            }
        }
    }
}

/// Returns the text of a script element.
fn source(driver: &mut Driver<DocumentBuilder>, script: NodeId) -> String {
    driver.document().get(script).map(|script| script.text_content()).unwrap_or_default()
}

/// Returns the element that a script means.
fn find(document: &Document, query: &Query) -> Option<NodeId> {
    let mut elements = document.descendant_elements();
    let found = match query {
        Query::Id(id) => elements.find(|element| element.id_attr() == Some(id)),
        Query::TagName(name, index) => {
            elements.filter(|element| element.name() == name).nth(*index)
        }
    };
    found.map(|element| element.id())
}

/// Returns the statements of a script up to the first that the engine does not know.
fn statements(script: &str) -> vec::IntoIter<Statement> {
    let mut script = Source(script);
    let mut statements = Vec::new();
    while let Some(statement) = script.statement() {
        statements.push(statement);
        while script.token(";").is_some() {}
    }
    statements.into_iter()
}

/// The rest of a script. Each method takes the construct of its name, or returns `None`.
struct Source<'a>(&'a str);

impl Source<'_> {
    fn statement(&mut self) -> Option<Statement> {
        self.token("document")?;
        self.token(".")?;
        if self.token("write").is_some() {
            let [text] = self.arguments()?;
            return Some(Statement::Write(text));
        }
        if self.token("getElementById").is_some() {
            let [id] = self.arguments()?;
            self.token(".")?;
            self.token("id")?;
            self.token("=")?;
            let value = self.text()?;
            return Some(Statement::SetAttribute {
                element: Query::Id(id),
                name: "id".to_owned(),
                value,
            });
        }
        self.token("getElementsByTagName")?;
        let [name] = self.arguments()?;
        self.token("[")?;
        let index = self.number()?;
        self.token("]")?;
        self.token(".")?;
        self.token("setAttribute")?;
        let element = Query::TagName(name, index);
        let [name, value] = self.arguments()?;
        Some(Statement::SetAttribute { element, name, value })
    }

    /// `N` texts in parentheses.
    fn arguments<const N: usize>(&mut self) -> Option<[String; N]> {
        self.token("(")?;
        let mut texts = Vec::new();
        for index in 0..N {
            if index > 0 {
                self.token(",")?;
            }
            texts.push(self.text()?);
        }
        self.token(")")?;
        texts.try_into().ok()
    }

    /// Strings joined by `+`.
    fn text(&mut self) -> Option<String> {
        let mut text = self.string()?;
        while self.token("+").is_some() {
            text.push_str(&self.string()?);
        }
        Some(text)
    }

    /// A string in single or double quotes. A backslash stands for the character after it, except
    /// in `\n` and `\r`.
    fn string(&mut self) -> Option<String> {
        let quote = ["\"", "'"].into_iter().find(|quote| self.token(quote).is_some())?;
        let mut text = String::new();
        let mut characters = self.0.chars();
        loop {
            match characters.next()? {
                '\\' => text.push(match characters.next()? {
                    'n' => '\n',
                    'r' => '\r',
                    other => other,
                }),
                end if quote.starts_with(end) => break,
                other => text.push(other),
            }
        }
        self.0 = characters.as_str();
        Some(text)
    }

    fn number(&mut self) -> Option<usize> {
        let digits = self.0.find(|c: char| !c.is_ascii_digit())?;
        let number = self.0[..digits].parse().ok()?;
        self.0 = &self.0[digits..];
        Some(number)
    }

    /// These characters, after any whitespace.
    fn token(&mut self, token: &str) -> Option<()> {
        self.0 = self.0.trim_start().strip_prefix(token)?;
        Some(())
    }
}
