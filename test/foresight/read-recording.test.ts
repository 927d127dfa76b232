import { readRecording } from "../../src/foresight/read-recording";
import { parseQueueId } from "../../src/queue/parse-queue-id";
import { catchError } from "../support/catch-error";

const QUEUE = parseQueueId("github.com/acme/web/main");

const START_MS = Date.UTC(2026, 0, 5, 8);

/** The time so many minutes after 8:00. */
function at(minutes: number): string {
  return new Date(START_MS + minutes * 60_000).toISOString();
}

function start(minutes: number): object {
  const header = { format: "mergequeue-recording", version: 1, queue: "github.com/acme/web/main" };
  return { ...header, event: "start", at: at(minutes) };
}

function seen(minutes: number, number: number, state: string, changedAt = minutes): object {
  return {
    event: "seen",
    at: at(minutes),
    number,
    sha: `sha${number}`,
    state,
    stateChangedAt: at(changedAt),
    priority: 100,
  };
}

function toText(lines: readonly object[]): string {
  return lines.map((line) => `${JSON.stringify(line)}\n`).join("");
}

function read(...lines: readonly object[]) {
  return readRecording(toText(lines), QUEUE);
}

describe("readRecording", () => {
  test("a pull request arrives when it is first seen; what was there at the start is not an arrival", () => {
    const { arrivalsMs, windows } = read(
      start(0),
      seen(0, 1, "pending"),
      seen(5, 2, "pending"),
      seen(6, 2, "testing"),
      { event: "stop", at: at(60) },
    );
    expect(arrivalsMs).toEqual([START_MS + 300_000]);
    expect(windows).toEqual([{ fromMs: START_MS, toMs: START_MS + 3_600_000 }]);
  });

  test("a state cannot have changed after it was seen; clocks may differ by less than an hour", () => {
    expect(read(start(0), seen(5, 1, "pending", 60)).arrivalsMs).toHaveLength(1);
    const error = catchError(() => read(start(0), seen(5, 1, "pending", 16 * 24 * 60)));
    expect(error).toMatchObject({
      code: "invalid_workload",
      message: expect.stringContaining(
        "line 2: stateChangedAt: Must not be after the time at which it was seen.",
      ) as string,
    });
  });

  test("time that runs back, because a clock was set, makes no window shorter than nothing", () => {
    const { windows } = read(start(10), seen(5, 1, "pending"), start(7), { event: "stop", at: at(8) });
    const [first, second] = [10, 7].map((minutes) => START_MS + minutes * 60_000);
    expect(windows).toEqual([
      { fromMs: first, toMs: first },
      { fromMs: second, toMs: START_MS + 8 * 60_000 },
    ]);
  });

  test("what is not ready arrives when it is", () => {
    const { arrivalsMs } = read(
      start(0),
      seen(0, 1, "not_ready"),
      seen(5, 2, "not_ready"),
      seen(7, 1, "pending"),
    );
    expect(arrivalsMs).toEqual([START_MS + 420_000]);
  });

  test("a pull request that comes back arrives again", () => {
    const { arrivalsMs, conclusions } = read(
      start(0),
      seen(1, 1, "pending"),
      seen(2, 1, "failed"),
      seen(9, 1, "pending"),
      seen(20, 1, "merged", 19),
    );
    expect(arrivalsMs).toHaveLength(2);
    expect(conclusions).toEqual([
      { number: 1, sha: "sha1", conclusion: "failed", atMs: START_MS + 120_000, priority: 100 },
      { number: 1, sha: "sha1", conclusion: "merged", atMs: START_MS + 19 * 60_000, priority: 100 },
    ]);
  });

  test.each([
    ["tests_passed", false],
    ["pending_failure", false],
    ["failed", false],
    ["merged", false],
    ["pending", true],
    ["cancelled", true],
  ])(
    "a test that is followed by %s lasted from one change of state to the other (cut off: %s)",
    (state, isCensored) => {
      const { tests } = read(start(0), seen(1, 1, "testing", 0.5), seen(13, 1, state, 12.5));
      expect(tests).toEqual([{ atMs: START_MS + 12.5 * 60_000, minutes: 12, isCensored }]);
    },
  );

  test.each([
    [30, true],
    [0, false],
  ])(
    "with a timeout of %d min (0: none), a test that failed after 30 was cut off: %s",
    (timeout, isCensored) => {
      const { tests } = read(
        { ...start(0), testingTimeoutMinutes: timeout },
        seen(1, 1, "testing"),
        seen(2, 2, "testing"),
        seen(31.1, 1, "failed"),
        seen(31.5, 2, "failed"),
      );
      expect(tests).toMatchObject([{ isCensored }, { minutes: 29.5, isCensored: false }]);
    },
  );

  test("a test that starts again was cut off", () => {
    const { tests } = read(
      start(0),
      seen(1, 1, "testing"),
      seen(5, 1, "testing"),
      seen(15, 1, "tests_passed"),
    );
    expect(tests).toMatchObject([
      { minutes: 4, isCensored: true },
      { minutes: 10, isCensored: false },
    ]);
  });

  test("a test that starts again at once was cut off when another run was seen, if the service keeps the time", () => {
    const { tests } = read(
      start(0),
      { ...seen(1, 1, "testing"), testRunId: "a" },
      { ...seen(5, 1, "testing", 1), testRunId: "b" },
      { ...seen(15, 1, "tests_passed"), testRunId: "b" },
      { ...seen(2, 2, "testing"), testRunId: "c" },
      { ...seen(9, 2, "merged", 8.5), testRunId: "d" },
    );
    expect(tests).toMatchObject([
      { minutes: 4, isCensored: true },
      { minutes: 10, isCensored: false },
      { minutes: 6.5, isCensored: true },
    ]);
  });

  test("with batches, a test counts only if its end is seen: in a bisection, a pull request stays in testing", () => {
    const lines = [
      { ...seen(1, 1, "testing"), testRunId: "a" },
      { ...seen(90, 1, "testing", 1), testRunId: "b" },
      { ...seen(2, 2, "testing"), testRunId: "c" },
      { ...seen(95, 2, "pending"), testRunId: "c" },
      { ...seen(100, 1, "merged"), testRunId: "b" },
    ];
    const batches = read({ ...start(0), settings: { batch: true } }, ...lines);
    expect(batches.tests).toMatchObject([{ minutes: 10, isCensored: false }]);
    const singles = read({ ...start(0), settings: { batch: false } }, ...lines);
    expect(singles.tests.filter(({ isCensored }) => isCensored)).toHaveLength(2);
  });

  test("a merge counts with its arrival, by the clock of the service, if both were seen", () => {
    const settings = { concurrency: 4 };
    const { merges, settings: last } = read(
      { ...start(0), settings },
      seen(0, 1, "pending"),
      seen(5, 2, "pending", 4.5),
      seen(6, 2, "testing"),
      seen(9, 1, "merged"),
      seen(20, 2, "merged", 19),
      seen(21, 3, "pending"),
      seen(25, 3, "failed"),
      start(30),
      seen(31, 4, "not_ready"),
      seen(33, 4, "pending"),
      seen(40, 4, "merged"),
    );
    expect(merges).toEqual([
      { arrivedMs: START_MS + 4.5 * 60_000, mergedMs: START_MS + 19 * 60_000, settings },
      { arrivedMs: START_MS + 33 * 60_000, mergedMs: START_MS + 40 * 60_000, settings: undefined },
    ]);
    expect(last).toEqual(settings);
  });

  test("a test that is running at the end was cut off; one that began before the start is left out", () => {
    const { tests } = read(
      start(10),
      seen(10, 1, "testing", 5),
      seen(12, 2, "testing"),
      seen(14, 1, "merged"),
      { event: "watching", at: at(20) },
    );
    expect(tests).toEqual([{ atMs: START_MS + 20 * 60_000, minutes: 8, isCensored: true }]);
  });

  test("what happens between two sessions is unknown", () => {
    const { windows, arrivalsMs, tests } = read(
      start(0),
      seen(1, 1, "pending"),
      { event: "stop", at: at(2) },
      start(30),
      seen(30, 2, "testing", 29),
      seen(31, 2, "merged", 31),
      { event: "watching", at: at(40) },
    );
    expect(windows).toHaveLength(2);
    expect(arrivalsMs).toEqual([START_MS + 60_000]);
    expect(tests).toEqual([]);
  });

  test("leaves out the last line if the recorder was killed while it wrote it", () => {
    const text = `${toText([start(0), seen(1, 1, "pending")])}{"event":"seen","at":"2026`;
    expect(readRecording(text, QUEUE).arrivalsMs).toHaveLength(1);
  });

  test("lists all lines that are not part of a recording of this queue", () => {
    const text = toText([
      { ...start(0), version: 2 },
      { ...start(0), queue: "github.com/acme/api/main" },
      { event: "seen", at: "8:00", number: -1, state: "pending" },
      { event: "slept", at: at(0) },
    ]);
    const error = catchError(() => readRecording(`${text}oops\n`, QUEUE));
    expect(error).toMatchObject({ code: "invalid_workload" });
    expect(String(error)).toMatch(
      /line 1: version: Only version 1 can be read\..*\n.*line 2: Queue "github.com\/acme\/api\/main" was recorded.*\n.*line 3: at: .*\n.*line 3: number: .*\n.*line 4: event: .*\n.*line 5: It is not JSON/,
    );
  });

  test("a recording begins with its start", () => {
    expect(() => read(seen(1, 1, "pending"))).toThrow("line 1: Must be the start of a recording.");
    expect(readRecording("", QUEUE).windows).toEqual([]);
  });
});
