import { MergeQueueClient } from "../../../src/api/index";
import { pickSimulatedSettings } from "../../../src/cli/workload/resolve-settings";
import { RecordingSession } from "../../../src/cli/workload/watch-queue";
import { type OpenEmulator, startOpenEmulator } from "../../../src/emulator/start-emulator";
import type { EngineEvent } from "../../../src/engine/engine-event";
import type { Queue } from "../../../src/engine/engine-state";
import { findSubmission, findTestRun, listRunIds } from "../../../src/engine/queue-contents";
import type { Recording } from "../../../src/foresight/history";
import { readRecording } from "../../../src/foresight/read-recording";
import type { RecordingLine } from "../../../src/foresight/recording-lines";
import { formatQueueId } from "../../../src/queue/queue-identity";
import type { QueueSettings } from "../../../src/queue/settings";
import { createRandom } from "../../support/create-random";

/** The queue of a recorded history. */
export const RECORDED_QUEUE = {
  repo: { host: "github.com", owner: "acme", name: "web" },
  targetBranch: "main",
};

/** What happens on a service, and what a forecast must not know. */
export interface Life {
  readonly seed: number;
  readonly days: number;
  /** New pull requests per hour on average; three times as many on working days 8:00 to 18:00 UTC as else. */
  readonly perHour: number;
  /** Shortest and longest test, in minutes. */
  readonly testMinutes: readonly [min: number, max: number];
  readonly failureRate: number;
  readonly flakeRate: number;
  readonly settings: QueueSettings;
  /** When other settings are made, if at all: days since the start. */
  readonly change?: { readonly afterDays: number; readonly settings: QueueSettings };
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** A Monday. */
const START_MS = Date.UTC(2026, 0, 5);

/** Between two looks of the recorder. */
const LOOK_MS = MINUTE_MS / 2;

/** An author submits a good change again after so long. */
const RETRY_MS = HOUR_MS / 2;

const BUSY_FACTOR = 3;
const BUSY_SHARE = 50 / 168;

/** Lets a local service live by its clock, with a CI and authors, and watches it with the recorder. */
export async function recordHistory(life: Life): Promise<Recording> {
  const emulator = await startOpenEmulator({ clock: "manual", now: () => START_MS });
  try {
    return await new LivingService(emulator, life).live();
  } finally {
    await emulator.close();
  }
}

class LivingService {
  readonly #emulator: OpenEmulator;
  readonly #client: MergeQueueClient;
  readonly #life: Life;
  readonly #random: () => number;
  #session: RecordingSession;
  readonly #lines: RecordingLine[] = [];
  /** What happens later, by its time. */
  readonly #agenda = new Map<number, (() => void)[]>();
  readonly #known = new Set<string>();
  readonly #broken = new Set<number>();
  #submitted = 0;
  #seen: Queue | undefined;

  constructor(emulator: OpenEmulator, life: Life) {
    this.#emulator = emulator;
    this.#client = new MergeQueueClient({ baseUrl: emulator.url, token: emulator.token });
    this.#life = life;
    this.#random = createRandom(life.seed);
    this.#session = this.#startSession();
  }

  #startSession(): RecordingSession {
    return new RecordingSession(RECORDED_QUEUE, (number) =>
      this.#client.getSubmittedPullRequest({ ...RECORDED_QUEUE, pr: { number } }),
    );
  }

  async live(): Promise<Recording> {
    const { days, settings, change } = this.#life;
    this.#apply({ type: "createQueue", identity: RECORDED_QUEUE, settings: {} });
    this.#update(settings);
    await this.#look();
    const endMs = START_MS + days * DAY_MS;
    if (change !== undefined)
      this.#at(START_MS + change.afterDays * DAY_MS, () => {
        this.#update(change.settings);
      });
    this.#planArrival(START_MS);
    while (this.#nextMs < endMs) {
      const atMs = this.#nextMs;
      // The queue's own moments come with its clock.
      this.#emulator.clock.set(atMs);
      for (const act of this.#agenda.get(atMs) ?? []) act();
      this.#agenda.delete(atMs);
      this.#react();
      if (atMs % LOOK_MS === 0 && this.#queue !== this.#seen) await this.#look();
    }
    this.#lines.push(...this.#session.end());
    const text = this.#lines.map((line) => `${JSON.stringify(line)}\n`).join("");
    return readRecording(text, RECORDED_QUEUE);
  }

  get #nextMs(): number {
    return Math.min(...this.#agenda.keys(), this.#emulator.clock.nextDueMs ?? Number.POSITIVE_INFINITY);
  }

  get #queue(): Queue {
    const queue = this.#emulator.engine.tryFindQueue(RECORDED_QUEUE);
    if (queue === undefined) throw new Error(`${formatQueueId(RECORDED_QUEUE)} does not exist.`);
    return queue;
  }

  #at(ms: number, act: () => void): void {
    this.#agenda.set(ms, [...(this.#agenda.get(ms) ?? []), act]);
  }

  #apply(event: EngineEvent): void {
    const outcome = this.#emulator.engine.apply(event);
    if (outcome.kind === "refused") throw new Error(outcome.refusal.message);
  }

  #update(settings: QueueSettings): void {
    this.#apply({ type: "updateQueue", identity: RECORDED_QUEUE, settings });
  }

  /** A Poisson process, thinned outside of working hours. */
  #planArrival(sinceMs: number): void {
    const { perHour } = this.#life;
    const most = (perHour * BUSY_FACTOR) / (1 + (BUSY_FACTOR - 1) * BUSY_SHARE);
    let ms = sinceMs;
    do ms += Math.max(1, Math.round((-Math.log(1 - this.#random()) / most) * HOUR_MS));
    while (!isBusy(ms) && this.#random() > 1 / BUSY_FACTOR);
    this.#at(ms, () => {
      this.#submitted += 1;
      if (this.#random() < this.#life.failureRate) this.#broken.add(this.#submitted);
      this.#submit(this.#submitted);
      this.#planArrival(ms);
    });
  }

  #submit(number: number): void {
    const common = { identity: RECORDED_QUEUE, number } as const;
    this.#apply({ type: "setImpactedTargets", ...common, targets: "ALL" });
    this.#apply({ type: "submitPullRequest", ...common });
  }

  /** CI starts new runs, and the next look is planned. */
  #react(): void {
    const queue = this.#queue;
    const { nowMs } = this.#emulator.clock;
    for (const id of listRunIds(queue)) {
      if (this.#known.has(id)) continue;
      this.#known.add(id);
      this.#plan(queue, id, nowMs);
    }
    if (queue === this.#seen) return;
    const lookMs = Math.floor(nowMs / LOOK_MS + 1) * LOOK_MS;
    if (!this.#agenda.has(lookMs)) this.#at(lookMs, () => undefined);
  }

  #plan(queue: Queue, id: string, nowMs: number): void {
    const { sequences, beneath } = findTestRun(queue, id);
    const toNumber = (sequence: number): number => findSubmission(queue, sequence).number;
    const own = sequences.map(toNumber);
    const isBroken = [...own, ...beneath.map(toNumber)].some((number) => this.#broken.has(number));
    const flakes = own.filter(() => this.#random() < this.#life.flakeRate).length > 0;
    const [min, max] = this.#life.testMinutes;
    const endMs = nowMs + Math.round((min + (max - min) * this.#random()) * MINUTE_MS);
    this.#at(endMs, () => {
      // It may have been cancelled.
      if (!listRunIds(this.#queue).includes(id)) return;
      const conclusion = isBroken || flakes ? "failure" : "success";
      this.#emulator.reportCheck({ testRunId: id, name: "ci", conclusion });
      for (const number of own) this.#planRetry(number, endMs);
    });
  }

  /** The author of a good change that was thrown out submits it again. */
  #planRetry(number: number, nowMs: number): void {
    if (this.#broken.has(number)) return;
    this.#at(nowMs + RETRY_MS, () => {
      const states = [...this.#queue.submissions.values()].filter((each) => each.number === number);
      if (states.at(-1)?.state === "failed") this.#submit(number);
    });
  }

  async #look(): Promise<void> {
    this.#seen = this.#queue;
    const { enqueuedPullRequests: pullRequests = [], ...record } =
      await this.#client.getQueue(RECORDED_QUEUE);
    const look = { pullRequests, settings: pickSimulatedSettings(record) };
    const { nowMs } = this.#emulator.clock;
    // A quiet queue is no pause: it is only not looked at.
    if (!this.#session.accepts(look, nowMs, Number.POSITIVE_INFINITY)) {
      this.#lines.push(...this.#session.end());
      this.#session = this.#startSession();
    }
    this.#lines.push(...(await this.#session.look(look, nowMs)));
  }
}

function isBusy(ms: number): boolean {
  const date = new Date(ms);
  const [day, hour] = [date.getUTCDay(), date.getUTCHours()];
  return day > 0 && day < 6 && hour >= 8 && hour < 18;
}
