#!/usr/bin/env bash
# Builds the package into dist/: the engine for WebAssembly, its JavaScript, its types.
# `./build.sh quick` builds an engine that is larger and slower and done in half the time: for tests.
set -euo pipefail
cd "$(dirname "$0")"
wasm=wasm32-unknown-unknown
profile=${1:-release}
rustup target list --installed 2>/dev/null | grep -qx $wasm || rustup target add $wasm
# Where this machine keeps sources is nobody's business, and takes room.
sources=${CARGO_HOME:-$HOME/.cargo}/registry/src
export RUSTFLAGS="${RUSTFLAGS:-} --remap-path-prefix=$(realpath ..)/= --remap-path-prefix=$sources/="
cargo build --locked --profile "$profile" --target $wasm
unset RUSTFLAGS
target=${CARGO_TARGET_DIR:-target}
engine=$(realpath "$target/$wasm/$profile/tirada_js.wasm")
cargo run --locked --quiet --manifest-path build/Cargo.toml -- "$engine" dist
ls -l dist/tirada_bg.wasm | awk '{ print "dist/tirada_bg.wasm: " $5 " bytes" }'
