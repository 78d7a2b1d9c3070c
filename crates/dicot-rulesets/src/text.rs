//! Texts for people.

pub use dicot_calc::grouped;

/// The known name that a name was probably meant as: the one that differs by the fewest typing errors, at most two, or begins
/// with it.
///
/// # Examples
/// ```
/// use dicot_rulesets::closest;
/// assert_eq!(closest("jsno", ["json", "rules"]), Some("json"));
/// assert_eq!(closest("mem", ["max-forms", "memory"]), Some("memory"));
/// assert_eq!(closest("v", ["db", "json"]), None);
/// ```
pub fn closest<'n>(name: &str, known: impl IntoIterator<Item = &'n str>) -> Option<&'n str> {
    const MAX_DISTANCE: usize = 2;
    const MIN_BEGINNING: usize = 3;
    let name = name.to_lowercase();
    let most = MAX_DISTANCE.min(name.chars().count());
    let distance = |known: &str| match strsim::osa_distance(&name, known) {
        distance if distance <= most => Some(distance),
        _ if name.len() >= MIN_BEGINNING && known.starts_with(&name) => Some(MAX_DISTANCE + 1),
        _ => None,
    };
    let near = known.into_iter().filter_map(|known| Some((distance(known)?, known)));
    near.min_by_key(|(distance, _)| *distance).map(|(_, known)| known)
}
