(** * The checker is sound

    If the checker accepts a certificate, its claims are true: [check_sound] at the end of this file. *)

From Coq Require Import String List Bool ZArith Lia Setoid Morphisms Permutation FMapPositive.
From Dicot Require Import Game Clobber Compact Normal Values Certificate Meaning Grows Facts.
Import ListNotations.
Open Scope list_scope.
Open Scope Z_scope.

(** ** Lines *)

Section Sound.

Variable D : positive -> game.
Variable C : positive -> board.
Variable V : nat -> game.

Notation T := (T C).
Notation total := (total D C).
Notation hoare := (hoare D C V).
Notation terms_sum ts := (gsum (map T ts)).
Notation components_sum ps := (gsum (map component_game ps)).

Ltac step P := apply (hoare_bind _ _ _ _ _ P); [grow| |].
Ltac modified := let I := fresh in intros ? ? I; destruct I; constructor; simpl; auto.

Lemma hoare_add_component b own :
  (own = true -> eqv (clobber (board_of b)) (neg (clobber (board_of b)))) -> hoare (add_component b own) (fun n => C n = board_of b).
Proof.
  intros O s a t. unfold add_component. cbv zeta.
  destruct (PMap.find (next_component s) (components s)) eqn:E; [easy|].
  intros [= <- <-] [_ Ft] I. split.
  - destruct I. constructor; auto. simpl. intros n c K. apply find_add in K as [[-> [= -> <-]]|K]; eauto.
  - apply (Ft (next_component s) (b, own)). simpl. apply PMap.gss.
Qed.

Lemma hoare_check_component b h : hoare (check_component b h) (fun _ => True).
Proof.
  unfold check_component.
  step (fun ps => eqv (components_sum ps) (clobber b) /\ Forall component_ok ps); [apply hoare_parts|].
  intros [|[[c n] own] [|]] [P F]; try apply hoare_fail. inversion_clear F as [|? ? O _]. simpl in P, O. rewrite add_zero in P. cbv zeta.
  step (fun _ : option (string * string) => True); [now apply hoare_gets|]. intros k _.
  match goal with |- hoare (bind (need ?x) _) _ => step (fun _ : unit => x = true) end; [apply hoare_need|]. intros _ _. clear k.
  step (fun _ : bool => True); [now apply hoare_gets|]. intros k _.
  step (fun _ : unit => negb k = true); [apply hoare_need|]. intros _ _. clear k.
  set (packed := pack_component h b).
  step (fun _ : unit => board_eqb (board_of packed) b = true); [apply hoare_need|]. intros _ E. apply board_eqb_eq in E.
  clearbody packed. subst b.
  step (fun k => C k = board_of packed).
  { apply hoare_add_component. intros H. specialize (O H). rewrite <- P. destruct n; simpl; [now rewrite <- O|easy]. }
  intros k K. step (fun t => eqv (T t) (signed n (T (Zpos k)))); [apply hoare_signed_term|]. intros t Ht.
  step (fun _ : unit => (unpack_term (pack_terms [t]) =? t) = true); [apply hoare_need|]. intros _ E. apply Z.eqb_eq in E.
  assert (Q : eqv (clobber (unpack c)) (T (unpack_term (pack_terms [t])))).
  { rewrite E, Ht. simpl. rewrite K, <- P. destruct n; simpl; [now rewrite neg_neg|easy]. }
  apply hoare_modify; [|easy]. modified.
  intros c' t' M. apply member_insert in M as [[= -> ->]|M]; eauto.
Qed.

Definition value_game (v : Z) : game := signed (v <? 0) (V (Z.abs_nat v)).

Lemma hoare_check_value n l r :
  ((forall v, In v (l ++ r) -> (Z.abs_nat v < n)%nat) -> V n = Game (map value_game l) (map value_game r)) ->
  hoare (check_value (Pos.of_succ_nat n) l r) (fun _ => True).
Proof.
  intros Vn. unfold check_value.
  match goal with |- hoare (bind (need ?x) _) _ => step (fun _ : unit => x = true) end; [apply hoare_need|]. intros _ K.
  rewrite forallb_forall in K.
  assert (B : forall v, In v (l ++ r) -> (Z.abs_nat v < n)%nat).
  { intros v Hv. specialize (K v Hv). apply Pos.ltb_lt in K. rewrite value_key_nat in K.
    apply Pos2Nat.inj_lt in K. rewrite !SuccNat2Pos.id_succ in K. lia. }
  specialize (Vn B). clear K B.
  step (Forall2 (fun v x => eqv (D x) (value_game v)) l); [apply hoare_map_m; [grow|intros; apply hoare_value_id]|]. intros l' L.
  step (Forall2 (fun v x => eqv (D x) (value_game v)) r); [apply hoare_map_m; [grow|intros; apply hoare_value_id]|]. intros r' R.
  step (fun x => eqv (D x) (Game (map D l') (map D r'))); [apply hoare_simplest|]. intros x E.
  assert (Q : eqv (D x) (V n)).
  { rewrite E, Vn. apply eqv_options; intros p y Hy; destruct p; simpl in *; apply in_map_iff in Hy as (w & <- & Hw).
    - destruct (forall2_in_r _ _ _ _ L Hw) as (u & Hu & Eu). exists (value_game u). split; [now apply in_map|easy].
    - destruct (forall2_in_r _ _ _ _ R Hw) as (u & Hu & Eu). exists (value_game u). split; [now apply in_map|easy].
    - destruct (forall2_in_l _ _ _ _ L Hw) as (u & Hu & Eu). exists (D u). split; [now apply in_map|easy].
    - destruct (forall2_in_l _ _ _ _ R Hw) as (u & Hu & Eu). exists (D u). split; [now apply in_map|easy]. }
  apply hoare_modify; [|easy]. modified.
  intros m y k k' F. apply find_add in F as [[M [= -> -> ->]]|F]; [|eauto].
  apply SuccNat2Pos.inj in M as ->. auto.
Qed.

Lemma values_from_app lines : forall games, exists more, values_from games lines = games ++ more.
Proof.
  induction lines as [|[] lines IH]; intros games; simpl; auto; [exists []; now rewrite app_nil_r|].
  destruct (IH (games ++ [Game (map (value_in games) l) (map (value_in games) r)])) as (more & ->).
  rewrite <- app_assoc. simpl. eauto.
Qed.

(** The games of the values after a line. *)
Definition values_after (games : list game) (l : line) : list game :=
  match l with
  | Value l r => games ++ [Game (map (value_in games) l) (map (value_in games) r)]
  | _ => games
  end.

Lemma values_from_cons games l lines : values_from games (l :: lines) = values_from (values_after games l) lines.
Proof. now destruct l. Qed.

(** Whether a line is kept until the end. *)
Definition is_kept (l : line) : bool := match l with Part _ | Plus _ | Claim _ _ => true | _ => false end.

Lemma hoare_check_line p l lines games :
  (forall n, V n = nth n (values_from games (l :: lines)) zero) -> next_value p = Pos.of_succ_nat (length games) ->
  hoare (check_line p l) (fun q =>
    next_value q = Pos.of_succ_nat (length (values_after games l)) /\ kept q = if is_kept l then l :: kept p else kept p).
Proof.
  intros H N. destruct l as [|b|v|f w|b h|l r|f cs v r]; cbn [check_line values_after is_kept]; simpl in H.
  - step (fun _ : unit => negb (has_rules p) = true); [apply hoare_need|]. intros _ _. now apply hoare_ret.
  - step (fun _ : unit => has_rules p = true); [apply hoare_need|]. intros _ _. now apply hoare_ret.
  - match type of (hoare_value_line D C V v) with Meaning.hoare _ _ _ _ ?P => step P end; [apply hoare_value_line|]. intros e _. now apply hoare_ret.
  - step (fun _ : unit => negb (is_claimed p f) = true); [apply hoare_need|]. intros _ _. now apply hoare_ret.
  - step (fun _ : unit => has_rules p = true); [apply hoare_need|]. intros _ _.
    step (fun _ : unit => True); [apply hoare_check_component|]. intros _ _. now apply hoare_ret.
  - set (g := Game (map (value_in games) l) (map (value_in games) r)) in *.
    step (fun _ : unit => True).
    + rewrite N. apply hoare_check_value. intros B. destruct (values_from_app lines (games ++ [g])) as (more & E). rewrite E in H.
      assert (M : forall v, In v (l ++ r) -> value_in games v = value_game v).
      { intros v Hv. unfold value_in, value_game. rewrite H, <- app_assoc, app_nth1; [easy|auto]. }
      rewrite H, <- app_assoc, app_nth2, Nat.sub_diag by lia. simpl. unfold g.
      f_equal; apply map_ext_in; intros v Hv; apply M, in_app_iff; auto.
    + intros _ _. apply hoare_ret. cbn [next_value kept]. rewrite N, app_length, Nat.add_1_r. easy.
  - step (fun _ : unit => True).
    { unfold empty_caches. step (fun _ : positive => True); [now apply hoare_gets|]. intros n _.
      destruct (Pos.ltb n 262144); [now apply hoare_ret|]. apply hoare_modify; [|easy].
      modified; unfold find2; intros *; rewrite PMap.gempty; easy. }
    intros _ _. step (fun _ : unit => True); [apply hoare_check_fact|]. intros _ _. now apply hoare_ret.
Qed.

Lemma hoare_check_lines lines : forall games p,
  (forall n, V n = nth n (values_from games lines) zero) -> next_value p = Pos.of_succ_nat (length games) ->
  hoare (check_lines p lines) (fun q => kept q = rev (filter is_kept lines) ++ kept p).
Proof.
  induction lines as [|l lines IH]; intros games p H N; cbn [check_lines]; [now apply hoare_ret|].
  step (fun q => next_value q = Pos.of_succ_nat (length (values_after games l)) /\ kept q = if is_kept l then l :: kept p else kept p).
  { now apply (hoare_check_line p l lines). }
  intros q [Nq Kq]. eapply hoare_weaken; [apply (IH (values_after games l)); [now setoid_rewrite <- values_from_cons|easy]|].
  simpl. intros q' ->. rewrite Kq. destruct (is_kept l); simpl; [now rewrite <- app_assoc|easy].
Qed.

Section Claims.

Variable games : list game.
Hypothesis V_games : forall n, V n = nth n games zero.

Lemma value_in_game v : value_in games v = value_game v.
Proof. unfold value_in, value_game. now rewrite V_games. Qed.

Lemma hoare_sum_lines lines : forall ts v,
  hoare (sum_lines lines ts v) (fun e =>
    eqv (total (fst e) (snd e)) (add (total ts v) (gsum (map (summand games) lines)))).
Proof.
  assert (Z : forall g h, eqv (add g (add zero h)) (add g h)) by (intros; now rewrite zero_add).
  induction lines as [|[|b|z|f w|b h|l r|f cs z r] lines IH]; intros ts v; cbn [sum_lines];
    try (eapply hoare_weaken; [apply IH|]; simpl; intros e ->; now rewrite Z).
  - apply hoare_ret. simpl. now rewrite add_zero.
  - step (fun e => eqv (total (fst e) (snd e)) (clobber b)); [apply hoare_state_of|]. intros [us x] E.
    simpl in E. cbn [fst snd].
    step (fun y => eqv (D y) (add (D v) (D x))); [apply hoare_sum_ids|]. intros y Y.
    eapply hoare_weaken; [apply IH|]. simpl. intros e ->.
    fold (gsum (map (summand games) lines)). rewrite add_assoc. apply add_eqv; [|reflexivity].
    rewrite <- E. unfold Meaning.total. rewrite Y, map_app, gsum_app, (add_comm (D v)), add_swap. apply iso_eqv, add_comm.
  - step (fun x => eqv (D x) (value_game z)); [apply hoare_value_id|]. intros x X.
    step (fun y => eqv (D y) (add (D v) (D x))); [apply hoare_sum_ids|]. intros y Y.
    eapply hoare_weaken; [apply IH|]. simpl. intros e ->.
    fold (gsum (map (summand games) lines)). rewrite add_assoc. apply add_eqv; [|reflexivity].
    unfold Meaning.total. rewrite Y, X, value_in_game. now rewrite add_assoc.
Qed.

Lemma hoare_check_claim ts v l :
  hoare (check_claim ts v l) (fun _ => forall f w, l = Claim f w -> wins w f (total ts v) = true).
Proof.
  destruct l as [|b|z|f []|b h|l r|f cs z r]; cbn [check_claim]; try (apply hoare_ret; intros f' w' [=]).
  - eapply hoare_weaken; [apply hoare_need_fact|]. simpl. intros _ W f' w' [= <- <-]. exact W.
  - step (Forall2 (fun t u => eqv (T u) (neg (T t))) ts).
    { apply hoare_map_m; [grow|]. intros t _. apply (hoare_signed_term D C V true). }
    intros us U. step (fun x => eqv (D x) (neg (D v))); [apply (hoare_signed_id D C V true)|]. intros x X.
    eapply hoare_weaken; [apply hoare_need_fact|]. simpl. intros _ W f' w' [= <- <-].
    assert (E : eqv (terms_sum us) (neg (terms_sum ts))).
    { clear - U. induction U as [|t u ts us H U IH]; simpl; [reflexivity|]. now rewrite H, IH, neg_add. }
    unfold Meaning.total in *. rewrite E, X, <- neg_add, wins_neg, other_other in W. exact W.
Qed.

Lemma hoare_finish p :
  hoare (finish p) (fun _ => forall f w, In (Claim f w) (kept p) -> wins w f (gsum (map (summand games) (kept p))) = true).
Proof.
  unfold finish. step (fun z => D z = zero); [apply hoare_zero_id|]. intros z Z.
  step (fun e => eqv (total (fst e) (snd e)) (gsum (map (summand games) (kept p)))).
  { eapply hoare_weaken; [apply hoare_sum_lines|]. simpl. intros e ->.
    unfold Meaning.total. simpl. now rewrite Z, !zero_add. }
  intros [ts v] E. simpl in E. cbn [fst snd].
  eapply hoare_weaken; [apply hoare_iter_m with (P := fun l => forall f w, l = Claim f w -> wins w f (total ts v) = true)|].
  - grow.
  - intros l. apply hoare_check_claim.
  - simpl. intros _ K f w Hc. rewrite <- E. eapply K; eauto.
Qed.

End Claims.

Lemma sum_kept games lines : iso (gsum (map (summand games) (rev (filter is_kept lines)))) (gsum (map (summand games) lines)).
Proof.
  rewrite (gsum_perm _ _ (Permutation_map (summand games) (Permutation_sym (Permutation_rev (filter is_kept lines))))).
  induction lines as [|l lines IH]; simpl; [reflexivity|].
  destruct l; simpl; rewrite ?zero_add; first [exact IH|apply add_iso; [reflexivity|exact IH]].
Qed.

Lemma hoare_run lines :
  (forall n, V n = nth n (values_of lines) zero) ->
  hoare (run lines) (fun _ => forall f w, In (Claim f w) lines -> wins w f (sum_of lines) = true).
Proof.
  intros H. unfold run.
  step (fun p => next_value p = 2%positive /\ kept p = []).
  { unfold start. step (fun z => D z = zero); [apply hoare_zero_id|]. intros z Z.
    step (fun _ : unit => True); [|intros _ _; now apply hoare_ret].
    apply hoare_modify; [|easy]. intros s _ []. constructor; try assumption.
    intros n v l r E. change (PMap.find (Pos.of_succ_nat n) (PMap.add xH (z, [], []) (values s)) = Some (v, l, r)) in E.
    apply find_add in E as [[N [= -> -> ->]]|E]; [|eauto].
    assert (n = O) as -> by (apply (SuccNat2Pos.inj n O N)).
    rewrite H, Z. unfold values_of. destruct (values_from_app lines [zero]) as (more & ->). simpl. split; reflexivity. }
  intros p [N K]. step (fun q => kept q = rev (filter is_kept lines) ++ kept p).
  { now apply (hoare_check_lines lines [zero]). }
  intros q Kq. rewrite K, app_nil_r in Kq. eapply hoare_weaken; [now apply (hoare_finish (values_of lines))|].
  simpl. rewrite Kq. intros _ W f w Hc. unfold sum_of. rewrite <- sum_kept. apply W.
  rewrite <- in_rev. now apply filter_In.
Qed.

Lemma inv_empty : inv D C V empty_state.
Proof.
  constructor; unfold find2; simpl; intros *; rewrite ?PMap.gempty; easy.
Qed.

End Sound.

(** ** The games of a table *)

Section Table.

Variable table : PM (list positive * list positive).
Hypothesis ordered : forall i e, PMap.find i table = Some e -> forall x, In x (fst e ++ snd e) -> (x < i)%positive.

Fixpoint game_in (n : nat) (i : positive) : game :=
  match n with
  | O => zero
  | S n =>
      match PMap.find i table with
      | Some e => Game (map (game_in n) (fst e)) (map (game_in n) (snd e))
      | None => zero
      end
  end.

Lemma game_in_enough n : forall m i, (Pos.to_nat i <= n)%nat -> (Pos.to_nat i <= m)%nat -> game_in n i = game_in m i.
Proof.
  induction n as [|n IH]; intros m i Hn Hm; [lia|]. destruct m as [|m]; [lia|]. simpl.
  destruct (PMap.find i table) as [e|] eqn:E; [|easy].
  assert (L : forall x, In x (fst e ++ snd e) -> game_in n x = game_in m x).
  { intros x Hx. pose proof (ordered _ _ E _ Hx). apply IH; lia. }
  f_equal; apply map_ext_in; intros x Hx; apply L, in_app_iff; auto.
Qed.

Definition game_of (i : positive) : game := game_in (Pos.to_nat i) i.

Lemma game_of_options i e : PMap.find i table = Some e -> game_of i = Game (map game_of (fst e)) (map game_of (snd e)).
Proof.
  intros E. unfold game_of at 1. destruct (Pos.to_nat i) as [|n] eqn:N; [lia|]. simpl. rewrite E.
  assert (L : forall x, In x (fst e ++ snd e) -> game_in n x = game_of x).
  { intros x Hx. pose proof (ordered _ _ E _ Hx). apply game_in_enough; lia. }
  f_equal; apply map_ext_in; intros x Hx; apply L, in_app_iff; auto.
Qed.

End Table.

(** ** If the checker accepts, the claims are true *)

Theorem check_sound lines :
  check lines = true -> forall first winner, In (Claim first winner) lines -> wins winner first (sum_of lines) = true.
Proof.
  unfold check. destruct (run lines empty_state) as [[u t]|] eqn:R; [|easy]. intros _.
  pose proof (grows_run lines _ _ _ R) as [O _].
  assert (W : forall i e, PMap.find i (games t) = Some e -> forall x, In x (fst e ++ snd e) -> (x < i)%positive).
  { apply O. simpl. intros i e. rewrite PMap.gempty. easy. }
  set (D := game_of (games t)).
  set (C := fun n => match PMap.find n (components t) with Some e => board_of (fst e) | None => [] end).
  set (V := fun n => nth n (values_of lines) zero).
  apply (hoare_run D C V lines (fun n => eq_refl) empty_state u t R).
  - split.
    + intros i e E. now apply game_of_options.
    + intros n e E. unfold C. now rewrite E.
  - apply inv_empty.
Qed.

Print Assumptions check_sound.
