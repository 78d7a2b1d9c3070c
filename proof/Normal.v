(** * Normal boards

    A board is split into its components, and each is replaced by the least of its images under the symmetries of the square and the exchange of
    the players. *)

From Coq Require Import String List Bool ZArith Lia Setoid Permutation Orders Mergesort.
From Dicot Require Import Game Clobber Compact.
Import ListNotations.
Open Scope list_scope.
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

Definition shift (r c : Z) (a : cell) : cell := (fst a - r, snd a - c).
Definition turn (h w : Z) (a : cell) : cell := (h - fst a, w - snd a).
Definition mirror (w : Z) (a : cell) : cell := (fst a, w - snd a).
Definition transpose (a : cell) : cell := (snd a, fst a).

Definition sorted (f : cell -> cell) (b : board) : board := StoneSort.sort (map_cells f b).

(** The half turn of a sorted board has its stones in reverse order. *)
Definition turned (h w : Z) (b : board) : board := rev_append (map_cells (turn h w) b) [].

(** A sorted board with rows from 0 to [h] and columns from 0 to [w], its half turn, its mirror image, and the half turn of that. *)
Definition four (h w : Z) (b : board) : list board :=
  let m := sorted (mirror w) b in [b; turned h w b; m; turned h w m].

(** The images that have not more rows than columns. *)
Definition images (b : board) : list board :=
  let '(r0, r1, c0, c1) := box b in
  let h := r1 - r0 in let w := c1 - c0 in
  let b := sorted (shift r0 c0) b in
  match Z.compare h w with
  | Lt => four h w b
  | Gt => four w h (sorted transpose b)
  | Eq => four h w b ++ four w h (sorted transpose b)
  end.

Definition player_compare (p q : player) : comparison :=
  match p, q with Left, Right => Lt | Right, Left => Gt | _, _ => Eq end.

(** Compares boards, or their exchanges. *)
Fixpoint board_compare (exchanged : bool) (b c : board) : comparison :=
  match b, c with
  | [], [] => Eq
  | [], _ => Lt
  | _, [] => Gt
  | ((r, k), p) :: b, ((r', k'), p') :: c =>
      match Z.compare r r' with
      | Eq =>
          match Z.compare k k' with
          | Eq =>
              match (if exchanged then player_compare p' p else player_compare p p') with
              | Eq => board_compare exchanged b c
              | x => x
              end
          | x => x
          end
      | x => x
      end
  end.

(** The board that is least, or of which the exchange is. *)
Definition least (exchanged : bool) (b : board) (l : list board) : board :=
  fold_left (fun b c => match board_compare exchanged c b with Lt => c | _ => b end) l b.

(** The least image of a board or of its exchange, whether it is that of the exchange, and whether both are the same. *)
Definition least_image (b : board) : board * bool * bool :=
  match images b with
  | [] => (b, false, false)
  | i :: l =>
      let plus := least false i l in
      let minus := exchange (least true i l) in
      match board_compare false minus plus with
      | Lt => (minus, true, false)
      | Eq => (plus, false, true)
      | Gt => (plus, false, false)
      end
  end.

Definition board_eqb (b c : board) : bool := match board_compare false b c with Eq => true | _ => false end.

(** The same with the image as a string. *)
Definition normal_component : Set := string * bool * bool.

Definition normalized (b : board) : option normal_component :=
  let '(c, negate, own) := least_image b in
  let s := pack c in
  if board_eqb (unpack s) c then Some (s, negate, own) else None.

Ltac isometry := split; [intros [] []; simpl; intros [=]; f_equal; lia
  |intros [] []; unfold adjacent; simpl; apply eq_true_iff_eq; rewrite !Z.eqb_eq; lia].

Lemma isometry_shift r c : isometry (shift r c).
Proof. isometry. Qed.

Lemma isometry_turn h w : isometry (turn h w).
Proof. isometry. Qed.

Lemma isometry_mirror w : isometry (mirror w).
Proof. isometry. Qed.

Lemma isometry_transpose : isometry transpose.
Proof. isometry. Qed.

Lemma sorted_spec f b : isometry f -> iso (clobber (sorted f b)) (clobber b).
Proof.
  intros H. rewrite <- (clobber_isometry f b H). apply clobber_same. intros u.
  pose proof (StoneSort.Permuted_sort (map_cells f b)) as P.
  split; apply Permutation_in; [now apply Permutation_sym|easy].
Qed.

Lemma turned_spec h w b : iso (clobber (turned h w b)) (clobber b).
Proof.
  rewrite <- (clobber_isometry _ b (isometry_turn h w)). apply clobber_same. intros u.
  unfold turned. rewrite rev_append_rev, app_nil_r. symmetry. apply in_rev.
Qed.

Lemma four_spec h w b i : In i (four h w b) -> iso (clobber i) (clobber b).
Proof.
  pose proof (sorted_spec _ b (isometry_mirror w)) as M.
  intros [<-|[<-|[<-|[<-|[]]]]]; rewrite ?turned_spec; easy.
Qed.

Lemma images_spec b i : In i (images b) -> iso (clobber i) (clobber b).
Proof.
  unfold images. destruct (box b) as [[[r0 r1] c0] c1]. cbv zeta.
  rewrite <- (sorted_spec _ b (isometry_shift r0 c0)).
  pose proof (sorted_spec _ (sorted (shift r0 c0) b) isometry_transpose) as T.
  destruct (Z.compare _ _); rewrite ?in_app_iff; intros H.
  - destruct H as [H|H]; apply four_spec in H; [easy|now rewrite H].
  - now apply four_spec in H.
  - apply four_spec in H. now rewrite H.
Qed.

Lemma player_compare_eq p q : player_compare p q = Eq -> p = q.
Proof. now destruct p, q. Qed.

Lemma board_eqb_eq b c : board_eqb b c = true -> b = c.
Proof.
  unfold board_eqb. destruct (board_compare false b c) eqn:E; try easy. intros _. revert c E.
  induction b as [|[[r k] p] b IH]; intros [|[[r' k'] p'] c]; simpl; try easy.
  destruct (Z.compare_spec r r') as [->| |]; try easy.
  destruct (Z.compare_spec k k') as [->| |]; try easy.
  destruct (player_compare p p') eqn:P; try easy. apply player_compare_eq in P as ->.
  intros E. now apply IH in E as ->.
Qed.

Lemma least_in x l : forall b, In (least x b l) (b :: l).
Proof.
  unfold least. induction l as [|c l IH]; intros b; simpl; [auto|].
  destruct (IH (match board_compare x c b with Lt => c | _ => b end)) as [H|H]; [|auto].
  rewrite <- H. destruct (board_compare x c b); auto.
Qed.

Lemma least_image_spec b c negate own :
  least_image b = (c, negate, own) ->
  eqv (clobber b) (signed negate (clobber c)) /\ (own = true -> eqv (clobber c) (neg (clobber c))).
Proof.
  unfold least_image. pose proof (images_spec b) as I. destruct (images b) as [|i l].
  { intros [= <- <- <-]. split; [reflexivity|easy]. }
  assert (P : iso (clobber (least false i l)) (clobber b)) by apply I, least_in.
  assert (N : iso (clobber (exchange (least true i l))) (neg (clobber b))).
  { rewrite clobber_exchange. now rewrite (I _ (least_in true l i)). }
  destruct (board_compare _ _) eqn:E.
  - assert (Q : board_eqb (exchange (least true i l)) (least false i l) = true) by (unfold board_eqb; now rewrite E).
    apply board_eqb_eq in Q. intros [= <- <- <-]. split; [simpl; now rewrite P|]. intros _.
    rewrite <- Q at 1. now rewrite N, P.
  - intros [= <- <- <-]. split; [simpl; now rewrite N, neg_neg|easy].
  - intros [= <- <- <-]. split; [simpl; now rewrite P|easy].
Qed.

Theorem normalized_spec b s negate own :
  normalized b = Some (s, negate, own) ->
  eqv (clobber b) (signed negate (clobber (unpack s))) /\ (own = true -> eqv (clobber (unpack s)) (neg (clobber (unpack s)))).
Proof.
  unfold normalized. destruct (least_image b) as [[c n] o] eqn:L. destruct (board_eqb _ _) eqn:E; [|easy].
  apply board_eqb_eq in E. intros [= <- -> ->]. rewrite E. now apply least_image_spec.
Qed.
