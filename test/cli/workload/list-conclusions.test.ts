import type { ApiClient } from "../../../src/api/api-client";
import { resolveClientConfig } from "../../../src/api/client-config";
import { Deadline, SYSTEM_CLOCK } from "../../../src/api/clock";
import { createApiClient } from "../../../src/api/create-api-client";
import { type ListedConclusions, listConclusions } from "../../../src/cli/workload/list-conclusions";
import { fail, onOperation } from "../../../src/emulator/faults";
import { type OpenEmulator, startOpenEmulator } from "../../../src/emulator/start-emulator";
import { tryFindLatest } from "../../../src/engine/queue-contents";
import { parseQueueId } from "../../../src/queue/parse-queue-id";
import { errorLike } from "../../support/error-like";
import {
  cancel,
  createQueue,
  QUEUE_ID,
  reportCheck,
  submit,
  submitUnready,
  TOKEN,
} from "../support/run-on-service";

const QUEUE = parseQueueId(QUEUE_ID);
const START_MS = Date.UTC(2026, 0, 5);
const MINUTE_MS = 60_000;

let emulator: OpenEmulator;

afterEach(() => emulator.close());

async function start(answers: "interface" | "live"): Promise<void> {
  const options = { answers, inheritedStatuses: ["ci"], testRunIds: "hide" } as const;
  const clock = { clock: "manual", now: () => START_MS } as const;
  emulator = await startOpenEmulator({ token: TOKEN, ...clock, seed: "list", options });
  createQueue(emulator, QUEUE_ID, { mode: "parallel", concurrency: 4 });
}

async function list(since: number, nowMs = emulator.engine.state.nowMs): Promise<ListedConclusions> {
  const { config } = resolveClientConfig({ baseUrl: emulator.url, token: TOKEN }, {});
  if (config === undefined) throw new Error("the configuration is refused");
  const api: ApiClient = createApiClient({ ...config, maxRetries: 0 }, { source: "tests" });
  const startCall = () => ({ deadline: Deadline.after(60_000, SYSTEM_CLOCK) });
  return listConclusions({ api, startCall }, QUEUE, new Date(since).toISOString(), nowMs);
}

/** Every end since a time, as the engine's own list of them has it, which no history is needed for. */
function listEnds(sinceMs: number): string[] {
  const queue = emulator.engine.tryFindQueue(QUEUE);
  const ended = Array.from(queue?.concluded.values() ?? [], (sequence) => queue?.submissions.get(sequence));
  return ended
    .flatMap((one) => (one === undefined || one.stateChangedAtMs < sinceMs ? [] : [one]))
    .map(({ number, state, stateChangedAtMs }) => `#${number} ${state} ${stateChangedAtMs}`)
    .sort();
}

function toTexts({ conclusions }: ListedConclusions): string[] {
  return conclusions.map(({ number, conclusion, atMs }) => `#${number} ${conclusion} ${atMs}`).sort();
}

/** Submissions that fail, are cancelled and come back, of 70 pull requests; returns the middle of them. */
function live(): number {
  for (let round = 0; round < 210; round++) {
    const number = (round % 70) + 1;
    const queue = emulator.engine.tryFindQueue(QUEUE);
    const state = queue && tryFindLatest(queue, number)?.state;
    if (state !== "merged") (round % 11 === 10 ? submitUnready : submit)(emulator, number);
    emulator.clock.advance(MINUTE_MS);
    if (round % 7 === 6) cancel(emulator, number);
    if (round % 5 === 4) reportCheck(emulator, "ci", round % 3 === 0 ? "success" : "failure");
  }
  return START_MS + 105 * MINUTE_MS;
}

describe("listConclusions", () => {
  test.each(["interface", "live"] as const)(
    "has every end of every submission since a time once, also if the pull request came back (answers: %s)",
    async (answers) => {
      await start(answers);
      const middleMs = live();
      for (const sinceMs of [START_MS, middleMs]) {
        const ends = listEnds(sinceMs);
        expect(ends.length).toBeGreaterThan(50);
        const listed = await list(sinceMs);
        expect(toTexts(listed)).toEqual(ends);
        // What a new queue gets, as published.
        expect(listed.settings.testingTimeoutMinutes).toBe(300);
      }
      const numbers = listEnds(START_MS).map((end) => end.split(" ")[0]);
      expect(new Set(numbers).size).toBeLessThan(numbers.length);
    },
  );

  test("knows the commit and the priority of the last end only", async () => {
    await start("live");
    submit(emulator, 1);
    reportCheck(emulator, "ci", "failure");
    submit(emulator, 1);
    emulator.clock.advance(MINUTE_MS);
    reportCheck(emulator, "ci", "success");
    const sha = expect.any(String) as string;
    const common = { number: 1, arrivedMs: START_MS };
    expect((await list(START_MS)).conclusions).toEqual([
      { ...common, sha: undefined, conclusion: "failed", atMs: START_MS, priority: undefined },
      { ...common, sha, conclusion: "merged", atMs: START_MS + MINUTE_MS, priority: 100 },
    ]);
  });

  test.each([404, 400])("of a service without timelines (%d) has the last ends", async (status) => {
    await start("interface");
    submit(emulator, 1, 2);
    // The second one is tested again without the first.
    for (const conclusion of ["failure", "failure"] as const) reportCheck(emulator, "ci", conclusion);
    submit(emulator, 1);
    emulator.setFaults(onOperation(["getSubmittedPullRequests"], fail(status)));
    const listed = await list(START_MS);
    expect(toTexts(listed)).toEqual([`#2 failed ${START_MS}`]);
    expect(listed.arrivalsMs).toBeUndefined();
  });

  test("knows when each submission was first ready, and refuses times that have not come", async () => {
    await start("interface");
    submit(emulator, 1);
    emulator.clock.advance(MINUTE_MS);
    submitUnready(emulator, 2);
    reportCheck(emulator, "ci", "failure");
    submit(emulator, 1);
    expect((await list(START_MS)).arrivalsMs).toEqual([START_MS, START_MS + MINUTE_MS]);
    await expect(list(START_MS, START_MS - 120 * MINUTE_MS)).rejects.toMatchObject(
      errorLike("invalid_workload", " ahead of this machine's clock ("),
    );
  });

  test("does not hide that timelines cannot be read", async () => {
    await start("interface");
    submit(emulator, 1);
    emulator.setFaults(onOperation(["getSubmittedPullRequests"], fail(401)));
    await expect(list(START_MS)).rejects.toMatchObject({ code: "unauthorized" });
  });
});
