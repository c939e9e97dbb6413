//! Checks of `style` attributes whose properties and URLs were judged, independent of the
//! sanitizer's code.

/// The rules for the properties and URLs of a style.
#[derive(Clone, Copy, Debug)]
pub struct Kept<'a> {
    pub properties: &'a [&'a str],
    /// Whether a URL may stay; without a policy for URLs, all may.
    pub url: Option<fn(&str) -> bool>,
}

/// Checks a style: every declaration is of a listed property and whole, nothing in it ran a script
/// in any browser, and, where URLs are judged, it is in the few forms that are written then: no
/// escape outside strings, every URL a string in a function, and that string one that may stay.
///
/// # Errors
///
/// The first thing that must not be there.
pub fn check(css: &str, kept: Kept<'_>) -> Result<(), String> {
    if css.is_empty() {
        return Ok(());
    }
    for declaration in declarations(css, kept)? {
        let (name, value) = declaration.split_once(": ").ok_or("no declaration")?;
        if !kept.properties.contains(&name) || value.is_empty() {
            return Err(format!("a declaration of {name:?}"));
        }
        if ["behavior", "-ms-behavior", "-moz-binding"].contains(&name) {
            return Err(format!("{name} loads scripts"));
        }
    }
    Ok(())
}

/// Checks a style sheet: its rules are in conditions or have selectors in the scope, each of which
/// begins with it and goes on with no sibling of it, and their declarations are those that a style
/// may have.
///
/// # Errors
///
/// The first thing that must not be there.
pub fn check_sheet(css: &str, scope: &str, kept: Kept<'_>) -> Result<(), String> {
    if css.contains('<') {
        return Err("a tag or a comment".to_owned());
    }
    let mut rest = css;
    while !rest.trim_start_matches(['}', ' ']).is_empty() {
        rest = rest.trim_start_matches(['}', ' ']);
        let (prelude, block) = rest.split_once('{').ok_or("text after the rules")?;
        if prelude.starts_with("@media ") || prelude.starts_with("@supports ") {
            rest = block;
            continue;
        }
        // A comma in parentheses or strings begins no selector; the pieces have no others.
        let first = prelude.strip_prefix(scope).and_then(|it| it.strip_prefix(' '));
        let first = first.ok_or_else(|| format!("{prelude:?} is not in the scope"))?;
        let is_sibling = |selector: &str| selector.trim_start().starts_with(['+', '~', ',']);
        if is_sibling(first) {
            return Err(format!("{prelude:?} matches siblings of the scope"));
        }
        for selector in first.split(", ").skip(1) {
            let inner = selector.strip_prefix(scope).and_then(|it| it.strip_prefix(' '));
            if inner.is_none_or(is_sibling) {
                return Err(format!("{selector:?} is not in the scope"));
            }
        }
        let end = end_of_block(block).ok_or("a block is open")?;
        check(&block[..end], kept)?;
        rest = &block[end + 1..];
    }
    Ok(())
}

/// Returns where the brace is that ends a block: outside strings.
fn end_of_block(block: &str) -> Option<usize> {
    let mut quote = None;
    let mut is_escaped = false;
    block.char_indices().find_map(|(at, c)| {
        match (c, quote) {
            _ if is_escaped => is_escaped = false,
            ('\\', _) => is_escaped = true,
            (c, Some(open)) if c == open => quote = None,
            (_, Some(_)) => {}
            ('"' | '\'', None) => quote = Some(c),
            ('}', None) => return Some(at),
            _ => {}
        }
        None
    })
}

/// A function or a bracket that is not ended yet.
struct Open {
    end: char,
    name: String,
}

/// Returns the declarations; an error for what no style may have.
fn declarations<'a>(css: &'a str, kept: Kept<'_>) -> Result<Vec<&'a str>, String> {
    let mut declarations = Vec::new();
    let mut open: Vec<Open> = Vec::new();
    // The name before a parenthesis, without escapes and comments.
    let mut name = String::new();
    let mut start = 0;
    let mut rest = css.char_indices().peekable();
    while let Some((at, c)) = rest.next() {
        let is_strict = kept.url.is_some();
        if is_strict && matches!(c, '\\' | '\'' | '{' | '}' | '@') {
            return Err(format!("{c} outside a string"));
        }
        match c {
            '"' | '\'' => {
                let mut string = String::new();
                loop {
                    match rest.next().ok_or("a string is open")?.1 {
                        end if end == c => break,
                        // It ends there; in a function, that has no effect on the rest.
                        '\n' | '\r' | '\x0C' if open.is_empty() => {
                            return Err("a bad string".to_owned());
                        }
                        '\n' | '\r' | '\x0C' => break,
                        '\\' => match rest.peek() {
                            Some((_, '\n' | '\r' | '\x0C')) => drop(rest.next()),
                            _ => string.extend(escaped(&mut rest)?),
                        },
                        other => string.push(other),
                    }
                }
                let is_type = open.last().is_some_and(|open| open.name == "type");
                let takes_urls = open.iter().any(|open| takes_urls(&open.name));
                let is_kept = kept.url.is_none_or(|url| url(&string));
                if takes_urls && !is_type && !is_kept {
                    return Err(format!("{string} is fetched"));
                }
                name.clear();
            }
            // A token of its own, whose hyphens begin no name.
            '<' if css[at..].starts_with("<!--") => {
                rest.by_ref().take("!--".len()).for_each(drop);
                name.clear();
            }
            '/' if matches!(rest.peek(), Some((_, '*'))) => {
                let end = css[at + 2..].find("*/").ok_or("a comment is open")? + at + 4;
                while rest.peek().is_some_and(|(at, _)| *at < end) {
                    rest.next();
                }
            }
            '\\' => name.extend(escaped(&mut rest)?),
            '(' => {
                let name = std::mem::take(&mut name);
                if name.ends_with("expression") {
                    return Err("an expression".to_owned());
                }
                let after = css[at + 1..].trim_start_matches([' ', '\n', '\t', '\r', '\x0C']);
                if name == "url" && !after.starts_with(['"', '\'']) {
                    if is_strict {
                        return Err("a URL that is no string".to_owned());
                    }
                    let is_whole = skip_url(&mut rest)?;
                    if !is_whole && open.is_empty() {
                        return Err("a bad URL".to_owned());
                    }
                } else {
                    open.push(Open { end: ')', name });
                }
            }
            '[' | '{' => {
                let end = if c == '[' { ']' } else { '}' };
                open.push(Open { end, name: String::new() });
                name.clear();
            }
            ')' | ']' | '}' => {
                match open.last() {
                    Some(last) if last.end == c => drop(open.pop()),
                    // A token without effect.
                    Some(_) if !is_strict => {}
                    _ => return Err(format!("{c} ends nothing")),
                }
                name.clear();
            }
            ';' if open.is_empty() => {
                declarations.push(css[start..at].trim());
                start = at + 1;
                name.clear();
            }
            _ if c.is_ascii_alphanumeric() || matches!(c, '-' | '_') || !c.is_ascii() => {
                name.push(c.to_ascii_lowercase());
            }
            _ => name.clear(),
        }
    }
    declarations.push(css[start..].trim());
    if open.is_empty() { Ok(declarations) } else { Err("a function is open".to_owned()) }
}

fn takes_urls(function: &str) -> bool {
    ["url", "src", "image", "image-set", "-webkit-image-set"].contains(&function)
}

type Characters<'a> = std::iter::Peekable<std::str::CharIndices<'a>>;

/// Returns the character that an escape stands for.
fn escaped(rest: &mut Characters<'_>) -> Result<Option<char>, String> {
    let mut digits = String::new();
    while digits.len() < 6 {
        match rest.next_if(|(_, c)| c.is_ascii_hexdigit()) {
            Some((_, digit)) => digits.push(digit),
            None => break,
        }
    }
    if digits.is_empty() {
        let (_, c) = rest.next().ok_or("an escape is open")?;
        return Ok(Some(c.to_ascii_lowercase()));
    }
    rest.next_if(|(_, c)| c.is_ascii_whitespace());
    let number = u32::from_str_radix(&digits, 16).map_err(|error| error.to_string())?;
    Ok(char::from_u32(number).map(|c| c.to_ascii_lowercase()))
}

/// Skips the rest of a URL without quotes; returns whether it is a good one.
fn skip_url(rest: &mut Characters<'_>) -> Result<bool, String> {
    let mut is_good = true;
    loop {
        match rest.next().ok_or("a URL is open")?.1 {
            ')' => return Ok(is_good),
            '"' | '\'' | '(' => is_good = false,
            '\\' => drop(escaped(rest)?),
            _ => {}
        }
    }
}
