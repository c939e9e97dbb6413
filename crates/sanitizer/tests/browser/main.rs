//! Shows results in Chromium, by the name in `CHROMIUM` or `chromium`. Where there is none, these
//! tests are left out, and say so.
//!
//! - `mail.rs`: sanitized mails ask nobody, and nothing of them is outside of their element
//! - `demo.rs`: the page of `examples/demo.rs`
//! - `chromium.rs`: runs the browser, with a proxy that counts its requests

#[path = "../../examples/demo.rs"]
mod example;

mod chromium;
mod demo;
#[cfg(feature = "css")]
mod mail;
