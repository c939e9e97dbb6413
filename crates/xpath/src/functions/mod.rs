//! The core function library: its names, arguments and types.
//!
//! - `mod.rs`: [`Function`]
//! - `nodes.rs`: functions of nodes: `count()`, `id()`, `name()`, `lang()` and so on
//! - `strings.rs`: functions of strings
//! - `ids.rs`: finds elements by id
//! - `call.rs`: evaluates a call
//!
//! <https://www.w3.org/TR/1999/REC-xpath-19991116/#corelib>

mod call;
mod ids;
mod nodes;
mod strings;

use crate::expression::ResultType;

/// A function of the core library.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Function {
    Boolean,
    Ceiling,
    Concat,
    Contains,
    Count,
    False,
    Floor,
    Id,
    Lang,
    Last,
    LocalName,
    Name,
    NamespaceUri,
    NormalizeSpace,
    Not,
    Number,
    Position,
    Round,
    StartsWith,
    String,
    StringLength,
    Substring,
    SubstringAfter,
    SubstringBefore,
    Sum,
    Translate,
    True,
}

/// How a function is called.
pub(crate) struct Signature {
    pub(crate) name: &'static str,
    /// The least and the greatest number of arguments.
    pub(crate) arguments: (usize, Option<usize>),
    pub(crate) result: ResultType,
    /// Whether the first argument must be a set of nodes.
    pub(crate) takes_nodes: bool,
}

/// All functions, in the order of their names.
const ALL: [Function; 27] = [
    Function::Boolean,
    Function::Ceiling,
    Function::Concat,
    Function::Contains,
    Function::Count,
    Function::False,
    Function::Floor,
    Function::Id,
    Function::Lang,
    Function::Last,
    Function::LocalName,
    Function::Name,
    Function::NamespaceUri,
    Function::NormalizeSpace,
    Function::Not,
    Function::Number,
    Function::Position,
    Function::Round,
    Function::StartsWith,
    Function::String,
    Function::StringLength,
    Function::Substring,
    Function::SubstringAfter,
    Function::SubstringBefore,
    Function::Sum,
    Function::Translate,
    Function::True,
];

impl Function {
    /// Returns the function of that name.
    pub(crate) fn find(name: &str) -> Option<Function> {
        ALL.into_iter().find(|function| function.signature().name == name)
    }

    /// Returns whether a call with that many arguments depends on the context node, position or
    /// size. `id()` depends on the tree alone.
    pub(crate) fn takes_context(self, arguments: usize) -> bool {
        match self {
            Function::Lang | Function::Last | Function::Position => true,
            Function::True | Function::False => false,
            _ => arguments == 0,
        }
    }

    /// Returns whether the value is a boolean.
    pub(crate) fn is_test(self) -> bool {
        matches!(
            self,
            Function::Boolean
                | Function::Contains
                | Function::False
                | Function::Lang
                | Function::Not
                | Function::StartsWith
                | Function::True
        )
    }

    /// Returns how the function is called.
    pub(crate) fn signature(self) -> Signature {
        use ResultType::{Boolean, Nodes, Number, Text};

        let (name, (min, max), result) = match self {
            Function::Boolean => ("boolean", (1, 1), Boolean),
            Function::Ceiling => ("ceiling", (1, 1), Number),
            Function::Concat => ("concat", (2, usize::MAX), Text),
            Function::Contains => ("contains", (2, 2), Boolean),
            Function::Count => ("count", (1, 1), Number),
            Function::False => ("false", (0, 0), Boolean),
            Function::Floor => ("floor", (1, 1), Number),
            Function::Id => ("id", (1, 1), Nodes),
            Function::Lang => ("lang", (1, 1), Boolean),
            Function::Last => ("last", (0, 0), Number),
            Function::LocalName => ("local-name", (0, 1), Text),
            Function::Name => ("name", (0, 1), Text),
            Function::NamespaceUri => ("namespace-uri", (0, 1), Text),
            Function::NormalizeSpace => ("normalize-space", (0, 1), Text),
            Function::Not => ("not", (1, 1), Boolean),
            Function::Number => ("number", (0, 1), Number),
            Function::Position => ("position", (0, 0), Number),
            Function::Round => ("round", (1, 1), Number),
            Function::StartsWith => ("starts-with", (2, 2), Boolean),
            Function::String => ("string", (0, 1), Text),
            Function::StringLength => ("string-length", (0, 1), Number),
            Function::Substring => ("substring", (2, 3), Text),
            Function::SubstringAfter => ("substring-after", (2, 2), Text),
            Function::SubstringBefore => ("substring-before", (2, 2), Text),
            Function::Sum => ("sum", (1, 1), Number),
            Function::Translate => ("translate", (3, 3), Text),
            Function::True => ("true", (0, 0), Boolean),
        };
        let takes_nodes = matches!(
            self,
            Function::Count
                | Function::LocalName
                | Function::Name
                | Function::NamespaceUri
                | Function::Sum
        );
        let max = (max < usize::MAX).then_some(max);
        Signature { name, arguments: (min, max), result, takes_nodes }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_function_is_found_by_its_name() {
        for function in ALL {
            assert_eq!(Function::find(function.signature().name), Some(function));
            assert_eq!(function.is_test(), function.signature().result == ResultType::Boolean);
        }
        let names = ALL.map(|function| function.signature().name);
        assert!(names.is_sorted());
        assert_eq!(Function::find("Count"), None);
    }
}
