#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| claims::icga_messages(data));
