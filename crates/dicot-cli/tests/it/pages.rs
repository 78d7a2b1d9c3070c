//! `dicot pages`.

use std::fs;
use std::path::Path;

use crate::{good, run};

/// The list of dicot's own site.
const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../results/pages.txt");

/// If not, `dicot pages --list > results/pages.txt` makes it.
#[test]
fn the_list_is_what_the_command_prints() {
    let list = good(&["pages", "--list"]).out;
    assert!(
        fs::read_to_string(FILE).unwrap() == list,
        "{FILE} is not what `dicot pages --list` prints"
    );
    assert!(list.lines().count() > 3_000);
}

/// Makes the pages of these lines, and returns the page of each path.
fn pages(lines: &str, more: &[&str], paths: &[&str]) -> Vec<String> {
    let folder = tempfile::tempdir().unwrap();
    let (list, site) = (folder.path().join("list.txt"), folder.path().join("site"));
    fs::write(&list, lines).unwrap();
    let [list, to] = [&list, &site].map(|path| path.to_str().unwrap());
    let said = good(&[&["pages", list, "--to", to], more].concat()).out;
    assert_eq!(said, format!("{} pages\n", paths.len()));
    let read = |path: &&str| {
        let page = site.join(path);
        if !path.starts_with("p/nim/") && !path.starts_with("p/sum/") {
            assert!(fs::read(page.join("board.png")).unwrap().starts_with(b"\x89PNG"));
        }
        fs::read_to_string(page.join("index.html")).unwrap()
    };
    paths.iter().map(read).collect()
}

#[test]
fn a_page_has_the_answer() {
    let lines = "\
# A comment, and a line that occurs twice

clobber:xox/ox.
clobber:xox/ox.
nim:3+5+7
hackenbush:n=3 0-1:b 1-2:r
hare-and-hounds:#h..#/h...r/#h..#
hare-and-hounds:..r/hh.
domineering:..
Domineering:..
konane-any:xo
clobber:xo + nim:2
";
    let paths = [
        "p/clobber/xox-ox./",
        "p/nim/3+5+7/",
        "p/hackenbush/n=3_0~-1:b_1~-2:r/",
        "p/hare-and-hounds/#h..#-h...r-#h..#/",
        "p/hare-and-hounds/~..r-hh./",
        "p/domineering/~../",
        "p/konane-any/xo/",
        "p/sum/clobber:xo_+_nim:2/",
    ];
    let all = pages(lines, &["--site", "https://example.org/dicot"], &paths);
    for (page, parts) in all.iter().zip([
        &[
            "<h1 id=\"start\">Clobber <code>xox/ox.</code></h1>",
            "<data value=\"{^^*|*,v}\">{↑↑*|*,↓}</data>",
            "Outcome N: the player who starts wins.",
            "<dt>Atomic weight</dt><dd>1/2</dd>",
            "Left wins by <code>a2-b2, c2-b2, b1-b2</code>.",
            "href=\"../../../#rules=clobber&amp;position=xox/ox.\"",
            "{\\Uparrow}{\\ast}",
            "content=\"https://example.org/dicot/p/clobber/xox-ox./board.png\"",
            "src=&quot;https://example.org/dicot/p/clobber/xox-ox./#embed&quot;",
            "<link rel=\"stylesheet\" href=\"../../../assets/answer.css\">",
        ][..],
        &["<dt>Nim value</dt><dd>1</dd>", "Left wins by <code>3&gt;2, 5&gt;4, 7&gt;6</code>."],
        &["<data value=\"1/2\">", "Right has no move that wins."],
        &[
            "Value <data value=\"on &amp; over\">",
            "p/hare-and-hounds/%23h..%23-h...r-%23h..%23/#embed",
        ],
        &["Outcome: Left wins if Left starts, else a draw."],
        &["<data value=\"-1\">", "Right wins by <code>a1-b1</code>."],
        &["Outcome P: the player who does not start wins.", "dicot solve --rules konane-any 'xo'"],
        &["<data value=\"*3\">"],
    ]) {
        for part in parts {
            assert!(page.contains(part), "no {part} in {page}");
        }
        assert!(!page.contains("{root}"), "{page}");
    }
}

#[test]
fn a_page_has_what_is_known_and_what_puzzles_ask() {
    let board = "xoxoxoxoxoxo/oxoxoxoxoxox/xoxoxoxoxoxo";
    let path = format!("p/clobber/{}/", board.replace('/', "-"));
    let puzzles = concat!(env!("CARGO_MANIFEST_DIR"), "/../dicot-pages/assets/puzzles.txt");
    let puzzles = fs::read_to_string(puzzles).unwrap();
    let (number, puzzle) =
        puzzles.lines().enumerate().find(|(_, line)| line.contains("\tclobber:")).unwrap();
    let position = puzzle.split('\t').nth(3).unwrap().trim_start_matches("clobber:");
    // Results name this ruleset by its second name.
    let lines = format!("clobber:{board}\nclobber:{position}\ncannibal-clobber:xoxoxox/oxoxoxo\n");
    let of_puzzle = format!("p/clobber/{}/", position.replace('/', "-"));
    let of_alias = "p/cannibal-clobber/xoxoxox-oxoxoxo/";
    let all = pages(&lines, &[], &[&path, &of_puzzle, of_alias]);
    assert!(all[2].contains("results/#cannibal-clobber-boards"), "{}", all[2]);
    for part in [
        "Outcome N: the player who starts wins.",
        "<a href=\"../../../results/#clobber-boards\">Who wins Clobber on full boards</a>, case 3x12: outcome N",
        "Its certificate has the SHA-256 <code>",
    ] {
        assert!(all[0].contains(part), "no {part} in {}", all[0]);
    }
    assert!(!all[0].contains("Value <data"));
    // Where the folder will be is not known.
    assert!(!all[0].contains("og:image") && !all[0].contains("iframe"));
    let link = format!("<a href=\"../../../puzzles/#{}\">puzzle</a>", number + 1);
    assert!(all[1].contains(&link), "no {link} in {}", all[1]);
}

#[test]
fn damaged_lists() {
    let folder = tempfile::tempdir().unwrap();
    let (list, site) = (folder.path().join("list.txt"), folder.path().join("site"));
    let [list, to] = [&list, &site].map(|path: &std::path::PathBuf| path.to_str().unwrap());
    let row = "x".repeat(200);
    let long = format!("clobber:{row}/{row}");
    for (line, message) in [
        ("xox", "list.txt, line 2: xox: expected a ruleset and a colon"),
        ("clobbers:xox", "list.txt, line 2: clobbers:xox: unknown ruleset"),
        ("clobber:xq", "list.txt, line 2: clobber:xq: "),
        (&long, "list.txt, line 2: the text is too long to be part of an address"),
    ] {
        fs::write(list, format!("clobber:xo\n{line}\n")).unwrap();
        let run = run(&["pages", list, "--to", to]);
        assert!(run.status == Some(1) && run.err.contains(message), "{line}: {run:?}");
        assert!(!Path::new(to).exists());
    }
    // What takes too long is named.
    let large = ["xoxoxoxoxoxoxoxo"; 8].join("/");
    fs::write(list, format!("clobber:xo\nclobber:{large}\n")).unwrap();
    let run_out = run(&["pages", list, "--to", to, "--time", "10ms"]);
    assert!(run_out.status == Some(3) && run_out.out == "1 pages\n", "{run_out:?}");
    assert!(run_out.err.contains(&format!("left out: clobber:{large}: the time is up")));
    fs::remove_dir_all(to).unwrap();
    fs::write(list, "# nothing\n").unwrap();
    assert!(run(&["pages", list, "--to", to]).err.contains("list.txt has no position"));
    fs::write(list, "clobber:xo\n").unwrap();
    fs::write(to, "a file where the folder should be").unwrap();
    assert!(run(&["pages", list, "--to", to]).err.contains("site"));
}
