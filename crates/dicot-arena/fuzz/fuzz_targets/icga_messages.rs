#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| invariants::icga_messages(data));
