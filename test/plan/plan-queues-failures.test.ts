import { fail, onQueue } from "../../src/emulator/faults";
import { planQueues } from "../../src/plan/create-plan";
import { MergeQueueError } from "../../src/queue/merge-queue-error";
import { parseQueueId } from "../../src/queue/parse-queue-id";
import type { OperationOptions, Reconciler } from "../../src/reconcile/reconciler";
import { catchRejection } from "../api/support/catch-rejection";
import { MemoryService } from "../conformance/support/memory-service";
import { PlanStage } from "./support/plan-stage";
import { API, DOCS, WEB } from "./support/queue-ids";
import { textWith } from "./support/text-with";

let stage: PlanStage;

beforeEach(() => {
  stage = new PlanStage();
});

describe("planQueues with a service that fails", () => {
  test("collects the failures of all queues: the code of the first, in the order of the declarations", async () => {
    for (const id of [WEB, API, DOCS]) stage.make(id);
    const refusal = fail(400, { body: "not today" });
    stage.fault(onQueue(parseQueueId(DOCS), fail(403)), onQueue(parseQueueId(API), refusal));
    const error = await catchRejection(stage.plan([WEB, API, DOCS].map((id) => stage.declare(id))));
    const parts = { [API]: "refused", [DOCS]: "forbidden" };
    const failures = Object.entries(parts).map(([part, code]) => ({ part, code }));
    const details = { failures, progress: { done: 1, total: 3 }, status: 400 };
    expect(error).toMatchObject({ code: "refused", details });
    expect(error.message).toMatch(
      /^2 of 3 queues could not be read, so there is no plan:\n- .*api.*not today[^]*\n- .*docs/,
    );
    const failed = stage.progress.filter(({ event }) => event === "failed");
    expect(failed.map(({ failure }) => failure?.part)).toEqual(expect.arrayContaining([API, DOCS]));
  });

  test("F-15: an invalid token is reported once; the other queues are skipped", async () => {
    stage.fault(fail(401));
    const members = stage.declareMany(40);
    await expect(stage.plan(members)).rejects.toMatchObject({
      code: "unauthorized",
      message: textWith(
        /^1 of 40 queues could not be read, so there is no plan:\n- .*\nSkipped because of these failures: 39 queues\.$/,
      ),
      details: { failures: [{ part: "github.com/acme/web/r10", code: "unauthorized" }] },
    });
    expect(stage.service.requests).toHaveLength(1);
  });

  test("F-16: an address that serves no queues makes no plan to create them all", async () => {
    stage.fault(fail(404));
    const members = [stage.declare(WEB), stage.declare(API)];
    await expect(stage.plan(members)).rejects.toMatchObject({ code: "wrong_address" });
  });

  test("a service that cannot be used does not keep the queues of others from being read", async () => {
    const broken = new MemoryService({});
    broken.setFaults(fail(401));
    const members = [broken, stage.service].flatMap((service) =>
      [WEB, API].map((id) => stage.declare(id, {}, {}, service)),
    );
    await expect(stage.plan(members)).rejects.toMatchObject({
      details: { failures: [{ part: WEB, code: "unauthorized" }], progress: { done: 2, total: 4 } },
    });
  });

  test("R-1: reads are retried; a queue that fails permanently ends at its own timeout", async () => {
    for (const id of [WEB, API]) stage.make(id);
    stage.fault(onQueue(parseQueueId(WEB), fail(503)));
    const members = [stage.declare(WEB, {}, { timeoutsMs: { read: 10_000 } }), stage.declare(API)];
    await expect(stage.plan(members)).rejects.toMatchObject({ code: "server_error" });
    expect(stage.clock.now()).toBeLessThanOrEqual(10_000);
  });

  test("the deadline for all queues ends the reading: the rest is skipped", async () => {
    const asked: number[] = [];
    const slow = {
      refresh: async (_identity: unknown, { timeoutMs, within }: OperationOptions) => {
        const leftMs = Math.min(timeoutMs, within?.remainingMs ?? Infinity);
        asked.push(leftMs);
        await stage.clock.sleep(leftMs);
        throw new MergeQueueError("deadline_exceeded", "Too late.");
      },
    } as unknown as Reconciler;
    const members = stage
      .declareMany(40)
      .map((member) => ({ ...member, service: { ...member.service, reconciler: slow } }));
    const reading = planQueues("apply", members, { ...stage.options, timeoutMs: 90_000 });
    await expect(reading).rejects.toMatchObject({
      code: "deadline_exceeded",
      message: textWith(/^13 of 40 queues could not [^]*\nSkipped because of these failures: 27 queues\.$/),
    });
    // The first one runs alone for its minute, then the next twelve for the rest of the time.
    expect(asked).toEqual([60_000, ...Array<number>(12).fill(30_000)]);
  });

  test("R-5: the time for all queues stands still while reads wait for our own limits", async () => {
    stage = new PlanStage({}, { maxRequestsPerSecond: 0.1 });
    const members = stage.declareMany(40);
    const { plan } = await planQueues("apply", members, { ...stage.options, timeoutMs: 60_000 });
    expect(plan.counts.create).toBe(40);
    // One request more proves the address.
    expect(stage.clock.now()).toBe(400_000);
  });

  test("K-8: an interrupt stops reading immediately and says that there is no plan", async () => {
    const members = stage.declareMany(40);
    stage.fault((_request, next) => {
      // Two for the first queue, of which the other asks whether this is the service.
      if (stage.service.requests.length === 5) stage.stop.abort();
      return next();
    });
    await expect(stage.plan(members)).rejects.toMatchObject({
      code: "interrupted",
      message: textWith(/^Interrupted after reading \d+ of 40 queues: there is no plan\.$/),
    });
    expect(stage.service.requests.length).toBeLessThan(20);
  });

  test("a bug is thrown unchanged", async () => {
    const member = stage.declare(WEB);
    const broken = { refresh: () => Promise.reject(new TypeError("a bug")) } as unknown as Reconciler;
    const members = [{ ...member, service: { ...member.service, reconciler: broken } }, stage.declare(API)];
    await expect(stage.plan(members)).rejects.toThrow(new TypeError("a bug"));
  });
});
