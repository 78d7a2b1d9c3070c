//! Maps, classes, coordinates, grids, graphs, arguments with names, and rulesets that are made with them.

use dicot::Limits;
use dicot_calc::{Value, Worksheet};

use crate::answer::{answer, assert_errors, assert_values};
use crate::expressions::stops_in_time;

/// CGSuite 2.2 answers the same, but for the ways in which texts are printed that the comments name.
#[test]
fn expressions_of_cgsuite() {
    assert_values(&[
        // ⟪game.Integer⟫.
        ("5.Class", "Integer"),
        ("5.Class.Name", "\"Integer\""),
        ("5 is Integer", "true"),
        ("(1,2)+(3,4)", "(4,6)"),
        ("Coordinates.Orthogonal", "[(-1,0),(0,1),(1,0),(0,-1)]"),
        ("Player.Left.Opponent", "Right"),
        ("[1,2,3,1,2,3].PeriodicTable(3)", "1 | 2 | 3\n--+---+--\n1 | 2 | 3"),
        ("{ 1 => 2 }", "{1 => 2}"),
        ("({ 1 => 2 })[1]", "2"),
        ("{1,2}.Replaced({1 => 5})", "{2,5}"),
        ("Grid.Empty(2,2)", "Grid([[0,0],[0,0]])"),
        ("Grid.Parse(\"x.|.o\",\".xo\")", "Grid([[1,0],[0,2]])"),
        ("Grid.Parse(\"x.o\",\".xo\").Decomposition(0)", "[Grid([[1]]),Grid([[2]])]"),
        ("Grid.Parse(\"x.o\",\".xo\").FindAll(1)", "[(1,1)]"),
        ("Grid.Parse(\"x.o\",\".xo\").Subgrid((1,1),(1,2))", "Grid([[1,0]])"),
        ("Grid.Empty(1,2).Updated({(1,1)=>1})", "Grid([[1,0]])"),
        ("Grid.Parse(\"x.o\",\".xo\").Permuted(Symmetry.Transpose)", "Grid([[1],[0],[2]])"),
        ("Grid.Parse(\"x.o\",\".xo\").SymmetryInvariant(Symmetry.EightWay)", "Grid([[1,0,2]])"),
        ("Grid.Parse(\"x.o\",\".xo\").Permuted(Symmetry.Inversion)", "Grid([[2,0,1]])"),
        ("Grid.Parse(\".ab|b..\",\".ab\").ToString(\".ab\")", "\".ab|b..\""),
        ("Grid.Empty(3,4).IsInBounds((1,3))", "true"),
        ("Grid.Empty(3,4).IsInBounds((2,-1))", "false"),
        ("Grid.Empty(1,2).Updated((1,2),4)", "Grid([[0,4]])"),
        ("Grid.Empty(3,4).ColCount", "4"),
        ("Strip.Empty(3)", "Strip([0,0,0])"),
        ("Strip([0,1,2,2,4,0]).Substrip(2,5)", "Strip([1,2,2,4])"),
        ("Strip([0,1,2,2]).FindAll(2)", "[3,4]"),
        ("Strip([0,1]).Length", "2"),
        ("Strip([0,1,2]).Updated({1 => 4,3 => 5})", "Strip([4,1,5])"),
        ("Strip([0,1,2]).Updated(3,4)", "Strip([0,1,4])"),
        ("{7 => true, 1/2 => ^^*}.Updated(6,19)", "{1/2 => ^^*,6 => 19,7 => true}"),
        ("{7 => true, 1/2 => ^^*}.Updated({6 => 19,7 => Left})", "{1/2 => ^^*,6 => 19,7 => Left}"),
        ("{7 => true, 1/2 => ^^*}.Reversed", "{^^* => 1/2,true => 7}"),
        ("{7 => true, 1/2 => ^^*} ContainsKey 7", "true"),
        ("\"Hackenbush\"[7]", "\"b\""),
        ("\"Clobber\".Substring(4,6)", "\"bbe\""),
        ("\"Toads and Frogs\".ToLowerCase", "\"toads and frogs\""),
        ("\"Toads and Frogs\".ToUpperCase", "\"TOADS AND FROGS\""),
        ("\"Mathematical Plays\".ReplaceRegex(\"(t|P)..\",\"\")", "\"Mamaal ys\""),
        ("\"Winning Ways\".ReplaceRegex(\"W(.)[a-z]*\",\"M$1sh\")", "\"Mish Mash\""),
        ("[\"Winning\",\"Ways\"].Sum", "\"WinningWays\""),
        ("[\"a\" for n from 1 to 200000].Sum.Size", "200000"),
        ("[\"a\",{3|1}.ToOutput].Sum", "a{3|1}"),
        ("on.IsOrdinal", "false"),
        ("(*8).IsOrdinal", "false"),
        ("(a{0,{1|1,{*,{1+*|1+*,a}|*}}|0}).Class", "SidedValue"),
        ("game.grid.Amazons(\"x...|o...\").Followers.Size", "2784"),
        ("game.grid.Amazons(\"x...|o...\").FollowerCount", "2784"),
        ("game.heap.Kayles.code", "\"0.77\""),
        ("game.grid.Domineering(Grid.Empty(2,4)).MisereOutcomeClass", "N"),
        (
            "game.grid.GenClobber(directions => Coordinates.Diagonal)(\"xoxo|oox.|xxx.\").CanonicalForm",
            "{0,v*|vv}",
        ),
        ("Graph.Parse(\"--\").VertexCount", "3"),
        ("Graph.Path(3)", "Graph(\"--\")"),
        ("Graph.Cycle(3)", "Graph(\":A---:A\")"),
        ("Graph.Clique(3)", "Graph(\":A---:A\")"),
        ("Graph.Star(3)", "Graph(\"(-;-)\")"),
        ("Graph.Path(3).AdjacencyList", "[[2],[1,3],[2]]"),
        ("Graph.Path(3).ConnectedComponents", "[Graph(\"--\")]"),
        ("Graph.Path(3).DeleteVertex(2)", "Graph(\".;.\")"),
        ("DirectedGraph.Parse(\">>\")", "DirectedGraph(\">>\")"),
        ("{2|-1}.Thermograph.Wall(Left)", "Trajectory(1/2,[3/2],[0,-1])"),
        ("'{0,1|2}'.SensibleOptions(Left)", "{1}"),
        ("'{0,1|2}'.SensibleLines(Left)", "{[1]}"),
        ("System.Print(3)", "Nothing"),
        ("'{0,1|2}'.Decomposition", "['{0,1|2}']"),
        ("'{1|0}'.DicoticVariant.CanonicalForm", "*"),
        ("'{1|0}'.ImpartialVariant.NimValue", "2"),
        ("'{1|0}'.TwistedVariant.CanonicalForm", "-1/2"),
        ("over.IsFinite", "true"),
        // Periodicity(Period => 12, Preperiod => 71, Saltus => 0).
        ("game.heap.Kayles.CheckPeriodicity(300)", "[12,71,0]"),
        // As tables.
        (
            "game.heap.Nim.AcrosticProduct(game.heap.Kayles).NimValueTable(3,3)",
            "[[0,1,2,3],[1,1,2,3],[2,2,1,4],[3,3,4,1]]",
        ),
        (
            "game.heap.Nim.DirectProduct(game.heap.Kayles).NimValueTable(3,3)",
            "[[0,0,0,0],[0,1,2,3],[0,2,3,1],[0,3,1,2]]",
        ),
        (
            "game.heap.TakeAndBreak(\"4.0\").CakeProduct(game.heap.TakeAndBreak(\"0.7\"))((3,4)).CanonicalForm",
            "-3",
        ),
        ("game.heap.Nim.Join(game.heap.Kayles).NimValueSequence(5)", "[1,2,3,4,5]"),
        (
            "game.heap.Nim.PartizanJoin(game.heap.Kayles)(5).CanonicalForm",
            "{0,{0,*|0,*2,*3}|0,*2,*3,{0,*|0,*2,*3}}",
        ),
        (
            "game.heap.GenCutcake(game.heap.Kayles,game.heap.Kayles)((3,4)).CanonicalForm",
            "{0,*||*,v|0}",
        ),
        (
            "game.heap.PartizanSubtraction([1],[2],allbut => true)(5).CanonicalForm",
            "{0,{0|-1},{0|0,{0|-1}}|-1,{0|-1}}",
        ),
        ("game.heap.Spawning(\"1-3\").NimValueSequence(5)", "[1,2,4,7,8]"),
        ("game.strip.Turning(\"1-3\")(\"hth\").NimValue", "5"),
        ("game.strip.GenToadsAndFrogs(maxJump => 2)(\"tt.ff\").CanonicalForm", "*"),
        ("game.grid.GenClobber(maxDistance => 2)(\"x.o\").CanonicalForm", "*"),
        ("game.grid.FoxAndGeese({(2,2)},(1,1)).GameValue", "0"),
        (
            "game.grid.FoxAndGeese.ValuesTable({(2,2),(2,4),(2,6),(2,8)})",
            "  | X |   | X |   | X |   | X\n--+---+---+---+---+---+---+--\n3 |   | 2 |   | 2 |   | 2 |",
        ),
    ]);
}

#[test]
fn arguments_with_names() {
    assert_values(&[
        ("f(x,y) := x - y; f(y => 1, x => 5)", "4"),
        ("f(x,y) := x - y; f(5, y => 1)", "4"),
        ("((x,y) -> x - y)(y => 1, x => 5)", "4"),
        ("{3|1}.Cool(t => 1/2)", "{5/2|3/2}"),
        ("Cool(t => 1/2, G => {3|1})", "{5/2|3/2}"),
        ("Subtraction([2,3], allbut => true)(5) + Subtraction([2,3],allbut => false)(4)", "*"),
        ("GenToadsAndFrogs(maxStep => 2)(\"t..f\").CanonicalForm", "0"),
        ("GenToadsAndFrogs()(\"tt.ff\") == toads_and_frogs(\"tt.ff\")", "true"),
        ("GenClobber()(\"xxo/oxo\") == clobber(\"xxo/oxo\")", "true"),
    ]);
    assert_errors([
        (
            "GenClobber(maxDistanc => 2)",
            "at offset 11: genclobber has no argument `maxDistanc`: is `maxDistance` meant?",
        ),
        (
            "f(x,y) := x; f(5, z => 1)",
            "at offset 18: f has no argument `z`: those with a name are x, y",
        ),
        ("{3|1}.Cool(s => 1)", "at offset 11: Cool has no argument `s`: those with a name are t"),
        (
            "clobber(text => \"xo\")",
            "at offset 8: a ruleset has no argument `text`: it has none with a name",
        ),
        ("f(x,y) := x; f(1, x => 1)", "at offset 18: the argument `x` is there twice"),
        ("f(x,y) := x; f(y => 1, 2)", "at offset 23: arguments without names are before"),
        ("f(x,y) := x; f(x => 1)", "at offset 13: `f` takes 2 arguments: there are 1 here"),
        ("{3|1}.Cool(t =>)", "at offset 15: expected a game but found ')'"),
        ("(x => 1)", "at offset 0: an argument with a name belongs to a function"),
        ("GenClobber(maxDistance => *)", "at offset 0: * is not a number from 0 to 255"),
        ("GenClobber(1,2)", "at offset 0: 2 are not coordinates"),
        ("GenClobber(0)", "at offset 0: maxDistance is from 1 to 31"),
        ("GenClobber(1,[])", "at offset 0: stones go in one direction at least"),
        ("GenClobber(1,2,3)", "at offset 0: genclobber takes maxDistance, directions"),
        ("GenClobber(1,[(0,2)])", "at offset 0: a direction is one of the eight"),
    ]);
}

#[test]
fn maps_and_classes() {
    assert_values(&[
        ("{2 => ^, 1 => 1/2 + 1/2, 2 => *}", "{1 => 1,2 => *}"),
        ("{=>}", "{=>}"),
        ("[{=>}.Size, {1 => 2}.Size]", "[0,1]"),
        ("m := {\"a\" => {1 => ^}}; m[\"a\"][1]", "^"),
        ("{clobber(\"xo\").CanonicalForm => 1}[*]", "1"),
        ("{1 => 2, 3 => 4}.Keys", "{1,3}"),
        ("{1 => 2, 3 => 4}.Values", "[2,4]"),
        ("{1 => 2, 3 => 4}.Entries", "[[1,2],[3,4]]"),
        ("{1 => 2} == {1 => 2}", "true"),
        ("[{1 => 2},{1 => 1}].Sorted", "[{1 => 1},{1 => 2}]"),
        (
            "[x.Class for x in [1,1/2,1/3,*,{1|0},on,dud,'{0|0}',true,Left,\"a\",[1],{1},{1 => 2},Nothing,clobber,x -> x]]",
            "[Integer,DyadicRational,Rational,Nimber,CanonicalShortGame,CanonicalStopper,StopperSidedValue,ExplicitGame,Boolean,Player,String,List,Set,Map,Nothing,Ruleset,Function]",
        ),
        (
            "[5 is Game, {1|0} is Integer, [1] is Collection, on is CanonicalStopper]",
            "[true,false,true,true]",
        ),
        (
            "[on.IsFinite, {on|0}.IsFinite, (1&0).IsFinite, {1|0}.IsFinite]",
            "[false,false,true,true]",
        ),
        ("Integer := 3; Integer + 1", "4"),
        ("\"12\".Parse + Integer.Parse(\"5\")", "17"),
    ]);
    assert_errors([
        ("{1 => 2}[2]", "at offset 9: the map does not have this key"),
        ("{1 => 2}[1,2]", "at offset 8: expected one index"),
        ("{1 => 2, 3}", "at offset 10: expected `=>` or an operator but found '}'"),
        ("{1 => 2|3}", "at offset 7: expected `}`, `,` or an operator but found '|'"),
        ("{=> 1}", "at offset 4: expected `}`, `,` or an operator"),
        ("{1,2 => 3}", "at offset 5: expected `|`, `,` or `}` but found '='"),
        ("{1 => 2} + 1", "at offset 0: expected a game but this is a map"),
        ("5 is 3", "at offset 5: `class` of Is must be a class, but this is a game"),
        ("5.Keys", "at offset 0: `map` of Keys must be a map, but this is a game"),
        ("Clobber.Parse(\"xo\")", "at offset 0: `class` of Parse must be a class"),
        ("List.Parse(\"xo\")", "at offset 5: texts are not read as List"),
    ]);
}

#[test]
fn grids_and_graphs() {
    assert_values(&[
        ("g := Grid.Parse(\"x.o/..x\",\".xo\"); [g[1,3],g[(2,3)],g.Rows,g.Columns]", "[2,1,2,3]"),
        ("Strip([0,1,2])[2]", "1"),
        ("Grid.Parse(\"xx.o|.x..\",\".xo\").Decomposition(0)", "[Grid([[1,1],[0,1]]),Grid([[2]])]"),
        ("Grid([[1,2,3],[4,5,6]]).Permuted(Symmetry.QuarterTurn)", "Grid([[4,1],[5,2],[6,3]])"),
        (
            "[Grid([[1,2,3],[4,5,6]]).Permuted(s).Permuted(s) for s in Symmetry.FourWay].Distinct.Size",
            "1",
        ),
        ("Grid([[1,2,3],[4,5,6]]).Subgrid((1,2),(2,3))", "Grid([[2,3],[5,6]])"),
        ("Strip([0,1,2]).Permuted(Symmetry.LeftRight)", "Strip([2,1,0])"),
        ("Strip([0,1]).Permuted(Symmetry.Transpose)", "Grid([[0],[1]])"),
        ("[Symmetry.Transpose]", "[Symmetry.Transpose]"),
        ("((3,4).Row * 10 + (3,4).Column) + (2 * (1,2)).Column", "38"),
        ("-(1,-2) - (1,1)", "(-2,1)"),
        ("{(2,1),(1,10),(1,9),(1,9)}", "{(1,9),(1,10),(2,1)}"),
        ("Graph.Clique(40).ToString.Size", "3523"),
        (
            "Graph(Graph.Clique(40).ToString.Replace(\"Graph(\\\"\",\"\").Replace(\"\\\")\",\"\")) == Graph.Clique(40)",
            "true",
        ),
        ("(1,2,3)", "[1,2,3]"),
        ("(1,*)", "[1,*]"),
        ("Graph(\"n=4 0-1 1-2 2-3 3-0 0-2\")", "Graph(\":A--(-:A;--:A)\")"),
        ("[Graph(\":A--(-:A;--:A)\").EdgeCount, Graph.Clique(5).EdgeCount]", "[5,10]"),
        ("DirectedGraph(\"n=3 0>1 2>1 0-2\")", "DirectedGraph(\":A><-:A\")"),
        ("game.graph.NodeKayles(Graph.Path(5)).CanonicalForm", "*3"),
        (
            "[Graph(\"n=3\").ConnectedComponents.Size, Graph(\"--;-\").ConnectedComponents.Size]",
            "[3,2]",
        ),
        ("[Random(7).NextInteger(6) for n from 1 to 3].Distinct.Size", "1"),
        ("r := Random(7); [r.NextInteger(1000) for n from 1 to 100].Distinct.Size > 80", "true"),
        (
            "{2|-1}.RightWall + {2|-1}.Thermograph.LeftWall",
            "Trajectory(1/2,[3/2],[0,1])Trajectory(1/2,[3/2],[0,-1])",
        ),
        ("clobber(\"xxo\").SensibleOptions(Left)", "{clobber(\"x.x\")}"),
        ("domineering(2,2).SensibleOptions(Left).Size", "2"),
        ("over.SensibleOptions(Left)", "{0}"),
        ("'{{3|1}|2}'.SensibleLines(Left)", "{[{3|1},1,0]}"),
        ("'{-2|{-1|-3}}'.SensibleLines(Right)", "{[{-1|-3},-1,0]}"),
        // The reply to the only option ends the game: Left does not have a sensible line.
        ("'{*|1}'.SensibleLines(Left)", "{}"),
        ("{^^*|*,v}.SensibleLines(Right)", "{[*],[v]}"),
        ("clobber(\"xxo\").SensibleLines(Left)", "{[clobber(\"x.x\")]}"),
        ("over.SensibleLines(Left)", "{[0]}"),
    ]);
    assert_errors([
        (
            "Grid([[1,2],[3]])",
            "at offset 5: `rows` of Grid must be a list of rows of the same length",
        ),
        ("Grid([[256]])", "at offset 5: `cells` of Grid must be numbers below 256"),
        ("Grid([[1]])[2,1]", "at offset 12: the cells are from (1,1) to (1,1)"),
        ("Grid([[1]])[1]", "at offset 12: expected a row and a column but this is a game"),
        ("Grid.Empty(300,300)", "at offset 5: a grid has from 1 to 65536 cells"),
        ("Grid.Empty(0,3)", "at offset 5: a grid has from 1 to 65536 cells"),
        ("Grid.Empty(3)", "at offset 5: write `Grid.Empty(rows,columns)`"),
        ("Grid.Parse(\"xq\",\".x\")", "at offset 5: 'q' is not among the letters"),
        ("Grid.Parse(\"x|xx\",\".x\")", "at offset 5: the rows are not equally long"),
        ("Grid.Parse(\"x\")", "at offset 5: write `class.Parse(text,letters,vertexLabels)`"),
        ("Graph.Path(300)", "at offset 11: `n` of Path must be a number of vertices from 1 to 255"),
        ("Graph.Path(3).DeleteVertex(4)", "at offset 14: the vertices are numbered from 1 to 3"),
        ("Graph(\"q\")", "at offset 0: column 1: unexpected \"q\""),
        ("(1,2) + 1", "at offset 6: coordinates are added to coordinates"),
        ("(1,2) * *", "at offset 6: coordinates are multiplied by an integer"),
        ("(9223372036854775807,1) + (1,1)", "at offset 24: coordinates are between"),
        ("Random(1).NextInteger(0)", "at offset 22: `n` of NextInteger must be a positive integer"),
        (
            "[1].PeriodicTable(0)",
            "at offset 18: `period` of PeriodicTable must be a positive integer",
        ),
        (
            "Nim.DirectProduct(Wythoff)",
            "at offset 4: this is for rulesets of heaps, and not of pairs",
        ),
        ("clobber.Join(nim)", "at offset 8: this ruleset is not played on heaps"),
        (
            "fox_and_geese({(2,2)},(1,9))",
            "at offset 0: rows are from 1 to 40, columns from 1 to 8, and their sum is even",
        ),
        (
            "fox_and_geese.ValuesTable({(99,2)})",
            "at offset 26: `geese` of ValuesTable must be coordinates",
        ),
        ("Turning(\"0\")", "at offset 0: byte 0: expected a number from 1 on"),
        (
            "GenClobber()(\"xo/x\")",
            "at offset 12: GenClobber(maxDistance => 1): row 2 has length 1, expected 2 as in row 1",
        ),
        ("GenToadsAndFrogs(maxStep => 0)", "at offset 0: "),
        ("System.Print()", "at offset 7: write `class.Print(value)`"),
        ("3.Print(4)", "at offset 0: expected the class `System` but this is a game"),
        (
            "[1,-2].ScatterPlot",
            "at offset 7: a picture is of integers from 0 on and below 2^32, and not of -2",
        ),
        (
            "[1].IntensityPlot",
            "at offset 0: `table` of IntensityPlot must be a table or a list of lists",
        ),
        (
            "[[1]].IntensityPlot(0)",
            "at offset 20: `side` of IntensityPlot must be a number of pixels from 1 to 255",
        ),
        (
            "[[1/2]].IntensityPlot",
            "at offset 8: a picture is of integers from 0 on and below 2^32, and not of 1/2",
        ),
        (
            "[[1 for x from 1 to 300] for y from 1 to 300].IntensityPlot",
            "at offset 46: a picture has at most 65536 squares",
        ),
        ("on.Plot", "at offset 3: the thermograph has no mast"),
        (
            "[\"a\"].Plot",
            "at offset 0: `thermograph` of Plot must be a thermograph, a game, or a list of these, but this is a list",
        ),
        ("[1,2,3,4,5,6,7].Plot", "at offset 16: a picture has from 1 to 6 thermographs"),
        ("nim(3).Diagram", "at offset 7: positions of nim are not drawn"),
        ("5.Svg", "at offset 0: `picture` of Svg must be a picture, but this is a game"),
        ("GenCol([1],[2])", "at offset 0: 1 is not `Nothing`, `Left` or `Right`"),
        ("GenCol([Nothing,Nothing],[])", "at offset 0: \"nn-0\" are not the labels of gen-col-"),
        ("GenCol([Nothing])", "at offset 0: write `GenCol("),
        (
            "GenCol(Right,[Nothing])",
            "at offset 0: Right is not a list of labels, as [Nothing,Right]",
        ),
        ("GenClobber(-inf)", "at offset 0: -inf is not a number from 0 to 255"),
        ("GenClobber(inf,5)", "at offset 0: 5 are not coordinates"),
        ("GenClobber(32)", "at offset 0: maxDistance is from 1 to 31"),
        ("domineering.Boards(1,65)", "at offset 12: lists have at most 1000000 elements"),
        (
            "[k for k from 1 to 5 by inf]",
            "at offset 21: a loop counts by finite steps, from a finite number",
        ),
        (
            "nodekayles(\"path 4\")",
            "at offset 0: unknown name `nodekayles`; is `node_kayles` meant?",
        ),
        (
            "GenClobber(inf,Coordinates.Diagonal)",
            "at offset 0: stones that go in these directions go at most 31 cells",
        ),
    ]);
}

/// What a text prints are its notes, of which there are not more than some, and none is long.
#[test]
fn printed_notes() {
    let notes = |text: &str| {
        let mut sheet = Worksheet::new();
        sheet.evaluate(text, &Limits::default()).unwrap();
        sheet.notes().to_vec()
    };
    assert_eq!(notes("System.Print(3); System.Print(\"a\" + \" b\")"), ["3", "a b"]);
    assert_eq!(notes("f(x) := System.Print([x,*]); f(1/3); f({2|1})"), ["[1/3,*]", "[{2|1},*]"]);
    assert_eq!(notes("System.Print(clobber(\"xo\"))"), ["clobber(\"xo\")"]);
    let many = notes("[System.Print(n) for n from 1 to 1000]");
    assert_eq!((many.len(), &many[99][..], &many[100][..]), (101, "100", "more is not printed"));
    let long = notes("System.Print(1..1000)");
    assert_eq!((long[0].len(), long[0].ends_with("...")), (1003, true));
}

/// What is printed of these values is read as the same value.
#[test]
fn printed_values_are_read() {
    for text in [
        "{1 => {2 => ^},\"a\" => [1]}",
        "{=>}",
        "(1,-2)",
        "Strip([0,255])",
        "Graph(\":A(---:A;-)\")",
        "Graph(\".;--;:A---:A\")",
        "Graph(\"\")",
        "DirectedGraph(\":A><-:A\")",
        "Integer",
        "Symmetry.AntiTranspose",
        "GenClobber(maxDistance => 2)(\"x.o/#xo\")",
        "GenClobber(maxDistance => 1,directions => [(-1,1),(1,1)])(\"x./.o\")",
        "toads_and_frogs_1_1_2_0(\"tff..\")",
        "Turning(\"1-3\")(\"hth\")",
        "Spawning(\"1+C\")(\"3+1\")",
        "CakeProduct(kayles,rules(\"heap-4.0\"))(\"-4,3+1,1\")",
        "AcrosticProduct(Join(nim,kayles),nim)(\"3,4\")",
        "PartizanSubtraction([1],[2],allbut => true)(\"5\")",
        "gen_col_nr_nl(\"n=3 0-1 1-2 | 0:L\")",
        "gen_col_nlr_n(\"-n=2 0-1 | 0:R\")",
        "rooks(\"x.o\")",
        "inf",
        "MutableList([3,1,[2]])",
        "MutableSet({1,2})",
        "MutableMap({1 => 2})",
        "MutableMap({=>})",
    ] {
        let sheet = &mut Worksheet::new();
        assert_eq!(answer(sheet, text), text);
    }
}

/// The negative of a position has the negative value, whatever numbers a ruleset is made with; the parts add up.
#[test]
fn made_rulesets_have_negatives_and_parts() {
    for text in [
        "GenClobber(2)(\"x.ox/o#.o/.x..\")",
        "GenClobber(3)(\"x..o.x/o..x..\")",
        "GenToadsAndFrogs(2,2)(\"ttf..f\")",
        "GenToadsAndFrogs(0,1)(\"t.t.f\")",
        "CakeProduct(kayles,nim)(\"4,3\")",
    ] {
        let texts = [
            format!("(p := {text}; (p - p).CanonicalForm)"),
            format!("p := {text}; p.CanonicalForm + (-p).CanonicalForm"),
            format!("p := {text}; Sum(q.CanonicalForm for q in p.Components) - p.CanonicalForm"),
            format!(
                "p := {text}; {{Sum(q.CanonicalForm for q in [o]) for o in p.Options(Left)}}.Size >= 0"
            ),
        ];
        for (index, text) in texts.iter().enumerate().skip(1) {
            let expected = if index == 3 { "true" } else { "0" };
            assert_eq!(answer(&mut Worksheet::new(), text), expected, "{text}");
        }
    }
}

#[test]
fn limits_hold() {
    for text in [
        "[Grid.Empty(256,256) for n from 1 to 1000000]",
        "g := Grid.Empty(256,256); [g.Permuted(s) for n from 1 to 1000000 for s in Symmetry.EightWay]",
        "[Graph.Clique(255) for n from 1 to 1000000]",
        "f(m) := f({1 => m, 2 => m}); f(1)",
        "g := Graph.Clique(255); [g for n from 1 to 100000].ToString.Size + [[g,n] for n from 1 to 100000].Sorted.Size",
        "heap(\"0.[F]\").DirectProduct(heap(\"0.[F]\"))(12,12).CanonicalForm + fox_and_geese.ValuesTable([(2,2) for n from 1 to 1000000])",
        "heap(\"0.[Z]\").Join(heap(\"0.[Z]\")).NimValues(24) + [heap(\"0.[7]\").Join(heap(\"0.[F]\")) for n from 1 to 1000000]",
        "[{n => n} for n from 1 to 1000000]",
        "[Nim.AcrosticProduct(Nim).NimValueTable(60,60) for n from 1 to 1000000]",
        "f(r) := f(r.Join(r)); f(nim)",
        "while true do Random(1).NextInteger(5) end",
        "while true do System.Print(1..100000) end",
        "while true do System.Print({3||2|1}) end",
        "[domineering(4,4).SensibleLines(Left) for n from 1 to 1000000]",
        "['{{{{5|1}|2}|3}|4}'.SensibleLines(Left) for n from 1 to 1000000]",
        "a := \"a\"; for n from 1 to 18 do a := a + a end; a.ReplaceRegex(\"a.*z|a\",\"b\")",
        "while true do Graph.Clique(255).Decomposition(Left) end",
    ] {
        stops_in_time(text, Limits::default().with_bytes(64 << 20), 2);
    }
    let value = Worksheet::new().evaluate("{1 => 1/2}", &Limits::default()).unwrap();
    let Value::Map(entries) = &value else { panic!("{value}") };
    assert!(matches!(entries[0], [Value::Game(_), Value::Game(_)]));
}
