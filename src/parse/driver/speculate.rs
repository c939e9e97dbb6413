//! Speculative parsing of a driver's unparsed text.

use crate::parse::Speculation;
use crate::tree_sink::TreeSink;

use super::Driver;

/// Reading ahead.
impl<S: TreeSink> Driver<S> {
    /// Returns the fetches of the text that is not [parsed](Driver::unparsed) yet, if the script
    /// that runs or is pending does nothing. See [`Speculation`].
    ///
    /// The speculation is independent: the parse is not affected by it, and may go on meanwhile. It
    /// copies the text so far, and reads the rest once. When more input comes while the parser
    /// waits, [`Speculation::feed_str`] adds it to the speculation as well; or a new one is made,
    /// and told the findings of the last one with [`Speculation::after`].
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
}
