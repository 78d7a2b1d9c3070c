#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| claims::konane_login(data));
