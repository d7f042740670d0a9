// build.rs
fn main() {
    println!("cargo:rerun-if-changed=uuid9562_sqlite.c");
    cc::Build::new()
        .file("uuid9562_sqlite.c")
        .define("SQLITE_CORE", None)
        .define("UUID9562_LOAD_LIBCRYPTO", None)
        .include(std::env::var("DEP_SQLITE3_INCLUDE").unwrap())
        .compile("uuid9562");
}
