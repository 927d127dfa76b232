import { createFleetProgress } from "../../../src/cli/print/fleet-progress";
import type { FleetProgress } from "../../../src/reconcile/plan/read-fleet";
import { makeContext } from "../fake-context";
import { makeView } from "../support/make-view";

const ID = "github.com/acme/web/main";

/** A progress with a controlled clock, and its output. */
function watch(isError: boolean) {
  let nowMs = 0;
  const written = { error: "", lines: [] as string[] };
  const progress = createFleetProgress(
    makeContext({
      clock: { now: () => nowMs, sleep: () => Promise.resolve() },
      terminal: { isInput: false, isOut: false, isError, columns: 80 },
      writeNote: (text) => {
        written.error += text;
      },
    }),
    (line) => {
      written.lines.push(line);
    },
    makeView(),
  );
  const tell = (step: Partial<FleetProgress>, atMs = nowMs): void => {
    nowMs = atMs;
    progress.show({
      phase: "read",
      event: "done",
      id: ID,
      address: "a",
      action: undefined,
      ended: 1,
      total: 9,
      ...step,
    });
  };
  return { progress, written, tell };
}

describe("createFleetProgress", () => {
  test("on a terminal, one line shows how many queues have been read, and disappears at the end", () => {
    const { progress, written, tell } = watch(true);
    tell({ ended: 1 }, 100);
    expect(written.error).toBe("");
    tell({ ended: 2 }, 250);
    tell({ ended: 2 }, 300);
    tell({ ended: 3 }, 500);
    tell({ ended: 9 }, 900);
    progress.end();
    progress.end();
    expect(written.error).toBe("\r\u001b[KReading queues: 2 of 9\r\u001b[KReading queues: 3 of 9\r\u001b[K");
    expect(written.lines).toEqual([]);
  });

  test("elsewhere it is a plain line every ten seconds", () => {
    const { progress, written, tell } = watch(false);
    tell({ ended: 1 }, 9_999);
    tell({ ended: 2 }, 10_000);
    tell({ ended: 3, phase: "check" }, 15_000);
    tell({ ended: 4, phase: "check" }, 21_000);
    tell({ ended: 9 }, 60_000);
    progress.end();
    expect(written.error).toBe("Reading queues: 2 of 9\nChecking that nothing has changed: 4 of 9\n");
  });

  test("writes a line as soon as a queue is done", () => {
    const { written, tell } = watch(false);
    tell({ phase: "apply", action: "create", event: "begun" });
    tell({ phase: "apply", action: "create", event: "done" });
    tell({ phase: "apply", action: "update", event: "done" });
    tell({ phase: "apply", action: "delete", event: "begun" });
    tell({ phase: "apply", action: "delete", event: "held", notice: "Cancel what waits." });
    tell({
      phase: "apply",
      action: "delete",
      event: "failed",
      failure: { part: ID, code: "queue_not_empty", message: "It has pull requests in it." },
    });
    tell({ phase: "apply", action: "forget", event: "done" });
    expect(written.lines).toEqual([
      `${ID}: created\n`,
      `${ID}: changed\n`,
      `${ID}: destroying…\n`,
      `${ID}: still destroying. Cancel what waits.\n`,
      `${ID}: failed, queue_not_empty\n`,
      `${ID}: left as it is\n`,
    ]);
    expect(written.error).toBe("");
  });

  test("a line about a queue is not written into the progress line", () => {
    const { written, tell } = watch(true);
    tell({ phase: "apply", action: "create", event: "done", ended: 2 }, 300);
    tell({ phase: "apply", action: "create", event: "done", ended: 3 }, 310);
    expect(written.error).toBe("\r\u001b[KApplying: 2 of 9\r\u001b[K\r\u001b[KApplying: 3 of 9");
  });
});
