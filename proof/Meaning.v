(** * What the state means

    The proofs are about the games that the numbers denote. They are given by a function [D] which fits the table of games of the *last* state:
    as the table only grows, it fits all earlier ones too. *)

From Coq Require Import String List Bool ZArith Lia Setoid FMapPositive.
From Dicot Require Import Game Clobber Compact Normal Values.
Import ListNotations.
Open Scope list_scope.

Section Meaning.

(** The game of a number, the board of a component, and the game of a value. *)
Variable D : positive -> game.
Variable C : positive -> board.
Variable V : nat -> game.

(** A term is a component, negated if it has a minus sign. *)
Definition T (z : Z) : game :=
  match z with Zpos p => clobber (C p) | Zneg p => neg (clobber (C p)) | Z0 => zero end.

(** The state of a sum of terms and a game. *)
Definition total (ts : list Z) (v : positive) : game := add (gsum (map T ts)) (D v).

(** The functions [D] and [C] fit the tables. *)
Definition fits (s : state) : Prop :=
  (forall i e, PMap.find i (games s) = Some e -> D i = Game (map D (fst e)) (map D (snd e))) /\
  (forall n e, PMap.find n (components s) = Some e -> C n = board_of (fst e)).

(** What is cached and proved is true. *)
Record inv (s : state) : Prop := Inv {
  inv_order : forall g h b, find2 g h (order s) = Some b -> (b = true <-> le (D g) (D h));
  inv_sums : forall g h x, find2 g h (sums s) = Some x -> eqv (D x) (add (D g) (D h));
  inv_negatives : forall g x, PMap.find g (negatives s) = Some x -> eqv (D x) (neg (D g));
  inv_forms : forall g x, PMap.find g (forms s) = Some x -> eqv (D x) (D g);
  inv_own : forall n b, PMap.find n (components s) = Some (b, true) -> eqv (clobber (board_of b)) (neg (clobber (board_of b)));
  inv_terms : forall b t, member (b, t) (terms s) -> eqv (clobber (unpack b)) (T (unpack_term t));
  inv_board_values : forall b x, member (b, x) (board_values s) -> eqv (D x) (clobber (unpack b));
  inv_right_states : forall k t l, PMap.find k (right_states s) = Some (t, l) ->
    forall x, In x (opts Right (T t)) -> exists e, In e l /\ eqv x (total (fst e) (snd e));
  inv_wins_facts : forall k l, PMap.find k (wins_facts s) = Some l -> forall ts v, In (ts, v) l -> lwin (total (unpack_terms ts) v);
  inv_ge0_facts : forall k l, PMap.find k (ge0_facts s) = Some l -> forall ts v, In (ts, v) l -> ge0 (total (unpack_terms ts) v);
  inv_values : forall n v l r, PMap.find (Pos.of_succ_nat n) (values s) = Some (v, l, r) ->
    eqv (D v) (V n) /\ eqv (D v) (Game (map D l) (map D r))
}.

Lemma grows_fits s t : grows_to s t -> fits t -> fits s.
Proof. intros (_ & A & B) [E F]. split; eauto. Qed.

(** The calculation keeps what the state means, and its result has the property. *)
Definition hoare {A} (m : M A) (P : A -> Prop) : Prop :=
  forall s a t, m s = Some (a, t) -> fits t -> inv s -> inv t /\ P a.

Lemma hoare_ret {A} (a : A) (P : A -> Prop) : P a -> hoare (ret a) P.
Proof. intros H s b t [= <- <-] _ I. auto. Qed.

Lemma hoare_fail {A} (P : A -> Prop) : hoare fail P.
Proof. intros s b t [=]. Qed.

Lemma hoare_bind {A B} (m : M A) (f : A -> M B) P Q :
  (forall a, grows (f a)) -> hoare m P -> (forall a, P a -> hoare (f a) Q) -> hoare (bind m f) Q.
Proof.
  intros G Hm Hf s b u. unfold bind. destruct (m s) as [[a t]|] eqn:E; [|easy]. intros F Fu I.
  assert (Ft : fits t) by (eapply grows_fits; eauto; eapply G; eauto).
  destruct (Hm _ _ _ E Ft I) as [It Pa]. eapply Hf; eauto.
Qed.

Lemma hoare_gets {A} (f : state -> A) (P : A -> Prop) :
  (forall s, fits s -> inv s -> P (f s)) -> hoare (gets f) P.
Proof. intros H s b t [= <- <-] F I. auto. Qed.

Lemma hoare_modify f (P : unit -> Prop) :
  (forall s, fits (f s) -> inv s -> inv (f s)) -> P tt -> hoare (modify f) P.
Proof. intros H Ptt s b t [= <- <-] F I. auto. Qed.

Lemma hoare_need b : hoare (need b) (fun _ => b = true).
Proof. destruct b; [now apply hoare_ret|apply hoare_fail]. Qed.

Lemma hoare_weaken {A} (m : M A) (P Q : A -> Prop) : hoare m P -> (forall a, P a -> Q a) -> hoare m Q.
Proof. intros H W s a t E F I. destruct (H _ _ _ E F I). auto. Qed.

Lemma hoare_map_m {A B} (f : A -> M B) l (P : A -> B -> Prop) :
  (forall x, grows (f x)) -> (forall x, In x l -> hoare (f x) (P x)) -> hoare (map_m f l) (Forall2 P l).
Proof.
  intros G. induction l as [|x l IH]; intros H; simpl; [now apply hoare_ret|].
  apply (hoare_bind _ _ (P x)); [grow|apply H; simpl; auto|]. intros y Hy.
  apply (hoare_bind _ _ (Forall2 P l)); [grow|apply IH; simpl in *; auto|]. intros ys Hys.
  apply hoare_ret. auto.
Qed.

Lemma hoare_all_m {A} (f : A -> M bool) l (P : A -> Prop) :
  (forall x, grows (f x)) -> (forall x, In x l -> hoare (f x) (fun b => b = true <-> P x)) ->
  hoare (all_m f l) (fun b => b = true <-> forall x, In x l -> P x).
Proof.
  intros G. induction l as [|x l IH]; intros H; simpl; [now apply hoare_ret|].
  apply (hoare_bind _ _ (fun b => b = true <-> P x)); [grow|apply H; simpl; auto|]. intros [] Hx.
  - eapply hoare_weaken; [apply IH; simpl in *; auto|]. intros b ->. split.
    + intros K y [<-|Hy]; [now apply Hx|auto].
    + intros K y Hy. auto.
  - apply hoare_ret. split; [easy|]. intros K. apply Hx. auto.
Qed.

Lemma hoare_find_m {A} (f : A -> M bool) l (P : A -> Prop) :
  (forall x, grows (f x)) -> (forall x, In x l -> hoare (f x) (fun b => b = true -> P x)) ->
  hoare (find_m f l) (fun o => forall x, o = Some x -> In x l /\ P x).
Proof.
  intros G. induction l as [|x l IH]; intros H; simpl; [now apply hoare_ret|].
  apply (hoare_bind _ _ (fun b => b = true -> P x)); [grow|apply H; simpl; auto|]. intros [] Hx.
  - apply hoare_ret. intros y [= <-]. auto.
  - eapply hoare_weaken; [apply IH; simpl in *; auto|]. intros b Hb y Hy. destruct (Hb y Hy). auto.
Qed.

Lemma hoare_filter_m {A} (f : A -> M bool) l :
  (forall x, grows (f x)) -> (forall x, In x l -> hoare (f x) (fun _ => True)) -> hoare (filter_m f l) (fun _ => True).
Proof.
  intros G. induction l as [|x l IH]; intros H; simpl; [now apply hoare_ret|].
  apply (hoare_bind _ _ (fun _ => True)); [grow|apply H; simpl; auto|]. intros b _.
  apply (hoare_bind _ _ (fun _ => True)); [grow|apply IH; simpl in *; auto|]. intros m _.
  now apply hoare_ret.
Qed.

(** The tactic for one step of a calculation with a known property. *)
Ltac step P := apply (hoare_bind _ _ P); [grow| |].

Lemma list_eqb_eq {A} (eqb : A -> A -> bool) :
  (forall x y, eqb x y = true -> x = y) -> forall l m, list_eqb eqb l m = true -> l = m.
Proof.
  intros H. induction l as [|x l IH]; intros [|y m]; simpl; try easy.
  rewrite andb_true_iff. intros [E F]. f_equal; auto.
Qed.

Lemma pos_eqb_eq x y : Pos.eqb x y = true -> x = y.
Proof. apply Pos.eqb_eq. Qed.

Lemma hoare_options_of g : hoare (options_of g) (fun e => D g = Game (map D (fst e)) (map D (snd e))).
Proof.
  unfold options_of. apply (hoare_bind _ _ (fun o => forall e, o = Some e -> D g = Game (map D (fst e)) (map D (snd e)))).
  - grow.
  - apply hoare_gets. intros s [F _] _ e E. auto.
  - intros [e|] H; [apply hoare_ret; auto|apply hoare_fail].
Qed.

Lemma in_insert x l y : In y (insert x l) <-> y = x \/ In y l.
Proof.
  induction l as [|z l IH]; simpl; [intuition|]. destruct (Pos.compare_spec x z); simpl; rewrite ?IH; intuition congruence.
Qed.

Lemma in_sort_ids l y : In y (sort_ids l) <-> In y l.
Proof. induction l as [|x l IH]; simpl; [easy|]. rewrite in_insert, IH. intuition. Qed.

Lemma eqv_sorted l r : eqv (Game (map D (sort_ids l)) (map D (sort_ids r))) (Game (map D l) (map D r)).
Proof.
  assert (S : forall l y, In y (map D (sort_ids l)) <-> In y (map D l)).
  { intros k y. rewrite !in_map_iff. setoid_rewrite in_sort_ids. easy. }
  apply eqv_options; intros p x Hx; exists x; (split; [|reflexivity]); destruct p; simpl in *; now apply S.
Qed.

Lemma hoare_add_game key l r : hoare (add_game key l r) (fun g => D g = Game (map D l) (map D r)).
Proof.
  intros s a t. unfold add_game. cbv zeta.
  destruct (PMap.find (next s) (games s)) eqn:F; [easy|].
  destruct (forallb (fun x => Pos.ltb x (next s)) l && forallb (fun x => Pos.ltb x (next s)) r) eqn:L; [|easy].
  intros [= <- <-] [Ft _] I. split.
  - destruct I. constructor; auto.
  - apply (Ft (next s) (l, r)). simpl. apply PMap.gss.
Qed.

Lemma hoare_intern l r : hoare (intern l r) (fun g => D g = Game (map D l) (map D r)).
Proof.
  unfold intern. cbv zeta. step (fun _ : option positive => True); [now apply hoare_gets|]. intros [g|] _.
  - step (fun e => D g = Game (map D (fst e)) (map D (snd e))); [apply hoare_options_of|]. intros [l' r'] E. simpl in *.
    destruct (list_eqb Pos.eqb l' l && list_eqb Pos.eqb r' r) eqn:H; [|apply hoare_add_game].
    apply andb_prop in H as [Hl Hr]. apply (list_eqb_eq _ pos_eqb_eq) in Hl as <-, Hr as <-. now apply hoare_ret.
  - apply hoare_add_game.
Qed.

Ltac modified := let I := fresh in intros ? ? I; destruct I; constructor; simpl; auto.

Lemma hoare_le_m n : forall g h, hoare (le_m n g h) (fun b => b = true <-> le (D g) (D h)).
Proof.
  pose proof grows_le_m as G.
  induction n as [|n IH]; intros g h; simpl; [apply hoare_fail|].
  destruct (Pos.eqb_spec g h) as [->|_].
  { apply hoare_ret. split; reflexivity. }
  step (fun o => forall b, o = Some b -> (b = true <-> le (D g) (D h))).
  { apply hoare_gets. intros s _ [I _ _ _ _ _ _ _ _ _ _] b E. eauto. }
  intros [b|] H; [apply hoare_ret; auto|].
  step (fun e => D g = Game (map D (fst e)) (map D (snd e))); [apply hoare_options_of|]. intros eg Eg.
  step (fun e => D h = Game (map D (fst e)) (map D (snd e))); [apply hoare_options_of|]. intros eh Eh.
  assert (N : forall x y, hoare (b <- le_m n x y; ret (negb b)) (fun b => b = true <-> ~ le (D x) (D y))).
  { intros x y. step (fun b => b = true <-> le (D x) (D y)); [apply IH|]. intros b Hb. apply hoare_ret.
    rewrite <- Hb. destruct b; simpl; intuition congruence. }
  step (fun b => b = true <-> forall x, In x (fst eg) -> ~ le (D h) (D x)).
  { apply hoare_all_m; [grow|]. intros x _. apply N. }
  intros a Ha.
  step (fun b => b = true <-> le (D g) (D h)).
  { assert (K : le (D g) (D h) <-> (forall x, In x (fst eg) -> ~ le (D h) (D x)) /\ (forall y, In y (snd eh) -> ~ le (D y) (D g))).
    { rewrite le_options.
      replace (opts Left (D g)) with (map D (fst eg)) by now rewrite Eg.
      replace (opts Right (D h)) with (map D (snd eh)) by now rewrite Eh. split; intros [A B]; split.
      - intros x Hx. apply A, in_map, Hx.
      - intros x Hx. apply B, in_map, Hx.
      - intros x Hx. apply in_map_iff in Hx as (x' & <- & Hx). auto.
      - intros x Hx. apply in_map_iff in Hx as (x' & <- & Hx). auto. }
    destruct a.
    - eapply hoare_weaken; [apply hoare_all_m; [grow|intros y _; apply N]|]. simpl. intros b ->.
      rewrite K. intuition.
    - apply hoare_ret. rewrite K, <- Ha. intuition. }
  intros b Hb. step (fun _ : unit => True); [|intros _ _; now apply hoare_ret].
  apply hoare_modify; [|easy]. modified.
  intros g' h' b' E. apply find2_add2 in E as [(-> & -> & ->)|E]; eauto.
Qed.

Lemma hoare_le_ids g h : hoare (le_ids g h) (fun b => b = true <-> le (D g) (D h)).
Proof. apply hoare_le_m. Qed.

Lemma hoare_worse p g h : hoare (worse p g h) (fun _ => True).
Proof. destruct p; simpl; (eapply hoare_weaken; [apply hoare_le_ids|easy]). Qed.

Lemma hoare_bypass n : forall p whole todo kept, hoare (bypass n p whole todo kept) (fun _ => True).
Proof.
  induction n as [|n IH]; intros p whole todo kept; simpl; [apply hoare_fail|].
  pose proof grows_bypass as G.
  destruct todo as [|o todo]; [now apply hoare_ret|].
  step (fun _ : list positive * list positive => True); [eapply hoare_weaken; [apply hoare_options_of|easy]|]. intros e _.
  step (fun _ : option positive => True).
  { eapply hoare_weaken; [apply hoare_find_m with (P := fun _ => True); [grow|]|easy].
    intros x _. eapply hoare_weaken; [apply hoare_worse|easy]. }
  intros [a|] _; [|apply IH].
  step (fun _ : list positive * list positive => True); [eapply hoare_weaken; [apply hoare_options_of|easy]|]. intros e' _.
  apply IH.
Qed.

Lemma hoare_undominated p l : hoare (undominated p l) (fun _ => True).
Proof.
  unfold undominated. apply hoare_filter_m; [grow|]. intros x _.
  step (fun _ : option positive => True); [|intros o _; now apply hoare_ret].
  eapply hoare_weaken; [apply hoare_find_m with (P := fun _ => True); [grow|]|easy].
  intros y _. destruct (Pos.eqb y x); [now apply hoare_ret|].
  eapply hoare_weaken; [apply hoare_worse|easy].
Qed.

Lemma hoare_simplest l r : hoare (simplest l r) (fun g => eqv (D g) (Game (map D l) (map D r))).
Proof.
  unfold simplest. step (fun g => D g = Game (map D (sort_ids l)) (map D (sort_ids r))); [apply hoare_intern|].
  intros whole E. assert (W : eqv (D whole) (Game (map D l) (map D r))) by (rewrite E; apply eqv_sorted).
  step (fun o => forall f, o = Some f -> eqv (D f) (D whole)).
  { apply hoare_gets. intros s _ I f F. now apply (inv_forms _ I) in F. }
  intros [f|] F; [apply hoare_ret; rewrite F; auto|].
  step (fun _ : list positive => True); [apply hoare_bypass|]. intros l1 _.
  step (fun _ : list positive => True); [apply hoare_undominated|]. intros l2 _.
  step (fun _ : list positive => True); [apply hoare_bypass|]. intros r1 _.
  step (fun _ : list positive => True); [apply hoare_undominated|]. intros r2 _.
  step (fun _ : positive => True); [eapply hoare_weaken; [apply hoare_intern|easy]|]. intros f _.
  step (fun b => b = true <-> le (D f) (D whole)); [apply hoare_le_ids|]. intros a Ha.
  step (fun b => b = true <-> le (D whole) (D f)); [apply hoare_le_ids|]. intros b Hb.
  step (fun _ : unit => a && b = true); [apply hoare_need|]. intros _ H. apply andb_prop in H as [-> ->].
  assert (Q : eqv (D f) (D whole)) by (split; [now apply Ha|now apply Hb]).
  step (fun _ : unit => True); [|intros _ _; apply hoare_ret; now rewrite Q].
  apply hoare_modify; [|easy]. modified.
  intros g x K. apply find_add in K as [[-> ->]|K]; eauto.
Qed.

Lemma forall2_in_l {A B} (P : A -> B -> Prop) l m x : Forall2 P l m -> In x l -> exists y, In y m /\ P x y.
Proof.
  induction 1 as [|a b l m H F IH]; simpl; [easy|]. intros [<-|Hx]; [eauto|]. destruct (IH Hx) as (y & Hy & E). eauto.
Qed.

Lemma forall2_in_r {A B} (P : A -> B -> Prop) l m y : Forall2 P l m -> In y m -> exists x, In x l /\ P x y.
Proof.
  induction 1 as [|a b l m H F IH]; simpl; [easy|]. intros [<-|Hx]; [eauto|]. destruct (IH Hx) as (x & Hy & E). eauto.
Qed.

Lemma in_map_D l x : In x (map D l) <-> exists y, In y l /\ x = D y.
Proof. rewrite in_map_iff. split; intros (y & A & B); eauto. Qed.

Lemma hoare_sum_m n : forall g h, hoare (sum_m n g h) (fun x => eqv (D x) (add (D g) (D h))).
Proof.
  pose proof grows_sum_m as G.
  induction n as [|n IH]; intros g h; simpl; [apply hoare_fail|].
  step (fun o => forall x, o = Some x -> eqv (D x) (add (D g) (D h))).
  { apply hoare_gets. intros s _ I x E. eapply inv_sums; eauto. }
  intros [x|] H; [apply hoare_ret; auto|].
  step (fun e => D g = Game (map D (fst e)) (map D (snd e))); [apply hoare_options_of|]. intros [gl gr] Eg.
  step (fun e => D h = Game (map D (fst e)) (map D (snd e))); [apply hoare_options_of|]. intros [hl hr] Eh.
  simpl in *.
  step (Forall2 (fun o x => eqv (D x) (add (D o) (D h))) gl); [apply hoare_map_m; [grow|auto]|]. intros l Hl.
  step (Forall2 (fun o x => eqv (D x) (add (D g) (D o))) hl); [apply hoare_map_m; [grow|auto]|]. intros l' Hl'.
  step (Forall2 (fun o x => eqv (D x) (add (D o) (D h))) gr); [apply hoare_map_m; [grow|auto]|]. intros r Hr.
  step (Forall2 (fun o x => eqv (D x) (add (D g) (D o))) hr); [apply hoare_map_m; [grow|auto]|]. intros r' Hr'.
  step (fun x => eqv (D x) (Game (map D (l ++ l')) (map D (r ++ r')))); [apply hoare_simplest|]. intros x Ex.
  assert (Q : eqv (D x) (add (D g) (D h))).
  { rewrite Ex. apply eqv_options; intros p y Hy.
    - assert (K : (exists o, In (D o) (opts p (D g)) /\ eqv y (add (D o) (D h))) \/
                  (exists o, In (D o) (opts p (D h)) /\ eqv y (add (D g) (D o)))).
      { destruct p; simpl in Hy; rewrite map_app, in_app_iff, !in_map_D in Hy;
          destruct Hy as [(z & Hz & ->)|(z & Hz & ->)].
        - destruct (forall2_in_r _ _ _ _ Hl Hz) as (o & Ho & E). left. exists o. split; [rewrite Eg; simpl; now apply in_map|easy].
        - destruct (forall2_in_r _ _ _ _ Hl' Hz) as (o & Ho & E). right. exists o. split; [rewrite Eh; simpl; now apply in_map|easy].
        - destruct (forall2_in_r _ _ _ _ Hr Hz) as (o & Ho & E). left. exists o. split; [rewrite Eg; simpl; now apply in_map|easy].
        - destruct (forall2_in_r _ _ _ _ Hr' Hz) as (o & Ho & E). right. exists o. split; [rewrite Eh; simpl; now apply in_map|easy]. }
      destruct K as [(o & Ho & E)|(o & Ho & E)].
      + exists (add (D o) (D h)). split; [apply in_opts_add; eauto|easy].
      + exists (add (D g) (D o)). split; [apply in_opts_add; eauto|easy].
    - apply in_opts_add in Hy as [(z & Hz & ->)|(z & Hz & ->)].
      + rewrite Eg in Hz. destruct p; simpl in Hz; apply in_map_D in Hz as (o & Ho & ->).
        * destruct (forall2_in_l _ _ _ _ Hl Ho) as (u & Hu & E). exists (D u). split; [|easy].
          simpl. rewrite map_app, in_app_iff. left. now apply in_map.
        * destruct (forall2_in_l _ _ _ _ Hr Ho) as (u & Hu & E). exists (D u). split; [|easy].
          simpl. rewrite map_app, in_app_iff. left. now apply in_map.
      + rewrite Eh in Hz. destruct p; simpl in Hz; apply in_map_D in Hz as (o & Ho & ->).
        * destruct (forall2_in_l _ _ _ _ Hl' Ho) as (u & Hu & E). exists (D u). split; [|easy].
          simpl. rewrite map_app, in_app_iff. right. now apply in_map.
        * destruct (forall2_in_l _ _ _ _ Hr' Ho) as (u & Hu & E). exists (D u). split; [|easy].
          simpl. rewrite map_app, in_app_iff. right. now apply in_map. }
  step (fun _ : unit => True); [|intros _ _; now apply hoare_ret].
  apply hoare_modify; [|easy]. modified.
  intros g' h' b' E. apply find2_add2 in E as [(-> & -> & ->)|E]; eauto.
Qed.

Lemma hoare_sum_ids g h : hoare (sum_ids g h) (fun x => eqv (D x) (add (D g) (D h))).
Proof.
  assert (S : forall g h, hoare (sum_in_order g h) (fun x => eqv (D x) (add (D g) (D h)))).
  { clear g h. intros g h. unfold sum_in_order. pose proof grows_sum_m as G.
    step (fun e => D g = Game (map D (fst e)) (map D (snd e))); [apply hoare_options_of|].
    intros [l r] E. destruct l, r; [|apply hoare_sum_m..]. apply hoare_ret. rewrite E. symmetry. apply iso_eqv, zero_add. }
  unfold sum_ids. destruct (Pos.leb g h); [apply S|].
  eapply hoare_weaken; [apply S|]. simpl. intros x ->. now rewrite add_comm.
Qed.

Lemma hoare_neg_m n : forall g, hoare (neg_m n g) (fun x => eqv (D x) (neg (D g))).
Proof.
  pose proof grows_neg_m as G.
  induction n as [|n IH]; intros g; simpl; [apply hoare_fail|].
  step (fun o => forall x, o = Some x -> eqv (D x) (neg (D g))).
  { apply hoare_gets. intros s _ I x E. eapply inv_negatives; eauto. }
  intros [x|] H; [apply hoare_ret; auto|].
  step (fun e => D g = Game (map D (fst e)) (map D (snd e))); [apply hoare_options_of|]. intros [gl gr] Eg.
  simpl in *.
  step (Forall2 (fun o x => eqv (D x) (neg (D o))) gr); [apply hoare_map_m; [grow|auto]|]. intros l Hl.
  step (Forall2 (fun o x => eqv (D x) (neg (D o))) gl); [apply hoare_map_m; [grow|auto]|]. intros r Hr.
  step (fun x => D x = Game (map D (sort_ids l)) (map D (sort_ids r))); [apply hoare_intern|]. intros x Ex.
  assert (Q : eqv (D x) (neg (D g))).
  { rewrite Ex, eqv_sorted, Eg. simpl. apply eqv_options; intros p y Hy; destruct p; simpl in *.
    - apply in_map_D in Hy as (z & Hz & ->). destruct (forall2_in_r _ _ _ _ Hl Hz) as (o & Ho & E).
      exists (neg (D o)). split; [now apply in_map, in_map|easy].
    - apply in_map_D in Hy as (z & Hz & ->). destruct (forall2_in_r _ _ _ _ Hr Hz) as (o & Ho & E).
      exists (neg (D o)). split; [now apply in_map, in_map|easy].
    - apply in_map_iff in Hy as (z & <- & Hz). apply in_map_D in Hz as (o & Ho & ->).
      destruct (forall2_in_l _ _ _ _ Hl Ho) as (u & Hu & E). exists (D u). split; [now apply in_map|easy].
    - apply in_map_iff in Hy as (z & <- & Hz). apply in_map_D in Hz as (o & Ho & ->).
      destruct (forall2_in_l _ _ _ _ Hr Ho) as (u & Hu & E). exists (D u). split; [now apply in_map|easy]. }
  step (fun _ : unit => True); [|intros _ _; now apply hoare_ret].
  apply hoare_modify; [|easy]. modified.
  intros g' x' E. apply find_add in E as [[-> ->]|E]; eauto.
Qed.


Lemma hoare_signed_id b g : hoare (signed_id b g) (fun x => eqv (D x) (signed b (D g))).
Proof. destruct b; simpl; [apply hoare_neg_m|now apply hoare_ret]. Qed.

End Meaning.
