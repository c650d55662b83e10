// Where libquartz.so is: the folder of QUARTZ_LIBRARY_FOLDER, and of the program that runs.
// Licensed under the MIT license; see LICENSE.

fn main() {
    println!("cargo:rerun-if-env-changed=QUARTZ_LIBRARY_FOLDER");
    if let Ok(folder) = std::env::var("QUARTZ_LIBRARY_FOLDER") {
        println!("cargo:rustc-link-search=native={folder}");
        println!("cargo:rustc-link-arg=-Wl,-rpath,{folder}");
    }
    println!("cargo:rustc-link-lib=dylib=quartz");
}
