//! Genera and misère canonical forms of heaps.

use std::collections::HashMap;

use dicot::{LimitKind, Limits};
use dicot_impartial::{Genera, MisereForm, MisereForms};

use crate::plain;
use crate::table::rows;

/// All rows: the genus, which shows the first misère value only if the heap is tame or restive, and the canonical form.
#[test]
fn heaps_of_the_oracle() {
    let limits = Limits::default();
    let mut games: HashMap<&str, Genera> = HashMap::new();
    let (mut checked, mut printed) = (0, 0);
    for row in rows(include_str!("../data/misere_heap.tsv")) {
        let (name, key) = (row["ruleset"], row["key"]);
        let game = games.entry(name).or_insert_with(|| Genera::new(name.parse().unwrap()));
        let heap = row["n"].parse().unwrap();
        game.extend_to(heap, &limits).unwrap();
        let form = game.form(heap).unwrap();
        let first = game.genus(heap).unwrap().misere[0];
        assert_eq!(first.to_string(), row["misere_nim_value"], "{key}");
        let forms = game.forms();
        assert_eq!(forms.genus_text(form, &limits).unwrap(), row["genus"], "{key}");
        let outcome = if forms.is_p_position(form) { "P" } else { "N" };
        assert_eq!(outcome, row["misere_outcome"], "{key}");
        let expected = row["misere_canonical_form"];
        if expected.starts_with('*') {
            let text = forms.text(form, 3000, &limits).unwrap();
            assert_eq!(text.as_deref(), Some(expected), "{key}");
            assert_eq!(forms.read(expected, &limits), Ok(form), "{key}");
            printed += 1;
        }
        checked += 1;
    }
    assert_eq!((checked, printed), (531, 490));
}

/// The numbers of forms born by each day (Siegel, *Combinatorial Game Theory*, section V.3); each form by day 4 is printed and read back, and is
/// not that of another text.
#[test]
fn forms_by_birthday() {
    let (mut forms, limits) = (MisereForms::new(), Limits::default());
    let born: Vec<Vec<MisereForm>> =
        (0..=4).map(|day| forms.born_by(day, &limits).unwrap()).collect();
    assert_eq!(born.iter().map(Vec::len).collect::<Vec<_>>(), [1, 2, 3, 5, 22]);
    let mut texts = Vec::new();
    for &form in &born[4] {
        let text = forms.text(form, 100, &limits).unwrap().unwrap();
        assert_eq!(forms.read(&text, &limits), Ok(form), "{text}");
        let options: Vec<MisereForm> = forms.options(form).collect();
        assert_eq!(forms.of_options(&options), form, "{text}");
        texts.push(text);
    }
    assert_eq!(texts[..7].join(" "), "*[0] *[1] *[2] *[3] *[2#] *[2[#1]] *[3#]");
    assert_eq!(texts[20..].join(" "), "*[4] *[2#3210]");

    // Day 5: sets of the 22 forms, as bits, that no option of an option reverses.
    let bits = |options: &[MisereForm]| {
        options.iter().map(|o| 1 << born[4].iter().position(|form| form == o).unwrap()).sum()
    };
    let options: Vec<u32> =
        born[4].iter().map(|&form| bits(&forms.options(form).collect::<Vec<_>>())).collect();
    let p_positions: u32 = (0..22).map(|n| u32::from(forms.is_p_position(born[4][n])) << n).sum();
    let having = |n: usize| (0..22).map(|o| (options[o] >> n & 1) << o).sum::<u32>();
    let having: Vec<u32> = (0..22).map(having).collect();
    let is_canonical = |set: u32| {
        (0..22).all(|n| {
            let is_reversed = options[n] & !set == 0 && set & !(options[n] | having[n]) == 0;
            !is_reversed || options[n] == set || n == 0 && set & p_positions == 0
        })
    };
    assert_eq!((0..1 << 22).filter(|&set| is_canonical(set)).count(), 4_171_780);

    let limits = Limits::default().with_bytes(1 << 20);
    assert_eq!(forms.born_by(6, &limits), Err(LimitKind::Bytes(1 << 20)));
}

/// Who loses sums, by all moves; and the sums of forms have the laws of a group that lacks inverses.
#[test]
fn sums() {
    let limits = Limits::default();
    for code in ["0.77", "0.07", "0.75", "4.3", "0.31"] {
        let mut game = Genera::new(code.parse().unwrap());
        game.extend_to(8, &limits).unwrap();
        let mut known = HashMap::new();
        for (a, b, c) in
            (0..9).flat_map(|a| (0..=a).flat_map(move |b| (0..=b).map(move |c| (a, b, c))))
        {
            let [x, y, z] = [a, b, c].map(|heap| game.form(heap).unwrap());
            let forms = game.forms();
            let pair = forms.sum(x, y, &limits).unwrap();
            let sum = forms.sum(pair, z, &limits).unwrap();
            let is_p = plain::is_p_position(code, vec![a, b, c], &mut known);
            assert_eq!(forms.is_p_position(sum), is_p, "{code} {a} {b} {c}");
            let other = forms.sum(y, z, &limits).unwrap();
            assert_eq!(forms.sum(x, other, &limits), Ok(sum), "{code} {a} {b} {c}");
        }
    }
}

#[test]
fn reads_errors() {
    let (mut forms, limits) = (MisereForms::new(), Limits::default());
    let mut error = |text: &str| forms.read(text, &limits).unwrap_err().to_string();
    assert_eq!(error("2"), "byte 0: expected `*[`, found 2");
    assert_eq!(error("*[]"), "byte 2: expected a digit, `&` or `(`, found ]");
    assert_eq!(error("*[2)"), "byte 3: expected a digit, `&`, `(` or `]`, found )");
    assert_eq!(error("*[2]3"), "byte 4: expected the end, found 3");
    assert_eq!(error("*[&1001;]"), "byte 3: the number is too large; the limit is 1000");
    let deep = format!("*[{}", "(".repeat(100_000));
    assert_eq!(error(&deep), "byte 202: the brackets are nested too deeply");
    let limits = Limits::default().with_bytes(1 << 20);
    assert!(forms.read("*[2[&900;&800;&700;]]", &limits).is_err());
}

#[test]
fn limits() {
    let mut kayles = Genera::new("0.77".parse().unwrap());
    let limits = Limits::default().with_bytes(1 << 20);
    assert_eq!(kayles.extend_to(100, &limits), Err(LimitKind::Bytes(1 << 20)));
    assert!(kayles.genus(9).is_some());
    assert_eq!(kayles.genus(100), None);
}

/// Heaps that CGSuite 2.2-beta2 prints as restive, which earlier versions did not.
#[test]
fn restive_heaps() {
    let limits = Limits::default();
    for (code, heap, genus) in [
        ("0.007", 24, "0^1"),
        ("0.04", 25, "0^1"),
        ("0.14", 19, "1^3"),
        ("0.14", 22, "1^0"),
        ("0.14", 25, "1^3"),
        ("0.45", 15, "1^0"),
        ("{2+}!.379=", 7, "1^3"),
        ("{2+}=.65!2", 11, "1^4"),
    ] {
        let mut game = Genera::new(code.parse().unwrap());
        game.extend_to(heap, &limits).unwrap();
        let form = game.form(heap).unwrap();
        assert_eq!(game.forms().genus_text(form, &limits).unwrap(), genus, "{code} {heap}");
    }
}
