//! Writes `js/dist` from the compiled engine: what `wasm-bindgen --target web` would write, by the library behind it,
//! so that the lock file says which version it is and nothing has to be installed.

use std::path::PathBuf;

use wasm_bindgen_cli_support::Bindgen;

fn main() {
    let arguments: Vec<PathBuf> = std::env::args_os().skip(1).map(PathBuf::from).collect();
    let [engine, folder] = arguments.as_slice() else {
        eprintln!("usage: tirada-js-build ENGINE.wasm FOLDER");
        std::process::exit(2);
    };
    let written = Bindgen::new()
        .input_path(engine)
        .out_name("tirada")
        .typescript(true)
        .remove_name_section(true)
        .remove_producers_section(true)
        .web(true)
        .and_then(|bindgen| bindgen.omit_default_module_path(false).generate(folder));
    if let Err(error) = written {
        eprintln!("error: {error:?}");
        std::process::exit(1);
    }
}
