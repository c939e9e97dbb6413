//! Evaluates a call of a core function.

use std::borrow::Cow;

use crate::error::XPathError;
use crate::evaluate::{Evaluation, Focus, Operand};
use crate::expression::ExpressionId;
use crate::number;

use super::{Function, strings};

impl<'e, 'a> Evaluation<'e, 'a> {
    /// Evaluates a call. The parser has counted the arguments.
    pub(crate) fn call(
        &mut self,
        function: Function,
        arguments: &[ExpressionId],
        focus: Focus<'a>,
    ) -> Result<Operand<'e, 'a>, XPathError> {
        let text = |text: &'static str| Operand::Text(Cow::Borrowed(text));
        Ok(match (function, arguments) {
            _ if function.is_test() => Operand::Boolean(self.test(function, arguments, focus)?),
            (Function::Position, _) => Operand::Number(focus.position as f64),
            (Function::Last, _) => Operand::Number(focus.size as f64),

            (Function::Number, []) => {
                Operand::Number(number::parse(&self.string_value(focus.entry)?))
            }
            (Function::Number, [argument]) => Operand::Number(self.number(*argument, focus)?),
            (Function::Ceiling, [argument]) => {
                Operand::Number(self.number(*argument, focus)?.ceil())
            }
            (Function::Floor, [argument]) => {
                Operand::Number(self.number(*argument, focus)?.floor())
            }
            (Function::Round, [argument]) => {
                Operand::Number(number::round(self.number(*argument, focus)?))
            }
            (Function::Count, [nodes]) => {
                Operand::Number(self.nodes(*nodes, focus)?.entries.len() as f64)
            }
            (Function::Sum, [nodes]) => Operand::Number(self.sum(*nodes, focus)?),
            (Function::StringLength, _) => {
                let text = self.text_or_own(arguments, focus)?;
                Operand::Number(text.chars().count() as f64)
            }

            (Function::Id, [argument]) => Operand::Nodes(self.elements_by_id(*argument, focus)?),

            (Function::LocalName, _) => match self.first_or_own(arguments, focus)? {
                Some(entry) => Operand::Text(Cow::Borrowed(entry.local_name())),
                None => text(""),
            },
            (Function::Name, _) => match self.first_or_own(arguments, focus)? {
                Some(entry) => Operand::Text(entry.name()),
                None => text(""),
            },
            (Function::NamespaceUri, _) => {
                text(self.first_or_own(arguments, focus)?.map_or("", |entry| entry.namespace_uri()))
            }
            (Function::String, _) => Operand::Text(self.text_or_own(arguments, focus)?),
            (Function::NormalizeSpace, _) => {
                Operand::Text(strings::normalize_space(self.text_or_own(arguments, focus)?))
            }
            (Function::Concat, _) => Operand::Text(Cow::Owned(self.concat(arguments, focus)?)),
            (Function::SubstringBefore, [whole, part]) => {
                let (whole, part) = self.two_texts(*whole, *part, focus)?;
                Operand::Text(strings::before(whole, &part))
            }
            (Function::SubstringAfter, [whole, part]) => {
                let (whole, part) = self.two_texts(*whole, *part, focus)?;
                Operand::Text(strings::after(whole, &part))
            }
            (Function::Substring, [whole, bounds @ ..]) => {
                let whole = self.text(*whole, focus)?;
                let mut numbers = [1.0, f64::INFINITY];
                for (number, bound) in numbers.iter_mut().zip(bounds) {
                    *number = self.number(*bound, focus)?;
                }
                let length = (bounds.len() == 2).then_some(numbers[1]);
                self.count_bytes(whole.len())?;
                Operand::Text(strings::substring(whole, numbers[0], length))
            }
            (Function::Translate, [whole, from, to]) => {
                let whole = self.text(*whole, focus)?;
                let (from, to) = self.two_texts(*from, *to, focus)?;
                self.count_bytes(whole.len())?;
                Operand::Text(strings::translate(whole, &from, &to))
            }
            _ => {
                debug_assert!(false, "the parser has counted the arguments");
                text("")
            }
        })
    }

    /// Evaluates a call of a function whose value is a boolean.
    pub(crate) fn test(
        &mut self,
        function: Function,
        arguments: &[ExpressionId],
        focus: Focus<'a>,
    ) -> Result<bool, XPathError> {
        match (function, arguments) {
            (Function::True, _) => Ok(true),
            (Function::False, _) => Ok(false),
            (Function::Boolean, [argument]) => self.boolean(*argument, focus),
            (Function::Not, [argument]) => Ok(!self.boolean(*argument, focus)?),
            (Function::Lang, [language]) => self.lang(*language, focus),
            (Function::Contains, [whole, part]) => {
                let (whole, part) = self.two_texts(*whole, *part, focus)?;
                Ok(whole.contains(&*part))
            }
            (Function::StartsWith, [whole, start]) => {
                let (whole, start) = self.two_texts(*whole, *start, focus)?;
                Ok(whole.starts_with(&*start))
            }
            _ => {
                debug_assert!(false, "the function is a test, and the parser has counted");
                Ok(false)
            }
        }
    }

    /// Evaluates two strings.
    fn two_texts(
        &mut self,
        first: ExpressionId,
        second: ExpressionId,
        focus: Focus<'a>,
    ) -> Result<(Cow<'e, str>, Cow<'e, str>), XPathError> {
        let first = self.text(first, focus)?;
        let second = self.text(second, focus)?;
        self.count_bytes(first.len() + second.len())?;
        Ok((first, second))
    }

    /// Evaluates an optional string, by default the string-value of the context node.
    fn text_or_own(
        &mut self,
        arguments: &[ExpressionId],
        focus: Focus<'a>,
    ) -> Result<Cow<'e, str>, XPathError> {
        let text = match arguments.first() {
            Some(argument) => self.text(*argument, focus)?,
            None => self.string_value(focus.entry)?,
        };
        self.count_bytes(text.len())?;
        Ok(text)
    }

    fn concat(
        &mut self,
        arguments: &[ExpressionId],
        focus: Focus<'a>,
    ) -> Result<String, XPathError> {
        let mut whole = String::new();
        for argument in arguments {
            let text = self.text(*argument, focus)?;
            self.count_bytes(text.len())?;
            whole.push_str(&text);
        }
        Ok(whole)
    }
}
