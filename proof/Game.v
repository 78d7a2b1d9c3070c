(** * Short games

    Short games after Conway: a game is given by the options of Left and those of Right. Who cannot move loses. This file defines who wins a
    game, sums, negatives and the order of games, and proves that games are an ordered Abelian group up to equality in value. *)

From Coq Require Import List Bool Permutation Setoid Morphisms.
Import ListNotations.

Inductive player := Left | Right.

Definition other (p : player) : player := match p with Left => Right | Right => Left end.

Definition same (p q : player) : bool :=
  match p, q with Left, Left | Right, Right => true | _, _ => false end.

(** A game: the options of Left, and the options of Right. *)
Inductive game := Game (lefts rights : list game).

(** The options of a player. *)
Definition opts (p : player) (g : game) : list game :=
  match g, p with Game l _, Left => l | Game _ r, Right => r end.

Definition zero : game := Game [] [].

(** Whether [w] wins when [f] moves first. If that is the same player, one move to a win is enough; if not, every move has to lead to one. *)
Fixpoint wins (w f : player) (g : game) {struct g} : bool :=
  match g with
  | Game l r =>
      let moves := match f with Left => l | Right => r end in
      if same w f then existsb (wins w (other f)) moves else forallb (wins w (other f)) moves
  end.

(** The sum: a move is a move in one of the two. *)
Fixpoint add (g : game) : game -> game :=
  fix add_g (h : game) : game :=
    match g, h with
    | Game gl gr, Game hl hr =>
        Game (map (fun x => add x h) gl ++ map add_g hl) (map (fun x => add x h) gr ++ map add_g hr)
    end.

(** The negative: the players are exchanged. *)
Fixpoint neg (g : game) : game :=
  match g with Game l r => Game (map neg r) (map neg l) end.

(** The sum of a list of games. *)
Definition gsum : list game -> game := fold_right add zero.

(** ** Induction and options *)

Lemma game_rect' (P : game -> Prop) :
  (forall g, (forall p x, In x (opts p g) -> P x) -> P g) -> forall g, P g.
Proof.
  intros step.
  assert (all : forall o, Forall P o -> forall x, In x o -> P x) by (intros o; apply Forall_forall).
  fix IH 1. intros [l r]. apply step. intros p x.
  destruct p; simpl; apply all.
  - induction l as [|y l IHl]; constructor; [apply IH|exact IHl].
  - induction r as [|y r IHr]; constructor; [apply IH|exact IHr].
Qed.

Lemma other_other p : other (other p) = p.
Proof. now destruct p. Qed.

Lemma in_opts_add p g h x :
  In x (opts p (add g h)) <->
  (exists y, In y (opts p g) /\ x = add y h) \/ (exists y, In y (opts p h) /\ x = add g y).
Proof.
  assert (E : opts p (add g h) = map (fun y => add y h) (opts p g) ++ map (add g) (opts p h))
    by (destruct g, h, p; reflexivity).
  rewrite E, in_app_iff, !in_map_iff.
  firstorder; subst; eauto.
Qed.

Lemma opts_neg p g : opts p (neg g) = map neg (opts (other p) g).
Proof. now destruct g, p. Qed.

Lemma in_opts_neg p g x :
  In x (opts p (neg g)) <-> exists y, In y (opts (other p) g) /\ x = neg y.
Proof. rewrite opts_neg, in_map_iff. firstorder; subst; eauto. Qed.

(** ** Who wins *)

(** Left wins moving first; Left wins if Right moves first, that is, the game is [>= 0]. *)
Notation lwin g := (wins Left Left g = true).
Notation ge0 g := (wins Left Right g = true).

Lemma wins_same w g : wins w w g = true <-> exists x, In x (opts w g) /\ wins w (other w) x = true.
Proof. destruct w, g; simpl; apply existsb_exists. Qed.

Lemma wins_other w g :
  wins w (other w) g = true <-> forall x, In x (opts (other w) g) -> wins w w x = true.
Proof. destruct w, g; simpl; apply forallb_forall. Qed.

Lemma lwin_iff g : lwin g <-> exists x, In x (opts Left g) /\ ge0 x.
Proof. exact (wins_same Left g). Qed.

Lemma ge0_iff g : ge0 g <-> forall x, In x (opts Right g) -> lwin x.
Proof. exact (wins_other Left g). Qed.

Lemma existsb_ext_in {A} (f g : A -> bool) l :
  (forall x, In x l -> f x = g x) -> existsb f l = existsb g l.
Proof.
  induction l as [|x l IH]; simpl; intros H; [easy|].
  rewrite (H x), IH; auto.
Qed.

Lemma forallb_ext_in {A} (f g : A -> bool) l :
  (forall x, In x l -> f x = g x) -> forallb f l = forallb g l.
Proof.
  induction l as [|x l IH]; simpl; intros H; [easy|].
  rewrite (H x), IH; auto.
Qed.

Lemma existsb_map {A B} (f : B -> bool) (h : A -> B) l : existsb f (map h l) = existsb (fun x => f (h x)) l.
Proof. induction l; simpl; congruence. Qed.

Lemma forallb_map {A B} (f : B -> bool) (h : A -> B) l : forallb f (map h l) = forallb (fun x => f (h x)) l.
Proof. induction l; simpl; congruence. Qed.

(** Exactly one player wins. *)
Theorem determined g : forall w f, wins (other w) f g = negb (wins w f g).
Proof.
  induction g as [g IH] using game_rect'. intros w f. destruct g as [l r].
  assert (Hl : forall w f x, In x l -> wins (other w) f x = negb (wins w f x))
    by (intros; apply (IH Left x); auto).
  assert (Hr : forall w f x, In x r -> wins (other w) f x = negb (wins w f x))
    by (intros; apply (IH Right x); auto).
  clear IH.
  assert (En : forall A (h : A -> bool) o, negb (existsb h o) = forallb (fun x => negb (h x)) o)
    by (intros A h o; induction o as [|y o IHo]; simpl; [easy|]; now rewrite negb_orb, IHo).
  assert (Fn : forall A (h : A -> bool) o, negb (forallb h o) = existsb (fun x => negb (h x)) o)
    by (intros A h o; induction o as [|y o IHo]; simpl; [easy|]; now rewrite negb_andb, IHo).
  destruct w, f; simpl; rewrite ?En, ?Fn;
    first [apply existsb_ext_in | apply forallb_ext_in]; intros x Hx;
    first [exact (Hl Left _ x Hx) | exact (Hl Right _ x Hx) | exact (Hr Left _ x Hx) | exact (Hr Right _ x Hx)].
Qed.

Theorem wins_neg g : forall w f, wins w f (neg g) = wins (other w) (other f) g.
Proof.
  induction g as [g IH] using game_rect'. intros w f. destruct g as [l r].
  pose proof (IH Left) as Hl. pose proof (IH Right) as Hr. simpl in Hl, Hr.
  destruct w, f; simpl; rewrite ?existsb_map, ?forallb_map;
    first [apply existsb_ext_in | apply forallb_ext_in]; intros x Hx;
    first [rewrite (Hl x Hx) | rewrite (Hr x Hx)]; reflexivity.
Qed.

Lemma lwin_neg g : lwin (neg g) <-> ~ ge0 g.
Proof.
  rewrite wins_neg. simpl. change Right with (other Left) at 1. rewrite determined.
  destruct (wins Left Right g); simpl; split; congruence.
Qed.

Lemma ge0_neg g : ge0 (neg g) <-> ~ lwin g.
Proof.
  rewrite wins_neg. simpl. change Right with (other Left) at 1. rewrite determined.
  destruct (wins Left Left g); simpl; split; congruence.
Qed.

(** ** Games that are the same up to the order and repetition of options *)

Inductive iso (g h : game) : Prop :=
  Iso : (forall p x, In x (opts p g) -> exists y, In y (opts p h) /\ iso x y) ->
        (forall p y, In y (opts p h) -> exists x, In x (opts p g) /\ iso x y) -> iso g h.

#[export] Instance iso_equiv : Equivalence iso.
Proof.
  split.
  - intros g. induction g as [g IH] using game_rect'. constructor; eauto.
  - intros g. induction g as [g IH] using game_rect'. intros h [H1 H2]. constructor.
    + intros p x Hx. destruct (H2 p x Hx) as (y & Hy & E). eauto.
    + intros p x Hx. destruct (H1 p x Hx) as (y & Hy & E). eauto.
  - intros g. induction g as [g IH] using game_rect'. intros h k [A1 A2] [B1 B2]. constructor.
    + intros p x Hx. destruct (A1 p x Hx) as (y & Hy & E). destruct (B1 p y Hy) as (z & Hz & F). eauto.
    + intros p z Hz. destruct (B2 p z Hz) as (y & Hy & F). destruct (A2 p y Hy) as (x & Hx & E). eauto.
Qed.

#[export] Instance wins_iso w f : Proper (iso ==> eq) (wins w f).
Proof.
  assert (half : forall g w f h, iso g h -> wins w f g = true -> wins w f h = true).
  { intros g. induction g as [g IH] using game_rect'. intros w' f' h [H1 H2] W.
    assert (C : f' = w' \/ f' = other w') by (destruct f', w'; auto). destruct C as [->| ->].
    - apply wins_same. apply wins_same in W as (x & Hx & W). destruct (H1 _ x Hx) as (y & Hy & E). eauto.
    - apply wins_other. intros y Hy. destruct (H2 _ y Hy) as (x & Hx & E).
      eapply IH; eauto. rewrite wins_other in W. auto. }
  intros g h E. apply eq_true_iff_eq. split; [|symmetry in E]; eauto.
Qed.

Lemma add_comm g h : iso (add g h) (add h g).
Proof.
  revert h. induction g as [g IHg] using game_rect'. intros h. induction h as [h IHh] using game_rect'.
  constructor; intros p x; rewrite in_opts_add; intros [(y & Hy & ->)|(y & Hy & ->)].
  - exists (add h y). split; [apply in_opts_add; eauto|eauto].
  - exists (add y g). split; [apply in_opts_add; eauto|eauto].
  - exists (add g y). split; [apply in_opts_add; eauto|eauto].
  - exists (add y h). split; [apply in_opts_add; eauto|eauto].
Qed.

Lemma add_assoc g h k : iso (add g (add h k)) (add (add g h) k).
Proof.
  revert h k. induction g as [g IHg] using game_rect'. intros h. induction h as [h IHh] using game_rect'.
  intros k. induction k as [k IHk] using game_rect'.
  constructor; intros p x; rewrite in_opts_add.
  - intros [(y & Hy & ->)|(y & Hy & ->)].
    + exists (add (add y h) k). split; [rewrite in_opts_add; left; eexists; rewrite in_opts_add; eauto|eauto].
    + apply in_opts_add in Hy as [(y' & Hy & ->)|(y' & Hy & ->)].
      * exists (add (add g y') k). split; [rewrite in_opts_add; left; eexists; rewrite in_opts_add; eauto|eauto].
      * exists (add (add g h) y'). split; [rewrite in_opts_add; eauto|eauto].
  - intros [(y & Hy & ->)|(y & Hy & ->)].
    + apply in_opts_add in Hy as [(y' & Hy & ->)|(y' & Hy & ->)].
      * exists (add y' (add h k)). split; [rewrite in_opts_add; eauto|eauto].
      * exists (add g (add y' k)). split; [rewrite in_opts_add; right; eexists; rewrite in_opts_add; eauto|eauto].
    + exists (add g (add h y)). split; [rewrite in_opts_add; right; eexists; rewrite in_opts_add; eauto|eauto].
Qed.

Lemma add_zero g : iso (add g zero) g.
Proof.
  induction g as [g IH] using game_rect'. constructor.
  - intros p x. rewrite in_opts_add. intros [(y & Hy & ->)|(y & Hy & ->)]; [eauto|].
    destruct p; destruct Hy.
  - intros p y Hy. exists (add y zero). split; [apply in_opts_add; eauto|eauto].
Qed.

Lemma zero_add g : iso (add zero g) g.
Proof. now rewrite add_comm, add_zero. Qed.

#[export] Instance add_iso : Proper (iso ==> iso ==> iso) add.
Proof.
  intros g. induction g as [g IHg] using game_rect'. intros g' [G1 G2] h.
  induction h as [h IHh] using game_rect'. intros h' [H1 H2].
  assert (G : iso g g') by now constructor. assert (H : iso h h') by now constructor.
  constructor; intros p x; rewrite in_opts_add; intros [(y & Hy & ->)|(y & Hy & ->)].
  - destruct (G1 p y Hy) as (z & Hz & E). exists (add z h'). split; [apply in_opts_add; eauto|eapply IHg; eauto].
  - destruct (H1 p y Hy) as (z & Hz & E). exists (add g' z). split; [apply in_opts_add; eauto|eapply IHh; eauto].
  - destruct (G2 p y Hy) as (z & Hz & E). exists (add z h). split; [apply in_opts_add; eauto|eapply IHg; eauto].
  - destruct (H2 p y Hy) as (z & Hz & E). exists (add g z). split; [apply in_opts_add; eauto|eapply IHh; eauto].
Qed.

Lemma neg_add g h : iso (neg (add g h)) (add (neg g) (neg h)).
Proof.
  revert h. induction g as [g IHg] using game_rect'. intros h. induction h as [h IHh] using game_rect'.
  constructor; intros p x.
  - rewrite in_opts_neg. intros (y & Hy & ->). apply in_opts_add in Hy as [(z & Hz & ->)|(z & Hz & ->)].
    + exists (add (neg z) (neg h)). split; [|eauto]. apply in_opts_add. left. eexists. rewrite in_opts_neg. eauto.
    + exists (add (neg g) (neg z)). split; [|eauto]. apply in_opts_add. right. eexists. rewrite in_opts_neg. eauto.
  - rewrite in_opts_add. intros [(y & Hy & ->)|(y & Hy & ->)]; apply in_opts_neg in Hy as (z & Hz & ->).
    + exists (neg (add z h)). split; [|eauto]. apply in_opts_neg. eexists. rewrite in_opts_add. eauto.
    + exists (neg (add g z)). split; [|eauto]. apply in_opts_neg. eexists. rewrite in_opts_add. eauto.
Qed.

Lemma neg_neg g : neg (neg g) = g.
Proof.
  induction g as [g IH] using game_rect'. destruct g as [l r]. simpl. rewrite !map_map. f_equal.
  - rewrite <- (map_id l) at 2. apply map_ext_in. intros x. apply (IH Left).
  - rewrite <- (map_id r) at 2. apply map_ext_in. intros x. apply (IH Right).
Qed.

#[export] Instance neg_iso : Proper (iso ==> iso) neg.
Proof.
  intros g. induction g as [g IH] using game_rect'. intros h [H1 H2].
  constructor; intros p x; rewrite in_opts_neg; intros (y & Hy & ->).
  - destruct (H1 _ _ Hy) as (z & Hz & E). exists (neg z). split; [apply in_opts_neg; eauto|eapply IH; eauto].
  - destruct (H2 _ _ Hy) as (z & Hz & E). exists (neg z). split; [apply in_opts_neg; eauto|eapply IH; eauto].
Qed.

(** ** Sums of games that Left wins *)

(** A sum of games [>= 0] is [>= 0]; with one that Left wins moving first, she wins the sum moving first. *)
Lemma add_wins g : forall h,
  (ge0 g -> ge0 h -> ge0 (add g h)) /\ (lwin g -> ge0 h -> lwin (add g h)) /\ (ge0 g -> lwin h -> lwin (add g h)).
Proof.
  induction g as [g IHg] using game_rect'. intros h. induction h as [h IHh] using game_rect'.
  split; [|split].
  - intros G H. apply ge0_iff. intros x. rewrite in_opts_add. intros [(y & Hy & ->)|(y & Hy & ->)].
    + destruct (IHg _ _ Hy h) as (_ & W & _). rewrite ge0_iff in G. auto.
    + destruct (IHh _ _ Hy) as (_ & _ & W). rewrite ge0_iff in H. auto.
  - rewrite (lwin_iff g). intros (y & Hy & G) H. apply lwin_iff. exists (add y h).
    split; [apply in_opts_add; eauto|]. now apply (IHg _ _ Hy).
  - intros G. rewrite (lwin_iff h). intros (y & Hy & H). apply lwin_iff. exists (add g y).
    split; [apply in_opts_add; eauto|]. now apply (IHh _ _ Hy).
Qed.

Lemma ge0_add g h : ge0 g -> ge0 h -> ge0 (add g h).
Proof. apply add_wins. Qed.

Lemma lwin_add g h : lwin g -> ge0 h -> lwin (add g h).
Proof. apply add_wins. Qed.

Lemma ge0_zero : ge0 zero.
Proof. reflexivity. Qed.

Lemma ge0_gsum l : (forall g, In g l -> ge0 g) -> ge0 (gsum l).
Proof. induction l; simpl; [reflexivity|]. intros H. apply ge0_add; auto. Qed.

(** [G - G >= 0]: every move is mirrored. *)
Lemma ge0_sub_self g : ge0 (add g (neg g)).
Proof.
  induction g as [g IH] using game_rect'. apply ge0_iff. intros x.
  rewrite in_opts_add. intros [(y & Hy & ->)|(z & Hz & ->)]; apply lwin_iff.
  - exists (add y (neg y)). split; [|eauto]. apply in_opts_add. right. exists (neg y).
    split; [apply in_opts_neg; now exists y|easy].
  - apply in_opts_neg in Hz as (y & Hy & ->).
    exists (add y (neg y)). split; [|eauto]. apply in_opts_add. left. eauto.
Qed.

Lemma le0_sub_self g : ge0 (neg (add g (neg g))).
Proof. rewrite neg_add, neg_neg, add_comm. apply ge0_sub_self. Qed.

(** What is [<= 0] can be left out. *)
Lemma ge0_drop x z : ge0 (neg z) -> ge0 (add x z) -> ge0 x.
Proof.
  intros Z S. destruct (wins Left Right x) eqn:X; [easy|exfalso].
  assert (N : lwin (neg x)) by (apply lwin_neg; congruence).
  pose proof (lwin_add _ _ N Z) as W. rewrite <- neg_add in W. now apply lwin_neg in W.
Qed.

Lemma lwin_drop x z : ge0 (neg z) -> lwin (add x z) -> lwin x.
Proof.
  intros Z S. destruct (wins Left Left x) eqn:X; [easy|exfalso].
  assert (N : ge0 (neg x)) by (apply ge0_neg; congruence).
  pose proof (ge0_add _ _ N Z) as W. rewrite <- neg_add in W. now apply ge0_neg in W.
Qed.

(** ** The order, and equality in value *)

Definition le (g h : game) : Prop := ge0 (add h (neg g)).
Definition eqv (g h : game) : Prop := le g h /\ le h g.

Lemma add_swap a b c d : iso (add (add a b) (add c d)) (add (add a c) (add b d)).
Proof. now rewrite <- !add_assoc, (add_assoc b c d), (add_comm b c), <- !add_assoc. Qed.

#[export] Instance le_iso : Proper (iso ==> iso ==> iff) le.
Proof. intros g g' G h h' H. unfold le. now rewrite G, H. Qed.

Lemma iso_le g h : iso g h -> le g h.
Proof. intros E. unfold le. rewrite E. apply ge0_sub_self. Qed.

#[export] Instance le_preorder : PreOrder le.
Proof.
  split.
  - intros g. apply ge0_sub_self.
  - intros g h k A B. unfold le in *. apply (ge0_drop _ (add h (neg h))).
    + apply le0_sub_self.
    + rewrite add_swap, (add_comm k h), add_swap. now apply ge0_add.
Qed.

#[export] Instance eqv_equiv : Equivalence eqv.
Proof.
  split.
  - intros g. split; reflexivity.
  - intros g h [A B]. now split.
  - intros g h k [A B] [C D]. split; etransitivity; eauto.
Qed.

#[export] Instance le_eqv : Proper (eqv ==> eqv ==> iff) le.
Proof.
  intros g g' [A B] h h' [C D]. split; intros H.
  - etransitivity; [exact B|]. etransitivity; [exact H|exact C].
  - etransitivity; [exact A|]. etransitivity; [exact H|exact D].
Qed.

Lemma iso_eqv g h : iso g h -> eqv g h.
Proof. intros E. split; [|symmetry in E]; now apply iso_le. Qed.

#[export] Instance iso_eqv_sub : subrelation iso eqv.
Proof. exact iso_eqv. Qed.

Lemma add_le g g' h h' : le g g' -> le h h' -> le (add g h) (add g' h').
Proof. unfold le. intros A B. rewrite neg_add, add_swap. now apply ge0_add. Qed.

#[export] Instance add_eqv : Proper (eqv ==> eqv ==> eqv) add.
Proof. intros g g' [A B] h h' [C D]. split; now apply add_le. Qed.

Lemma neg_le g h : le g h -> le (neg h) (neg g).
Proof. unfold le. rewrite neg_neg. now rewrite add_comm. Qed.

#[export] Instance neg_eqv : Proper (eqv ==> eqv) neg.
Proof. intros g h [A B]. split; now apply neg_le. Qed.

Lemma sub_self g : eqv (add g (neg g)) zero.
Proof.
  split; unfold le.
  - rewrite add_comm. rewrite add_zero. apply le0_sub_self.
  - change (neg zero) with zero. rewrite add_zero. apply ge0_sub_self.
Qed.

(** A fact about a game holds for the greater ones. *)
Lemma ge0_le g h : le g h -> ge0 g -> ge0 h.
Proof.
  intros L G. apply (ge0_drop _ (add g (neg g))); [apply le0_sub_self|].
  rewrite (add_comm g), add_assoc. now apply ge0_add.
Qed.

Lemma lwin_le g h : le g h -> lwin g -> lwin h.
Proof.
  intros L G. apply (lwin_drop _ (add g (neg g))); [apply le0_sub_self|].
  rewrite (add_comm g), add_assoc, add_comm. now apply lwin_add.
Qed.

(** Equal games are won by the same player. *)
#[export] Instance wins_eqv w f : Proper (eqv ==> eq) (wins w f).
Proof.
  assert (L : forall f g h, eqv g h -> wins Left f g = wins Left f h).
  { intros f' g h [A B]. apply eq_true_iff_eq. destruct f'; split; now (apply lwin_le || apply ge0_le). }
  intros g h E. destruct w; [now apply L|]. change (wins (other Left) f g = wins (other Left) f h).
  rewrite !determined. f_equal. now apply L.
Qed.

Lemma le_zero_l g : le zero g <-> ge0 g.
Proof. unfold le. change (neg zero) with zero. now rewrite add_zero. Qed.

Lemma le_zero_r g : le g zero <-> ~ lwin g.
Proof. unfold le. rewrite zero_add. apply ge0_neg. Qed.

(** [G <= H] if and only if no Left option of [G] is [>= H] and no Right option of [H] is [<= G]. *)
Theorem le_options g h :
  le g h <-> (forall x, In x (opts Left g) -> ~ le h x) /\ (forall y, In y (opts Right h) -> ~ le y g).
Proof.
  assert (N : forall a b, lwin (add b (neg a)) <-> ~ le b a).
  { intros a b. unfold le. rewrite <- lwin_neg. now rewrite neg_add, neg_neg, add_comm. }
  unfold le at 1. rewrite ge0_iff. split.
  - intros H. split.
    + intros x Hx. apply N. apply H. apply in_opts_add. right. exists (neg x).
      split; [apply in_opts_neg; now exists x|easy].
    + intros y Hy. apply N. apply H. apply in_opts_add. eauto.
  - intros [A B] x. rewrite in_opts_add. intros [(y & Hy & ->)|(y & Hy & ->)].
    + apply N. auto.
    + apply in_opts_neg in Hy as (z & Hz & ->). apply N. now apply A.
Qed.

(** Games with equal options are equal. *)
Lemma eqv_options g h :
  (forall p x, In x (opts p g) -> exists y, In y (opts p h) /\ eqv x y) ->
  (forall p y, In y (opts p h) -> exists x, In x (opts p g) /\ eqv x y) -> eqv g h.
Proof.
  assert (not_ge : forall a x, In x (opts Left a) -> ~ le a x).
  { intros a x Hx E. apply le_options in E as [E _]. now apply (E x Hx). }
  assert (not_le : forall a x, In x (opts Right a) -> ~ le x a).
  { intros a x Hx E. apply le_options in E as [_ E]. now apply (E x Hx). }
  intros A B. split; apply le_options; split; intros x Hx.
  - destruct (A _ _ Hx) as (y & Hy & E). rewrite E. eauto.
  - destruct (B _ _ Hx) as (y & Hy & E). rewrite <- E. eauto.
  - destruct (B _ _ Hx) as (y & Hy & E). rewrite <- E. eauto.
  - destruct (A _ _ Hx) as (y & Hy & E). rewrite E. eauto.
Qed.

(** ** Sums of lists *)

Lemma gsum_app l m : iso (gsum (l ++ m)) (add (gsum l) (gsum m)).
Proof.
  induction l; simpl; [now rewrite zero_add|]. now rewrite IHl, add_assoc.
Qed.

Lemma gsum_perm l m : Permutation l m -> iso (gsum l) (gsum m).
Proof.
  induction 1; simpl.
  - reflexivity.
  - now rewrite IHPermutation.
  - now rewrite !add_assoc, (add_comm x y).
  - etransitivity; eauto.
Qed.

Lemma in_opts_gsum p l x :
  In x (opts p (gsum l)) ->
  exists a g b y, l = a ++ g :: b /\ In y (opts p g) /\ iso x (gsum (a ++ y :: b)).
Proof.
  revert x. induction l as [|g l IH]; simpl; intros x Hx.
  - destruct p; destruct Hx.
  - apply in_opts_add in Hx as [(y & Hy & ->)|(y & Hy & ->)].
    + exists [], g, l, y. split; [easy|]. split; [easy|]. reflexivity.
    + destruct (IH _ Hy) as (a & h & b & z & -> & Hz & E). exists (g :: a), h, b, z.
      split; [easy|]. split; [easy|]. simpl. now rewrite E.
Qed.

Lemma opts_gsum_in p a g b y :
  In y (opts p g) -> exists x, In x (opts p (gsum (a ++ g :: b))) /\ iso x (gsum (a ++ y :: b)).
Proof.
  intros Hy. induction a as [|h a (x & Hx & E)]; simpl.
  - exists (add y (gsum b)). split; [apply in_opts_add; eauto|reflexivity].
  - exists (add h x). split; [apply in_opts_add; eauto|now rewrite E].
Qed.
