//! Expressions evaluated here and by lxml: how many times as fast.

fn main() {}
