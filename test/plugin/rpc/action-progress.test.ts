import { getEventListeners } from "node:events";
import { ActionProgress } from "../../../src/plugin/rpc/stream-calls";

const ALL_HEARD = { unsent: [], isUnheard: false };

describe("F-13c: the progress of an action", () => {
  let stop: AbortController;
  let sent: string[];
  let progress: ActionProgress;

  /** Starts the progress of an action that Terraform stops when it gets a message. */
  function start(last?: string): void {
    stop = new AbortController();
    sent = [];
    progress = new ActionProgress(stop.signal, (message) => {
      sent.push(message);
      if (message === last) stop.abort();
    });
  }

  test("is sent in its order before the end, and then ignored", async () => {
    start();
    progress.report("a");
    progress.report("b");
    const ending = progress.end({ hasFailed: false });
    progress.report("c");

    await expect(ending).resolves.toEqual(ALL_HEARD);
    expect(sent).toEqual(["a", "b"]);
    expect(getEventListeners(stop.signal, "abort")).toEqual([]);
  });

  test("is not sent after a stop", async () => {
    start();
    stop.abort();
    progress.report("a");

    await expect(progress.end({ hasFailed: false })).resolves.toEqual({ unsent: ["a"], isUnheard: false });
    expect(sent).toEqual([]);
  });

  test("is not sent after a stop that arrives before the next turn", async () => {
    start();
    progress.report("a");
    setImmediate(() => {
      stop.abort();
    });

    await expect(progress.end({ hasFailed: true })).resolves.toEqual({ unsent: ["a"], isUnheard: false });
    expect(sent).toEqual([]);
  });

  test("may be unheard if the stop follows at once", async () => {
    start("b");
    for (const message of ["a", "b", "c"]) progress.report(message);

    await expect(progress.end({ hasFailed: true })).resolves.toEqual({ unsent: ["c"], isUnheard: true });
    expect(sent).toEqual(["a", "b"]);
  });

  test("a success waits for a stop that is on its way", async () => {
    start();
    progress.report("a");
    const ending = progress.end({ hasFailed: false });
    while (sent.length === 0) await new Promise(setImmediate);
    stop.abort();

    await expect(ending).resolves.toEqual({ unsent: [], isUnheard: true });
  });
});
