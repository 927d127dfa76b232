import type { Exchange, HttpFault } from "../../../src/api/exchange";
import { cancelled, LOST, REFUSED, response } from "../support/exchanges";
import { findFailure, judge } from "../support/interpret";
import { TOKEN } from "../support/make-client";

describe("interpretExchange", () => {
  const all = (code: string): string[] => Array<string>(3).fill(code);
  const UNKNOWN = "outcome_unknown";

  test.each([
    ["R-1, R-2", [408, 425, 500, 502, 503, 504], ["server_error, again", "server_error, again", UNKNOWN]],
    ["R-4", [505, 520, 599], ["server_error", "server_error", UNKNOWN]],
    // A 501 proves that nothing was done.
    ["R-4", [501], all("server_error")],
    ["R-2", [429], all("rate_limited, again")],
    ["R-4", [400, 402, 405, 409, 413, 422], all("refused")],
    ["R-4", [401], all("unauthorized")],
    ["R-4", [403], all("forbidden")],
    ["R-4", [404], all("not_found")],
    ["R-4", [407], all("proxy_refused")],
    ["S-05", [300, 301, 302, 303, 304, 307, 308], all("wrong_address")],
  ])("%s: after %j a read, an idempotent and another write are %j", (_rule, statuses, codes) => {
    for (const status of statuses) expect(judge(response(status))).toEqual(codes);
  });

  test("S-05: the target of a redirect is shown escaped", () => {
    const { why } = findFailure("getQueue", response(302, "", { location: "https://evil.example/\u001b" }));
    expect(why).toContain('redirect (302) to "https://evil.example/\\u{1b}"');
  });

  test.each<[string, HttpFault, string[]]>([
    ["F-01, R-2: a request that was never sent", REFUSED, all("unreachable, again")],
    ["F-01: one that is sure to fail again", { ...REFUSED, isPermanent: true }, all("unreachable")],
    ["F-31: a proxy without credentials", { ...REFUSED, reason: "proxy_refused" }, all("proxy_refused")],
    // The reason lies in the process: the service is not unreachable.
    ["F-06: the end of the time before sending", cancelled(false), all("deadline_exceeded, again")],
    ["an exhausted machine", { ...REFUSED, reason: "exhausted" }, all("rate_limited, again")],
    ["F-02, F-28: a lost response", LOST, ["no_answer, again", `${UNKNOWN}, again`, UNKNOWN]],
    ["F-06: a timeout", cancelled(true), ["deadline_exceeded, again", `${UNKNOWN}, again`, UNKNOWN]],
    [
      "F-07: a response above the cap",
      { ...LOST, reason: "too_large", isPermanent: true },
      ["unexpected_response", UNKNOWN, UNKNOWN],
    ],
  ])("%s is repeated if that is harmless, and its outcome may be unknown", (_fault, fault, codes) => {
    expect(judge(fault)).toEqual(codes);
  });

  test("a write may have been applied exactly if its outcome cannot be known", () => {
    const effects = (exchange: Exchange): boolean[] =>
      (["getQueue", "updateQueue", "deleteQueue"] as const).map(
        (name) => findFailure(name, exchange).isEffectPossible,
      );
    for (const exchange of [LOST, cancelled(true), response(500), response(408)])
      expect(effects(exchange)).toEqual([false, true, true]);
    const refusals = [429, 400, 401, 404, 302].map((status) => response(status));
    for (const exchange of [REFUSED, cancelled(false), ...refusals])
      expect(effects(exchange)).toEqual([false, false, false]);
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
