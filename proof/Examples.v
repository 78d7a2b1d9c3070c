(** * Certificates that are checked inside Coq

    The checker runs in the virtual machine of Coq. Nothing else has to be trusted then, not even the extraction. Some tiny boards are played
    out by the definitions alone. *)

From Coq Require Import List Bool ZArith String.
From Dicot Require Import Game Clobber Text.
Open Scope string_scope.

Example both_can_move : wins Left Left (clobber (position "xo")) = true /\ wins Right Right (clobber (position "xo")) = true.
Proof. split; reflexivity. Qed.

Example nobody_can_move : wins Left Left (clobber (position "x.o")) = false /\ wins Right Right (clobber (position "x.o")) = false.
Proof. split; reflexivity. Qed.

(** Left has the value up on [xxo]: she wins whoever starts. *)
Example up : wins Left Left (clobber (position "xxo")) = true /\ wins Left Right (clobber (position "xxo")) = true.
Proof. split; reflexivity. Qed.

Definition certificate_2x6 : string := "dicot certificate 1
rules 0 clobber
c 0 .x.oxx/ooxo.o
w 1 0 m 0 b2-b1
c 0 xxox.x/.x.ooo
w -2 0 m 0 c2-b2
c 0 xxx.x./o.oooo
w 3 0 m 0 e2-e1
c 0 .xoxxo/ooxo..
w 4 0 m 0 b2-c2
c 0 .xooxx/oox..o
w 5 0 m 0 b2-c2
c 0 xxxox./o..ooo
w 6 0 m 0 c2-d2
c 0 xxox.x/.oxooo
z -7 0 a
c 0 xoxox./oxoxoo
w 8 0 m 0 b1-b2
c 0 .ooxxo/xoxo..
w 9 0 m 0 d2-c2
c 0 .ooxxx/xoo..o
w 10 0 m 0 d2-c2
c 0 o..xox/xxooo.
w 11 0 m 0 d2-e2
c 0 .o.xxx/xooo.o
w 12 0 m 0 a1-b1
c 0 o.oxox/xxo.o.
w 13 0 m 0 d2-e2
c 0 .ooxxx/xoxo.o
z 14 0 a
c 0 oxoxox/xoxoo.
w 15 0 m 0 b2-b1
c 0 oxxxox/.x.oo.
w -16 0 m 0 a2-b2
c 0 xxxxox/.o.oo.
w -17 0 m 0 b1-b2
c 0 ox.xx/xoooo
w 18 0 m 0 b2-a2
c 0 oxxxox/xo.oo.
z -19 0 a
c 0 ox.xox/xoooxo
w 20 0 m 0 f2-e2
c 0 oxoxox/xox.oo
w 21 0 m 0 d2-e2
c 0 oxoxox/xoo.xo
w 22 0 m 0 d2-c2
c 0 xxxoxx/o.oo..
w -23 0 m 0 d2-c2
c 0 oxoxxx/x.oo.o
z -24 0 a
c 0 oxox.x/xoxooo
w 25 0 m 0 b2-c2
c 0 oxoxxo/x.oo..
w 26 0 m 0 b2-a2
c 0 oxooxx/x.o..o
w 27 0 m 0 b2-a2
z 24 0 a
c 0 oxoxox/xoxx.o
w -28 0 m 0 b1-b2
c 0 xoxoxo/oxox.o
w 29 0 m 0 e2-d2
c 0 oxoxox/xoxoxo
z 30 0 a
part 0 xoxoxo/oxoxox
claim L R
claim R L
end 66 289ac0ece859b6e0
".

(** Left starts on the board of 2x6, and Right wins. *)
Theorem clobber_2x6_left : wins Right Left (clobber (position "xoxoxo/oxoxox")) = true.
Proof. apply (proves_sound certificate_2x6). vm_compute. reflexivity. Qed.

(** Right starts on the board of 2x6, and Left wins. *)
Theorem clobber_2x6_right : wins Left Right (clobber (position "xoxoxo/oxoxox")) = true.
Proof. apply (proves_sound certificate_2x6). vm_compute. reflexivity. Qed.

Definition certificate_3x4 : string := "dicot certificate 1
rules 0 clobber
c 0 xoxo/xxx./..oo
w -1 0 m 0 b3-c3
c 0 xoxo/x.x./x.oo
w -2 0 m 0 b3-c3
c 0 xxxo/o.x./x.oo
w -3 0 m 0 d3-c3
c 0 .oxo/xxx./x.oo
w -4 0 m 0 b3-c3
c 0 .xxo/oxx./x.oo
w -5 0 m 0 d3-c3
c 0 xoxo/oxx./x.oo
z -6 0 a
c 0 xoxo/oxx./xoxo
w -7 0 m 0 b3-c3
c 0 xoxo/.xx./ooo.
w 8 0 m 0 a3-b3
c 0 ooxo/.xx./xoo.
w 9 0 m 0 c3-b3
c 0 oxox/.xx./oxoo
z 10 0 a
c 0 oxox/xox./oxoo
w 11 0 m 0 a2-b2
c 0 oxox/xx.x/oo..
w -12 0 m 0 a3-b3
c 0 xoxo/.o.x/ox.o
w 13 0 m 0 a3-b3
c 0 xoxx/o.x./x.oo
w -14 0 m 0 b3-a3
c 0 xoxo/o..x/xo.o
w 15 0 m 0 a3-b3
c 0 xoxo/o.xx/x.oo
z -16 0 a
c 0 xoxo/oo.x/xoxo
w 17 0 m 0 c3-b3
c 0 xoxo/.x.o/ox.o
w 18 0 m 0 a3-b3
c 0 xoxx/x.o./x.oo
w -19 0 m 0 b3-c3
c 0 xoxo/x.ox/x.oo
z -20 0 a
c 0 xoxo/ox.o/xoxo
w 21 0 m 0 c3-b3
c 0 xxxo/x.ox/..oo
w -22 0 m 0 d3-c3
c 0 ox.o/.x.x/xooo
w 23 0 m 0 b3-a3
c 0 o.xx/x.x./oooo
w 24 0 m 0 a2-a3
c 0 xxxo/o.ox/x.oo
z -25 0 a
c 0 xoxo/ox.x/xooo
w 26 0 m 0 c3-b3
c 0 xoxo/oox./x.o.
w 27 0 m 0 a3-b3
c 0 xoxo/.x.x/xo.o
w -28 0 m 0 d3-d2
c 0 xo.x/.oxx/xo.o
w -29 0 m 0 d1-d2
c 0 x.xo/oox./x.oo
w 30 0 m 0 a3-a2
c 0 x.xo/oox./xoo.
w 31 0 m 0 a3-a2
c 0 xoxo/.oxx/xo.o
z -32 0 a
c 0 xoxo/oxxx/xo.o
w -33 0 m 0 a2-b2
c 0 xoxo/oxx./o.o.
w 34 0 m 0 a3-b3
c 0 ox.o/.xxo/ox.o
w 35 0 m 0 c2-d2
c 0 o.xo/oxx./x.oo
w 36 0 m 0 b2-a2
c 0 o.xo/oxx./xoo.
w 37 0 m 0 b2-a2
c 0 oxox/.xxo/ox.o
z 38 0 a
c 0 oxox/xoxo/ox.o
w 39 0 m 0 a2-b2
c 0 xx.o/xxox/..oo
w -40 0 m 0 d3-d2
c 0 xx.o/oxoo/x.o.
w 41 0 m 0 a3-a2
c 0 xx.o/oxox/x.oo
z 42 0 a
c 0 xoxo/oxox/x.oo
w 43 0 m 0 c3-b3
c 0 xox./.xoo/ox.o
w 44 0 m 0 a3-b3
c 0 .oxx/xxo./x.oo
w -45 0 m 0 b3-c3
c 0 x.oo/xxxx/.o.o
w -46 0 m 0 b1-b2
c 0 .o.x/xxox/x.oo
w -47 0 m 0 b3-b2
c 0 .oxo/xxox/x.oo
z -48 0 a
c 0 oxox/xoxx/oxo.
w -49 0 m 0 c3-b3
c 0 o.xx/xoxo/.o.o
w 50 0 m 0 d3-d2
c 0 xx.o/ooox/x.o.
w 51 0 m 0 a3-a2
c 0 o.xx/xox./.ooo
w 52 0 m 0 a2-b2
c 0 ox.o/.xox/xoo.
w 53 0 m 0 b3-a3
c 0 .xxo/xxox/..oo
w -54 0 m 0 d3-c3
c 0 xx.o/oxox/xoo.
z 55 0 a
c 0 xoxo/oxox/xoo.
w 56 0 m 0 c3-b3
c 0 xoxo/oxox/xoxo
z 57 0 a
part 0 xoxo/oxox/xoxo
claim L R
claim R L
end 119 3b38725fa9bd71d0
".

(** Left starts on the board of 3x4, and Right wins. *)
Theorem clobber_3x4_left : wins Right Left (clobber (position "xoxo/oxox/xoxo")) = true.
Proof. apply (proves_sound certificate_3x4). vm_compute. reflexivity. Qed.

(** Right starts on the board of 3x4, and Left wins. *)
Theorem clobber_3x4_right : wins Left Right (clobber (position "xoxo/oxox/xoxo")) = true.
Proof. apply (proves_sound certificate_3x4). vm_compute. reflexivity. Qed.

Definition certificate_2x8 : string := "dicot certificate 1
rules 0 clobber
c 0 oxox.oxx/xoxoxo.o
w 1 0 m 0 e1-d1
c 0 oxoxox.x/xoxx.ooo
w -2 0 m 0 e2-f2
c 0 o.oooxxx/xxx.o..o
w 3 0 m 0 f2-e2
c 0 ooxxxx.x/x..o.ooo
w -4 0 m 0 f1-f2
c 0 xooxxx.x/..xo.ooo
w -5 0 m 0 f1-f2
c 0 o.ox.xxo/xxxooo..
w 6 0 m 0 c1-c2
c 0 oooxxx.x/x.xo.ooo
z -7 0 a
c 0 oxoxxx.x/xoxo.ooo
w -8 0 m 0 b1-b2
c 0 o.oxoxxo/xxxoo...
w 9 0 m 0 c1-c2
c 0 o.oxoxxx/xxo.o..o
w 10 0 m 0 d2-c2
c 0 o..xoxxx/xxooo..o
w 11 0 m 0 f2-e2
c 0 o..ooxxx/xxxoo..o
w 12 0 m 0 f2-e2
c 0 ..oxoxxx/oxxoo..o
w 13 0 m 0 f2-e2
c 0 o.oxoxxx/xxxoo..o
z 14 0 a
c 0 ox.ooxxx/xoxoxo.o
w 15 0 m 0 b2-b1
c 0 oo.xoxxo/xoxx.o..
w 16 0 m 0 f2-e2
c 0 oo.xooxx/xoxx...o
w 17 0 m 0 c1-b1
v 0|0
v 1|0
c 0 .xoxxx/ox.o.o
w 18 2 m 0 b2-c2
c 0 .xoxxx/xx.o.o
w 19 0 m 0 b2-c2
c 0 .o.xoxxx/ooxx.o.o
w 20 0 m 0 d2-e2
c 0 oo.xoxxx/xoxx.o.o
z 21 0 a
c 0 oxoxox.x/xx.oxooo
w -22 0 m 0 e2-d2
c 0 o.oxooxx/xxo.x..o
w 23 0 m 0 d2-e2
c 0 o.oxooxx/xxx.o..o
w 24 0 m 0 d2-c2
c 0 x.xoxxox/oooxo...
w -25 0 m 0 c1-c2
c 0 o..xxoxo/xxoo....
w 26 0 m 0 g2-f2
c 0 o..xxxo/xxoo.o.
w 27 0 m 0 f2-g2
c 0 ..x.xxox/xoooo...
w -28 0 m 0 g2-h2
c 0 o..xxxxo/xxoo.o..
z 29 0 a
c 0 o..xoxxo/xxooxo..
w 30 0 m 0 e1-e2
c 0 x..oxxox/ooxo....
w -31 0 m 0 g2-h2
c 0 ...xooxx/oxox...o
w 32 0 m 0 b1-a1
c 0 o..xooxx/xxox...o
z 33 0 a
c 0 o..xooxx/xxoox..o
w 34 0 m 0 d2-e2
c 0 xox.x/oxooo
w -35 1 m 0 b2-a2
c 0 ooxxox.x/x..oxooo
z -36 0 a
c 0 oxxxox.x/xo.oxooo
w -37 0 m 0 b1-b2
c 0 .oxxxoxo/xo.o....
w 38 0 m 0 c2-b2
c 0 .oxoxxxo/xo...o..
w 39 0 m 0 c2-b2
c 0 oxxxxxo/..o.o..
w 40 0 m 0 b2-a2
c 0 .oxxxxo/xo.o.o.
w 41 0 m 0 c2-b2
c 0 .oxxxxxo/xo.o.o..
z 42 0 a
c 0 .ooxxxxo/xoxo.o..
w 43 0 m 0 c1-c2
c 0 .oxoxoxx/xo.....o
w 44 0 m 0 c2-b2
c 0 xxoxxxo/o...o..
w 45 0 m 0 d2-c2
c 0 .oxxxoxx/xo.o...o
z 46 0 a
c 0 .ooxxoxx/xoxo...o
w 47 0 m 0 c1-c2
c 0 ooxxxxo/xo..o..
w 48 0 m 0 f2-g2
c 0 xxoxxox/o....o.
z 49 0 a
c 0 ooxxoxx/xo....o
w 50 0 m 0 a1-a2
c 0 xxxxxoo/o.o...o
w 51 0 m 0 a2-a1
c 0 xxxxxo./o.o..oo
w 52 0 m 0 a2-a1
c 0 ooxxxxx/xo..o.o
z 53 0 a
c 0 .ooxxxxx/xoo..o.o
w 54 0 m 0 a1-b1
c 0 oooxxxo/xx..o..
w 55 0 m 0 d2-c2
c 0 ooxoxxx/x....oo
w -56 0 m 0 d2-c2
c 0 .ooxxxx/ox..o.o
w 57 0 m 0 e2-e1
c 0 oooxxxx/xx..o.o
z 58 0 a
c 0 .oooxxxx/xox..o.o
w 59 0 m 0 a1-b1
c 0 xxxxxoo/o.o.oo.
w 60 0 m 0 c2-c1
c 0 ooxxxxx/.xo.o.o
w 61 0 m 0 c2-b2
c 0 .o.xxxxx/xooo.o.o
w 62 0 m 0 f2-f1
c 0 .o.oxxxx/xoxo.o.o
w 63 0 m 0 f2-f1
c 0 .ooxxxxx/xoxo.o.o
z 64 0 a
c 0 .ooxoxxx/xoxoxo.o
w 65 0 m 0 e1-e2
c 0 o.oxoxxo/xxo.xo..
w 66 0 m 0 d2-e2
c 0 o.oxoxxo/xxx.oo..
w 67 0 m 0 d2-c2
c 0 ..xoxxox/xooo....
w -68 0 m 0 d2-c2
c 0 .oxoxxo/oxx.o..
w 69 0 m 0 c2-b2
c 0 .o.xxxo/oxoxo..
w 70 0 m 0 e2-e1
c 0 ..x.oxox/xooxo...
w -71 0 m 0 e2-f2
c 0 ..o.xxxo/oxxoo...
w 72 0 m 0 e2-e1
c 0 ..oxoxxo/oxxx.o..
z 73 0 a
c 0 ..oxoxxo/oxxoxo..
w 74 0 m 0 d2-e2
c 0 ..oxoxxx/oxx.oo.o
w 75 0 m 0 d2-c2
c 0 ..oxoxxx/oxo.xo.o
w 76 0 m 0 d2-c2
c 0 xoxox.x/.xoxooo
w -77 0 m 0 e1-e2
c 0 xooxox.x/..xoxooo
z -78 0 a
c 0 xxoxox.x/.oxoxooo
w -79 0 m 0 b1-b2
c 0 oxoxoxxo/xoxoxo..
w 80 0 m 0 b2-b1
c 0 oxoxooxx/xoxox..o
w 81 0 m 0 b2-b1
c 0 oxoxoxxx/xoxoo..o
w 82 0 m 0 b2-b1
c 0 oxoooxxx/xox.xo.o
w 83 0 m 0 b2-b1
c 0 oxoxoxxx/xox.oo.o
w 84 0 m 0 d2-c2
c 0 oxoxoxxx/xoo.xo.o
w 85 0 m 0 d2-e2
c 0 ooxxoxxx/x...oo.o
w -86 0 m 0 e2-f2
c 0 xooxoxxx/..x.oo.o
w -87 0 m 0 c2-c1
c 0 oooxoxx/x.x.oo.
w -88 0 m 0 c2-d2
c 0 .ooxxx/xx.o.o
w 89 2 m 0 d2-d1
c 0 oooxoxxx/x.x.oo.o
z -90 0 a
c 0 oooxoxxx/x.xoxo.o
w 91 0 m 0 e1-d1
c 0 o.xxox/xoxoo.
w -92 1 m 0 e2-d2
c 0 oxoxx/x.ooo
w 93 -2 m 0 b2-a2
c 0 .oxxox/xo.x.o
w -94 -2 m 0 b2-c2
c 0 oxoxx./x.o.oo
w 95 -2 m 0 b2-a2
z -92 -2 a
c 0 oxoxoxxx/x.ooxo.o
w 96 0 m 0 f2-e2
c 0 x.xoxo/oox.oo
w -97 0 m 0 d2-c2
c 0 oxox.x/ox.ooo
w -98 0 m 0 c2-b2
c 0 x.xxxo/ooo.oo
w -99 0 m 0 a1-a2
c 0 xxoxxo/xoxo..
w 100 0 m 0 d2-c2
c 0 xxxoxx/xo...o
z 101 0 a
c 0 xxooxx/xox..o
w 102 0 m 0 c1-c2
c 0 xxoxxx/xoo..o
w 103 0 m 0 d2-c2
c 0 oooxxo/x.xo.o
w -104 0 m 0 c2-d2
c 0 xxoxxx/x.oo.o
w 105 0 m 0 b2-c2
c 0 x.ox.x/ooxooo
w -106 0 m 0 a1-a2
c 0 oxox.x/ooxooo
z -107 0 a
c 0 oxoxoxxx/o.xoxo.o
w 108 0 m 0 b2-c2
c 0 oxoxox.x/xoxoxooo
z -109 0 a
c 0 oxoxoxox/xoxoxoxo
w 110 0 m 0 b2-b1
part 0 xoxoxoxo/oxoxoxox
claim L L
claim R R
end 228 658ce0650470e3e5
".

(** Left starts on the board of 2x8, and Left wins. *)
Theorem clobber_2x8_left : wins Left Left (clobber (position "xoxoxoxo/oxoxoxox")) = true.
Proof. apply (proves_sound certificate_2x8). vm_compute. reflexivity. Qed.

(** Right starts on the board of 2x8, and Right wins. *)
Theorem clobber_2x8_right : wins Right Right (clobber (position "xoxoxoxo/oxoxoxox")) = true.
Proof. apply (proves_sound certificate_2x8). vm_compute. reflexivity. Qed.

Print Assumptions clobber_2x8_left.
