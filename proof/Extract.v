(** * Extraction of the checker to OCaml

    Booleans, lists, options, pairs, characters and strings become those of OCaml. Numbers stay the binary numbers of Coq. *)

From Coq Require Import Extraction ExtrOcamlBasic ExtrOcamlNativeString.
From Dicot Require Import Game Clobber Certificate Text.

Extraction Language OCaml.
Extraction "certificate.ml" step conclude.
