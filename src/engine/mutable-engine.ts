import { applyInPlace } from "./apply-event";
import { draftEngine, type EngineContext } from "./draft/engine-draft";
import type { EngineDraft, QueueDraft } from "./draft/queue-draft";
import type { EngineEvent } from "./engine-event";
import type { EngineState } from "./engine-state";
import { isEnqueued } from "./queue-contents";

/** Applies events as `applyEvent` does, but changes one state in place, in half the time. For simulations. */
export class MutableEngine {
  readonly #draft: EngineDraft;

  constructor(state: EngineState, context: EngineContext) {
    this.#draft = draftEngine(state, context);
  }

  /** The state, which changes with the next event, its queues and their lines included. */
  get state(): EngineState {
    return this.#draft;
  }

  /** @param nowMs - milliseconds since 1970 (UTC) @throws Error if refused; the engine is then of no use */
  apply(event: EngineEvent, nowMs: number): void {
    const refused = applyInPlace(this.#draft, event, nowMs);
    if (refused !== undefined) throw new Error(refused.refusal.message);
  }

  /** Drops what is no longer needed of concluded pull requests. @param from - last position dropped before */
  forgetConcluded(from: number): void {
    for (const queue of this.#draft.opened.values()) forgetInQueue(queue, from);
    // A submission contains everything that the engine needs of its pull request.
    this.#draft.openedRepositories.clear();
    this.#draft.pullRequests = new Map();
  }
}

function forgetInQueue(queue: QueueDraft, from: number): void {
  const { submissions, testRuns } = queue;
  const sequences = [...queue.concluded.entries(from + 1)].map(([, sequence]) => sequence);
  const [first] = sequences;
  const placeholder = first === undefined ? undefined : submissions.get(first);
  for (const sequence of sequences) {
    const number = submissions.get(sequence)?.number;
    if (number === undefined || placeholder === undefined) continue;
    for (const map of [queue.latestByNumber, queue.impactedTargets, queue.otherTargets]) map.delete(number);
    // All share one value, which means "no longer in the queue".
    submissions.set(sequence, placeholder);
  }
  for (const [id, run] of [...testRuns.entries()]) {
    const isNeeded = run.sequences.some((sequence) => {
      const submission = submissions.get(sequence);
      // The engine reads only the latest run of a submission.
      return submission !== undefined && isEnqueued(submission) && submission.testRunId === id;
    });
    if (!isNeeded) testRuns.delete(id);
  }
}
