import { findSubmission } from "../engine/draft/queue-draft";
import type { ReportCheckEvent, SetImpactedTargetsEvent } from "../engine/engine-event";
import type { EngineOptions } from "../engine/engine-options";
import type { EngineState, Queue } from "../engine/engine-state";
import { readReadiness } from "../engine/waiting/readiness";
import type { ResolvedAutoOptions } from "./auto-options";
import { planChecks, toFraction } from "./plan-checks";

/** What CI reports by itself. */
export interface AutomaticEvent {
  /** Milliseconds since 1970 (UTC). */
  readonly atMs: number;
  readonly event: ReportCheckEvent | SetImpactedTargetsEvent;
}

/** How many targets there are: so few that some pull requests share one and others do not. */
const TARGETS = 4;

/** Knows what CI reports by itself next: the targets of a pull request that needs them, or a check. */
export class AutomaticEvents {
  readonly #auto: ResolvedAutoOptions;
  readonly #options: Pick<EngineOptions, "requiresImpactedTargets">;
  /** A queue is a value: as long as it is the same, so is its next event. */
  readonly #nextOfQueue = new WeakMap<Queue, { readonly next: AutomaticEvent | undefined }>();

  constructor(auto: ResolvedAutoOptions, options: Pick<EngineOptions, "requiresImpactedTargets">) {
    this.#auto = auto;
    this.#options = options;
  }

  /** Returns the earliest event that is still to come, or undefined if there is none. */
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
    // Where everything that waits is ready, there is no need to look at each.
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

/** What tells a pull request's commit from all others. */
function toCommit(number: number, { sha }: { readonly sha: string }): string {
  return `${number} ${sha}`;
}
