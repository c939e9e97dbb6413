//! The attributes of a field.

use syn::{Field, Lit, LitStr};

/// The settings of a field, from `#[css("…")]` or `#[xpath("…")]` and `#[extract(…)]`.
#[derive(Default)]
pub(crate) struct Settings {
    pub(crate) selector: Option<LitStr>,
    /// Whether the selector is an XPath expression.
    pub(crate) is_xpath: bool,
    pub(crate) name: Option<LitStr>,
    pub(crate) kind: Option<Kind>,
    pub(crate) joined: Option<LitStr>,
    pub(crate) default: Option<Lit>,
    pub(crate) by_serde: bool,
}

/// A type of values that is not that of the field.
pub(crate) enum Kind {
    Url,
    Raw,
    Date(Option<LitStr>),
    DecimalComma,
}

impl Settings {
    /// Reads the attributes of a field.
    pub(crate) fn of(field: &Field) -> syn::Result<Settings> {
        let mut settings = Settings::default();
        for attribute in &field.attrs {
            if attribute.path().is_ident("css") {
                settings.selector = Some(attribute.parse_args()?);
            } else if attribute.path().is_ident("xpath") {
                settings.selector = Some(attribute.parse_args()?);
                settings.is_xpath = true;
            } else if attribute.path().is_ident("extract") {
                attribute.parse_nested_meta(|meta| settings.read(&meta))?;
            }
        }
        Ok(settings)
    }

    fn read(&mut self, meta: &syn::meta::ParseNestedMeta<'_>) -> syn::Result<()> {
        let name = meta.path.get_ident().map(ToString::to_string).unwrap_or_default();
        match name.as_str() {
            "url" => self.kind = Some(Kind::Url),
            "raw" => self.kind = Some(Kind::Raw),
            "date" => {
                let has_format = meta.input.peek(syn::Token![=]);
                let format = has_format.then(|| meta.value()?.parse()).transpose()?;
                self.kind = Some(Kind::Date(format));
            }
            "decimal_comma" => self.kind = Some(Kind::DecimalComma),
            "joined" => self.joined = Some(meta.value()?.parse()?),
            "default" => self.default = Some(meta.value()?.parse()?),
            "rename" => self.name = Some(meta.value()?.parse()?),
            "serde" => self.by_serde = true,
            _ => {
                return Err(meta.error(
                    "expected `url`, `raw`, `date`, `decimal_comma`, `joined`, `default`, \
                     `rename` or `serde`",
                ));
            }
        }
        Ok(())
    }
}
