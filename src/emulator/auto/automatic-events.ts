import { findSubmission, findTestRun, listRunIds } from "../../engine/draft/queue-draft";
import type { CheckReport, EventOf } from "../../engine/engine-event";
import type { EngineOptions } from "../../engine/engine-options";
import type { EngineState, Queue, TestRun } from "../../engine/engine-state";
import { readReadiness } from "../../engine/waiting/readiness";
import type { ResolvedAutoOptions } from "./auto-options";
import { isBrokenCommit, type PlannedCheck, planChecks, toFraction } from "./plan-checks";

/** An automatic report of CI. */
export interface AutomaticEvent {
  /** Milliseconds since 1970 (UTC). */
  readonly atMs: number;
  readonly event: EventOf<"reportChecks"> | EventOf<"setImpactedTargets">;
}

/** The next report of a queue: targets of one pull request, or all checks of one moment. */
type NextReport = { readonly atMs: number } & (
  | { readonly targets: EventOf<"setImpactedTargets"> }
  | { readonly checks: readonly CheckReport[] }
);

/** Number of targets: few enough that some pull requests share one. */
const TARGETS = 4;

/** Plans automatic reports: impacted targets of pull requests that need them, and checks. */
export class AutomaticEvents {
  readonly #auto: ResolvedAutoOptions;
  readonly #options: Pick<EngineOptions, "requiresImpactedTargets">;
  /** The next report of each queue; queues are immutable values. */
  readonly #nextOfQueue = new WeakMap<Queue, { readonly next: NextReport | undefined }>();

  /** The remaining checks of each run; runs are immutable values, and end when one of their commits changes. */
  readonly #checksOfRun = new WeakMap<TestRun, readonly PlannedCheck[]>();

  constructor(auto: ResolvedAutoOptions, options: Pick<EngineOptions, "requiresImpactedTargets">) {
    this.#auto = auto;
    this.#options = options;
  }

  /** Finds the next report; all checks of one moment are one report. @returns undefined if there is none */
  tryFindNext(state: EngineState): AutomaticEvent | undefined {
    let next: NextReport | undefined;
    for (const queue of state.queues.values()) next = joinReports(next, this.#tryFindNextOf(queue));
    if (next === undefined) return undefined;
    const event = "targets" in next ? next.targets : { type: "reportChecks" as const, reports: next.checks };
    return { atMs: next.atMs, event };
  }

  #tryFindNextOf(queue: Queue): NextReport | undefined {
    const known = this.#nextOfQueue.get(queue);
    if (known !== undefined) return known.next;
    let next = this.#tryFindTargets(queue);
    for (const id of listRunIds(queue)) {
      for (const { atMs, ...check } of this.#planRun(queue, id)) {
        next = joinReports(next, { atMs, checks: [{ testRunId: id, ...check }] });
      }
    }
    this.#nextOfQueue.set(queue, { next });
    return next;
  }

  /** What a run contains decides how it ends: its pull requests, and those beneath it. */
  #planRun(queue: Queue, testRunId: string): readonly PlannedCheck[] {
    const run = findTestRun(queue, testRunId);
    const known = this.#checksOfRun.get(run);
    if (known !== undefined) return known;
    const commits = [...run.beneath, ...run.sequences].map((sequence) => {
      const { number, pullRequest } = findSubmission(queue, sequence);
      return toCommit(number, pullRequest);
    });
    const reported = new Set(run.checks.map(({ name }) => name));
    const checks = planChecks(run, commits, this.#auto).filter(({ name }) => !reported.has(name));
    this.#checksOfRun.set(run, checks);
    return checks;
  }

  #tryFindTargets(queue: Queue): NextReport | undefined {
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
        targets: { type: "setImpactedTargets", identity, number, targets },
      };
    }
    return undefined;
  }
}

/** Returns the earlier report. Of the same moment, targets come first, and checks are one report. */
function joinReports(a: NextReport | undefined, b: NextReport | undefined): NextReport | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  if (a.atMs !== b.atMs) return a.atMs < b.atMs ? a : b;
  if ("targets" in a || "targets" in b) return "targets" in a ? a : b;
  return { atMs: a.atMs, checks: [...a.checks, ...b.checks] };
}

/** Tells whether the automatic checks of a pull request fail in all its runs. */
export function isBroken(
  number: number,
  pullRequest: { readonly sha: string },
  auto: ResolvedAutoOptions,
): boolean {
  return isBrokenCommit(toCommit(number, pullRequest), auto);
}

function toCommit(number: number, { sha }: { readonly sha: string }): string {
  return `${number} ${sha}`;
}
