//! Positions with an address: `p/clobber/xox-ox./` is the page of `xox/ox.`.

/// The path of the page of a position, relative to the first page, with a slash at its end. Its last name is the position with `-`
/// for `/` and `_` for a blank; where the position itself has one of `-`, `_` and `~`, a `~` is before it, and before a `.` at the beginning, where
/// `.` and `..` are other folders, and hosts hide files.
///
/// ```
/// assert_eq!(dicot_pages::address::path("clobber", "xox/ox."), "p/clobber/xox-ox./");
/// assert_eq!(dicot_pages::address::path("hackenbush", "n=2 0-1:b"), "p/hackenbush/n=2_0~-1:b/");
/// assert_eq!(dicot_pages::address::path("domineering", ".."), "p/domineering/~../");
/// ```
pub fn path(rules: &str, position: &str) -> String {
    let mut name = if position.starts_with('.') { "~".to_owned() } else { String::new() };
    for c in position.chars() {
        match c {
            '/' => name.push('-'),
            ' ' => name.push('_'),
            '-' | '_' | '~' => name.extend(['~', c]),
            _ => name.push(c),
        }
    }
    format!("p/{rules}/{name}/")
}

/// The worksheet with a position, as a link from the first page.
///
/// ```
/// let link = dicot_pages::address::worksheet("hackenbush", "n=2 0-1:b");
/// assert_eq!(link, "#rules=hackenbush&position=n%3D2%200-1%3Ab");
/// ```
pub fn worksheet(rules: &str, position: &str) -> String {
    format!("#rules={}&position={}", encoded(rules), encoded(position))
}

/// A text as part of an address.
///
/// ```
/// assert_eq!(dicot_pages::address::encoded("p/hare-and-hounds/#h.r/"), "p/hare-and-hounds/%23h.r/");
/// ```
pub fn encoded(text: &str) -> String {
    let mut encoded = String::new();
    for byte in text.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'/' | b'.' | b'-' | b'_' | b'~' => {
                encoded.push(char::from(byte));
            }
            _ => encoded += &format!("%{byte:02X}"),
        }
    }
    encoded
}

/// The position that the last name of a path is made of.
///
/// ```
/// assert_eq!(dicot_pages::address::position("xox-ox."), "xox/ox.");
/// assert_eq!(dicot_pages::address::position("n=2_0~-1:b"), "n=2 0-1:b");
/// assert_eq!(dicot_pages::address::position("~.."), "..");
/// ```
pub fn position(name: &str) -> String {
    let mut position = String::new();
    let mut letters = name.chars();
    while let Some(c) = letters.next() {
        position.push(match c {
            '-' => '/',
            '_' => ' ',
            '~' => letters.next().unwrap_or(c),
            _ => c,
        });
    }
    position
}
