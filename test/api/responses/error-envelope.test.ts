import type { MergeQueueError } from "../../../src/queue/merge-queue-error";
import { QUEUE, queueResponse, response } from "../support/exchanges";
import { findFailure, judge } from "../support/interpret";
import { makeScriptedClient, type Step, TOKEN } from "../support/make-client";

const JSON_TYPE = { contentType: "application/json" };

/** A refusal in the form of the second interface. */
function refusal(status: number, code: string, message: string, requestId?: string) {
  return response(status, JSON.stringify({ error: { code, message } }), { ...JSON_TYPE, requestId });
}

/** The error of a call whose service responds like this. */
async function failWith(step: Step, token = TOKEN): Promise<MergeQueueError> {
  return makeScriptedClient([step], { token }).fail("getQueue", QUEUE, 1_000);
}

describe("an error of the second interface", () => {
  test.each([
    [400, "VALIDATION_FAILED", "refused"],
    [401, "INVALID_TOKEN", "unauthorized"],
    [403, "INSUFFICIENT_PERMISSIONS", "forbidden"],
    [404, "MERGE_QUEUE_NOT_FOUND", "not_found"],
    [409, "QUEUE_ALREADY_EXISTS", "refused"],
    [422, "A_CODE_OF_TOMORROW", "refused"],
    [429, "RATE_LIMIT_EXCEEDED", "rate_limited, again"],
  ])("%i %s is shown by its code and message, and its status decides", (status, serverCode, code) => {
    const serverText = 'The "queue"\n does not.';
    const exchange = refusal(status, serverCode, serverText);
    expect(judge(exchange)).toEqual(Array(3).fill(code));
    const why = `the service answered ${status} ${serverCode}: "The \\"queue\\"\\n does not."`;
    expect(findFailure("getQueue", exchange)).toMatchObject({ why, serverCode, serverText });
  });

  test("F-51: 502 UPSTREAM_ERROR leaves open what a write did: repeated only where that is safe", () => {
    const codes = ["server_error, again", "server_error, again", "outcome_unknown"];
    expect(judge(refusal(502, "UPSTREAM_ERROR", "later"))).toEqual(codes);
  });

  test("S-03: code and message are escaped, shortened, and without the token", () => {
    const { why, ...failure } = findFailure("getQueue", refusal(400, `A\u001b${TOKEN}`, `${TOKEN}\u001b`));
    expect(why).toBe('the service answered 400 A\\u{1b}[redacted]: "[redacted]\\u{1b}"');
    expect(JSON.stringify(failure)).not.toContain(TOKEN);
    const long = findFailure("getQueue", refusal(400, "C".repeat(900), "m".repeat(900)));
    expect(long.serverCode).toHaveLength(100);
    expect(long.why.length).toBeLessThan(700);
  });

  test.each([
    ["slow down", 429, "rate_limited, again"],
    ["Request Entity Too Large", 413, "refused"],
    ["upstream request timeout", 504, "server_error, again"],
    ['{"error":"no"}', 401, "unauthorized"],
    ['{"message":"no"}', 403, "forbidden"],
    ['{"error":{"code":7,"message":"no"}}', 400, "refused"],
    ['{"error":{"code":"","message":"no"}}', 400, "refused"],
    ['{"error":{"code":"CUT","message":"n', 400, "refused"],
    ["[]", 400, "refused"],
    ["{}", 400, "refused"],
    [`{"error":{"code":"A","message":"${"x".repeat(70_000)}"}}`, 400, "refused"],
  ])("F-51: a body without its form is understood by its status: %.40s", (text, status, code) => {
    const exchange = response(status, text);
    expect(judge(exchange)[0]).toBe(code);
    const failure = findFailure("getQueue", exchange);
    expect(failure.serverCode).toBeUndefined();
    expect(failure.serverText).toBe(text.slice(0, 500));
  });

  test("a success is never an error, whatever it contains", () => {
    const text = '{"error":{"code":"A","message":"b"},"enqueuedPullRequests":2}';
    expect(findFailure("getQueue", response(200, text)).serverCode).toBeUndefined();
  });

  test("F-25, F-51: a write that is refused while the queue switches modes is repeated within its time, without effect", async () => {
    const switching = refusal(409, "MODE_CHANGE_IN_PROGRESS", "The queue is being converted.");
    expect(judge(switching)).toEqual(Array(3).fill("refused, again"));
    expect(judge(refusal(409, "QUEUE_HAS_ACTIVE_ENTRIES", "no"))).toEqual(Array(3).fill("refused"));
    const { client, options, requests } = makeScriptedClient([switching, switching, queueResponse()]);
    await client.call("updateQueue", { ...QUEUE, concurrency: 2 }, options());
    expect(requests).toHaveLength(3);
    const late = await makeScriptedClient([switching]).fail("updateQueue", { ...QUEUE, batch: true }, 5_000);
    expect(late).toMatchObject({ code: "refused", details: { serverCode: "MODE_CHANGE_IN_PROGRESS" } });
    expect(late.details.isEffectPossible).toBeUndefined();
    expect(late.message).toMatch(
      / The queue is switching modes\. .* Try again later, or with a longer timeout\.$/,
    );
  });

  test("F-15: a refused key is told which interface was chosen, why, and which key belongs where", async () => {
    const invalid = refusal(401, "INVALID_TOKEN", "Unknown key.");
    expect((await failWith(invalid)).message).toContain(
      'The client uses the first interface, at /api/v1, because the address ends in "/v1". A key that begins with ' +
        '"trunk_v2_" belongs to /v2. For any other key, the end of base_url decides between /v1 and /v2.',
    );
  });

  test("a wrong address is told where requests go, and why there", async () => {
    expect((await failWith(response(302))).message).toContain(
      'Requests go to https://merge.example.com/api/v1, because the address ends in "/v1". Check base_url: ',
    );
  });

  test("a missing permission is to be given to the key", async () => {
    const missing = refusal(403, "INSUFFICIENT_PERMISSIONS", "Needs: set priority.");
    const { message } = await failWith(missing);
    expect(message).toContain("lacks a permission: give it the permission that the service names.");
    const ofQueue = await makeScriptedClient([missing]).fail("updateQueue", { ...QUEUE, batch: true }, 1_000);
    expect(ofQueue.message).toContain(
      'give it the permission that the service names, "update queue settings".',
    );
    expect((await failWith(response(403, "no"))).message).toContain("Use a token that is allowed to.");
  });
});

describe("the id of a request", () => {
  test.each([
    ["a refusal", response(400, "no"), "refused"],
    ["a redirect", response(302), "wrong_address"],
    ["a 404 of something else", response(404, "", { contentType: "a/b" }), "wrong_address"],
    ["a failure", response(503), "server_error"],
    ["a body that does not match", queueResponse({ enqueuedPullRequests: 1 }), "unexpected_response"],
    ["a page", response(200, "<html>", { contentType: "text/html" }), "wrong_address"],
  ])("F-35: is in the message and the details of %s", async (_, exchange, code) => {
    const error = await failWith({ ...exchange, requestId: "id-1" });
    expect(error).toMatchObject({ code, details: { requestId: "id-1" } });
    expect(error.message).toContain(', request id "id-1" (getQueue at ');
  });

  test("S-03: is escaped, shortened, and without the token", async () => {
    const error = await failWith(response(400, "no", { requestId: `${TOKEN}\u001b${"x".repeat(200)}` }));
    expect(error.message).toContain('request id "[redacted]\\u{1b}x');
    expect(error.details.requestId).toHaveLength(100);
  });

  test("that is absent or empty is not mentioned", async () => {
    for (const requestId of [undefined, ""]) {
      const { message, details } = await failWith(response(400, "no", { requestId }));
      expect(message).not.toContain("request id");
      expect(details).not.toHaveProperty("requestId");
    }
  });
});
