//! The metadata of a page.
//!
//! - `graph.rs`: OpenGraph and Twitter cards
//! - `links.rs`: icons, feeds, other languages
//! - `page.rs`: all of it
//! - `robots.rs`: rules for crawlers
//! - `viewport.rs`: the viewport of small screens

mod graph;
mod links;
mod page;
mod robots;
mod viewport;

pub use graph::GraphProperty;
pub use links::{Alternate, Feed, FeedKind, Icon, IconSize};
pub use page::{Metadata, ThemeColor, TimedRefresh, metadata};
pub use robots::{Robots, RobotsRule};
pub use viewport::{Viewport, ViewportLength, parse_viewport};
