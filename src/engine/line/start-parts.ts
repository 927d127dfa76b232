import type { QueueDraft } from "../draft/draft";
import { finishRun } from "./finish-run";
import { mayStart } from "./line";
import { passesAtOnce, startRun } from "./start-run";

/** Starts runs of bisections in order, up to `bisectionConcurrency`. @returns whether one has started */
export function startParts(queue: QueueDraft): boolean {
  if (!mayStart(queue)) return false;
  let running = 0;
  for (const { parts } of queue.line) running += parts.filter((part) => part.phase === "testing").length;
  let hasStarted = false;
  for (const entry of queue.line) {
    for (const part of entry.parts) {
      if (part.phase !== "waiting") continue;
      if (running >= queue.settings.bisectionConcurrency) return hasStarted;
      // All beneath the batch have passed, and merged before this step.
      const run = startRun(queue, { sequences: part.sequences, beneath: [], isBisection: true });
      const { id: testRunId, timesOutAtMs } = run;
      const started = { ...part, phase: "testing", testRunId, timesOutAtMs } as const;
      entry.parts = entry.parts.map((one) => (one.id === part.id ? started : one));
      hasStarted = true;
      if (passesAtOnce(queue, run)) {
        finishRun(queue, run.id);
        // The parts have changed.
        return true;
      }
      running += 1;
    }
  }
  return hasStarted;
}
