(** * The text of a certificate

    The lines of a certificate as text, as the guide of dicot (docs/guide/certificates.md) has them. The reader is one of the
    definitions that the theorem is about: it says which boards and claims are in the text. *)

From Coq Require Import List Bool ZArith Ascii String FMapPositive.
From Dicot Require Import Game Clobber Normal Values Certificate Sound.
Import ListNotations.
Open Scope Z_scope.
Open Scope list_scope.

(** ** Words *)

Fixpoint reverse_onto (s t : string) : string :=
  match s with EmptyString => t | String c s => reverse_onto s (String c t) end.

(** The words between separators. [word] has the letters of the word so far, and [words] the words before; both are reversed. *)
Fixpoint split_onto (separator : ascii) (s word : string) (words : list string) : list string :=
  match s with
  | EmptyString => rev_append words [reverse_onto word ""]
  | String c s =>
      if Ascii.eqb c separator then split_onto separator s "" (reverse_onto word "" :: words)
      else split_onto separator s (String c word) words
  end.

Definition split_at (separator : ascii) (s : string) : list string := split_onto separator s "" [].

Fixpoint map_option {A B} (f : A -> option B) (l : list A) : option (list B) :=
  match l with
  | [] => Some []
  | x :: l => match f x, map_option f l with Some y, Some l => Some (y :: l) | _, _ => None end
  end.

Definition code (c : ascii) : Z := Z.of_N (N_of_ascii c).

(** ** Numbers *)

Definition digit (c : ascii) : option Z :=
  let n := code c - 48 in if (0 <=? n) && (n <=? 9) then Some n else None.

Fixpoint digits (s : string) (n : Z) : option Z :=
  match s with
  | EmptyString => Some n
  | String c s => match digit c with Some d => digits s (10 * n + d) | None => None end
  end.

(** A decimal number of at most [10] digits, without a sign or leading zeros. *)
Definition natural (s : string) : option Z :=
  match s with
  | EmptyString => None
  | String c EmptyString => digit c
  | String c _ => if Ascii.eqb c "0" || (10 <? Z.of_nat (String.length s)) then None else digits s 0
  end.

(** An integer of 32 bits; 0 has no sign. *)
Definition integer (s : string) : option Z :=
  let n :=
    match s with
    | String c t => if Ascii.eqb c "-" then match natural t with Some 0 | None => None | Some n => Some (- n) end else natural s
    | EmptyString => None
    end in
  match n with
  | Some n => if (-2147483648 <=? n) && (n <=? 2147483647) then Some n else None
  | None => None
  end.

Definition integers (s : string) : option (list Z) :=
  match s with EmptyString => Some [] | _ => map_option integer (split_at "," s) end.

(** A place in a list, from 0. *)
Definition place (s : string) : option nat :=
  match natural s with Some n => if n <? 1048576 then Some (Z.to_nat n) else None | None => None end.

(** ** Boards *)

(** The stones of a row from a column on, added to those before, and its length. *)
Fixpoint read_row (row column : Z) (s : string) (b : board) : option (board * Z) :=
  match s with
  | EmptyString => Some (b, column)
  | String c s =>
      if Ascii.eqb c "x" then read_row row (column + 1) s (((row, column), Left) :: b)
      else if Ascii.eqb c "o" then read_row row (column + 1) s (((row, column), Right) :: b)
      else if Ascii.eqb c "." then read_row row (column + 1) s b
      else None
  end.

Fixpoint read_rows (row width : Z) (rows : list string) (b : board) : option board :=
  match rows with
  | [] => Some b
  | s :: rows =>
      match read_row row 0 s b with
      | Some (b, w) => if w =? width then read_rows (row + 1) width rows b else None
      | None => None
      end
  end.

(** The stones of a board, with rows and columns from 0 at the top left, and the number of rows. [x] is a stone of Left, [o] of Right. *)
Definition read_board (s : string) : option (board * Z) :=
  let rows := split_at "/" s in
  let height := Z.of_nat (List.length rows) in
  match rows with
  | [] => None
  | row :: _ =>
      let width := Z.of_nat (String.length row) in
      if (width =? 0) || (255 <? width) || (255 <? height) || (448 <? width * height) then None
      else match read_rows 0 width rows [] with Some b => Some (b, height) | None => None end
  end.

Definition letter (c : ascii) : option Z :=
  let n := code c - 97 in if (0 <=? n) && (n <? 26) then Some n else None.

(** A cell as [b1]: one or two letters for the column, and the row from the bottom. *)
Definition read_cell (height : Z) (s : string) : option cell :=
  match s with
  | String a (String b s' as s) =>
      match letter a with
      | None => None
      | Some m =>
          let '(column, s) := match letter b with Some n => (26 * (m + 1) + n, s') | None => (m, s) end in
          match natural s with
          | Some row => if (1 <=? row) && (row <=? height) then Some (height - row, column) else None
          | None => None
          end
      end
  | _ => None
  end.

(** ** Lines *)

(** What was read: whether the ruleset was named, the numbers of rows of the components, the number of the next component, and the lines, the
    last one first. *)
Record reading := Reading { has_rules : bool; heights : PM Z; next_number : positive; read : list line }.

Definition add_line (l : line) (r : reading) : reading := Reading (has_rules r) (heights r) (next_number r) (l :: read r).

Definition read_player (s : string) : option player :=
  if (s =? "L")%string then Some Left else if (s =? "R")%string then Some Right else None.

Definition read_move (r : reading) (components : list Z) (at_place move : string) : option reason :=
  match place at_place with
  | None => None
  | Some n =>
      match nth_error components n with
      | Some (Zpos c) | Some (Zneg c) =>
          match PMap.find c (heights r), split_at "-" move with
          | Some height, [s; t] =>
              match read_cell height s, read_cell height t with
              | Some s, Some t => Some (Move n s t)
              | _, _ => None
              end
          | _, _ => None
          end
      | _ => None
      end
  end.

Fixpoint letters (s : string) : list ascii :=
  match s with EmptyString => [] | String c s => c :: letters s end.

Definition read_groups (s : string) : option reason :=
  match map_option digit (letters s) with
  | Some ds =>
      match rev (map Z.to_N ds) with
      | d :: ds => Some (Groups (rev ds) d)
      | [] => None
      end
  | None => None
  end.

Definition read_reason (r : reading) (components : list Z) (words : list string) : option reason :=
  match words with
  | [a] => if (a =? "a")%string then Some All else None
  | [a; b] =>
      if (a =? "o")%string then option_map Option (place b)
      else if (a =? "p")%string then read_groups b
      else None
  | [a; b; c] => if (a =? "m")%string then read_move r components b c else None
  | _ => None
  end.

Definition read_fact (r : reading) (first : player) (words : list string) : option reading :=
  match words with
  | cs :: v :: words =>
      match integers cs, integer v with
      | Some (c :: cs), Some v =>
          option_map (fun reason => add_line (Fact first (c :: cs) v reason) r) (read_reason r (c :: cs) words)
      | _, _ => None
      end
  | _ => None
  end.

(** Whether there is a claim about a player moving first. *)
Definition is_claimed (r : reading) (first : player) : bool :=
  existsb (fun l => match l with Claim f _ => same f first | _ => false end) (read r).

Definition read_line (r : reading) (s : string) : option reading :=
  match split_at " " s with
  | [] => None
  | kind :: words =>
      if (kind =? "w")%string then read_fact r Left words
      else if (kind =? "z")%string then read_fact r Right words
      else
        match words with
        | [a] =>
            if (kind =? "v")%string then
              match split_at "|" a with
              | [ls; rs] =>
                  match integers ls, integers rs with
                  | Some ls, Some rs => Some (add_line (Value ls rs) r)
                  | _, _ => None
                  end
              | _ => None
              end
            else if (kind =? "plus")%string then option_map (fun v => add_line (Plus v) r) (integer a)
            else None
        | [a; b] =>
            if (kind =? "c")%string && (a =? "0")%string && has_rules r then
              match read_board b with
              | Some (b, height) =>
                  let n := next_number r in
                  Some (Reading true (PMap.add n height (heights r)) (Pos.succ n) (Component b :: read r))
              | None => None
              end
            else if (kind =? "part")%string && (a =? "0")%string && has_rules r then
              option_map (fun b => add_line (Part (fst b)) r) (read_board b)
            else if (kind =? "claim")%string then
              match read_player a, read_player b with
              | Some first, Some winner => if is_claimed r first then None else Some (add_line (Claim first winner) r)
              | _, _ => None
              end
            else if (kind =? "rules")%string && (a =? "0")%string && (b =? "clobber")%string && negb (has_rules r) then
              Some (Reading true (heights r) (next_number r) (read r))
            else None
        | _ => None
        end
  end.

(** Reads the lines before that of the end, which is the last one. *)
Fixpoint read_lines (r : reading) (texts : list string) : option (list line) :=
  match texts with
  | [last; ""%string] =>
      match split_at " " last with
      | [kind; _; _] => if (kind =? "end")%string then Some (rev_append (read r) []) else None
      | _ => None
      end
  | s :: texts => match read_line r s with Some r => read_lines r texts | None => None end
  | [] => None
  end.

Definition read_text (text : string) : option (list line) :=
  match split_at "010" text with
  | s :: texts => if (s =? "dicot certificate 1")%string then read_lines (Reading false (PMap.empty _) 1 []) texts else None
  | [] => None
  end.

(** The claims of lines. A call for each line would need a deep stack with [flat_map]. *)
Fixpoint claims_of (lines : list line) : list (player * player) :=
  match lines with
  | [] => []
  | Claim first winner :: lines => (first, winner) :: claims_of lines
  | _ :: lines => claims_of lines
  end.

Lemma in_claims_of lines first winner : In (first, winner) (claims_of lines) -> In (Claim first winner) lines.
Proof.
  induction lines as [|[] lines IH]; simpl; auto. intros [[= <- <-]|H]; auto.
Qed.

(** What a text proves: the claims, as who moves first and who wins, and the sum that they are about. *)
Definition proved (text : string) : option (list (player * player)) :=
  match read_text text with
  | Some lines => if check lines then Some (claims_of lines) else None
  | None => None
  end.

Theorem proved_sound text claims :
  proved text = Some claims ->
  exists lines, read_text text = Some lines /\
    forall first winner, In (first, winner) claims -> wins winner first (sum_of lines) = true.
Proof.
  unfold proved. destruct (read_text text) as [lines|] eqn:R; [|easy].
  destruct (check lines) eqn:K; [|easy]. intros [= <-]. exists lines. split; [easy|].
  intros first winner H. exact (check_sound lines K first winner (in_claims_of _ _ _ H)).
Qed.

Print Assumptions proved_sound.

(** ** One board *)

(** The board of a text; the empty board if it is not one. *)
Definition position (s : string) : board := match read_board s with Some (b, _) => b | None => [] end.

Definition boards_of (lines : list line) : list board :=
  flat_map (fun l => match l with Part b => [b] | _ => [] end) lines.

Definition pluses_of (lines : list line) : list Z :=
  flat_map (fun l => match l with Plus v => [v] | _ => [] end) lines.

(** The sum of a certificate is that of its boards and its values. *)
Theorem sum_of_boards lines :
  iso (sum_of lines) (add (gsum (map clobber (boards_of lines))) (gsum (map (value_in (values_of lines)) (pluses_of lines)))).
Proof.
  unfold sum_of. generalize (values_of lines). intros games.
  induction lines as [|[b|v|f w|b|l r|f cs v r] lines IH]; simpl.
  - reflexivity.
  - fold (gsum (map (summand games) lines)). rewrite IH. apply add_assoc.
  - fold (gsum (map (summand games) lines)). now rewrite IH, !add_assoc, (add_comm (value_in games v)).
  - now rewrite zero_add.
  - now rewrite zero_add.
  - now rewrite zero_add.
  - now rewrite zero_add.
Qed.

(** Whether a text proves that [winner] wins a board if [first] moves first. *)
Definition proves (text b : string) (first winner : player) : bool :=
  match read_text text with
  | Some lines =>
      match boards_of lines, pluses_of lines with
      | [c], [] =>
          board_eqb c (position b) && existsb (fun e => same (fst e) first && same (snd e) winner) (claims_of lines) && check lines
      | _, _ => false
      end
  | None => false
  end.

Theorem proves_sound text b first winner :
  proves text b first winner = true -> wins winner first (clobber (position b)) = true.
Proof.
  unfold proves. destruct (read_text text) as [lines|]; [|easy]. pose proof (sum_of_boards lines) as S.
  destruct (boards_of lines) as [|c []]; try easy. destruct (pluses_of lines); [|easy].
  rewrite !andb_true_iff. intros [[E H] K]. apply board_eqb_eq in E as <-.
  apply existsb_exists in H as ([f w] & H & E). simpl in E. apply andb_prop in E as [F W].
  apply same_iff in F as <-, W as <-.
  pose proof (check_sound lines K f w (in_claims_of _ _ _ H)) as R.
  rewrite S in R. simpl in R. now rewrite !add_zero in R.
Qed.

Print Assumptions proves_sound.
