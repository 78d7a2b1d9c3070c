(** * The text of a certificate

    The lines of a certificate as text, as the guide of dicot (docs/guide/certificates.md) has them. The reader is one of the
    definitions that the theorem is about: it says which boards and claims are in the text. *)

From Coq Require Import String List Bool ZArith Ascii FMapPositive.
From Dicot Require Import Game Clobber Compact Normal Values Certificate Sound.
Import ListNotations.
Open Scope Z_scope.
Open Scope list_scope.

(** ** Words *)

Definition word : Set := list ascii.

(** The words between separators. [w] has the letters of the word so far, and [words] the words before; both are reversed. *)
Fixpoint split_onto (separator : ascii) (s w : word) (words : list word) : list word :=
  match s with
  | [] => rev_append words [rev_append w []]
  | c :: s =>
      if Ascii.eqb c separator then split_onto separator s [] (rev_append w [] :: words)
      else split_onto separator s (c :: w) words
  end.

Definition split_at (separator : ascii) (s : word) : list word := split_onto separator s [] [].

(** Whether a word is a string. *)
Fixpoint spells (w : word) (s : string) : bool :=
  match w, s with
  | [], EmptyString => true
  | c :: w, String d s => Ascii.eqb c d && spells w s
  | _, _ => false
  end.

Fixpoint map_option {A B} (f : A -> option B) (l : list A) : option (list B) :=
  match l with
  | [] => Some []
  | x :: l => match f x, map_option f l with Some y, Some l => Some (y :: l) | _, _ => None end
  end.

Definition code (c : ascii) : Z := Z.of_N (N_of_ascii c).

(** ** Numbers *)

Definition digit (c : ascii) : option Z :=
  let n := code c - 48 in if (0 <=? n) && (n <=? 9) then Some n else None.

Fixpoint digits (s : word) (n : Z) : option Z :=
  match s with
  | [] => Some n
  | c :: s => match digit c with Some d => digits s (10 * n + d) | None => None end
  end.

(** A decimal number of at most [10] digits, without a sign or leading zeros. *)
Definition natural (s : word) : option Z :=
  match s with
  | [] => None
  | [c] => digit c
  | c :: _ => if Ascii.eqb c "0" || (10 <? Z.of_nat (length s)) then None else digits s 0
  end.

(** An integer of 32 bits; 0 has no sign. *)
Definition integer (s : word) : option Z :=
  let n :=
    match s with
    | c :: t => if Ascii.eqb c "-" then match natural t with Some 0 | None => None | Some n => Some (- n) end else natural s
    | [] => None
    end in
  match n with
  | Some n => if (-2147483648 <=? n) && (n <=? 2147483647) then Some n else None
  | None => None
  end.

Definition integers (s : word) : option (list Z) :=
  match s with [] => Some [] | _ => map_option integer (split_at "," s) end.

(** A place in a list, from 0. *)
Definition place (s : word) : option nat :=
  match natural s with Some n => if n <? 1048576 then Some (Z.to_nat n) else None | None => None end.

(** ** Boards *)

(** The stones of a row from a column on, added to those before, and its length. *)
Fixpoint read_row (row column : Z) (s : word) (b : board) : option (board * Z) :=
  match s with
  | [] => Some (b, column)
  | c :: s =>
      if Ascii.eqb c "x" then read_row row (column + 1) s (((row, column), Left) :: b)
      else if Ascii.eqb c "o" then read_row row (column + 1) s (((row, column), Right) :: b)
      else if Ascii.eqb c "." then read_row row (column + 1) s b
      else None
  end.

Fixpoint read_rows (row width : Z) (rows : list word) (b : board) : option board :=
  match rows with
  | [] => Some b
  | s :: rows =>
      match read_row row 0 s b with
      | Some (b, w) => if w =? width then read_rows (row + 1) width rows b else None
      | None => None
      end
  end.

(** The stones of a board in order, with rows and columns from 0 at the top left, and the number of rows. [x] is a stone of Left, [o] of Right. *)
Definition read_board (s : word) : option (board * Z) :=
  let rows := split_at "/" s in
  let height := Z.of_nat (length rows) in
  match rows with
  | [] => None
  | row :: _ =>
      let width := Z.of_nat (length row) in
      if (width =? 0) || (255 <? width) || (255 <? height) || (448 <? width * height) then None
      else match read_rows 0 width rows [] with Some b => Some (rev_append b [], height) | None => None end
  end.

Definition letter (c : ascii) : option Z :=
  let n := code c - 97 in if (0 <=? n) && (n <? 26) then Some n else None.

(** A cell as [b1]: one or two letters for the column, and the row from the bottom. *)
Definition read_cell (s : word) : option cell :=
  match s with
  | a :: ((b :: s') as s) =>
      match letter a with
      | None => None
      | Some m =>
          let '(column, s) := match letter b with Some n => (26 * (m + 1) + n, s') | None => (m, s) end in
          option_map (fun row => (row, column)) (natural s)
      end
  | _ => None
  end.

(** ** Lines *)

Definition read_player (s : word) : option player :=
  if spells s "L" then Some Left else if spells s "R" then Some Right else None.

Definition read_move (at_place move : word) : option reason :=
  match place at_place, split_at "-" move with
  | Some n, [s; t] =>
      match read_cell s, read_cell t with
      | Some s, Some t => Some (Move n s t)
      | _, _ => None
      end
  | _, _ => None
  end.

Definition read_groups (s : word) : option reason :=
  match map_option digit s with
  | Some ds =>
      match rev (map Z.to_N ds) with
      | d :: ds => Some (Groups (rev ds) d)
      | [] => None
      end
  | None => None
  end.

Definition read_reason (words : list word) : option reason :=
  match words with
  | [a] => if spells a "a" then Some All else None
  | [a; b] =>
      if spells a "o" then option_map Option (place b)
      else if spells a "p" then read_groups b
      else None
  | [a; b; c] => if spells a "m" then read_move b c else None
  | _ => None
  end.

Definition read_fact (first : player) (words : list word) : option line :=
  match words with
  | cs :: v :: words =>
      match integers cs, integer v with
      | Some (c :: cs), Some v => option_map (Fact first (c :: cs) v) (read_reason words)
      | _, _ => None
      end
  | _ => None
  end.

Definition read_line (s : word) : option line :=
  match split_at " " s with
  | [] => None
  | kind :: words =>
      if spells kind "w" then read_fact Left words
      else if spells kind "z" then read_fact Right words
      else
        match words with
        | [a] =>
            if spells kind "v" then
              match split_at "|" a with
              | [ls; rs] =>
                  match integers ls, integers rs with
                  | Some ls, Some rs => Some (Value ls rs)
                  | _, _ => None
                  end
              | _ => None
              end
            else if spells kind "plus" then option_map Plus (integer a)
            else None
        | [a; b] =>
            if spells kind "c" && spells a "0" then option_map (fun '(b, height) => Component b height) (read_board b)
            else if spells kind "part" && spells a "0" then option_map (fun '(b, _) => Part b) (read_board b)
            else if spells kind "claim" then
              match read_player a, read_player b with
              | Some first, Some winner => Some (Claim first winner)
              | _, _ => None
              end
            else if spells kind "rules" && spells a "0" && spells b "clobber" then Some Rules
            else None
        | _ => None
        end
  end.

Definition is_end (s : word) : bool :=
  match split_at " " s with [kind; _; _] => spells kind "end" | _ => false end.

Definition is_header (s : word) : bool := spells s "dicot certificate 1".

(** Reads the lines before that of the end, which is the last one. *)
Fixpoint read_lines (texts : list word) : option (list line) :=
  match texts with
  | [] => None
  | s :: texts =>
      match read_line s, texts with
      | Some l, _ => option_map (cons l) (read_lines texts)
      | None, [] => if is_end s then Some [] else None
      | None, _ => None
      end
  end.

(** The lines of a text without their line feeds, which the last one has too. *)
Definition lines_of (text : string) : option (list word) :=
  match rev_append (split_at "010" (list_ascii_of_string text)) [] with
  | [] :: texts => Some (rev_append texts [])
  | _ => None
  end.

Definition read_text (text : string) : option (list line) :=
  match lines_of text with
  | Some (s :: texts) => if is_header s then read_lines texts else None
  | _ => None
  end.

(** ** The checker of texts

    It takes one line after the other, and keeps none but those of the sum and the claims. *)

Inductive phase :=
  | Header
  | Body (p : progress) (s : state)
  | Ended (p : progress) (s : state).

(** Checks a line. *)
Definition step (now : phase) (text : word) : option phase :=
  match now with
  | Header =>
      if is_header text then match start empty_state with Some (p, s) => Some (Body p s) | None => None end
      else None
  | Body p s =>
      match read_line text with
      | Some l => match check_line p l s with Some (p, s) => Some (Body p s) | None => None end
      | None => if is_end text then Some (Ended p s) else None
      end
  | Ended _ _ => None
  end.

Definition steps (now : option phase) (texts : list word) : option phase :=
  fold_left (fun now text => match now with Some now => step now text | None => None end) texts now.

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

(** What is proved after the last line: the claims, as who moves first and who wins. *)
Definition conclude (now : phase) : option (list (player * player)) :=
  match now with
  | Ended p s => match finish p s with Some _ => Some (claims_of (rev_append (kept p) [])) | None => None end
  | _ => None
  end.

(** What a text proves about its sum. *)
Definition proved (text : string) : option (list (player * player)) :=
  match lines_of text with
  | Some texts => match steps (Some Header) texts with Some now => conclude now | None => None end
  | None => None
  end.

Lemma steps_none texts : steps None texts = None.
Proof. now induction texts. Qed.

Lemma steps_cons now text texts : steps (Some now) (text :: texts) = steps (step now text) texts.
Proof. easy. Qed.

(** The checker of texts is the checker of the lines that are read. *)
Lemma steps_body texts : forall p s q t, steps (Some (Body p s)) texts = Some (Ended q t) ->
  exists lines, read_lines texts = Some lines /\ check_lines p lines s = Some (q, t).
Proof.
  induction texts as [|text texts IH]; intros p s q t; [easy|].
  rewrite steps_cons. cbn [step read_lines].
  destruct (read_line text) as [l|] eqn:R.
  - destruct (check_line p l s) as [[p' s']|] eqn:K; [|now rewrite steps_none].
    intros H. apply IH in H as (lines & E & H).
    exists (l :: lines). rewrite E. split; [easy|]. simpl. unfold bind. now rewrite K.
  - destruct (is_end text) eqn:E; [|now rewrite steps_none].
    destruct texts as [|text' texts]; [|now rewrite steps_cons, steps_none].
    intros [= <- <-]. now exists [].
Qed.

Lemma check_lines_kept lines : forall p s q t,
  check_lines p lines s = Some (q, t) -> kept q = rev (filter is_kept lines) ++ kept p.
Proof.
  induction lines as [|l lines IH]; intros p s q t; simpl; [now intros [= -> _]|].
  unfold bind. destruct (check_line p l s) as [[p' s']|] eqn:K; [|easy]. intros H. rewrite (IH _ _ _ _ H).
  assert (E : kept p' = if is_kept l then l :: kept p else kept p).
  { destruct l; cbn [check_line is_kept] in *; unfold bind in K;
      repeat (match type of K with match ?x with _ => _ end = _ => destruct x as [[]|] end; try easy);
      injection K as <- _; reflexivity. }
  rewrite E. destruct (is_kept l); simpl; [now rewrite <- app_assoc|easy].
Qed.

Theorem proved_sound text claims :
  proved text = Some claims ->
  exists lines, read_text text = Some lines /\
    forall first winner, In (first, winner) claims -> wins winner first (sum_of lines) = true.
Proof.
  unfold proved, read_text. destruct (lines_of text) as [[|text' texts]|]; try easy. rewrite steps_cons. cbn [step].
  destruct (is_header text'); [|now rewrite steps_none].
  destruct (start empty_state) as [[p s]|] eqn:S; [|now rewrite steps_none].
  destruct (steps _ texts) as [[| |q t]|] eqn:N; try easy.
  apply steps_body in N as (lines & E & K). simpl.
  destruct (finish q t) as [[u t']|] eqn:F; [|easy]. intros [= <-]. exists lines. split; [easy|]. intros first winner H.
  apply (check_sound lines).
  - unfold check, run, bind. now rewrite S, K, F.
  - apply in_claims_of in H. rewrite rev_append_rev, app_nil_r, (check_lines_kept _ _ _ _ _ K), <- in_rev in H.
    injection S as <- <-. rewrite app_nil_r, <- in_rev in H. now apply filter_In in H.
Qed.

Print Assumptions proved_sound.

(** ** One board *)

(** The board of a text; the empty board if it is not one. *)
Definition position (s : string) : board := match read_board (list_ascii_of_string s) with Some (b, _) => b | None => [] end.

Definition boards_of (lines : list line) : list board :=
  flat_map (fun l => match l with Part b => [b] | _ => [] end) lines.

Definition pluses_of (lines : list line) : list Z :=
  flat_map (fun l => match l with Plus v => [v] | _ => [] end) lines.

(** The sum of a certificate is that of its boards and its values. *)
Theorem sum_of_boards lines :
  iso (sum_of lines) (add (gsum (map clobber (boards_of lines))) (gsum (map (value_in (values_of lines)) (pluses_of lines)))).
Proof.
  unfold sum_of. generalize (values_of lines). intros games.
  induction lines as [|[|b|v|f w|b h|l r|f cs v r] lines IH]; simpl.
  - reflexivity.
  - now rewrite zero_add.
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
      match boards_of lines, pluses_of lines, proved text with
      | [c], [], Some claims => board_eqb c (position b) && existsb (fun e => same (fst e) first && same (snd e) winner) claims
      | _, _, _ => false
      end
  | None => false
  end.

Theorem proves_sound text b first winner :
  proves text b first winner = true -> wins winner first (clobber (position b)) = true.
Proof.
  unfold proves. destruct (proved text) as [claims|] eqn:P; [|destruct (read_text text) as [lines|]; [|easy];
    destruct (boards_of lines) as [|c []], (pluses_of lines); easy].
  apply proved_sound in P as (lines & -> & W). pose proof (sum_of_boards lines) as S.
  destruct (boards_of lines) as [|c []]; try easy. destruct (pluses_of lines); [|easy].
  rewrite !andb_true_iff. intros [E H]. apply board_eqb_eq in E as <-.
  apply existsb_exists in H as ([f w] & H & E). simpl in E. apply andb_prop in E as [Ef Ew].
  apply same_iff in Ef as <-, Ew as <-.
  specialize (W f w H). rewrite S in W. simpl in W. now rewrite !add_zero in W.
Qed.

Print Assumptions proves_sound.
