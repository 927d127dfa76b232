import type { ClientOperation, ClientRequest } from "../../src/api/client-operations";
import { Deadline } from "../../src/api/clock";
import { createApiClient } from "../../src/api/create-api-client";
import type { ApiContext } from "../../src/api/poll-until";
import { RequestLimiter } from "../../src/api/request-limiter";
import { resolveCancel, resolveSubmit } from "../../src/api/resolve-pull-request";
import { resolveCreate, resolveDelete } from "../../src/api/resolve-queue";
import { sendUpdate } from "../../src/api/send-update";
import type { EmulatorOptionsInput } from "../../src/emulator/emulator-options";
import {
  changeAnswer,
  dropAfterCommit,
  dropBeforeCommit,
  type Fault,
  fail,
  firstTimes,
  onOperation,
} from "../../src/emulator/faults";
import type { UpdateQueueRequest } from "../../src/wire/first/update-queue";
import type { SecondName } from "../../src/wire/second/operations";
import { catchRejection } from "../api/support/catch-rejection";
import { makeConfig } from "../api/support/make-client";
import { MemoryService } from "../conformance/support/memory-service";
import { VirtualClock } from "../support/virtual-clock";

const QUEUE = { repo: { host: "github.com", owner: "acme", name: "web" }, targetBranch: "main" };
const PR = { ...QUEUE, pr: { number: 7 } };
const CONFIG = "PATCH /merge-queues/{id}/config";
const SWITCH = "POST /merge-queues/{id}/switch-modes";

/** Makes a client of the second interface and its service, on a virtual clock. */
function open(options: EmulatorOptionsInput = {}) {
  const clock = new VirtualClock();
  const service = new MemoryService(options, { now: () => Date.UTC(2026, 10, 1) + clock.now() });
  const sentAt: number[] = [];
  const config = makeConfig({ baseUrl: "https://service.invalid/v2", token: service.token });
  const api = createApiClient(config, {
    source: "terraform",
    clock,
    random: () => 0.5,
    limiter: new RequestLimiter(clock),
    transport: async (request) => {
      sentAt.push(clock.now());
      return clock.work(() => service.send(request));
    },
  });
  const limit = (ms = 300_000) => ({ deadline: Deadline.after(ms, clock) });
  const context = (ms?: number): ApiContext => ({ api, clock, ...limit(ms) });
  const call = async <Name extends ClientOperation>(name: Name, request: ClientRequest<Name>) =>
    api.call(name, request, limit());
  /** Counts how often an operation was sent, and how often it took effect. */
  const count = (name: SecondName) => {
    const sent = service.requests.filter(({ operation }) => operation === name);
    return [sent.length, sent.filter(({ isCommitted }) => isCommitted).length];
  };
  return { service, clock, sentAt, context, call, count, hurt: service.setFaults };
}

type Stage = ReturnType<typeof open>;

/** Makes a refusal in the form of the interface. */
function refusal(status: number, code: string, more: Parameters<typeof fail>[1] = {}): Fault {
  const body = JSON.stringify({ error: { code, message: "The fault was injected." } });
  return fail(status, { body, ...more, headers: { "content-type": "application/json", ...more.headers } });
}

async function create({ call }: Stage): Promise<void> {
  await call("createQueue", QUEUE);
  await call("updateQueue", { ...QUEUE, requiredStatuses: ["build"] });
}

async function submit(stage: Stage, ...numbers: readonly number[]): Promise<void> {
  await create(stage);
  for (const number of numbers.length === 0 ? [7] : numbers) {
    const repo = QUEUE.repo;
    const pullRequest = { number, isOpen: true, mergeability: "mergeable" } as const;
    stage.service.engine.apply({ type: "declarePullRequest", repo, pullRequest });
    await stage.call("submitPullRequest", { ...QUEUE, pr: { number } });
  }
}

const update =
  (changes: Omit<UpdateQueueRequest, keyof typeof QUEUE>) =>
  async ({ context }: Stage): Promise<unknown> =>
    sendUpdate(context(), { ...QUEUE, ...changes });

describe("F-02, F-04: a write with an unknown outcome", () => {
  // A write is sent once if reads show it. If they do not, and it may be repeated, it is sent twice.
  test.each<[SecondName, (stage: Stage) => Promise<void>, (stage: Stage) => Promise<unknown>, number]>([
    ["POST /merge-queues", async () => undefined, ({ context }) => resolveCreate(context(), QUEUE), 1],
    ["DELETE /merge-queues/{id}", create, ({ context }) => resolveDelete(context(), QUEUE), 1],
    [CONFIG, create, update({ batch: true, mergeMethod: "rebase" }), 1],
    [SWITCH, create, update({ mode: "parallel" }), 1],
    ["POST /merge-queues/{id}/pause", create, update({ state: "paused" }), 1],
    ["POST /merge-queues/{id}/drain", create, update({ state: "draining" }), 1],
    [
      "POST /merge-queues/{id}/resume",
      async (stage) => {
        await create(stage);
        await stage.call("updateQueue", { ...QUEUE, state: "paused" });
      },
      update({ state: "running" }),
      1,
    ],
    ["POST /merge-queues/{id}/pull-requests", create, ({ context }) => resolveSubmit(context(), PR), 1],
    ["POST /pull-requests/{id}/dequeue", submit, ({ context }) => resolveCancel(context(), PR), 1],
    [
      "PATCH /pull-requests/{id}/queue-entry",
      submit,
      ({ call }) => call("changeSubmission", { ...PR, priority: 5 }),
      2,
    ],
    [
      "PUT /impacted-targets",
      submit,
      ({ call }) => call("setImpactedTargets", { ...PR, impactedTargets: ["a"] }),
      2,
    ],
  ])("%s is done, and once if a read shows it", async (name, prepare, write, timesIfDone) => {
    for (const [fault, times, effects] of [
      [dropAfterCommit, timesIfDone, timesIfDone],
      [refusal(502, "UPSTREAM_ERROR", { commits: true }), timesIfDone, timesIfDone],
      [dropBeforeCommit, 2, 1],
      [refusal(502, "UPSTREAM_ERROR"), 2, 1],
    ] as const) {
      const stage = open();
      await prepare(stage);
      stage.hurt(onOperation(name, firstTimes(1, fault)));
      const [before = 0, doneBefore = 0] = stage.count(name);
      await write(stage);
      const [sent = 0, done = 0] = stage.count(name);
      expect([sent - before, done - doneBefore]).toEqual([times, effects]);
    }
  });

  test("R-2: a restart of tests is never repeated, since no read shows it", async () => {
    const name = "POST /pull-requests/{id}/restart-tests";
    const applied = refusal(502, "UPSTREAM_ERROR", { commits: true });
    for (const fault of [dropAfterCommit, dropBeforeCommit, applied]) {
      const stage = open();
      await submit(stage);
      stage.hurt(onOperation(name, fault));
      const { code } = await catchRejection(stage.call("restartTestsOnPullRequest", PR));
      expect([code, stage.count(name)[0]]).toEqual(["outcome_unknown", 1]);
    }
  });

  test("if the response about the mode is lost after the settings were stored, only the rest is repeated", async () => {
    const stage = open();
    await create(stage);
    stage.hurt(onOperation(SWITCH, firstTimes(1, dropBeforeCommit)));
    const [before = 0] = stage.count(CONFIG);
    await update({ batch: true, mode: "parallel", state: "paused" })(stage);
    expect([stage.count(CONFIG)[0], stage.count(SWITCH)]).toEqual([before + 1, [2, 1]]);
    const stored = { batch: true, mode: "parallel", state: "paused" };
    expect(await stage.call("getQueue", QUEUE)).toMatchObject(stored);
  });
});

describe("F-51: a conflict", () => {
  test.each<[string, (stage: Stage) => Promise<void>, (stage: Stage) => Promise<unknown>]>([
    ["QUEUE_ALREADY_EXISTS", create, ({ context }) => resolveCreate(context(), QUEUE)],
    ["QUEUE_HAS_ACTIVE_ENTRIES", submit, ({ context }) => resolveDelete(context(), QUEUE)],
    [
      "PR_NOT_IN_ACTIVE_STATE",
      async (stage) => {
        await submit(stage);
        await stage.call("cancelPullRequest", PR);
      },
      ({ call }) => call("cancelPullRequest", PR),
    ],
  ])("%s is an error with that code, and nothing is repeated", async (serverCode, prepare, write) => {
    const stage = open();
    await prepare(stage);
    const before = stage.service.requests.filter(({ status }) => status === 409).length;
    const error = await catchRejection(write(stage));
    expect(error).toMatchObject({ code: "refused", details: { serverCode, status: 409 } });
    expect(error.message).toContain(`409 ${serverCode}: `);
    expect(stage.service.requests.filter(({ status }) => status === 409)).toHaveLength(before + 1);
  });
});

describe("F-16, F-53: a response from something else never looks like a deleted queue", () => {
  const json = { "content-type": "application/json" };
  const page = { body: "<html>", headers: { "content-type": "text/html" } };
  const empty = '{"data":[],"hasMore":false}';
  test.each<[string, Fault, string]>([
    ["a 404 in plain text", fail(404, { body: "not found" }), "wrong_address"],
    ["a 404 of foreign JSON", fail(404, { body: '{"detail":"no"}', headers: json }), "wrong_address"],
    ["a 404 that names nothing", refusal(404, "NOT_FOUND"), "wrong_address"],
    ["a 404 page", fail(404, page), "wrong_address"],
    ["a page", fail(200, page), "wrong_address"],
    ["an empty object", fail(200, { body: "{}", headers: json }), "unexpected_response"],
    ["an empty list", fail(200, { body: "[]", headers: json }), "unexpected_response"],
    ["an empty page of a list", fail(200, { body: empty, headers: json }), "unexpected_response"],
    ["a redirect", fail(302, { headers: { location: "https://login.invalid" } }), "wrong_address"],
  ])("%s", async (_title, fault, code) => {
    // The client has had no response before.
    const stage = open();
    stage.hurt(fault);
    for (const run of [resolveCreate, resolveDelete])
      expect((await catchRejection(run(stage.context(), QUEUE))).code).toBe(code);
    expect((await catchRejection(sendUpdate(stage.context(), { ...QUEUE, batch: true }))).code).toBe(code);
    expect(stage.service.requests.every(({ method }) => method === "GET")).toBe(true);
  });

  test("a foreign 404 is not the success of a delete", async () => {
    const stage = open();
    await create(stage);
    stage.hurt(onOperation("DELETE /merge-queues/{id}", fail(404, { body: "not found" })));
    expect((await catchRejection(resolveDelete(stage.context(), QUEUE))).code).toBe("unexpected_response");
    stage.hurt(onOperation("GET /merge-queues", changeAnswer({ set: { data: "none" } })));
    expect((await catchRejection(resolveDelete(stage.context(), QUEUE))).code).toBe("unexpected_response");
    stage.hurt();
    expect(await stage.call("getQueue", QUEUE)).toMatchObject({ branch: "main" });
  });
});
