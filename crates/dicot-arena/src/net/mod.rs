//! Servers of lines of text, with limits.
