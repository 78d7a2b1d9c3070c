//! Coins in a row, beside a plain twin that lists all sets of coins.

use dicot::nim::mex;
use dicot::{LimitKind, Limits};
use dicot_impartial::CoinGame;

/// The values, where the function says which sets of coins, in rising order and counted from 1, may be turned.
fn plain(coins: usize, allows: impl Fn(&[usize]) -> bool) -> Vec<u32> {
    let mut values: Vec<u32> = Vec::new();
    for coin in 1..=coins {
        let sets = (0..1u32 << (coin - 1)).filter_map(|others| {
            let others: Vec<usize> = (1..coin).filter(|i| others >> (i - 1) & 1 == 1).collect();
            let sum = others.iter().fold(0, |sum, &other| sum ^ values[other - 1]);
            allows(&[others, vec![coin]].concat()).then_some(u64::from(sum))
        });
        values.push(mex(sets) as u32);
    }
    values
}

fn is_symmetric(coins: &[usize]) -> bool {
    let ends = coins[0] + coins[coins.len() - 1];
    coins.iter().zip(coins.iter().rev()).all(|(a, b)| a + b == ends)
}

fn is_equally_spaced(coins: &[usize]) -> bool {
    coins.windows(3).all(|coins| coins[1] - coins[0] == coins[2] - coins[1])
}

fn span(coins: &[usize]) -> usize {
    coins[coins.len() - 1] - coins[0] + 1
}

#[test]
fn values_of_the_plain_twin() {
    type Rule = fn(&[usize]) -> bool;
    let rules: [(&str, Rule); 18] = [
        ("1", |c| c.len() == 1),
        ("2-3", |c| (2..=3).contains(&c.len())),
        ("3+", |c| c.len() >= 3),
        ("2-5C", |c| (2..=5).contains(&c.len()) && span(c) == c.len()),
        ("2+C(4)", |c| c.len() >= 2 && span(c) <= 4),
        ("1-3C(5)", |c| c.len() <= 3 && span(c) <= 5),
        ("2,4", |c| matches!(c.len(), 2 | 4)),
        ("1, 4-5,3", |c| matches!(c.len(), 1 | 3..=5)),
        ("2,5+", |c| c.len() == 2 || c.len() >= 5),
        ("1,3-4C", |c| matches!(c.len(), 1 | 3 | 4) && span(c) == c.len()),
        ("1-2,4S", |c| matches!(c.len(), 1 | 2 | 4) && is_symmetric(c)),
        ("3E", |c| c.len() == 3 && is_equally_spaced(c)),
        ("2+E", |c| c.len() >= 2 && is_equally_spaced(c)),
        ("1+S", is_symmetric),
        ("2-5S", |c| (2..=5).contains(&c.len()) && is_symmetric(c)),
        ("4FS", |c| c.len() == 4 && c[0] == 1 && is_symmetric(c)),
        ("2+F", |c| c.len() >= 2 && c[0] == 1),
        ("3+SC(6)", |c| c.len() >= 3 && span(c) <= 6 && is_symmetric(c)),
    ];
    for (text, allows) in rules {
        let game: CoinGame = text.parse().unwrap();
        assert_eq!(game.values(12, &Limits::default()).unwrap(), plain(12, allows), "{text}");
    }
}

#[test]
fn limits_and_errors() {
    let game: CoinGame = "1+".parse().unwrap();
    assert_eq!(game.values(1000, &Limits::default()), Err(LimitKind::Bytes(usize::MAX)));
    let limits = Limits::default().with_bytes(1 << 12);
    assert_eq!(game.values(1000, &limits), Err(LimitKind::Bytes(1 << 12)));
    let error = |text: &str| text.parse::<CoinGame>().unwrap_err().to_string();
    assert_eq!(error("x"), "byte 0: expected a number, found x");
    assert_eq!(error("0"), "byte 0: expected a number from 1 on, found 0");
    assert_eq!(error("3-2"), "byte 2: expected a number from 3 on, found 2");
    assert_eq!(error("3C(0)"), "byte 3: expected a number from 1 on, found 0");
    assert_eq!(error("3X"), "byte 1: expected `,`, C, C(5), E, F, S or the end, found X");
    assert_eq!(error("3,"), "byte 2: expected a number, found the end");
    let words = |text: &str| text.parse::<CoinGame>().unwrap().to_string();
    assert_eq!(words("1"), "turn 1 coin");
    assert_eq!(
        words("1-3,5+C(7)S"),
        "turn 1 to 3 or 5 or more coins, symmetric, within 7 consecutive ones"
    );
}
