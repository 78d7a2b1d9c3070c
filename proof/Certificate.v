(** * Certificates

    The lines of a certificate, what they claim, the checker, and the theorem: if the checker accepts, the claims are true.
    The guide of dicot (docs/guide/certificates.md) has the format. *)

From Coq Require Import String List Bool ZArith Lia Setoid Permutation FMapPositive.
From Dicot Require Import Game Clobber Compact Normal Values.
Import ListNotations.
Open Scope list_scope.
Open Scope Z_scope.

(** ** The lines *)

Inductive reason :=
  (** Left moves in the component at a place of the list, from a cell to another. Their rows are counted from 1 at the bottom. *)
  | Move (place : nat) (source target : cell)
  (** Left moves to an option of the value. *)
  | Option (number : nat)
  (** Left wins after every move of Right. *)
  | All
  (** The sum is split into groups: the group of each component, and that of the value. *)
  | Groups (digits : list N) (of_value : N).

Inductive line :=
  (** Boards are those of Clobber. *)
  | Rules
  (** A board of the sum. *)
  | Part (b : board)
  (** A value of the sum. *)
  | Plus (v : Z)
  (** If [first] moves first, [winner] wins. *)
  | Claim (first winner : player)
  (** The next component, which has a number of rows. *)
  | Component (b : board) (height : Z)
  (** The next value. *)
  | Value (l r : list Z)
  (** Left wins the sum of components and a value if [first] moves first. *)
  | Fact (first : player) (cs : list Z) (v : Z) (r : reason).

(** ** What they mean *)

(** The game of a value in a list of games; it is negated if it has a minus sign. *)
Definition value_in (games : list game) (v : Z) : game :=
  signed (v <? 0) (nth (Z.abs_nat v) games zero).

(** The games of the values after some lines. *)
Fixpoint values_from (games : list game) (lines : list line) : list game :=
  match lines with
  | [] => games
  | Value l r :: lines =>
      values_from (games ++ [Game (map (value_in games) l) (map (value_in games) r)]) lines
  | _ :: lines => values_from games lines
  end.

(** The games of all values; value 0 is the game 0. *)
Definition values_of (lines : list line) : list game := values_from [zero] lines.

(** The game that a line adds to the sum. *)
Definition summand (games : list game) (l : line) : game :=
  match l with
  | Part b => clobber b
  | Plus v => value_in games v
  | _ => zero
  end.

(** The sum that a certificate is about. *)
Definition sum_of (lines : list line) : game := gsum (map (summand (values_of lines)) lines).

(** ** The checker *)

Definition zero_id : M positive := intern [] [].

(** The record of a component or term. *)
Definition component (t : Z) : M (string * bool) :=
  e <- gets (fun s => match t with Z0 => None | Zpos n | Zneg n => PMap.find n (components s) end);
  match e with Some e => ret e | None => fail end.

(** A term or its negative. *)
Definition signed_term (negate : bool) (t : Z) : M Z :=
  if negate then e <- component t; ret (if snd e : bool then t else - t) else ret t.

Fixpoint insert_term (t : Z) (ts : list Z) : list Z :=
  match ts with
  | [] => [t]
  | u :: ts' =>
      match Z.compare (Z.abs t) (Z.abs u) with
      | Lt => t :: ts
      | Eq => if t <=? u then t :: ts else u :: insert_term t ts'
      | Gt => u :: insert_term t ts'
      end
  end.

Fixpoint cancel (ts stack : list Z) : M (list Z) :=
  match ts with
  | [] => ret stack
  | t :: ts =>
      match stack with
      | [] => cancel ts [t]
      | u :: stack' => n <- signed_term true t; if u =? n then cancel ts stack' else cancel ts (t :: stack)
      end
  end.

(** Sorted terms that do not cancel. *)
Definition normal (ts : list Z) : M (list Z) := cancel (fold_right insert_term [] ts) [].

Definition get {A} (o : option A) : M A := match o with Some a => ret a | None => fail end.

(** The normalized components of a board. *)
Definition parts (b : board) : M (list normal_component) := map_m (fun c => get (normalized c)) (components_of b).

(** What was stored with a string, if that is the one which was found. *)
Definition found {A} (s : string) (o : option (string * A)) : option A :=
  match o with Some (c, x) => if String.eqb c s then Some x else None | None => None end.

(** The value of a sum of normalized components, given the value of each. *)
Fixpoint sum_components (value : string -> M positive) (ps : list normal_component) (v : positive) : M positive :=
  match ps with
  | [] => ret v
  | (b, negate, _) :: ps =>
      x <- value b; x <- signed_id negate x; v <- sum_ids v x; sum_components value ps v
  end.

(** The value of a board by all its options. *)
Fixpoint board_value (n : nat) (b : string) : M positive :=
  match n with
  | O => fail
  | S n =>
      let key := key_of b in
      k <- gets (fun s => lookup key (board_values s));
      match found b k with
      | Some x => ret x
      | None =>
          let option c := z <- zero_id; ps <- parts c; sum_components (board_value n) ps z in
          l <- map_m option (moves Left (unpack b));
          r <- map_m option (moves Right (unpack b));
          x <- simplest l r;
          modify (fun s => set_board_values (insert_at (fun e => key_of (fst e)) key (b, x) (board_values s)) s);;
          ret x
      end
  end.

Definition cancels (p q : normal_component) : bool :=
  let '(b, m, own) := p in let '(c, n, _) := q in String.eqb b c && (own || xorb m n).

(** The list without the first component that cancels with [p]. *)
Fixpoint remove_cancelled (p : normal_component) (l : list normal_component) : option (list normal_component) :=
  match l with
  | [] => None
  | q :: l => if cancels p q then Some l else option_map (cons q) (remove_cancelled p l)
  end.

(** The terms of the components that are listed, and the other components. *)
Fixpoint list_terms (ps : list normal_component) (ts : list Z) (rest : list normal_component) : M (list Z * list normal_component) :=
  match ps with
  | [] => ret (ts, rest)
  | (b, negate, own) :: ps =>
      let key := key_of b in
      k <- gets (fun s => lookup key (terms s));
      match found b k with
      | Some t => t <- signed_term negate (unpack_term t); list_terms ps (t :: ts) rest
      | None =>
          list_terms ps ts (match remove_cancelled (b, negate, own) rest with
                            | Some rest => rest
                            | None => (b, negate, own) :: rest
                            end)
      end
  end.

Definition is_member (b : string) (t : trie string) : bool :=
  match lookup (key_of b) t with Some c => String.eqb c b | None => false end.

Definition add_string (t : trie string) (b : string) : trie string :=
  if is_member b t then t else insert_at key_of (key_of b) b t.

(** The sum that a board is: terms, and the value of what is not listed. *)
Definition state_of (b : board) : M (list Z * positive) :=
  ps <- parts b;
  e <- list_terms ps [] [];
  modify (fun s => set_replaced (fold_left add_string (map (fun p => fst (fst p)) (snd e)) (replaced s)) s);;
  z <- zero_id;
  v <- sum_components (board_value depth) (snd e) z;
  ts <- normal (fst e);
  ret (ts, v).

(** The states after Right's moves in a term. *)
Definition right_states_of (t : Z) : M (list (list Z * positive)) :=
  let key := match t with Z0 => xH | Zpos n => xO n | Zneg n => xI n end in
  k <- gets (fun s => PMap.find key (right_states s));
  match k with
  | Some (u, l) => need (t =? u);; ret l
  | None =>
      e <- component t;
      let b := board_of (fst e) in
      l <- map_m state_of (moves Right (if t <? 0 then exchange b else b));
      modify (fun s => set_right_states (PMap.add key (t, l) (right_states s)) s);;
      ret l
  end.

(** The key of terms. Different terms can have the same key, which are then compared. *)
Definition terms_key (ts : list Z) : positive :=
  fold_right (fun t key =>
    Pos.add (match t with Z0 => xH | Zpos n => xO n | Zneg n => xI n end) (xO (xO (xO (xO (xO (xO (xO key)))))))) xH ts.

Definition facts (first : player) (s : state) : PM (list (string * positive)) :=
  match first with Left => wins_facts s | Right => ge0_facts s end.

(** Fails unless Left wins the state when [first] moves first: by a fact with a value that is not greater, or by the value alone. *)
Definition need_fact (first : player) (ts : list Z) (v : positive) : M unit :=
  ts <- normal ts;
  match ts with
  | [] =>
      z <- zero_id;
      match first with
      | Left => b <- le_ids v z; need (negb b)
      | Right => b <- le_ids z v; need b
      end
  | _ =>
      let key := terms_key ts in
      k <- gets (fun s => PMap.find key (facts first s));
      match k with
      | None => fail
      | Some l =>
          known <- find_m (fun e => if list_eqb Z.eqb (unpack_terms (fst e)) ts then le_ids (snd e) v else ret false) l;
          need (match known with Some _ => true | None => false end)
      end
  end.

Definition add_fact (first : player) (ts : list Z) (v : positive) : M unit :=
  ts <- normal ts;
  let key := terms_key ts in
  let packed := pack_terms ts in
  need (list_eqb Z.eqb (unpack_terms packed) ts);;
  let more m := PMap.add key ((packed, v) :: match PMap.find key m with Some l => l | None => [] end) m in
  match first with
  | Left => modify (fun s => set_wins_facts (more (wins_facts s)) s)
  | Right => modify (fun s => set_ge0_facts (more (ge0_facts s)) s)
  end.

Definition value_key (v : Z) : positive := N.succ_pos (Z.abs_N v).

Definition value_line (v : Z) : M (positive * list positive * list positive) :=
  let key := value_key v in
  e <- gets (fun s => PMap.find key (values s));
  match e with Some e => ret e | None => fail end.

Definition value_id (v : Z) : M positive :=
  e <- value_line v; signed_id (v <? 0) (fst (fst e)).

(** [f before x after] for each place in a list. *)
Fixpoint each {A} (f : list A -> A -> list A -> M unit) (before l : list A) : M unit :=
  match l with
  | [] => ret tt
  | x :: l => f before x l;; each f (x :: before) l
  end.

Fixpoint iter_m {A} (f : A -> M unit) (l : list A) : M unit :=
  match l with [] => ret tt | x :: l => f x;; iter_m f l end.

(** The members of groups: terms, or the value. *)
Definition member : Set := N * option Z.

(** The terms of members, and how often the value is one. *)
Fixpoint group (l : list member) : list Z * nat :=
  match l with
  | [] => ([], O)
  | (_, Some t) :: l => let (ts, n) := group l in (t :: ts, n)
  | (_, None) :: l => let (ts, n) := group l in (ts, S n)
  end.

Definition need_group (first : player) (v : positive) (l : list member) : M unit :=
  match group l with
  | (ts, O) => z <- zero_id; need_fact first ts z
  | (ts, S O) => need_fact first ts v
  | _ => fail
  end.

(** All groups are [>= 0]. *)
Fixpoint need_groups (n : nat) (v : positive) (l : list member) : M unit :=
  match n, l with
  | _, [] => ret tt
  | O, _ => fail
  | S n, (d, _) :: _ =>
      let (yes, no) := partition (fun e : member => N.eqb (fst e) d) l in
      need_group Right v yes;; need_groups n v no
  end.

Definition check_reason (first : player) (cs : list Z) (ts : list Z) (z : Z) (v : positive) (r : reason) : M unit :=
  match first, r with
  | Left, Move place s t =>
      c <- get (nth_error cs place);
      e <- component c;
      let p := if c <? 0 then Right else Left in
      let b := board_of (fst e) in
      let h := height_of (fst e) in
      let s := (h - fst s, snd s) in
      let t := (h - fst t, snd t) in
      let is_stone q a := existsb (fun u => cell_eqb (fst u) a && same (snd u) q) b in
      need (is_stone p s && is_stone (other p) t && adjacent s t);;
      let b := after p s t b in
      more <- state_of (if c <? 0 then exchange b else b);
      x <- sum_ids v (snd more);
      need_fact Right (fst more ++ firstn place ts ++ skipn (S place) ts) x
  | Left, Option number =>
      e <- value_line z;
      let '(_, l, r) := e in
      o <- get (nth_error (if z <? 0 then r else l) number);
      o <- signed_id (z <? 0) o;
      need_fact Right ts o
  | Right, All =>
      ts <- normal ts;
      each (fun before t rest =>
        l <- right_states_of t;
        iter_m (fun more => x <- sum_ids v (snd more); need_fact Left (fst more ++ before ++ rest) x) l) [] ts;;
      e <- options_of v;
      iter_m (need_fact Left ts) (snd e)
  | _, Groups digits of_value =>
      need (Nat.eqb (length digits) (length ts));;
      let members := (of_value, None) :: combine digits (map Some ts) in
      match first with
      | Right => need_groups (length members) v members
      | Left =>
          let (yes, no) := partition (fun e : member => N.eqb (fst e) 0) members in
          need_group Left v yes;; need_groups (length members) v no
      end
  | _, _ => fail
  end.

Definition check_fact (first : player) (cs : list Z) (z : Z) (r : reason) : M unit :=
  v <- value_id z;
  ts <- map_m (fun c => component c;; signed_term (c <? 0) (Z.abs c)) cs;
  check_reason first cs ts z v r;;
  add_fact first ts v.

(** Adds a component to the table. *)
Definition add_component (b : string) (own : bool) : M positive :=
  fun s =>
    let n := next_component s in
    match PMap.find n (components s) with
    | Some _ => None
    | None => Some (n, set_components (PMap.add n (b, own) (components s)) (set_next_component (Pos.succ n) s))
    end.

Definition check_component (b : board) (height : Z) : M unit :=
  ps <- parts b;
  match ps with
  | [(c, negate, own)] =>
      let key := key_of c in
      k <- gets (fun s => lookup key (terms s));
      need (match found c k with Some _ => false | None => true end);;
      k <- gets (fun s => is_member c (replaced s));
      need (negb k);;
      let packed := pack_component height b in
      need (board_eqb (board_of packed) b);;
      n <- add_component packed own;
      t <- signed_term negate (Zpos n);
      let packed := pack_terms [t] in
      need (unpack_term packed =? t);;
      modify (fun s => set_terms (insert_at (fun e => key_of (fst e)) key (c, packed) (terms s)) s)
  | _ => fail
  end.

Definition check_value (key : positive) (l r : list Z) : M unit :=
  need (forallb (fun v => Pos.ltb (value_key v) key) (l ++ r));;
  l <- map_m value_id l;
  r <- map_m value_id r;
  v <- simplest l r;
  modify (fun s => set_values (PMap.add key (v, l, r) (values s)) s).

(** What is kept of lines. *)
Record progress := Progress {
  has_rules : bool;
  (** The key of the next value. *)
  next_value : positive;
  (** The parts, the values of the sum, and the claims, the last one first. *)
  kept : list line
}.

Definition keep (l : line) (p : progress) : progress := Progress (has_rules p) (next_value p) (l :: kept p).

(** Whether there is a claim about a player moving first. *)
Definition is_claimed (p : progress) (first : player) : bool :=
  existsb (fun l => match l with Claim f _ => same f first | _ => false end) (kept p).

(** Empties caches that are full, so that the memory is that of the facts and components. *)
Definition empty_caches : M unit :=
  n <- gets cached;
  if Pos.ltb n 262144 then ret tt
  else modify (fun s => set_cached xH (set_order (PMap.empty _) (set_sums (PMap.empty _) (set_right_states (PMap.empty _) s)))).

Definition check_line (p : progress) (l : line) : M progress :=
  match l with
  | Rules => need (negb (has_rules p));; ret (Progress true (next_value p) (kept p))
  | Part _ => need (has_rules p);; ret (keep l p)
  | Plus v => value_line v;; ret (keep l p)
  | Claim first _ => need (negb (is_claimed p first));; ret (keep l p)
  | Component b height => need (has_rules p);; check_component b height;; ret p
  | Value l r => check_value (next_value p) l r;; ret (Progress (has_rules p) (Pos.succ (next_value p)) (kept p))
  | Fact first cs v r => empty_caches;; check_fact first cs v r;; ret p
  end.

Fixpoint check_lines (p : progress) (lines : list line) : M progress :=
  match lines with
  | [] => ret p
  | l :: lines => p <- check_line p l; check_lines p lines
  end.

(** The state of the sum of all lines. *)
Fixpoint sum_lines (lines : list line) (ts : list Z) (v : positive) : M (list Z * positive) :=
  match lines with
  | [] => ret (ts, v)
  | Part b :: lines => e <- state_of b; v <- sum_ids v (snd e); sum_lines lines (fst e ++ ts) v
  | Plus z :: lines => x <- value_id z; v <- sum_ids v x; sum_lines lines ts v
  | _ :: lines => sum_lines lines ts v
  end.

Definition check_claim (ts : list Z) (v : positive) (l : line) : M unit :=
  match l with
  | Claim first Left => need_fact first ts v
  | Claim first Right =>
      ts <- map_m (signed_term true) ts;
      v <- signed_id true v;
      need_fact (other first) ts v
  | _ => ret tt
  end.

Definition start : M progress :=
  z <- zero_id;
  modify (fun s => set_values (PMap.add xH (z, [], []) (values s)) s);;
  ret (Progress false 2 []).

(** Checks the claims. *)
Definition finish (p : progress) : M unit :=
  z <- zero_id;
  e <- sum_lines (kept p) [] z;
  iter_m (check_claim (fst e) (snd e)) (kept p).

Definition run (lines : list line) : M unit :=
  p <- start;
  p <- check_lines p lines;
  finish p.

(** Whether the claims of a certificate are proved by its facts. *)
Definition check (lines : list line) : bool :=
  match run lines empty_state with Some _ => true | None => false end.
