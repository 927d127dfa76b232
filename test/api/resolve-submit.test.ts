import { ABILITIES } from "../../src/api/abilities-by-interface";
import { isInQueue, resolveChange, resolveSubmit } from "../../src/api/resolve-pull-request";
import type { MergeQueueError } from "../../src/queue/merge-queue-error";
import { catchRejection } from "./support/catch-rejection";
import { LOST, QUEUE, REFUSED, response } from "./support/exchanges";
import { stopping } from "./support/make-client";
import { type Script, type ScriptedService, scriptService } from "./support/script-service";

const REQUEST = { ...QUEUE, pr: { number: 7 }, priority: "high" };
const NEVER = response(404, "no such pull request");
const OK = response(200, '{"ok":true}');
const PAGE = response(200, "<html>", { contentType: "text/html" });

/** The pull request as reading shows it. */
function shows(fields: Readonly<Record<string, unknown>>): ReturnType<typeof response> {
  return response(200, JSON.stringify({ prNumber: 7, ...fields }));
}

const ENDED = { state: "failed", isCurrentlySubmittedToQueue: false };
const WAITING = shows({ id: "b", state: "pending", isCurrentlySubmittedToQueue: true, stateChangedAt: "T2" });
const MERGED = shows({ id: "b", ...ENDED, state: "merged", stateChangedAt: "T3" });
const FAILED_BEFORE = shows({ id: "a", ...ENDED, stateChangedAt: "T1" });

/** Makes a service that responds so to reads and to submissions. */
function script(looks: Script[string], submissions: Script[string]): ScriptedService {
  return scriptService({ getSubmittedPullRequest: looks, submitPullRequest: submissions });
}

/** Submits, and returns the result and the calls. */
async function submit(
  ...scripts: Parameters<typeof script>
): Promise<{ service: ScriptedService; value: unknown }> {
  const service = script(...scripts);
  return { service, value: await service.run(resolveSubmit, REQUEST) };
}

/** Submits without success, and returns the error and the calls. */
async function failToSubmit(
  looks: Script[string],
  submissions: Script[string],
  ...limits: [totalMs?: number, stopSignal?: AbortSignal]
): Promise<{ service: ScriptedService; error: MergeQueueError }> {
  const service = script(looks, submissions);
  return { service, error: await service.fail(resolveSubmit, REQUEST, ...limits) };
}

describe("changeSubmission", () => {
  test("submits again, without direct, if the interface has no operation for it", async () => {
    const service = script([WAITING], [OK]);
    expect(await service.run(resolveChange, { ...REQUEST, direct: undefined })).toEqual({ ok: true });
    expect(service.calls).toEqual(["getSubmittedPullRequest", "submitPullRequest"]);
    expect(JSON.parse(service.requests.at(-1)?.body ?? "")).toEqual(REQUEST);
  });

  test("sends nothing if direct is given, which only the other interface can change", async () => {
    const service = script([WAITING], [OK]);
    const { code } = await service.fail(resolveChange, { ...REQUEST, direct: true });
    expect([code, service.calls]).toEqual(["invalid_request", []]);
  });
});

describe("submitPullRequest", () => {
  test("reads first, submits once, and returns the response", async () => {
    const { service, value } = await submit([NEVER], [OK]);
    expect(value).toEqual({ ok: true });
    expect(service.calls).toEqual(["getSubmittedPullRequest", "submitPullRequest"]);
    const submission = service.requests.find(({ path }) => path.endsWith("/submitPullRequest"));
    expect(JSON.parse(submission?.body ?? "")).toEqual(REQUEST);
  });

  test.each([
    ["nothing is sent if the first read fails", response(401, "no"), "unauthorized", 1],
    ["a refusal without an earlier loss is final, without a read after it", NEVER, "refused", 2],
  ])("%s", async (_title, look, code, calls) => {
    const { service, error } = await failToSubmit([look], [response(400, "closed")]);
    expect([error.code, service.calls.length]).toEqual([code, calls]);
  });

  test.each([
    ["lost", LOST],
    ["a 500", response(500, "boom")],
    ["a page", PAGE],
  ])("a response that is %s is replaced by a read, and nothing is sent twice", async (_case, outcome) => {
    const { service, value } = await submit([NEVER, WAITING], [outcome]);
    expect(value).toBeUndefined();
    const look = "getSubmittedPullRequest";
    expect(service.calls).toEqual([look, "submitPullRequest", look]);
  });

  test.each([
    ["a fast merge", FAILED_BEFORE, MERGED],
    ["a later time", shows({ ...ENDED, stateChangedAt: "T1" }), shows({ ...ENDED, stateChangedAt: "T4" })],
  ])("%s distinguishes a submission that has ended from an earlier one", async (_how, before, after) => {
    const { service } = await submit([before, after], [LOST]);
    expect(service.count("submitPullRequest")).toBe(1);
  });

  test.each([
    ["a refusal", response(400, "closed"), "refused"],
    ["another failure", response(403, "no"), "forbidden"],
  ])("%s after a loss is final if the pull request is not in the queue", async (_what, last, code) => {
    const { service, error } = await failToSubmit([NEVER], [LOST, last]);
    expect([error.code, service.count("submitPullRequest")]).toEqual([code, 2]);
  });

  test("F-27: reads continue for the reader lag before anything is sent again", async () => {
    const stale = Array<typeof FAILED_BEFORE>(4).fill(FAILED_BEFORE);
    const { service } = await submit([FAILED_BEFORE, ...stale, WAITING], [LOST]);
    expect(service.count("submitPullRequest")).toBe(1);
    expect(service.calls).toHaveLength(7);
  });

  test("a submission that reads do not show for the reader lag is sent again", async () => {
    const sentAt: number[] = [];
    const note = () => (sentAt.push(service.clock.now()) === 1 ? LOST : OK);
    const service: ScriptedService = script([FAILED_BEFORE], [note]);
    expect(await service.run(resolveSubmit, REQUEST)).toEqual({ ok: true });
    const [submittedAt = 0, resubmittedAt = 0, ...more] = sentAt;
    expect(resubmittedAt - submittedAt).toBeGreaterThanOrEqual(15_000);
    expect(more).toEqual([]);
  });

  test("a refusal after a loss means success if the pull request then is in the queue", async () => {
    // It appears only when the second try has been refused.
    const look = (): typeof NEVER => (service.count("submitPullRequest") < 2 ? NEVER : WAITING);
    const service = script([look], [LOST, response(400, "in the queue already")]);
    expect(await service.run(resolveSubmit, REQUEST)).toBeUndefined();
  });

  test("the outcome is unknown if the deadline passes first, and the message says what reads showed", async () => {
    const service = script([NEVER], [LOST]);
    // Not the process's first call.
    service.clock.advance(20_000);
    const error = await service.fail(resolveSubmit, REQUEST, 10_000);
    const details = { operation: "submitPullRequest", queue: QUEUE };
    expect(error).toMatchObject({ code: "outcome_unknown", details });
    expect(error.message).toMatch(
      /broke off.*Later reads did not show the pull request in the queue\. It is not known whether the request took effect\./,
    );
    expect(service.count("submitPullRequest")).toBe(1);
    expect(service.clock.now()).toBeLessThan(30_000);
  });

  test("the outcome is unknown if reading fails, too; both failures are reported", async () => {
    const { error } = await failToSubmit([NEVER, response(401, "expired")], [LOST]);
    expect(error.code).toBe("outcome_unknown");
    expect(error.message).toMatch(/broke off.*Reading the result failed, too: .*401: "expired"/);
    expect(Buffer.byteLength(error.message)).toBeLessThan(2048);
  });
});

describe("submitPullRequest of a pull request that is in the queue", () => {
  test("is repeated after a loss, because reads prove nothing and a repeat is harmless", async () => {
    const { service, value } = await submit([WAITING], [LOST, OK]);
    expect(value).toEqual({ ok: true });
    expect(service.calls).toEqual(["getSubmittedPullRequest", "submitPullRequest", "submitPullRequest"]);
  });

  test("ends with the refusal that the service repeats", async () => {
    const { error } = await failToSubmit([WAITING], [LOST, response(400, "in the queue already")]);
    expect([error.code, error.details.serverText]).toEqual(["refused", "in the queue already"]);
  });

  const UNKNOWN = "outcome_unknown";
  test.each([
    ["something else fails", response(403, "no"), "forbidden", /403: "no".*not known whether that request/],
    ["nothing is reached", REFUSED, UNKNOWN, /was refused.*it is not known whether that request was applied/],
    ["every response is lost", LOST, UNKNOWN, /was in the queue before this request\. It is not known/],
    ["three pages come", PAGE, "wrong_address", /4 attempts.*check the service's address/],
  ])("reports the loss if then %s until the deadline", async (_case, step, code, message) => {
    const { error } = await failToSubmit([WAITING], [LOST, step], 20_000);
    expect(error.code).toBe(code);
    expect(error.message).toMatch(message);
  });
});

describe("submitPullRequest that is interrupted", () => {
  test("K-7: sends nothing if it is interrupted before the first request", async () => {
    const { error, service } = await failToSubmit([NEVER], [], 60_000, AbortSignal.abort());
    expect([error.code, service.calls]).toEqual(["interrupted", []]);
  });

  test.each([
    ["succeeds if one last read shows it in the queue", WAITING, undefined],
    ["is interrupted if the last read does not show it", NEVER, "interrupted"],
    ["is interrupted if the last read fails", response(503, "busy"), "interrupted"],
  ])("K-8: while its response is lost %s", async (_case, look, code) => {
    const stop = new AbortController();
    const service = script([NEVER, look], [stopping(stop, LOST)]);
    const submission = service.run(resolveSubmit, REQUEST, 300_000, stop.signal);
    if (code === undefined) {
      expect(await submission).toBeUndefined();
    } else {
      const error = await catchRejection(submission);
      expect(error.code).toBe(code);
      expect(error.message).toContain(
        "You interrupted the check, so it is not known whether the request took effect.",
      );
    }
    expect(service.count("submitPullRequest")).toBe(1);
    expect(service.clock.now()).toBeLessThan(5_001);
  });

  test("K-7: while it waits for a reader that lags ends at once", async () => {
    const stop = new AbortController();
    const look = (): typeof NEVER => {
      // Aborts once the wait after this read has begun.
      setImmediate(() => {
        stop.abort();
      });
      return NEVER;
    };
    const { error, service } = await failToSubmit([NEVER, NEVER, look], [LOST], 300_000, stop.signal);
    expect([error.code, service.count("submitPullRequest")]).toEqual(["interrupted", 1]);
  });
});

test("a clock that fails is not an interrupt, and a bug is not a fault of the service", async () => {
  const broken = new TypeError("a fault");
  const service = script([NEVER], [LOST]);
  const clock = { now: () => service.clock.now(), sleep: () => Promise.reject(broken) };
  await expect(resolveSubmit({ ...service.context(), clock }, REQUEST)).rejects.toBe(broken);
  const call = (name: string) => (name === "submitPullRequest" ? Promise.reject(broken) : { prNumber: 7 });
  const api = { abilities: ABILITIES.first, call: async (name: string) => call(name) } as never;
  await expect(resolveSubmit({ ...service.context(), api }, REQUEST)).rejects.toBe(broken);
});

describe("isInQueue", () => {
  test.each([
    [undefined, false],
    [{ prNumber: 7 }, false],
    [{ prNumber: 7, state: "pending" }, true],
    [{ prNumber: 7, state: "levitating" }, true],
    [{ prNumber: 7, state: "merged" }, false],
    [{ prNumber: 7, state: "failed" }, false],
    [{ prNumber: 7, state: "cancelled" }, false],
    [{ prNumber: 7, state: "merged", isCurrentlySubmittedToQueue: true }, true],
    [{ prNumber: 7, state: "pending", isCurrentlySubmittedToQueue: false }, false],
  ])("of %j is %p", (pullRequest, expected) => {
    expect(isInQueue(pullRequest)).toBe(expected);
  });
});

test("F-01: a request that was never sent is repeated without a read", async () => {
  const { service } = await submit([NEVER], [REFUSED, response(429), OK]);
  expect(service.calls.filter((call) => call === "getSubmittedPullRequest")).toHaveLength(1);
});
