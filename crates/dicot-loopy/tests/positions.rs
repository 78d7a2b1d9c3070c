use dicot::rules::Position;
use dicot::{Calculation, Player, Store};
use dicot_loopy::{LoopyValue, PositionValues};
use std::fmt;

/// The value of a text in the language of the calculator.
fn parse(text: &str, calculation: &mut Calculation<'_>) -> Result<LoopyValue, String> {
    let value = dicot_calc::evaluate(text, calculation).map_err(|error| error.to_string())?;
    value.to_loopy().ok_or(format!("{value} is not a game"))
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct Step;
impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("step")
    }
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct Strip(Vec<u8>);

impl Position for Strip {
    type Move = Step2;
    fn moves(&self, player: Player) -> impl Iterator<Item = Step2> {
        let (own, ahead): (u8, isize) = if player == Player::Left { (b't', 1) } else { (b'f', -1) };
        let enemy = if player == Player::Left { b'f' } else { b't' };
        let at = |i: isize| usize::try_from(i).ok().and_then(|i| self.0.get(i)).copied();
        let mut found = Vec::new();
        for (i, &c) in self.0.iter().enumerate() {
            if c != own {
                continue;
            }
            let i = i as isize;
            if at(i + ahead) == Some(b'.') {
                found.push(Step2(i, i + ahead));
            }
            if at(i - ahead) == Some(b'.') {
                found.push(Step2(i, i - ahead));
            }
            if at(i + ahead) == Some(enemy) && at(i + 2 * ahead) == Some(b'.') {
                found.push(Step2(i, i + 2 * ahead));
            }
        }
        found.into_iter()
    }
    fn play_unchecked(&mut self, _: Player, mv: Step2) {
        self.0.swap(mv.0 as usize, mv.1 as usize);
    }
}
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct Step2(isize, isize);
impl fmt::Display for Step2 {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.0, self.1)
    }
}

#[test]
fn backsliding() {
    let store = Store::new();
    let mut failures = 0;
    for line in include_str!("data/backsliding_toads_and_frogs.tsv").lines().skip(1) {
        let row: Vec<&str> = line.split('\t').collect();
        let c = &mut store.calculation();
        let position = Strip(row[0].bytes().collect());
        let values = PositionValues::of([position.clone()], c).unwrap();
        let ours = values.get(&position).unwrap();
        let theirs = parse(row[1], c).unwrap();
        if *ours != theirs {
            failures += 1;
            println!("{}: {ours} not {theirs}", row[0]);
        }
    }
    assert_eq!(failures, 0);
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct Fox {
    width: i8,
    range: i8,
    geese: Vec<(i8, i8)>,
    fox: (i8, i8),
}
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum FoxMove {
    Goose(u8, (i8, i8)),
    Fox((i8, i8)),
    Pass,
}
impl fmt::Display for FoxMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("move")
    }
}

impl Fox {
    fn escaped(&self) -> bool {
        self.geese.iter().all(|g| g.0 <= self.fox.0)
    }
}
impl Position for Fox {
    type Move = FoxMove;
    fn moves(&self, player: Player) -> impl Iterator<Item = FoxMove> {
        let mut found = Vec::new();
        let free = |c: (i8, i8)| {
            c.0 >= 1 && c.1 >= 1 && c.1 <= self.width && c != self.fox && !self.geese.contains(&c)
        };
        if self.escaped() {
            if player == Player::Right {
                found.push(FoxMove::Pass);
            }
        } else if player == Player::Left {
            for (i, g) in self.geese.iter().enumerate() {
                for d in [-1, 1] {
                    let to = (g.0 - 1, g.1 + d);
                    if free(to) {
                        found.push(FoxMove::Goose(i as u8, to));
                    }
                }
            }
        } else {
            for (dr, dc) in [(-1, -1), (-1, 1), (1, -1), (1, 1)] {
                for n in 1..=self.range {
                    let to = (self.fox.0 + n * dr, self.fox.1 + n * dc);
                    if !free(to) {
                        break;
                    }
                    found.push(FoxMove::Fox(to));
                }
            }
        }
        found.into_iter()
    }
    fn play_unchecked(&mut self, _: Player, mv: FoxMove) {
        match mv {
            FoxMove::Goose(i, to) => {
                self.geese[i as usize] = to;
                self.geese.sort_unstable();
            }
            FoxMove::Fox(to) => self.fox = to,
            FoxMove::Pass => {}
        }
        if self.escaped() {
            self.geese.clear();
            self.fox = (100, 100);
            self.width = 0;
        }
    }
}

fn cell(text: &str) -> (i8, i8) {
    let (r, c) = text.split_once(',').unwrap();
    (r.parse().unwrap(), c.parse().unwrap())
}

#[test]
fn fox() {
    let store = Store::new();
    let mut failures = 0;
    for line in include_str!("data/fox_and_geese.tsv").lines().skip(1) {
        let row: Vec<&str> = line.split('\t').collect();
        let c = &mut store.calculation();
        let mut geese: Vec<_> = row[3].split(' ').map(cell).collect();
        geese.sort_unstable();
        let position = Fox {
            width: row[1].parse().unwrap(),
            range: row[2].parse().unwrap(),
            geese,
            fox: cell(row[4]),
        };
        let start = std::time::Instant::now();
        let values = PositionValues::of([position.clone()], c).unwrap();
        let ours = values.get(&position).unwrap();
        if start.elapsed().as_millis() > 500 {
            println!("{}: {} positions {:?}", row[0], values.len(), start.elapsed());
        }
        let theirs = parse(row[5], c).unwrap();
        if *ours != theirs {
            failures += 1;
            println!("{}: {ours} not {theirs}", row[0]);
        }
    }
    assert_eq!(failures, 0);
}

#[test]
fn start() {
    let most: i8 = std::env::var("FOX").map_or(6, |w| w.parse().unwrap());
    let store = Store::new();
    for (width, geese, fox) in [
        (4, vec![(4, 2), (4, 4)], (1, 1)),
        (6, vec![(6, 2), (6, 4), (6, 6)], (1, 3)),
        (8, vec![(8, 2), (8, 4), (8, 6), (8, 8)], (1, 5)),
    ] {
        if width > most {
            continue;
        }
        let c = &mut store.calculation();
        let position = Fox { width, range: 1, geese, fox };
        let start = std::time::Instant::now();
        let values = PositionValues::of([position.clone()], c).unwrap();
        println!(
            "{width}: {} {} {:?}",
            values.len(),
            values.get(&position).unwrap(),
            start.elapsed()
        );
    }
}
