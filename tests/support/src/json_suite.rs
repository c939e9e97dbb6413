//! The tokenizer suite's JSON files.

use serde_json::Value;

/// One case of a tokenizer file.
pub struct TokenizerCase {
    /// Line of its description, 1-based.
    pub line: usize,
    /// The name of the test in its file.
    pub description: String,
    /// The input as the JSON gives it, before the second round of unescaping: the name of the case.
    pub written: String,
    /// The input stream.
    pub input: String,
    /// The tokens, in the suite's form.
    pub output: Vec<Value>,
    /// The names of the states to start in.
    pub initial_states: Vec<String>,
    /// The name of the last start tag before the input.
    pub last_start_tag: Option<String>,
    /// The errors; `None` in the file of XML violations, which states tokens alone.
    pub errors: Option<Vec<SuiteError>>,
    /// Whether the tokens are to be coerced to an XML infoset.
    pub coerced: bool,
}

/// An error as the suite gives it: code, line, and column in UTF-16 code units, both 1-based.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SuiteError {
    pub code: String,
    pub line: u64,
    pub column: u64,
}

/// Reads every case of a file.
pub fn read(text: &str) -> Result<Vec<TokenizerCase>, String> {
    let file: Value = serde_json::from_str(text).map_err(|error| error.to_string())?;
    let (tests, coerced) = match (&file["tests"], &file["xmlViolationTests"]) {
        (Value::Array(tests), _) => (tests, false),
        (_, Value::Array(tests)) => (tests, true),
        _ => return Err("neither tests nor xmlViolationTests".to_owned()),
    };
    let lines = description_lines(text);
    if lines.len() != tests.len() {
        return Err(format!("{} descriptions in {} cases", lines.len(), tests.len()));
    }
    tests
        .iter()
        .zip(lines)
        .map(|(test, line)| {
            read_case(test, line, coerced).ok_or_else(|| format!("line {line}: not a case: {test}"))
        })
        .collect()
}

fn read_case(test: &Value, line: usize, coerced: bool) -> Option<TokenizerCase> {
    let double_escaped = test["doubleEscaped"].as_bool().unwrap_or(false);
    let written = test["input"].as_str()?.to_owned();
    let mut output = test["output"].as_array()?.clone();
    let mut input = written.clone();
    if double_escaped {
        input = unescape(&input);
        output.iter_mut().for_each(unescape_all);
    }
    let initial_states = match test["initialStates"].as_array() {
        Some(states) => {
            states.iter().map(|s| s.as_str().map(str::to_owned)).collect::<Option<_>>()?
        }
        None => vec!["Data state".to_owned()],
    };
    let errors = match test["errors"].as_array() {
        Some(errors) => errors.iter().map(read_error).collect::<Option<_>>()?,
        None => Vec::new(),
    };
    Some(TokenizerCase {
        line,
        description: test["description"].as_str()?.to_owned(),
        written,
        input,
        output,
        initial_states,
        last_start_tag: test["lastStartTag"].as_str().map(str::to_owned),
        errors: (!coerced).then_some(errors),
        coerced,
    })
}

fn read_error(error: &Value) -> Option<SuiteError> {
    Some(SuiteError {
        code: error["code"].as_str()?.to_owned(),
        line: error["line"].as_u64()?,
        column: error["col"].as_u64()?,
    })
}

/// The lines on which the cases' descriptions stand. Every case has one, and the word is nowhere
/// else.
fn description_lines(text: &str) -> Vec<usize> {
    text.lines()
        .zip(1..)
        .flat_map(|(line, number)| line.matches("\"description\"").map(move |_| number))
        .collect()
}

/// The second round of unescaping in every string of a token.
fn unescape_all(value: &mut Value) {
    match value {
        Value::String(text) => *text = unescape(text),
        Value::Array(values) => values.iter_mut().for_each(unescape_all),
        Value::Object(members) => {
            let old = std::mem::take(members);
            for (name, mut value) in old {
                unescape_all(&mut value);
                members.insert(unescape(&name), value);
            }
        }
        _ => {}
    }
}

/// Replaces each `\uHHHH` by its code point. A surrogate without its partner becomes U+FFFD: text
/// in UTF-8 cannot hold it, so the cases about lone surrogates are in the list of expected
/// failures.
fn unescape(text: &str) -> String {
    let mut units: Vec<u16> = Vec::new();
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let unit = rest
            .strip_prefix("\\u")
            .and_then(|after| after.get(..4))
            .and_then(|digits| u16::from_str_radix(digits, 16).ok());
        match unit {
            Some(unit) => {
                units.push(unit);
                rest = &rest[6..];
            }
            None => {
                units.extend_from_slice(c.encode_utf16(&mut [0; 2]));
                rest = &rest[c.len_utf8()..];
            }
        }
    }
    String::from_utf16_lossy(&units)
}
