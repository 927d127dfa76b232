import { toLoad } from "../../src/foresight/load-source";
import { tryFindQueueWorkload } from "../../src/foresight/queue-workload";
import { parseWorkload } from "../../src/foresight/workload-file";
import { parseQueueId } from "../../src/queue/parse-queue-id";
import { catchError } from "../support/catch-error";
import { makeEstimate, makeQueueWorkload } from "./workload/support/make-queue-workload";

describe("toLoad", () => {
  test("takes the value of every parameter", () => {
    const perHour = Array.from({ length: 168 }, (_, hour) => (hour === 9 ? 12 : 3));
    expect(toLoad(makeQueueWorkload())).toEqual({
      arrivals: { kind: "weekly", perHour },
      testMinutes: { kind: "empirical", minutes: [8, 12, 16] },
      failureRate: 0.05,
      flakeRate: 0.02,
      targets: [0.5, 0.5],
      priorities: [
        { value: 100, share: 0.9 },
        { value: 10, share: 0.1 },
      ],
      ciSlots: 20,
      conflictRate: 0.01,
    });
  });

  test("without hours of the week, arrivals have the mean rate around the clock", () => {
    const { arrivals } = toLoad(makeQueueWorkload({ arrivalsPerHour: makeEstimate(4) }));
    expect(arrivals).toEqual({ kind: "poisson", perHour: 4 });
  });

  test("rounded shares add up to 1", () => {
    const shares = ["a", "b", "c"].map((target) => ({ target, value: 0.333, low: 0.3, high: 0.4 }));
    const targets = { source: "assumed", conclusions: 0, days: 0, shares } as const;
    expect(toLoad(makeQueueWorkload({ targets })).targets).toEqual([1 / 3, 1 / 3, 1 / 3]);
  });

  test("a workload with the necessary parameters only has no flakes, one target, one priority and no limit of slots", () => {
    const { queue, testMinutes, failureRate } = makeQueueWorkload();
    const arrivalsPerHour = makeEstimate(4);
    if (testMinutes === undefined || failureRate === undefined) throw new Error("The workload is complete.");
    expect(toLoad({ queue, arrivalsPerHour, testMinutes, failureRate })).toEqual({
      arrivals: { kind: "poisson", perHour: 4 },
      testMinutes: { kind: "empirical", minutes: [8, 12, 16] },
      failureRate: 0.05,
      flakeRate: 0,
      targets: [1],
    });
  });

  test("given parameters replace those of the workload, and fill its gaps", () => {
    const given = { failureRate: 0.5, testMinutes: { kind: "constant", mean: 10 } } as const;
    expect(
      toLoad({ queue: "github.com/acme/web/main", arrivalsPerHour: makeEstimate(4) }, given),
    ).toMatchObject(given);
    expect(toLoad(makeQueueWorkload(), given)).toMatchObject(given);
  });

  test("names everything that is missing at once", () => {
    expect(() => toLoad({ queue: "github.com/acme/web/main" }, { failureRate: 0.1 })).toThrow(
      "The workload of queue github.com/acme/web/main has no arrivals (arrivalsPerHour), no test durations (testMinutes).",
    );
  });
});

function makeText(changes: object): string {
  return JSON.stringify({
    format: "mergequeue-workload",
    version: 1,
    queues: [{ ...makeQueueWorkload(), ...changes }],
  });
}

/** Returns the findings of a text that is not a workload, as `path: message`. */
function listFindings(text: string): string[] {
  const { details } = catchError(() => parseWorkload(text)) as {
    details: { findings?: readonly { path: string[]; message: string }[] };
  };
  return (details.findings ?? []).map(({ path, message }) => `${path.join(".")}: ${message}`);
}

describe("parseWorkload", () => {
  test("returns what a complete file of several queues says", () => {
    const queues = [makeQueueWorkload(), makeQueueWorkload({ queue: "github.com/acme/api/main" })];
    const document = { format: "mergequeue-workload", version: 1, queues };
    expect(parseWorkload(JSON.stringify(document))).toEqual(document);
  });

  test("accepts a queue of which nothing is known, and the address of the schema", () => {
    const document = {
      $schema: "https://example.com/workload.schema.json",
      format: "mergequeue-workload",
      version: 1,
      queues: [{ queue: "github.com/acme/web/main" }],
    };
    expect(parseWorkload(JSON.stringify(document))).toEqual(document);
  });

  test("lists all findings at once, each with its path", () => {
    const assumed = { source: "assumed", conclusions: 0, days: 0 };
    const text = makeText({
      arrivalsPerHour: { value: 0, low: 0, high: 1e308, ...assumed },
      testMinutes: { value: 10, low: 9, high: 11, ...assumed, minutes: [10, 0] },
      failureRate: { value: 1.5, low: 0, high: 1, ...assumed },
      flakeRate: { value: 0.1, low: 0.2, high: 0.3, ...assumed },
      ciSlots: { value: 1.5, low: 1, high: 2, source: "guessed", conclusions: -1 },
      failurRate: 1,
    });
    expect(listFindings(text)).toEqual([
      "queues.0.arrivalsPerHour.value: Must be a number per hour from 0.000001 to 1000000, got 0.",
      "queues.0.arrivalsPerHour.high: Must be a number per hour from 0.000001 to 1000000, or 0, got 1e+308.",
      "queues.0.testMinutes.minutes.1: Must be a number of minutes from 0.000001 to 525600, got 0.",
      "queues.0.failureRate.value: Must be a number from 0 to 1, got 1.5.",
      "queues.0.failureRate: Must be low <= value <= high.",
      "queues.0.flakeRate: Must be low <= value <= high.",
      "queues.0.ciSlots.value: Must be a whole number from 1 to 1000000, got 1.5.",
      'queues.0.ciSlots.source: Must be one of "interface", "results", "timelines", "recorder", "csv", "git", "assumed", got "guessed".',
      "queues.0.ciSlots.conclusions: Must be a whole number from 0 to 9007199254740991, got -1.",
      "queues.0.ciSlots.days: Is missing.",
      "queues.0.failurRate: A workload has no such field.",
    ]);
  });

  test("puts every finding into the message", () => {
    expect(() => parseWorkload(makeText({ queue: "main", flakeRate: null }))).toThrow(
      /queues\.0\.queue: "main" is not a queue id.*\n.*queues\.0\.flakeRate: Must be an object\./s,
    );
  });

  test("refuses shares that do not add up to 1, and entries that repeat", () => {
    const basis = { source: "assumed", conclusions: 0, days: 0 };
    const twice = (key: object, ...values: number[]) =>
      values.map((value) => ({ ...key, value, low: 0, high: 1 }));
    const byHourOfWeek = twice({ hourOfWeek: 8 }, 0, 0);
    const text = makeText({
      priorities: { ...basis, shares: twice({ priority: 10 }, 0.5, 0.4) },
      targets: { ...basis, shares: twice({ target: "web" }, 0.5, 0.5) },
      arrivalsPerHour: { ...basis, value: 1, low: 0, high: 1, byHourOfWeek },
    });
    expect(listFindings(text)).toEqual([
      "queues.0.arrivalsPerHour.byHourOfWeek.1: Repeats an hour of the week.",
      "queues.0.arrivalsPerHour.byHourOfWeek: At least one hour must have arrivals.",
      "queues.0.priorities.shares.1: Repeats a priority.",
      "queues.0.priorities.shares: The shares must add up to 1, not 0.9.",
      "queues.0.targets.shares.1: Repeats a target.",
    ]);
  });

  test("refuses two entries of the same queue, whatever their spelling", () => {
    const queues = [makeQueueWorkload(), makeQueueWorkload({ queue: "GitHub.com/Acme/web/main" })];
    const text = JSON.stringify({ format: "mergequeue-workload", version: 1, queues });
    expect(listFindings(text)).toEqual(["queues.1: Repeats a queue."]);
  });

  test.each([
    ["2", "and this workload has version 2"],
    ['"1"', 'and this workload has version "1"'],
    ["null", "reads only workloads of version 1, and this workload has version null"],
  ])("refuses the version %s with one error, whatever else is in the file", (version, message) => {
    const text = `{"format": "mergequeue-workload", "version": ${version}, "lines": []}`;
    const error = catchError(() => parseWorkload(text));
    expect(error).toMatchObject({ code: "invalid_workload", details: {} });
    expect(String(error)).toContain(message);
  });

  test.each([
    ["{", "it is not JSON"],
    ["[]", 'it has no "format": "mergequeue-workload"'],
    ['{"format": "mergequeue-plan", "version": 1}', 'it has no "format": "mergequeue-workload"'],
    ['{"format": "mergequeue-workload"}', "this workload has no version"],
  ])("says of %s that it is not a workload", (text, message) => {
    const error = catchError(() => parseWorkload(text));
    expect(error).toMatchObject({ code: "invalid_workload" });
    expect(String(error)).toContain(message);
  });
});

describe("tryFindQueueWorkload", () => {
  test("finds a queue whatever the spelling of its repository", () => {
    const workload = parseWorkload(makeText({}));
    expect(tryFindQueueWorkload(workload, parseQueueId("GitHub.com/ACME/Web/main"))).toBe(workload.queues[0]);
    expect(tryFindQueueWorkload(workload, parseQueueId("github.com/acme/web/next"))).toBeUndefined();
  });
});
