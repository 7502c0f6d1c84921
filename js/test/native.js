// The program of the command line, whose JSON the package has to give as well.
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

const built = ["../../target/release/tirada", "../../target/debug/tirada"];
const here = built.map((path) => fileURLToPath(new URL(path, import.meta.url)));
const program = process.env.TIRADA_PROGRAM ?? here.find((path) => existsSync(path));

/** What the program prints as JSON. */
export function printed(...args) {
  if (program === undefined) {
    throw new Error("no program to compare with: run `cargo build --release` first, or set TIRADA_PROGRAM");
  }
  const text = execFileSync(program, args, {
    cwd: fileURLToPath(new URL("../..", import.meta.url)),
    encoding: "utf8",
    env: { LANG: "en_US.UTF-8", HOME: "/nonexistent" },
    maxBuffer: 1 << 28,
  });
  return JSON.parse(text);
}
