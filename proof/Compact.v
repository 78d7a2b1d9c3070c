(** * Compact tables

    A certificate can have millions of lines, so that what is kept of each has to be small. Boards and terms are kept as strings, which are strings of OCaml in
    the extracted program, and found in tries without chains of nodes. Nothing is proved about the coding of strings: who stores a string decodes
    it and compares. *)

From Coq Require Import List Bool ZArith Ascii String.
From Dicot Require Import Game Clobber.
Import ListNotations.
Open Scope list_scope.
Open Scope Z_scope.

(** ** Boards *)

(** Two bits for each cell of a row up to its last stone, and for each end of a row. *)
Definition symbol : Set := bool * bool.

Fixpoint symbols (b : board) (row column : Z) : list symbol :=
  match b with
  | [] => []
  | ((r, c), p) :: b =>
      let stone := match p with Left => (true, false) | Right => (false, true) end in
      let empty n l := Z.iter n (cons (false, false)) l in
      let l := stone :: symbols b r (c + 1) in
      if Z.eqb r row then empty (c - column) l else Z.iter (r - row) (cons (true, true)) (empty c l)
  end.

(** Four symbols in a character; the last ones are ends of rows. *)
Fixpoint characters (l : list symbol) : list ascii :=
  match l with
  | [] => []
  | [(a, b)] => [Ascii a b true true true true true true]
  | [(a, b); (c, d)] => [Ascii a b c d true true true true]
  | [(a, b); (c, d); (e, f)] => [Ascii a b c d e f true true]
  | (a, b) :: (c, d) :: (e, f) :: (g, h) :: l => Ascii a b c d e f g h :: characters l
  end.

(** A sorted board as a string. *)
Definition pack (b : board) : string := string_of_list_ascii (characters (symbols b 0 0)).

Definition put (x y : bool) (rest : Z -> Z -> board) (row column : Z) : board :=
  match x, y with
  | false, false => rest row (column + 1)
  | true, true => rest (row + 1) 0
  | true, false => ((row, column), Left) :: rest row (column + 1)
  | false, true => ((row, column), Right) :: rest row (column + 1)
  end.

Fixpoint stones (l : list ascii) (row column : Z) : board :=
  match l with
  | [] => []
  | Ascii a b c d e f g h :: l => put a b (put c d (put e f (put g h (stones l)))) row column
  end.

Definition unpack (s : string) : board := stones (list_ascii_of_string s) 0 0.

(** A component is its number of rows and its board. *)
Definition pack_component (height : Z) (b : board) : string :=
  string_of_list_ascii (ascii_of_N (Z.to_N height) :: characters (symbols b 0 0)).

Definition height_of (s : string) : Z :=
  match list_ascii_of_string s with c :: _ => Z.of_N (N_of_ascii c) | [] => 0 end.

Definition board_of (s : string) : board :=
  match list_ascii_of_string s with _ :: l => stones l 0 0 | [] => [] end.

(** ** Terms *)

Definition bit (b : bool) (n : N) : N := if b then N.succ_double n else N.double n.

Definition next_bit (n : N) : bool * N :=
  match n with
  | N0 => (false, N0)
  | Npos xH => (true, N0)
  | Npos (xO p) => (false, Npos p)
  | Npos (xI p) => (true, Npos p)
  end.

(** The last [k] bytes of a number, the lowest first. *)
Fixpoint bytes (k : nat) (n : N) (l : list ascii) : list ascii :=
  match k with
  | O => l
  | S k =>
      let (a, n) := next_bit n in let (b, n) := next_bit n in let (c, n) := next_bit n in let (d, n) := next_bit n in
      let (e, n) := next_bit n in let (f, n) := next_bit n in let (g, n) := next_bit n in let (h, n) := next_bit n in
      Ascii a b c d e f g h :: bytes k n l
  end.

Definition with_byte (c : ascii) (n : N) : N :=
  match c with
  | Ascii a b c d e f g h => bit a (bit b (bit c (bit d (bit e (bit f (bit g (bit h n)))))))
  end.

(** Four bytes for each term; the lowest bit is the sign. *)
Definition pack_terms (ts : list Z) : string :=
  string_of_list_ascii (fold_right (fun t l => bytes 4 (match t with Z0 => N0 | Zpos p => Npos (xO p) | Zneg p => Npos (xI p) end) l) [] ts).

Fixpoint terms_from (l : list ascii) : list Z :=
  match l with
  | a :: b :: c :: d :: l =>
      match with_byte a (with_byte b (with_byte c (with_byte d N0))) with
      | Npos (xO p) => Zpos p
      | Npos (xI p) => Zneg p
      | _ => Z0
      end :: terms_from l
  | _ => []
  end.

Definition unpack_terms (s : string) : list Z := terms_from (list_ascii_of_string s).

Definition unpack_term (s : string) : Z := match unpack_terms s with t :: _ => t | [] => Z0 end.

(** ** Tries *)

(** A trie in which a leaf is as near to the root as the other keys allow. A leaf has no key: what is found has to be compared. *)
Inductive trie (A : Type) := Empty | Leaf (x : A) | Branch (l r : trie A).
Arguments Empty {A}.
Arguments Leaf {A} x.
Arguments Branch {A} l r.

Definition push_bit (b : bool) (p : positive) : positive := if b then xI p else xO p.

Definition push_byte (x : ascii) (p : positive) : positive :=
  match x with
  | Ascii a b c d e f g h =>
      push_bit a (push_bit b (push_bit c (push_bit d (push_bit e (push_bit f (push_bit g (push_bit h p)))))))
  end.

(** A byte in which all bits of two depend on each other. *)
Definition mixed (x y : ascii) : ascii :=
  match x, y with
  | Ascii a b c d e f g h, Ascii a' b' c' d' e' f' g' h' =>
      Ascii (xorb d a') (xorb e b') (xorb f c') (xorb g d') (xorb h e') (xorb a f') (xorb b g') (xorb c h')
  end.

(** The key of a string in a trie. Its first three bytes are a hash, which makes the keys differ early; then the string follows. The ends of two rows at the
    end make that no key of a component begins with another key. *)
Fixpoint key_from (x y z : ascii) (l whole : list ascii) : positive :=
  match l with
  | [] => push_byte x (push_byte y (push_byte z (fold_right push_byte (xI (xI (xI (xI xH)))) whole)))
  | c :: l => key_from y z (mixed x c) l whole
  end.

Definition key_of (s : string) : positive := let l := list_ascii_of_string s in key_from Ascii.zero Ascii.zero Ascii.zero l l.

Section Trie.

Context {A : Type}.

Fixpoint lookup (k : positive) (t : trie A) : option A :=
  match t, k with
  | Empty, _ => None
  | Leaf x, _ => Some x
  | Branch l _, xO k => lookup k l
  | Branch _ r, xI k => lookup k r
  | Branch _ _, xH => None
  end.

(** The trie of two leaves. Of equal keys, the second is lost. *)
Fixpoint fork (k k' : positive) (x y : A) : trie A :=
  match k, k' with
  | xO k, xO k' => Branch (fork k k' x y) Empty
  | xI k, xI k' => Branch Empty (fork k k' x y)
  | xO _, xI _ => Branch (Leaf x) (Leaf y)
  | xI _, xO _ => Branch (Leaf y) (Leaf x)
  | _, _ => Leaf x
  end.

Definition rest_of (k : positive) : positive := match k with xO k | xI k => k | xH => xH end.

(** Adds [x] at the key [k]. [key] gives the rest of the key of what is stored. *)
Fixpoint insert_at (key : A -> positive) (k : positive) (x : A) (t : trie A) : trie A :=
  match t, k with
  | Empty, _ => Leaf x
  | Leaf y, _ => fork k (key y) x y
  | Branch l r, xO k => Branch (insert_at (fun y => rest_of (key y)) k x l) r
  | Branch l r, xI k => Branch l (insert_at (fun y => rest_of (key y)) k x r)
  | Branch _ _, xH => t
  end.

Fixpoint member (x : A) (t : trie A) : Prop :=
  match t with
  | Empty => False
  | Leaf y => y = x
  | Branch l r => member x l \/ member x r
  end.

Lemma lookup_member k : forall t x, lookup k t = Some x -> member x t.
Proof.
  induction k as [k IH|k IH|]; intros [|y|l r] x; simpl; intros H; try easy; try (now injection H as ->); eauto.
Qed.

Lemma member_fork k : forall k' x y z, member z (fork k k' x y) -> z = x \/ z = y.
Proof.
  induction k as [k IH|k IH|]; intros [k'|k'|] x y z; simpl; intros H; try destruct H as [H|H]; subst; try contradiction; auto; eapply IH; eauto.
Qed.

Lemma member_insert k x z : forall t key, member z (insert_at key k x t) -> z = x \/ member z t.
Proof.
  induction k as [k IH|k IH|]; intros [|y|l r] key H; cbn [insert_at member] in *; auto;
    try (apply member_fork in H as [|]; auto); destruct H as [H|H]; auto; apply IH in H as [|]; auto.
Qed.

End Trie.
