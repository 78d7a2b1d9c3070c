(** * Facts are true

    The calculations of the checker with terms, boards and facts keep what the state means. *)

From Coq Require Import String List Bool ZArith Lia Setoid Morphisms Permutation FMapPositive.
From Dicot Require Import Game Clobber Compact Normal Values Certificate Meaning Grows.
Import ListNotations.
Open Scope list_scope.
Open Scope Z_scope.

#[export] Instance signed_eqv n : Proper (eqv ==> eqv) (signed n).
Proof. intros g h E. destruct n; simpl; now rewrite E. Qed.

Section Facts.

Variable D : positive -> game.
Variable C : positive -> board.
Variable V : nat -> game.

Notation T := (T C).
Notation total := (total D C).
Notation hoare := (hoare D C V).
Notation terms_sum ts := (gsum (map T ts)).

Ltac step P := apply (hoare_bind _ _ _ _ _ P); [grow| |].
Ltac modified := let I := fresh in intros ? ? I; destruct I; constructor; simpl; auto.

Lemma hoare_zero_id : hoare zero_id (fun z => D z = zero).
Proof. exact (hoare_intern D C V [] []). Qed.

(** ** Terms *)

Lemma hoare_component t :
  hoare (component t) (fun e =>
    (T t = clobber (board_of (fst e)) /\ t > 0 \/ T t = neg (clobber (board_of (fst e))) /\ t < 0) /\
    (snd e = true -> eqv (clobber (board_of (fst e))) (neg (clobber (board_of (fst e)))))).
Proof.
  unfold component. match goal with |- hoare (bind _ _) ?Q => step (fun o : option (string * bool) => forall e, o = Some e -> Q e) end.
  - apply hoare_gets. intros s F I e.
    assert (O : forall n, PMap.find n (components s) = Some e -> snd e = true ->
      eqv (clobber (board_of (fst e))) (neg (clobber (board_of (fst e))))).
    { intros n E O. destruct e as [b o]. simpl in *. subst o. exact (inv_own _ _ _ _ I _ _ E). }
    destruct t as [|n|n]; [easy| |]; intros E; (split; [|eauto]); apply F in E; simpl; rewrite E; [left|right]; split; easy.
  - intros [e|] H; [apply hoare_ret; auto|apply hoare_fail].
Qed.

Lemma T_opp t : T (- t) = neg (T t).
Proof. destruct t; simpl; [reflexivity|reflexivity|now rewrite neg_neg]. Qed.

Lemma hoare_signed_term b t : hoare (signed_term b t) (fun u => eqv (T u) (signed b (T t))).
Proof.
  destruct b; simpl; [|apply hoare_ret; reflexivity].
  unfold signed_term.
  match type of (hoare_component t) with Meaning.hoare _ _ _ _ ?P => step P end; [apply hoare_component|].
  intros [b []] [H O]; apply hoare_ret; simpl in *.
  - specialize (O eq_refl). destruct H as [[-> _]|[-> _]]; [easy|]. rewrite neg_neg. now symmetry.
  - now rewrite T_opp.
Qed.

Lemma insert_term_perm t ts : Permutation (insert_term t ts) (t :: ts).
Proof.
  induction ts as [|u ts IH]; simpl; [easy|].
  destruct (Z.compare (Z.abs t) (Z.abs u)); [destruct (t <=? u)| |]; try easy.
  - rewrite IH. apply perm_swap.
  - rewrite IH. apply perm_swap.
Qed.

Lemma sort_terms_perm ts : Permutation (fold_right insert_term [] ts) ts.
Proof. induction ts as [|t ts IH]; simpl; [easy|]. now rewrite insert_term_perm, IH. Qed.

Lemma hoare_cancel ts : forall stack,
  hoare (cancel ts stack) (fun r => eqv (terms_sum r) (add (terms_sum ts) (terms_sum stack))).
Proof.
  induction ts as [|t ts IH]; intros stack; simpl.
  - apply hoare_ret. now rewrite zero_add.
  - destruct stack as [|u stack].
    + eapply hoare_weaken; [apply IH|]. simpl. intros r ->. rewrite !add_zero. apply iso_eqv, add_comm.
    + step (fun n => eqv (T n) (neg (T t))); [apply (hoare_signed_term true)|]. intros n N.
      destruct (Z.eqb_spec u n) as [<-|_].
      * eapply hoare_weaken; [apply IH|]. simpl. intros r ->.
        rewrite add_swap, N, sub_self, zero_add. reflexivity.
      * eapply hoare_weaken; [apply IH|]. simpl. intros r ->.
        now rewrite (add_comm (T t) (terms_sum ts)), <- add_assoc.
Qed.

Lemma hoare_normal ts : hoare (normal ts) (fun r => eqv (terms_sum r) (terms_sum ts)).
Proof.
  unfold normal. eapply hoare_weaken; [apply hoare_cancel|]. simpl. intros r ->.
  rewrite add_zero. apply iso_eqv, gsum_perm, Permutation_map, sort_terms_perm.
Qed.

(** ** Boards *)

Definition component_game (p : normal_component) : game := let '(b, negate, _) := p in signed negate (clobber (unpack b)).
Definition component_ok (p : normal_component) : Prop :=
  let '(b, _, own) := p in own = true -> eqv (clobber (unpack b)) (neg (clobber (unpack b))).
Notation components_sum ps := (gsum (map component_game ps)).

Lemma hoare_get {A} (o : option A) : hoare (get o) (fun a => o = Some a).
Proof. destruct o; [now apply hoare_ret|apply hoare_fail]. Qed.

Lemma hoare_parts b : hoare (parts b) (fun ps => eqv (components_sum ps) (clobber b) /\ Forall component_ok ps).
Proof.
  unfold parts. eapply hoare_weaken.
  { apply (hoare_map_m _ _ _ _ _ (fun c p => eqv (component_game p) (clobber c) /\ component_ok p)); [grow|]. intros c _.
    eapply hoare_weaken; [apply hoare_get|]. intros [[d n] o] E. apply normalized_spec in E as [E O]. split; [now symmetry|exact O]. }
  simpl. intros ps F. rewrite (components_of_spec b).
  induction F as [|c p cs ps [E O] F [IHs IHo]]; simpl; [split; [reflexivity|constructor]|].
  split; [now rewrite E, IHs|now constructor].
Qed.

Lemma found_spec {A} b (o : option (string * A)) x : found b o = Some x -> o = Some (b, x).
Proof.
  unfold found. destruct o as [[c y]|]; [|easy]. destruct (String.eqb_spec c b) as [->|]; [|easy]. now intros [= ->].
Qed.

Lemma hoare_sum_components f ps :
  (forall b, grows (f b)) -> (forall b, hoare (f b) (fun x => eqv (D x) (clobber (unpack b)))) ->
  forall v, hoare (sum_components f ps v) (fun x => eqv (D x) (add (D v) (components_sum ps))).
Proof.
  intros G H. induction ps as [|[[b n] o] ps IH]; intros v; simpl.
  - apply hoare_ret. now rewrite add_zero.
  - step (fun x => eqv (D x) (clobber (unpack b))); [apply H|]. intros x Hx.
    step (fun y => eqv (D y) (signed n (D x))); [apply hoare_signed_id|]. intros y Hy.
    step (fun w => eqv (D w) (add (D v) (D y))); [apply hoare_sum_ids|]. intros w Hw.
    eapply hoare_weaken; [apply IH|]. simpl. intros r ->. now rewrite Hw, Hy, Hx, add_assoc.
Qed.

Lemma options_clobber b l r :
  Forall2 (fun c x => eqv (D x) (clobber c)) (moves Left b) l ->
  Forall2 (fun c x => eqv (D x) (clobber c)) (moves Right b) r ->
  eqv (Game (map D l) (map D r)) (clobber b).
Proof.
  intros L R. apply eqv_options; intros p x Hx.
  - rewrite opts_clobber. setoid_rewrite in_map_iff.
    destruct p; simpl in Hx; apply in_map_iff in Hx as (y & <- & Hy).
    + destruct (forall2_in_r _ _ _ _ L Hy) as (c & Hc & E). eauto.
    + destruct (forall2_in_r _ _ _ _ R Hy) as (c & Hc & E). eauto.
  - rewrite opts_clobber in Hx. apply in_map_iff in Hx as (c & <- & Hc). destruct p; simpl.
    + destruct (forall2_in_l _ _ _ _ L Hc) as (y & Hy & E). exists (D y). split; [now apply in_map|easy].
    + destruct (forall2_in_l _ _ _ _ R Hc) as (y & Hy & E). exists (D y). split; [now apply in_map|easy].
Qed.

Lemma hoare_board_value n : forall b, hoare (board_value n b) (fun x => eqv (D x) (clobber (unpack b))).
Proof.
  induction n as [|n IH]; intros b; cbn [board_value]; [apply hoare_fail|]. cbv zeta.
  step (fun o : option (string * positive) => forall c x, o = Some (c, x) -> eqv (D x) (clobber (unpack c))).
  { apply hoare_gets. intros s _ I c x E. apply lookup_member in E. eapply inv_board_values; eauto. }
  intros o H. destruct (found b o) as [x|] eqn:F; [apply found_spec in F; apply hoare_ret; auto|]. clear o H F.
  assert (O : forall c, hoare (z <- zero_id; ps <- parts c; sum_components (board_value n) ps z) (fun x => eqv (D x) (clobber c))).
  { intros c. step (fun z => D z = zero); [apply hoare_zero_id|]. intros z Z.
    step (fun ps => eqv (components_sum ps) (clobber c) /\ Forall component_ok ps); [apply hoare_parts|]. intros ps [P _].
    eapply hoare_weaken; [apply hoare_sum_components; [grow|apply IH]|]. simpl. intros x ->.
    now rewrite Z, zero_add, P. }
  step (Forall2 (fun c x => eqv (D x) (clobber c)) (moves Left (unpack b))); [apply hoare_map_m; [grow|auto]|]. intros l L.
  step (Forall2 (fun c x => eqv (D x) (clobber c)) (moves Right (unpack b))); [apply hoare_map_m; [grow|auto]|]. intros r R.
  step (fun x => eqv (D x) (Game (map D l) (map D r))); [apply hoare_simplest|]. intros x E.
  rewrite (options_clobber _ l r L R) in E.
  step (fun _ : unit => True); [|intros _ _; now apply hoare_ret].
  apply hoare_modify; [|easy]. modified.
  intros c y K. apply member_insert in K as [[= -> ->]|K]; eauto.
Qed.

Lemma cancels_spec p q : component_ok p -> cancels p q = true -> eqv (add (component_game p) (component_game q)) zero.
Proof.
  destruct p as [[b m] own], q as [[c n] o]. simpl. intros O H. apply andb_prop in H as [E H].
  apply String.eqb_eq in E as <-. apply orb_prop in H as [->|H].
  - specialize (O eq_refl). destruct m, n; simpl.
    + rewrite <- O at 1. apply sub_self.
    + rewrite <- O. rewrite O at 2. apply sub_self.
    + apply sub_self.
    + rewrite O at 2. apply sub_self.
  - destruct m, n; try easy; simpl; [rewrite add_comm|]; apply sub_self.
Qed.

Lemma remove_cancelled_spec p l : component_ok p -> forall r,
  remove_cancelled p l = Some r -> eqv (components_sum r) (add (component_game p) (components_sum l)).
Proof.
  intros O. induction l as [|q l IH]; simpl; intros r; [easy|].
  destruct (cancels p q) eqn:E.
  - intros [= <-]. rewrite add_assoc, cancels_spec, zero_add; easy.
  - destruct (remove_cancelled p l) as [l'|] eqn:F; [|easy]. intros [= <-]. simpl.
    rewrite (IH l' eq_refl), !add_assoc. now rewrite (add_comm (component_game q)).
Qed.

Lemma hoare_list_terms ps : Forall component_ok ps -> forall ts rest,
  hoare (list_terms ps ts rest) (fun e =>
    eqv (add (terms_sum (fst e)) (components_sum (snd e))) (add (components_sum ps) (add (terms_sum ts) (components_sum rest)))).
Proof.
  induction 1 as [|[[b n] o] ps O _ IH]; intros ts rest; cbn [list_terms]; cbv zeta.
  - apply hoare_ret. simpl. now rewrite zero_add.
  - step (fun e : option (string * string) => forall c t, e = Some (c, t) -> eqv (clobber (unpack c)) (T (unpack_term t))).
    { apply hoare_gets. intros s _ I c t E. apply lookup_member in E. eapply inv_terms; eauto. }
    intros e H. destruct (found b e) as [t|] eqn:F.
    + apply found_spec in F. specialize (H b t F). set (t' := unpack_term t) in *.
      step (fun u => eqv (T u) (signed n (T t'))); [apply hoare_signed_term|]. intros u U.
      eapply hoare_weaken; [apply IH|]. simpl. intros r ->. rewrite U, <- H.
      set (g := signed n (clobber (unpack b))). set (s := gsum (map component_game ps)).
      now rewrite <- (add_assoc g (terms_sum ts)), add_assoc, (add_comm s g), <- add_assoc.
    + eapply hoare_weaken; [apply IH|]. simpl. intros r ->.
      set (s := gsum (map component_game ps)). set (g := signed n (clobber (unpack b))).
      assert (E : eqv (components_sum (match remove_cancelled (b, n, o) rest with Some rest => rest | None => (b, n, o) :: rest end))
                    (add g (components_sum rest))).
      { destruct (remove_cancelled (b, n, o) rest) eqn:Re; [now apply remove_cancelled_spec in Re|reflexivity]. }
      rewrite E, (add_comm g s), <- add_assoc, (add_assoc g), (add_comm g (terms_sum ts)), <- add_assoc. reflexivity.
Qed.

Lemma hoare_state_of b : hoare (state_of b) (fun e => eqv (total (fst e) (snd e)) (clobber b)).
Proof.
  unfold state_of.
  step (fun ps => eqv (components_sum ps) (clobber b) /\ Forall component_ok ps); [apply hoare_parts|]. intros ps [P O].
  step (fun e => eqv (add (terms_sum (fst e)) (components_sum (snd e))) (clobber b)).
  { eapply hoare_weaken; [now apply hoare_list_terms|]. simpl. intros e ->. now rewrite !add_zero. }
  intros [ts rest] E. simpl in *.
  step (fun _ : unit => True); [apply hoare_modify; [modified|easy]|]. intros _ _.
  step (fun z => D z = zero); [apply hoare_zero_id|]. intros z Z.
  step (fun v => eqv (D v) (add (D z) (components_sum rest))).
  { apply hoare_sum_components; [grow|apply hoare_board_value]. }
  intros v Hv.
  step (fun us => eqv (terms_sum us) (terms_sum ts)); [apply hoare_normal|]. intros us U.
  apply hoare_ret. simpl. unfold Meaning.total. now rewrite U, Hv, Z, zero_add.
Qed.

Definition covers (t : Z) (l : list (list Z * positive)) : Prop :=
  forall x, In x (opts Right (T t)) -> exists e, In e l /\ eqv x (total (fst e) (snd e)).

Lemma hoare_right_states_of t : hoare (right_states_of t) (covers t).
Proof.
  unfold right_states_of. cbv zeta.
  step (fun o : option (Z * list (list Z * positive)) => forall u l, o = Some (u, l) -> covers u l).
  { apply hoare_gets. intros s _ I u l E. unfold covers. eapply inv_right_states; eauto. }
  intros [[u l]|] H.
  - step (fun _ : unit => (t =? u) = true); [apply hoare_need|]. intros _ E. apply Z.eqb_eq in E as ->.
    apply hoare_ret. auto.
  - match type of (hoare_component t) with Meaning.hoare _ _ _ _ ?P => step P end; [apply hoare_component|].
    intros [packed own] [E _]. cbn [fst snd] in *. set (b := board_of packed) in *. set (c := if t <? 0 then exchange b else b).
    assert (I : iso (T t) (clobber c)).
    { unfold c. destruct E as [[-> P]|[-> P]].
      - replace (t <? 0) with false by (symmetry; apply Z.ltb_ge; lia). reflexivity.
      - replace (t <? 0) with true by (symmetry; apply Z.ltb_lt; lia). now rewrite clobber_exchange. }
    step (Forall2 (fun d e => eqv (total (fst e) (snd e)) (clobber d)) (moves Right c)).
    { apply hoare_map_m; [grow|]. intros d _. apply hoare_state_of. }
    intros l L.
    assert (K : covers t l).
    { intros x Hx. destruct I as [I _]. destruct (I _ _ Hx) as (y & Hy & Exy).
      rewrite opts_clobber in Hy. apply in_map_iff in Hy as (d & <- & Hd).
      destruct (forall2_in_l _ _ _ _ L Hd) as (e & He & Ee). exists e. split; [easy|]. now rewrite Exy, Ee. }
    step (fun _ : unit => True); [|intros _ _; now apply hoare_ret].
    apply hoare_modify; [|easy]. modified.
    intros k u m F. apply find_add in F as [[-> [= -> ->]]|F]; [exact K|eauto].
Qed.

(** ** Facts *)

Lemma total_le ts u v : le (D u) (D v) -> le (total ts u) (total ts v).
Proof. intros L. apply add_le; [reflexivity|easy]. Qed.

Lemma total_eqv ts us v : eqv (terms_sum ts) (terms_sum us) -> eqv (total ts v) (total us v).
Proof. intros E. unfold Meaning.total. now rewrite E. Qed.

Lemma wins_le f g h : le g h -> wins Left f g = true -> wins Left f h = true.
Proof. destruct f; [apply lwin_le|apply ge0_le]. Qed.

Lemma z_eqb_eq x y : (x =? y) = true -> x = y.
Proof. apply Z.eqb_eq. Qed.

Lemma hoare_need_fact f ts v : hoare (need_fact f ts v) (fun _ => wins Left f (total ts v) = true).
Proof.
  unfold need_fact. step (fun us => eqv (terms_sum us) (terms_sum ts)); [apply hoare_normal|]. intros us U.
  apply (total_eqv _ _ v) in U.
  assert (W : wins Left f (total us v) = true -> wins Left f (total ts v) = true) by now rewrite U.
  destruct us as [|u us].
  - step (fun z => D z = zero); [apply hoare_zero_id|]. intros z Z.
    assert (E : eqv (total [] v) (D v)) by (unfold Meaning.total; simpl; now rewrite zero_add).
    destruct f.
    + step (fun b => b = true <-> le (D v) (D z)); [apply hoare_le_ids|]. intros b B.
      eapply hoare_weaken; [apply hoare_need|]. simpl. intros _ N. apply negb_true_iff in N.
      apply W. rewrite E. destruct (wins Left Left (D v)) eqn:F; [easy|].
      rewrite Z, le_zero_r, F in B. rewrite N in B. destruct B as [_ B]. now rewrite B.
    + step (fun b => b = true <-> le (D z) (D v)); [apply hoare_le_ids|]. intros b B.
      eapply hoare_weaken; [apply hoare_need|]. simpl. intros _ N.
      apply W. rewrite E. apply le_zero_l. rewrite <- Z. now apply B.
  - cbv zeta. set (key := terms_key (u :: us)). clearbody key. revert W. generalize (u :: us). clear u us U. intros us W.
    step (fun o : option (list (string * positive)) => forall l, o = Some l ->
      forall us v, In (us, v) l -> wins Left f (total (unpack_terms us) v) = true).
    { apply hoare_gets. intros s _ I l E us' v' Hv. destruct f; simpl in E; [eapply inv_wins_facts|eapply inv_ge0_facts]; eauto. }
    intros [l|] H; [|apply hoare_fail].
    step (fun o : option (string * positive) => forall e, o = Some e -> In e l /\ unpack_terms (fst e) = us /\ le (D (snd e)) (D v)).
    { apply hoare_find_m; [grow|]. intros [us' u] _. cbn [fst snd].
      destruct (list_eqb Z.eqb (unpack_terms us') us) eqn:E; [|now apply hoare_ret].
      apply (list_eqb_eq _ z_eqb_eq) in E. eapply hoare_weaken; [apply hoare_le_ids|]. simpl. intros b ->. auto. }
    intros [[us' u]|] K; [|intros s a t [=]].
    destruct (K _ eq_refl) as (Hu & E & L). cbn [fst snd] in E, L. subst us.
    apply hoare_ret. apply W. eapply wins_le; [apply total_le, L|]. eauto.
Qed.

Lemma hoare_add_fact f ts v : wins Left f (total ts v) = true -> hoare (add_fact f ts v) (fun _ => True).
Proof.
  intros W. unfold add_fact. step (fun us => eqv (terms_sum us) (terms_sum ts)); [apply hoare_normal|]. intros us U.
  apply (total_eqv _ _ v) in U. rewrite <- U in W. cbv zeta.
  step (fun _ : unit => list_eqb Z.eqb (unpack_terms (pack_terms us)) us = true); [apply hoare_need|]. intros _ E.
  apply (list_eqb_eq _ z_eqb_eq) in E. rewrite <- E in W. set (packed := pack_terms us) in *. clearbody packed.
  assert (K : forall m, (forall k l, PMap.find k m = Some l -> forall ts v, In (ts, v) l -> wins Left f (total (unpack_terms ts) v) = true) ->
    forall k l,
      PMap.find k (PMap.add (terms_key us) ((packed, v) :: match PMap.find (terms_key us) m with Some l => l | None => [] end) m) = Some l ->
      forall ts v, In (ts, v) l -> wins Left f (total (unpack_terms ts) v) = true).
  { intros m H k l G. apply find_add in G as [[-> ->]|G]; [|eauto].
    intros ts' v' [[= <- <-]|Hv]; [easy|]. destruct (PMap.find (terms_key us) m) as [l'|] eqn:F; [eauto|destruct Hv]. }
  destruct f; (apply hoare_modify; [|easy]); modified; intros; eapply K; eauto.
Qed.

(** ** Values *)

Lemma value_key_nat v : value_key v = Pos.of_succ_nat (Z.abs_nat v).
Proof.
  destruct v as [|p|p]; [reflexivity| |]; unfold value_key; simpl; apply Pos2Nat.inj; now rewrite SuccNat2Pos.id_succ, Pos2Nat.inj_succ.
Qed.

Lemma hoare_value_line v :
  hoare (value_line v) (fun '(x, l, r) => eqv (D x) (V (Z.abs_nat v)) /\ eqv (D x) (Game (map D l) (map D r))).
Proof.
  unfold value_line. cbv zeta.
  step (fun o => forall x l r, o = Some (x, l, r) -> eqv (D x) (V (Z.abs_nat v)) /\ eqv (D x) (Game (map D l) (map D r))).
  - apply hoare_gets. intros s _ I x l r E.
    rewrite value_key_nat in E. eapply inv_values; eauto.
  - intros [[[x l] r]|] H; [apply hoare_ret; auto|apply hoare_fail].
Qed.

Lemma hoare_value_id v : hoare (value_id v) (fun x => eqv (D x) (signed (v <? 0) (V (Z.abs_nat v)))).
Proof.
  unfold value_id. step (fun '((x, l, r) : positive * list positive * list positive) => eqv (D x) (V (Z.abs_nat v))).
  - eapply hoare_weaken; [apply hoare_value_line|]. intros [[x l] r] [H _]. exact H.
  - intros [[x l] r] H. simpl. eapply hoare_weaken; [apply hoare_signed_id|]. simpl. intros y ->. now rewrite H.
Qed.

(** ** Reasons *)

Lemma hoare_iter_m {A} (f : A -> M unit) l (P : A -> Prop) :
  (forall x, grows (f x)) -> (forall x, hoare (f x) (fun _ => P x)) -> hoare (iter_m f l) (fun _ => forall x, In x l -> P x).
Proof.
  intros G H. induction l as [|x l IH]; simpl; [now apply hoare_ret|].
  step (fun _ : unit => P x); [apply H|]. intros _ Px. eapply hoare_weaken; [apply IH|].
  simpl. intros _ K y [<-|Hy]; auto.
Qed.

Lemma hoare_each {A} (f : list A -> A -> list A -> M unit) (P : list A -> A -> list A -> Prop) l :
  (forall b x a, grows (f b x a)) -> (forall b x a, hoare (f b x a) (fun _ => P b x a)) ->
  forall before, hoare (each f before l) (fun _ => forall b x a, l = b ++ x :: a -> P (rev b ++ before) x a).
Proof.
  intros G H. induction l as [|y l IH]; intros before; simpl.
  - apply hoare_ret. intros [|z b] x a [=].
  - step (fun _ : unit => P before y l); [apply H|]. intros _ Py. eapply hoare_weaken; [apply IH|].
    simpl. intros u K b x c E.
    destruct b as [|z b]; simpl in E; injection E as E1 E2; subst; simpl; [easy|]. rewrite <- app_assoc. now apply K.
Qed.

Lemma partition_perm {A} (f : A -> bool) l : forall y n, partition f l = (y, n) -> Permutation l (y ++ n).
Proof.
  induction l as [|x l IH]; simpl; intros y n; [now intros [= <- <-]|].
  destruct (partition f l) as [y' n'] eqn:P. destruct (f x); intros [= <- <-]; simpl.
  - constructor. now apply IH.
  - apply Permutation_cons_app. now apply IH.
Qed.

Section Groups.

Variable v : positive.

Definition member_game (m : member) : game := match m with (_, Some t) => T t | (_, None) => D v end.
Notation members_sum l := (gsum (map member_game l)).

Lemma group_spec l : forall ts n, group l = (ts, n) -> iso (members_sum l) (add (terms_sum ts) (gsum (repeat (D v) n))).
Proof.
  induction l as [|[d [t|]] l IH]; simpl; intros ts n.
  - intros [= <- <-]. reflexivity.
  - destruct (group l) as [us m]. intros [= <- <-]. simpl. now rewrite (IH us m eq_refl), add_assoc.
  - destruct (group l) as [us m]. intros [= <- <-]. simpl.
    now rewrite (IH us m eq_refl), !add_assoc, (add_comm (D v)).
Qed.

Lemma hoare_need_group f l : hoare (need_group f v l) (fun _ => wins Left f (members_sum l) = true).
Proof.
  unfold need_group. destruct (group l) as [ts n] eqn:E. apply group_spec in E.
  destruct n as [|[|n]]; [| |apply hoare_fail].
  - step (fun z => D z = zero); [apply hoare_zero_id|]. intros z Z.
    eapply hoare_weaken; [apply hoare_need_fact|]. simpl. intros _ W. rewrite E.
    unfold Meaning.total in W. rewrite Z in W. exact W.
  - eapply hoare_weaken; [apply hoare_need_fact|]. simpl. intros _ W. rewrite E. simpl. rewrite add_zero. exact W.
Qed.

Lemma hoare_need_groups n : forall l, hoare (need_groups n v l) (fun _ => ge0 (members_sum l)).
Proof.
  induction n as [|n IH]; intros [|[d m] l]; cbn [need_groups];
    try (apply hoare_ret; reflexivity); try apply hoare_fail.
  match goal with |- context [partition ?f ?l] => destruct (partition f l) as [yes no] eqn:P end. apply partition_perm in P.
  step (fun _ : unit => ge0 (members_sum yes)); [apply hoare_need_group|]. intros _ Y.
  eapply hoare_weaken; [apply IH|]. simpl. intros _ N.
  pose proof (gsum_perm _ _ (Permutation_map member_game P)) as E. rewrite map_app, gsum_app in E.
  change (ge0 (gsum (map member_game ((d, m) :: l)))). rewrite E. now apply ge0_add.
Qed.

Lemma members_sum_eq d digits ts :
  length digits = length ts -> iso (members_sum ((d, None) :: combine digits (map Some ts))) (total ts v).
Proof.
  intros L. simpl. unfold Meaning.total. rewrite add_comm.
  enough (E : map member_game (combine digits (map Some ts)) = map T ts) by now rewrite E.
  revert ts L. induction digits as [|e digits IH]; intros [|t ts]; simpl; try easy.
  intros [= L]. f_equal. auto.
Qed.

End Groups.

(** A component of a fact, and its term. *)
Definition term_of (c t : Z) : Prop := eqv (T t) (T c).

Lemma forall2_nth (l m : list Z) (P : Z -> Z -> Prop) n x :
  Forall2 P l m -> nth_error l n = Some x -> exists y, P x y /\ m = firstn n m ++ y :: skipn (S n) m.
Proof.
  intros F. revert n. induction F as [|a b l m H F IH]; intros [|n]; simpl; try easy.
  - intros [= <-]. eauto.
  - intros E. destruct (IH n E) as (y & Hy & Em). exists y. split; [easy|]. simpl in Em. f_equal. exact Em.
Qed.

Lemma total_insert more us b t a v x :
  eqv (D x) (add (D v) (D more)) ->
  eqv (total (us ++ b ++ a) x) (add (add (total us more) (terms_sum (b ++ a))) (D v)) /\
  iso (total (b ++ t :: a) v) (add (add (T t) (terms_sum (b ++ a))) (D v)).
Proof.
  intros E. unfold Meaning.total. split.
  - rewrite E, map_app, gsum_app, <- !add_assoc, (add_comm (D more)).
    rewrite (add_assoc (terms_sum (b ++ a)) (D v) (D more)). now rewrite (add_comm (add _ (D v)) (D more)).
  - rewrite <- (gsum_perm (map T (t :: b ++ a)) (map T (b ++ t :: a))); [reflexivity|].
    apply Permutation_map, Permutation_middle.
Qed.

Lemma lwin_option g h x : In h (opts Left g) -> ge0 (add h x) -> lwin (add g x).
Proof. intros H G. apply lwin_iff. exists (add h x). split; [apply in_opts_add; eauto|easy]. Qed.

Lemma is_stone_in q a b : existsb (fun u => cell_eqb (fst u) a && same (snd u) q) b = true -> In (a, q) b.
Proof.
  intros H. apply existsb_exists in H as ([a' q'] & Hu & E). apply andb_prop in E as [E F].
  apply cell_eqb_iff in E as <-. now apply same_iff in F as <-.
Qed.

Lemma hoare_check_reason f cs ts z v r :
  Forall2 term_of cs ts -> eqv (D v) (signed (z <? 0) (V (Z.abs_nat z))) ->
  hoare (check_reason f cs ts z v r) (fun _ => wins Left f (total ts v) = true).
Proof.
  intros F Ev.
  assert (G : forall digits of_value, hoare (check_reason f cs ts z v (Groups digits of_value)) (fun _ => wins Left f (total ts v) = true)).
  { intros digits d. unfold check_reason.
    assert (K : hoare
      (need (Nat.eqb (length digits) (length ts));;
       (let members := (d, None) :: combine digits (map Some ts) in
        match f with
        | Right => need_groups (length members) v members
        | Left =>
            let (yes, no) := partition (fun e : member => N.eqb (fst e) 0) members in
            need_group Left v yes;; need_groups (length members) v no
        end)) (fun _ => wins Left f (total ts v) = true)); [|destruct f; exact K].
    step (fun _ : unit => Nat.eqb (length digits) (length ts) = true); [apply hoare_need|]. intros _ L.
    apply Nat.eqb_eq in L. apply (members_sum_eq v d) in L.
    cbv zeta. set (members := (d, None) :: combine digits (map Some ts)) in *. clearbody members.
    destruct f.
    - match goal with |- context [partition ?f ?l] => destruct (partition f l) as [yes no] eqn:P end. apply partition_perm in P.
      step (fun _ : unit => lwin (gsum (map (member_game v) yes))); [apply hoare_need_group|]. intros _ Y.
      eapply hoare_weaken; [apply hoare_need_groups|]. simpl. intros _ N. rewrite <- L.
      rewrite (gsum_perm _ _ (Permutation_map (member_game v) P)), map_app, gsum_app. now apply lwin_add.
    - eapply hoare_weaken; [apply hoare_need_groups|]. simpl. intros _ N. now rewrite <- L. }
  destruct r as [place s t|number| |digits d]; [| | |apply G]; clear G; destruct f; try apply hoare_fail; cbn [check_reason].
  - (* Left moves in a component. *)
    step (fun c => nth_error cs place = Some c); [apply hoare_get|]. intros c Hc.
    destruct (forall2_nth _ _ _ _ _ F Hc) as (u & Hu & Ets).
    match type of (hoare_component c) with Meaning.hoare _ _ _ _ ?P => step P end; [apply hoare_component|].
    intros [packed own] [E _]. cbv zeta. cbn [fst snd] in *. set (b := board_of packed) in *.
    generalize (height_of packed - fst s, snd s) (height_of packed - fst t, snd t). clear s t. intros s t. set (p := if c <? 0 then Right else Left).
    match goal with |- hoare (bind (need ?x) _) _ => step (fun _ : unit => x = true) end; [apply hoare_need|].
    intros _ L. apply andb_prop in L as [L A]. apply andb_prop in L as [Ls Lt]. apply is_stone_in in Ls, Lt.
    set (b' := if c <? 0 then exchange (after p s t b) else after p s t b).
    assert (O : exists h, In h (opts Left (T c)) /\ iso h (clobber b')).
    { unfold b', p in *. destruct E as [[-> P]|[-> P]].
      - replace (c <? 0) with false in * by (symmetry; apply Z.ltb_ge; lia).
        exists (clobber (after Left s t b)). split; [|reflexivity]. apply in_opts_clobber. exists s, t. auto.
      - replace (c <? 0) with true in * by (symmetry; apply Z.ltb_lt; lia).
        exists (neg (clobber (after Right s t b))). split; [|now rewrite clobber_exchange].
        apply in_opts_neg. eexists. split; [|reflexivity]. apply in_opts_clobber. exists s, t. auto. }
    destruct O as (h & Hh & Eh).
    step (fun e => eqv (total (fst e) (snd e)) (clobber b')); [apply hoare_state_of|]. intros [us more] M. simpl in M. simpl fst. simpl snd.
    step (fun x => eqv (D x) (add (D v) (D more))); [apply hoare_sum_ids|]. intros x X.
    eapply hoare_weaken; [apply hoare_need_fact|]. simpl. intros _ W.
    destruct (total_insert more us (firstn place ts) u (skipn (S place) ts) v x X) as [E1 E2].
    unfold term_of in Hu. simpl in Ets. rewrite Ets, E2, Hu. rewrite E1, M, <- Eh, <- add_assoc in W. rewrite <- add_assoc.
    eapply lwin_option; eauto.
  - (* Left moves in the value. *)
    step (fun '((x, l, r) : positive * list positive * list positive) => eqv (D x) (V (Z.abs_nat z)) /\ eqv (D x) (Game (map D l) (map D r))).
    { apply hoare_value_line. }
    intros [[y l] r] [Y1 Y2].
    step (fun o => nth_error (if z <? 0 then r else l) number = Some o); [apply hoare_get|]. intros o Ho.
    apply nth_error_In in Ho.
    step (fun x => eqv (D x) (signed (z <? 0) (D o))); [apply hoare_signed_id|]. intros x X.
    eapply hoare_weaken; [apply hoare_need_fact|]. simpl. intros _ W. unfold Meaning.total in *.
    rewrite Ev, <- Y1, Y2, add_comm. rewrite X, add_comm in W. eapply lwin_option; [|exact W].
    destruct (z <? 0); simpl; [now apply in_map, in_map|now apply in_map].
  - (* Right moves. *)
    step (fun us => eqv (terms_sum us) (terms_sum ts)); [apply hoare_normal|]. intros us U.
    apply (total_eqv _ _ v) in U.
    step (fun _ : unit => forall b t a, us = b ++ t :: a -> forall y, In y (opts Right (T t)) ->
      lwin (add (add y (terms_sum (rev b ++ a))) (D v))).
    { eapply hoare_weaken; [apply (hoare_each _ (fun b t a => forall y, In y (opts Right (T t)) ->
        lwin (add (add y (terms_sum (b ++ a))) (D v))))|].
      - grow.
      - intros b t a. step (covers t); [apply hoare_right_states_of|]. intros l L.
        eapply hoare_weaken; [apply hoare_iter_m with (P := fun e => lwin (add (add (total (fst e) (snd e)) (terms_sum (b ++ a))) (D v)))|].
        + grow.
        + intros [ms more]. step (fun x => eqv (D x) (add (D v) (D more))); [apply hoare_sum_ids|]. intros x X.
          eapply hoare_weaken; [apply hoare_need_fact|]. simpl. intros _ W.
          destruct (total_insert more ms b t a v x X) as [E1 _]. now rewrite E1 in W.
        + simpl. intros _ K y Hy. destruct (L y Hy) as (e & He & Ee). rewrite Ee. auto.
      - simpl. intros u K b t a E y Hy. specialize (K b t a E y Hy). now rewrite app_nil_r in K. }
    intros _ K.
    step (fun e => D v = Game (map D (fst e)) (map D (snd e))); [apply hoare_options_of|]. intros e E.
    eapply hoare_weaken; [apply hoare_iter_m with (P := fun x => lwin (total us x)); [grow|intros x; apply hoare_need_fact]|].
    simpl. intros _ R. rewrite <- U. unfold Meaning.total. apply ge0_iff. intros x Hx.
    apply in_opts_add in Hx as [(y & Hy & ->)|(y & Hy & ->)].
    + apply in_opts_gsum in Hy as (a & g & b & y' & Em & Hy' & Ey).
      apply map_eq_app in Em as (us1 & us2 & -> & <- & Em). apply map_eq_cons in Em as (t & us3 & -> & <- & <-).
      specialize (K us1 t us3 eq_refl y' Hy'). rewrite Ey.
      rewrite <- (gsum_perm (y' :: map T (rev us1 ++ us3)) (map T us1 ++ y' :: map T us3)); [exact K|].
      rewrite map_app. rewrite <- Permutation_middle. constructor. apply Permutation_app_tail, Permutation_map, Permutation_sym, Permutation_rev.
    + rewrite E in Hy. simpl in Hy. apply in_map_iff in Hy as (o & <- & Ho). now apply R.
Qed.

Lemma hoare_check_fact f cs z r : hoare (check_fact f cs z r) (fun _ => True).
Proof.
  unfold check_fact. step (fun v => eqv (D v) (signed (z <? 0) (V (Z.abs_nat z)))); [apply hoare_value_id|]. intros v Ev.
  step (Forall2 term_of cs).
  { apply hoare_map_m; [grow|]. intros c _.
    step (fun _ : string * bool => True); [eapply hoare_weaken; [apply hoare_component|easy]|]. intros _ _.
    eapply hoare_weaken; [apply hoare_signed_term|]. simpl. unfold term_of. intros u ->.
    destruct c as [|c|c]; reflexivity. }
  intros ts F.
  step (fun _ : unit => wins Left f (total ts v) = true); [now apply hoare_check_reason|]. intros _ W.
  now apply hoare_add_fact.
Qed.

End Facts.
