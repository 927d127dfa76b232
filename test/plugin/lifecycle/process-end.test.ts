import { spawnSync } from "node:child_process";
import fc from "fast-check";
import { HEAP_OPTIONS } from "../../../src/plugin/lifecycle/bound-heap";
import { WorkTracker } from "../../../src/plugin/lifecycle/work-tracker";
import { formatPanic } from "../../../src/plugin/start-plugin";
import { watchParent } from "../../../src/plugin/watch-parent";
import { anyCharacter } from "../../support/arbitrary-character";

/** Keeps objects long enough for the young generation to grow, and prints by how much it grew, in KiB. */
const GROW = `
const { getHeapSpaceStatistics, setFlagsFromString } = require("node:v8");
const measure = () => getHeapSpaceStatistics().find(({ space_name: name }) => name === "new_space").space_size / 1024;
for (const option of process.argv.slice(1)) setFlagsFromString(option);
const before = measure();
const recent = [];
for (let index = 0; index < 2_000_000; index += 1) recent[index % 100_000] = { index };
console.log(measure() - before);
`;

/** Runs a process with these options, set while it runs. */
function growHeap(options: readonly string[]): { readonly grownKiB: number; readonly complaints: string } {
  const { stdout, stderr } = spawnSync(process.execPath, ["-e", GROW, "--", ...options], {
    encoding: "utf8",
    env: { PATH: process.env["PATH"] },
  });
  return { grownKiB: Number(stdout), complaints: stderr };
}

describe("the options for a bounded heap", () => {
  test("are options of this Node.js, and stop the growth of the young generation", () => {
    const bounded = growHeap(HEAP_OPTIONS);
    expect(bounded.complaints).toBe("");
    // One half of it is used, and thereby counted, only with the first collection.
    expect(bounded.grownKiB).toBeLessThanOrEqual(1_024);
    expect(growHeap([]).grownKiB).toBeGreaterThan(8 * 1_024);
  });
});

const asIs = (text: string): string => text;

describe("formatPanic", () => {
  test("G-24: at most a hundred lines are written", () => {
    expect(formatPanic("x\n".repeat(500), asIs).split("\n").length).toBeLessThanOrEqual(101);
  });

  test("G-21: no line after the first can be taken for a log line", () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.json(), fc.string({ unit: anyCharacter }))), (lines) => {
        const error = new Error(lines.join("\n"));
        for (const line of formatPanic(error, asIs).split("\n"))
          expect(line.trimStart().startsWith("{")).toBe(false);
      }),
    );
  });

  test("S-14: control characters are escaped", () => {
    expect(formatPanic(new Error("a\u001b[31mb\rc"), asIs)).toContain(String.raw`a\x1b[31mb\rc`);
  });

  test("S-18: long lines are cut, after secrets are hidden", () => {
    const secret = "s".repeat(2000);
    const error = new Error(`${"a".repeat(100_000)}\n${"b".repeat(990)}${secret}`);
    const [first, second = ""] = formatPanic(error, (text) => text.replaceAll(secret, "***")).split("\n");

    expect(first).toBe(`panic: Error: ${"a".repeat(993)}…`);
    expect(second).toBe(`${"b".repeat(990)}***`);
  });

  test("an error that cannot be printed is still a panic", () => {
    const error = {
      [Symbol.for("nodejs.util.inspect.custom")]() {
        throw new Error("no");
      },
    };

    expect(formatPanic(error, asIs)).toBe("panic: an error that cannot be printed\n");
  });
});

describe("watchParent", () => {
  beforeEach(() => {
    jest.useFakeTimers();
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  test("G-27: another parent means that the first is gone, which is said once", () => {
    let parentId = 100;
    const onGone = jest.fn();
    watchParent(() => parentId, onGone);

    jest.runOnlyPendingTimers();
    expect(onGone).not.toHaveBeenCalled();
    parentId = 1;
    jest.runOnlyPendingTimers();

    expect(onGone).toHaveBeenCalledTimes(1);
    expect(jest.getTimerCount()).toBe(0);
  });

  test("G-27: a parent with the id 1 from the start, as in a container, is a parent", () => {
    const onGone = jest.fn();
    watchParent(() => 1, onGone);

    jest.runOnlyPendingTimers();

    expect(onGone).not.toHaveBeenCalled();
  });
});

/** A write that the test ends. */
function startWrite(work: WorkTracker) {
  let finish: (error?: Error) => void = () => undefined;
  const done = work.track(
    () =>
      new Promise<void>((resolve, reject) => {
        finish = (error) => {
          if (error === undefined) resolve();
          else reject(error);
        };
      }),
  );
  return {
    done,
    finish: (error?: Error) => {
      finish(error);
    },
  };
}

describe("WorkTracker", () => {
  test("G-18: it waits for the last write, failed ones included", async () => {
    const work = new WorkTracker();
    const [a, b] = [startWrite(work), startWrite(work)];
    const idle = work.waitUntilIdle(60_000);

    a.finish(new Error("failed"));
    await expect(a.done).rejects.toThrow("failed");
    expect(work.running).toBe(1);
    b.finish();

    await expect(idle).resolves.toBe(true);
  });

  test("G-18: it does not wait longer than its timeout", async () => {
    const work = new WorkTracker();
    const write = startWrite(work);

    await expect(work.waitUntilIdle(1)).resolves.toBe(false);
    write.finish();
    await write.done;
  });
});
