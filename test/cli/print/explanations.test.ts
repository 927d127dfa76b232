import { readFileSync } from "node:fs";
import { join } from "node:path";
import { CommanderError } from "commander";
import { describePlace, explainPullRequest } from "../../../src/cli/print/explain-pull-request";
import { printError, printJsonError } from "../../../src/cli/print/print-error";
import { DistributionError } from "../../../src/distribution/distribution-error";
import { MergeQueueError } from "../../../src/queue/merge-queue-error";
import type { QueueRecord } from "../../../src/queue/settings";
import { createRedactor } from "../../../src/text/create-redactor";
import type { GetQueueResponse } from "../../../src/wire/first/get-queue";
import type { SubmittedPullRequest } from "../../../src/wire/first/pull-request";

/** A queue with pull requests 1, 2, … in these states. */
function queueOf(states: readonly string[], settings: QueueRecord = {}): GetQueueResponse {
  const enqueuedPullRequests = states.map((state, index) => ({ prNumber: index + 1, state }));
  return { state: "running", ...settings, enqueuedPullRequests };
}

type Surroundings = Parameters<typeof explainPullRequest>[1];

function explain(state: string, prNumber: number, around: Surroundings = {}): string | undefined {
  return explainPullRequest({ prNumber, state }, around);
}

describe("explainPullRequest", () => {
  test("docs/guides/stuck.md has a row for each of its clauses", () => {
    const root = join(__dirname, "../../..");
    const source = readFileSync(join(root, "src/cli/print/explain-pull-request.ts"), "utf8");
    const rows = readFileSync(join(root, "docs/guides/stuck.md"), "utf8").replaceAll(/^(?!\|).*$/gm, "");
    const clauses = [...source.matchAll(/["`]((?:its|whether|it|the|waits|is|has) [^"`$]*[^"`$ ])/g)];
    expect(clauses.length).toBeGreaterThan(14);
    const missing = clauses.map(([, clause = ""]) => clause).filter((clause) => !rows.includes(clause));
    expect(missing).toEqual([]);
  });

  test.each([
    ["the status", { failedStatus: "ci/test" }, "the required status ci/test failed"],
    ["the timeout", { isTimedOut: true }, "its tests took longer than the queue allows"],
    ["nothing where the service tells nothing", {}, undefined],
    ["nothing where there is no run", undefined, undefined],
  ])("of one that failed it names %s", (_what, additionalFields, expected) => {
    const run = additionalFields && { status: "failed", additionalFields };
    expect(explain("failed", 1, { run })).toBe(expected);
    expect(explain("pending_failure", 1, { run })).toBe(expected);
  });

  const STATES = ["testing", "pending", "pending"];
  const TESTED = ["testing", "testing", "pending"];
  const SINGLE = { mode: "single", concurrency: 2 };
  const ONE_AT_A_TIME = "in mode single, some services (such as the local one) run one test at a time";
  const FULL = "is next, and waits until the batch is full or its maximum wait is over";
  test.each([
    ["what waits ahead of it", STATES, {}, "waits for its turn behind #2"],
    ["that it is next", TESTED, {}, "is next, while #1, #2 are tested"],
    ["what is tested", ["merged", "testing", "pending"], {}, "is next, while #2 is tested"],
    ["that nothing is ahead", ["tests_passed", "merged", "pending"], {}, "is next"],
    ["the batch", ["merged", "merged", "pending"], { batch: true }, FULL],
    ["that it may have no effect", STATES, SINGLE, `waits for its turn behind #2; ${ONE_AT_A_TIME}`],
    ["nothing of it where as many are tested", TESTED, SINGLE, "is next, while #1, #2 are tested"],
    ["a pause", ["pending", "pending", "pending"], { state: "paused" }, "the queue is paused"],
    ["draining", STATES, { state: "draining" }, "the queue is draining, and starts nothing new"],
    ["a change of mode", STATES, { state: "switching_modes" }, "the queue is switching modes"],
  ])("of one that waits it names %s", (_what, states, settings, expected) => {
    expect(explain("pending", 3, { queue: queueOf(states, settings as QueueRecord) })).toBe(expected);
  });

  test("of many ahead it names five", () => {
    const states = Array.from({ length: 9 }, () => "pending");
    expect(explain("pending", 9, { queue: queueOf(states) })).toBe(
      "waits for its turn behind #1, #2, #3, #4, #5 and 3 more",
    );
  });

  test.each([
    ["what the run waits on", { waitingOn: [{ prNumber: 1 }] }, {}, "after #1"],
    ["that nothing is left to wait for", { waitingOn: [] }, {}, "next"],
    ["what is ahead in the queue", undefined, {}, "after #1, #2"],
    ["a pause", undefined, { state: "paused" }, "when the paused queue runs again"],
  ])("of one that has passed it names %s", (_what, additionalFields, settings, expected) => {
    const run = additionalFields && { additionalFields };
    const queue = queueOf(["testing", "testing", "tests_passed"], settings);
    expect(explain("tests_passed", 3, { queue, run })).toBe(`has passed, and merges ${expected}`);
  });

  test("of one that is not ready it names the obstacles", () => {
    const targets = { requiresImpactedTargets: true, hasImpactedTargets: false };
    const readiness = { ...targets, hostMergeability: "not_mergeable" };
    const pullRequest: SubmittedPullRequest = { prNumber: 1, state: "not_ready", readiness };
    expect(explainPullRequest(pullRequest, {})).toBe(
      "it cannot be merged, for example because of a conflict; its impacted targets have not been reported",
    );
    expect(explainPullRequest({ prNumber: 1, state: "not_ready" }, {})).toBeUndefined();
  });

  test.each(["testing", "merged", "cancelled", "quantum"])("does not explain one that is %s", (state) => {
    expect(explain(state, 1, { queue: queueOf([state]) })).toBeUndefined();
  });

  test("does not mention pull requests ahead if the queue is unknown", () => {
    expect(explain("pending", 1)).toBeUndefined();
    expect(explain("tests_passed", 1)).toBeUndefined();
    const queue = { ...queueOf([]), enqueuedPullRequests: undefined };
    expect(explain("pending", 1, { queue })).toBeUndefined();
    expect(explain("tests_passed", 1, { queue })).toBeUndefined();
    expect(describePlace({ prNumber: 1 }, queue)).toBeUndefined();
  });
});

test("describePlace counts those that are ready and wait, not those in testing or not ready", () => {
  const queue = queueOf(["testing", "pending", "not_ready", "pending"]);
  const places = [1, 2, 3, 4, 9].map((prNumber) => describePlace({ prNumber }, queue));
  expect(places).toEqual([undefined, "1 of 2", undefined, "2 of 2", undefined]);
});

const TOKEN = "canary-0123456789-abcdefghij";

const keep = (text: string): string => text;
const { add, redact } = createRedactor();
add(TOKEN);

describe("printError", () => {
  test.each([
    new MergeQueueError("refused", "The service said no. Ask again."),
    new DistributionError("not_writable", "The service said no. Ask again."),
  ])("prints the message of an expected error and nothing else", (error) => {
    expect(printError(error, keep, { isVerbose: false })).toBe("Error: The service said no. Ask again.\n");
  });

  test.each([
    ["-out=plan.json", "--out"],
    ["-auto-approve", "--auto-approve"],
  ])("explains the hyphens to a user who writes %s, as for Terraform", (given, option) => {
    const error = new CommanderError(1, "commander.unknownOption", `error: unknown option '${given}'`);
    expect(printError(error, keep, { isVerbose: false })).toBe(
      `Error: unknown option '${given}'\nLong options begin with two hyphens: ${option}.\n` +
        "Add --help to see its arguments and options.\n",
    );
  });

  test("writes the parser's message about an argument in plain words", () => {
    const told =
      "error: command-argument value '7.5' is invalid for argument 'number'. It is a whole number.";
    const error = new CommanderError(1, "commander.invalidArgument", told);
    expect(printError(error, keep, { isVerbose: false })).toMatch(
      /^Error: The value '7\.5' is invalid for argument 'number'\./,
    );
  });

  const UNEXPECTED = [new TypeError("x is not a function"), "x is not a function"];
  test.each(UNEXPECTED)("calls an unexpected error a bug", (thrown) => {
    const text = printError(thrown, keep, { isVerbose: false });
    expect(text).toMatch(/^Error: x is not a function\nThis is a bug in mergequeue\./);
    expect(text).not.toContain("explanations.test");
  });

  test("shows the stacks of an error and its causes only with --verbose", () => {
    const cause = new TypeError("the cause");
    const error = new MergeQueueError("refused", "the error", {}, cause);
    expect(printError(error, keep, { isVerbose: false })).not.toMatch(/the cause|explanations\.test/);
    expect(printError(error, keep, { isVerbose: true })).toMatch(
      /the error[\s\S]*explanations\.test[\s\S]*TypeError: the cause[\s\S]*explanations\.test/,
    );
  });

  test("ends, even when an error is its own cause", () => {
    const error = new Error("round and round");
    error.cause = error;
    expect(printError(error, keep, { isVerbose: true }).match(/round and round/g)?.length).toBeLessThan(20);
  });

  test("S-03: the token never appears, neither in a message nor in a stack", () => {
    const error = new Error(`request with ${TOKEN} failed`, {
      cause: new Error(`Basic ${Buffer.from(`user:${TOKEN}`).toString("base64")}`),
    });
    const text = printError(error, redact, { isVerbose: true });
    expect(text).not.toContain(TOKEN);
    expect(text).not.toContain(TOKEN.slice(3, 20));
    expect(text).toContain("request with [redacted] failed");
  });

  test("S-03: the token is not in the document for programs, even if the service has repeated it", () => {
    const error = new MergeQueueError("refused", `It said ${TOKEN}.`, { serverText: `<${TOKEN}>` });
    const { document: text } = printJsonError(error, redact);
    expect(text).not.toContain(TOKEN);
    expect(JSON.parse(text)).toMatchObject({
      error: { message: "It said [redacted].", serverText: "<[redacted]>" },
    });
  });

  test("S-14: text from elsewhere cannot steer the terminal", () => {
    const error = new MergeQueueError("refused", "It said \u001b[2J\r\u009b1m\u2066.");
    expect(printError(error, keep, { isVerbose: false })).toBe("Error: It said \\x1b[2J\\r\\x9b1m\\u2066.\n");
  });
});
