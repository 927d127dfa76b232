import { applyEvent } from "../../engine/apply-event";
import { findTestRun, listRunIds } from "../../engine/draft/queue-draft";
import type { CheckReport, EngineEvent } from "../../engine/engine-event";
import { DEFAULT_ENGINE_OPTIONS, type EngineOptions, NEW_QUEUE } from "../../engine/engine-options";
import { createState, type EngineState, type Queue } from "../../engine/engine-state";
import { findNextDueMs } from "../../engine/let-time-pass";
import { toIdentityKey } from "../../queue/queue-identity";
import { drawStartMs } from "../draws/draw-arrivals";
import { KeyedDraws } from "../draws/keyed-draws";
import { Changes } from "./changes";
import { Ci, type EndedRun, type NextEnds } from "./ci";
import { forgetConcluded } from "./forget-concluded";
import type { ReplicationSetup } from "./replication";

const IDENTITY = { repo: { host: "host", owner: "owner", name: "name" }, targetBranch: "main" };
const KEY = toIdentityKey(IDENTITY);
const CHECK = "ci";
/** Often enough for little memory, and rarely enough to take little time. */
const FORGET_AFTER = 500;

/** Callbacks of a simulation. Times are in milliseconds since 1970 (UTC). */
export interface SimulationObserver {
  /** A pull request has left the queue. @param isAtFault - whether it must not merge */
  onConclusion(number: number, state: "merged" | "failed", atMs: number, isAtFault: boolean): void;
  /** A test run has ended. */
  onTestEnd(run: EndedRun, atMs: number): void;
}

/** One queue on the local service's engine, with a CI that decides how tests end. Its own clock moves from event to event. */
export class Simulation {
  readonly draws: KeyedDraws;
  readonly #setup: ReplicationSetup;
  readonly #options: EngineOptions;
  readonly #observer: SimulationObserver;
  readonly #forgetAfter: number;
  readonly #changes: Changes;
  readonly #ci: Ci;
  #state: EngineState;
  #nowMs: number;
  #submitted = 0;
  #concluded = 0;
  #forgotten = 0;

  /** @param forgetAfter - how many conclusions the engine's state remembers at least; the results do not depend on it */
  constructor(setup: ReplicationSetup, observer: SimulationObserver, forgetAfter = FORGET_AFTER) {
    this.#setup = setup;
    this.#forgetAfter = forgetAfter;
    this.#observer = observer;
    this.draws = new KeyedDraws(setup.seed, setup.replication);
    this.#changes = new Changes(setup.load, this.draws);
    this.#ci = new Ci(setup.load.ciSlots ?? Number.POSITIVE_INFINITY);
    this.#options = toEngineOptions(setup);
    this.#nowMs = drawStartMs(this.draws);
    this.#state = createState("");
    this.#apply({ type: "createQueue", identity: IDENTITY, settings: {} });
  }

  /** Milliseconds since 1970 (UTC). */
  get nowMs(): number {
    return this.#nowMs;
  }

  /** Number of pull requests submitted so far; their numbers are 1 to this. */
  get submitted(): number {
    return this.#submitted;
  }

  /** Number of pull requests that have left the queue. */
  get concluded(): number {
    return this.#concluded;
  }

  /** Whether more could be tested if there were more: nothing waits, or only for a batch to fill. */
  get isHungry(): boolean {
    const { waiting, batchDueAtMs, line } = this.#queue;
    if (waiting.size > 0 && batchDueAtMs === undefined) return false;
    return !line.some(({ parts }) => parts.some(({ phase }) => phase === "waiting"));
  }

  /** Lists when the tests that CI executes now have started, in milliseconds since 1970 (UTC). */
  listTestStartsMs(): readonly number[] {
    return this.#ci.listStartedMs();
  }

  /** Submits the next pull request. */
  submit(atMs: number): void {
    this.#nowMs = Math.max(this.#nowMs, atMs);
    this.#submitted += 1;
    const number = this.#submitted;
    if (this.#setup.settings.mode === "parallel") {
      const targets = [this.#changes.findTarget(number)];
      this.#apply({ type: "setImpactedTargets", identity: IDENTITY, number, targets });
    }
    const priority = this.#changes.tryFindPriority(number);
    this.#changes.enter(number);
    this.#apply({ type: "submitPullRequest", identity: IDENTITY, number, priority });
    this.#observe();
  }

  /**
   * Processes the next event of the queue if it is due by a given time.
   * @param untilMs - milliseconds since 1970 (UTC), inclusive
   * @returns whether something happened
   */
  advance(untilMs: number): boolean {
    const dueMs = findNextDueMs(this.#state) ?? Number.POSITIVE_INFINITY;
    const ends = this.#ci.tryFindNextEnds();
    const endMs = ends?.atMs ?? Number.POSITIVE_INFINITY;
    const nextMs = Math.min(dueMs, endMs);
    if (nextMs > untilMs || nextMs === Number.POSITIVE_INFINITY) return false;
    this.#nowMs = nextMs;
    // Runs that time out at the moment of reports end with them.
    if (ends === undefined || dueMs < endMs) this.#apply({ type: "tick" });
    else this.#apply({ type: "reportChecks", reports: ends.runs.map(toReport) });
    this.#observe();
    return true;
  }

  get #queue(): Queue {
    const queue = this.#state.queues.get(KEY);
    if (queue === undefined) throw new Error("The simulated queue does not exist.");
    return queue;
  }

  #apply(event: EngineEvent): void {
    const { state, outcome } = applyEvent(this.#state, event, { nowMs: this.#nowMs, options: this.#options });
    if (outcome.kind === "refused") throw new Error(outcome.refusal.message);
    this.#state = state;
  }

  #observe(): void {
    const queue = this.#queue;
    const ids = listRunIds(queue);
    const inProgress = new Set(ids);
    for (const id of this.#ci.ids) {
      if (!inProgress.has(id)) this.#observer.onTestEnd(this.#ci.remove(id, this.#nowMs), this.#nowMs);
    }
    // What has merged decides how new tests end.
    while (this.#concluded < queue.concluded.size) this.#conclude(queue);
    for (const id of ids) {
      if (this.#ci.has(id)) continue;
      // Every pull request is submitted once and in order, so that its sequence is its number.
      const { sequences, beneath, timesOutAtMs } = findTestRun(queue, id);
      this.#ci.add(id, this.#changes.planTest({ own: sequences, beneath }), timesOutAtMs);
    }
    this.#ci.fillSlots(this.#nowMs);
    if (this.#concluded - this.#forgotten < this.#forgetAfter) return;
    this.#state = forgetConcluded(this.#state, this.#forgotten);
    this.#forgotten = this.#concluded;
  }

  #conclude(queue: Queue): void {
    this.#concluded += 1;
    const number = queue.concluded.get(this.#concluded);
    const state = number === undefined ? undefined : queue.submissions.get(number)?.state;
    if (number === undefined || (state !== "merged" && state !== "failed")) {
      throw new Error(`Conclusion ${this.#concluded} is neither a merge nor a failure.`);
    }
    this.#observer.onConclusion(number, state, this.#nowMs, this.#changes.isAtFault(number, state));
    this.#changes.leave(number, state);
  }
}

function toEngineOptions({ settings, singleMode }: ReplicationSetup): EngineOptions {
  return { ...DEFAULT_ENGINE_OPTIONS, singleMode, newQueue: { ...NEW_QUEUE, ...settings } };
}

function toReport({ id, passes }: NextEnds["runs"][number]): CheckReport {
  return { testRunId: id, name: CHECK, conclusion: passes ? "success" : "failure" };
}
