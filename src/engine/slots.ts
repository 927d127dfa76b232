import type { EngineOptions } from "./engine-options";
import type { Queue } from "./engine-state";
import { countPhases } from "./line/count-phases";

/** Tells whether a queue may start tests, that is, whether it is not paused. */
export function mayStart(queue: Queue): boolean {
  return queue.settings.state !== "paused";
}

/** Returns the mode of the tests in the line. While the queue switches modes, this is the former mode. */
export function readLineMode({ settings: { mode }, isSwitchingModes }: Queue): "single" | "parallel" {
  if (!isSwitchingModes) return mode;
  return mode === "single" ? "parallel" : "single";
}

/** Returns how many runs may be in progress at once, not counting bisections. */
export function countSlots(
  { mode, concurrency }: Pick<Queue["settings"], "mode" | "concurrency">,
  { singleMode }: EngineOptions,
): number {
  return mode === "single" && singleMode === "one-at-a-time" ? 1 : concurrency;
}

/** Returns how many more runs may start. Bisections use the same slots if `bisectionConcurrency` is 0. */
export function countFreeSlots(queue: Queue, options: EngineOptions, line = queue.line): number {
  const { concurrency, bisectionConcurrency } = queue.settings;
  const slots = countSlots({ mode: readLineMode(queue), concurrency }, options);
  const { testing, testingParts } = countPhases(line);
  return Math.max(0, slots - testing - (bisectionConcurrency === 0 ? testingParts : 0));
}

/** Returns how many more runs of bisections may start. */
export function countFreeBisectionSlots(queue: Queue, options: EngineOptions): number {
  const { bisectionConcurrency } = queue.settings;
  if (bisectionConcurrency === 0) return countFreeSlots(queue, options);
  return Math.max(0, bisectionConcurrency - countPhases(queue.line).testingParts);
}
