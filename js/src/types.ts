/// <reference lib="esnext.disposable" />

/** What can go wrong comes back as data. Only a call of the wrong shape (no such format, no text) throws. */
export type Result<T> = { ok: true; value: T } | { ok: false; problems: Problem[] };

/** A file of rules or of cases. Nothing is read from disk: you hand over the text. */
export interface TextFile {
  /** What it is called in problems. */
  name: string;
  text: string;
}

/** How a game is loaded. */
export interface Options {
  /** The language of problems and results; unless you say so, the ruleset's, or else English. */
  language?: "en" | "es";
  /** What one text may cost: `strangers` (the default) for texts from a chat, `full` for your own. */
  limits?: "strangers" | "full";
  /** Rulesets that others may extend, by id, besides those that are built in. */
  rulesets?: Record<string, TextFile[]>;
}

/** Values for what an expression reads. */
export interface Given {
  /** Traits and points of whoever rolls. */
  with?: Record<string, string | number>;
  /** Inputs of a test, options of the ruleset. */
  set?: Record<string, string | number>;
}

export type Format = "text" | "markdown" | "bbcode" | "html";
export type OddsFormat = "text" | "markdown" | "bbcode" | "csv" | "svg";

/** A number, yes or no, or a text. Whole numbers beyond 2^53 - 1 are texts, because JavaScript would round them. */
export type Value = number | boolean | string;

/** A place in a text: lines and columns count from 1, in characters; the end is one past the last. All `null`: nowhere. */
export interface Place {
  file: string | null;
  line: number | null;
  column: number | null;
  end_line: number | null;
  end_column: number | null;
}

/** An error or a warning. */
export interface Problem extends Place {
  /** The same in all languages; docs/errors.md lists them. */
  code: string;
  severity: "error" | "warning";
  message: string;
  /** What is underlined. */
  text: string | null;
  /** What is said under it. */
  label: string | null;
  /** What may help, a sentence or two each. */
  help: string[];
  related: Related[];
  /** A change that was tried: with it, the problem is gone and no other has come. */
  fix: Fix | null;
}

export interface Fix extends Place {
  replacement: string;
  /** Whether nothing else can be meant. */
  sure: boolean;
}

export interface Related extends Place {
  message: string;
}

/** A question that the rules leave to people. */
export interface Choice {
  name: string;
  /** The action that asks it. */
  action: string;
  /** Who decides, if the rules say so. */
  by: string | null;
  about: string | null;
  /** What there is to choose from; empty where any number, or any text, will do. */
  options: string[];
}

export interface DieData {
  face: number;
  kept: boolean;
  dropped: boolean;
  rerolled: number[];
  exploded: boolean;
  from_explosion: boolean;
}

export interface ThrowData {
  dice: string;
  faces: number[];
  names: Record<string, number>;
  detail: DieData[];
  side: number;
}

export interface OutcomeData {
  name: string | null;
  success: boolean | null;
  margin: number | null;
  against: number | null;
  against_name: string | null;
  /** What decided between two sides, where that is not what the margin counts. */
  decided_by?: string;
}

/** What `tirada roll --json` prints; docs/json.md describes each key. */
export interface RollData {
  version: 1;
  ruleset: string;
  expression: string;
  seed: number | null;
  seed_given: boolean | null;
  value: Value;
  rolls: ThrowData[];
  cells: { table: string; row: string; column: string | null; value: Value }[];
  outcome: OutcomeData | null;
  values: Record<string, Value>;
  sides: { test: string | null; total: number; values: Record<string, Value>; terms: { label: string | null; value: number; negative: boolean }[]; outcome?: OutcomeData }[];
  comment: string | null;
  trace: string[];
}

/** How likely a value is. Fractions are exact texts such as `"1/6"`. */
export interface ChanceData {
  value: Value;
  probability: string;
  decimal: number;
  at_least: string | null;
  at_least_decimal: number | null;
  at_most: string | null;
  at_most_decimal: number | null;
}

/** What `tirada odds --json` prints; docs/json.md describes each key. */
export interface OddsData {
  version: 1;
  ruleset: string;
  expression: string;
  values: ChanceData[];
  outcomes: { name: string | null; success: boolean | null; probability: string; decimal: number }[];
  success: string | null;
  success_decimal: number | null;
  mean: string | null;
  mean_decimal: number | null;
  deviation: number | null;
  variance: string | null;
  median: Value | null;
  modes: Value[];
  [key: string]: unknown;
}

/** What `tirada sheet --json` prints. */
export interface CharacterData {
  version: 1;
  name: string;
  traits: Record<string, Value | null>;
  tracks: Record<string, { boxes: number; lost: number; marks: Record<string, number>; state: string | null }>;
  points: Record<string, number | null>;
  tags: { kind: string; name: string | null; values: Record<string, Value | null>; lasts: unknown }[];
}

/** What `tirada do --json` prints; docs/json.md describes each key and each kind of event. */
export interface PlayedData {
  version: 1;
  ruleset: string;
  action: string;
  roles: Record<string, string[]>;
  rolls: ThrowData[];
  tests: unknown[];
  outcome: OutcomeData | null;
  said: string[];
  events: { kind: string; who?: string; [key: string]: unknown }[];
  trace: string[];
  after: Record<string, Omit<CharacterData, "version">>;
  [key: string]: unknown;
}

/** What `tirada test --format json` prints. */
export interface PlayedCases {
  version: 1;
  passed: number;
  failed: number;
  rulesets: {
    ruleset: string;
    cases: {
      name: string;
      source: string | null;
      file: string;
      line: number;
      passed: boolean;
      differences: { what: string; expected: string; found: string; file: string | null; line: number | null }[];
      errors: string[];
    }[];
    errors: string[];
  }[];
}
