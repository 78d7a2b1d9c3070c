(** * Values

    The state of the checker, and its calculations with values: games are interned, that is, numbered so that games with the same options have
    the same number, and comparisons, sums, negatives and canonical forms are cached. The tables of games and components only grow. *)

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
