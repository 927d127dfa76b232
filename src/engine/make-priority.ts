import type { EngineOptions } from "./engine-options";
import type { Priority } from "./engine-state";

/** Makes a priority of a value, with its name. */
export function makePriority(value: number, { priorities }: EngineOptions): Priority {
  const word = Object.entries(priorities).find(([, known]) => known === value);
  return { value, name: word?.[0] ?? String(value) };
}
