import type { QueueDraft } from "../draft/queue-draft";
import type { Cause } from "../state-change";
import { restartParts } from "./bisection";
import { testAgain } from "./line";

/** Tests everything again that is in testing, in its place. What has passed, and failures, stay. */
export function restartTesting(queue: QueueDraft, cause: Cause): void {
  for (const entry of queue.line) {
    if (entry.phase === "testing") testAgain(queue, entry, cause);
    else if (entry.phase === "bisecting") restartParts(queue, entry, cause);
  }
}
