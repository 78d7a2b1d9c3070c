//! What is known of positions: the answers of `results/claims/`, which this program contains.

use crate::failure::Failure;
use crate::results::claim::{Case, Claim};
use crate::results::commands::words;
use crate::results::text;

/// An answer of a claim.
#[derive(Debug)]
pub(super) struct Known {
    /// The ruleset and the position, as in a list.
    pub(super) position: String,
    /// The name of the claim's file, and its title.
    pub(super) claim: String,
    pub(super) title: String,
    pub(super) case: Case,
    /// The values of the answer, and what they are called.
    pub(super) answer: Vec<(String, String)>,
    /// When it was computed, and by which version.
    pub(super) date: String,
    pub(super) version: String,
}

/// The answers about single positions.
pub(super) fn all() -> Result<Vec<Known>, Failure> {
    let mut all = Vec::new();
    for file in dicot_pages::assets() {
        let Some(name) = file.strip_prefix("claims/").and_then(|file| file.strip_suffix(".json"))
        else {
            continue;
        };
        let Claim { title, fields, runs, cases, .. } =
            serde_json::from_slice(&dicot_pages::asset(&file).unwrap_or_default())?;
        for case in cases {
            let Some(position) = position_of(&case.command)? else { continue };
            let (Some(values), Some(run)) = (&case.answer, case.run.and_then(|run| runs.get(run)))
            else {
                continue;
            };
            let names = fields.iter().map(|field| field.name.clone());
            all.push(Known {
                position,
                claim: name.to_owned(),
                title: title.clone(),
                answer: names.zip(values.iter().map(text)).collect(),
                date: run.date.clone(),
                version: run.version.clone(),
                case,
            });
        }
    }
    Ok(all)
}

/// The position of a command `dicot solve --rules RULES POSITION` or `dicot value`; `None` for any other and for sums.
fn position_of(command: &str) -> Result<Option<String>, Failure> {
    let words = words(command).map_err(Failure::new)?;
    let [_, command, option, rules, position, ..] = &words[..] else { return Ok(None) };
    let asks = command == "solve" || command == "value";
    if !asks || option != "--rules" || position.contains(" + ") {
        return Ok(None);
    }
    Ok(Some(format!("{rules}:{position}")))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::fs;

    use dicot_rulesets::library;

    use super::*;

    /// The worksheet's list has all answers about positions. If not, the test writes the file anew, and fails once.
    #[test]
    fn the_worksheet_knows_the_claims() {
        // Of a position with several answers the first that has a certificate, or else the first that says who wins.
        let mut all = all().unwrap();
        let rank = |known: &Known| match known.case.certificate {
            Some(_) => 0,
            None if known.answer.iter().any(|(name, _)| name == "outcome") => 1,
            None => 2,
        };
        all.sort_by_key(rank);
        let mut seen = BTreeSet::new();
        all.retain(|known| seen.insert(known.position.clone()));
        all.sort_by(|a, b| a.position.cmp(&b.position));
        let line = |known: Known| {
            let answer =
                known.answer.iter().find(|(_, value)| value.len() < 40).map(|(name, value)| {
                    if name == "outcome" { value.clone() } else { format!("{name} {value}") }
                });
            let proof = if known.case.certificate.is_some() { "certificate" } else { "" };
            let Known { position, claim, date, .. } = known;
            // The worksheet knows rulesets by their first names.
            let (rules, text) = position.split_once(':')?;
            let position = format!("{}:{text}", library().find(rules).ok()?.spec().name);
            Some(format!("{position}\t{}\t{}\t{claim}\t{proof}\n", answer?, &date[..7]))
        };
        let lines: String = all.into_iter().filter_map(line).collect();
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../dicot-pages/assets/known.txt");
        if fs::read_to_string(path).unwrap_or_default() != lines {
            fs::write(path, lines).unwrap();
            panic!(
                "{path} did not have the answers of results/claims and is written anew: look at it and commit it"
            );
        }
    }
}
