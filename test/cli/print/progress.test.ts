import { createPlanProgress } from "../../../src/cli/print/plan-progress";
import { createStatusLine } from "../../../src/cli/print/status-line";
import type { PlanProgress } from "../../../src/plan/read-queues";
import { wrapText } from "../../../src/report/wrap-text";
import { VirtualClock } from "../../support/virtual-clock";
import { makeContext, TERMINAL } from "../fake-context";

const ID = "github.com/acme/web/main";
const WORK = { phase: "read", event: "done", action: undefined } as const;
const STEP: PlanProgress = { ...WORK, id: ID, address: "a", ended: 1, total: 9 };

/** A progress with a controlled clock, and its output. */
function watch(isError: boolean) {
  let nowMs = 0;
  const written = { error: "", lines: [] as string[] };
  const context = makeContext({
    clock: { now: () => nowMs, sleep: () => Promise.resolve() },
    terminal: { ...TERMINAL, isOut: false, isError },
    writeNote: (text) => void (written.error += text),
  });
  const progress = createPlanProgress(context, (line) => void written.lines.push(line));
  const tell = (step: Partial<PlanProgress>, atMs = nowMs): void => {
    nowMs = atMs;
    progress.show({ ...STEP, ...step });
  };
  return { progress, written, tell };
}

describe("createPlanProgress", () => {
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
    const failure = { part: ID, code: "queue_not_empty", message: "It has pull requests in it." } as const;
    tell({ phase: "apply", action: "delete", event: "failed", failure });
    tell({ phase: "apply", action: "forget", event: "done" });
    expect(written.lines).toEqual([
      `${ID}: created\n`,
      `${ID}: changed\n`,
      `${ID}: destroying…\n`,
      `${ID}: still destroying. Cancel what waits.\n`,
      `${ID}: failed, queue not empty\n`,
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

function record(isError: boolean, { columns, repeatMs }: { columns?: number; repeatMs?: number } = {}) {
  const written: string[] = [];
  const clock = new VirtualClock();
  const context = {
    terminal: { isInput: false, isOut: false, isError, columns },
    environment: {},
    clock,
    writeError: (text: string) => void written.push(text),
    writeNote: (text: string) => void written.push(text),
  };
  return { written, clock, line: createStatusLine(context, repeatMs) };
}

describe("createStatusLine", () => {
  test("on a terminal one line is rewritten and ended", () => {
    const { written, line } = record(true, { columns: 100 });
    line.show("2 left");
    line.show("1 left", "3 s");
    line.show("1 left", "8 s");
    line.end();
    expect(written).toEqual(["\r\u001b[K2 left", "\r\u001b[K1 left (3 s)", "\r\u001b[K1 left (8 s)", "\n"]);
  });

  test("a line that is longer than the terminal is wide is cut, so that it can be rewritten", () => {
    const { written, line } = record(true, { columns: 20 });
    line.show("5 left: testing #7, #8");
    expect(written).toEqual(["\r\u001b[K5 left: testing #7…"]);
  });

  test("elsewhere it is one line a change, and the elapsed time is no change", () => {
    const { written, line } = record(false);
    line.show("2 left", "1 s");
    line.show("2 left", "2 s");
    line.show("1 left", "3 s");
    line.end();
    expect(written).toEqual(["2 left (1 s)\n", "1 left (3 s)\n"]);
  });

  test("elsewhere an unchanged line comes again after a while", () => {
    const { written, line, clock } = record(false, { repeatMs: 60_000 });
    for (let second = 0; second <= 120; second += 5) {
      line.show("1 left", `${second} s`);
      clock.advance(5_000);
    }
    expect(written).toEqual(["1 left (0 s)\n", "1 left (60 s)\n", "1 left (120 s)\n"]);
  });

  test("a warning takes the place of the line, which then comes again", () => {
    const { written, line } = record(true, { columns: 100 });
    line.show("1 left");
    line.warn("nothing starts");
    line.show("1 left");
    expect(written).toEqual(["\r\u001b[K1 left", "\r\u001b[KWarning: nothing starts\n", "\r\u001b[K1 left"]);
  });

  test("ends no line if none was shown", () => {
    const { written, line } = record(true);
    line.end();
    expect(written).toEqual([]);
  });
});

const COMMAND = "  $ mergequeue plan cdktf.out/stacks/queues --only 'github.com/acme/*/main'";

describe("wrapText", () => {
  test("breaks lines at blanks, never within a word", () => {
    const text = `Error: Queue github.com/acme/a-repository-with-a-long-name/main could not be read.`;
    const wrapped = "Error: Queue\ngithub.com/acme/a-repository-with-a-long-name/main\ncould not be read.\n";
    expect(wrapText(text, "", 40)).toBe(wrapped);
  });

  test("a list item continues below its own beginning, and so do its indented lines", () => {
    const text =
      "Not done:\n- one two three four five six seven eight\n  nine ten eleven twelve thirteen fourteen\nEnd.";
    expect(wrapText(text, "", 30)).toBe(
      "Not done:\n- one two three four five six\n  seven eight\n  nine ten eleven twelve\n  thirteen fourteen\nEnd.\n",
    );
  });

  test("an indented line is a command or code and is not broken", () => {
    expect(wrapText(`Run:\n${COMMAND}`, "", 40)).toBe(`Run:\n${COMMAND}\n`);
  });
});
