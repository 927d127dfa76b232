import { resolveClientConfig } from "../../../src/api/client-config";
import { Deadline, SYSTEM_CLOCK } from "../../../src/api/clock";
import { createApiClient } from "../../../src/api/create-api-client";
import { type ListedConclusions, listConclusions } from "../../../src/cli/workload/list-conclusions";
import { listTestRuns } from "../../../src/cli/workload/list-test-runs";
import { type OpenEmulator, startOpenEmulator } from "../../../src/emulator/start-emulator";
import type { EngineEvent } from "../../../src/engine/engine-event";
import type { Queue } from "../../../src/engine/engine-state";
import { findSubmission, findTestRun, listRunIds } from "../../../src/engine/queue-contents";
import type { History } from "../../../src/foresight/history";
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

/** An author submits a good change again after so long. */
const RETRY_MS = HOUR_MS / 2;

const BUSY_FACTOR = 3;
const BUSY_SHARE = 50 / 168;

/** Lets a local service live by its clock, with a CI and authors, and reads what it lists in the end. */
export async function recordHistory(life: Life): Promise<History & Pick<ListedConclusions, "settings">> {
  const emulator = await startOpenEmulator({ clock: "manual", now: () => START_MS });
  try {
    new LivingService(emulator, life).live();
    const { config } = resolveClientConfig({ baseUrl: emulator.url, token: emulator.token }, {});
    if (config === undefined) throw new Error("The configuration is refused.");
    const api = createApiClient(config, { source: "tests" });
    const caller = { api, startCall: () => ({ deadline: Deadline.after(60_000, SYSTEM_CLOCK) }) };
    const since = new Date(START_MS).toISOString();
    const { nowMs } = emulator.clock;
    const listed = await listConclusions(caller, RECORDED_QUEUE, since, nowMs);
    const { testingTimeoutMinutes: timeoutMinutes = 0 } = listed.settings;
    const runs = await listTestRuns(caller, RECORDED_QUEUE, { since, nowMs, timeoutMinutes });
    return { ...listed, runs };
  } finally {
    await emulator.close();
  }
}

class LivingService {
  readonly #emulator: OpenEmulator;
  readonly #life: Life;
  readonly #random: () => number;
  /** What happens later, by its time. */
  readonly #agenda = new Map<number, (() => void)[]>();
  readonly #known = new Set<string>();
  readonly #broken = new Set<number>();
  #submitted = 0;

  constructor(emulator: OpenEmulator, life: Life) {
    this.#emulator = emulator;
    this.#life = life;
    this.#random = createRandom(life.seed);
  }

  live(): void {
    const { days, settings, change } = this.#life;
    this.#apply({ type: "createQueue", identity: RECORDED_QUEUE, settings: {} });
    this.#update(settings);
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
    }
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

  /** CI starts new runs. */
  #react(): void {
    const queue = this.#queue;
    const { nowMs } = this.#emulator.clock;
    for (const id of listRunIds(queue)) {
      if (this.#known.has(id)) continue;
      this.#known.add(id);
      this.#plan(queue, id, nowMs);
    }
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
}

function isBusy(ms: number): boolean {
  const date = new Date(ms);
  const [day, hour] = [date.getUTCDay(), date.getUTCHours()];
  return day > 0 && day < 6 && hour >= 8 && hour < 18;
}
