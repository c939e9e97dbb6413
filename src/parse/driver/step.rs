//! The reports of a driver: why it returns control, and why it does not write.

use encoding_rs::Encoding;

/// Why a [`Driver`](crate::driver::Driver) returns control. `H` is the handle of a node.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Step<H> {
    /// All text is parsed. While no script runs, that is all input so far: feed the driver more, or
    /// end it. While a script runs, it is all text before the insertion point: the script may go
    /// on.
    NeedsInput,
    /// A script may run now. [`Driver::end_script`](crate::driver::Driver::end_script) continues
    /// after it, or the next [step](crate::driver::Driver::step).
    ///
    /// The standard first performs a microtask checkpoint if no other script runs, with the
    /// `script` element as the current node. Here the element has left the stack of open elements
    /// by then, which only a caller can see that asks for
    /// [them](crate::driver::Driver::open_elements).
    Script(PausedScript<H>),
    /// A `meta` element changes the encoding of the bytes. The caller decides what to do:
    /// [`switch_encoding`](crate::driver::Driver::switch_encoding),
    /// [`restart`](crate::driver::Driver::restart) or
    /// [`ignore_encoding`](crate::driver::Driver::ignore_encoding). Until then, nothing is parsed.
    EncodingDeclared(DeclaredEncoding),
    /// A script is pending that blocks the parser:
    /// [`Driver::unblock`](crate::driver::Driver::unblock) runs it, once the scripts that run have
    /// ended.
    Blocked,
    /// The end of the document or a limit was reached, or the parse was aborted.
    Finished,
}

/// A script that may run, because its end tag was parsed.
///
/// <https://html.spec.whatwg.org/#scriptEndTag>
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub struct PausedScript<H> {
    /// The `script` element. It has left the stack of open elements; the tree may have it where no
    /// script runs, in a `template` for example, which the caller has to find out.
    pub element: H,
    /// Whether it is an SVG element; otherwise it is an HTML element.
    pub is_svg: bool,
    /// The script nesting level while it runs: 1 for a script of the page, 2 for one that such a
    /// script has written, and so on.
    ///
    /// <https://html.spec.whatwg.org/#script-nesting-level>
    pub nesting_level: usize,
    /// The byte offset in the source after the end tag: the insertion point, before the script
    /// writes anything.
    pub position: usize,
}

/// A declaration that changes the encoding.
///
/// <https://html.spec.whatwg.org/#change-the-encoding>
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub struct DeclaredEncoding {
    /// The encoding that the document is decoded from so far.
    pub used: &'static Encoding,
    /// The encoding to decode it from instead.
    pub declared: &'static Encoding,
    /// Whether the bytes parsed so far mean the same text in both encodings, so that
    /// [`Driver::switch_encoding`](crate::driver::Driver::switch_encoding) is possible. Otherwise
    /// the document must be parsed again.
    pub can_switch: bool,
}

/// Why [`Driver::write`](crate::driver::Driver::write) writes nothing.
///
/// <https://html.spec.whatwg.org/#document-write-steps>
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum WriteError {
    /// No script runs, so the insertion point is undefined. In a browser, such a call replaces the
    /// document: start a [new driver](crate::driver::Driver::script_created) for that.
    #[error("no script of the parser runs: the insertion point is undefined")]
    NoInsertionPoint,
    /// No script runs, and [`Driver::ignore_destructive_writes`] is set: the call has no effect, as
    /// in a browser for a script that does not block the parser.
    ///
    /// [`Driver::ignore_destructive_writes`]: crate::driver::Driver::ignore_destructive_writes
    #[error("the write would replace the document, and destructive writes are ignored")]
    DestructiveWriteIgnored,
    /// The parse was aborted.
    #[error("the parse was aborted")]
    Aborted,
    /// The parse has ended.
    #[error("the parse has ended")]
    Finished,
}
