#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| claims::combo_game(data));
