(** * Extraction of the checker to OCaml

    Booleans, lists, options and pairs become those of OCaml, and characters too: a string is a list of characters. Numbers stay the binary numbers
    of Coq. *)

From Coq Require Import Extraction ExtrOcamlBasic ExtrOcamlString.
From Dicot Require Import Game Clobber Certificate Text.

Extraction Language OCaml.
Extraction "certificate.ml" proved.
