/** V8 options. After a collection, the old generation may at most double. The young one never grows. */
export const HEAP_OPTIONS = ["--heap-growing-percent=100", "--semi-space-growth-factor=1"] as const;

/** Limits the heap, which can otherwise grow to four times the used size. Called late: it takes 15 ms. */
export async function boundHeap(): Promise<void> {
  // Most processes never need this module, and loading it takes a millisecond.
  const { setFlagsFromString } = await import("node:v8");
  for (const option of HEAP_OPTIONS) setFlagsFromString(option);
}
