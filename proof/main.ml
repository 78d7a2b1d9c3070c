(* Reads the text of a certificate from standard input, and prints what it proves, or why it is refused.

   What is proved is decided by the function [proved], which is extracted from Text.v. This program only reads the bytes and prints the answer.
   It also checks the number of lines and the hash of the last line, which find damaged files; no proof depends on them. *)

let read_input () =
  let buffer = Buffer.create 65536 and chunk = Bytes.create 65536 in
  let rec read () =
    let n = input stdin chunk 0 (Bytes.length chunk) in
    if n > 0 then (
      Buffer.add_subbytes buffer chunk 0 n;
      read ())
  in
  set_binary_mode_in stdin true;
  read ();
  Buffer.contents buffer

let refuse reason =
  prerr_endline ("refused: " ^ reason);
  exit 1

(* Checks that the last line is that of the end, with the number of the lines before it and the FNV-1a hash of 64 bits of their bytes. *)
let check_end text =
  let length = String.length text in
  if length < 2 || text.[length - 1] <> '\n' then refuse "the last line does not end with a line feed";
  let start = match String.rindex_from_opt text (length - 2) '\n' with Some i -> i + 1 | None -> 0 in
  let hash = ref 0xcbf2_9ce4_8422_2325L and lines = ref 0 in
  for i = 0 to start - 1 do
    if text.[i] = '\n' then incr lines;
    hash := Int64.mul (Int64.logxor !hash (Int64.of_int (Char.code text.[i]))) 0x100_0000_01b3L
  done;
  let last = String.sub text start (length - 1 - start) in
  if last <> Printf.sprintf "end %d %016Lx" !lines !hash then
    refuse "the last line does not have the number of lines and the hash of this file"

let characters text =
  let rec add i list = if i < 0 then list else add (i - 1) (text.[i] :: list) in
  add (String.length text - 1) []

let player = function Certificate.Left -> "Left" | Certificate.Right -> "Right"

(* The sum, as the file has it. *)
let sum text =
  let sum = Buffer.create 100 in
  let add line =
    match String.split_on_char ' ' line with
    | [ "part"; _; board ] -> Buffer.add_string sum (" + " ^ board)
    | [ "plus"; value ] -> Buffer.add_string sum (" + value " ^ value)
    | _ -> ()
  in
  List.iter add (String.split_on_char '\n' text);
  "0" ^ Buffer.contents sum

let () =
  (* The collector of garbage takes a tenth less time than with its defaults on clobber-2x12.cert and clobber-2x16.cert. *)
  Gc.set { (Gc.get ()) with Gc.minor_heap_size = 1 lsl 20; space_overhead = 200 };
  let text = read_input () in
  check_end text;
  match Certificate.proved (characters text) with
  | exception Stack_overflow -> refuse "out of stack"
  | exception Out_of_memory -> refuse "out of memory"
  | None -> refuse "not a proof of its claims"
  | Some [] -> refuse "no claim"
  | Some claims ->
      List.iter (fun (first, winner) -> Printf.printf "%s starts: %s wins\n" (player first) (player winner)) claims;
      Printf.printf "in %s\n" (sum text)
