import fc from "fast-check";
import { applyEvent } from "../../../src/engine/apply-event";
import type { EngineEvent } from "../../../src/engine/engine-event";
import type { EngineOptions } from "../../../src/engine/engine-options";
import { type EngineState, findNextDueMs, type Submission } from "../../../src/engine/engine-state";
import { listEnqueued } from "../../../src/engine/queue-contents";
import { type QueueIdentity, toIdentityKey } from "../../../src/queue/queue-identity";
import { readRandomRuns } from "../../support/random-runs";
import { ARBITRARY_SCHEDULE, type Schedule } from "./arbitrary-schedule";
import { describeShortest } from "./describe-shortest";
import { playSchedule } from "./play-schedule";
import { toEvents } from "./to-events";

/** More rounds than any schedule needs. */
const MOST_ROUNDS = 500;
/** Part of the schedules. */
const SHARE = 0.3;

/** Continues after a schedule with successful checks only. */
class HappyEnd {
  readonly #options: EngineOptions;
  state: EngineState;

  constructor(state: EngineState, options: EngineOptions) {
    this.state = state;
    this.#options = options;
  }

  /** Everything that is ready or can be made so gets ready, and all queues run. */
  prepare(): void {
    for (const { identity } of [...this.state.queues.values()]) {
      const queue = this.state.queues.get(toIdentityKey(identity));
      for (const { number } of queue === undefined ? [] : [...listEnqueued(queue)]) {
        // One that is in two queues can be ready in one of them only.
        const isElsewhere = identity.targetBranch !== "main" && this.#isIn("main", number);
        if (isElsewhere) continue;
        this.#apply({ type: "setImpactedTargets", identity, number, targets: ["a"] });
        const pullRequest = { number, mergeability: "mergeable", baseBranch: identity.targetBranch } as const;
        this.#apply({ type: "declarePullRequest", repo: identity.repo, pullRequest });
      }
    }
    for (const { identity } of [...this.state.queues.values()]) this.run(identity);
  }

  /** Lets a queue run. One that takes no change while it switches modes is asked again later, and read. */
  run(identity: QueueIdentity): void {
    this.#apply({ type: "readQueue", identity });
    this.#apply({ type: "updateQueue", identity, settings: { state: "running" } });
  }

  /** All runs in progress pass; if there are none, time passes. @returns whether anything was to do */
  goOn(): boolean {
    const stopped = [...this.state.queues.values()].filter(({ settings }) => settings.state !== "running");
    for (const { identity } of stopped) this.run(identity);
    const events = toEvents({ kind: "finish", pick: 0, conclusion: "success" }, this.state);
    for (const event of events) this.#apply(event);
    if (events.length > 0) return true;
    const dueMs = findNextDueMs(this.state);
    if (dueMs === undefined) return stopped.length > 0;
    this.#apply({ type: "tick" }, dueMs);
    return true;
  }

  #apply(event: EngineEvent, nowMs = this.state.nowMs): void {
    this.state = applyEvent(this.state, event, { nowMs, options: this.#options }).state;
  }

  #isIn(branch: string, number: number): boolean {
    const queue = [...this.state.queues.values()].find(({ identity }) => identity.targetBranch === branch);
    return queue !== undefined && [...listEnqueued(queue)].some((submission) => submission.number === number);
  }
}

/**
 * Plays a schedule, then lets all checks succeed.
 * @returns the pull requests that did not merge although they should have
 */
function findStuck({ options: given, actions }: Schedule): string | undefined {
  // Where nothing is required, nothing merges by this option.
  const { withoutRequiredStatuses: without } = given;
  const options = {
    ...given,
    withoutRequiredStatuses: without === "fail" ? "first_check" : without,
  } as const;
  const play = new HappyEnd(
    playSchedule({ options, actions }, () => undefined),
    options,
  );
  play.prepare();
  const wanted = listAll(play.state).filter(({ key, submission }) => mayMerge(play.state, key, submission));
  let rounds = 0;
  while (play.goOn()) {
    rounds += 1;
    if (rounds > MOST_ROUNDS) return "it never ends";
  }
  for (const { key, submission } of wanted) {
    const now = play.state.queues.get(key)?.submissions.get(submission.sequence);
    const isDone = now?.state === "merged" || (now !== undefined && hasMergedElsewhere(play.state, now));
    if (!isDone) return `#${submission.number} was ${submission.state} and is ${now?.state}: ${now?.reason}`;
  }
  return undefined;
}

/** Pull requests that have already failed, alone or in a batch, are not always rescued by later passes. */
function mayMerge({ queues }: EngineState, key: string, { sequence, state }: Submission): boolean {
  const entry = queues.get(key)?.line.find(({ sequences }) => sequences.includes(sequence));
  return state !== "not_ready" && entry?.phase !== "pending_failure" && entry?.phase !== "bisecting";
}

function hasMergedElsewhere(state: EngineState, { number, state: own }: Submission): boolean {
  if (own !== "cancelled") return false;
  const all = [...state.queues.values()].flatMap((queue) => [...queue.submissions.values()]);
  return all.some((submission) => submission.number === number && submission.state === "merged");
}

function listAll(state: EngineState): { readonly key: string; readonly submission: Submission }[] {
  return [...state.queues].flatMap(([key, queue]) =>
    Array.from(listEnqueued(queue), (submission) => ({ key, submission })),
  );
}

describe("when all checks succeed and time passes", () => {
  test("every ready pull request merges, whatever happened before", () => {
    fc.assert(
      fc.property(ARBITRARY_SCHEDULE, (schedule) => {
        if (findStuck(schedule) !== undefined) throw new Error(describeShortest(schedule, findStuck));
      }),
      { ...readRandomRuns(150, SHARE), endOnFailure: true },
    );
  });
});
