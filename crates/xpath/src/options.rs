//! The options for compiling expressions.

use std::collections::HashMap;
use std::sync::Arc;

use crate::error::XPathError;
use crate::extension::{CallContext, Extension};
use crate::names;
use crate::parser;
use crate::value::Value;
use crate::xpath::XPath;

/// Options for compiling expressions: the namespaces of prefixes, functions of the caller, and the
/// elements that a name without a prefix stands for.
///
/// ```
/// use consomme_xpath::{Value, XPathExt, XPathOptions};
///
/// let options = XPathOptions::new().function("my:lower", |_, arguments| {
///     let [text] = arguments else { return Err("my:lower takes one argument".into()) };
///     Ok(Value::String(text.to_text().to_lowercase()))
/// });
/// let path = options.parse("//li[my:lower(.) = 'salt']")?;
/// let document = consomme::parse_fragment("ul", "<li>Bones<li>SALT");
/// assert_eq!(document.xpath_elements(&path)?[0].text_content(), "SALT");
/// # Ok::<(), consomme_xpath::XPathError>(())
/// ```
#[derive(Clone, Debug)]
pub struct XPathOptions {
    /// Prefixes with the URLs of their namespaces.
    pub(crate) namespaces: HashMap<String, String>,
    pub(crate) functions: Vec<Arc<Extension>>,
    pub(crate) any_namespace: bool,
    pub(crate) html_lang: bool,
}

impl XPathOptions {
    /// Returns the options that [`XPath::parse`] uses: the prefixes `html`, `svg`, `math`, `xlink`
    /// and `xml` stand for their namespaces.
    pub fn new() -> XPathOptions {
        let namespaces = [
            ("html", "http://www.w3.org/1999/xhtml"),
            ("math", "http://www.w3.org/1998/Math/MathML"),
            ("svg", "http://www.w3.org/2000/svg"),
            ("xlink", "http://www.w3.org/1999/xlink"),
            ("xml", "http://www.w3.org/XML/1998/namespace"),
        ];
        let namespaces = namespaces.map(|(prefix, url)| (prefix.to_owned(), url.to_owned()));
        XPathOptions {
            namespaces: namespaces.into(),
            functions: Vec::new(),
            any_namespace: false,
            html_lang: true,
        }
    }

    /// Sets the namespace that a prefix stands for, by its URL. Of two for one prefix, the later
    /// one counts.
    #[must_use]
    pub fn namespace(mut self, prefix: &str, url: &str) -> XPathOptions {
        self.namespaces.insert(prefix.to_owned(), url.to_owned());
        self
    }

    /// Sets whether a name without a prefix stands for elements of any namespace, as it does in
    /// libraries whose trees have no namespaces: `//svg` then finds elements. By default it stands
    /// for HTML elements only, as the standard says.
    ///
    /// ```
    /// use consomme_xpath::{XPath, XPathExt, XPathOptions};
    ///
    /// let document = consomme::parse_fragment("div", "<svg><path></svg>");
    /// assert!(document.xpath_elements(&XPath::parse("//path")?)?.is_empty());
    /// assert_eq!(document.xpath_elements(&XPath::parse("//svg:path")?)?.len(), 1);
    /// let any = XPathOptions::new().any_namespace(true);
    /// assert_eq!(document.xpath_elements(&any.parse("//path")?)?.len(), 1);
    /// # Ok::<(), consomme_xpath::XPathError>(())
    /// ```
    ///
    /// <https://html.spec.whatwg.org/#interactions-with-xpath-and-xslt>
    #[must_use]
    pub fn any_namespace(mut self, any: bool) -> XPathOptions {
        self.any_namespace = any;
        self
    }

    /// Sets whether `lang()` reads the attribute `lang` of HTML elements, too, as the language of an
    /// element is defined in HTML. It does so by default. The recommendation asks for `xml:lang`
    /// only, which the parser makes on SVG and MathML elements alone.
    ///
    /// ```
    /// use consomme_xpath::{XPath, XPathExt, XPathOptions};
    ///
    /// let document = consomme::parse_fragment("div", "<p lang=fr>Bouillon<svg xml:lang=de></svg>");
    /// assert_eq!(document.xpath_elements(&XPath::parse("//*[lang('fr')]")?)?.len(), 1);
    /// let by_the_letter = XPathOptions::new().html_lang(false);
    /// assert_eq!(document.xpath_elements(&by_the_letter.parse("//*[lang('fr')]")?)?.len(), 0);
    /// assert_eq!(document.xpath_elements(&by_the_letter.parse("//*[lang('de')]")?)?.len(), 1);
    /// # Ok::<(), consomme_xpath::XPathError>(())
    /// ```
    ///
    /// <https://www.w3.org/TR/1999/REC-xpath-19991116/#function-lang>,
    /// <https://html.spec.whatwg.org/#language>
    #[must_use]
    pub fn html_lang(mut self, html: bool) -> XPathOptions {
        self.html_lang = html;
        self
    }

    /// Adds a function, by the name that expressions write, with its prefix if it has one: prefixes
    /// of functions stand for no namespace. It gets the context of the call and its arguments; the
    /// message that it fails with becomes an [`XPathErrorKind::FunctionFailed`].
    ///
    /// A function of the core library with the same name is replaced. The function is called as
    /// often as its value is needed, in any order, and its own time is no part of the budget.
    ///
    /// # Panics
    ///
    /// If `name` is not a name of XML with at most one colon, or one of the names that the grammar
    /// has for node tests: `comment`, `node`, `processing-instruction` and `text`.
    ///
    /// [`XPathErrorKind::FunctionFailed`]: crate::XPathErrorKind::FunctionFailed
    #[must_use]
    pub fn function<F>(mut self, name: &str, function: F) -> XPathOptions
    where
        F: for<'a> Fn(CallContext<'a>, &[Value<'a>]) -> Result<Value<'a>, String>
            + Send
            + Sync
            + 'static,
    {
        let is_test = matches!(name, "comment" | "node" | "processing-instruction" | "text");
        assert!(names::is_qualified_name(name) && !is_test, "`{name}` is no name of a function");
        self.functions.retain(|other| other.name != name);
        self.functions.push(Arc::new(Extension { name: name.to_owned(), run: Box::new(function) }));
        self
    }

    /// Compiles an expression.
    ///
    /// # Errors
    ///
    /// If it is not an expression of XPath 1.0, exceeds a limit, or uses a prefix or function that
    /// is not known.
    pub fn parse(&self, expression: &str) -> Result<XPath, XPathError> {
        parser::parse(expression, self).map(XPath::new)
    }
}

impl Default for XPathOptions {
    fn default() -> XPathOptions {
        XPathOptions::new()
    }
}
