(* Reads the text of a certificate from standard input, and prints what it proves, or why it is refused.

   What is proved is decided by the functions [step] and [conclude], which are extracted from Text.v. This program reads the lines, gives them to [step] one
   after the other, and prints the answer. It also checks the lengths of lines, their number, and the hash in the last line. These find damaged files; no
   proof depends on them. *)

open Certificate

exception Refused of string

(* The longest line of the format in bytes, with its line feed. *)
let max_line = 1 lsl 20

let buffer = Buffer.create 256

(* The next line without its line feed; nothing at the end of the file. *)
let next_line () =
  Buffer.clear buffer;
  let rec read () =
    match input_char stdin with
    | '\n' -> Some (Buffer.contents buffer)
    | c when Buffer.length buffer < max_line - 1 ->
        Buffer.add_char buffer c;
        read ()
    | _ -> raise (Refused "longer than 1 MiB")
    | exception End_of_file when Buffer.length buffer = 0 -> None
    | exception End_of_file -> raise (Refused "does not end with a line feed")
  in
  read ()

let characters line = List.init (String.length line) (String.get line)

(* The FNV-1a hash of 64 bits, continued with the bytes of a line. *)
let hash_line hash line =
  let hash = ref hash in
  let add byte = hash := Int64.mul (Int64.logxor !hash (Int64.of_int byte)) 0x100_0000_01b3L in
  String.iter (fun c -> add (Char.code c)) line;
  add (Char.code '\n');
  !hash

(* What a line adds to the text of the sum. *)
let summand line =
  match String.split_on_char ' ' line with
  | [ "part"; _; board ] -> " + " ^ board
  | [ "plus"; value ] -> " + value " ^ value
  | _ -> ""

(* The number of lines that are checked. *)
let count = ref 0

(* Checks the lines; the last phase, and the text of the sum. *)
let check () =
  let now = ref Header and hash = ref 0xcbf2_9ce4_8422_2325L and sum = Buffer.create 100 in
  let check_line line =
    let is_end = String.length line > 3 && String.sub line 0 4 = "end " in
    if is_end && line <> Printf.sprintf "end %d %016Lx" !count !hash then
      raise (Refused "does not have the number of lines and the hash of this file");
    (match step !now (characters line) with
    | None -> raise (Refused "not proved by the lines above, or not a line of a certificate of Clobber")
    | Some next -> now := next);
    Buffer.add_string sum (summand line);
    hash := hash_line !hash line;
    incr count
  in
  let rec loop () =
    match next_line () with
    | None -> ()
    | Some line ->
        check_line line;
        loop ()
  in
  loop ();
  (!now, "0" ^ Buffer.contents sum)

let player = function Left -> "Left" | Right -> "Right"

let refuse reason =
  prerr_endline ("refused: " ^ reason);
  exit 1

let () =
  (* With 8 M words for young objects clobber-2x14.cert takes 1.6 s, with 1 M 1.9 s, both at an overhead of 200. An overhead of 120 saves memory: the heap is about
     2.2 times what is alive. *)
  Gc.set { (Gc.get ()) with Gc.minor_heap_size = 1 lsl 23; space_overhead = 120 };
  set_binary_mode_in stdin true;
  match check () with
  | exception Refused reason -> refuse (Printf.sprintf "line %d: %s" (!count + 1) reason)
  | exception Stack_overflow -> refuse (Printf.sprintf "line %d: out of stack" (!count + 1))
  | exception Out_of_memory -> refuse (Printf.sprintf "line %d: out of memory" (!count + 1))
  | now, sum -> (
      match conclude now with
      | exception Stack_overflow -> refuse "out of stack"
      | exception Out_of_memory -> refuse "out of memory"
      | None -> refuse "the claims are not proved, or the file ends without a line \"end\""
      | Some [] -> refuse "no claim"
      | Some claims ->
          List.iter (fun (first, winner) -> Printf.printf "%s starts: %s wins\n" (player first) (player winner)) claims;
          Printf.printf "in %s\n" sum)
