//! Tameness, parts, mates and links of misère forms: against CGSuite, and by their definitions.

use dicot::Limits;
use dicot_impartial::{MisereForm, MisereForms, Tameness};

use crate::table::rows;

fn read(forms: &mut MisereForms, text: &str) -> MisereForm {
    forms.read(text, &Limits::default()).unwrap()
}

fn text(forms: &mut MisereForms, form: MisereForm) -> String {
    forms.text(form, 10_000, &Limits::default()).unwrap().unwrap()
}

#[test]
fn answers_of_cgsuite() {
    let (mut forms, limits) = (MisereForms::new(), Limits::default());
    let mut count = 0;
    for row in rows(include_str!("../data/misere_forms.tsv")) {
        let key = row["form"].to_owned();
        let form = read(&mut forms, &key);
        assert_eq!(text(&mut forms, form), key);
        let tameness = forms.tameness(form, &limits).unwrap();
        let tame = matches!(tameness, Tameness::HereditarilyTame | Tameness::Tame);
        let restive = matches!(tameness, Tameness::HereditarilyRestive | Tameness::Restive);
        let mate = forms.mate(form, &limits).unwrap();
        let is = |truth: bool| truth.to_string();
        let mut options: Vec<String> = forms
            .options(form)
            .collect::<Vec<_>>()
            .into_iter()
            .map(|o| text(&mut forms, o))
            .collect();
        let mut expected: Vec<&str> =
            row["options"].trim_matches(['[', ']']).split("],").filter(|o| !o.is_empty()).collect();
        options.iter_mut().for_each(|option| *option = option.trim_end_matches(']').to_owned());
        options.sort_unstable();
        expected.sort_unstable();
        assert_eq!(
            options,
            expected.iter().map(|o| o.trim_end_matches(']')).collect::<Vec<_>>(),
            "{key}"
        );
        for (column, found) in [
            ("birthday", forms.birthday(form).to_string()),
            ("genus", forms.genus_text(form, &limits).unwrap()),
            ("isEven", is(forms.is_even(form, &limits).unwrap())),
            ("isTame", is(tameness == Tameness::HereditarilyTame)),
            ("isGenerallyTame", is(tame)),
            ("isTameable", is(tame || tameness == Tameness::Tameable)),
            ("isRestive", is(tameness == Tameness::HereditarilyRestive)),
            ("isGenerallyRestive", is(restive)),
            ("isRestless", is(tameness == Tameness::Restless)),
            ("isHalfTame", is(forms.is_half_tame(form, &limits).unwrap())),
            ("isPrime", is(forms.is_prime(form, &limits).unwrap())),
            ("isExtraverted", is(forms.is_extraverted(form, &limits).unwrap())),
            ("mate", text(&mut forms, mate)),
            ("misereNimValue", forms.genus(form).misere[0].to_string()),
            ("nimValue", forms.genus(form).normal.to_string()),
        ] {
            assert_eq!(found, row[column], "{column} of {key}");
            count += 1;
        }
        // CGSuite prints some parts as differences, so they are counted.
        let parts = forms.parts(form, &limits).unwrap();
        assert_eq!(parts.len(), row["parts"].matches('*').count(), "parts of {key}");
        let partitions = forms.partitions(form, &limits).unwrap();
        let mut found: Vec<usize> = partitions.iter().map(Vec::len).collect();
        let lists = row["partitions"].trim_matches(['[', ']']).split("],[");
        let mut expected: Vec<usize> = lists.map(|list| list.matches('*').count()).collect();
        found.sort_unstable();
        expected.sort_unstable();
        assert_eq!(found, expected, "partitions of {key}");
        for partition in partitions {
            let mut sum = MisereForm::ZERO;
            for part in partition {
                sum = forms.sum(sum, part, &limits).unwrap();
            }
            assert_eq!(sum, form, "{key}");
        }
    }
    assert_eq!(count, 14 * 15);
}

/// All pairs of sums of forms of day 4 with forms of day 3, by brute force.
#[test]
fn parts_of_sums() {
    let (mut forms, limits) = (MisereForms::new(), Limits::default());
    let born = forms.born_by(4, &limits).unwrap();
    for &g in &born {
        for &h in &born[..8] {
            let sum = forms.sum(g, h, &limits).unwrap();
            assert_eq!(forms.difference(sum, h, &limits).unwrap(), Some(g));
            let is_whole = forms.birthday(g) < 2 || forms.birthday(h) < 2;
            assert!(is_whole || !forms.is_prime(sum, &limits).unwrap());
        }
    }
}

#[test]
fn links_and_distinguishers_by_their_definitions() {
    let (mut forms, limits) = (MisereForms::new(), Limits::default());
    let born = forms.born_by(4, &limits).unwrap();
    let is_p = |forms: &mut MisereForms, g, x| {
        let sum = forms.sum(g, x, &Limits::default()).unwrap();
        forms.is_p_position(sum)
    };
    let mut linked = 0;
    for &g in &born {
        let mate = forms.mate(g, &limits).unwrap();
        assert!(is_p(&mut forms, g, mate));
        assert_eq!(forms.mate(mate, &limits).unwrap(), g);
        for &h in &born {
            match forms.link(g, h, &limits).unwrap() {
                Some(x) => {
                    assert!(is_p(&mut forms, g, x) && is_p(&mut forms, h, x));
                    linked += 1;
                }
                None => {
                    assert!(
                        !born.iter().any(|&x| is_p(&mut forms, g, x) && is_p(&mut forms, h, x))
                    );
                }
            }
            assert_eq!(forms.are_linked(g, h), forms.link(g, h, &limits).unwrap().is_some());
            match forms.distinguisher(g, h, &limits).unwrap() {
                Some(x) => assert_ne!(is_p(&mut forms, g, x), is_p(&mut forms, h, x)),
                None => assert_eq!(g, h),
            }
        }
    }
    assert!(linked > 22);
}
