import type { MergeQueueError } from "../../../src/queue/merge-queue-error";
import { BUSY, cancelled, LOST, QUEUE, queueResponse, response } from "../support/exchanges";
import {
  makeScriptedClient,
  type ScriptedClient,
  type Step,
  stopping,
  takeAllSlots,
} from "../support/make-client";

/** Reads a queue from a service that follows these steps, and is stopped after a second. */
async function stopRead(
  steps: readonly Step[],
  prepare: (scripted: ScriptedClient) => Promise<void> = async () => undefined,
): Promise<ScriptedClient & { readonly error: MergeQueueError }> {
  const stop = new AbortController();
  const scripted = makeScriptedClient(steps);
  await prepare(scripted);
  scripted.clock.after(1_000, () => {
    stop.abort();
  });
  const error = await scripted.fail("getQueue", QUEUE, 600_000, { stopSignal: stop.signal });
  return { ...scripted, error };
}

describe("the stop signal", () => {
  test("K-7: once it is set, nothing is sent", async () => {
    const { requests, fail } = makeScriptedClient([queueResponse()]);
    const stopSignal = AbortSignal.abort();
    const error = await fail("getQueue", QUEUE, 60_000, { stopSignal });
    expect(error).toMatchObject({ code: "interrupted", details: { attempts: 0 } });
    expect(requests).toHaveLength(0);
  });

  test("K-8: it cuts off a read", async () => {
    const { error, clock, requests } = await stopRead(["hang"]);
    expect([error.code, requests.length, clock.now()]).toEqual(["interrupted", 1, 1_000]);
  });

  test("K-8: a cancelled read is reported as interrupted, not as too slow", async () => {
    for (const [steps, attempts, why] of [
      [["hang"], 1, "it was interrupted"],
      [[BUSY, "hang"], 2, 'it was interrupted; before that, the service answered 503: "busy"'],
    ] as const) {
      const { error, events } = await stopRead(steps);
      expect(error.message).toContain(
        `failed: ${why} (getQueue at https://merge.example.com, ${attempts} att`,
      );
      expect(events.at(-1)?.result).toBe(why);
    }
  });

  test("K-8: it waits for a write in progress", async () => {
    const stop = new AbortController();
    const { client, options } = makeScriptedClient([
      (request) => {
        stop.abort();
        return request.signal.aborted ? cancelled(true) : response(200, '{"concurrency":1}');
      },
    ]);
    const limits = options(60_000, { stopSignal: stop.signal });
    expect(await client.call("updateQueue", { ...QUEUE, concurrency: 1 }, limits)).toEqual({
      concurrency: 1,
    });
  });

  test("K-8: a write in progress that is refused is refused, not interrupted", async () => {
    const stop = new AbortController();
    const { fail } = makeScriptedClient([stopping(stop, response(400, "no"))]);
    expect((await fail("createQueue", QUEUE, 60_000, { stopSignal: stop.signal })).code).toBe("refused");
  });

  test("K-7: a write that is lost after it is interrupted, reports the loss, and is not repeated", async () => {
    const stop = new AbortController();
    const { requests, fail } = makeScriptedClient([stopping(stop, LOST)]);
    const error = await fail("updateQueue", { ...QUEUE, batch: true }, 60_000, { stopSignal: stop.signal });
    expect([error.code, requests.length]).toEqual(["interrupted", 1]);
    expect(error.message).toMatch(
      /interrupted; before that, the connection broke off.*It is not known whether the request took effect/,
    );
  });

  test("K-7: it ends a wait between attempts at once", async () => {
    const { error, clock } = await stopRead([response(503, "", { retryAfter: "60" })]);
    expect([error.code, clock.now()]).toEqual(["interrupted", 1_000]);
  });

  test("K-7: it ends a wait for the limiter at once", async () => {
    const { error } = await stopRead([queueResponse()], async ({ limiter }) => takeAllSlots(limiter));
    expect(error.code).toBe("interrupted");
  });
});
