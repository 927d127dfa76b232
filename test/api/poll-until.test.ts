import type { CallOptions } from "../../src/api/api-client";
import { Deadline } from "../../src/api/clock";
import { pollUntil } from "../../src/api/poll-until";
import { MergeQueueError } from "../../src/queue/merge-queue-error";
import { VirtualClock } from "../support/virtual-clock";

describe("pollUntil", () => {
  test("F-27: reads for 15 seconds, with the last read at the end", async () => {
    const clock = new VirtualClock();
    const times: number[] = [];
    const read = async (): Promise<number> => times.push(clock.now());
    await pollUntil({ clock, deadline: Deadline.after(60_000, clock) }, read, () => false);
    expect(times).toEqual([0, 250, 750, 1_750, 3_750, 7_750, 12_750, 15_000]);
  });

  test("returns the last complete read if the deadline ends the next one, and throws if there is none", async () => {
    const clock = new VirtualClock();
    const fault = new MergeQueueError("deadline_exceeded", "The time is up.");
    const context = { clock, deadline: Deadline.after(1_000, clock) };
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
    const clock = new VirtualClock();
    const end = new AbortController();
    const seen: CallOptions[] = [];
    const deadline = Deadline.after(60_000, clock);
    const options = { deadline, stopSignal: AbortSignal.abort(), secrets: ["s"] };
    const read = async (readOptions: CallOptions): Promise<boolean> => {
      seen.push(readOptions);
      if (readOptions.stopSignal?.aborted === true) throw new MergeQueueError("interrupted", "Interrupted.");
      return true;
    };
    await pollUntil({ ...options, clock, endSignal: end.signal }, read, (isDone) => isDone);
    expect(seen.at(-1)).toMatchObject({ maxAttempts: 1, attemptTimeoutMs: 5_000, secrets: ["s"] });
    expect(seen.at(-1)?.stopSignal).toBe(end.signal);
    await pollUntil({ ...options, clock }, read, (isDone) => isDone);
    expect(seen.at(-1)?.stopSignal?.aborted).toBe(false);
  });
});
