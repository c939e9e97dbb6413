//! The state of the parser after an element: all that later content depends on.

use crate::dom::NodeIndex;
use crate::encoding::Hints;
use crate::parse::{Context, ParseOptions, PausingParse, Standing};

/// The state of a parser after a text, for comparison with the state after another text that has
/// the same start.
#[derive(PartialEq, Eq, Debug)]
pub(super) struct Footing {
    /// The stack of open elements.
    open: Vec<Holder>,
    /// The form element pointer and the list of active formatting elements.
    in_effect: Vec<Holder>,
    /// Whether there is a form element pointer: also one to an element around the context.
    has_form: bool,
    markers: usize,
    standing: Standing,
}

/// An element that the parser holds.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Holder {
    /// An element in the start that the texts share.
    Shared(NodeIndex),
    /// An element that comes later, and has this name.
    Own(String),
}

impl Footing {
    /// Returns the state after two texts, the first of which is shared.
    pub(super) fn after(
        options: &ParseOptions,
        context: Option<&Context<'_>>,
        shared: &str,
        own: &str,
    ) -> Footing {
        let mut parse = match context {
            Some(context) => PausingParse::of_fragment(options, context.clone(), ()),
            None => PausingParse::of_document(options, &Hints::new(), ()),
        };
        parse.feed_str(shared);
        parse.run();
        let count = parse.tree().nodes().len();
        parse.feed_str(own);
        parse.run();
        let holder = |id: NodeIndex| match parse.tree().element(id) {
            Some(element) if id.to_usize() >= count => {
                Holder::Own(parse.strings().name(element.name().local).to_owned())
            }
            _ => Holder::Shared(id),
        };
        Footing {
            open: parse.open_elements().map(holder).collect(),
            in_effect: parse.elements_in_effect().map(holder).collect(),
            has_form: parse.has_form(),
            markers: parse.markers(),
            standing: parse.standing(),
        }
    }

    /// Leaves out the open elements that are not shared: a tag that need not be in the texts closes
    /// them.
    pub(super) fn without_own(mut self) -> Footing {
        self.open.retain(|one| matches!(one, Holder::Shared(_)));
        self
    }
}
