//! Loops of statements, imports and errors.

use dicot::Limits;
use dicot::rules::AnyRuleset;
use dicot_calc::Worksheet;

use crate::answer::answer;

#[test]
fn statements_are_repeated() {
    let mut sheet = Worksheet::new();
    for (text, value) in [
        ("begin var x := 1; while x < 50 do x := 2*x end; x end", "64"),
        ("x := 1\nwhile x < 1000 do\n  x := 2*x\nend\nx", "1024"),
        ("while x < 2000 do x := x + {1|*}; x := x - {1|*} + 1000; y := x end", "Nothing"),
        ("[x,y]", "[2024,2024]"),
        // What a block defines, its loops included, is undone.
        ("begin while x < 3000 do x := x + 500; z := x end; [x,z] end", "[3024,3024]"),
        ("x", "2024"),
        ("f(n) := begin s := 0; while n > 0 do s := s + n; n := n - 1 end; s end; f(100)", "5050"),
        ("while false do error(\"no\") end; x", "2024"),
        (
            "begin k := 3; while k > 0 do j := 2; while j > 0 do j := j - 1 end; k := k - 1 end; [j,k] end",
            "[0,0]",
        ),
    ] {
        assert_eq!(answer(&mut sheet, text), value, "{text}");
    }
    for unknown in ["z", "s", "j"] {
        assert_eq!(answer(&mut sheet, unknown), format!("at offset 0: unknown name `{unknown}`"));
    }
    sheet
        .evaluate("a := 1; while a < 5 do a := a + 1; a := a.Nonsense(1) end", &Limits::default())
        .unwrap_err();
    let steps = Limits::default().with_steps(1000);
    let error = sheet.evaluate("while true do 1 end", &steps).unwrap_err();
    assert!(error.to_string().contains("steps"), "{error}");
    for (text, error) in [
        ("while x do 1 end", "at offset 6: expected a condition but this is a game"),
        ("while 1 < 2 do 1", "at offset 16: expected `;`, `end` or an operator but the text ends"),
        ("while 1 < 2 1 end", "at offset 12: expected `do` or an operator but found '1'"),
        ("error(\"bad \" + \"luck\")", "at offset 0: bad luck"),
    ] {
        assert_eq!(answer(&mut sheet, text), error, "{text}");
    }
}

/// CGSuite 2.2 answers the same.
#[test]
fn loops_and_choices_have_statements() {
    let mut sheet = Worksheet::new();
    for (text, value) in [
        ("for x from 1 to 3 yield x*x yield x*x + 1 end", "[1,2,4,5,9,10]"),
        ("for x in [1,2,3,2] while x.IsOdd yield x; yield x + 1 end", "[1,2]"),
        ("for x := 5 yield x*x end", "[25]"),
        ("[x + y for x := 5 for y from 1 to 2]", "[6,7]"),
        ("{x^2 => x for x in [1,3,5,3]}", "{1 => 1,9 => 3,25 => 5}"),
        ("if 5 > 4 then 3 end", "3"),
        ("if 5 < 4 then 3 end", "Nothing"),
        ("begin end", "Nothing"),
        ("def u(x) begin y := x + 5; y; end; u(5)", "10"),
        ("s := 0; for x from 1 to 100 do s := s + x end; s", "5050"),
        ("m := 0; for x in [3,7,5] do if x > m then m := x end end; m", "7"),
        ("f(n) := begin s := 0; for x from 1 to n do s := s + x end; s end; f(10)", "55"),
        ("while false do end", "Nothing"),
        ("s := 0; for x in begin a := [1,2]; a end do s := s + x end; s", "3"),
        (
            "def strings(n) begin\n if n == 0 then [\"\"] // the empty text\n else\n previous := strings(n - 1);\n \
             for s in previous for c in [\".\",\"t\"]\n yield s Concat c;\n end\n end\nend\nstrings(2)",
            "[\"..\",\".t\",\"t.\",\"tt\"]",
        ),
        ("def g(n) :=\n if n == 1 then 0\n else 1 + g(n - 1)\n end\ng(5)", "4"),
        // What is defined in a loop or a choice that is part of an expression holds there.
        ("[1, if 1 < 2 then z := 3; z + 1 end]", "[1,4]"),
        ("h := x -> for y in [x] do z := y end; h(3)", "Nothing"),
    ] {
        assert_eq!(answer(&mut sheet, text), value, "{text}");
    }
    assert_eq!(answer(&mut sheet, "z"), "at offset 0: unknown name `z`");
    for (text, error) in [
        ("for x from 1 do x", "at offset 17: expected `;`, `end` or an operator but the text ends"),
        ("for x from 1 to 2 yield x yield end", "at offset 32: expected a game but found 'e'"),
        (
            "if 1 < 2 then x := 1",
            "at offset 20: expected `;`, `end` or an operator but the text ends",
        ),
    ] {
        assert_eq!(answer(&mut sheet, text), error, "{text}");
    }
    let steps = Limits::default().with_steps(1000);
    for text in ["for x from 1 do end", "for x from 1 do y := x end", "while true do end"] {
        let error = sheet.evaluate(text, &steps).unwrap_err();
        assert!(error.to_string().contains("steps"), "{error}");
    }
}

/// What a loop defines is taken back with the text.
#[test]
fn loops_are_undone() {
    let mut sheet = Worksheet::new();
    answer(&mut sheet, "x := 1");
    answer(&mut sheet, "while x < 10 do x := x + 1; y := x end");
    sheet.take_back();
    assert_eq!(answer(&mut sheet, "x"), "1");
    assert!(sheet.variable("y").is_none());
}

#[test]
fn rulesets_are_imported() {
    let read = |file: &str| match file {
        "games/my-game.game" => Ok(AnyRuleset::named("clobber").unwrap()),
        _ => Err(format!("{file}: no such file")),
    };
    let mut sheet = Worksheet::new().with_rule_files(read);
    assert_eq!(answer(&mut sheet, "import \"games/my-game.game\""), "clobber");
    assert_eq!(answer(&mut sheet, "my_game(\"xxo\").Value + *"), "^*");
    sheet.renew(&Limits::default()).unwrap();
    assert_eq!(answer(&mut sheet, "r := import \"games/my-game.game\"; r(\"xo\").Value"), "*");
    assert_eq!(answer(&mut sheet, "1 + import \"x\""), "at offset 4: x: no such file");
    assert_eq!(answer(&mut sheet, "import := 3; import + 1"), "4");
    let error = "at offset 0: files cannot be imported here";
    assert_eq!(answer(&mut Worksheet::new(), "import \"ski.game\""), error);
}
