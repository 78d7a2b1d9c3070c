//! Pictures as SVG files: the thermographs of textbook games.
//!
//! Source: Siegel, *Combinatorial Game Theory* (2013), II.5; Berlekamp, Conway, Guy, *Winning Ways*,
//! chapter 6.
#![expect(clippy::print_stdout, reason = "an example is there to be read")]

use std::fs;

use dicot::{CanonicalForm, Dyadic};
use dicot_svg::Options;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let folder = std::env::temp_dir().join("dicot-pictures");
    fs::create_dir_all(&folder)?;
    let games = [
        ("number", "3/4"),
        ("switch", "{2|-1}"),
        ("three_stop", "{4||2|-4}"),
        ("sum", "{8|4}+{3|*}+{7|^}+{2||1|-5}+{5||2|-7}"),
    ];
    for (name, text) in games {
        let game: CanonicalForm = text.parse()?;
        let picture = dicot_svg::thermograph(&game.thermograph(), &Options::titled(text));
        let path = folder.join(name).with_extension("svg");
        fs::write(&path, picture.to_string())?;
        println!("{text}: {}", path.display());
    }

    // A picture is plain data before it is SVG.
    let switch: CanonicalForm = "{2|-1}".parse()?;
    let thermograph = switch.thermograph();
    assert_eq!(thermograph.temperature, Dyadic::new(3, 1).ok_or("too large")?);
    let picture = dicot_svg::thermograph(&thermograph, &Options::default());
    assert!(picture.labels().any(|label| label.text == "mean 1/2, temperature 3/2"));
    assert_eq!(picture.of_class("left-wall").count(), 1);
    Ok(())
}
