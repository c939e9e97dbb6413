//! Sanitizers as data: they come back as they were, and the schema is that of the code.

use serde_json::{Value, json};

use crate::policy::MEMBERS;
use crate::{
    ElementVerdict, Escape, FramePolicy, Policy, Preset, Profile, RelativeUrls, SCHEMA, Sanitizer,
    UrlPolicy, UrlUse, from_ammonia, from_dompurify, from_sanitize_html,
};

fn schema() -> Value {
    serde_json::from_str(SCHEMA).unwrap()
}

/// Returns what is wrong with a value by a part of the schema. The keywords are those that the
/// schema uses; any other is an error, so that no rule of it is passed over.
fn wrong(value: &Value, rules: &Value, root: &Value) -> Option<String> {
    for (keyword, rule) in rules.as_object().unwrap() {
        let found = match keyword.as_str() {
            "$schema" | "title" | "description" | "$defs" | "additionalProperties" => None,
            "$ref" => wrong(value, root.pointer(&rule.as_str().unwrap()[1..]).unwrap(), root),
            "type" => {
                let of = |name: &Value| match name.as_str().unwrap() {
                    "object" => value.is_object(),
                    "array" => value.is_array(),
                    "string" => value.is_string(),
                    "boolean" => value.is_boolean(),
                    "number" => value.is_number(),
                    "null" => value.is_null(),
                    other => panic!("{other}"),
                };
                let is_one = rule.as_array().map_or_else(|| of(rule), |types| types.iter().any(of));
                (!is_one).then(|| format!("{value} is no {rule}"))
            }
            "enum" => (!rule.as_array().unwrap().contains(value)).then(|| format!("{value}")),
            "oneOf" => {
                let fits = |rules: &&Value| wrong(value, rules, root).is_none();
                let count = rule.as_array().unwrap().iter().filter(fits).count();
                (count != 1).then(|| format!("{value} fits {count}"))
            }
            "required" => rule.as_array().unwrap().iter().find_map(|name| {
                value
                    .is_object()
                    .then(|| value.get(name.as_str().unwrap()).is_none())
                    .filter(|it| *it)?;
                Some(format!("{name} is missing"))
            }),
            "items" => value
                .as_array()
                .and_then(|list| list.iter().find_map(|value| wrong(value, rule, root))),
            "properties" => value.as_object().and_then(|members| {
                members.iter().find_map(|(name, value)| match rule.get(name) {
                    Some(rules) => wrong(value, rules, root),
                    None => (rules["additionalProperties"] == false).then(|| name.clone()),
                })
            }),
            other => panic!("the test knows no {other}"),
        };
        if found.is_some() {
            return found;
        }
    }
    None
}

fn full_policy() -> Policy {
    let urls = UrlPolicy::new()
        .any_scheme(UrlUse::Citation)
        .schemes(UrlUse::Link, ["https"])
        .hosts(UrlUse::Media, ["a.example/x/", "*.b.example"])
        .player_hosts(["c.example"])
        .relative(RelativeUrls::KeepOnHost)
        .fetch_nothing(true)
        .hold_images(["http"]);
    let policy = Policy::new()
        .urls(urls)
        .frames(FramePolicy::new(["d.example"]).sandbox([""; 0]).allow("fullscreen").lazy(false))
        .unwrap_unlisted(true)
        .escape_unlisted(Escape::Tags)
        .break_templates(true)
        .enforce_attribute((consomme::Namespace::Svg, "a"), "xlink:href", "x")
        .classes("code", ["language-*"])
        .classes_everywhere(["big"])
        .id_prefix("u-");
    #[cfg(feature = "css")]
    let policy = policy
        .style_properties(["color"])
        .style_values(
            crate::StyleValues::new()
                .max_length(600.5)
                .non_negative(true)
                .colors(crate::Colors::Opaque),
        )
        .style_sheets(crate::StyleSheets::new("#m").conditions(["media"]));
    policy
}

#[test]
fn sanitizers_come_back_from_json_as_they_were() {
    let presets = Preset::ALL.map(Sanitizer::preset);
    let profiles = Profile::ALL.map(|profile| Sanitizer::profiles([profile]));
    let others = [
        Sanitizer::new(),
        Sanitizer::allow_everything(),
        Sanitizer::new().policy(full_policy()),
        Sanitizer::new().policy(Policy::new()),
    ];
    for sanitizer in presets.into_iter().chain(profiles).chain(others) {
        let json = serde_json::to_value(&sanitizer).unwrap();
        assert_eq!(wrong(&json, &schema(), &schema()), None, "{json}");
        let read: Sanitizer = serde_json::from_value(json.clone()).unwrap();
        assert_eq!(read.config(), sanitizer.config());
        assert_eq!(serde_json::to_value(&read).unwrap(), json);
        assert_eq!(format!("{:?}", read.get_policy()), format!("{:?}", sanitizer.get_policy()));
    }
}

#[test]
fn a_preset_and_profiles_can_be_named() {
    for preset in Preset::ALL {
        let json = json!({"preset": preset.as_str()});
        assert_eq!(wrong(&json, &schema(), &schema()), None);
        let read: Sanitizer = serde_json::from_value(json).unwrap();
        assert_eq!(read.config(), Sanitizer::preset(preset).config());
    }
    let json = json!({"profiles": Profile::ALL.map(Profile::as_str)});
    assert_eq!(wrong(&json, &schema(), &schema()), None);
    let read: Sanitizer = serde_json::from_value(json).unwrap();
    assert_eq!(read.config(), Sanitizer::profiles(Profile::ALL).config());
}

#[test]
fn an_error_names_the_path_of_the_wrong_member_and_the_schema_refuses_the_same() {
    for (json, message) in [
        (
            json!({"policy": {"urls": {"schemes": {"link": ["a", 1]}}}}),
            "policy.urls.schemes.link[1]: a string is expected",
        ),
        (
            json!({"policy": {"urls": {"schemes": {"links": []}}}}),
            "policy.urls.schemes.links: there is no such member",
        ),
        (
            json!({"policy": {"urls": {"schemes": {"link": "all"}}}}),
            "policy.urls.schemes.link: a list or any is expected",
        ),
        (
            json!({"policy": {"urls": {"relative": "no"}}}),
            "policy.urls.relative: one of keep, keep-on-host, drop is expected",
        ),
        (json!({"policy": {"frames": []}}), "policy.frames: an object is expected"),
        (
            json!({"policy": {"frames": {"srcdoc": true}}}),
            "policy.frames.srcdoc: there is no such member",
        ),
        (
            json!({"policy": {"unwrapUnlisted": 1}}),
            "policy.unwrapUnlisted: true or false is expected",
        ),
        (
            json!({"policy": {"enforcedAttributes": [{"element": "a"}]}}),
            "policy.enforcedAttributes[0]: the members element, name and value are expected",
        ),
        (
            json!({"policy": {"classes": [{"element": {"name": "a", "prefix": "b"}}]}}),
            "policy.classes[0].element.prefix: there is no such member",
        ),
        (
            json!({"preset": "none"}),
            "preset: one of only-text, basic, comments, relaxed, email is expected",
        ),
        (
            json!({"profiles": ["html", "xml"]}),
            "profiles[1]: one of html, svg, svg-filters, mathml is expected",
        ),
        (json!({"configuration": {"elements": 1}}), "configuration: elements: a list is expected"),
        (json!({"rules": {}}), "unknown field `rules`"),
        (json!({}), "a preset, profiles or a configuration is missing"),
    ] {
        let mut json = json;
        assert!(wrong(&json, &schema(), &schema()).is_some(), "{json}");
        if json.get("policy").is_some() {
            json["preset"] = json!("basic");
            assert!(wrong(&json, &schema(), &schema()).is_some(), "{json}");
        }
        let error = serde_json::from_value::<Sanitizer>(json).unwrap_err().to_string();
        assert!(error.starts_with(message), "{error}");
    }
}

#[test]
fn the_schema_has_the_members_that_the_code_reads() {
    let schema = schema();
    let names = |object: &Value| {
        let mut names: Vec<String> =
            object["properties"].as_object().unwrap().keys().cloned().collect();
        names.sort();
        names
    };
    let sorted = |members: &[&str]| {
        let mut names: Vec<String> = members.iter().map(|name| (*name).to_owned()).collect();
        names.sort();
        names
    };
    assert_eq!(names(&schema), sorted(&super::sanitizer::MEMBERS));
    for (object, members) in MEMBERS {
        assert_eq!(names(&schema["$defs"][object]), sorted(members), "{object}");
        // No member of the schema is unknown to the reader.
        for member in members {
            let json = match object {
                "policy" => json!({*member: {"x": 1}}),
                "urls" | "frames" | "styleValues" | "styleSheets" => {
                    json!({object: {*member: {"x": 1}}})
                }
                "enforcedAttribute" => json!({"enforcedAttributes": [{*member: {"x": 1}}]}),
                _ => json!({"classes": [{*member: {"x": 1}}]}),
            };
            let error = serde_json::from_value::<Policy>(json).unwrap_err().to_string();
            assert!(!error.contains(&format!("{member}: there is no such member")), "{error}");
        }
    }
}

#[test]
fn a_policy_with_a_callback_has_no_json() {
    for (policy, name) in [
        (Policy::new().on_element(|_| ElementVerdict::Keep), "on_element"),
        (Policy::new().custom_elements(|_| true), "custom_elements"),
        (Policy::new().urls(UrlPolicy::new().hosts_if(UrlUse::Link, |_| true)), "hosts_if"),
        (Policy::new().urls(UrlPolicy::new().rewrite(|_, _| None)), "rewrite"),
        (Policy::new().frames(FramePolicy::new(["a"]).admit_if(|_| true)), "admit_if"),
    ] {
        let error = serde_json::to_string(&policy).unwrap_err().to_string();
        assert_eq!(error, format!("{name} is a callback, which has no JSON"));
    }
}

#[test]
fn options_of_dompurify_are_translated() {
    let of = |options: Value| from_dompurify(options).unwrap();
    let html = "<p class=x data-y=1 aria-label=z>1<blink onclick=a()>2</blink>{{3}}</p>\
        <svg><circle r=1></circle></svg><a href=javascript:a()>4</a><img src=data:image/png,x>";
    let sanitized = |options: Value| of(options).into_sanitizer().sanitize_str(html);
    assert_eq!(
        sanitized(json!({})),
        "<p class=\"x\" data-y=\"1\" aria-label=\"z\">12{{3}}</p>\
        <svg><circle r=\"1\"></circle></svg><a>4</a><img src=\"data:image/png,x\">"
    );
    assert_eq!(
        sanitized(json!({
            "USE_PROFILES": {"html": true}, "FORBID_TAGS": ["IMG"], "FORBID_ATTR": ["class"],
            "ALLOW_DATA_ATTR": false, "ALLOW_ARIA_ATTR": false, "KEEP_CONTENT": false,
            "SAFE_FOR_TEMPLATES": true
        })),
        "<p>1{ {3} }</p><a>4</a>"
    );
    assert_eq!(
        sanitized(
            json!({"ALLOWED_TAGS": ["circle", "svg", "#text"], "ALLOWED_ATTR": ["r"], "ALLOW_DATA_ATTR": false})
        ),
        "12{{3}}<svg><circle r=\"1\"></circle></svg>4"
    );
    let translated = of(
        json!({"ALLOWED_URI_REGEXP": "^x", "IN_PLACE": false, "KEEP_CONTENTS": false, "WHAT": 1}),
    );
    let paths: Vec<_> = translated.untranslated().iter().map(|it| it.path()).collect();
    assert_eq!(paths, ["ALLOWED_URI_REGEXP", "KEEP_CONTENTS", "WHAT", "SANITIZE_DOM"]);
    // Directives of frameworks have no braces.
    let directive = "<p data-ng-init=a() data-b=1 id=x>1</p>";
    for (options, expected) in [
        (json!({"SAFE_FOR_TEMPLATES": true}), "<p id=\"x\">1</p>"),
        (json!({"FORBID_ATTR": ["data-NG-init"]}), "<p data-b=\"1\" id=\"x\">1</p>"),
        (
            json!({"SANITIZE_NAMED_PROPS": true, "FORBID_ATTR": ["data-b"]}),
            "<p data-ng-init=\"a()\" id=\"user-content-x\">1</p>",
        ),
        (
            json!({"USE_PROFILES": {"mathMl": true}, "ALLOWED_TAGS": ["p"], "KEEP_CONTENT": false}),
            "",
        ),
    ] {
        assert_eq!(of(options.clone()).sanitizer().sanitize_str(directive), expected, "{options}");
    }
    let error = from_dompurify(json!({"ADD_TAGS": ["a", 1]})).unwrap_err().to_string();
    assert_eq!(error, "ADD_TAGS[1]: a string is expected");
}

#[test]
fn options_of_ammonia_are_translated() {
    let sanitized = |options: Value, html: &str| {
        from_ammonia(options).unwrap().into_sanitizer().sanitize_str(html)
    };
    let html = "<p title=x id=y>1<a href=ftp://a/ target=z>2</a><a href=/b>3</a><blink>4</blink><!-- 5 --></p>";
    assert_eq!(
        sanitized(json!({}), html),
        "<p title=\"x\">1<a href=\"ftp://a/\" rel=\"noopener noreferrer\">2</a>\
        <a href=\"/b\" rel=\"noopener noreferrer\">3</a>4</p>"
    );
    let options = json!({
        "tags": ["a", "p"], "tag_attributes": {"a": ["href", "target"]}, "generic_attributes": ["id"],
        "link_rel": null, "url_schemes": ["https"], "url_relative": "Deny", "id_prefix": "u-",
        "strip_comments": false, "set_tag_attribute_values": {"p": {"lang": "en"}}
    });
    assert_eq!(
        sanitized(options, html),
        "<p id=\"u-y\" lang=\"en\">1<a target=\"z\">2</a><a>3</a>4<!-- 5 --></p>"
    );
    let options = json!({"url_relative": {"RewriteWithBase": "https://a/"}, "generic_attribute_prefixes": ["data-", "x-"]});
    let translated = from_ammonia(options).unwrap();
    let paths: Vec<_> = translated.untranslated().iter().map(|it| it.path()).collect();
    assert_eq!(paths, ["generic_attribute_prefixes[1]", "url_relative"]);
}

#[test]
fn options_of_sanitize_html_are_translated() {
    let sanitized = |options: Value, html: &str| {
        from_sanitize_html(options).unwrap().into_sanitizer().sanitize_str(html)
    };
    let html = "<p class='x y' title=z>1<a href=//a/ rel=b>2</a><blink>3<b>4</b></blink></p>\
        <iframe src=https://v.example/1></iframe>";
    assert_eq!(sanitized(json!({}), html), "<p>1<a href=\"//a/\">2</a>3<b>4</b></p>");
    assert_eq!(
        sanitized(
            json!({
                "allowedTags": ["p", "a", "iframe"],
                "allowedAttributes": {"*": ["title", "data-*"], "iframe": ["src"]},
                "allowedClasses": {"p": ["x"]}, "disallowedTagsMode": "recursiveEscape",
                "transformTags": {"a": "p"}, "allowedIframeDomains": ["v.example"]
            }),
            html
        ),
        "<p class=\"x\" title=\"z\">1</p><p>2</p>&lt;blink&gt;3&lt;b&gt;4&lt;/b&gt;&lt;/blink&gt;<p></p>\
        <iframe src=\"https://v.example/1\" sandbox=\"allow-scripts allow-same-origin\" allow=\"fullscreen\" \
        referrerpolicy=\"strict-origin-when-cross-origin\" loading=\"lazy\"></iframe>"
    );
    // The hosts allow no frame by themselves.
    let options = json!({"allowedTags": ["b"], "allowedIframeHostnames": ["v.example"]});
    assert_eq!(sanitized(options, html), "123<b>4</b>");
    // The order of the members says nothing.
    let options = r#"{"transformTags": {"i": "b"}, "allowedSchemesByTag": {"a": ["https"]},
        "allowedSchemes": ["ftp"], "allowedTags": ["a", "b"]}"#;
    let options: Value = serde_json::from_str(options).unwrap();
    assert_eq!(sanitized(options, "<i>1</i><a href=ftp://a/>2</a>"), "<b>1</b><a>2</a>");
    let options =
        json!({"allowedTags": false, "allowedAttributes": false, "allowProtocolRelative": false});
    assert_eq!(sanitized(options, "<x-y a=1><a href=//b/>2"), "<x-y a=\"1\"><a>2</a></x-y>");
    let options = json!({
        "allowedAttributes": {"a": [{"name": "rel", "values": ["x"]}, "b-*"]}, "textFilter": 1,
        "transformTags": {"*": "b", "i": {}}, "nestingLimit": 9
    });
    let translated = from_sanitize_html(options).unwrap();
    let paths: Vec<_> = translated.untranslated().iter().map(|it| it.path()).collect();
    assert_eq!(
        paths,
        [
            "allowedAttributes.a[0]",
            "allowedAttributes.a[1]",
            "nestingLimit",
            "textFilter",
            "transformTags.*",
            "transformTags.i"
        ]
    );
}

#[test]
fn members_that_would_do_nothing_are_errors() {
    let policy = |json: &str| {
        let error = serde_json::from_str::<Policy>(json).map(drop);
        error.expect_err(json).to_string()
    };
    for (json, path) in [
        (r#"{"idPrefix": "a", "idPrefix": "b"}"#, "idPrefix is there twice"),
        (
            r#"{"enforcedAttributes": [
                {"element": {"name": "a", "namespace": "svg"}, "name": "rel", "value": "x"}
            ]}"#,
            "enforcedAttributes[0]: ",
        ),
        #[cfg(feature = "css")]
        (r#"{"styleSheets": {"scope": ""}}"#, "styleSheets: the scope"),
        #[cfg(feature = "css")]
        (r#"{"styleSheets": {"scope": ".a, .b"}}"#, "styleSheets: the scope"),
        #[cfg(feature = "css")]
        (r#"{"styleValues": {"maxLength": 9}}"#, "styleValues needs"),
    ] {
        let error = policy(json);
        assert!(error.contains(path), "{json}: {error}");
    }
}

/// The policy of a preset stays, with the additions to it.
#[test]
fn a_policy_adds_to_that_of_a_preset() {
    let json = r#"{"preset": "comments", "policy": {"idPrefix": "m-"}}"#;
    let sanitizer: Sanitizer = serde_json::from_str(json).unwrap();
    let of_preset = Sanitizer::preset(Preset::Comments);
    let html = "<p><a href=ftp://a.example/>1</a><a href=https://a.example/>2</a></p>";
    assert_eq!(sanitizer.sanitize_str(html), of_preset.sanitize_str(html));
}
