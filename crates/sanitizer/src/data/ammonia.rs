//! The options of ammonia.

use serde::de::{Deserialize, Deserializer, Error};

use crate::json::{Json, Member, Wrong};
use crate::{Policy, RelativeUrls, SanitizerElementWithAttributes, UrlPolicy, UrlUse};

use super::translated::{Making, Translated};

/// The elements that ammonia keeps by default, with their attributes.
const DEFAULT: &str = "a href hreflang;abbr;acronym;area;article;aside;b;bdi;bdo dir;blockquote cite;br;\
    caption;center;cite;code;col align char charoff span;colgroup align char charoff span;data;dd;\
    del cite datetime;details;dfn;div;dl;dt;em;figcaption;figure;footer;h1;h2;h3;h4;h5;h6;header;\
    hgroup;hr align size width;i;img align alt height src width;ins cite datetime;kbd;li;map;mark;nav;\
    ol start;p;pre;q cite;rp;rt;rtc;ruby;s;samp;small;span;strike;strong;sub;summary;sup;\
    table align char charoff summary;tbody align char charoff;\
    td align char charoff colspan headers rowspan;th align char charoff colspan headers rowspan scope;\
    thead align char charoff;time;tr align char charoff;tt;u;ul;var;wbr";

/// The schemes that ammonia keeps by default.
const SCHEMES: &str = "bitcoin ftp ftps geo http https im irc ircs magnet mailto mms mx news nntp \
    openpgp4fpr sip sms smsto ssh tel url webcal wtai xmpp";

/// Returns a sanitizer with the options of ammonia's `Builder`: an object whose members have the
/// names of its methods, such as `tags`, `tag_attributes`, `url_schemes`. An option that is missing
/// has ammonia's default.
///
/// ```
/// let options = serde_json::json!({
///     "tags": ["a", "b"], "link_rel": "nofollow", "url_schemes": ["https"], "attribute_filter": null
/// });
/// let translated = consomme_sanitizer::from_ammonia(options)?;
/// assert_eq!(
///     translated.sanitizer().sanitize_str("<p><a href=https://a.example/ class=x>1</a></p>"),
///     "<a href=\"https://a.example/\" rel=\"nofollow\">1</a>"
/// );
/// assert_eq!(translated.untranslated()[0].to_string(), "attribute_filter: use Policy::on_attribute");
/// # Ok::<(), serde_json::Error>(())
/// ```
///
/// # Errors
///
/// An option with a value of another type, with its path.
pub fn from_ammonia<'de, D: Deserializer<'de>>(options: D) -> Result<Translated, D::Error> {
    let json = Json::deserialize(options)?;
    translated(&Member::outermost(&json, "")).map_err(D::Error::custom)
}

fn translated(options: &Member<'_>) -> Result<Translated, Wrong> {
    let mut making = Making::default();
    let mut tag_attributes: Vec<(String, Vec<String>)> = Vec::new();
    for row in DEFAULT.split(';') {
        let mut words = row.split_whitespace().map(str::to_owned);
        if let Some(name) = words.next() {
            tag_attributes.push((name, words.collect()));
        }
    }
    let mut tags: Vec<String> = tag_attributes.iter().map(|(name, _)| name.clone()).collect();
    making.attributes.extend(["lang", "title"].map(str::to_owned));
    let mut link_rel = Some("noopener noreferrer");
    let mut schemes: Vec<&str> = SCHEMES.split_whitespace().collect();
    let mut urls = UrlPolicy::new();
    let mut policy = Policy::new().unwrap_unlisted(true);
    for (name, member) in options.members()? {
        match name {
            "tags" => tags = member.texts()?.into_iter().map(str::to_owned).collect(),
            "tag_attributes" => {
                tag_attributes.clear();
                for (name, member) in member.members()? {
                    let names = member.texts()?.into_iter().map(str::to_owned).collect();
                    tag_attributes.push((name.to_owned(), names));
                }
            }
            "generic_attributes" => {
                making.attributes = member.texts()?.into_iter().map(str::to_owned).collect();
            }
            "generic_attribute_prefixes" => {
                for prefix in member.list()? {
                    match prefix.text()? {
                        "data-" => making.data_attributes = true,
                        _ => making.skip(&prefix, "list the names, or use Policy::on_attribute"),
                    }
                }
            }
            "set_tag_attribute_values" => {
                for (element, member) in member.members()? {
                    for (name, member) in member.members()? {
                        policy = policy.enforce_attribute(element, name, member.text()?);
                    }
                }
            }
            "allowed_classes" => {
                for (element, member) in member.members()? {
                    making.attributes.insert("class".to_owned());
                    policy = policy.classes(element, member.texts()?);
                }
            }
            "link_rel" => {
                link_rel = match member.value {
                    Json::Null => None,
                    _ => Some(member.text()?),
                };
            }
            "url_schemes" => schemes = member.texts()?,
            "url_relative" => match member.value {
                Json::Text(text) if text == "PassThrough" => {
                    urls = urls.relative(RelativeUrls::Keep)
                }
                Json::Text(text) if text == "Deny" => urls = urls.relative(RelativeUrls::Drop),
                _ => making.skip(&member, "use UrlPolicy::resolve or UrlPolicy::rewrite"),
            },
            "id_prefix" => {
                if *member.value != Json::Null {
                    policy = policy.id_prefix(member.text()?);
                }
            }
            "strip_comments" => making.comments = !member.flag()?,
            #[cfg(feature = "css")]
            "filter_style_properties" => policy = policy.style_properties(member.texts()?),
            #[cfg(not(feature = "css"))]
            "filter_style_properties" => making.skip(&member, "this needs the feature css"),
            "clean_content_tags" => {
                for tag in member.list()? {
                    if !matches!(tag.text()?, "script" | "style") {
                        making.skip(&tag, "use Policy::on_element with Remove");
                    }
                }
            }
            "tag_attribute_values" => {
                making.skip(&member, "use Policy::on_attribute with Remove");
            }
            "attribute_filter" => making.skip(&member, "use Policy::on_attribute"),
            _ => making.skip(&member, "there is no such option"),
        }
    }
    for name in &tags {
        let own = tag_attributes.iter().find(|(of, _)| of == name);
        let own: Vec<&str> = own.into_iter().flat_map(|(_, own)| own).map(String::as_str).collect();
        making.elements.push(SanitizerElementWithAttributes::new(name.as_str()).attributes(own));
    }
    let all = [UrlUse::Link, UrlUse::Form, UrlUse::Media, UrlUse::Citation, UrlUse::Resource];
    urls = all.into_iter().fold(urls, |urls, of| urls.schemes(of, &schemes));
    policy = policy.urls(urls);
    if let Some(rel) = link_rel {
        policy = policy.enforce_attribute("a", "rel", rel);
    }
    making.finish(policy)
}
