//! Edited files: both checkers accept exactly the documented format.

use super::{check, check_clobber, lines, make, sealed};

/// Numbers that only depend on those before (SplitMix64).
struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ z >> 31) % n as u64) as usize
    }
}

/// The file with one edit: of a byte, a word, a line or all line ends, and in most cases with a right last line.
fn edited(lines: &[String], random: &mut Random) -> Vec<u8> {
    const BYTES: &[u8] = b" \r\t\n\0+-00123456789,|/.xoXOLRwzcvmoapend\x7f\xc3";
    let mut lines = lines.to_vec();
    let at = random.below(lines.len());
    let other = random.below(lines.len());
    match random.below(10) {
        0 => drop(lines.remove(at)),
        1 => lines.insert(other, lines[at].clone()),
        2 => lines.swap(at, other),
        3 => {
            let line = lines.remove(at);
            lines.insert(other.min(lines.len()), line);
        }
        4 | 5 => {
            // A word becomes one of another line, or another number.
            let mut words: Vec<String> = lines[at].split(' ').map(str::to_owned).collect();
            let word = random.below(words.len());
            words[word] = match words[word].parse::<i64>() {
                Ok(number) => match random.below(5) {
                    0 => format!("+{number}"),
                    1 => format!("0{number}"),
                    2 => format!("-{number}"),
                    _ => (number + random.below(5) as i64 - 2).to_string(),
                },
                Err(_) => {
                    let others: Vec<&str> = lines[other].split(' ').collect();
                    others[random.below(others.len())].to_owned()
                }
            };
            lines[at] = words.join(" ");
        }
        6 => return sealed(&lines).split(|&b| b == b'\n').collect::<Vec<_>>().join(&b"\r\n"[..]),
        7 => {
            let mut file = sealed(&lines);
            file.pop();
            file.extend(["", "\r\n", "\n\n", " \n"][random.below(4)].bytes());
            return file;
        }
        _ => {
            let mut file = sealed(&lines);
            let at = random.below(file.len());
            let byte = BYTES[random.below(BYTES.len())];
            match random.below(3) {
                0 => file[at] = byte,
                1 => file.insert(at, byte),
                _ => drop(file.remove(at)),
            }
            let Ok(text) = String::from_utf8(file.clone()) else { return file };
            let mut changed: Vec<String> = text.split('\n').map(str::to_owned).collect();
            // Without the last line and what is after it.
            changed.truncate(changed.len().saturating_sub(2));
            return if random.below(4) == 0 { file } else { sealed(&changed) };
        }
    }
    sealed(&lines)
}

/// Both checkers accept the same files: of a thousand that are edited, most with a right hash.
#[test]
fn a_thousand_edited_files() {
    let sums: &[&[&str]] = &[
        &["clobber:xo/ox"],
        &["clobber:xxo", "clobber:xoxo", "^*"],
        &["clobber:oxo/xo.", "clobber:oox"],
        &["clobber:xox/ox.", "v", "1"],
    ];
    let files: Vec<Vec<String>> = sums
        .iter()
        .flat_map(|sum| {
            [(0, false), (0, true), (3, false)].map(|(small, groups)| make(sum, small, groups).0)
        })
        .collect();
    let (mut random, mut accepted, mut refused) = (Random(40), 0, 0);
    for i in 0..1000 {
        let file = edited(&files[i % files.len()], &mut random);
        let verdicts = [check(&file).map(|_| ()), check_clobber(&file).map(|_| ())];
        let text = String::from_utf8_lossy(&file);
        assert_eq!(verdicts[0].is_ok(), verdicts[1].is_ok(), "{verdicts:?}\n{text:?}");
        *(if verdicts[0].is_ok() { &mut accepted } else { &mut refused }) += 1;
    }
    assert!(accepted > 100 && refused > 400, "{accepted} {refused}");
}

/// Line ends, numbers, names and texts are exactly those of the format.
#[test]
fn the_format_exactly() {
    let head =
        "dicot certificate 1\nrules 0 clobber\nc 0 xo\nw 1 0 m 0 a1-b1\npart 0 xo\nclaim L L";
    let good = sealed(&lines(head));
    check(&good).unwrap();
    check_clobber(&good).unwrap();
    let both_refuse = |file: &[u8]| {
        let text = String::from_utf8_lossy(file);
        assert!(check(file).is_err(), "{text:?}");
        assert!(check_clobber(file).is_err(), "{text:?}");
    };
    both_refuse(&good[..good.len() - 1]);
    both_refuse(&[&good[..], b"\n"].concat());
    both_refuse(&good.split(|&b| b == b'\n').collect::<Vec<_>>().join(&b"\r\n"[..]));
    for (old, new) in [
        ("rules 0 clobber", "rules 0 Clobber"),
        ("rules 0 clobber", "rules 0 clobber\nrules 1 clobber"),
        ("rules 0 clobber", "rules 00 clobber"),
        ("part 0 xo", "part 0 XO"),
        ("part 0 xo", "part 0 xo "),
        ("c 0 xo", "c 0  xo"),
        ("w 1 0 m", "w +1 0 m"),
        ("w 1 0 m", "w 01 0 m"),
        ("w 1 0 m", "w 1 -0 m"),
        ("m 0 a1-b1", "m 00 a1-b1"),
        ("m 0 a1-b1", "m 0 A1-B1"),
        ("claim L L", "claim L L\nclaim L L"),
        ("w 1 0 m 0 a1-b1", "w 1 0 m 0 a1-b1\nw  0 p 0"),
        ("w 1 0 m 0 a1-b1", "w 1 0 m 0 a1-b1\nw 1,0 0 p 000"),
        ("w 1 0 m 0 a1-b1", "w 1 0 m 0 a1-b1\nw 1 0 p 0x"),
    ] {
        assert!(head.contains(old));
        both_refuse(&sealed(&lines(&head.replacen(old, new, 1))));
    }
    // A component that a fact counts by its value is not listed later, wherever threads check.
    let late = "dicot certificate 1\nrules 0 clobber\nc 0 xoxo\nw 1 0 m 0 a1-b1\nc 0 xxo\npart 0 xoxo\nclaim L L";
    both_refuse(&sealed(&lines(late)));
    let without = late.replacen("c 0 xxo\n", "", 1);
    let verdicts = [
        check(&sealed(&lines(&without))).is_ok(),
        check_clobber(&sealed(&lines(&without))).is_ok(),
    ];
    assert_eq!(verdicts[0], verdicts[1]);
}
