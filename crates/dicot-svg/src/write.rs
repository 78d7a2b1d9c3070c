//! Writes pictures as SVG 1.1.

use std::fmt::{self, Display};

use crate::picture::{Align, Label, Picture, Point, ShapeKind};

/// Monospaced fonts; the last one is SVG's generic name.
const FONTS: &str = "'DejaVu Sans Mono', Menlo, Consolas, 'Liberation Mono', monospace";

/// A coordinate with at most two decimal places.
pub(crate) struct Number(pub(crate) f64);

impl Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = format!("{:.2}", self.0);
        let text = text.trim_end_matches('0').trim_end_matches('.');
        f.write_str(if text == "-0" { "0" } else { text })
    }
}

/// A text escaped for XML. Characters that XML does not allow become U+FFFD.
struct Escaped<'a>(&'a str);

impl Display for Escaped<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for c in self.0.chars() {
            match c {
                '&' => f.write_str("&amp;")?,
                '<' => f.write_str("&lt;")?,
                '>' => f.write_str("&gt;")?,
                '"' => f.write_str("&quot;")?,
                '\t' | '\n' | '\r' => f.write_str(" ")?,
                '\0'..'\x20' | '\u{fffe}' | '\u{ffff}' => f.write_str("\u{fffd}")?,
                c => write!(f, "{c}")?,
            }
        }
        Ok(())
    }
}

/// The `d` attribute of a path.
struct PathData<'a>(&'a [Vec<Point>], bool);

impl Display for PathData<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for piece in self.0 {
            for (i, point) in piece.iter().enumerate() {
                let letter = if i == 0 { 'M' } else { 'L' };
                write!(f, "{letter}{} {}", Number(point.x), Number(point.y))?;
            }
            f.write_str(if self.1 { "Z" } else { "" })?;
        }
        Ok(())
    }
}

fn text(label: &Label, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let Label { at: Point { x, y }, size, .. } = *label;
    // The baseline is about a third of the size below the middle of capital letters.
    let base = size * 0.35;
    if label.upwards {
        let (x, y) = (Number(x), Number(y));
        write!(
            f,
            " x=\"{x}\" y=\"{y}\" dy=\"{}\" transform=\"rotate(-90 {x} {y})\"",
            Number(base)
        )?;
    } else {
        write!(f, " x=\"{}\" y=\"{}\"", Number(x), Number(y + base))?;
    }
    write!(f, " font-size=\"{}\"", Number(size))?;
    match label.align {
        Align::Start => {}
        Align::Middle => f.write_str(" text-anchor=\"middle\"")?,
        Align::End => f.write_str(" text-anchor=\"end\"")?,
    }
    if label.bold {
        f.write_str(" font-weight=\"bold\"")?;
    }
    writeln!(f, ">{}</text>", Escaped(&label.text))
}

/// Writes the picture as an SVG 1.1 document.
impl Display for Picture {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [width, height] = [self.width, self.height].map(Number);
        let shown_height = self.shown_width / self.width * self.height;
        writeln!(f, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>")?;
        write!(f, "<svg xmlns=\"http://www.w3.org/2000/svg\" version=\"1.1\"")?;
        write!(f, " width=\"{}\" height=\"{}\"", Number(self.shown_width), Number(shown_height))?;
        write!(f, " viewBox=\"0 0 {width} {height}\" role=\"img\"")?;
        writeln!(f, " font-family=\"{FONTS}\">")?;
        writeln!(f, "<title>{}</title>", Escaped(&self.title))?;
        writeln!(f, "<desc>{}</desc>", Escaped(&self.description))?;
        writeln!(f, "<rect width=\"{width}\" height=\"{height}\" fill=\"#ffffff\"/>")?;
        for shape in &self.shapes {
            let element = match &shape.kind {
                ShapeKind::Lines { .. } => "path",
                ShapeKind::Circle { .. } => "circle",
                ShapeKind::Text(_) => "text",
            };
            write!(f, "<{element} class=\"{}\"", shape.class)?;
            match shape.fill {
                Some(fill) => write!(f, " fill=\"{fill}\"")?,
                None => f.write_str(" fill=\"none\"")?,
            }
            if let Some(stroke) = shape.stroke {
                write!(f, " stroke=\"{}\"", stroke.colour)?;
                write!(f, " stroke-width=\"{}\"", Number(stroke.width))?;
                if let Some([dash, gap]) = stroke.dash {
                    write!(f, " stroke-dasharray=\"{} {}\"", Number(dash), Number(gap))?;
                }
            }
            match &shape.kind {
                ShapeKind::Lines { pieces, closed } => {
                    f.write_str(if shape.fill.is_none() {
                        " stroke-linecap=\"round\" stroke-linejoin=\"round\""
                    } else {
                        ""
                    })?;
                    writeln!(f, " d=\"{}\"/>", PathData(pieces, *closed))?;
                }
                ShapeKind::Circle { centre, radius } => {
                    let [x, y, r] = [centre.x, centre.y, *radius].map(Number);
                    writeln!(f, " cx=\"{x}\" cy=\"{y}\" r=\"{r}\"/>")?;
                }
                ShapeKind::Text(label) => text(label, f)?,
            }
        }
        writeln!(f, "</svg>")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short() {
        let texts = [1.0, -0.001, 2.5, 1e6 + 0.126, -3.10].map(|x| Number(x).to_string());
        assert_eq!(texts, ["1", "0", "2.5", "1000000.13", "-3.1"]);
    }

    #[test]
    fn characters_that_xml_does_not_allow_are_replaced() {
        assert_eq!(
            Escaped("<a & \"b\">\n\x1b\0").to_string(),
            "&lt;a &amp; &quot;b&quot;&gt; \u{fffd}\u{fffd}"
        );
    }
}
