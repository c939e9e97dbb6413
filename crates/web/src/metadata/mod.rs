//! The metadata of a page.
//!
//! - `graph.rs`: OpenGraph and Twitter cards
//! - `json_ld.rs`: dates, authors and the name of the site in JSON-LD
//! - `links.rs`: icons, feeds, other languages
//! - `page.rs`: all of it
//! - `publication.rs`: these facts from all sources
//! - `robots.rs`: rules for crawlers
//! - `viewport.rs`: the viewport of small screens

mod graph;
mod json_ld;
mod links;
mod page;
mod publication;
mod robots;
mod viewport;

pub use graph::GraphProperty;
pub use links::{Alternate, Feed, FeedKind, Icon, IconSize};
pub use page::{Metadata, ThemeColor, TimedRefresh, metadata};
pub use robots::{Robots, RobotsRule};
pub use viewport::{Viewport, ViewportLength, parse_viewport};
