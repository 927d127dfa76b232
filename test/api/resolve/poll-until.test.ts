import type { CallOptions } from "../../../src/api/api-client";
import { Deadline } from "../../../src/api/clock";
import { pollUntil } from "../../../src/api/resolve/poll-until";
import { sendUntilKnown } from "../../../src/api/resolve/send-until-known";
import { MergeQueueError } from "../../../src/queue/merge-queue-error";
import { ManualClock } from "../../reconcile/support/manual-clock";

const QUEUE = { repo: { host: "github.com", owner: "acme", name: "web" }, targetBranch: "main" };

describe("pollUntil", () => {
  test("F-27: reads for 15 seconds, with the last read at the end", async () => {
    const clock = new ManualClock();
    const startedAt = clock.now();
    const times: number[] = [];
    const read = async (): Promise<number> => times.push(clock.now() - startedAt);
    await pollUntil({ clock, options: { deadline: Deadline.after(60_000, clock) } }, read, () => false);
    expect(times).toEqual([0, 250, 750, 1_750, 3_750, 7_750, 12_750, 15_000]);
  });

  test("returns the last complete read if the deadline ends the next one, and throws if there is none", async () => {
    const clock = new ManualClock();
    const fault = new MergeQueueError("deadline_exceeded", "The time is up.");
    const context = { clock, options: { deadline: Deadline.after(1_000, clock) } };
    let reads = 0;
    const read = async (): Promise<number> => {
      reads++;
      if (reads > 1) {
        await clock.sleep(1_000);
        throw fault;
      }
      return reads;
    };
    expect(await pollUntil(context, read, () => false)).toBe(1);
    await expect(pollUntil(context, read, () => false)).rejects.toBe(fault);
  });

  test("F-12: the last read after an interrupt is short, is not repeated, and ends with the process", async () => {
    const clock = new ManualClock();
    const end = new AbortController();
    const seen: CallOptions[] = [];
    const options = {
      deadline: Deadline.after(60_000, clock),
      stopSignal: AbortSignal.abort(),
      secrets: ["s"],
    };
    const read = async (readOptions: CallOptions): Promise<boolean> => {
      seen.push(readOptions);
      if (readOptions.stopSignal?.aborted === true) throw new MergeQueueError("interrupted", "Interrupted.");
      return true;
    };
    await pollUntil({ clock, options, endSignal: end.signal }, read, (isDone) => isDone);
    expect(seen.at(-1)).toMatchObject({ maxAttempts: 1, attemptTimeoutMs: 5_000, secrets: ["s"] });
    expect(seen.at(-1)?.stopSignal).toBe(end.signal);
    await pollUntil({ clock, options }, read, (isDone) => isDone);
    expect(seen.at(-1)?.stopSignal?.aborted).toBe(false);
  });
});

test("a bug during a probe is not mistaken for an error of the service", async () => {
  const clock = new ManualClock();
  const fault = new TypeError("a fault");
  const sending = sendUntilKnown(
    {
      api: { call: () => Promise.reject(fault) },
      clock,
      options: { deadline: Deadline.after(60_000, clock) },
    },
    {
      operation: "createQueue",
      queue: QUEUE,
      send: () => Promise.reject(new MergeQueueError("outcome_unknown", "Lost.", { isEffectPossible: true })),
      probe: () => Promise.reject(fault),
      notApplied: "Nothing was seen.",
    },
  );
  await expect(sending).rejects.toBe(fault);
});
