#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| invariants::konane_login(data));
