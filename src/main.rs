//! The command line program; everything happens in [`tirada::internals::cli`].

/// Checks and odds allocate many small things, and a table that is closed gives back its memory.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> std::process::ExitCode {
    tirada::internals::cli::main()
}
