export * from "./dist/tirada.js";
