/** Options of V8. After a collection, the old generation at most doubles. The young one does not grow. */
export const HEAP_OPTIONS = ["--heap-growing-percent=100", "--semi-space-growth-factor=1"] as const;

/** By default, the heap can grow to four times the used size. Bounding it at the start would cost 15 ms. */
export async function boundHeap(): Promise<void> {
  // Most processes never need this module, and loading it takes a millisecond.
  const { setFlagsFromString } = await import("node:v8");
  for (const option of HEAP_OPTIONS) setFlagsFromString(option);
}
