(** * Clobber

    The rules of Clobber on a finite board, the game of a board, and what keeps its value: components that do not touch add up, an isometry of the board
    changes nothing, and with the colours exchanged the game is the negative. *)

From Coq Require Import List Bool ZArith Lia Setoid.
From Dicot Require Import Game.
Import ListNotations.
Open Scope Z_scope.

(** A cell is a row and a column; a board is the list of its stones, each with its cell and owner. All other cells are empty. *)
Definition cell : Set := Z * Z.
Definition stone : Set := cell * player.
Definition board : Set := list stone.

Definition cell_eqb (a b : cell) : bool := (fst a =? fst b) && (snd a =? snd b).

(** Two cells share a side. *)
Definition adjacent (a b : cell) : bool :=
  Z.abs (fst a - fst b) + Z.abs (snd a - snd b) =? 1.

(** A move from [s] to [t]: the stone on [s] takes the place of the one on [t]. *)
Definition after (p : player) (s t : cell) (b : board) : board :=
  (t, p) :: filter (fun u => negb (cell_eqb (fst u) s || cell_eqb (fst u) t)) b.

(** The boards after each move of a player: onto a stone of the other player on an adjacent cell. *)
Definition moves (p : player) (b : board) : list board :=
  flat_map (fun s =>
    if same (snd s) p then
      flat_map (fun t =>
        if same (snd t) (other p) && adjacent (fst s) (fst t)
        then [after p (fst s) (fst t) b] else []) b
    else []) b.

(** The game of a board. A move takes a stone from the board, so that there are at most as many moves as stones. *)
Fixpoint game_within (n : nat) (b : board) : game :=
  match n with
  | O => zero
  | S n => Game (map (game_within n) (moves Left b)) (map (game_within n) (moves Right b))
  end.

Definition clobber (b : board) : game := game_within (length b) b.

(** ** Moves *)

Lemma same_iff p q : same p q = true <-> p = q.
Proof. destruct p, q; simpl; split; congruence. Qed.

Lemma cell_eqb_iff a b : cell_eqb a b = true <-> a = b.
Proof.
  unfold cell_eqb. rewrite andb_true_iff, !Z.eqb_eq. destruct a, b; simpl. intuition congruence.
Qed.

Lemma in_moves p b c :
  In c (moves p b) <->
  exists s t, In (s, p) b /\ In (t, other p) b /\ adjacent s t = true /\ c = after p s t b.
Proof.
  unfold moves. rewrite in_flat_map. split.
  - intros ([s q] & Hs & H). simpl in H. destruct (same q p) eqn:E; [|easy]. apply same_iff in E as ->.
    apply in_flat_map in H as ([t q] & Ht & H). simpl in H.
    destruct (same q (other p)) eqn:E; [|easy]. apply same_iff in E as ->. simpl in H.
    destruct (adjacent s t) eqn:A; [|easy]. destruct H as [<-|[]]. exists s, t. auto.
  - intros (s & t & Hs & Ht & A & ->). exists (s, p). split; [easy|]. simpl.
    replace (same p p) with true by now destruct p. apply in_flat_map. exists (t, other p). split; [easy|]. simpl.
    replace (same (other p) (other p)) with true by now destruct p. rewrite A. simpl. auto.
Qed.

Lemma in_after p s t b u :
  In u (after p s t b) <-> u = (t, p) \/ (In u b /\ fst u <> s /\ fst u <> t).
Proof.
  unfold after. simpl. rewrite filter_In, negb_true_iff, orb_false_iff.
  assert (N : forall a c, cell_eqb a c = false <-> a <> c).
  { intros a c. rewrite <- not_true_iff_false, cell_eqb_iff. reflexivity. }
  rewrite !N. intuition congruence.
Qed.

Lemma adjacent_irrefl a : adjacent a a = false.
Proof. unfold adjacent. rewrite !Z.sub_diag. reflexivity. Qed.

Lemma length_filter_le {A} (f : A -> bool) l : (length (filter f l) <= length l)%nat.
Proof. induction l as [|x l IH]; simpl; [lia|]. destruct (f x); simpl; lia. Qed.

Lemma length_filter_lt {A} (f : A -> bool) l x :
  In x l -> f x = false -> (length (filter f l) < length l)%nat.
Proof.
  induction l as [|y l IH]; simpl; [easy|]. intros [->|H] F.
  - rewrite F. pose proof (length_filter_le f l). lia.
  - specialize (IH H F). destruct (f y); simpl; lia.
Qed.

Lemma length_filter_lt2 {A} (f : A -> bool) l x y :
  In x l -> In y l -> x <> y -> f x = false -> f y = false -> (S (length (filter f l)) < length l)%nat.
Proof.
  induction l as [|z l IH]; simpl; [easy|]. intros [->|Hx] [->|Hy] N Fx Fy.
  - easy.
  - rewrite Fx. pose proof (length_filter_lt f l y Hy Fy). lia.
  - rewrite Fy. pose proof (length_filter_lt f l x Hx Fx). lia.
  - specialize (IH Hx Hy N Fx Fy). destruct (f z); simpl; lia.
Qed.

(** A move takes a stone from the board. *)
Lemma length_moves p b c : In c (moves p b) -> (length c < length b)%nat.
Proof.
  rewrite in_moves. intros (s & t & Hs & Ht & _ & ->). unfold after. simpl.
  apply (length_filter_lt2 _ b (s, p) (t, other p)); auto.
  - destruct p; simpl; congruence.
  - simpl. replace (cell_eqb s s) with true; [easy|]. symmetry. now apply cell_eqb_iff.
  - simpl. replace (cell_eqb t t) with true; [now rewrite orb_true_r|]. symmetry. now apply cell_eqb_iff.
Qed.

Lemma game_within_enough n : forall m b, (length b <= n)%nat -> (length b <= m)%nat -> game_within n b = game_within m b.
Proof.
  induction n as [|n IH]; intros m b Hn Hm.
  - destruct b; [|simpl in Hn; lia]. now destruct m.
  - destruct m as [|m]; [destruct b; [easy|simpl in Hm; lia]|]. simpl.
    f_equal; apply map_ext_in; intros c Hc; apply length_moves in Hc; apply IH; lia.
Qed.

(** The options of the game of a board are the games of the boards after a move. *)
Theorem opts_clobber p b : opts p (clobber b) = map clobber (moves p b).
Proof.
  unfold clobber at 1. destruct (length b) as [|n] eqn:L.
  - destruct b; [|easy]. now destruct p.
  - transitivity (map (game_within n) (moves p b)); [now destruct p|]. apply map_ext_in. intros c Hc.
    apply length_moves in Hc. apply game_within_enough; lia.
Qed.

Lemma in_opts_clobber p b x :
  In x (opts p (clobber b)) <->
  exists s t, In (s, p) b /\ In (t, other p) b /\ adjacent s t = true /\ x = clobber (after p s t b).
Proof.
  rewrite opts_clobber, in_map_iff. split.
  - intros (c & <- & Hc). apply in_moves in Hc as (s & t & Hs & Ht & A & ->). exists s, t. auto.
  - intros (s & t & Hs & Ht & A & ->). exists (after p s t b). split; [easy|]. apply in_moves. exists s, t. auto.
Qed.

(** A board has the game [G] if the moves of both lead to boards and games that are related again. *)
Lemma simulation (R : board -> game -> Prop) :
  (forall b g p, R b g ->
    (forall s t, In (s, p) b -> In (t, other p) b -> adjacent s t = true ->
      exists y, In y (opts p g) /\ R (after p s t b) y) /\
    (forall y, In y (opts p g) ->
      exists s t, In (s, p) b /\ In (t, other p) b /\ adjacent s t = true /\ R (after p s t b) y)) ->
  forall b g, R b g -> iso (clobber b) g.
Proof.
  intros H b. remember (length b) as n eqn:L. revert b L.
  induction n as [n IH] using lt_wf_ind. intros b -> g Rb.
  assert (shrinks : forall p s t, In (s, p) b -> In (t, other p) b -> adjacent s t = true ->
    (length (after p s t b) < length b)%nat).
  { intros p s t Hs Ht A. apply (length_moves p). apply in_moves. exists s, t. auto. }
  constructor; intros p x.
  - rewrite in_opts_clobber. intros (s & t & Hs & Ht & A & ->).
    destruct (H b g p Rb) as [F _]. destruct (F s t Hs Ht A) as (y & Hy & Ry). eauto.
  - intros Hx. destruct (H b g p Rb) as [_ F]. destruct (F x Hx) as (s & t & Hs & Ht & A & Ry).
    exists (clobber (after p s t b)). split; [|eauto]. apply in_opts_clobber. exists s, t. auto.
Qed.

(** ** What keeps the value *)

Definition same_stones (b c : board) : Prop := forall u, In u b <-> In u c.

Theorem clobber_same b c : same_stones b c -> iso (clobber b) (clobber c).
Proof.
  intros E. apply (simulation (fun b g => exists c, same_stones b c /\ g = clobber c)); [|eauto].
  clear. intros b g p (c & E & ->). unfold same_stones in E.
  assert (A : forall s t, same_stones (after p s t b) (after p s t c)).
  { intros s t u. rewrite !in_after, (E u). reflexivity. }
  split.
  - intros s t Hs Ht N. exists (clobber (after p s t c)). split; [|eauto].
    apply in_opts_clobber. exists s, t. rewrite <- !E. auto.
  - intros y Hy. apply in_opts_clobber in Hy as (s & t & Hs & Ht & N & ->). exists s, t. rewrite !E. eauto 6.
Qed.

(** An isometry keeps which cells are the same and which are adjacent. *)
Definition isometry (f : cell -> cell) : Prop :=
  (forall a b, f a = f b -> a = b) /\ forall a b, adjacent (f a) (f b) = adjacent a b.

Definition map_cells (f : cell -> cell) (b : board) : board := map (fun u => (f (fst u), snd u)) b.

Lemma in_map_cells f s p b : In (s, p) (map_cells f b) <-> exists s', s = f s' /\ In (s', p) b.
Proof.
  unfold map_cells. rewrite in_map_iff. split.
  - intros ([s' q] & E & H). injection E as <- <-. eauto.
  - intros (s' & -> & H). exists (s', p). auto.
Qed.

Theorem clobber_isometry f b : isometry f -> iso (clobber (map_cells f b)) (clobber b).
Proof.
  intros [inj adj]. apply (simulation (fun b g => exists c, same_stones b (map_cells f c) /\ g = clobber c));
    [|exists b; split; [intros u; reflexivity|easy]].
  clear b. intros b g p (c & E & ->). unfold same_stones in E.
  assert (A : forall s t, same_stones (after p (f s) (f t) b) (map_cells f (after p s t c))).
  { intros s t [u q]. rewrite in_after, (E (u, q)), !in_map_cells. split.
    - intros [[= -> ->]|((u' & -> & H) & Ns & Nt)].
      + exists t. split; [easy|]. apply in_after. auto.
      + exists u'. split; [easy|]. apply in_after. right. simpl in *. split; [easy|]. split; congruence.
    - intros (u' & -> & H). apply in_after in H as [[= -> ->]|(H & Ns & Nt)]; [auto|]. right. simpl in *.
      split; [eauto|]. split; intros F; apply inj in F; easy. }
  split.
  - intros s t Hs Ht N. rewrite (E _), in_map_cells in Hs. rewrite (E _), in_map_cells in Ht.
    destruct Hs as (s' & -> & Hs), Ht as (t' & -> & Ht). rewrite adj in N.
    exists (clobber (after p s' t' c)). split; [|eauto]. apply in_opts_clobber. exists s', t'. auto.
  - intros y Hy. apply in_opts_clobber in Hy as (s & t & Hs & Ht & N & ->). exists (f s), (f t).
    rewrite !(E _), !in_map_cells, adj. eauto 10.
Qed.

(** The stones exchanged between the players. *)
Definition exchange (b : board) : board := map (fun u => (fst u, other (snd u))) b.

Lemma in_exchange s p b : In (s, p) (exchange b) <-> In (s, other p) b.
Proof.
  unfold exchange. rewrite in_map_iff. split.
  - intros ([s' q] & E & H). injection E as <- <-. simpl. now rewrite other_other.
  - intros H. exists (s, other p). simpl. now rewrite other_other.
Qed.

Theorem clobber_exchange b : iso (clobber (exchange b)) (neg (clobber b)).
Proof.
  apply (simulation (fun b g => exists c, same_stones b (exchange c) /\ g = neg (clobber c)));
    [|exists b; split; [intros u; reflexivity|easy]].
  clear b. intros b g p (c & E & ->). unfold same_stones in E.
  assert (A : forall s t, same_stones (after p s t b) (exchange (after (other p) s t c))).
  { intros s t [u q]. rewrite in_after, (E (u, q)), !in_exchange, in_after. simpl.
    assert (I : (u, q) = (t, p) <-> (u, other q) = (t, other p)) by (destruct p, q; simpl; split; congruence).
    now rewrite I. }
  split.
  - intros s t Hs Ht N. rewrite (E _), in_exchange in Hs. rewrite (E _), in_exchange in Ht.
    exists (neg (clobber (after (other p) s t c))). split; [|eauto].
    apply in_opts_neg. eexists. split; [|reflexivity]. apply in_opts_clobber. exists s, t. auto.
  - intros y Hy. apply in_opts_neg in Hy as (z & Hz & ->). apply in_opts_clobber in Hz as (s & t & Hs & Ht & N & ->).
    exists s, t. rewrite !(E _), !in_exchange. eauto 10.
Qed.

(** Two cells are near if they are the same or adjacent. *)
Definition near (a b : cell) : bool :=
  if fst a =? fst b then Z.abs (snd a - snd b) <=? 1 else (snd a =? snd b) && (Z.abs (fst a - fst b) <=? 1).

Lemma near_sym a b : near a b = near b a.
Proof.
  unfold near. apply eq_true_iff_eq.
  destruct (Z.eqb_spec (fst a) (fst b)), (Z.eqb_spec (fst b) (fst a)); try congruence;
    rewrite ?andb_true_iff, ?Z.eqb_eq, !Z.leb_le; lia.
Qed.

Lemma adjacent_near a b : adjacent a b = true -> near a b = true.
Proof.
  unfold adjacent, near. rewrite Z.eqb_eq. destruct (Z.eqb_spec (fst a) (fst b)).
  - rewrite Z.leb_le. lia.
  - rewrite andb_true_iff, Z.eqb_eq, Z.leb_le. lia.
Qed.

Lemma near_refl a : near a a = true.
Proof. unfold near. now rewrite Z.eqb_refl, Z.sub_diag. Qed.

(** No stone of one board is near one of the other. *)
Definition apart (b c : board) : Prop := forall u v, In u b -> In v c -> near (fst u) (fst v) = false.

Theorem clobber_app b c : apart b c -> iso (clobber (b ++ c)) (add (clobber b) (clobber c)).
Proof.
  intros D. apply (simulation (fun a g => exists b c, apart b c /\ same_stones a (b ++ c) /\ g = add (clobber b) (clobber c)));
    [|exists b, c; split; [easy|split; [intros u; reflexivity|easy]]].
  clear b c D. intros a g p (b & c & D & E & ->). unfold same_stones in E.
  assert (D1 : forall s t, In (s, p) b -> In (t, other p) b -> apart (after p s t b) c).
  { intros s t Hs Ht u v Hu Hv. apply in_after in Hu as [->|[Hu _]]; [|auto].
    now apply (D (t, other p) v). }
  assert (D2 : forall s t, In (s, p) c -> In (t, other p) c -> apart b (after p s t c)).
  { intros s t Hs Ht u v Hu Hv. apply in_after in Hv as [->|[Hv _]]; [|auto].
    now apply (D u (t, other p)). }
  assert (N : forall u v, In u b -> In v c -> fst u <> fst v).
  { intros u v Hu Hv F. specialize (D u v Hu Hv). rewrite F, near_refl in D. easy. }
  assert (A1 : forall s t, In (s, p) b -> In (t, other p) b -> same_stones (after p s t a) (after p s t b ++ c)).
  { intros s t Hs Ht u. rewrite in_after, (E u), !in_app_iff, in_after. split.
    - intros [->|([H|H] & Ns & Nt)]; auto.
    - intros [[->|(H & Ns & Nt)]|H]; auto. right. split; [auto|]. split; intros F; symmetry in F; revert F.
      + exact (N _ _ Hs H).
      + exact (N _ _ Ht H). }
  assert (A2 : forall s t, In (s, p) c -> In (t, other p) c -> same_stones (after p s t a) (b ++ after p s t c)).
  { intros s t Hs Ht u. rewrite in_after, (E u), !in_app_iff, in_after. split.
    - intros [->|([H|H] & Ns & Nt)]; auto.
    - intros [H|[->|(H & Ns & Nt)]]; auto. right. split; [auto|]. split.
      + exact (N _ _ H Hs).
      + exact (N _ _ H Ht). }
  split.
  - intros s t Hs Ht A. rewrite (E _), in_app_iff in Hs. rewrite (E _), in_app_iff in Ht.
    destruct Hs as [Hs|Hs], Ht as [Ht|Ht].
    + exists (add (clobber (after p s t b)) (clobber c)). split; [|eauto 10].
      apply in_opts_add. left. eexists. split; [|reflexivity]. apply in_opts_clobber. exists s, t. auto.
    + specialize (D _ _ Hs Ht). apply adjacent_near in A. simpl in D. congruence.
    + specialize (D _ _ Ht Hs). apply adjacent_near in A. rewrite near_sym in A. simpl in D. congruence.
    + exists (add (clobber b) (clobber (after p s t c))). split; [|eauto 10].
      apply in_opts_add. right. eexists. split; [|reflexivity]. apply in_opts_clobber. exists s, t. auto.
  - intros y Hy. apply in_opts_add in Hy as [(z & Hz & ->)|(z & Hz & ->)];
      apply in_opts_clobber in Hz as (s & t & Hs & Ht & A & ->); exists s, t; rewrite !(E _), !in_app_iff; eauto 12.
Qed.

(** A board without stones of the other player has no moves. *)
Theorem clobber_dead p b : (forall u, In u b -> snd u = p) -> iso (clobber b) zero.
Proof.
  intros H. constructor; intros q x.
  - rewrite in_opts_clobber. intros (s & t & Hs & Ht & _). apply H in Hs, Ht. simpl in *. destruct q, p; easy.
  - destruct q; intros [].
Qed.
