import type { Outcome } from "../../../src/engine/apply-event";
import type { EngineEvent } from "../../../src/engine/engine-event";
import { type EngineOptions, NEW_QUEUES } from "../../../src/engine/engine-options";
import type {
  CheckConclusion,
  EngineTest,
  LineEntry,
  Queue,
  Submission,
} from "../../../src/engine/engine-state";
import type { HostPullRequestInput } from "../../../src/engine/host-pull-request";
import { findSubmission, tryFindLatest } from "../../../src/engine/queue-contents";
import { QueueEngine } from "../../../src/engine/queue-engine";
import type { QueueSettings } from "../../../src/queue/settings";
import { MAIN, NOW_MS, tryToBeRefused } from "../engine-fixtures";

/** The status that these queues require by default. */
const REQUIRED = "ci";
const MINUTE_MS = 60_000;

/** The initial state of a play. */
export interface Scene {
  readonly settings?: QueueSettings;
  readonly options?: Partial<EngineOptions>;
  /** Default: `ci`. */
  readonly requiredStatuses?: readonly string[];
}

/**
 * Plays what happens to one queue, on a clock in minutes that begins at 0, and shows what became of it in a
 * way that can be computed by hand.
 */
export class QueuePlay {
  readonly engine: QueueEngine;
  #minute = 0;

  constructor({ settings = {}, options = {}, requiredStatuses = [REQUIRED] }: Scene = {}) {
    this.engine = new QueueEngine(
      { newQueue: NEW_QUEUES.careful, ...options },
      { now: () => NOW_MS + this.#minute * MINUTE_MS, seed: "play" },
    );
    this.apply({ type: "createQueue", identity: MAIN, settings: {} });
    this.update({ requiredStatuses, ...settings });
  }

  /** A queue in parallel mode that starts pull requests without knowing their targets. */
  static parallel(settings: QueueSettings = {}, options: Partial<EngineOptions> = {}): QueuePlay {
    return new QueuePlay({
      settings: { mode: "parallel", concurrency: 10, ...settings },
      options: { requiresImpactedTargets: "never", ...options },
    });
  }

  /** The queue as it is. */
  get queue(): Queue {
    const queue = this.engine.tryFindQueue(MAIN);
    if (queue === undefined) throw new Error("The queue is gone.");
    return queue;
  }

  /** Lets an event happen. @throws Error if it is refused */
  apply(event: EngineEvent): Outcome {
    const outcome = this.engine.apply(event);
    if (outcome.kind === "refused") throw new Error(outcome.refusal.message);
    return outcome;
  }

  /** Applies an event. @returns why it was refused; undefined: it was not */
  tryToBeRefused(event: EngineEvent): string | undefined {
    return tryToBeRefused(this.engine, event);
  }

  /** Lets time pass until a minute. */
  at(minute: number): this {
    this.#minute = minute;
    this.engine.apply({ type: "tick" });
    return this;
  }

  /** Moves the clock to a minute; what is due happens with the next event. */
  later(minute: number): this {
    this.#minute = minute;
    return this;
  }

  /** Submits pull requests, one after another. */
  submit(...numbers: readonly number[]): this {
    for (const number of numbers) this.submitWith(number, {});
    return this;
  }

  submitWith(number: number, how: { priority?: number | string; noBatch?: boolean }): this {
    const { priority, noBatch = false } = how;
    this.apply({ type: "submitPullRequest", identity: MAIN, number, priority, noBatch });
    return this;
  }

  /** Lets the code host tell something of a pull request. */
  declare(number: number, told: Omit<HostPullRequestInput, "number">): this {
    this.apply({ type: "declarePullRequest", repo: MAIN.repo, pullRequest: { ...told, number } });
    return this;
  }

  /** Reports targets of a pull request: letters, one a target; or all. */
  targets(number: number, targets: string): this {
    const impacted = targets === "ALL" ? "ALL" : targets.split("");
    this.apply({ type: "setImpactedTargets", identity: MAIN, number, targets: impacted });
    return this;
  }

  /** Reports targets of pull requests and submits these, in the order of their numbers. */
  submitTargets(targets: Readonly<Record<number, string>>): this {
    for (const [number, letters] of Object.entries(targets)) this.targets(Number(number), letters);
    return this.submit(...Object.keys(targets).map(Number));
  }

  /** Lets the runs of pull requests pass. */
  pass(...numbers: readonly number[]): this {
    for (const number of numbers) this.report(number, REQUIRED, "success");
    return this;
  }

  /** Lets the runs of pull requests fail. */
  fail(...numbers: readonly number[]): this {
    for (const number of numbers) this.report(number, REQUIRED, "failure");
    return this;
  }

  /** Reports a check of the run that a pull request is in. @throws Error if none is in progress */
  report(number: number, name: string, conclusion: CheckConclusion): this {
    const run = this.run(number);
    if (run.status !== "in_progress") throw new Error(`#${number} is not being tested.`);
    this.apply({ type: "reportCheck", testRunId: run.id, name, conclusion });
    return this;
  }

  cancel(number: number): this {
    this.apply({ type: "cancelPullRequest", identity: MAIN, number });
    return this;
  }

  restart(number: number): this {
    this.apply({ type: "restartTests", identity: MAIN, number });
    return this;
  }

  update(settings: QueueSettings): this {
    this.apply({ type: "updateQueue", identity: MAIN, settings });
    return this;
  }

  /** The latest submission of a pull request. */
  submission(number: number): Submission {
    const submission = tryFindLatest(this.queue, number);
    if (submission === undefined) throw new Error(`#${number} was not submitted.`);
    return submission;
  }

  /** Changes of the state of a pull request with their minutes: `0 not_ready API_REQUESTED`. */
  history(number: number): string[] {
    return this.submission(number).history.map(({ atMs, state, reason }) =>
      `${this.#toMinute(atMs)} ${state} ${reason}`.trim(),
    );
  }

  /** The latest test run of a pull request. */
  run(number: number): EngineTest {
    const run = this.queue.testRuns.get(this.submission(number).testRunId ?? "");
    if (run === undefined) throw new Error(`#${number} was not tested.`);
    return run;
  }

  /** States of pull requests: `merged failed`. */
  states(...numbers: readonly number[]): string {
    return numbers.map((number) => this.submission(number).state).join(" ");
  }

  /**
   * Shows the line and then the waiting pull requests, in the order of their turns:
   * `1 testing | 2+3 testing on 1 | 4 pending`.
   */
  show(): string {
    const waiting = [...this.queue.waiting.values()].map((sequence) => {
      const { number, state } = findSubmission(this.queue, sequence);
      return `${number} ${state}`;
    });
    return [...this.queue.line.map((entry) => this.#showEntry(entry)), ...waiting].join(" | ");
  }

  /** Shows all runs in the order of their start, in minutes: `0-5 1 succeeded | 0- 2+3 on 1 in_progress`. */
  schedule(): string {
    const runs = [...this.queue.testRuns.values()];
    const inOrder = runs.map((run) => ({ run, order: this.#findOrder(run) }));
    inOrder.sort((a, b) => a.run.createdAtMs - b.run.createdAtMs || a.order - b.order);
    const shown = inOrder.map(({ run }) => {
      const ended = run.concludedAtMs === undefined ? "" : this.#toMinute(run.concludedAtMs);
      return `${this.#toMinute(run.createdAtMs)}-${ended} ${this.#showTested(run)} ${run.status}`;
    });
    return shown.join(" | ");
  }

  #showEntry(entry: LineEntry): string {
    if (entry.phase === "bisecting") {
      const parts = entry.parts.map((part) => `${this.#join(part.sequences, "+")} ${part.phase}`);
      return `bisecting ${parts.join(", ")}`;
    }
    const { state } = findSubmission(this.queue, entry.sequences[0] ?? 0);
    return `${this.#join(entry.sequences, "+")} ${state}${this.#showBeneath(entry.beneath)}`;
  }

  #showTested(run: EngineTest): string {
    const beneath = run.beneath.length === 0 ? "" : ` on ${this.#join(run.beneath, ",")}`;
    return `${this.#join(run.sequences, "+")}${beneath}`;
  }

  /** Merged pull requests are no longer shown. */
  #showBeneath(beneath: readonly number[]): string {
    const left = beneath.filter((sequence) => findSubmission(this.queue, sequence).state !== "merged");
    return left.length === 0 ? "" : ` on ${this.#join(left, ",")}`;
  }

  #join(sequences: readonly number[], separator: string): string {
    return sequences.map((sequence) => findSubmission(this.queue, sequence).number).join(separator);
  }

  #toMinute(ms: number): number {
    return (ms - NOW_MS) / MINUTE_MS;
  }

  /** Runs of one moment are in the order of what they test; a cancelled one comes before its successor. */
  #findOrder(run: EngineTest): number {
    const isLatest = this.queue.submissions.get(run.sequences[0] ?? 0)?.testRunId === run.id;
    return (run.sequences[0] ?? 0) * 2 + (isLatest ? 1 : 0);
  }
}
