//! Reads requests.

use serde::de::{DeserializeOwned, IgnoredAny};

use crate::requests::error::ApiError;

/// Reads a JSON object.
///
/// # Errors
/// If the text is not JSON, or not such an object: which field is wrong.
pub(crate) fn read<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, ApiError> {
    // serde would read a list as the fields in their order.
    if bytes.trim_ascii_start().first().is_some_and(|&byte| byte != b'{') {
        let object = "expected a JSON object with the fields that /api names";
        return Err(match serde_json::from_slice::<IgnoredAny>(bytes) {
            Ok(_) => ApiError::request(object),
            Err(error) => ApiError::request(format_args!("{object}: {error}")),
        });
    }
    let mut json = serde_json::Deserializer::from_slice(bytes);
    let read = serde_path_to_error::deserialize(&mut json).map_err(|error| {
        let (field, error) = (error.path().to_string(), in_json_terms(&error.inner().to_string()));
        match field.as_str() {
            "." | "?" => error,
            field => format!("`{field}`: {error}"),
        }
    });
    read.and_then(|read| json.end().map_err(|error| error.to_string()).map(|()| read))
        .map_err(ApiError::request)
}

/// Rewrites an error of serde without names of Rust types: `invalid type: map, expected u64 at line 1 column 9` becomes
/// `expected a whole number from 0, found an object at line 1 column 9`. Other errors stay as they are.
fn in_json_terms(error: &str) -> String {
    const FOUND: [(&str, &str); 5] = [
        ("sequence", "a list"),
        ("map", "an object"),
        ("integer `", "the number `"),
        ("floating point `", "the number `"),
        ("boolean `", "`"),
    ];
    const EXPECTED: [(&str, &str); 9] = [
        ("struct ", "an object"),
        ("unit variant ", "a string"),
        ("a sequence", "a list"),
        ("a boolean", "true or false"),
        ("f64", "a number"),
        ("u8", "a whole number from 0 to 255"),
        ("u16", "a whole number from 0 to 65535"),
        ("u64", "a whole number from 0"),
        ("usize", "a whole number from 0"),
    ];
    let mismatch =
        ["invalid type: ", "invalid value: "].iter().find_map(|kind| error.strip_prefix(kind));
    // The part before `expected` may quote the request, so the text is split from its end.
    let parts = mismatch.and_then(|rest| rest.rsplit_once(", expected "));
    let parts = parts.and_then(|(found, rest)| Some((found, rest.rsplit_once(" at line ")?)));
    let Some((found, (expected, place))) = parts else { return error.to_owned() };
    let found = FOUND
        .iter()
        .find_map(|(rust, word)| Some([word, found.strip_prefix(rust)?].concat()))
        .unwrap_or_else(|| found.to_owned());
    let word = EXPECTED.iter().find(|(rust, _)| expected.starts_with(rust));
    let expected = word.map_or(expected, |(_, word)| word);
    format!("expected {expected}, found {found} at line {place}")
}
