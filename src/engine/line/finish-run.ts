import type { QueueDraft } from "../draft/draft";
import { finishPart } from "./bisection";
import { failRunOf, passEntry } from "./finish-entry";
import { concludeRun } from "./line";

/** Why a run failed. */
export interface RunFailure {
  /** For people. */
  readonly failure: string;
  /** The required status that failed; undefined: the run timed out. */
  readonly failedStatus?: string;
}

/** Ends a run in progress, and updates the entry of the line that it tests. @param failed - undefined: it passed */
export function finishRun(queue: QueueDraft, id: string, failed?: RunFailure): void {
  const failure = failed?.failure;
  concludeRun(queue, id, failed === undefined ? "succeeded" : "failed", failed?.failedStatus);
  for (const entry of queue.line) {
    if (entry.phase === "testing" && entry.testRunId === id) {
      if (failure === undefined) passEntry(queue, entry);
      else failRunOf(queue, entry, failure);
      return;
    }
    const part = entry.parts.find((one) => one.phase === "testing" && one.testRunId === id);
    if (part !== undefined) {
      if (finishPart(queue, entry, part, failure)) passEntry(queue, entry);
      return;
    }
  }
}
