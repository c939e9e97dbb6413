//! Cases about configurations, modifiers and a few expressions.

use std::path::Path;

use consomme::{Document, ElementRef, NodeId, NodeRef};
use consomme_sanitizer::{
    Sanitizer, SanitizerAttribute, SanitizerConfig, SanitizerElement,
    SanitizerElementWithAttributes,
};
use consomme_test::suite::{Case, Run};
use serde_json::{Value, json};

use super::trees::{filtered, sanitizer};
use super::{configuration, is_undefined, rows};

/// Adds the rows of a file whose expectations are the values of expressions.
pub(crate) fn add_expressions(run: &mut Run, file: &str, path: &Path) {
    for (line, row) in rows(path) {
        let label = format!("{} (line {line})", row["name"].as_str().expect("a name"));
        let place = Case { file, line, input: &label, variants: &[] };
        let row = row.clone();
        run.add("expressions", &place, move || match row.get("call") {
            Some(call) => check_call(call.as_str().expect("an expression"), &row),
            None => check_markup(&row),
        });
    }
}

/// Checks an expression such as `new Sanitizer(config).get().comments`.
fn check_call(call: &str, row: &Value) -> Result<(), String> {
    let member = call.strip_prefix("new Sanitizer(config).get().").expect("a known expression");
    let sanitizer = constructed(configuration(row))?;
    let value = config_of(&sanitizer)[member].clone();
    match is_same(&value, &row["expected"]) {
        true => Ok(()),
        false => Err(format!("{member} is {value}, not {}", row["expected"])),
    }
}

/// Whether a value is the expected one, which may be `undefined`.
fn is_same(found: &Value, expected: &Value) -> bool {
    if is_undefined(expected) { found.is_null() } else { found == expected }
}

/// Checks the result of a method on an element.
fn check_markup(row: &Value) -> Result<(), String> {
    let method = row["method"].as_str().expect("a method");
    let sanitizer = match row["sanitizer"].as_str() {
        Some("object") => constructed(configuration(row))?,
        _ => sanitizer(method, configuration(row))?,
    };
    let context = row["context"].as_str().unwrap_or("div");
    let input = row["input"].as_str().expect("an input");
    let (document, element) = filtered(method, context, input, &sanitizer);
    for (expression, expected) in row["expected"].as_object().expect("expressions") {
        let value = evaluate(expression, &document, element);
        if value != *expected {
            return Err(format!("{expression} is {value}, not {expected}"));
        }
    }
    Ok(())
}

/// Returns the value of one of the expressions of the suite, read on an element.
fn evaluate(expression: &str, document: &Document, element: NodeId) -> Value {
    let node = document.node(element);
    let contents = || node.as_element().and_then(ElementRef::template_contents).expect("contents");
    let find = |names: &str| {
        let names: Vec<&str> = names.split(", ").collect();
        let mut elements = node.descendants().filter_map(NodeRef::as_element);
        elements.find(|element| names.contains(&element.name()))
    };
    if let Some(text) = argument(expression, "innerHTML.includes(\"") {
        return node.inner_html().contains(text).into();
    }
    if let Some(rest) = expression.strip_prefix("querySelector(\"") {
        let (names, rest) = rest.split_once("\")").expect("a call");
        let found = find(names);
        return match argument(rest, ".getAttribute(\"") {
            Some(name) => found.and_then(|found| found.attr(name)).into(),
            None => found.map(|found| found.name()).into(),
        };
    }
    let first = || contents().first_element_child().expect("an element");
    match expression {
        "innerHTML" => node.inner_html().into(),
        "content.firstElementChild.outerHTML" => first().outer_html().into(),
        "content.firstElementChild.innerHTML" => first().inner_html().into(),
        _ => panic!("the expression {expression} is not known"),
    }
}

/// Returns the argument of a call, if it is that call.
fn argument<'a>(expression: &'a str, call: &str) -> Option<&'a str> {
    expression.strip_prefix(call)?.strip_suffix("\")")
}

/// Adds the rows of a file whose expectations are about configurations.
pub(crate) fn add_configurations(run: &mut Run, file: &str, path: &Path) {
    for (line, row) in rows(path) {
        let label = row["name"].as_str().expect("a name").to_owned();
        let place = Case { file, line, input: &label, variants: &[] };
        let row = row.clone();
        run.add("configurations", &place, move || check_configuration(&row));
    }
}

fn check_configuration(row: &Value) -> Result<(), String> {
    let expected = &row["expected"];
    let constructed = constructed(configuration(row));
    if expected["throws"] == "TypeError" {
        return constructed.map_or(Ok(()), |_| Err("the configuration is valid".to_owned()));
    }
    let mut sanitizer = constructed?;
    check_state(&sanitizer, expected)?;
    for call in row["calls"].as_array().into_iter().flatten() {
        let returned = called(&mut sanitizer, call)?;
        let expected = &call["expected"];
        let context = |message: String| format!("after {call}: {message}");
        if let Some(returns) = expected.get("returns")
            && *returns != json!(returned)
        {
            return Err(context(format!("returned {returned}")));
        }
        check_state(&sanitizer, expected).map_err(context)?;
    }
    Ok(())
}

/// Calls a modifier.
fn called(sanitizer: &mut Sanitizer, call: &Value) -> Result<bool, String> {
    fn read<T: serde::de::DeserializeOwned>(value: &Value) -> Result<T, String> {
        serde_json::from_value(value.clone()).map_err(|error| error.to_string())
    }
    let argument = &call["args"][0];
    let target = || argument["target"].as_str().or(argument.as_str()).unwrap_or_default();
    // As `ToBoolean` of JavaScript; the only object in an argument stands for `undefined`.
    let truth = || match argument {
        Value::Null | Value::Object(_) => false,
        Value::Bool(value) => *value,
        Value::Number(number) => number.as_f64() != Some(0.0),
        Value::String(text) => !text.is_empty(),
        Value::Array(_) => true,
    };
    Ok(match call["call"].as_str().expect("a method") {
        "allowElement" => {
            sanitizer.allow_element(read::<SanitizerElementWithAttributes>(argument)?)
        }
        "removeElement" => sanitizer.remove_element(read::<SanitizerElement>(argument)?),
        "replaceElementWithChildren" => {
            sanitizer.replace_element_with_children(read::<SanitizerElement>(argument)?)
        }
        "allowAttribute" => sanitizer.allow_attribute(read::<SanitizerAttribute>(argument)?),
        "removeAttribute" => sanitizer.remove_attribute(read::<SanitizerAttribute>(argument)?),
        "allowProcessingInstruction" => sanitizer.allow_processing_instruction(target()),
        "removeProcessingInstruction" => sanitizer.remove_processing_instruction(target()),
        "setComments" => sanitizer.set_comments(truth()),
        "setDataAttributes" => sanitizer.set_data_attributes(truth()),
        "setJavascriptURLs" => sanitizer.set_javascript_urls(truth()),
        method => return Err(format!("there is no {method}")),
    })
}

/// Checks what `get()` gives.
fn check_state(sanitizer: &Sanitizer, expected: &Value) -> Result<(), String> {
    let config = config_of(sanitizer);
    for (path, value) in expected["get"].as_object().into_iter().flatten() {
        let found = at(&config, path);
        if !is_same(&found, value) {
            return Err(format!("{path} is {found}, not {value}"));
        }
    }
    for (member, exists) in expected["has"].as_object().into_iter().flatten() {
        if json!(!at(&config, member).is_null()) != *exists {
            return Err(format!("{member} in {config}"));
        }
    }
    for (member, value) in expected["config"].as_object().into_iter().flatten() {
        let found = config.get(member).cloned().unwrap_or_default();
        if !agrees(&found, &in_full(member, value)) {
            return Err(format!("{member} is {found}, not {value}"));
        }
    }
    Ok(())
}

/// Returns the value at a path such as `elements[0].name` or `elements.length`.
fn at(config: &Value, path: &str) -> Value {
    let mut value = config.clone();
    for part in path.split(['.', '[']) {
        value = match (part, part.trim_end_matches(']').parse::<usize>()) {
            ("length", _) => json!(value.as_array().map(Vec::len)),
            (_, Ok(index)) => value[index].clone(),
            (member, _) => value[member].clone(),
        };
    }
    value
}

/// Returns an expectation with each name as `get()` gives it.
fn in_full(member: &str, value: &Value) -> Value {
    let html = "http://www.w3.org/1999/xhtml";
    let item = |item: &Value| {
        let namespace =
            if member.to_lowercase().ends_with("elements") { json!(html) } else { json!(null) };
        let mut full = match item {
            Value::String(name) if member == "elements" => {
                json!({ "name": name, "removeAttributes": [] })
            }
            Value::String(name) => json!({ "name": name }),
            other => other.clone(),
        };
        if full.get("namespace").is_none() {
            full["namespace"] = namespace;
        }
        for list in ["attributes", "removeAttributes"] {
            if let Some(names) = full.get(list).filter(|names| names.is_array()) {
                full[list] = in_full(list, names);
            }
        }
        full
    };
    match value {
        Value::Array(items) => items.iter().map(item).collect(),
        other => other.clone(),
    }
}

/// Whether a value is as expected: for objects, the listed members.
fn agrees(found: &Value, expected: &Value) -> bool {
    match (found, expected) {
        (Value::Array(found), Value::Array(expected)) => {
            found.len() == expected.len()
                && found.iter().zip(expected).all(|(found, expected)| agrees(found, expected))
        }
        (Value::Object(found), Value::Object(expected)) => {
            expected.iter().all(|(member, value)| match found.get(member) {
                Some(found) => agrees(found, value),
                None => is_undefined(value),
            })
        }
        (found, expected) => found == expected,
    }
}

/// Returns `new Sanitizer(config)`.
fn constructed(config: Option<Value>) -> Result<Sanitizer, String> {
    let Some(config) = config else { return Ok(Sanitizer::new()) };
    let config: SanitizerConfig =
        serde_json::from_value(config).map_err(|error| error.to_string())?;
    Sanitizer::from_config(config).map_err(|error| error.to_string())
}

/// Returns `get()` as JSON.
fn config_of(sanitizer: &Sanitizer) -> Value {
    serde_json::to_value(sanitizer.config()).expect("a configuration")
}
