//! Writes pictures as TikZ.

use std::fmt::{self, Display, Write};

use dicot::notation::latex;

use crate::picture::{Align, Colour, Label, Picture, Point, ShapeKind, Stroke};
use crate::write::Number;

/// The size of a pixel in TeX's points, rounded so that labels of 12 pixels are in a font of 9 points.
const PIXEL: f64 = 0.75;

impl Picture {
    /// Returns the picture as a `tikzpicture` for LaTeX, which needs the package `tikz`.
    ///
    /// The geometry is that of the SVG, without its background; fonts are those of the document, and labels that are
    /// [values](latex::math) are in math mode. A pixel of [`shown_width`](Picture::shown_width) is 0.75 points: 460 pixels
    /// are as wide as the text of an `article`.
    ///
    /// # Examples
    /// ```
    /// use dicot::CanonicalForm;
    /// use dicot_svg::{Options, thermograph};
    /// let g: CanonicalForm = "{2|-1}".parse()?;
    /// let text = thermograph(&g.thermograph(), &Options::default()).to_tikz();
    /// assert!(text.starts_with("% A picture for LaTeX with \\usepackage{tikz}"));
    /// assert!(text.contains(r"{$\frac{3}{2}$};"));
    /// # Ok::<_, dicot::ParseFormError>(())
    /// ```
    pub fn to_tikz(&self) -> String {
        Tikz(self).to_string()
    }
}

struct Tikz<'a>(&'a Picture);

/// The name of a colour.
struct Name(Colour);

impl Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Colour(red, green, blue) = self.0;
        write!(f, "dicot{red:02X}{green:02X}{blue:02X}")
    }
}

fn coordinates(point: &Point) -> String {
    format!("({},{})", Number(point.x), Number(point.y))
}

impl Display for Tikz<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let picture = self.0;
        let scale = picture.shown_width / picture.width;
        let unit = PIXEL * scale;
        let length = |size: f64| Number(size * unit);
        let title: String = picture.title.chars().filter(|c| !c.is_control()).collect();
        writeln!(f, "% A picture for LaTeX with \\usepackage{{tikz}}: {title}")?;
        writeln!(f, "\\begin{{tikzpicture}}[x={unit:.4}pt,y=-{unit:.4}pt]")?;
        // Texts are scaled, because small fonts are wider in proportion.
        writeln!(f, "\\tikzset{{every node/.style={{inner sep=0pt,scale={scale:.4}}}}}")?;
        let mut colours: Vec<Colour> = Vec::new();
        for shape in &picture.shapes {
            for colour in shape.fill.into_iter().chain(shape.stroke.map(|stroke| stroke.colour)) {
                if !colours.contains(&colour) {
                    let Colour(red, green, blue) = colour;
                    let name = Name(colour);
                    writeln!(f, "\\definecolor{{{name}}}{{RGB}}{{{red},{green},{blue}}}")?;
                    colours.push(colour);
                }
            }
        }
        let corner = coordinates(&Point::new(picture.width, picture.height));
        writeln!(f, "\\useasboundingbox (0,0) rectangle {corner};")?;
        for shape in &picture.shapes {
            if let ShapeKind::Text(label) = &shape.kind {
                node(label, shape.fill, f)?;
                continue;
            }
            let mut style = Vec::new();
            style.extend(shape.fill.map(|fill| format!("fill={}", Name(fill))));
            if let Some(Stroke { colour, width, dash }) = shape.stroke {
                style.push(format!("draw={},line width={}pt", Name(colour), length(width)));
                if let Some([dash, gap]) = dash.map(|dash| dash.map(length)) {
                    style.push(format!("dash pattern=on {dash}pt off {gap}pt"));
                }
            }
            if shape.fill.is_none() {
                style.push("line cap=round,line join=round".to_owned());
            }
            write!(f, "\\path[{}]", style.join(","))?;
            match &shape.kind {
                ShapeKind::Lines { pieces, closed } => {
                    for piece in pieces {
                        let points: Vec<String> = piece.iter().map(coordinates).collect();
                        write!(f, " {}", points.join(" -- "))?;
                        f.write_str(if *closed { " -- cycle" } else { "" })?;
                    }
                }
                ShapeKind::Circle { centre, radius } => {
                    write!(f, " {} circle[radius={}pt]", coordinates(centre), length(*radius))?;
                }
                ShapeKind::Text(_) => {}
            }
            writeln!(f, ";")?;
        }
        writeln!(f, "\\end{{tikzpicture}}")
    }
}

fn node(label: &Label, colour: Option<Colour>, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    // The baseline, as in SVG.
    let base = label.size * 0.35;
    let at = match label.upwards {
        true => Point::new(label.at.x + base, label.at.y),
        false => Point::new(label.at.x, label.at.y + base),
    };
    let anchor = match label.align {
        Align::Start => "base west",
        Align::Middle => "base",
        Align::End => "base east",
    };
    let size = Number(label.size * PIXEL);
    let bold = if label.bold { "\\bfseries" } else { "" };
    write!(f, "\\node[anchor={anchor},font=\\fontsize{{{size}}}{{{size}}}\\selectfont{bold}")?;
    if let Some(colour) = colour {
        write!(f, ",text={}", Name(colour))?;
    }
    f.write_str(if label.upwards { ",rotate=90" } else { "" })?;
    writeln!(f, "] at {} {{{}}};", coordinates(&at), content(&label.text))
}

/// The text of a label: a value, the start of one with its length, or words some of which are values.
fn content(text: &str) -> String {
    let words: Vec<&str> = text.split_whitespace().collect();
    let whole = words.join(" ");
    let (value, length) = whole.split_once("… ").unwrap_or((&whole, ""));
    if let Some(math) = math(value) {
        let length =
            if length.is_empty() { "" } else { &format!("\\dots{{}} {}", latex::text(length)) };
        return format!("${math}${length}");
    }
    let mut content = String::new();
    for (i, word) in words.into_iter().enumerate() {
        content.push_str(if i > 0 { " " } else { "" });
        // A letter is a name only where it is the whole label.
        let is_name = word.starts_with(|c: char| c.is_ascii_lowercase() && c != 'v');
        let _ = match math(word).filter(|_| !is_name) {
            Some(math) => write!(content, "${math}$"),
            None => write!(content, "{}", latex::text(word)),
        };
    }
    content
}

/// A value in LaTeX; `None` for digits as well, since math mode has a space after the comma of `1,000`.
fn math(text: &str) -> Option<String> {
    let is_numeral = text.chars().all(|c| c.is_ascii_digit() || c == ',');
    if is_numeral { None } else { latex::math(text) }
}

#[cfg(test)]
mod tests {
    use super::content;

    #[test]
    fn labels() {
        for (text, expected) in [
            ("{2|-1}", r"$\{2 \mid -1\}$"),
            ("a1  = {2|^...", r"$a_{1} = \{2 \mid {\uparrow}\dots$"),
            ("value v", r"value ${\downarrow}$"),
            ("mean 1/2, temperature 0", r"mean $\frac{1}{2},$ temperature 0"),
            ("4,457", "4,457"),
            ("a = {{2|1… (70 characters)", r"$a = \{\{2 \mid 1$\dots{} (70 characters)"),
            ("a = x_1 & v.", r"a = x\_1 \& v."),
            ("xox/ox.", "xox/ox."),
        ] {
            assert_eq!(content(text), expected);
        }
    }
}
