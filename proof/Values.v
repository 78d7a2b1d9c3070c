(** * Values

    The state of the checker, and its calculations with values: games are interned, that is, numbered so that games with the same options have
    the same number, and comparisons, sums, negatives and canonical forms are cached.

    The proofs are about the games that the numbers denote. They are given by a function [D] which fits the table of games of the *last* state:
    as the table only grows, it fits all earlier ones too. *)

From Coq Require Import String List Bool ZArith Lia Setoid FMapPositive.
From Dicot Require Import Game Clobber Compact Normal.
Import ListNotations.
Open Scope list_scope.

Module PMap := PositiveMap.
Notation PM := PositiveMap.t.

Record state := State {
  (** The options of each game by its number: numbers below its own. *)
  games : PM (list positive * list positive);
  (** The number of the next game. *)
  next : positive;
  (** The number of a game by the key of its options. *)
  numbers : trie positive;
  (** The number of results in the caches that are emptied when they are full: comparisons, sums, and states after moves. *)
  cached : positive;
  (** Cached results of comparisons. *)
  order : PM (PM bool);
  (** Cached sums. *)
  sums : PM (PM positive);
  (** Cached negatives. *)
  negatives : PM positive;
  (** Cached canonical forms of games with canonical options. *)
  forms : PM positive;
  (** Each listed component as a string, and whether it is known to be its own negative. *)
  components : PM (string * bool);
  (** The number of the next component. *)
  next_component : positive;
  (** The normalized boards that are listed and their terms, by the key of the board. *)
  terms : trie (string * string);
  (** The normalized boards that were replaced by their values, which must not be listed later. *)
  replaced : trie string;
  (** The values of normalized boards. *)
  board_values : trie (string * positive);
  (** Cached states after Right's moves in a term, by the key of the term. *)
  right_states : PM (Z * list (list Z * positive));
  (** The sums of terms and a value that are proved to be won by Left moving first, by the key of the terms. *)
  wins_facts : PM (list (string * positive));
  (** The sums of terms and a value that are proved to be [>= 0], by the key of the terms. *)
  ge0_facts : PM (list (string * positive));
  (** The game of each value, and its options as its line has them, by number plus one. *)
  values : PM (positive * list positive * list positive)
}.

Definition set_games x s := State x (next s) (numbers s) (cached s) (order s) (sums s) (negatives s) (forms s) (components s) (next_component s) (terms s) (replaced s) (board_values s) (right_states s) (wins_facts s) (ge0_facts s) (values s).
Definition set_next x s := State (games s) x (numbers s) (cached s) (order s) (sums s) (negatives s) (forms s) (components s) (next_component s) (terms s) (replaced s) (board_values s) (right_states s) (wins_facts s) (ge0_facts s) (values s).
Definition set_numbers x s := State (games s) (next s) x (cached s) (order s) (sums s) (negatives s) (forms s) (components s) (next_component s) (terms s) (replaced s) (board_values s) (right_states s) (wins_facts s) (ge0_facts s) (values s).
Definition set_cached x s := State (games s) (next s) (numbers s) x (order s) (sums s) (negatives s) (forms s) (components s) (next_component s) (terms s) (replaced s) (board_values s) (right_states s) (wins_facts s) (ge0_facts s) (values s).
Definition set_order x s := State (games s) (next s) (numbers s) (Pos.succ (cached s)) x (sums s) (negatives s) (forms s) (components s) (next_component s) (terms s) (replaced s) (board_values s) (right_states s) (wins_facts s) (ge0_facts s) (values s).
Definition set_sums x s := State (games s) (next s) (numbers s) (Pos.succ (cached s)) (order s) x (negatives s) (forms s) (components s) (next_component s) (terms s) (replaced s) (board_values s) (right_states s) (wins_facts s) (ge0_facts s) (values s).
Definition set_negatives x s := State (games s) (next s) (numbers s) (cached s) (order s) (sums s) x (forms s) (components s) (next_component s) (terms s) (replaced s) (board_values s) (right_states s) (wins_facts s) (ge0_facts s) (values s).
Definition set_forms x s := State (games s) (next s) (numbers s) (cached s) (order s) (sums s) (negatives s) x (components s) (next_component s) (terms s) (replaced s) (board_values s) (right_states s) (wins_facts s) (ge0_facts s) (values s).
Definition set_components x s := State (games s) (next s) (numbers s) (cached s) (order s) (sums s) (negatives s) (forms s) x (next_component s) (terms s) (replaced s) (board_values s) (right_states s) (wins_facts s) (ge0_facts s) (values s).
Definition set_next_component x s := State (games s) (next s) (numbers s) (cached s) (order s) (sums s) (negatives s) (forms s) (components s) x (terms s) (replaced s) (board_values s) (right_states s) (wins_facts s) (ge0_facts s) (values s).
Definition set_terms x s := State (games s) (next s) (numbers s) (cached s) (order s) (sums s) (negatives s) (forms s) (components s) (next_component s) x (replaced s) (board_values s) (right_states s) (wins_facts s) (ge0_facts s) (values s).
Definition set_replaced x s := State (games s) (next s) (numbers s) (cached s) (order s) (sums s) (negatives s) (forms s) (components s) (next_component s) (terms s) x (board_values s) (right_states s) (wins_facts s) (ge0_facts s) (values s).
Definition set_board_values x s := State (games s) (next s) (numbers s) (cached s) (order s) (sums s) (negatives s) (forms s) (components s) (next_component s) (terms s) (replaced s) x (right_states s) (wins_facts s) (ge0_facts s) (values s).
Definition set_right_states x s := State (games s) (next s) (numbers s) (Pos.succ (cached s)) (order s) (sums s) (negatives s) (forms s) (components s) (next_component s) (terms s) (replaced s) (board_values s) x (wins_facts s) (ge0_facts s) (values s).
Definition set_wins_facts x s := State (games s) (next s) (numbers s) (cached s) (order s) (sums s) (negatives s) (forms s) (components s) (next_component s) (terms s) (replaced s) (board_values s) (right_states s) x (ge0_facts s) (values s).
Definition set_ge0_facts x s := State (games s) (next s) (numbers s) (cached s) (order s) (sums s) (negatives s) (forms s) (components s) (next_component s) (terms s) (replaced s) (board_values s) (right_states s) (wins_facts s) x (values s).
Definition set_values x s := State (games s) (next s) (numbers s) (cached s) (order s) (sums s) (negatives s) (forms s) (components s) (next_component s) (terms s) (replaced s) (board_values s) (right_states s) (wins_facts s) (ge0_facts s) x.

Definition empty_state : state :=
  State (PMap.empty _) 1 Empty 1 (PMap.empty _) (PMap.empty _) (PMap.empty _) (PMap.empty _) (PMap.empty _) 1 Empty Empty Empty (PMap.empty _) (PMap.empty _) (PMap.empty _) (PMap.empty _).

(** ** Calculations that change the state and can fail *)

Definition M (A : Type) : Type := state -> option (A * state).

Definition ret {A} (a : A) : M A := fun s => Some (a, s).
Definition fail {A} : M A := fun _ => None.
Definition bind {A B} (m : M A) (f : A -> M B) : M B :=
  fun s => match m s with Some (a, s) => f a s | None => None end.
Definition gets {A} (f : state -> A) : M A := fun s => Some (f s, s).
Definition modify (f : state -> state) : M unit := fun s => Some (tt, f s).

Notation "x <- m ; k" := (bind m (fun x => k)) (at level 100, m at next level, right associativity).
Notation "m ;; k" := (bind m (fun _ => k)) (at level 100, right associativity).

Definition need (b : bool) : M unit := if b then ret tt else fail.

Fixpoint map_m {A B} (f : A -> M B) (l : list A) : M (list B) :=
  match l with
  | [] => ret []
  | x :: l => y <- f x; ys <- map_m f l; ret (y :: ys)
  end.

Fixpoint all_m {A} (f : A -> M bool) (l : list A) : M bool :=
  match l with
  | [] => ret true
  | x :: l => b <- f x; if b then all_m f l else ret false
  end.

Fixpoint find_m {A} (f : A -> M bool) (l : list A) : M (option A) :=
  match l with
  | [] => ret None
  | x :: l => b <- f x; if b then ret (Some x) else find_m f l
  end.

Fixpoint filter_m {A} (f : A -> M bool) (l : list A) : M (list A) :=
  match l with
  | [] => ret []
  | x :: l => b <- f x; l <- filter_m f l; ret (if b then x :: l else l)
  end.

(** ** Maps of two keys, and keys of lists *)

Definition find2 {A} (g h : positive) (m : PM (PM A)) : option A :=
  match PMap.find g m with Some row => PMap.find h row | None => None end.

Definition add2 {A} (g h : positive) (x : A) (m : PM (PM A)) : PM (PM A) :=
  PMap.add g (PMap.add h x (match PMap.find g m with Some row => row | None => PMap.empty _ end)) m.

(** The key of a list is that of a trie: each number in groups of three bits, with a bit before each that says whether more follow. What is found by a
    key is compared, so that no proof relies on different lists having different keys. *)
Fixpoint push (p key : positive) : positive :=
  match p with
  | xO (xO (xO p)) => xI (xO (xO (xO (push p key))))
  | xO (xO (xI p)) => xI (xO (xO (xI (push p key))))
  | xO (xI (xO p)) => xI (xO (xI (xO (push p key))))
  | xO (xI (xI p)) => xI (xO (xI (xI (push p key))))
  | xI (xO (xO p)) => xI (xI (xO (xO (push p key))))
  | xI (xO (xI p)) => xI (xI (xO (xI (push p key))))
  | xI (xI (xO p)) => xI (xI (xI (xO (push p key))))
  | xI (xI (xI p)) => xI (xI (xI (xI (push p key))))
  | xO (xO xH) => xO (xO (xO (xI key)))
  | xO (xI xH) => xO (xO (xI (xI key)))
  | xI (xO xH) => xO (xI (xO (xI key)))
  | xI (xI xH) => xO (xI (xI (xI key)))
  | xO xH => xO (xO (xI (xO key)))
  | xI xH => xO (xI (xI (xO key)))
  | xH => xO (xI (xO (xO key)))
  end.

(** The last [n] bits of [h], and then [key]. *)
Fixpoint with_hash (n : nat) (h : positive) (key : positive) : positive :=
  match n, h with
  | O, _ => key
  | S n, xO h => xO (with_hash n h key)
  | S n, xI h => xI (with_hash n h key)
  | S n, xH => xI (with_hash n xH key)
  end.

(** The key of options in a trie. It begins with a hash, which makes the keys differ early. No key begins with another. *)
Definition options_key (l r : list positive) : positive :=
  let hash l h := fold_left (fun h x => Pos.add x (xO h)) l h in
  let list_key l key := fold_right push (xO (xO (xO (xO key)))) l in
  with_hash 20 (hash r (xI (hash l xH))) (list_key l (list_key r xH)).

Fixpoint list_eqb {A} (eqb : A -> A -> bool) (l m : list A) : bool :=
  match l, m with
  | [], [] => true
  | x :: l, y :: m => eqb x y && list_eqb eqb l m
  | _, _ => false
  end.

(** ** Calculations with values *)

Definition options_of (g : positive) : M (list positive * list positive) :=
  e <- gets (fun s => PMap.find g (games s));
  match e with Some e => ret e | None => fail end.

Fixpoint insert (x : positive) (l : list positive) : list positive :=
  match l with
  | [] => [x]
  | y :: l' => match Pos.compare x y with Lt => x :: l | Eq => l | Gt => y :: insert x l' end
  end.

Definition sort_ids (l : list positive) : list positive := fold_right insert [] l.

Definition game_key (games : PM (list positive * list positive)) (g : positive) : positive :=
  match PMap.find g games with Some (l, r) => options_key l r | None => xH end.

(** Adds a game to the table. *)
Definition add_game (key : positive) (l r : list positive) : M positive :=
  fun s =>
    let g := next s in
    match PMap.find g (games s) with
    | Some _ => None
    | None =>
        if forallb (fun x => Pos.ltb x g) l && forallb (fun x => Pos.ltb x g) r
        then Some (g, set_games (PMap.add g (l, r) (games s))
                        (set_next (Pos.succ g) (set_numbers (insert_at (game_key (games s)) key g (numbers s)) s)))
        else None
    end.

(** The number of a game with sorted options. *)
Definition intern (l r : list positive) : M positive :=
  let key := options_key l r in
  k <- gets (fun s => lookup key (numbers s));
  match k with
  | Some g =>
      e <- options_of g;
      if list_eqb Pos.eqb (fst e) l && list_eqb Pos.eqb (snd e) r then ret g else add_game key l r
  | None => add_game key l r
  end.

(** Whether [g <= h]: no Left option of [g] is [>= h], and no Right option of [h] is [<= g]. *)
Fixpoint le_m (n : nat) (g h : positive) : M bool :=
  match n with
  | O => fail
  | S n =>
      if Pos.eqb g h then ret true else
      k <- gets (fun s => find2 g h (order s));
      match k with
      | Some b => ret b
      | None =>
          eg <- options_of g;
          eh <- options_of h;
          a <- all_m (fun x => b <- le_m n h x; ret (negb b)) (fst eg);
          b <- (if a then all_m (fun y => b <- le_m n y g; ret (negb b)) (snd eh) else ret false);
          modify (fun s => set_order (add2 g h b (order s)) s);;
          ret b
      end
  end.

(** More moves in a row than this are refused. *)
Definition depth : nat := Pos.to_nat 20000.
#[global] Opaque depth.

Definition le_ids (g h : positive) : M bool := le_m depth g h.

Definition side (p : player) (e : list positive * list positive) : list positive :=
  match p with Left => fst e | Right => snd e end.

(** Whether a player [p] prefers [h] to [g], or both are equal. *)
Definition worse (p : player) (g h : positive) : M bool :=
  match p with Left => le_ids g h | Right => le_ids h g end.

(** The options of a player without reversible ones, which are replaced by the options after the answer. *)
Fixpoint bypass (n : nat) (p : player) (whole : positive) (todo kept : list positive) : M (list positive) :=
  match n, todo with
  | O, _ => fail
  | _, [] => ret kept
  | S n, o :: todo =>
      e <- options_of o;
      answer <- find_m (fun a => worse p a whole) (side (other p) e);
      match answer with
      | Some a => e <- options_of a; bypass n p whole (side p e ++ todo) kept
      | None => bypass n p whole todo (insert o kept)
      end
  end.

Definition undominated (p : player) (l : list positive) : M (list positive) :=
  filter_m (fun g =>
    better <- find_m (fun h => if Pos.eqb h g then ret false else worse p g h) l;
    ret (match better with Some _ => false | None => true end)) l.

(** The canonical form of a game with canonical options. That it is equal to the game is compared, so that nothing has to be proved about what
    is left out. *)
Definition simplest (l r : list positive) : M positive :=
  whole <- intern (sort_ids l) (sort_ids r);
  k <- gets (fun s => PMap.find whole (forms s));
  match k with
  | Some f => ret f
  | None =>
      l <- bypass depth Left whole (sort_ids l) [];
      l <- undominated Left l;
      r <- bypass depth Right whole (sort_ids r) [];
      r <- undominated Right r;
      f <- intern l r;
      a <- le_ids f whole;
      b <- le_ids whole f;
      need (a && b);;
      modify (fun s => set_forms (PMap.add whole f (forms s)) s);;
      ret f
  end.

Fixpoint sum_m (n : nat) (g h : positive) : M positive :=
  match n with
  | O => fail
  | S n =>
      k <- gets (fun s => find2 g h (sums s));
      match k with
      | Some x => ret x
      | None =>
          eg <- options_of g;
          eh <- options_of h;
          l <- map_m (fun o => sum_m n o h) (fst eg);
          l' <- map_m (fun o => sum_m n g o) (fst eh);
          r <- map_m (fun o => sum_m n o h) (snd eg);
          r' <- map_m (fun o => sum_m n g o) (snd eh);
          x <- simplest (l ++ l') (r ++ r');
          modify (fun s => set_sums (add2 g h x (sums s)) s);;
          ret x
      end
  end.

(** The sum of games of which the first has the smaller number. Only the game 0, which has the smallest number, has no options. *)
Definition sum_in_order (g h : positive) : M positive :=
  e <- options_of g;
  match e with ([], []) => ret h | _ => sum_m depth g h end.

Definition sum_ids (g h : positive) : M positive :=
  if Pos.leb g h then sum_in_order g h else sum_in_order h g.

Fixpoint neg_m (n : nat) (g : positive) : M positive :=
  match n with
  | O => fail
  | S n =>
      k <- gets (fun s => PMap.find g (negatives s));
      match k with
      | Some x => ret x
      | None =>
          e <- options_of g;
          l <- map_m (neg_m n) (snd e);
          r <- map_m (neg_m n) (fst e);
          x <- intern (sort_ids l) (sort_ids r);
          modify (fun s => set_negatives (PMap.add g x (negatives s)) s);;
          ret x
      end
  end.

Definition signed_id (negate : bool) (g : positive) : M positive :=
  if negate then neg_m depth g else ret g.

(** ** The table of games only grows *)

Definition grows_to (s t : state) : Prop :=
  ((forall i e, PMap.find i (games s) = Some e -> forall x, In x (fst e ++ snd e) -> (x < i)%positive) ->
   (forall i e, PMap.find i (games t) = Some e -> forall x, In x (fst e ++ snd e) -> (x < i)%positive)) /\
  (forall i e, PMap.find i (games s) = Some e -> PMap.find i (games t) = Some e) /\
  (forall i e, PMap.find i (components s) = Some e -> PMap.find i (components t) = Some e).

Definition grows {A} (m : M A) : Prop := forall s a t, m s = Some (a, t) -> grows_to s t.

Lemma grows_to_refl s : grows_to s s.
Proof. split; [|split]; auto. Qed.

Lemma grows_to_trans s t u : grows_to s t -> grows_to t u -> grows_to s u.
Proof. intros (A & B & C) (A' & B' & C'). split; [intros H; apply A', A, H|split; eauto]. Qed.

Lemma grows_ret {A} (a : A) : grows (ret a).
Proof. intros s b t [= _ <-]. apply grows_to_refl. Qed.

Lemma grows_fail {A} : grows (@fail A).
Proof. intros s b t [=]. Qed.

Lemma grows_bind {A B} (m : M A) (f : A -> M B) : grows m -> (forall a, grows (f a)) -> grows (bind m f).
Proof.
  intros Hm Hf s b u. unfold bind. destruct (m s) as [[a t]|] eqn:E; [|easy]. intros F.
  eapply grows_to_trans; [eapply Hm; eauto|eapply Hf; eauto].
Qed.

Lemma grows_gets {A} (f : state -> A) : grows (gets f).
Proof. intros s b t [= _ <-]. apply grows_to_refl. Qed.

Lemma grows_modify f : (forall s, games (f s) = games s /\ components (f s) = components s) -> grows (modify f).
Proof. intros H s b t [= _ <-]. unfold grows_to. destruct (H s) as [-> ->]. split; [|split]; auto. Qed.

Lemma grows_need b : grows (need b).
Proof. destruct b; [apply grows_ret|apply grows_fail]. Qed.

Lemma grows_map_m {A B} (f : A -> M B) l : (forall x, grows (f x)) -> grows (map_m f l).
Proof.
  intros H. induction l; simpl; [apply grows_ret|].
  apply grows_bind; [auto|]. intros y. apply grows_bind; [auto|]. intros ys. apply grows_ret.
Qed.

Lemma grows_all_m {A} (f : A -> M bool) l : (forall x, grows (f x)) -> grows (all_m f l).
Proof.
  intros H. induction l; simpl; [apply grows_ret|].
  apply grows_bind; [auto|]. intros []; [auto|apply grows_ret].
Qed.

Lemma grows_find_m {A} (f : A -> M bool) l : (forall x, grows (f x)) -> grows (find_m f l).
Proof.
  intros H. induction l; simpl; [apply grows_ret|].
  apply grows_bind; [auto|]. intros []; [apply grows_ret|auto].
Qed.

Lemma grows_filter_m {A} (f : A -> M bool) l : (forall x, grows (f x)) -> grows (filter_m f l).
Proof.
  intros H. induction l; simpl; [apply grows_ret|].
  apply grows_bind; [auto|]. intros b. apply grows_bind; [auto|]. intros m. apply grows_ret.
Qed.

#[export] Hint Resolve grows_ret grows_fail grows_gets grows_need grows_to_refl : grow.
#[export] Hint Resolve grows_map_m grows_all_m grows_find_m grows_filter_m : grow.

Ltac grow :=
  repeat (intros; match goal with
  | |- grows (bind _ _) => apply grows_bind
  | |- grows (modify _) => apply grows_modify; split; reflexivity
  | |- grows (match ?x with _ => _ end) => destruct x
  | |- grows (let x := _ in _) => cbv zeta
  | |- grows (map_m _ _) => apply grows_map_m
  | |- grows (all_m _ _) => apply grows_all_m
  | |- grows (find_m _ _) => apply grows_find_m
  | |- grows (filter_m _ _) => apply grows_filter_m
  | |- grows _ => solve [eauto with grow]
  end).

Lemma find_add {A} k k' (v x : A) m :
  PMap.find k (PMap.add k' v m) = Some x -> (k = k' /\ x = v) \/ PMap.find k m = Some x.
Proof.
  destruct (Pos.eq_dec k k') as [->|N].
  - rewrite PMap.gss. intros [= ->]. auto.
  - rewrite PMap.gso by easy. auto.
Qed.

Lemma find2_add2 {A} g h g' h' (v x : A) m :
  find2 g h (add2 g' h' v m) = Some x -> (g = g' /\ h = h' /\ x = v) \/ find2 g h m = Some x.
Proof.
  unfold find2, add2. destruct (Pos.eq_dec g g') as [->|N].
  - rewrite PMap.gss. intros E. apply find_add in E as [[-> ->]|E]; [auto|]. right.
    destruct (PMap.find g' m); [easy|]. now rewrite PMap.gempty in E.
  - rewrite PMap.gso by easy. auto.
Qed.

Lemma find_add_new {A} k k' (v x : A) m :
  PMap.find k' m = None -> PMap.find k m = Some x -> PMap.find k (PMap.add k' v m) = Some x.
Proof.
  intros F E. destruct (Pos.eq_dec k k') as [->|N]; [congruence|]. now rewrite PMap.gso.
Qed.

Lemma grows_options_of g : grows (options_of g).
Proof. unfold options_of. grow. Qed.
#[export] Hint Resolve grows_options_of : grow.

Lemma grows_add_game key l r : grows (add_game key l r).
Proof.
  intros s a t. unfold add_game. cbv zeta.
  destruct (PMap.find (next s) (games s)) eqn:F; [easy|].
  destruct (forallb (fun x => Pos.ltb x (next s)) l && forallb (fun x => Pos.ltb x (next s)) r) eqn:L; [|easy].
  intros [= _ <-]. apply andb_prop in L as [L R]. rewrite forallb_forall in L, R.
  unfold grows_to; simpl. split; [|split; [|auto]].
  - intros H i e E x Hx. apply find_add in E as [[-> ->]|E]; [|eauto]. apply in_app_iff in Hx as [Hx|Hx].
    + now apply Pos.ltb_lt, L.
    + now apply Pos.ltb_lt, R.
  - intros i e E. now apply find_add_new.
Qed.
#[export] Hint Resolve grows_add_game : grow.

Lemma grows_intern l r : grows (intern l r).
Proof. unfold intern. grow. Qed.
#[export] Hint Resolve grows_intern : grow.

Lemma grows_le_m n : forall g h, grows (le_m n g h).
Proof. induction n; simpl; grow. Qed.

Lemma grows_le_ids g h : grows (le_ids g h).
Proof. apply grows_le_m. Qed.
#[export] Hint Resolve grows_le_ids : grow.

Lemma grows_worse p g h : grows (worse p g h).
Proof. unfold worse. grow. Qed.
#[export] Hint Resolve grows_worse : grow.

Lemma grows_bypass n : forall p whole todo kept, grows (bypass n p whole todo kept).
Proof. induction n; simpl; grow. Qed.
#[export] Hint Resolve grows_bypass : grow.

Lemma grows_undominated p l : grows (undominated p l).
Proof. unfold undominated. grow. Qed.
#[export] Hint Resolve grows_undominated : grow.

Lemma grows_simplest l r : grows (simplest l r).
Proof. unfold simplest. grow. Qed.
#[export] Hint Resolve grows_simplest : grow.

Lemma grows_sum_m n : forall g h, grows (sum_m n g h).
Proof. induction n; simpl; grow. Qed.

Lemma grows_sum_ids g h : grows (sum_ids g h).
Proof. unfold sum_ids, sum_in_order. pose proof grows_sum_m. grow. Qed.
#[export] Hint Resolve grows_sum_ids : grow.

Lemma grows_neg_m n : forall g, grows (neg_m n g).
Proof. induction n; simpl; grow. Qed.

Lemma grows_signed_id b g : grows (signed_id b g).
Proof. unfold signed_id. pose proof grows_neg_m. grow. Qed.
#[export] Hint Resolve grows_signed_id : grow.

(** ** What the state means *)

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
