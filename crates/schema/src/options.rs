//! The options of a page: its address, its encoding, its parse.

use consomme::{Hints, ParseOptions};

/// The address of a page, hints for its encoding, and options of its parse.
#[derive(Clone, Debug, Default)]
#[must_use]
pub struct PageOptions {
    address: Option<String>,
    hints: Hints,
    parse: ParseOptions,
    look_every: Option<usize>,
    stream_after: Option<usize>,
}

impl PageOptions {
    /// Creates options without an address, with the default hints and parse.
    pub fn new() -> PageOptions {
        PageOptions::default()
    }

    /// Sets the URL that the page was fetched from. Fields that are URLs are resolved against it,
    /// and against the `base` element of the page.
    pub fn address(mut self, address: impl Into<String>) -> PageOptions {
        self.address = Some(address.into());
        self
    }

    /// Sets the hints for the encoding of bytes.
    pub fn hints(mut self, hints: Hints) -> PageOptions {
        self.hints = hints;
        self
    }

    /// Sets the options of the parse.
    pub fn parse(mut self, parse: ParseOptions) -> PageOptions {
        self.parse = parse;
        self
    }

    /// Looks for the fields each time this many bytes are read, for tests.
    #[doc(hidden)]
    pub fn look_every(mut self, bytes: usize) -> PageOptions {
        self.look_every = Some(bytes);
        self
    }

    /// Reads a page for its first text as a stream after this many bytes without a match, for tests.
    #[doc(hidden)]
    pub fn stream_after(mut self, bytes: usize) -> PageOptions {
        self.stream_after = Some(bytes);
        self
    }

    /// Returns after how many bytes a page goes on as a stream, if a test has set it.
    pub(crate) fn get_stream_after(&self) -> Option<usize> {
        self.stream_after
    }

    /// Returns after how many bytes to look for the fields, if a test has set it.
    pub(crate) fn get_look_every(&self) -> Option<usize> {
        self.look_every
    }

    /// Returns the address.
    pub fn get_address(&self) -> Option<&str> {
        self.address.as_deref()
    }

    /// Returns the hints.
    pub fn get_hints(&self) -> &Hints {
        &self.hints
    }

    /// Returns the options of the parse.
    pub fn get_parse(&self) -> &ParseOptions {
        &self.parse
    }
}
