//! The command line of tirada.

fn main() {}
