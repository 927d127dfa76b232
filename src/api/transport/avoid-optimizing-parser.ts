import { setFlagsFromString } from "node:v8";

/** Options of V8 with which WebAssembly is compiled once, by the baseline compiler, however long it runs. */
export const PARSER_OPTIONS = ["--no-wasm-dynamic-tiering", "--no-wasm-tier-up"] as const;

/**
 * Keeps V8 from optimizing undici's parser of responses, which is WebAssembly. Node.js 20 would begin after
 * the first response, newer versions after some hundred. It would take up to 100 ms of processor time and 40
 * MB, and the process could not exit before it was done: with Node.js 20, that is a quarter of a small plan.
 * Calls would not become faster, because parsing takes little of their time.
 *
 * The options must be set before the first connection, and after modules of Node.js are loaded, which they
 * would slow down. They concern the whole process: not for libraries. Other runtimes ignore them.
 */
export function avoidOptimizingParser(): void {
  for (const option of PARSER_OPTIONS) setFlagsFromString(option);
}
