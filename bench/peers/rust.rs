//! The Rust crates, as rows of peers.h.

use std::ffi::c_char;
use std::hint::black_box;
use uuid::Uuid;
use uuid_simd::{AsciiCase, Out};

#[repr(C)]
pub struct Peer {
    name: *const c_char,
    operation: *const c_char,
    cryptographic: *const c_char,
    run: extern "C" fn(u32),
    one: Option<extern "C" fn(*mut u8)>,
}

macro_rules! row {
    ($name:literal, $operation:literal, $cryptographic:literal, $run:expr, $one:expr) => {
        Peer {
            name: concat!($name, "\0").as_ptr().cast(),
            operation: concat!($operation, "\0").as_ptr().cast(),
            cryptographic: concat!($cryptographic, "\0").as_ptr().cast(),
            run: $run,
            one: $one,
        }
    };
}

/// A row for what returns a UUID: `generator!("name", "operation", "cryptographic", call)`.
macro_rules! generator {
    ($name:literal, $operation:literal, $cryptographic:literal, $call:expr) => {{
        extern "C" fn run(calls: u32) {
            for _ in 0..calls {
                let _ = black_box($call);
            }
        }
        extern "C" fn one(out: *mut u8) {
            let uuid: Uuid = $call;
            unsafe { std::ptr::copy_nonoverlapping(uuid.as_bytes().as_ptr(), out, 16) }
        }
        row!($name, $operation, $cryptographic, run, Some(one))
    }};
}

/// A row for what reads or writes text, or hashes: it is the same every time.
macro_rules! function {
    ($name:literal, $operation:literal, $call:expr) => {{
        extern "C" fn run(calls: u32) {
            for _ in 0..calls {
                let _ = black_box($call);
            }
        }
        row!($name, $operation, "", run, None)
    }};
}

const NAME: &[u8] = b"www.example.com";
const TEXT: &[u8] = b"01890a5d-ac96-774b-bcce-b302099a8057";
const BYTES: [u8; 16] = *b"0123456789abcdef";
const NODE: [u8; 6] = [1, 2, 3, 4, 5, 6];

fn write(out: &mut [u8; 36]) -> &str {
    Uuid::from_bytes(black_box(BYTES)).hyphenated().encode_lower(out)
}

fn write_simd(out: &mut [u8; 36]) -> &mut [u8; 36] {
    uuid_simd::format_hyphenated(&black_box(BYTES), Out::from_mut(out), AsciiCase::Lower)
}

fn read_simd(out: &mut [u8; 16]) -> bool {
    uuid_simd::parse_hyphenated(black_box(TEXT), Out::from_mut(out)).is_ok()
}

/// Calls `take` with each row.
#[no_mangle]
pub extern "C" fn list_peers(take: extern "C" fn(*const Peer)) {
    for peer in [
        generator!("uuid (fast-rng)", "uuid4", "yes", Uuid::new_v4()),
        generator!("uuid (fast-rng)", "uuid7", "yes", Uuid::now_v7()),
        generator!("uuid (fast-rng)", "uuid6", "yes", Uuid::now_v6(&NODE)),
        generator!("uuid (fast-rng)", "uuid1", "yes", Uuid::now_v1(&NODE)),
        generator!("fast-uuid-v7", "uuid7", "no", Uuid::from_u128(fast_uuid_v7::gen_id_u128())),
        function!("uuid", "uuid5", Uuid::new_v5(&Uuid::NAMESPACE_DNS, black_box(NAME))),
        function!("uuid", "format", write(&mut [0; 36])),
        function!("uuid", "parse", Uuid::try_parse_ascii(black_box(TEXT))),
        function!("uuid-simd", "format", write_simd(&mut [0; 36])),
        function!("uuid-simd", "parse", read_simd(&mut [0; 16])),
    ] {
        take(&peer);
    }
}
