//! Reads a page up to where all fields are certain.

use std::io::{self, ErrorKind, Read};

use consomme::driver::{DocumentBuilder, Driver, Step};
use consomme::encoding_rs::Encoding;
use consomme::{Document, NodeId};

use crate::extract::{Extracted, Slot};
use crate::field::{Kind, Take};
use crate::options::PageOptions;
use crate::schema::Schema;
use crate::selector::Decided;
use crate::settled::Settled;

/// After how many bytes the fields are looked for first. Each later look comes after twice as many,
/// so that all looks together take no more than two walks over the tree so far.
const FIRST_LOOK: usize = 4 * 1024;

/// After how many bytes a page is long: an encoding that is not declared stays, where that is
/// trusted, and a page without a match goes on as a stream.
pub(crate) const LONG: usize = 1 << 20;

/// How many bytes are read at once.
pub(crate) const PIECE: usize = 16 * 1024;

/// The values of a page that was read, and how far it was.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct ReadPage {
    /// The values.
    pub extracted: Extracted,
    /// How many bytes were read.
    pub bytes: u64,
    /// Whether reading stopped because all fields were certain.
    pub ended_early: bool,
}

impl Schema {
    /// Reads a page and finds its fields. If the schema [can](Self::ends_early) end early, reading
    /// stops where no later byte can change a value: a page of megabytes whose head has all fields
    /// costs its first kilobytes.
    ///
    /// The values equal those of [`extract`](Self::extract) in the tree of the whole page, always,
    /// with one exception: a second `html` or `body` start tag later in the page adds its
    /// attributes to the first one, and selectors that ask for these attributes do not see them if
    /// reading stops before.
    ///
    /// Memory is that of the tree so far. A look at the tree comes after 4 KiB, and after
    /// twice as much each time. Values are not certain, so that reading goes on, as long as an
    /// element around them or before them is open that moves others: a table, a `select`, or one of
    /// the elements that format (`a`, `b`, `i` and others). The encoding has to be certain as well:
    /// by a byte order mark, a `meta` element that was parsed, or a [hint](PageOptions::hints) that
    /// nothing overrules; otherwise a later `meta` element may still change all text.
    ///
    /// ```
    /// use consomme_schema::{PageOptions, Schema};
    ///
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// let schema = Schema::builder().text("title", "title").build()?;
    /// let page = "<meta charset=utf-8><title>Soups</title>".to_owned() + &"<p>Leek".repeat(1 << 20);
    /// let read = schema.read(page.as_bytes(), &PageOptions::new())?;
    /// assert!(read.ended_early && read.bytes < 10_000);
    /// assert_eq!(read.extracted.record().get("title").unwrap().as_text(), Some("Soups"));
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    ///
    /// Any error of the reader but [`Interrupted`](ErrorKind::Interrupted), after which reading
    /// continues.
    pub fn read(&self, reader: impl Read, options: &PageOptions) -> io::Result<ReadPage> {
        let mut page = Page::new(self, options);
        let stop = self.read_to_stop(&mut page, reader, options)?;
        Ok(page.finish(self, options, stop == Stop::Certain))
    }

    /// Reads a page up to where reading can stop.
    pub(crate) fn read_to_stop(
        &self,
        page: &mut Page,
        mut reader: impl Read,
        options: &PageOptions,
    ) -> io::Result<Stop> {
        let mut buffer = vec![0; PIECE];
        loop {
            let wanted = page.wanted().min(PIECE);
            match reader.read(&mut buffer[..wanted]) {
                Ok(0) => return Ok(Stop::End),
                Ok(length) => page.feed(&buffer[..length]),
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
            if !page.is_at_look() {
                continue;
            }
            match page.look(self, options) {
                Look::Certain => return Ok(Stop::Certain),
                Look::NoMatch if page.is_long() && page.kept.is_some() => return Ok(Stop::Long),
                // A match has the page read as a tree.
                _ if page.is_long() => page.kept = None,
                _ => {}
            }
        }
    }
}

/// Why reading a page has stopped.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Stop {
    /// No later byte can change a value.
    Certain,
    /// The reader has ended.
    End,
    /// The page is long, a field has no match so far, and the bytes are kept.
    Long,
}

/// The state of the fields at a look.
enum Look {
    /// No later byte can change a value.
    Certain,
    /// A field has no match.
    NoMatch,
    /// A later byte may change a value.
    Open,
}

/// A page while it is read.
pub(crate) struct Page {
    driver: Driver<DocumentBuilder>,
    bytes: usize,
    /// After how many bytes to look; `None` if only the whole page decides.
    next_look: Option<usize>,
    trusts_ascii: bool,
    /// Whether all of the page so far is ASCII.
    is_ascii: bool,
    /// After how many bytes the page is long.
    long: usize,
    /// All bytes, as long as the page may go on as a stream.
    kept: Option<Vec<u8>>,
}

impl Page {
    pub(crate) fn new(schema: &Schema, options: &PageOptions) -> Page {
        let can_end = !schema.fields.is_empty() && schema.ends_early().is_ok();
        let mut driver = Driver::new(options.get_parse(), options.get_hints());
        driver.pause_at_scripts(false);
        Page {
            driver,
            bytes: 0,
            next_look: can_end.then(|| options.get_look_every().unwrap_or(FIRST_LOOK)),
            trusts_ascii: false,
            is_ascii: true,
            long: options.get_stream_after().unwrap_or(LONG),
            kept: None,
        }
    }

    /// Trusts an encoding that is not declared if the page is ASCII so far, or is long.
    pub(crate) fn trust_ascii(mut self) -> Page {
        self.trusts_ascii = true;
        self
    }

    /// Keeps the bytes, and stops where the page is long and a field has no match.
    pub(crate) fn keep_for_stream(mut self) -> Page {
        self.kept = Some(Vec::new());
        self
    }

    /// Returns the bytes that are kept, and their encoding, which is certain.
    pub(crate) fn into_kept(self) -> (Vec<u8>, Option<&'static Encoding>) {
        (self.kept.unwrap_or_default(), self.driver.encoding())
    }

    /// Returns how many bytes to read before the next look.
    fn wanted(&self) -> usize {
        self.next_look.map_or(PIECE, |look| look - self.bytes)
    }

    fn feed(&mut self, bytes: &[u8]) {
        self.bytes += bytes.len();
        self.is_ascii &= bytes.is_ascii();
        if let Some(kept) = &mut self.kept {
            kept.extend_from_slice(bytes);
        }
        self.driver.feed(bytes);
        self.parse();
    }

    /// Parses all input so far, and changes the encoding as a whole parse does.
    fn parse(&mut self) {
        loop {
            match self.driver.step() {
                Step::EncodingDeclared(_) if self.driver.switch_encoding() => {}
                Step::EncodingDeclared(_) => self.driver.restart_document(),
                Step::NeedsInput | Step::Finished => return,
                // Scripts do not run.
                _ => {}
            }
        }
    }

    fn is_at_look(&self) -> bool {
        self.next_look.is_some_and(|look| self.bytes >= look)
    }

    fn is_long(&self) -> bool {
        self.bytes >= self.long
    }

    fn may_change_encoding(&self) -> bool {
        let is_trusted = self.trusts_ascii && (self.is_ascii || self.bytes >= LONG);
        self.driver.can_change_encoding() && !is_trusted
    }

    /// Looks for the fields.
    fn look(&mut self, schema: &Schema, options: &PageOptions) -> Look {
        let step = options.get_look_every().unwrap_or(self.bytes);
        self.next_look = self.next_look.map(|look| look + step);
        let open: Vec<NodeId> = self.driver.open_elements().collect();
        if self.may_change_encoding() {
            return Look::Open;
        }
        if open.is_empty() {
            return Look::NoMatch;
        }
        let document = self.driver.document();
        let slots = schema.find(document.root());
        if slots.iter().any(|slot| slot.taken.is_empty()) {
            return Look::NoMatch;
        }
        let settled = Settled::new(&document, &open);
        let is_certain = schema.are_settled(&slots, &settled)
            && schema.are_urls_settled(&slots, &document, &settled, options);
        if is_certain { Look::Certain } else { Look::Open }
    }

    pub(crate) fn finish(
        mut self,
        schema: &Schema,
        options: &PageOptions,
        ended_early: bool,
    ) -> ReadPage {
        if !ended_early {
            self.driver.end();
            self.parse();
        }
        let document = self.driver.finish_document();
        let extracted = schema.extract_with(&document, options);
        ReadPage { extracted, bytes: self.bytes as u64, ended_early }
    }
}

impl Schema {
    /// Whether the elements that were compared for each field stay as they are.
    fn are_settled(&self, slots: &[Slot<'_>], settled: &Settled<'_>) -> bool {
        let mut fields = self.fields.iter().zip(slots);
        fields.all(|(field, slot)| {
            let is_first = field.take == Take::First;
            is_first
                && slot.seen.iter().all(|(element, decided)| match decided {
                    Decided::AtStart if field.group.is_none() => settled.has_place(*element),
                    Decided::AtStart | Decided::AtEnd => settled.is_complete(*element),
                })
        })
    }

    /// Whether the URLs do not depend on a `base` element that may come later.
    fn are_urls_settled(
        &self,
        slots: &[Slot<'_>],
        document: &Document,
        settled: &Settled<'_>,
        options: &PageOptions,
    ) -> bool {
        if options.get_address().is_none() {
            return true;
        }
        let has_base = || {
            let mut all = document.select("base[href]").ok().into_iter().flatten();
            let base = all.find(|base| base.is_html("base"));
            base.is_some_and(|base| settled.has_place(base))
        };
        let is_absolute = |text: &str| {
            let text = text.trim_ascii();
            ["http://", "https://"].iter().any(|scheme| text.starts_with(scheme))
        };
        let mut fields = self.fields.iter().zip(slots);
        fields.all(|(field, slot)| match (&field.group, &field.kind) {
            (Some(group), _) => !group.has_urls() || has_base(),
            (None, Kind::Url) => {
                slot.taken.iter().all(|taken| is_absolute(&taken.text)) || has_base()
            }
            _ => true,
        })
    }

    // The recursion is that of the schema, which is limited.
    fn has_urls(&self) -> bool {
        self.fields.iter().any(|field| match &field.group {
            Some(group) => group.has_urls(),
            None => field.kind == Kind::Url,
        })
    }
}
