// Positions to begin with.

export const EXAMPLES = [
  { name: "Clobber: two components and a dead stone", rules: "clobber", position: "xxo..x/.....o/x....o" },
  { name: "Clobber: six cells, worth half an up", rules: "clobber", position: "xox/ox." },
  { name: "Clobber: the strip of eight", rules: "clobber", position: "xoxoxoxo" },
  { name: "Clobber: the 3x5 checkerboard", rules: "clobber", position: "xoxox/oxoxo/xoxox" },
  { name: "Hot Clobber: a switch of switches", rules: "hot-clobber", position: "xxo/oox" },
  { name: "Konane: a switch", rules: "konane", position: ".ox./o..x/...." },
  { name: "Konane: a number and a star", rules: "konane", position: "xo.o.o./......./.xo...." },
  { name: "Domineering: the 2x2 square", rules: "domineering", position: "../.." },
  { name: "Domineering: 2 by 4, a miny", rules: "domineering", position: "..../...." },
  { name: "Amazons: one each and an arrow", rules: "amazons", position: "x..o/..#." },
  { name: "Toads and Frogs: three against two", rules: "toads-and-frogs", position: "ttt.ff" },
  { name: "Fission: half a move", rules: "fission", position: "..#/.x./..#" },
  { name: "Kayles: three rows of pins", rules: "kayles", position: "7+5+1" },
];
