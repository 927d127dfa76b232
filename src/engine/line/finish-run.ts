import type { QueueDraft } from "../draft/draft";
import { finishPart } from "./bisection";
import { concludeRun } from "./conclude-run";
import { failRunOf, passEntry } from "./finish-entry";

/** How a run ended; a failure has a reason for people, and the failed status if there is one. */
export type RunResult =
  | { readonly hasPassed: true }
  | { readonly hasPassed: false; readonly failure: string; readonly failedStatus?: string };

/** Ends a run in progress, and updates the entry of the line that it tests. */
export function finishRun(queue: QueueDraft, id: string, result: RunResult): void {
  if (result.hasPassed) concludeRun(queue, id, "succeeded");
  else concludeRun(queue, id, "failed", result.failedStatus);
  const failure = result.hasPassed ? undefined : result.failure;
  for (const entry of queue.line) {
    if (entry.phase === "testing" && entry.testRunId === id) {
      if (failure === undefined) passEntry(queue, entry);
      else failRunOf(queue, entry, failure);
      return;
    }
    const part = entry.parts.find((one) => one.phase === "testing" && one.testRunId === id);
    if (part !== undefined) {
      if (finishPart(queue, entry, part, failure) === "passed") passEntry(queue, entry);
      return;
    }
  }
}
