//! The Rust crates, for peers.py: run_NAME, and of what generates one_NAME.

use std::hint::black_box;
use uuid::Uuid;

macro_rules! row {
    ($run:ident, $call:expr) => {
        #[no_mangle]
        pub extern "C" fn $run(calls: u32) {
            for _ in 0..calls {
                let _ = black_box($call);
            }
        }
    };
}

/// A row for what returns the bytes of a UUID.
macro_rules! generator {
    ($run:ident, $one:ident, $call:expr) => {
        row!($run, $call);
        #[no_mangle]
        pub extern "C" fn $one(out: &mut [u8; 16]) {
            *out = $call;
        }
    };
}

const NAME: &[u8] = b"www.example.com";
const TEXT: &[u8] = b"01890a5d-ac96-774b-bcce-b302099a8057";
const BYTES: [u8; 16] = *b"0123456789abcdef";
const NODE: [u8; 6] = [1, 2, 3, 4, 5, 6];

fn write(out: &mut [u8; 36]) -> &str {
    Uuid::from_bytes(black_box(BYTES)).hyphenated().encode_lower(out)
}

generator!(run_uuid_fast_rng_uuid4, one_uuid_fast_rng_uuid4, Uuid::new_v4().into_bytes());
generator!(run_uuid_fast_rng_uuid7, one_uuid_fast_rng_uuid7, Uuid::now_v7().into_bytes());
row!(run_uuid_fast_rng_uuid1, Uuid::now_v1(&NODE));
row!(run_uuid_fast_rng_uuid6, Uuid::now_v6(&NODE));
row!(run_uuid_uuid5, Uuid::new_v5(&Uuid::NAMESPACE_DNS, black_box(NAME)));
row!(run_uuid_format, write(&mut [0; 36]));
row!(run_uuid_parse, Uuid::try_parse_ascii(black_box(TEXT)));
