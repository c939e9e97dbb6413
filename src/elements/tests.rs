//! Compares the rows with the standard's lists.
