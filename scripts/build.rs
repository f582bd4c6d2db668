//! Build script: where programs look for Z3 when they start. First beside themselves, as in the package that `scripts/package`
//! makes; then where `scripts/setup` has put a library of the project's own. Knows nothing else about the machine.

fn main() {
    println!("cargo::rerun-if-changed=scripts/build.rs");
    println!("cargo::rerun-if-env-changed=Z3_LIBRARY_PATH_OVERRIDE");
    // The older kind of run path also holds for what Z3 itself needs.
    println!("cargo::rustc-link-arg-bins=-Wl,--disable-new-dtags,-rpath,$ORIGIN/../lib");
    if let Ok(folder) = std::env::var("Z3_LIBRARY_PATH_OVERRIDE") {
        println!("cargo::rustc-link-arg=-Wl,-rpath,{folder}");
    }
}
