import type { View } from "../../../src/cli/print/view";

/** Makes a view of unlimited width without colours. */
export function makeView(more: Partial<View> = {}): View {
  return { columns: undefined, nowMs: 0, paint: (_tone, text) => text, ...more };
}
