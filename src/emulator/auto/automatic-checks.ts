import type { CheckConclusion, EngineState, Queue } from "../engine/engine-state";
import type { ResolvedAutoOptions } from "./auto-options";
import { planChecks } from "./plan-checks";

/** A check that concludes by itself. */
export interface AutomaticCheck {
  /** Milliseconds since 1970 (UTC). */
  readonly atMs: number;
  readonly report: {
    readonly testRunId: string;
    readonly name: string;
    readonly conclusion: CheckConclusion;
  };
}

/** Knows which check concludes by itself next. */
export class AutomaticChecks {
  readonly #options: ResolvedAutoOptions;
  /** A queue is a value: as long as it is the same, so is its next check. */
  readonly #nextOfQueue = new WeakMap<Queue, { readonly check: AutomaticCheck | undefined }>();

  constructor(options: ResolvedAutoOptions) {
    this.#options = options;
  }

  /** Answers the earliest check that is still to be reported; undefined: none is. */
  tryFindNext(state: EngineState): AutomaticCheck | undefined {
    let next: AutomaticCheck | undefined;
    for (const queue of state.queues.values()) next = findEarlier(next, this.#tryFindNextOf(queue));
    return next;
  }

  #tryFindNextOf(queue: Queue): AutomaticCheck | undefined {
    const known = this.#nextOfQueue.get(queue);
    if (known !== undefined) return known.check;
    let check: AutomaticCheck | undefined;
    for (const id of listRunIds(queue)) {
      for (const candidate of planRun(queue, id, this.#options)) check = findEarlier(check, candidate);
    }
    this.#nextOfQueue.set(queue, { check });
    return check;
  }
}

function findEarlier(
  a: AutomaticCheck | undefined,
  b: AutomaticCheck | undefined,
): AutomaticCheck | undefined {
  // Of two at the same moment the first stays, so that their order is always the same.
  return a === undefined || (b !== undefined && b.atMs < a.atMs) ? b : a;
}

function listRunIds(queue: Queue): string[] {
  const ids = queue.line.flatMap(({ testRunId, parts }) => [
    testRunId,
    ...parts.map((part) => part.testRunId),
  ]);
  return ids.filter((id) => id !== undefined);
}

function planRun(queue: Queue, testRunId: string, options: ResolvedAutoOptions): AutomaticCheck[] {
  const run = queue.testRuns.get(testRunId);
  if (run?.status !== "in_progress") return [];
  const commits = run.sequences.flatMap((sequence) => {
    const submission = queue.submissions.get(sequence);
    return submission === undefined ? [] : [`${submission.number} ${submission.pullRequest.sha}`];
  });
  const reported = new Set(run.checks.map(({ name }) => name));
  return planChecks(run, commits, options)
    .filter(({ name }) => !reported.has(name))
    .map(({ atMs, name, conclusion }) => ({ atMs, report: { testRunId, name, conclusion } }));
}
