//! The jobs that users have for rewriters.

/// A job that both rewriters do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Job {
    /// Another attribute for each link.
    Links,
    /// A banner at the end of the `body`.
    Banner,
    /// Without scripts.
    Scripts,
    /// A word in all texts, but for those of scripts and styles.
    Texts,
    /// All addresses of links, images and sources.
    Urls,
}

impl Job {
    pub const ALL: [Job; 5] = [Job::Links, Job::Banner, Job::Scripts, Job::Texts, Job::Urls];

    pub fn name(self) -> &'static str {
        match self {
            Job::Links => "an attribute of each link",
            Job::Banner => "a banner at the end of `body`",
            Job::Scripts => "without scripts",
            Job::Texts => "a word in all texts",
            Job::Urls => "all addresses",
        }
    }

    /// The selector of the elements, or one that nothing matches.
    pub fn selector(self, has_matches: bool) -> &'static str {
        match self {
            _ if !has_matches => "x-nothing[data-nothing]",
            Job::Links => "a[href]",
            Job::Banner => "body",
            Job::Scripts => "script",
            Job::Texts => "*",
            Job::Urls => "[href], [src], [srcset]",
        }
    }
}

pub const BANNER: &str = "<div class=banner>Soup of the day</div>";

/// The word that [`Job::Texts`] replaces, and the one that it puts there.
pub const WORD: (&str, &str) = ("the", "THE");

/// Returns the address that replaces another one, if one does.
pub fn rewritten(url: &str) -> Option<String> {
    let path = url.strip_prefix("https://").or_else(|| url.strip_prefix("http://"))?;
    Some(format!("https://cdn.example/{path}"))
}
