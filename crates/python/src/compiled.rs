//! Compiled selectors and expressions, found again by their texts.

use std::collections::HashMap;
use std::num::NonZeroUsize;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use consomme::Selector;
use consomme::select::{Extractor, SelectorOptions};
use consomme_xpath::{Value, XPath, XPathOptions};
use lru::LruCache;
use pyo3::prelude::*;
use pyo3::sync::MutexExt;

use crate::fault::Fault;
use crate::guard::guarded;

/// How many compiled texts of each kind are kept: more than a program writes down.
const CAPACITY: NonZeroUsize = NonZeroUsize::new(512).expect("not zero");
/// Longer texts are compiled each time, so that the cache stays small.
const MAX_LENGTH: usize = 4096;

/// The last texts that were compiled.
struct Cache<T>(Mutex<LruCache<Box<str>, Arc<T>>>);

impl<T> Cache<T> {
    fn new() -> Cache<T> {
        Cache(Mutex::new(LruCache::new(CAPACITY)))
    }

    /// Returns the compiled text, from the cache if it is there.
    fn get(
        &self,
        py: Python<'_>,
        text: &str,
        compile: impl FnOnce(&str) -> Result<T, Fault>,
    ) -> Result<Arc<T>, Fault> {
        let lock = || self.0.lock_py_attached(py).unwrap_or_else(PoisonError::into_inner);
        if let Some(found) = lock().get(text) {
            return Ok(Arc::clone(found));
        }
        let compiled = Arc::new(guarded(|| compile(text))??);
        if text.len() <= MAX_LENGTH {
            lock().put(text.into(), Arc::clone(&compiled));
        }
        Ok(compiled)
    }
}

/// The selectors of Python know jQuery's and jsoup's extensions, such as `:contains(text)`.
fn selector_options() -> SelectorOptions {
    SelectorOptions::new().extensions(true)
}

/// Compiles a CSS selector.
pub(crate) fn selector(py: Python<'_>, text: &str) -> Result<Arc<Selector>, Fault> {
    static CACHE: LazyLock<Cache<Selector>> = LazyLock::new(Cache::new);
    CACHE.get(py, text, |text| Ok(selector_options().parse(text)?))
}

/// Compiles a CSS selector with `::text` and `::attr(name)`.
pub(crate) fn extractor(py: Python<'_>, text: &str) -> Result<Arc<Extractor>, Fault> {
    static CACHE: LazyLock<Cache<Extractor>> = LazyLock::new(Cache::new);
    CACHE.get(py, text, |text| Ok(selector_options().parse_extractor(text)?))
}

/// Compiles an XPath expression. Expressions with prefixes of the caller are compiled each time.
pub(crate) fn xpath(
    py: Python<'_>,
    text: &str,
    any_namespace: bool,
    namespaces: Option<&HashMap<String, String>>,
) -> Result<Arc<XPath>, Fault> {
    static CACHE: LazyLock<Cache<XPath>> = LazyLock::new(Cache::new);
    static ANY: LazyLock<Cache<XPath>> = LazyLock::new(Cache::new);
    let compile = |text: &str| {
        let mut options = xpath_options().any_namespace(any_namespace);
        for (prefix, url) in namespaces.into_iter().flatten() {
            options = options.namespace(prefix, url);
        }
        Ok(options.parse(text)?)
    };
    match namespaces {
        Some(_) => Ok(Arc::new(guarded(|| compile(text))??)),
        None if any_namespace => ANY.get(py, text, compile),
        None => CACHE.get(py, text, compile),
    }
}

/// Returns options with the function `has-class` of Parsel: whether the context node has all classes
/// of its arguments.
fn xpath_options() -> XPathOptions {
    XPathOptions::new().function("has-class", |context, arguments| {
        if arguments.is_empty() {
            return Err("has-class takes one argument or more".to_owned());
        }
        let element = context.item().as_element();
        let has = |class: &Value<'_>| {
            element.is_some_and(|element| element.has_class(class.to_text().trim()))
        };
        Ok(Value::Boolean(arguments.iter().all(has)))
    })
}
