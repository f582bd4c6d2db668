//! Build script: where `scripts/setup` has put a Z3 library of the project's own, programs look for it there
//! when they start. Knows nothing else about the machine.

fn main() {
    println!("cargo::rerun-if-changed=scripts/build.rs");
    println!("cargo::rerun-if-env-changed=Z3_LIBRARY_PATH_OVERRIDE");
    if let Ok(folder) = std::env::var("Z3_LIBRARY_PATH_OVERRIDE") {
        println!("cargo::rustc-link-arg=-Wl,-rpath,{folder}");
    }
}
