import { setFlagsFromString } from "node:v8";

/** V8 options to compile WebAssembly once, with the baseline compiler. */
export const PARSER_OPTIONS = ["--no-wasm-dynamic-tiering", "--no-wasm-tier-up"] as const;

/**
 * Keeps V8 from optimizing undici's WebAssembly parser. Optimizing would delay the exit by up to 100 ms and
 * take 40 MB, a quarter of a small plan's memory with Node.js 20. Parsing is a small part of a call.
 *
 * Call this before the first connection, but after Node.js has loaded its modules, because later modules load
 * slower. This affects the whole process, so no library may call it. Other runtimes ignore the options.
 */
export function avoidOptimizingParser(): void {
  for (const option of PARSER_OPTIONS) setFlagsFromString(option);
}
