//! Reads loopy games.
//!
//! Braces are read here if they contain `pass`, a name of braces, or a loopy game. All games in braces of one text are positions of one
//! [`LoopyGame`], so that options can lead back to braces that are still open.

use dicot::notation::{Language, NotationProblem, at_infinite_power};
use dicot::{Calculation, NumberUpStar, Player, ValueError};
use dicot_loopy::{LoopyGame, LoopyOption, LoopyValue, PositionId};

use crate::literal::LoopyLiteral;
use crate::scope::{At, Parsed, Reader, Scope, error, expected};
use crate::value::Value;
use crate::words::{PASS, is_loopy_word, part_len, word};

/// An option, and whether it is `pass`.
enum Item {
    Option(LoopyOption),
    Pass,
}

/// Reads braces or a power with a loopy game in it, which begins at the current offset; `None` if it does not.
pub(super) fn operand(parser: &mut Reader<'_, '_>) -> Parsed<Option<Value>> {
    if !parser.language.may_be_loopy() {
        return Ok(None);
    }
    match parser.rest().as_bytes() {
        [b'v', b'{', ..] => value_in_braces("v", parser).map(Some),
        [b'{', ..] if has_loopy(parser) => value_in_braces("", parser).map(Some),
        [b'^' | b'v', ..] if at_infinite_power(&parser.rest()[1..]) => power(parser).map(Some),
        _ => Ok(None),
    }
}

/// Whether there is a word of loopy games in the braces at the current offset.
fn has_loopy(parser: &Reader<'_, '_>) -> bool {
    let inside = &parser.rest()[1..];
    let inside = &inside[..part_len(inside, &[]).unwrap_or(inside.len())];
    let mut at = 0;
    while let Some(c) = inside[at..].chars().next() {
        let rest = &inside[at..];
        let word = word(rest);
        if word.is_empty() {
            if c == '^' && at_infinite_power(&rest[1..]) {
                return true;
            }
            at += c.len_utf8();
            continue;
        }
        let scope = &*parser.language;
        let is_open = scope.open.names.iter().any(|(name, _)| **name == *word);
        let is_value = matches!(scope.get(word), Some(Value::Loopy(_)));
        if is_open || is_value || is_loopy_word(word, &rest[word.len()..]) {
            return true;
        }
        at += word.len();
    }
    false
}

/// Reads a name of a loopy game, or braces with a name; `None` if the word at the current offset is something else.
pub(super) fn named(word: &str, parser: &mut Reader<'_, '_>) -> Parsed<Option<Value>> {
    let at = parser.at;
    if parser.rest()[word.len()..].starts_with('{') {
        return value_in_braces(word, parser).map(Some);
    }
    if word == PASS || parser.language.open.names.iter().any(|(name, _)| **name == *word) {
        return error(
            format!("`{word}` can only be an option itself, without operators"),
            at,
            parser,
        );
    }
    let value = LoopyValue::of_name(word, parser.calculation).at(at, parser)?;
    if value.is_some() {
        parser.take(&[word]);
    }
    Ok(value.map(Value::from))
}

/// Reads `^[on]`, `^<on>` or a negative of these, with a nimber directly after it.
fn power(parser: &mut Reader<'_, '_>) -> Parsed<Value> {
    let at = parser.at;
    let is_up = parser.rest().starts_with('^');
    let is_sum = parser.rest()[1..].starts_with('[');
    parser.at += "^[on]".len();
    let digits = |text: &str| text.bytes().take_while(u8::is_ascii_digit).count();
    let mut star = None;
    if let Some(rest) = parser.rest().strip_prefix('*') {
        let n = digits(rest);
        // A star, and not a product with what follows.
        if !rest[n..].starts_with(|c: char| c.is_ascii_alphabetic() || "({^*".contains(c)) {
            let m = if n == 0 { Some(1) } else { rest[..n].parse().ok() };
            let m = m.filter(|&m| m <= NumberUpStar::MAX_MULTIPLE);
            star = Some(m.ok_or(NotationProblem::MultipleOutOfRange).at(parser.at, parser)?);
            parser.at += 1 + n;
        }
    }
    let calculation = &mut *parser.calculation;
    let mut value = || {
        let mut value = LoopyValue::up_of_on(is_sum, calculation)?;
        if !is_up {
            value = value.negative(calculation)?;
        }
        match star {
            None => Ok(value),
            Some(star) => {
                let star = NumberUpStar { star, ..NumberUpStar::default() };
                let star = calculation.number_up_star(star)?;
                value.sum(&star.into(), calculation)
            }
        }
    };
    value().map(Value::from).at(at, parser)
}

/// Reads what directly follows a number, if it is to be added: `over` in `1over`, `Tiny(G)`, `^[on]`.
pub(super) fn attached(parser: &mut Reader<'_, '_>) -> Parsed<Option<Value>> {
    let is_digit = |c: char| c.is_ascii_digit() || "½¼¾".contains(c);
    if !parser.text[..parser.at].ends_with(is_digit) {
        return Ok(None);
    }
    let word = parser.word();
    if matches!(word, "over" | "under") {
        return named(word, parser);
    }
    if word.eq_ignore_ascii_case("tiny") || word.eq_ignore_ascii_case("miny") {
        return Scope::operand(parser).map(Some);
    }
    match parser.rest().as_bytes() {
        [b'^' | b'v', ..] if at_infinite_power(&parser.rest()[1..]) => power(parser).map(Some),
        _ => Ok(None),
    }
}

/// Reads braces with an operator or the end of an expression after them.
fn value_in_braces(name: &str, parser: &mut Reader<'_, '_>) -> Parsed<Value> {
    let at = parser.at;
    parser.take(&[name]);
    let outermost = parser.language.open.outermost.take();
    let position = parser.language.open.game.add_position();
    braces(name, position, parser)?;
    let value = value_of(position, at, parser)?;
    parser.language.open.outermost = outermost;
    Ok(value.into())
}

/// Reads a loopy game in quotes, of which the first was read; `None` if what follows is not loopy.
pub(super) fn literal(start: usize, parser: &mut Reader<'_, '_>) -> Parsed<Option<Value>> {
    let name = parser.word().to_owned();
    let opens = parser.rest()[name.len()..].starts_with('{');
    if !opens || !parser.language.may_be_loopy() || (name.is_empty() && !has_loopy(parser)) {
        return Ok(None);
    }
    parser.take(&[&name]);
    let around = std::mem::take(&mut parser.language.open);
    let root = parser.language.open.game.add_position();
    let read = braces(&name, root, parser);
    let game = std::mem::replace(&mut parser.language.open, around).game;
    read?;
    if !parser.take(&["'"]) {
        return expected("`'`", parser.at, parser);
    }
    let text = &parser.text[start..parser.at];
    let literal = LoopyLiteral::new(text, game, root, parser.calculation);
    let literal = literal.at(start, parser)?;
    Ok(Some(Value::LoopyLiteral(literal.into())))
}

/// The value of a position that does not lead to braces that are open.
fn value_of(position: PositionId, at: usize, parser: &mut Reader<'_, '_>) -> Parsed<LoopyValue> {
    let open = &mut parser.language.open;
    if open.outermost.is_some_and(|index| index < open.names.len()) {
        let why = "a game that leads to braces around it can only be an option itself";
        return error(why, at, parser);
    }
    let value = open.game.value(position, parser.calculation);
    if open.names.is_empty() {
        open.game = LoopyGame::new();
    }
    value.at(at, parser)
}

/// Reads braces, and gives a position the options in them.
fn braces(name: &str, position: PositionId, parser: &mut Reader<'_, '_>) -> Parsed<()> {
    parser.language.open.names.push((name.into(), position));
    let (mut lists, bars) = parser.nested(|parser| parser.in_brackets(lists))?;
    parser.language.open.names.pop();
    if bars.is_empty() {
        return expected("`|` before `}`", parser.at - 1, parser);
    }
    group(position, &mut lists, &bars, parser)
}

type Lists = Vec<Option<Vec<Item>>>;

/// Reads the lists of options in braces, and the sizes and offsets of the groups of bars between them.
fn lists(parser: &mut Reader<'_, '_>) -> Parsed<(Lists, Vec<(usize, usize)>)> {
    let (mut lists, mut bars): (Lists, Vec<_>) = (Vec::new(), Vec::new());
    parser.at += 1;
    loop {
        let mut list = Vec::new();
        parser.skip_spaces();
        if !parser.rest().starts_with(['|', '}']) {
            loop {
                items(&mut list, parser)?;
                parser.skip_spaces();
                if !parser.take(&[","]) {
                    break;
                }
            }
        }
        parser.hold(64 + 2 * size_of::<Item>() * list.len())?;
        lists.push(Some(list));
        let at = parser.at;
        let count = parser.rest().bytes().take_while(|&b| b == b'|').count();
        parser.at += count;
        if count > 0 {
            bars.push((count, at));
        } else if parser.take(&["}"]) {
            return Ok((lists, bars));
        } else {
            return expected("`|`, `,` or `}`", at, parser);
        }
    }
}

/// Reads an option, or the options in a list.
fn items(list: &mut Vec<Item>, parser: &mut Reader<'_, '_>) -> Parsed<()> {
    parser.skip_spaces();
    let (start, word) = (parser.at, parser.word().to_owned());
    let ends = |rest: &str| rest.trim_start().starts_with([',', '|', '}']);
    let after_word = &parser.rest()[word.len()..];
    if ends(after_word) {
        let open = &mut parser.language.open;
        let index = open.names.iter().rposition(|(name, _)| **name == *word);
        if let Some(index) = index.filter(|_| !word.is_empty()) {
            open.outermost = Some(open.outermost.map_or(index, |least| least.min(index)));
            list.push(Item::Option(open.names[index].1.into()));
            parser.take(&[&word]);
            return Ok(());
        }
        if word == PASS {
            list.push(Item::Pass);
            parser.take(&[PASS]);
            return Ok(());
        }
    } else if after_word.starts_with('{') && (!word.is_empty() || has_loopy(parser)) {
        // A position of the same game, unless it is part of an expression.
        let length = part_len(&after_word[1..], &[]).unwrap_or(after_word.len() - 1);
        if after_word.get(length + 2..).is_some_and(ends) {
            parser.take(&[&word]);
            let position = parser.language.open.game.add_position();
            braces(&word, position, parser)?;
            list.push(Item::Option(position.into()));
            return Ok(());
        }
    }
    let item = Scope::expression(parser)?;
    for value in item.elements() {
        let Some(option) = value.to_loopy() else {
            return error(format!("expected a game but this is {}", value.kind()), start, parser);
        };
        list.push(Item::Option(LoopyOption::Value(option)));
    }
    Ok(())
}

/// Gives a position the options in lists, which groups of bars separate: the longest group is its own.
fn group(
    position: PositionId,
    lists: &mut [Option<Vec<Item>>],
    bars: &[(usize, usize)],
    parser: &mut Reader<'_, '_>,
) -> Parsed<()> {
    let root = parser.root_of_bars(bars)?;
    let (left, right) = lists.split_at_mut(root + 1);
    for (player, lists, bars) in
        [(Player::Left, left, &bars[..root]), (Player::Right, right, &bars[root + 1..])]
    {
        if let [list] = lists {
            for item in list.take().into_iter().flatten() {
                let option = match item {
                    Item::Option(option) => option,
                    Item::Pass => position.into(),
                };
                parser.language.open.game.add_option(position, player, option);
            }
        } else {
            let option = parser.language.open.game.add_position();
            parser.language.open.game.add_option(position, player, option);
            parser.nested(|parser| group(option, lists, bars, parser))?;
        }
    }
    Ok(())
}

/// The switch with these Left options and their negatives.
pub(super) fn switch(
    left: &[Value],
    calculation: &mut Calculation<'_>,
) -> Result<Option<Value>, ValueError> {
    let Some(left) = left.iter().map(Value::to_loopy).collect::<Option<Vec<_>>>() else {
        return Ok(None);
    };
    let right = left.iter().map(|option| option.negative(calculation));
    let right = right.collect::<Result<Vec<_>, _>>()?;
    LoopyValue::new(left, right, calculation).map(|value| Some(value.into()))
}
