(** * The tables of games and components only grow

    For each calculation of the checker. *)

From Coq Require Import String List Bool ZArith Lia Setoid Morphisms Permutation FMapPositive.
From Dicot Require Import Game Clobber Compact Normal Values Certificate.
Import ListNotations.
Open Scope list_scope.
Open Scope Z_scope.

Lemma grows_zero_id : grows zero_id.
Proof. unfold zero_id. grow. Qed.
#[export] Hint Resolve grows_zero_id : grow.

Lemma grows_component t : grows (component t).
Proof. unfold component. grow. Qed.
#[export] Hint Resolve grows_component : grow.

Lemma grows_signed_term b t : grows (signed_term b t).
Proof. unfold signed_term. grow. Qed.
#[export] Hint Resolve grows_signed_term : grow.

Lemma grows_cancel ts : forall stack, grows (cancel ts stack).
Proof. induction ts; simpl; grow. Qed.
#[export] Hint Resolve grows_cancel : grow.

Lemma grows_normal ts : grows (normal ts).
Proof. unfold normal. grow. Qed.
#[export] Hint Resolve grows_normal : grow.

Lemma grows_get {A} (o : option A) : grows (get o).
Proof. unfold get. grow. Qed.
#[export] Hint Resolve grows_get : grow.

Lemma grows_parts b : grows (parts b).
Proof. unfold parts. grow. Qed.
#[export] Hint Resolve grows_parts : grow.

Lemma grows_sum_components f ps : (forall b, grows (f b)) -> forall v, grows (sum_components f ps v).
Proof. intros H. induction ps as [|[[b n] o] ps IH]; simpl; grow. Qed.

Lemma grows_board_value n : forall b, grows (board_value n b).
Proof.
  pose proof grows_sum_components as G.
  induction n; simpl; grow.
Qed.
#[export] Hint Resolve grows_board_value grows_sum_components : grow.

Lemma grows_list_terms ps : forall ts rest, grows (list_terms ps ts rest).
Proof. induction ps as [|[[b n] o] ps IH]; simpl; grow. Qed.
#[export] Hint Resolve grows_list_terms : grow.

Lemma grows_state_of b : grows (state_of b).
Proof. unfold state_of. grow. Qed.
#[export] Hint Resolve grows_state_of : grow.

Lemma grows_right_states_of t : grows (right_states_of t).
Proof. unfold right_states_of. grow. Qed.
#[export] Hint Resolve grows_right_states_of : grow.

Lemma grows_need_fact f ts v : grows (need_fact f ts v).
Proof. unfold need_fact. grow. Qed.
#[export] Hint Resolve grows_need_fact : grow.

Lemma grows_add_fact f ts v : grows (add_fact f ts v).
Proof. unfold add_fact. grow. Qed.
#[export] Hint Resolve grows_add_fact : grow.

Lemma grows_value_line v : grows (value_line v).
Proof. unfold value_line. grow. Qed.
#[export] Hint Resolve grows_value_line : grow.

Lemma grows_value_id v : grows (value_id v).
Proof. unfold value_id. grow. Qed.
#[export] Hint Resolve grows_value_id : grow.

Lemma grows_iter_m {A} (f : A -> M unit) l : (forall x, grows (f x)) -> grows (iter_m f l).
Proof. intros H. induction l; simpl; grow. Qed.
#[export] Hint Resolve grows_iter_m : grow.

Lemma grows_each {A} (f : list A -> A -> list A -> M unit) l :
  (forall b x a, grows (f b x a)) -> forall before, grows (each f before l).
Proof. intros H. induction l; simpl; grow. Qed.
#[export] Hint Resolve grows_each : grow.

Ltac grow ::=
  repeat (intros; match goal with
  | |- grows (bind _ _) => apply grows_bind
  | |- grows (modify _) => apply grows_modify; split; reflexivity
  | |- grows (match ?x with _ => _ end) => destruct x
  | |- grows (let x := _ in _) => cbv zeta
  | |- grows (map_m _ _) => apply grows_map_m
  | |- grows (iter_m _ _) => apply grows_iter_m
  | |- grows (find_m _ _) => apply grows_find_m
  | |- grows (each _ _ _) => apply grows_each
  | |- grows _ => solve [eauto with grow]
  end).

Lemma grows_need_group f v l : grows (need_group f v l).
Proof. unfold need_group. grow. Qed.
#[export] Hint Resolve grows_need_group : grow.

Lemma grows_need_groups n v : forall l, grows (need_groups n v l).
Proof. induction n; intros [|[d m] l]; simpl; grow. Qed.
#[export] Hint Resolve grows_need_groups : grow.

Lemma grows_check_reason f cs ts z v r : grows (check_reason f cs ts z v r).
Proof. unfold check_reason. destruct f, r; grow. Qed.
#[export] Hint Resolve grows_check_reason : grow.

Lemma grows_check_fact f cs z r : grows (check_fact f cs z r).
Proof. unfold check_fact. grow. Qed.
#[export] Hint Resolve grows_check_fact : grow.

Lemma grows_add_component b own : grows (add_component b own).
Proof.
  intros s a t. unfold add_component. cbv zeta.
  destruct (PMap.find (next_component s) (components s)) eqn:F; [easy|]. intros [= _ <-].
  unfold grows_to; simpl. split; [auto|split; [auto|]]. intros i e E. now apply find_add_new.
Qed.
#[export] Hint Resolve grows_add_component : grow.

Lemma grows_check_component b h : grows (check_component b h).
Proof. unfold check_component. grow. Qed.
#[export] Hint Resolve grows_check_component : grow.

Lemma grows_check_value key l r : grows (check_value key l r).
Proof. unfold check_value. grow. Qed.
#[export] Hint Resolve grows_check_value : grow.

Lemma grows_empty_caches : grows empty_caches.
Proof. unfold empty_caches. grow. Qed.
#[export] Hint Resolve grows_empty_caches : grow.

Lemma grows_check_line p l : grows (check_line p l).
Proof. unfold check_line. destruct l; grow. Qed.
#[export] Hint Resolve grows_check_line : grow.

Lemma grows_check_lines lines : forall p, grows (check_lines p lines).
Proof. induction lines as [|l lines IH]; simpl; grow. Qed.
#[export] Hint Resolve grows_check_lines : grow.

Lemma grows_sum_lines lines : forall ts v, grows (sum_lines lines ts v).
Proof. induction lines as [|[] lines IH]; simpl; grow. Qed.
#[export] Hint Resolve grows_sum_lines : grow.

Lemma grows_check_claim ts v l : grows (check_claim ts v l).
Proof. unfold check_claim. grow. Qed.
#[export] Hint Resolve grows_check_claim : grow.

Lemma grows_start : grows start.
Proof. unfold start. grow. Qed.
#[export] Hint Resolve grows_start : grow.

Lemma grows_finish p : grows (finish p).
Proof. unfold finish. grow. Qed.
#[export] Hint Resolve grows_finish : grow.

Lemma grows_run lines : grows (run lines).
Proof. unfold run. grow. Qed.
