//! The actions of a policy that go beyond names and values: frames.

use consomme_sanitizer::{FramePolicy, Policy};

use super::choices::Choices;

/// The host whose frames stay, and no other's.
pub const FRAME_HOST: &str = "frames.example";

/// The actions of a policy that go beyond names and values.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Beyond {
    pub frames: bool,
}

impl Beyond {
    pub fn choose(choices: &mut Choices<'_>) -> Beyond {
        Beyond { frames: choices.flag() }
    }

    /// Returns the policy with these actions.
    pub fn add_to(self, mut policy: Policy) -> Policy {
        if self.frames {
            policy = policy.frames(FramePolicy::new([FRAME_HOST]));
        }
        policy
    }

    /// Adds markup that these actions are about.
    pub fn add_markup(self, choices: &mut Choices<'_>, markup: &mut String) {
        if self.frames {
            add_some(choices, markup, FRAMES);
        }
    }
}

/// Adds a few of the pieces to markup, in some places of it.
fn add_some(choices: &mut Choices<'_>, markup: &mut String, pieces: &[&str]) {
    for _ in 0..=choices.number(3) {
        let piece = choices.one_of(pieces);
        match choices.flag() {
            true => markup.push_str(piece),
            false => markup.insert_str(0, piece),
        }
    }
}

const FRAMES: &[&str] = &[
    "<iframe src=https://frames.example/1>",
    "<iframe src=//frames.example/ onload=f() srcdoc='<script>f()</script>'></iframe>",
    "<iframe src=https://frames.example/><img src=x onerror=f()></iframe>",
    "<iframe src=https://frames.example@evil.example/></iframe>",
    "<iframe src=https://evil.example/></iframe>",
    "<iframe src='javascript://frames.example/%0Af()'></iframe>",
    "<noscript><iframe src=//frames.example/></noscript>",
    "<select><iframe src=//frames.example/></select>",
    "<svg><iframe src=//frames.example/></svg>",
    "<table><iframe src=//frames.example/></iframe>",
    "<title><iframe src=//frames.example/></title>",
    "</iframe>",
];
