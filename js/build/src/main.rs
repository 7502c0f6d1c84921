//! Writes `js/dist` from the compiled engine: what `wasm-bindgen --target web` would write, by the library behind it,
//! so that the lock file says which version it is and nothing has to be installed. Beside the engine it writes the same
//! compressed, for servers that send files as they lie there.

use std::fs::{self, File};
use std::io;
use std::num::NonZeroU64;
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
    if let Err(error) = compress(&folder.join("tirada_bg.wasm"), &folder.join("tirada_bg.wasm.gz")) {
        eprintln!("error: {error}");
        std::process::exit(1);
    }
}

/// Rounds of the search for the smallest form; ten more save a thousandth.
const ROUNDS: NonZeroU64 = NonZeroU64::new(5).unwrap();
/// Blocks of a million bytes, each with a code of its own: 15, as is usual, make it half a percent larger.
const BLOCKS: u16 = 90;

fn compress(from: &Path, to: &Path) -> io::Result<()> {
    let options =
        zopfli::Options { iteration_count: ROUNDS, maximum_block_splits: BLOCKS, ..zopfli::Options::default() };
    let bytes = fs::read(from)?;
    zopfli::compress(options, zopfli::Format::Gzip, bytes.as_slice(), File::create(to)?)
}
