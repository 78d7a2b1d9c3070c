//! Pictures as PNG.
//!
//! PNG needs a rasterizer and a font, so it is the command line's and not that of `dicot-svg`. `resvg` would bring a reader of SVG and a
//! text shaper, some 50 crates, to paint what is not text to begin with. So this file paints a
//! `Picture` with `tiny-skia`, in glyph outlines that `ttf-parser` reads from DejaVu Sans Mono, which the
//! crate `dejavu` contains and whose licence lets programs embed it: 16 crates more, and the same pixels on every
//! machine. Characters that the font lacks, such as Chinese ones in a title, are boxes in PNG.

use dicot_svg::{Align, Colour, Label, Picture, Point, ShapeKind};
use tiny_skia::{
    FillRule, LineCap, LineJoin, Paint, Path, PathBuilder, Pixmap, Stroke, StrokeDash, Transform,
};
use ttf_parser::{Face, OutlineBuilder};

/// The most pixels, of four bytes each.
const MAX_PIXELS: u64 = 1 << 26;
/// Pixels for a unit of the picture, if no width is asked for.
const USUAL_SCALE: f64 = 2.0;

/// Paints a picture, in as many pixels across as asked for. The text is in DejaVu Sans Mono.
pub(crate) fn png(picture: &Picture, width: Option<u32>) -> Result<Vec<u8>, String> {
    let scale = width.map_or(USUAL_SCALE, |width| f64::from(width) / picture.width);
    let [across, down] =
        [picture.width, picture.height].map(|side| (side * scale).round().max(1.0));
    if across * down > MAX_PIXELS as f64 {
        return Err(format!(
            "a PNG of {across} times {down} pixels is too large (the limit is {MAX_PIXELS}): \
             write an SVG, or ask for a smaller --width"
        ));
    }
    let mut canvas = Pixmap::new(across as u32, down as u32).ok_or("the picture has no area")?;
    canvas.fill(tiny_skia::Color::WHITE);
    let fonts = Fonts::new()?;
    let transform = Transform::from_scale(scale as f32, scale as f32);
    for shape in &picture.shapes {
        // What has no extent is not seen.
        let Some(path) = outline(&shape.kind, &fonts) else { continue };
        if let Some(fill) = shape.fill {
            canvas.fill_path(&path, &paint(fill), FillRule::Winding, transform, None);
        }
        if let Some(stroke) = shape.stroke {
            // As in SVG, lines have round ends, and areas have corners.
            let (line_cap, line_join) = match shape.fill {
                None => (LineCap::Round, LineJoin::Round),
                Some(_) => (LineCap::Butt, LineJoin::Miter),
            };
            let dash = stroke.dash.map(|lengths| lengths.map(|x| x as f32).to_vec());
            let dash = dash.and_then(|lengths| StrokeDash::new(lengths, 0.0));
            let width = stroke.width as f32;
            let pen = Stroke { width, line_cap, line_join, dash, ..Stroke::default() };
            canvas.stroke_path(&path, &paint(stroke.colour), &pen, transform, None);
        }
    }
    canvas.encode_png().map_err(|error| format!("the PNG cannot be encoded: {error}"))
}

fn paint(Colour(red, green, blue): Colour) -> Paint<'static> {
    let mut paint = Paint::default();
    paint.set_color_rgba8(red, green, blue, 255);
    paint
}

fn outline(kind: &ShapeKind, fonts: &Fonts) -> Option<Path> {
    let mut path = PathBuilder::new();
    match kind {
        ShapeKind::Lines { pieces, closed } => {
            for piece in pieces {
                for (i, &Point { x, y }) in piece.iter().enumerate() {
                    let (x, y) = (x as f32, y as f32);
                    if i == 0 { path.move_to(x, y) } else { path.line_to(x, y) }
                }
                if *closed {
                    path.close();
                }
            }
        }
        ShapeKind::Circle { centre, radius } => {
            path.push_circle(centre.x as f32, centre.y as f32, *radius as f32);
        }
        ShapeKind::Text(label) => return fonts.text(label),
        _ => {}
    }
    path.finish()
}

/// DejaVu Sans Mono, which the SVG asks for first.
struct Fonts {
    regular: Face<'static>,
    bold: Face<'static>,
}

impl Fonts {
    fn new() -> Result<Fonts, String> {
        let face = |bytes| Face::parse(bytes, 0).map_err(|error| format!("the font: {error}"));
        let [regular, bold] = [dejavu::sans_mono::regular(), dejavu::sans_mono::bold()].map(face);
        Ok(Fonts { regular: regular?, bold: bold? })
    }

    /// The outlines of a label's characters. Those that the font lacks are boxes.
    fn text(&self, label: &Label) -> Option<Path> {
        let face = if label.bold { &self.bold } else { &self.regular };
        let size = label.size as f32;
        let scale = size / f32::from(face.units_per_em());
        // The base line lies as far below the middle as in SVG.
        let mut pen = Pen { path: PathBuilder::new(), x: 0.0, y: size * 0.35, scale };
        for c in label.text.chars() {
            let glyph = face.glyph_index(c).unwrap_or_default();
            face.outline_glyph(glyph, &mut pen);
            pen.x += f32::from(face.glyph_hor_advance(glyph).unwrap_or_default()) * scale;
        }
        let before = match label.align {
            Align::Start => 0.0,
            Align::Middle => pen.x / 2.0,
            Align::End => pen.x,
        };
        let turn = Transform::from_rotate(if label.upwards { -90.0 } else { 0.0 });
        let place = Transform::from_translate(-before, 0.0)
            .post_concat(turn)
            .post_translate(label.at.x as f32, label.at.y as f32);
        pen.path.finish()?.transform(place)
    }
}

/// Draws characters from `(x, y)` on; in the font y counts upwards.
struct Pen {
    path: PathBuilder,
    x: f32,
    y: f32,
    scale: f32,
}

impl Pen {
    fn at(&self, x: f32, y: f32) -> (f32, f32) {
        (self.x + x * self.scale, self.y - y * self.scale)
    }
}

impl OutlineBuilder for Pen {
    fn move_to(&mut self, x: f32, y: f32) {
        let (x, y) = self.at(x, y);
        self.path.move_to(x, y);
    }

    fn line_to(&mut self, x: f32, y: f32) {
        let (x, y) = self.at(x, y);
        self.path.line_to(x, y);
    }

    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        let ((x1, y1), (x, y)) = (self.at(x1, y1), self.at(x, y));
        self.path.quad_to(x1, y1, x, y);
    }

    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        let ((x1, y1), (x2, y2), (x, y)) = (self.at(x1, y1), self.at(x2, y2), self.at(x, y));
        self.path.cubic_to(x1, y1, x2, y2, x, y);
    }

    fn close(&mut self) {
        self.path.close();
    }
}
