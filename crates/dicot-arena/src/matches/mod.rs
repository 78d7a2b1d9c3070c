//! Matches of any ruleset, their records, and what went wrong in them.
