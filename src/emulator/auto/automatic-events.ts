import { findSubmission, listRunIds } from "../engine/draft/queue-draft";
import type { ReportCheckEvent, SetImpactedTargetsEvent } from "../engine/engine-event";
import type { EngineOptions } from "../engine/engine-options";
import type { EngineState, Queue } from "../engine/engine-state";
import { readReadiness } from "../engine/waiting/readiness";
import type { ResolvedAutoOptions } from "./auto-options";
import { planChecks, toFraction } from "./plan-checks";

/** An automatic report of CI. */
export interface AutomaticEvent {
  /** Milliseconds since 1970 (UTC). */
  readonly atMs: number;
  readonly event: ReportCheckEvent | SetImpactedTargetsEvent;
}

/** Number of targets: few enough that some pull requests share one. */
const TARGETS = 4;

/** Plans automatic reports: impacted targets of pull requests that need them, and checks. */
export class AutomaticEvents {
  readonly #auto: ResolvedAutoOptions;
  readonly #options: Pick<EngineOptions, "requiresImpactedTargets">;
  /** The next event of each queue; queues are immutable values. */
  readonly #nextOfQueue = new WeakMap<Queue, { readonly next: AutomaticEvent | undefined }>();

  constructor(auto: ResolvedAutoOptions, options: Pick<EngineOptions, "requiresImpactedTargets">) {
    this.#auto = auto;
    this.#options = options;
  }

  /** Finds the next report. @returns undefined if there is none */
  tryFindNext(state: EngineState): AutomaticEvent | undefined {
    let next: AutomaticEvent | undefined;
    for (const queue of state.queues.values()) next = findEarlier(next, this.#tryFindNextOf(queue));
    return next;
  }

  #tryFindNextOf(queue: Queue): AutomaticEvent | undefined {
    const known = this.#nextOfQueue.get(queue);
    if (known !== undefined) return known.next;
    let next = this.#tryFindTargets(queue);
    for (const id of listRunIds(queue)) {
      for (const candidate of planRun(queue, id, this.#auto)) next = findEarlier(next, candidate);
    }
    this.#nextOfQueue.set(queue, { next });
    return next;
  }

  #tryFindTargets(queue: Queue): AutomaticEvent | undefined {
    // If all waiting ones are ready, none needs targets.
    if (queue.waiting.size === queue.ready.size) return undefined;
    for (const sequence of queue.waiting.values()) {
      const submission = findSubmission(queue, sequence);
      const { number, pullRequest, stateChangedAtMs } = submission;
      const readiness = readReadiness(queue, submission, this.#options);
      if (readiness.hasImpactedTargets || !readiness.requiresImpactedTargets) continue;
      const target =
        1 + Math.floor(TARGETS * toFraction(this.#auto.seed, "target", toCommit(number, pullRequest)));
      const { identity } = queue;
      const targets = [`target-${target}`];
      return {
        atMs: stateChangedAtMs,
        event: { type: "setImpactedTargets", identity, number, sha: undefined, targets },
      };
    }
    return undefined;
  }
}

function findEarlier(
  a: AutomaticEvent | undefined,
  b: AutomaticEvent | undefined,
): AutomaticEvent | undefined {
  // At the same moment, the first one wins, so that the order is stable.
  return a === undefined || (b !== undefined && b.atMs < a.atMs) ? b : a;
}

function planRun(queue: Queue, testRunId: string, auto: ResolvedAutoOptions): AutomaticEvent[] {
  const run = queue.testRuns.get(testRunId);
  if (run?.status !== "in_progress") return [];
  const commits = run.sequences.flatMap((sequence) => {
    const submission = queue.submissions.get(sequence);
    return submission === undefined ? [] : [toCommit(submission.number, submission.pullRequest)];
  });
  const reported = new Set(run.checks.map(({ name }) => name));
  return planChecks(run, commits, auto)
    .filter(({ name }) => !reported.has(name))
    .map(({ atMs, name, conclusion }) => ({
      atMs,
      event: { type: "reportCheck", testRunId, name, conclusion },
    }));
}

function toCommit(number: number, { sha }: { readonly sha: string }): string {
  return `${number} ${sha}`;
}
