// build.rs
fn main() {
    println!("cargo:rerun-if-changed=uuid9562.c");
    cc::Build::new()
        .file("uuid9562.c")
        .define("UUID9562_LOAD_LIBCRYPTO", None)
        .compile("uuid9562");
}
