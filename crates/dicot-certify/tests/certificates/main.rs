//! Certificates by brute force, and what becomes of them when they are changed: both checkers have to agree.

mod edited;
mod rulesets;

use std::collections::{HashMap, HashSet};
use std::io::{Read, Write};
use std::process::{Command, Stdio};

use dicot::analysis::Analyzer;
use dicot::rules::{AnyPosition, AnyRuleset, Position, Ruleset, Short};
use dicot::{CanonicalForm, Player};
use dicot_certify::{Options, Proved, certify};

/// Components by index, with whether they are negated, and a value.
type State = (Vec<(usize, bool)>, CanonicalForm);

/// Proves by brute force, and writes down how.
#[derive(Default)]
struct Maker {
    lines: Vec<String>,
    rules: Vec<String>,
    /// Components that have at most this many moves are replaced by their values.
    small: u64,
    /// Whether sums are proved by groups where that is possible.
    groups: bool,
    components: Vec<(AnyPosition, bool)>,
    indices: HashMap<AnyPosition, (usize, bool)>,
    numbers: HashMap<usize, usize>,
    values: HashMap<CanonicalForm, usize>,
    known: HashMap<(bool, State), bool>,
    written: HashSet<(bool, State)>,
}

impl Maker {
    fn add(&self, state: &mut State, term: (usize, bool)) {
        match state.0.iter().position(|&other| other == self.negated(term)) {
            Some(at) => drop(state.0.remove(at)),
            None => state.0.push(term),
        }
        state.0.sort_unstable();
    }

    fn negated(&self, (index, sign): (usize, bool)) -> (usize, bool) {
        (index, !sign && !self.components[index].1)
    }

    fn negative(&self, state: &State) -> State {
        let mut negative = (Vec::new(), -state.1.clone());
        state.0.iter().for_each(|&term| self.add(&mut negative, self.negated(term)));
        negative
    }

    /// Adds a position, or its negative, to a state.
    fn put(&mut self, state: &mut State, position: &AnyPosition, negate: bool) {
        for part in position.components() {
            let moves: u64 = Player::BOTH.iter().map(|&player| part.move_count(player)).sum();
            if moves <= self.small {
                let value = Analyzer::new().canonical_form(&part).unwrap();
                state.1 = state.1.clone() + if negate { -value } else { value };
                continue;
            }
            let (normal, is_negated) = part.normalized();
            let own = normal.normalized() == (normal.clone(), true)
                || normal.negative().normalized() == (normal.clone(), false);
            let new = self.components.len();
            let &mut (index, flipped) = self.indices.entry(normal).or_insert((new, is_negated));
            if index == new {
                self.components.push((part, own));
            }
            self.add(state, (index, !own && (flipped != is_negated) != negate));
        }
    }

    /// What a player can move to, and how.
    fn options(&mut self, state: &State, player: Player) -> Vec<(String, State)> {
        let mut options = Vec::new();
        for (place, &(index, sign)) in state.0.iter().enumerate() {
            let position = self.components[index].0.clone();
            let mover = if sign { !player } else { player };
            for mv in position.moves(mover) {
                let mut after = state.clone();
                after.0.remove(place);
                self.put(&mut after, &position.clone().play(mover, mv).unwrap(), sign);
                options.push((format!("m {place} {mv}"), after));
            }
        }
        for (i, option) in state.1.options(player).enumerate() {
            options.push((format!("o {i}"), (state.0.clone(), option)));
        }
        options
    }

    /// Whether Left wins, moving first or second.
    fn wins(&mut self, first: bool, state: &State) -> bool {
        if let Some(&known) = self.known.get(&(first, state.clone())) {
            return known;
        }
        let player = if first { Player::Left } else { Player::Right };
        let options = self.options(state, player);
        let wins = options.iter().any(|(_, after)| self.wins(!first, after) == first) == first;
        self.known.insert((first, state.clone()), wins);
        wins
    }

    fn number(&mut self, index: usize) -> usize {
        if let Some(&number) = self.numbers.get(&index) {
            return number;
        }
        let position = self.components[index].0.clone();
        let rules = self.rule(&position);
        self.lines.push(format!("c {rules} {position}"));
        let number = self.numbers.len() + 1;
        self.numbers.insert(index, number);
        number
    }

    fn rule(&mut self, position: &AnyPosition) -> usize {
        let name = &position.spec().name;
        self.rules.iter().position(|known| known == name).unwrap_or_else(|| {
            self.lines.push(format!("rules {} {name}", self.rules.len()));
            self.rules.push(name.clone());
            self.rules.len() - 1
        })
    }

    fn value(&mut self, value: &CanonicalForm) -> i64 {
        if *value == CanonicalForm::ZERO {
            return 0;
        }
        for (sign, value) in [(1, value.clone()), (-1, -value.clone())] {
            if let Some(&number) = self.values.get(&value) {
                return sign * number as i64;
            }
        }
        let sides = Player::BOTH.map(|player| {
            let options: Vec<CanonicalForm> = value.options(player).collect();
            let numbers: Vec<String> =
                options.iter().map(|option| self.value(option).to_string()).collect();
            numbers.join(",")
        });
        self.lines.push(format!("v {}", sides.join("|")));
        let number = self.values.len() + 1;
        self.values.insert(value.clone(), number);
        number as i64
    }

    /// Writes the fact, after those that it needs.
    fn prove(&mut self, first: bool, state: &State) {
        assert!(self.wins(first, state));
        if state.0.is_empty() || !self.written.insert((first, state.clone())) {
            return;
        }
        let reason = self.by_groups(first, state).unwrap_or_else(|| {
            if first {
                let options = self.options(state, Player::Left);
                let won = options.into_iter().find(|(_, after)| self.wins(false, after)).unwrap();
                self.prove(false, &won.1);
                won.0
            } else {
                let options = self.options(state, Player::Right);
                options.iter().for_each(|(_, after)| self.prove(true, after));
                "a".to_owned()
            }
        });
        let terms = state.0.clone();
        let list: Vec<String> = terms
            .into_iter()
            .map(|(index, sign)| format!("{}{}", if sign { "-" } else { "" }, self.number(index)))
            .collect();
        let value = self.value(&state.1);
        // Options are numbered as in the line of the value; that of a negated value was found for the positive one.
        let reason = match reason.strip_prefix("o ") {
            Some(_) if value < 0 => {
                let options: Vec<CanonicalForm> = state.1.options(Player::Left).collect();
                let good =
                    |option: &CanonicalForm| self.wins(false, &(state.0.clone(), option.clone()));
                let option = options.into_iter().find(good).unwrap();
                let mut positive =
                    (-state.1.clone()).options(Player::Right).collect::<Vec<_>>().into_iter();
                format!("o {}", positive.position(|other| other == -option.clone()).unwrap())
            }
            _ => reason,
        };
        let kind = if first { "w" } else { "z" };
        self.lines.push(format!("{kind} {} {value} {reason}", list.join(",")));
    }

    /// Each component and the value on its own, if that is enough.
    fn by_groups(&mut self, first: bool, state: &State) -> Option<String> {
        let zero = CanonicalForm::ZERO;
        let mut groups: Vec<State> =
            state.0.iter().map(|&term| (vec![term], zero.clone())).collect();
        groups.extend((state.1 != zero).then(|| (Vec::new(), state.1.clone())));
        let is_enough = |maker: &mut Maker| {
            groups.iter().enumerate().all(|(i, group)| maker.wins(first && i == 0, group))
        };
        if !self.groups || groups.len() < 2 || !is_enough(self) {
            return None;
        }
        groups.iter().enumerate().for_each(|(i, group)| self.prove(first && i == 0, group));
        let digits: String = (0..=state.0.len()).map(|i| i.to_string()).collect();
        Some(format!("p {digits}"))
    }
}

/// The lines of a certificate of the sum, as NAME:POSITION or a value, and who wins if Left or Right starts.
fn make(sum: &[&str], small: u64, groups: bool) -> (Vec<String>, [Option<Player>; 2]) {
    let mut maker = Maker { small, groups, ..Maker::default() };
    maker.lines.push("dicot certificate 1".to_owned());
    let mut state = (Vec::new(), CanonicalForm::ZERO);
    let mut last = Vec::new();
    for summand in sum {
        match summand.split_once(':') {
            Some((name, text)) => {
                let position = AnyRuleset::named(name).unwrap().read(text).unwrap();
                maker.put(&mut state, &position, false);
                last.push(format!("part {} {position}", maker.rule(&position)));
            }
            None => {
                let value: CanonicalForm = summand.parse().unwrap();
                last.push(format!("plus {}", maker.value(&value)));
                state.1 += value;
            }
        }
    }
    let mut winners = [None; 2];
    for (first, letter) in [(Player::Left, "L"), (Player::Right, "R")] {
        let left_wins = maker.wins(first == Player::Left, &state);
        let winner = if left_wins { Player::Left } else { Player::Right };
        let seen = if left_wins { state.clone() } else { maker.negative(&state) };
        maker.prove(first == winner, &seen);
        last.push(format!("claim {letter} {}", if left_wins { "L" } else { "R" }));
        winners[first as usize] = Some(winner);
    }
    maker.lines.extend(last);
    (maker.lines, winners)
}

/// The text with a right last line.
fn sealed(lines: &[String]) -> Vec<u8> {
    let text: String = lines.iter().map(|line| line.clone() + "\n").collect();
    let mut hash = 0xcbf2_9ce4_8422_2325u64;
    for byte in text.bytes() {
        hash = (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3);
    }
    format!("{text}end {} {hash:016x}\n", lines.len()).into_bytes()
}

/// What the checker of all rulesets says.
fn check(file: &[u8]) -> Result<Proved, String> {
    let mut options = Options::default();
    options.threads = 2;
    certify(file, &options, |_| ()).map_err(|error| error.to_string())
}

/// What the checker for Clobber says.
fn check_clobber(file: &[u8]) -> Result<String, String> {
    let mut command = Command::new(env!("CARGO_BIN_EXE_certify-clobber"));
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    // It may refuse before it has read everything.
    let _ = child.stdin.take().unwrap().write_all(file);
    let output = child.wait_with_output().unwrap();
    if output.status.success() {
        return Ok(String::from_utf8(output.stdout).unwrap());
    }
    let error = String::from_utf8(output.stderr).unwrap();
    Err(error.trim_start_matches("Error: \"").to_owned())
}

/// Both refuse the file, and name the line.
#[track_caller]
fn refused(lines: &[String], line: usize, reason: &str) {
    let file = sealed(lines);
    let error = check(&file).unwrap_err();
    assert!(error.starts_with(&format!("line {line}: ")), "{error}, not line {line}");
    assert!(error.contains(reason), "{error}");
    let error = check_clobber(&file).unwrap_err();
    assert!(
        error.starts_with(&format!("line {line}: ")) || error.contains("not proved above"),
        "{error}"
    );
}

fn lines(text: &str) -> Vec<String> {
    text.lines().map(str::to_owned).collect()
}

fn gzip(file: &[u8]) -> Vec<u8> {
    let mut gzip = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    gzip.write_all(file).unwrap();
    gzip.finish().unwrap()
}

#[test]
fn certificates_by_brute_force() {
    let sums: &[&[&str]] = &[
        &["clobber:xo/ox"],
        &["clobber:xoxo/oxox"],
        &["clobber:xoxox/oxoxo"],
        &["clobber:xox/oxo/xox"],
        &["clobber:xxo.xo/..x.o.", "clobber:oxo/xo."],
        &["clobber:xoxoxox", "clobber:oxoxo", "^*"],
        &["clobber:xoxoxo", "clobber:xoxoxo", "v"],
        &["clobber:xxoo", "1"],
        &["domineering:..../..../...."],
        &["domineering:..../...#", "domineering:.../..#", "-1/2"],
        &["kayles:5+3", "clobber:xxo"],
        &["konane:xoxo/oxo./xox."],
        &["toppling-dominoes:lrlr", "amazons:x../..o", "{2|-1}"],
        &["hot-clobber:xox/ox.", "fission:..x./...."],
        &["toads-and-frogs:tt..ff", "anti-clobber:x..o", "cutcake:2x3"],
    ];
    for sum in sums {
        let rules_exist = |name: &&str| match name.split_once(':') {
            Some((name, text)) => {
                AnyRuleset::named(name).is_some_and(|rules| rules.read(text).is_ok())
            }
            None => true,
        };
        assert!(sum.iter().all(rules_exist), "{sum:?}");
        for (small, groups) in [(0, false), (0, true), (3, false), (6, true), (100, false)] {
            let (lines, winners) = make(sum, small, groups);
            let file = sealed(&lines);
            let proved =
                check(&file).unwrap_or_else(|e| panic!("{sum:?}: {e}\n{}", lines.join("\n")));
            assert_eq!(proved.winners, winners, "{sum:?}");
            assert_eq!(check(&gzip(&file)).unwrap().winners, winners);
            if sum.iter().all(|summand| !summand.contains(':') || summand.starts_with("clobber:")) {
                let text = check_clobber(&file)
                    .unwrap_or_else(|e| panic!("{sum:?}: {e}\n{}", lines.join("\n")));
                let [left, right] = winners.map(Option::unwrap);
                assert!(
                    text.starts_with(&format!(
                        "Left starts: {left} wins\nRight starts: {right} wins\n"
                    )),
                    "{text}"
                );
            }
        }
    }
}

#[test]
fn any_byte_that_changes() {
    let file = sealed(&make(&["clobber:xoxox/oxo..", "^"], 4, true).0);
    let (proved, zipped) = (check(&file).unwrap(), gzip(&file));
    for at in 0..file.len() {
        for change in [1, 2, 0x20, 0xff] {
            let mut changed = file.clone();
            changed[at] ^= change;
            assert!(check(&changed).is_err(), "byte {at}");
            if change == 1 {
                assert!(check_clobber(&changed).is_err(), "byte {at}");
            }
        }
        assert!(check(&file[..at]).is_err() && check(&[&file[..], b"x"].concat()).is_err());
    }
    for at in 0..zipped.len() {
        let mut changed = zipped.clone();
        changed[at] ^= 0xff;
        assert!(check(&changed).is_err(), "byte {at}");
        for bit in 0..8 {
            let mut changed = zipped.clone();
            changed[at] ^= 1 << bit;
            // The bits after the end of the compressed data mean nothing: the text is the same, the hash of the file not.
            if let Ok(other) = check(&changed) {
                assert_eq!((other.winners, &other.parts), (proved.winners, &proved.parts));
                assert_ne!(other.sha256, check(&zipped).unwrap().sha256);
                assert_eq!(at, zipped.len() - 9, "byte {at}");
            }
        }
        assert!(check(&zipped[..at]).is_err());
    }
    assert!(check(&[&zipped[..], b"x"].concat()).is_err());
}

#[test]
fn wrong_facts_are_refused() {
    let (good, winners) = make(&["clobber:xoxo/oxox"], 0, false);
    for (i, line) in good.iter().enumerate() {
        let with = |new: &str| {
            let mut changed = good.clone();
            changed[i] = new.to_owned();
            changed
        };
        if let Some((start, mv)) = line.split_once(" m ") {
            refused(&with(&format!("{start} m 0 h8-h9")), i + 1, "has no move h8-h9");
            refused(
                &with(&format!("{start} m 9 {}", &mv[2..])),
                i + 1,
                "expected the place of a component",
            );
            refused(&with(&line.replacen("w ", "z ", 1)), i + 1, "expected a reason");
            refused(&with(&format!("{start} a")), i + 1, "expected a reason");
        }
        if line.starts_with(['w', 'z']) {
            // Nothing in it is superfluous, and nothing may rely on what comes later. (The checker for Clobber can do without
            // some facts: it finds all components that are their own negatives.)
            let mut without = good.clone();
            let fact = without.remove(i);
            assert!(check(&sealed(&without)).is_err(), "{fact}");
            let last = without.iter().position(|line| line.starts_with("part")).unwrap();
            let mut components = good.iter().filter(|line| line.starts_with("c "));
            let root = components.position(|line| line == "c 0 xoxo/oxox").unwrap() + 1;
            let list = line.split(' ').nth(1).map(|list| list.replace('-', ""));
            without.insert(last, fact);
            if list != Some(root.to_string()) {
                assert!(check(&sealed(&without)).is_err(), "{line}");
            }
        }
        if let Some(first) = line.strip_prefix("claim ") {
            let winner = if first.ends_with('L') { "R" } else { "L" };
            let end = good.len() + 1;
            refused(&with(&format!("claim {} {winner}", &first[..1])), end, "it needs the fact");
        }
    }
    assert_eq!(check(&sealed(&good)).unwrap().winners, winners);
}

#[test]
fn hand_written_errors() {
    let head = "dicot certificate 1\nrules 0 clobber\nv 0|0\nv |0\n";
    let with = |text: &str| lines(&format!("{head}{text}part 0 xo\nclaim L L"));
    // xo is *: Left wins, moving first, and * - 1, less than 0, she does not win. * + * is 0.
    let good = with("c 0 xo\nw 1 0 m 0 a1-b1\n");
    assert_eq!(check(&sealed(&good)).unwrap().winners, [Some(Player::Left), None]);
    check_clobber(&sealed(&good)).unwrap();
    refused(&with("c 0 xo\nz 1 0 a\n"), 6, "needs the fact w of components \"\" and value 0");
    refused(&with("c 0 xo\nz 1 1 a\nw 1 0 m 0 a1-b1\n"), 6, "is not proved above");
    refused(&with("c 0 xo\nw 1 2 m 0 a1-b1\n"), 6, "is not proved above");
    refused(&with("c 0 xo.xo\n"), 5, "not a component: 2 parts");
    refused(&with("c 0 xx\n"), 5, "not a component: 0 parts");
    refused(&with("c 0 xo\nc 0 x/o\n"), 6, "the same as component 1");
    refused(&with("c 0 xoo\nc 0 oxx\n"), 6, "the same as component 1");
    refused(&with("c 0 xo\nw 2 0 m 0 a1-b1\n"), 6, "expected a component above");
    refused(&with("c 0 xo\nw 1 3 m 0 a1-b1\n"), 6, "expected a value above");
    refused(&with("c 0 xo\nw 99999999999 0 a\n"), 6, "expected a number");
    refused(&with("c 0 xo\nw 1 0 o 0\n"), 6, "expected the place of an option");
    refused(&with("c 0 xo\nz 1 1 p 00\n"), 6, "needs the fact z");
    refused(&with("c 0 xo\nz 1 1 p 01\n"), 6, "needs the fact z");
    refused(&with("c 0 xo\nz 1 1 p 0x\n"), 6, "expected a reason");
    refused(&with("c 0 xo\nw 1 0 m 0 a1-b1\nw 1 0 p 11\n"), 7, "needs the fact w");
    refused(&with("c 0 xo\nz 1 1 p 0\n"), 6, "expected a digit for each");
    refused(&with("v 3|0\n"), 5, "expected a value above");
    refused(&with("hello\n"), 5, "expected rules, part");
    refused(&with("\n"), 5, "expected rules, part");
    refused(&with("c 0 xxo\nc 0 xoxo\nw 2 0 m 0 a1-b1\n"), 7, "components \"1\"");
    // Listed after a fact that meets it.
    let late = sealed(&with("c 0 xoxo\nw 1 0 m 0 a1-b1\nc 0 xxo\n"));
    assert!(check(&late).is_err());
    refused(&with("claim L R\nclaim L L\n"), 6, "already");
    assert!(
        check(&sealed(&lines(head))).unwrap_err().contains("expected a line `claim` before `end`")
    );
    // Components that cancel or are their own negatives, negated texts, groups, and values that are not listed.
    for good in [
        "c 0 xo\nz 1,-1 0 a\n",
        "c 0 oxx\nz 1,-1 0 a\nz 1 0 a\n",
        "c 0 oox\nz -1 0 a\n",
        "c 0 xo\nw -1 0 m 0 b1-a1\nw 1 0 m 0 a1-b1\nz 1 1 a\n",
        "c 0 xo\nw 1 0 m 0 a1-b1\nw 1 -2 p 01\n",
        "c 0 xo\nz 1 -2 a\nz 1,-1 0 a\n",
    ] {
        let file = sealed(&with(&format!("{good}w 1 0 m 0 XX\n")));
        for error in [check(&file).unwrap_err(), check_clobber(&file).unwrap_err()] {
            assert!(
                error.contains("no move XX") || error.contains("no such move"),
                "{good}{error}"
            );
        }
    }
    // Two components that are their own negatives cancel. The rules find that of dominoes, the checker for Clobber of all.
    let clobber = sealed(&with("c 0 xo\nz 1,1 0 a\nw 1 0 m 0 a1-b1\n"));
    check_clobber(&clobber).unwrap();
    let dominoes = "dicot certificate 1\nrules 0 domineering\nc 0 ../..\nz 1,1 0 a\npart 0 ..#../..#..\nclaim R L";
    assert_eq!(check(&sealed(&lines(dominoes))).unwrap().winners, [None, Some(Player::Left)]);
    // A fact holds with greater values too.
    let mut more = with("c 0 xo\nw 1 0 m 0 a1-b1\nplus -2\n");
    assert_eq!(check(&sealed(&more)).unwrap().values, ["{0|}"]);
    check_clobber(&sealed(&more)).unwrap();
    more[6] = "plus 2".to_owned();
    refused(&more, 10, "it needs the fact w of components \"1\" and value {|0}");
}

/// A fact about a value serves greater values, so that a set of facts could prove itself if it were not for the order of the lines.
/// In -4 + {{5|4}|0} Left loses, moving first: Right answers {5|4} with 4. But 4 >= {{5|4}|0}.
#[test]
fn facts_in_a_circle() {
    let head = "dicot certificate 1\nrules 0 domineering\npart 0 ........\nc 0 ........\n\
        v 0|\nv 1|\nv 2|\nv 3|\nv 4|\nv 5|4\nv 6|0\nplus 7\nclaim L L\n";
    for facts in [["w 1 7 o 0", "z 1 6 a"], ["z 1 6 a", "w 1 7 o 0"]] {
        for sign in ["", "-"] {
            let facts = facts.map(|fact| fact.replacen(" 1", &format!(" {sign}1"), 1)).join("\n");
            let error = check(&sealed(&lines(&(head.to_owned() + &facts)))).unwrap_err();
            assert!(
                error.starts_with("line 14: ") && error.contains("not proved above"),
                "{error}"
            );
        }
    }
}

#[test]
fn hostile_files() {
    let mut options = Options::default();
    options.bytes = 1 << 20;
    let error = |file: &[u8]| certify(file, &options, |_| ()).unwrap_err().to_string();
    let head = "dicot certificate 1\nrules 0 clobber\n";
    // One value after another, each with more moves; a line without an end; the same in little gzip.
    let deep: String = (0..3000).map(|i| format!("v {i}|\n")).collect();
    let mut plenty = Options::default();
    plenty.bytes = 1 << 30;
    let file = format!("{head}{deep}");
    let deep = certify(file.as_bytes(), &plenty, |_| ()).unwrap_err().to_string();
    assert_eq!(deep, "line 2003: a value has more than 2000 moves in a row");
    assert!(error(head.repeat(2).as_bytes()).starts_with("line 3: "));
    let long = [head.as_bytes(), &vec![b'c'; 3 << 20]].concat();
    assert_eq!(error(&long), "line 3: the line does not end, or is longer than 1 MiB");
    assert_eq!(error(&gzip(&long)), "line 3: the line does not end, or is longer than 1 MiB");
    let many = format!("{head}{}", "v |\n".repeat(100_000));
    assert_eq!(error(&gzip(many.as_bytes())), "the memory limit of 1 MiB is reached; raise it");
    // A value that takes too long.
    let board = ["xoxoxoxoxo", "oxoxoxoxox"].repeat(5).join("/");
    let file = sealed(&lines(&format!("{head}part 0 {board}\nclaim L L")));
    let large = certify(&file[..], &plenty, |_| ()).unwrap_err().to_string();
    assert!(large.contains("is not listed, and its value takes too many steps"), "{large}");
}

/// Both checkers accept the certificates that are kept in the repository, and their hashes are those of the claims.
#[test]
fn kept_certificates() {
    let results = concat!(env!("CARGO_MANIFEST_DIR"), "/../../results");
    let claims = std::fs::read_to_string(format!("{results}/claims/clobber-boards.json")).unwrap();
    let mut count = 0;
    for file in std::fs::read_dir(format!("{results}/certificates")).unwrap() {
        let (path, mut text) = (file.unwrap().path(), Vec::new());
        let file = std::fs::read(&path).unwrap();
        let sha256: String =
            check(&file).unwrap().sha256.map(|byte| format!("{byte:02x}")).concat();
        assert!(claims.contains(&sha256), "{}", path.display());
        flate2::read::GzDecoder::new(&file[..]).read_to_end(&mut text).unwrap();
        check_clobber(&text).unwrap();
        count += 1;
    }
    assert!(count >= 6, "{count}");
}
