//! Speculative parsing of a driver's unparsed text.

use crate::parse::Speculation;
use crate::steps;
use crate::tree_sink::TreeSink;

use super::Driver;

/// Reading ahead.
impl<S: TreeSink> Driver<S> {
    /// Returns the fetches of the text that is not [parsed](Driver::unparsed) yet, if the script
    /// that runs or is pending does nothing. See [`Speculation`].
    ///
    /// The speculation is independent: the parse is not affected by it, and may go on meanwhile. It
    /// copies the text so far, and reads the rest once. When more input comes while the parser
    /// waits, [`feed_to_both`](Driver::feed_to_both) gives its bytes to the speculation as well,
    /// and [`Speculation::feed_str`] its text; or a new one is made, and told the findings of the
    /// last one with [`Speculation::after`].
    ///
    /// ```
    /// use consomme::driver::{Driver, Step};
    /// use consomme::speculation::Speculated;
    /// use consomme::{Hints, ParseOptions};
    ///
    /// let mut driver = Driver::new(&ParseOptions::new().scripting(true), &Hints::new());
    /// driver.feed_str("<base href=/soups/><script src=slow.js></script><img src=borscht.png>");
    /// assert!(matches!(driver.step(), Step::Script(_)));
    /// // While `slow.js` is loaded:
    /// let Some(Speculated::Fetch(image)) = driver.speculate().next() else { panic!() };
    /// assert_eq!((&*image.url, image.base.as_deref()), ("borscht.png", Some("/soups/")));
    /// ```
    ///
    /// <https://html.spec.whatwg.org/#start-the-speculative-html-parser>
    pub fn speculate(&mut self) -> Speculation {
        self.abandon_lost_tree();
        self.network.decode_all(self.engine.builder.is_fragment());
        let mut speculation = Speculation::from_paused(&self.engine);
        for text in self.texts_to_come() {
            speculation.feed_str(text);
        }
        speculation
    }

    /// Adds bytes to the input, as [`feed`](Driver::feed) does, and the text that they are decoded
    /// to to a speculation that this driver has made while the parse is paused where it is now.
    ///
    /// ```
    /// use consomme::driver::{Driver, Step};
    /// use consomme::speculation::Speculated;
    /// use consomme::{Hints, ParseOptions};
    ///
    /// let hints = Hints::new().content_type("text/html; charset=shift_jis");
    /// let mut driver = Driver::new(&ParseOptions::new().scripting(true), &hints);
    /// driver.feed(b"<script src=slow.js></script><img src=\x83");
    /// driver.start_now();
    /// assert!(matches!(driver.step(), Step::Script(_)));
    /// let mut speculation = driver.speculate();
    /// assert!(speculation.next().is_none());
    /// driver.feed_to_both(b"X.png>", &mut speculation);
    /// let Some(Speculated::Fetch(image)) = speculation.next() else { panic!() };
    /// assert_eq!(image.url, "ス.png");
    /// ```
    ///
    /// The bytes must "also be pushed into the speculative HTML parser's input byte stream".
    ///
    /// <https://html.spec.whatwg.org/#speculative-html-parsing>
    pub fn feed_to_both(&mut self, bytes: &[u8], speculation: &mut Speculation) {
        let before = self.network.text.as_str().len();
        self.feed(bytes);
        self.network.decode_all(self.engine.builder.is_fragment());
        // A parse that has ended drops its input.
        let text = self.network.text.as_str().get(before..).unwrap_or_default();
        steps::count(text.len());
        speculation.feed_str(text);
    }
}
