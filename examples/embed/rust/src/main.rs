// src/main.rs
use std::ffi::{c_char, c_int, c_void, CStr};
use std::ptr::null_mut;

extern "C" {
    fn uuid9562_uuid7(generator: *mut c_void, out: *mut [u8; 16]) -> c_int;
    fn uuid9562_to_string(out: *mut [c_char; 37], uuid: *const [u8; 16]) -> *const c_char;
}

fn main() {
    let (mut id, mut text) = ([0; 16], [0; 37]);
    let text = unsafe {
        assert!(uuid9562_uuid7(null_mut(), &mut id) == 0);
        CStr::from_ptr(uuid9562_to_string(&mut text, &id))
    };
    println!("{}", text.to_str().unwrap());
}
