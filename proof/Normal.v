(** * Normal boards

    A board is split into its components, and each is replaced by the least of its images under the symmetries of the square and the exchange of
    the players. *)

From Coq Require Import List Bool ZArith Lia Setoid Permutation Orders Mergesort.
From Dicot Require Import Game Clobber.
Import ListNotations.
Open Scope Z_scope.

Definition signed (negate : bool) (g : game) : game := if negate then neg g else g.

(** ** Components *)

(** The stones that are connected to [todo], and the others. [done] are those of which all neighbours are found. *)
Fixpoint connected (n : nat) (todo done rest : board) : board * board :=
  match n, todo with
  | O, _ => (todo ++ done ++ rest, [])
  | _, [] => (done, rest)
  | S n, u :: todo =>
      let (close, far) := partition (fun v => near (fst u) (fst v)) rest in
      connected n (close ++ todo) (u :: done) far
  end.

Fixpoint split (n : nat) (b : board) : list board :=
  match n, b with
  | _, [] => []
  | O, _ => [b]
  | S n, u :: rest =>
      let (component, rest) := connected (S (S (length rest))) [u] [] rest in
      component :: split n rest
  end.

Definition has_stone (p : player) (b : board) : bool := existsb (fun u => same (snd u) p) b.

(** The components in which somebody can move. *)
Definition components_of (b : board) : list board :=
  filter (fun c => has_stone Left c && has_stone Right c) (split (length b) b).

Lemma partition_false {A} (f : A -> bool) l : forall y n, partition f l = (y, n) -> forall v, In v n -> f v = false.
Proof.
  induction l as [|x l IH]; simpl; intros y n; [intros [= <- <-]; easy|].
  destruct (partition f l) as [y' n'] eqn:P. destruct (f x) eqn:F; intros [= <- <-] v.
  - now apply (IH y' n').
  - intros [<-|H]; [easy|]. now apply (IH y' n').
Qed.

Lemma connected_spec n : forall todo done rest p q,
  connected n todo done rest = (p, q) -> apart done rest ->
  apart p q /\ forall u, In u (p ++ q) <-> In u (todo ++ done ++ rest).
Proof.
  induction n as [|n IH]; intros todo done rest p q; simpl.
  - intros [= <- <-] _. split; [intros u v _ []|]. intros u. now rewrite app_nil_r.
  - destruct todo as [|w todo]; [intros [= <- <-]; split; [easy|reflexivity]|].
    destruct (partition (fun v => near (fst w) (fst v)) rest) as [close far] eqn:P. intros E A.
    assert (F : forall u, In u rest <-> In u close \/ In u far) by apply (elements_in_partition _ _ P).
    assert (N : forall v, In v far -> near (fst w) (fst v) = false).
    { exact (partition_false _ _ _ _ P). }
    apply IH in E as [B S].
    + split; [easy|]. intros u. rewrite (S u). simpl. rewrite !in_app_iff. simpl. rewrite !in_app_iff, (F u). intuition.
    + intros u v [<-|Hu] Hv; [auto|]. apply A; [easy|]. apply F. auto.
Qed.

Lemma split_spec n : forall b, iso (clobber b) (gsum (map clobber (split n b))).
Proof.
  induction n as [|n IH]; intros [|u rest].
  - reflexivity.
  - change (iso (clobber (u :: rest)) (add (clobber (u :: rest)) zero)). now rewrite add_zero.
  - reflexivity.
  - cbn [split]. destruct (connected _ _ _ _) as [p q] eqn:E. apply connected_spec in E as [A S]; [|intros ? ? []].
    cbn [map gsum fold_right]. fold (gsum (map clobber (split n q))). rewrite <- (IH q), <- (clobber_app _ _ A). apply clobber_same. intros v. now rewrite (S v).
Qed.

Lemma has_stone_false p b : has_stone p b = false -> iso (clobber b) zero.
Proof.
  intros H. apply (clobber_dead (other p)). intros u Hu.
  destruct (same (snd u) p) eqn:E; [|destruct u as [? []], p; simpl in *; congruence].
  assert (has_stone p b = true) by (apply existsb_exists; eauto). congruence.
Qed.

Lemma gsum_live l :
  iso (gsum (map clobber (filter (fun c => has_stone Left c && has_stone Right c) l))) (gsum (map clobber l)).
Proof.
  induction l as [|c l IH]; simpl; [reflexivity|].
  destruct (has_stone Left c && has_stone Right c) eqn:E; simpl; [now rewrite IH|].
  apply andb_false_iff in E as [E|E]; apply has_stone_false in E; now rewrite E, zero_add.
Qed.

Theorem components_of_spec b : iso (clobber b) (gsum (map clobber (components_of b))).
Proof. unfold components_of. rewrite gsum_live. apply split_spec. Qed.

(** ** Images *)

Definition cell_leb (a b : cell) : bool :=
  match Z.compare (fst a) (fst b) with Lt => true | Gt => false | Eq => Z.leb (snd a) (snd b) end.

Module StoneOrder <: TotalLeBool.
  Definition t := stone.
  Definition leb (u v : stone) : bool := cell_leb (fst u) (fst v).
  Lemma leb_total u v : leb u v = true \/ leb v u = true.
  Proof.
    unfold leb, cell_leb. rewrite (Z.compare_antisym (fst (fst u)) (fst (fst v))).
    destruct (Z.compare (fst (fst u)) (fst (fst v))); simpl; rewrite ?Z.leb_le; lia.
  Qed.
End StoneOrder.

Module StoneSort := Sort StoneOrder.

Definition bounds : Set := Z * Z * Z * Z.

Definition box (b : board) : bounds :=
  match b with
  | [] => (0, 0, 0, 0)
  | ((r, c), _) :: b =>
      fold_left (fun '(r0, r1, c0, c1) u =>
        let '((r, c), _) := u in (Z.min r r0, Z.max r r1, Z.min c c0, Z.max c c1)) b (r, r, c, c)
  end.

(** The symmetries that keep the rows, with the corner of the box at 0, and those that exchange them with the columns. *)
Definition upright (x : bounds) : list (cell -> cell) :=
  let '(r0, r1, c0, c1) := x in
  [fun a => (fst a - r0, snd a - c0); fun a => (r1 - fst a, snd a - c0);
   fun a => (fst a - r0, c1 - snd a); fun a => (r1 - fst a, c1 - snd a)].

Definition turned (x : bounds) : list (cell -> cell) :=
  let '(r0, r1, c0, c1) := x in
  [fun a => (snd a - c0, fst a - r0); fun a => (snd a - c0, r1 - fst a);
   fun a => (c1 - snd a, fst a - r0); fun a => (c1 - snd a, r1 - fst a)].

(** The symmetries after which there are not more rows than columns. *)
Definition symmetries (x : bounds) : list (cell -> cell) :=
  let '(r0, r1, c0, c1) := x in
  match Z.compare (r1 - r0) (c1 - c0) with
  | Lt => upright x
  | Gt => turned x
  | Eq => upright x ++ turned x
  end.

Definition images (b : board) : list board :=
  map (fun f => StoneSort.sort (map_cells f b)) (symmetries (box b)).

Definition player_compare (p q : player) : comparison :=
  match p, q with Left, Right => Lt | Right, Left => Gt | _, _ => Eq end.

Fixpoint board_compare (b c : board) : comparison :=
  match b, c with
  | [], [] => Eq
  | [], _ => Lt
  | _, [] => Gt
  | ((r, k), p) :: b, ((r', k'), p') :: c =>
      match Z.compare r r' with
      | Eq =>
          match Z.compare k k' with
          | Eq => match player_compare p p' with Eq => board_compare b c | x => x end
          | x => x
          end
      | x => x
      end
  end.

Definition least (b : board) (l : list board) : board :=
  fold_left (fun b c => match board_compare c b with Lt => c | _ => b end) l b.

(** The least image of a board or of its exchange, whether it is that of the exchange, and whether both are the same. *)
Definition normal_component : Set := board * bool * bool.

Definition normalized (b : board) : normal_component :=
  match images b with
  | [] => (b, false, false)
  | i :: l =>
      let plus := least i l in
      let minus := least (exchange i) (map exchange l) in
      match board_compare minus plus with
      | Lt => (minus, true, false)
      | Eq => (plus, false, true)
      | Gt => (plus, false, false)
      end
  end.

Lemma isometry_symmetries x f : In f (symmetries x) -> isometry f.
Proof.
  assert (U : forall x f, In f (upright x) -> isometry f).
  { intros [[[r0 r1] c0] c1] g [<-|[<-|[<-|[<-|[]]]]]; (split; [intros [a b] [c d]; simpl; intros [=]; f_equal; lia|]);
      intros [a b] [c d]; unfold adjacent; simpl; apply eq_true_iff_eq; rewrite !Z.eqb_eq; lia. }
  assert (V : forall x f, In f (turned x) -> isometry f).
  { intros [[[r0 r1] c0] c1] g [<-|[<-|[<-|[<-|[]]]]]; (split; [intros [a b] [c d]; simpl; intros [=]; f_equal; lia|]);
      intros [a b] [c d]; unfold adjacent; simpl; apply eq_true_iff_eq; rewrite !Z.eqb_eq; lia. }
  destruct x as [[[r0 r1] c0] c1]. unfold symmetries. destruct (Z.compare _ _); [|apply U|apply V].
  rewrite in_app_iff. intros [H|H]; [eapply U|eapply V]; eauto.
Qed.

Lemma images_spec b i : In i (images b) -> iso (clobber i) (clobber b).
Proof.
  unfold images. rewrite in_map_iff. intros (f & <- & H). apply isometry_symmetries in H.
  rewrite <- (clobber_isometry f b H). apply clobber_same. intros u.
  pose proof (StoneSort.Permuted_sort (map_cells f b)) as P.
  split; apply Permutation_in; [now apply Permutation_sym|easy].
Qed.

Lemma player_compare_eq p q : player_compare p q = Eq -> p = q.
Proof. now destruct p, q. Qed.

Lemma board_compare_eq b : forall c, board_compare b c = Eq -> b = c.
Proof.
  induction b as [|[[r k] p] b IH]; intros [|[[r' k'] p'] c]; simpl; try easy.
  destruct (Z.compare_spec r r') as [->| |]; try easy.
  destruct (Z.compare_spec k k') as [->| |]; try easy.
  destruct (player_compare p p') eqn:P; try easy. apply player_compare_eq in P as ->.
  intros E. now apply IH in E as ->.
Qed.

Lemma least_in l : forall b, In (least b l) (b :: l).
Proof.
  unfold least. induction l as [|c l IH]; intros b; simpl; [auto|].
  destruct (IH (match board_compare c b with Lt => c | _ => b end)) as [H|H]; [|auto].
  rewrite <- H. destruct (board_compare c b); auto.
Qed.

Theorem normalized_spec b c negate own :
  normalized b = (c, negate, own) ->
  eqv (clobber b) (signed negate (clobber c)) /\ (own = true -> eqv (clobber c) (neg (clobber c))).
Proof.
  unfold normalized. pose proof (images_spec b) as I. destruct (images b) as [|i l].
  { intros [= <- <- <-]. split; [reflexivity|easy]. }
  assert (P : iso (clobber (least i l)) (clobber b)) by apply I, least_in.
  assert (N : iso (clobber (least (exchange i) (map exchange l))) (neg (clobber b))).
  { pose proof (least_in (map exchange l) (exchange i)) as H.
    change (exchange i :: map exchange l) with (map exchange (i :: l)) in H.
    apply in_map_iff in H as (j & <- & H). rewrite clobber_exchange. now rewrite (I j H). }
  destruct (board_compare _ _) eqn:E.
  - apply board_compare_eq in E. intros [= <- <- <-]. split; [simpl; now rewrite P|]. intros _.
    rewrite <- E at 1. now rewrite N, P.
  - intros [= <- <- <-]. split; [simpl; now rewrite N, neg_neg|easy].
  - intros [= <- <- <-]. split; [simpl; now rewrite P|easy].
Qed.

(** ** Keys *)

(** The key of a sorted board in a trie: two bits for each cell of a row up to its last stone, and for each end of a row. *)
Fixpoint board_key (b : board) (row column : Z) : positive :=
  match b with
  | [] => xH
  | ((r, c), p) :: b =>
      let stone key := match p with Left => xO (xI key) | Right => xI (xO key) end in
      let empty n key := Z.iter n (fun k => xO (xO k)) key in
      let key := stone (board_key b r (c + 1)) in
      if Z.eqb r row then empty (c - column) key else Z.iter (r - row) (fun k => xI (xI k)) (empty c key)
  end.

Definition key_of (b : board) : positive := board_key b 0 0.

Definition board_eqb (b c : board) : bool := match board_compare b c with Eq => true | _ => false end.

Lemma board_eqb_eq b c : board_eqb b c = true -> b = c.
Proof. unfold board_eqb. destruct (board_compare b c) eqn:E; try easy. intros _. now apply board_compare_eq. Qed.
