import type { EventOf } from "../../engine/engine-event";
import type { EngineOptions } from "../../engine/engine-options";
import type { EngineState, Queue } from "../../engine/engine-state";
import { findSubmission, findTestRun, listRunIds } from "../../engine/queue-contents";
import { readReadiness } from "../../engine/readiness";
import type { ResolvedAutoOptions } from "../auto-options";
import { type PlannedCheck, planChecks, toCommit, toFraction } from "./plan-checks";

export type AutomaticEvent = Readonly<{
  atMs: number;
  event: EventOf<"reportChecks" | "setImpactedTargets">;
}>;

const TARGETS = 4;

/** Plans automatic reports: impacted targets of pull requests that need them, and checks. */
export class AutomaticEvents {
  readonly #auto: ResolvedAutoOptions;
  readonly #options: EngineOptions;
  readonly #nextOfQueue = new WeakMap<Queue, { readonly next: AutomaticEvent | undefined }>();

  constructor(auto: ResolvedAutoOptions, options: EngineOptions) {
    this.#auto = auto;
    this.#options = options;
  }

  /** Returns the next report, if any. One report contains all checks that are due at the same time. */
  tryFindNext(state: EngineState): AutomaticEvent | undefined {
    let next: AutomaticEvent | undefined;
    for (const queue of state.queues.values()) next = joinReports(next, this.#tryFindNextOf(queue));
    return next;
  }

  #tryFindNextOf(queue: Queue): AutomaticEvent | undefined {
    const known = this.#nextOfQueue.get(queue);
    if (known !== undefined) return known.next;
    let next = this.#tryFindTargets(queue);
    for (const testRunId of listRunIds(queue)) {
      for (const { atMs, ...check } of this.#planRun(queue, testRunId)) {
        const event = { type: "reportChecks", reports: [{ testRunId, ...check }] } as const;
        next = joinReports(next, { atMs, event });
      }
    }
    this.#nextOfQueue.set(queue, { next });
    return next;
  }

  #planRun(queue: Queue, testRunId: string): readonly PlannedCheck[] {
    const run = findTestRun(queue, testRunId);
    const tested = [...run.beneath, ...run.sequences].map((sequence) => findSubmission(queue, sequence));
    const commits = tested.map(({ pullRequest }) => toCommit(pullRequest));
    const reported = new Set(run.checks.map(({ name }) => name));
    return planChecks(run, commits, this.#auto).filter(({ name }) => !reported.has(name));
  }

  #tryFindTargets(queue: Queue): AutomaticEvent | undefined {
    // If all waiting pull requests are ready, none needs targets.
    if (queue.waiting.size === queue.ready.size) return undefined;
    const { identity } = queue;
    for (const sequence of queue.waiting.values()) {
      const submission = findSubmission(queue, sequence);
      const { number, pullRequest, stateChangedAtMs: atMs } = submission;
      const readiness = readReadiness(queue, submission, this.#options);
      if (readiness.hasImpactedTargets || !readiness.requiresImpactedTargets) continue;
      const target = 1 + Math.floor(TARGETS * toFraction(this.#auto.seed, "target", toCommit(pullRequest)));
      return { atMs, event: { type: "setImpactedTargets", identity, number, targets: [`target-${target}`] } };
    }
    return undefined;
  }
}

/** Returns the earlier report. If both are due at once, targets come before checks, and checks are joined. */
function joinReports(a?: AutomaticEvent, b?: AutomaticEvent): AutomaticEvent | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  if (a.atMs !== b.atMs) return a.atMs < b.atMs ? a : b;
  if (a.event.type === "setImpactedTargets") return a;
  if (b.event.type === "setImpactedTargets") return b;
  return { ...a, event: { type: "reportChecks", reports: [...a.event.reports, ...b.event.reports] } };
}
