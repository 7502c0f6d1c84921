//! Writes `js/dist` from the compiled engine: what `wasm-bindgen --target web` would write, by the library behind it,
//! so that the lock file says which version it is and nothing has to be installed. Beside the engine it writes the same
//! compressed, for servers that send files as they lie there.

use std::fs::{self, File};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

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
    if let Err(error) = compress(&folder.join("tirada_bg.wasm"), &folder.join("tirada_bg.wasm.br")) {
        eprintln!("error: {error}");
        std::process::exit(1);
    }
}

/// The best that Brotli does, and the widest window that every browser reads, as a power of two.
const QUALITY: u32 = 11;
const WINDOW: u32 = 24;

fn compress(from: &Path, to: &Path) -> io::Result<()> {
    let mut compressed = brotli::CompressorWriter::new(File::create(to)?, 1 << 16, QUALITY, WINDOW);
    compressed.write_all(&fs::read(from)?)?;
    compressed.flush()?;
    compressed.into_inner().sync_all()
}
