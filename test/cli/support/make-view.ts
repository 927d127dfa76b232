import type { View } from "../../../src/report/view";

/** Makes a view that is wide enough for everything, without colours. */
export function makeView(more: Partial<View> = {}): View {
  return { columns: 1_000, nowMs: 0, paint: (_tone, text) => text, ...more };
}
