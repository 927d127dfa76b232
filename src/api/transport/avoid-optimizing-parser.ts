import { setFlagsFromString } from "node:v8";

/** How much a function of WebAssembly may run before V8 optimizes it: more than any process of ours lets it run. */
export const PARSER_OPTION = "--wasm-tiering-budget=1000000000";

/**
 * Keeps Node.js 20 from optimizing undici's parser of responses, which is WebAssembly. It begins after the first response,
 * takes 100 ms of processor time and 40 MB, and the process cannot exit before it has ended: a quarter of a small plan.
 * Later versions begin much later. The option must be set before the first connection, and after modules of Node.js are
 * loaded, which it would slow down. It concerns the whole process, so a library must not set it. Other runtimes ignore it.
 */
export function avoidOptimizingParser(): void {
  setFlagsFromString(PARSER_OPTION);
}
