/** Options of V8: the old generation may at most double after a collection; the young one does not grow. */
export const HEAP_OPTIONS = ["--heap-growing-percent=100", "--semi-space-growth-factor=1"] as const;

/**
 * Makes Node.js collect garbage before the process becomes large. By default, on a machine with much memory,
 * it lets the old generation grow to four times what is in use, and the young one to 32 MiB: after many calls
 * most is garbage. It is for processes that handle many calls: at the start the options would cost 15 ms,
 * because with options Node.js 20 compiles its own modules instead of using the code that it contains. Other
 * runtimes ignore them.
 */
export async function boundHeap(): Promise<void> {
  // Most processes never need this module, and loading it takes a millisecond.
  const { setFlagsFromString } = await import("node:v8");
  for (const option of HEAP_OPTIONS) setFlagsFromString(option);
}
