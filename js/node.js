// For Node: the engine is read from beside this file, and is ready once this is imported.
import { readFileSync } from "node:fs";
import { initSync } from "./dist/tirada.js";

initSync({ module: readFileSync(new URL("./dist/tirada_bg.wasm", import.meta.url)) });

export * from "./dist/tirada.js";
