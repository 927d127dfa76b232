import type { Exchange } from "../../../src/api/exchange";
import { cancelled, LOST, REFUSED, response } from "../support/exchanges";
import { findFailure, judge } from "../support/interpret";
import { TOKEN } from "../support/make-client";

describe("interpretExchange", () => {
  test("R-1, R-2: after a status that leaves the outcome open, a request is repeated if that is safe", () => {
    for (const status of [408, 425, 500, 502, 503, 504]) {
      expect(judge(response(status))).toEqual([
        "server_error, again",
        "server_error, again",
        "outcome_unknown",
      ]);
    }
  });

  test("R-4: other 5xx statuses are not repeated", () => {
    for (const status of [505, 520, 599]) {
      expect(judge(response(status))).toEqual(["server_error", "server_error", "outcome_unknown"]);
    }
    // A 501 proves that nothing was done.
    expect(judge(response(501))).toEqual(Array(3).fill("server_error"));
  });

  test("R-2: 429 may always be repeated", () => {
    expect(judge(response(429))).toEqual(Array(3).fill("rate_limited, again"));
  });

  test.each([
    [400, "refused"],
    [401, "unauthorized"],
    [402, "refused"],
    [403, "forbidden"],
    [404, "not_found"],
    [405, "refused"],
    [407, "proxy_refused"],
    [409, "refused"],
    [413, "refused"],
    [422, "refused"],
  ])("R-4: %i is %s and never repeated", (status, code) => {
    expect(judge(response(status))).toEqual(Array(3).fill(code));
  });

  test("S-05: a redirect is a wrong address", () => {
    for (const status of [300, 301, 302, 303, 304, 307, 308]) {
      expect(judge(response(status))).toEqual(Array(3).fill("wrong_address"));
    }
    const { why } = findFailure("getQueue", response(302, "", { location: "https://evil.example/\u001b" }));
    expect(why).toContain('redirect (302) to "https://evil.example/\\u{1b}"');
  });

  test("F-01, R-2: a request that was never sent may always be repeated", () => {
    expect(judge(REFUSED)).toEqual(Array(3).fill("unreachable, again"));
    expect(judge({ ...REFUSED, isPermanent: true })).toEqual(Array(3).fill("unreachable"));
  });

  test("what did not leave the process for a reason of its own does not mean that the service is unreachable", () => {
    expect(judge(cancelled(false))).toEqual(Array(3).fill("deadline_exceeded, again"));
    const exhausted = { ...REFUSED, reason: "exhausted", isUnreachable: false } as const;
    expect(judge(exhausted)).toEqual(Array(3).fill("rate_limited, again"));
  });

  test("F-02, F-28: after a lost response, a request is repeated if that is harmless; otherwise its outcome is unknown", () => {
    expect(judge(LOST)).toEqual(["no_answer, again", "outcome_unknown, again", "outcome_unknown"]);
  });

  test("F-06: after a timeout, a request is repeated if that is harmless; otherwise its outcome is unknown", () => {
    expect(judge(cancelled(true))).toEqual([
      "deadline_exceeded, again",
      "outcome_unknown, again",
      "outcome_unknown",
    ]);
  });

  test("F-07: a request whose response is above the cap is not repeated", () => {
    const fault = { ...LOST, reason: "too_large", isPermanent: true } as const;
    expect(judge(fault)).toEqual(["unexpected_response", "outcome_unknown", "outcome_unknown"]);
  });

  test("F-31: a request is not repeated if the proxy requires credentials", () => {
    expect(judge({ ...REFUSED, reason: "proxy_refused" })).toEqual(Array(3).fill("proxy_refused"));
  });

  test("a write may have been applied exactly if its outcome cannot be known", () => {
    const effects = (exchange: Exchange): boolean[] =>
      (["getQueue", "updateQueue", "deleteQueue"] as const).map(
        (name) => findFailure(name, exchange).isEffectPossible,
      );
    for (const exchange of [LOST, cancelled(true), response(500), response(408)]) {
      expect(effects(exchange)).toEqual([false, true, true]);
    }
    const refusals = [429, 400, 401, 404, 302].map((status) => response(status));
    for (const exchange of [REFUSED, cancelled(false), ...refusals]) {
      expect(effects(exchange)).toEqual([false, false, false]);
    }
  });

  test.each([
    ["application/plain-text", "not_found"],
    ["text/plain; charset=utf-8", "not_found"],
    ["Application/JSON", "not_found"],
    ["text/html", "wrong_address"],
    ["application/xml", "wrong_address"],
    ["", "wrong_address"],
    [undefined, "wrong_address"],
  ])("F-16: a 404 of type %p is %s", (contentType, code) => {
    const failure = findFailure("getQueue", response(404, "gone", { contentType }));
    expect(failure).toMatchObject({ code, status: 404, serverText: "gone" });
  });

  test("R-3: the wait that the service asks for is kept", () => {
    for (const status of [429, 503]) {
      expect(findFailure("getQueue", response(status, "", { retryAfter: "3" })).retryAfterMs).toBe(3_000);
      expect(findFailure("getQueue", response(status)).retryAfterMs).toBeUndefined();
    }
  });

  test("the service's text is shown escaped, shortened and without the token", () => {
    const failure = findFailure("getQueue", response(400, `bad\u001b ${TOKEN} ${"x".repeat(900)}`));
    expect(failure.why).toMatch(/^the service answered 400: "bad\\u\{1b\} \[redacted\] x+…"$/);
    expect(failure.serverText).toHaveLength(500);
    expect(findFailure("getQueue", response(400, " \n")).why).toBe("the service answered 400: without text");
  });
});
