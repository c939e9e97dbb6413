//! The cases of `data/*.txt`: a line is an expression and its value, between them ` => `.
//!
//! The values of `data/recommendation_*.txt` follow from the sentences of the recommendation that
//! stand above them, and from nothing else: they were computed by a transcription of these
//! sentences. The other files were written for the evaluator, for HTML and for bugs.
//!
//! Lines that start with `#` are comments. Lines that start with `!` are for the cases below them:
//!
//! | line | what it does |
//! |---|---|
//! | `!document NAME` | parses the file of that name in `data/documents`; the context node is its root |
//! | `!fragment HTML` | parses a fragment in the context `div`; the context node is its root |
//! | `!context EXPRESSION` | makes the first node of the expression, from the root, the context node |
//! | `!variable NAME EXPRESSION` | sets a variable to the value of the expression, from the root |
//! | `!any-namespace` | names without a prefix stand for elements of any namespace |
//!
//! Values are written so:
//!
//! | value | meaning |
//! |---|---|
//! | `true`, `false` | a boolean |
//! | `"text"` | a string, with the escapes of Rust |
//! | `1.5`, `-0`, `NaN`, `Infinity` | a number |
//! | `[a @href=x 'text']` | nodes in document order: elements by `id` or name, attributes, texts |
//! | `[/ <!--a--> <?b c?> xmlns:xml]` | a root, comment, processing instruction and namespace |
//! | `error 3..5 KIND` | an error at these bytes, with the name of its kind |

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use consomme::{Document, NodeKind};
use consomme_xpath::{Evaluator, Item, Value, XPathOptions};
use libtest_mimic::{Arguments, Failed, Trial};

/// How many cases there are at least, and how many in the files that quote the recommendation.
const MIN_CASES: usize = 5_400;
const MIN_QUOTED_CASES: usize = 2_700;

/// The context and the variables of a case.
#[derive(Clone, Default)]
struct Setting {
    document: Option<Arc<Document>>,
    context: Option<String>,
    variables: Vec<(String, String)>,
    any_namespace: bool,
}

fn main() {
    let arguments = Arguments::from_args();
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data");
    let mut files: Vec<PathBuf> =
        fs::read_dir(&data).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|file| file.extension().is_some_and(|extension| extension == "txt"));
    files.sort();
    let mut trials = Vec::new();
    for file in &files {
        add_file(&data, file, &mut trials);
    }
    let is_quoted = |trial: &&Trial| trial.name().starts_with("recommendation_");
    let (count, quoted) = (trials.len(), trials.iter().filter(is_quoted).count());
    trials.push(Trial::test("no case is lost", move || {
        match count >= MIN_CASES && quoted >= MIN_QUOTED_CASES {
            true => Ok(()),
            false => Err(format!("there are {count}, {quoted} of them quoted").into()),
        }
    }));
    libtest_mimic::run(&arguments, trials).exit();
}

/// Adds the cases of a file.
fn add_file(data: &Path, file: &Path, trials: &mut Vec<Trial>) {
    let text = fs::read_to_string(file).unwrap();
    let name = file.file_stem().unwrap().to_str().unwrap();
    let mut setting = Setting::default();
    for (index, line) in text.lines().enumerate() {
        let place = format!("{name}.txt:{}", index + 1);
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        if let Some(command) = line.strip_prefix('!') {
            change(&mut setting, data, command, &place);
            continue;
        }
        let (expression, expected) =
            line.rsplit_once(" => ").unwrap_or_else(|| panic!("{place}: no value"));
        let (expression, expected) = (unescaped(expression), expected.to_owned());
        let setting = setting.clone();
        trials.push(Trial::test(format!("{place} {}", expression.escape_debug()), move || {
            check(&setting, &expression, &expected)
        }));
    }
}

/// Returns the expression of a line, in which `\n` and `\t` are newlines and tabs.
fn unescaped(expression: &str) -> String {
    expression.replace("\\n", "\n").replace("\\t", "\t")
}

/// Carries out a line that starts with `!`.
fn change(setting: &mut Setting, data: &Path, command: &str, place: &str) {
    let (command, rest) = command.split_once(' ').unwrap_or((command, ""));
    match command {
        "document" => {
            let html = fs::read_to_string(data.join("documents").join(rest)).unwrap();
            let document = Some(Arc::new(consomme::parse_str(html)));
            *setting = Setting { document, ..Setting::default() };
        }
        "fragment" => {
            let document = Some(Arc::new(consomme::parse_fragment("div", rest.to_owned())));
            *setting = Setting { document, ..Setting::default() };
        }
        "context" => setting.context = Some(rest.to_owned()),
        "variable" => {
            let (name, value) = rest.split_once(' ').unwrap();
            setting.variables.push((name.to_owned(), value.to_owned()));
        }
        "any-namespace" => setting.any_namespace = true,
        _ => panic!("{place}: no command is `{command}`"),
    }
}

fn check(setting: &Setting, expression: &str, expected: &str) -> Result<(), Failed> {
    let document = setting.document.as_deref().expect("a document comes first");
    let found = value(setting, document, expression);
    if found == expected { Ok(()) } else { Err(format!("{expected} expected, is {found}").into()) }
}

/// Returns the value of an expression as cases write it.
fn value(setting: &Setting, document: &Document, expression: &str) -> String {
    let options = XPathOptions::new().any_namespace(setting.any_namespace);
    let evaluate = |expression: &str| {
        let path = options.parse(expression).expect("contexts and variables are correct");
        path.evaluate(document).expect("contexts and variables are correct")
    };
    let mut evaluator = Evaluator::new();
    for (name, expression) in &setting.variables {
        evaluator = evaluator.variable(name, evaluate(expression));
    }
    let context = match &setting.context {
        Some(expression) => evaluate(expression).into_nodes().unwrap().first().unwrap(),
        None => Item::from(document),
    };
    let value = options.parse(expression).and_then(|path| evaluator.evaluate(&path, context));
    match value {
        Ok(Value::Boolean(boolean)) => boolean.to_string(),
        Ok(Value::String(text)) => format!("{text:?}"),
        Ok(Value::Number(number)) if number.is_infinite() => {
            if number > 0.0 { "Infinity" } else { "-Infinity" }.to_owned()
        }
        Ok(Value::Number(number)) => number.to_string(),
        Ok(Value::Nodes(nodes)) => {
            format!("[{}]", nodes.iter().map(label).collect::<Vec<_>>().join(" "))
        }
        Ok(_) => unreachable!("there are four types"),
        Err(error) => {
            let kind = format!("{:?}", error.kind());
            let kind = kind.split(['(', ' ']).next().unwrap_or_default();
            format!("error {}..{} {kind}", error.range().start, error.range().end)
        }
    }
}

fn label(item: Item<'_>) -> String {
    let node = match item {
        Item::Node(node) => node,
        Item::Attribute(attribute) => {
            return format!("@{}={}", attribute.attr().qualified_name(), attribute.value());
        }
        Item::Namespace(namespace) if namespace.prefix().is_empty() => return "xmlns".to_owned(),
        Item::Namespace(namespace) => return format!("xmlns:{}", namespace.prefix()),
        _ => unreachable!("there are three kinds"),
    };
    match node.kind() {
        NodeKind::Element(element) => element.id_attr().unwrap_or(element.name()).to_owned(),
        NodeKind::Text(text) => format!("'{}'", text.escape_debug()),
        NodeKind::Comment(data) => format!("<!--{data}-->"),
        NodeKind::ProcessingInstruction(instruction) => {
            format!("<?{} {}?>", instruction.target(), instruction.data())
        }
        NodeKind::Document | NodeKind::DocumentFragment => "/".to_owned(),
        _ => unreachable!("a doctype is no node of XPath"),
    }
}
