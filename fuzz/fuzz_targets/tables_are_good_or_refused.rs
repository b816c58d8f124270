//! libFuzzer's door to the property of the same name.
#![no_main]
libfuzzer_sys::fuzz_target!(|data: &[u8]| damier_fuzz::tables_are_good_or_refused(data));
