//! Numbers as people write them: `1,234.50 €`, `−3`, `1 234,50`.

use super::Value;

/// Reads the first number of a text. `decimal` is the decimal mark; the other one of `.` and `,`,
/// spaces and apostrophes between digits group them.
pub(super) fn parse(text: &str, decimal: char) -> Result<Value, String> {
    let first = text.find(|c: char| c.is_ascii_digit());
    let Some(first) = first else { return Err("no digit is in it".to_owned()) };
    let mut number = String::new();
    let (before, rest) = text.split_at(first);
    let starts_at_mark = before.ends_with(decimal);
    let sign = if starts_at_mark { &before[..before.len() - decimal.len_utf8()] } else { before };
    if sign.ends_with(['-', '\u{2212}']) && !is_joined(sign) {
        number.push('-');
    }
    if starts_at_mark {
        number.push_str("0.");
    }
    let mut has_mark = starts_at_mark;
    let (mut digits, mut group_mark) = (0, None);
    let mut characters = rest.chars().peekable();
    while let Some(character) = characters.next() {
        let next_is_digit = characters.peek().is_some_and(char::is_ascii_digit);
        if character.is_ascii_digit() {
            number.push(character);
            digits += 1;
        } else if character == decimal && !has_mark && next_is_digit {
            number.push('.');
            has_mark = true;
        } else if !has_mark
            && is_group_mark(character, decimal)
            && starts_with_group(characters.clone())
            // The first group has up to three digits, and a number has marks of one kind.
            && (group_mark == Some(character) || group_mark.is_none() && digits <= 3)
        {
            group_mark = Some(character);
        } else if matches!(character, '.' | ',') && character != decimal && next_is_digit {
            return Err(format!("after {number} comes another mark, so it is no number"));
        } else {
            break;
        }
    }
    number_of(&number)
}

/// Whether a sign at the end of a text joins two words or numbers: `10-20`.
fn is_joined(text: &str) -> bool {
    text.chars().rev().nth(1).is_some_and(char::is_alphanumeric)
}

/// Returns the value of digits with an optional sign and an optional point.
fn number_of(digits: &str) -> Result<Value, String> {
    if !digits.contains('.')
        && let Ok(integer) = digits.parse()
    {
        return Ok(Value::Integer(integer));
    }
    match digits.parse::<f64>() {
        Ok(number) if number.is_finite() => Ok(Value::Number(number)),
        _ => Err("it is too large for a number".to_owned()),
    }
}

fn is_group_mark(character: char, decimal: char) -> bool {
    let is_other_mark = matches!(character, '.' | ',') && character != decimal;
    is_other_mark || matches!(character, ' ' | '\u{a0}' | '\u{202f}' | '\u{2009}' | '\'' | '’')
}

/// Whether exactly three digits come next.
fn starts_with_group(characters: impl Iterator<Item = char>) -> bool {
    characters.take(4).take_while(char::is_ascii_digit).count() == 3
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_as_people_write_them() {
        let number = |text| parse(text, '.').unwrap();
        assert_eq!(number("1,234.50 €"), Value::Number(1234.5));
        assert_eq!(number("1 234 567 views"), Value::Integer(1_234_567));
        assert_eq!(number("from −3 °C"), Value::Integer(-3));
        assert_eq!(number("$ .5"), Value::Number(0.5));
        assert_eq!(number("4 5"), Value::Integer(4));
        assert_eq!(number("2026 115 pages"), Value::Integer(2026));
        assert_eq!(number("1,234 567 reviews"), Value::Integer(1234));
        for unclear in ["12,50 €", "1.234,50", "12345,678", "10 000,5"] {
            assert!(parse(unclear, '.').is_err(), "{unclear}");
        }
        assert_eq!(number("10-20"), Value::Integer(10));
        assert_eq!(number("page-20"), Value::Integer(20));
        assert_eq!(number("3."), Value::Integer(3));
        assert_eq!(number("1.2.3"), Value::Number(1.2));
        assert_eq!(number("99999999999999999999"), Value::Number(1e20));
    }

    #[test]
    fn the_decimal_mark_can_be_a_comma() {
        let number = |text| parse(text, ',').unwrap();
        assert_eq!(number("1.234,50 €"), Value::Number(1234.5));
        assert_eq!(number("4,5"), Value::Number(4.5));
    }

    #[test]
    fn a_text_without_a_number_is_an_error() {
        assert!(parse("sold out", '.').is_err());
        assert!(parse(&"9".repeat(400), '.').unwrap_err().contains("too large"));
    }
}
