//! The command line program; everything happens in [`tirada::cli`].

fn main() -> std::process::ExitCode {
    tirada::cli::main()
}
