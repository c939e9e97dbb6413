//! The few shapes that the chart is made of.

use svg::Document;
use svg::node::element::{Group, Line, Rectangle, Style, Text, Title};

/// Which end of a text stands at its position.
#[derive(Clone, Copy)]
pub enum Anchor {
    Start,
    End,
}

/// A drawing that grows downwards. Colours and fonts are in the style sheet, by class.
pub struct Canvas {
    width: f64,
    shapes: Group,
}

impl Canvas {
    pub fn new(width: f64) -> Self {
        Self { width, shapes: Group::new() }
    }

    pub fn text(&mut self, class: &str, x: f64, y: f64, anchor: Anchor, text: &str) {
        let mut shape =
            Text::new(text).set("class", class).set("x", rounded(x)).set("y", rounded(y));
        if matches!(anchor, Anchor::End) {
            shape = shape.set("text-anchor", "end");
        }
        self.add(shape);
    }

    pub fn line(&mut self, class: &str, x1: f64, y1: f64, x2: f64, y2: f64) {
        let shape = Line::new().set("class", class);
        self.add(
            shape
                .set("x1", rounded(x1))
                .set("y1", rounded(y1))
                .set("x2", rounded(x2))
                .set("y2", rounded(y2)),
        );
    }

    /// A filled rectangle, slightly rounded.
    pub fn bar(&mut self, class: &str, x: f64, y: f64, width: f64, height: f64) {
        let shape = Rectangle::new().set("class", class).set("x", rounded(x)).set("y", rounded(y));
        self.add(shape.set("width", rounded(width)).set("height", rounded(height)).set("rx", 2));
    }

    fn add(&mut self, shape: impl Into<Box<dyn svg::Node>>) {
        svg::Node::append(&mut self.shapes, shape);
    }

    /// The whole as a file.
    pub fn finish(self, height: f64, title: &str) -> String {
        let card = Rectangle::new().set("class", "card").set("x", 0.5).set("y", 0.5).set("rx", 10);
        let card = card.set("width", self.width - 1.0).set("height", rounded(height - 1.0));
        let document = Document::new()
            .set("viewBox", (0, 0, self.width, rounded(height)))
            .set("width", self.width)
            .set("height", rounded(height))
            .set("role", "img")
            .add(Title::new(title))
            .add(Style::new(include_str!("style.css")))
            .add(card)
            .add(self.shapes);
        format!("{document}\n")
    }
}

/// To a tenth of a unit.
fn rounded(length: f64) -> f64 {
    (length * 10.0).round() / 10.0
}
