import type { Queue } from "./engine-state";

/** Tells whether a queue starts anything now: it neither is paused nor switches modes. */
export function mayStart(queue: Pick<Queue, "settings" | "isSwitchingModes">): boolean {
  return queue.settings.state !== "paused" && !queue.isSwitchingModes;
}

/** Answers how many more runs may be in progress, those of bisections apart; not below 0. */
export function countFreeSlots(queue: Pick<Queue, "settings" | "line">): number {
  const { mode, concurrency } = queue.settings;
  const slots = mode === "single" ? 1 : concurrency;
  const taken = queue.line.filter((entry) => entry.phase === "testing").length;
  return Math.max(0, slots - taken);
}
