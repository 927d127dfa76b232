import type { ReportedCheck } from "../../engine/engine-event";
import { DEFAULT_ENGINE_OPTIONS, type EngineOptions, NEW_QUEUES } from "../../engine/engine-options";
import { createState, findNextDueMs, type Queue } from "../../engine/engine-state";
import { MutableEngine } from "../../engine/mutable-engine";
import { findTestRun, listRunIds } from "../../engine/queue-contents";
import { toIdentityKey } from "../../queue/queue-identity";
import { drawStartMs } from "../draws/draw-load";
import { KeyedDraws } from "../draws/keyed-draws";
import { Changes, type PlannedTest } from "./changes";
import { Ci, type EndedRun, type NextEnds } from "./ci";
import type { ReplicationSetup } from "./replication";

const IDENTITY = { repo: { host: "host", owner: "owner", name: "name" }, targetBranch: "main" };
const KEY = toIdentityKey(IDENTITY);
const CHECK = "ci";
/** Number of conclusions between two cleanups of the state. More take more memory, fewer take more time. */
const FORGET_AFTER = 100;

/** Callbacks of a simulation. Times are in milliseconds since 1970 (UTC). */
export interface SimulationObserver {
  onSubmission?(number: number, atMs: number): void;
  onConclusion?(conclusion: Concluded, atMs: number): void;
  onTestStart?(test: PlannedTest): void;
  onTestEnd?(run: EndedRun, atMs: number): void;
  /** Called for a span of time in which nothing changes. */
  onSpan?(fromMs: number, toMs: number, queue: Pick<Simulation, "length">): void;
}

export interface Concluded {
  readonly number: number;
  readonly state: "merged" | "failed";
  readonly isAtFault: boolean;
}

/** One simulated queue with its own CI and clock. Times are in milliseconds since 1970 (UTC). */
export class Simulation {
  readonly draws: KeyedDraws;
  readonly #engine: MutableEngine;
  readonly #observer: SimulationObserver;
  readonly #forgetAfter: number;
  readonly #changes: Changes;
  readonly #ci: Ci;
  /** Whether changes impact different targets. Without a report, each change impacts all. */
  readonly #hasLanes: boolean;
  #observedLine: Queue["line"] = [];
  #nowMs: number;
  #submitted = 0;
  #concluded = 0;
  #forgotten = 0;

  /** @param forgetAfter - overrides {@link FORGET_AFTER}. It does not affect results. */
  constructor(setup: ReplicationSetup, observer: SimulationObserver, forgetAfter = FORGET_AFTER) {
    this.#forgetAfter = forgetAfter;
    this.#observer = observer;
    this.draws = new KeyedDraws(setup.seed, setup.replication);
    this.#changes = new Changes(setup.load, this.draws);
    this.#ci = new Ci(setup.load.ciSlots ?? Number.POSITIVE_INFINITY);
    const newQueue = { ...NEW_QUEUES.published, ...setup.settings };
    this.#hasLanes = setup.settings.mode === "parallel" && setup.load.targets.length > 1;
    const requiresImpactedTargets = this.#hasLanes ? "parallel" : "never";
    const options: EngineOptions = {
      ...DEFAULT_ENGINE_OPTIONS,
      singleMode: setup.singleMode,
      requiresImpactedTargets,
      newQueue,
    };
    this.#nowMs = drawStartMs(this.draws);
    this.#engine = new MutableEngine(createState(""), { nowMs: this.#nowMs, options });
    this.#engine.apply({ type: "createQueue", identity: IDENTITY, settings: {} }, this.#nowMs);
  }

  get nowMs(): number {
    return this.#nowMs;
  }

  /** How many pull requests were submitted, which is also the number of the latest pull request. */
  get submitted(): number {
    return this.#submitted;
  }

  get concluded(): number {
    return this.#concluded;
  }

  get length(): number {
    return this.#submitted - this.#concluded;
  }

  listTestStartsMs(): number[] {
    return this.#ci.listStartedMs();
  }

  submit(atMs: number): void {
    this.#nowMs = Math.max(this.#nowMs, atMs);
    this.#submitted += 1;
    const number = this.#submitted;
    this.#observer.onSubmission?.(number, atMs);
    if (this.#hasLanes) {
      const targets = [this.#changes.findTarget(number)];
      const reported = { type: "setImpactedTargets", identity: IDENTITY, number, targets } as const;
      this.#engine.apply(reported, this.#nowMs);
    }
    const priority = this.#changes.tryFindPriority(number);
    this.#changes.enter(number);
    const submitted = { type: "submitPullRequest", identity: IDENTITY, number, priority } as const;
    this.#engine.apply(submitted, this.#nowMs);
    this.#observe();
  }

  advanceTo(untilMs: number): void {
    while (this.advance(untilMs)) {
      // Until nothing is left.
    }
  }

  /** Processes the next event that is due until `untilMs`. @returns false if no event is due until then */
  advance(untilMs: number): boolean {
    const dueMs = findNextDueMs(this.#engine.state) ?? Number.POSITIVE_INFINITY;
    const ends = this.#ci.tryFindNextEnds();
    const endMs = ends?.atMs ?? Number.POSITIVE_INFINITY;
    const nextMs = Math.min(dueMs, endMs);
    const happens = nextMs <= untilMs && nextMs < Number.POSITIVE_INFINITY;
    this.#observer.onSpan?.(this.#nowMs, happens ? nextMs : untilMs, this);
    if (!happens) return false;
    this.#nowMs = nextMs;
    // Runs that time out at the time of the reports end together with the reported runs.
    const isTick = ends === undefined || dueMs < endMs;
    const reports = isTick ? [] : ends.runs.map(toReport);
    this.#engine.apply(isTick ? { type: "tick" } : { type: "reportChecks", reports }, nextMs);
    this.#observe();
    return true;
  }

  get #queue(): Queue {
    const queue = this.#engine.state.queues.get(KEY);
    if (queue === undefined) throw new Error("The simulated queue does not exist.");
    return queue;
  }

  #observe(): void {
    const queue = this.#queue;
    const [before, after] = trimCommon(this.#observedLine, queue.line);
    // Copied, because the engine changes the line in place.
    this.#observedLine = [...queue.line];
    const ids = listRunIds({ line: after });
    const inProgress = new Set(ids);
    const endedIds = listRunIds({ line: before }).filter((id) => !inProgress.has(id));
    for (const ended of this.#ci.remove(endedIds, this.#nowMs)) {
      this.#observer.onTestEnd?.(ended, this.#nowMs);
    }
    // Before new tests are planned, because merges decide how they end.
    while (this.#concluded < queue.concluded.size) this.#conclude(queue);
    for (const id of ids) {
      if (this.#ci.has(id)) continue;
      // Pull requests are submitted once and in order, so the sequence of each is its number.
      const { sequences, beneath, timesOutAtMs = Infinity } = findTestRun(queue, id);
      const test = this.#changes.planTest(sequences, beneath);
      this.#observer.onTestStart?.(test);
      this.#ci.add(id, test, timesOutAtMs);
    }
    this.#ci.fillSlots(this.#nowMs);
    if (this.#concluded - this.#forgotten < this.#forgetAfter) return;
    this.#engine.forgetConcluded(this.#forgotten);
    this.#forgotten = this.#concluded;
  }

  #conclude(queue: Queue): void {
    this.#concluded += 1;
    const number = queue.concluded.get(this.#concluded);
    const state = number === undefined ? undefined : queue.submissions.get(number)?.state;
    if (number === undefined || (state !== "merged" && state !== "failed")) {
      throw new Error(`Conclusion ${this.#concluded} is neither a merge nor a failure.`);
    }
    const isAtFault = this.#changes.isAtFault(number, state);
    this.#observer.onConclusion?.({ number, state, isAtFault }, this.#nowMs);
    this.#changes.leave(number, state);
  }
}

/** Drops what two versions of a line share at their start and end. A changed entry is another object. */
function trimCommon(one: Queue["line"], other: Queue["line"]): [Queue["line"], Queue["line"]] {
  const most = Math.min(one.length, other.length);
  let start = 0;
  while (start < most && one[start] === other[start]) start += 1;
  let end = 0;
  while (end < most - start && one.at(-1 - end) === other.at(-1 - end)) end += 1;
  return [one.slice(start, one.length - end), other.slice(start, other.length - end)];
}

function toReport({ id, passes }: NextEnds["runs"][number]): ReportedCheck {
  return { testRunId: id, name: CHECK, conclusion: passes ? "success" : "failure" };
}
