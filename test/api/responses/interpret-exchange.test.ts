import { OPERATIONS, type OperationName } from "../../../src/api/operations";
import { ForeignText } from "../../../src/api/responses/foreign-text";
import { type Failure, interpretExchange } from "../../../src/api/responses/interpret-exchange";
import type { Exchange } from "../../../src/api/transport/exchange";
import { cancelled, LOST, queueResponse, REFUSED, response } from "../support/exchanges";

const foreign = new ForeignText("fake-token-1234567890");

function interpret(
  name: OperationName,
  exchange: Exchange,
  targetBranch?: string,
): ReturnType<typeof interpretExchange> {
  return interpretExchange<unknown>(OPERATIONS[name], exchange, foreign, targetBranch);
}

function findFailure(name: OperationName, exchange: Exchange): Failure {
  const result = interpret(name, exchange);
  if (result.kind === "success") throw new Error("it succeeded");
  return result;
}

/** Code, and whether it may be sent again, for a read, an idempotent write and any other write. */
function judge(exchange: Exchange): string[] {
  return (["getQueue", "updateQueue", "createQueue"] as const).map((name) => {
    const { code, canRetry } = findFailure(name, exchange);
    return canRetry ? `${code}, again` : code;
  });
}

/** Bodies that cannot be taken at their word, and what is said of them. */
const CONTRADICTIONS = [
  [
    "another queue's branch",
    queueResponse({ branch: "Main" }),
    'it is about the queue of branch "Main", not of "main"',
  ],
  [
    "a repeated field",
    response(200, '{"mode":"single","mode":"parallel"}'),
    'the field "mode" is there twice',
  ],
  ["bytes that are not UTF-8", { ...queueResponse({ mode: "\uFFFD" }), isMangled: true }, "it is not UTF-8"],
] as const;

describe("a body that contradicts itself or the request", () => {
  test.each(CONTRADICTIONS)("S-13: with %s, it is an error for a read", (_, exchange, problem) => {
    expect(interpret("getQueue", exchange, "main")).toMatchObject({
      code: "unexpected_response",
      why: expect.stringContaining(problem) as unknown,
      canRetry: false,
    });
  });

  test.each(CONTRADICTIONS)(
    "S-13: with %s, a change has been made, and what it stored has to be read",
    (_, exchange) => {
      expect(interpret("updateQueue", exchange, "main")).toEqual({ kind: "success", value: undefined });
    },
  );

  test("S-13: metrics that are not UTF-8 are an error", () => {
    const mangled = { ...response(200, "a 1\n"), isMangled: true };
    expect(findFailure("getMergeQueueMetrics", mangled).why).toContain("it is not UTF-8");
  });

  test.each([
    ["the branch in another Unicode form", "caf\u00e9", "cafe\u0301"],
    ["no branch", undefined, "main"],
    ["a branch that is no text", 7, "main"],
    ["any branch, where none was asked for", "main", undefined],
  ])("%s is none", (_, branch, asked) => {
    expect(interpret("getQueue", queueResponse({ branch }), asked).kind).toBe("success");
  });

  test("a pull request's own branch is none", () => {
    const { text } = response(200, JSON.stringify({ branch: "feature" }));
    expect(interpret("getMergeQueueTestingDetails", response(200, text), "main").kind).toBe("success");
  });
});

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
    for (const exchange of [
      REFUSED,
      cancelled(false),
      response(429),
      response(400),
      response(401),
      response(404),
      response(302),
    ]) {
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
    const failure = findFailure(
      "getQueue",
      response(400, `bad\u001b fake-token-1234567890 ${"x".repeat(900)}`),
    );
    expect(failure.why).toMatch(/^the service answered 400: "bad\\u\{1b\} \[redacted\] x+…"$/);
    expect(failure.serverText).toHaveLength(500);
    expect(findFailure("getQueue", response(400, " \n")).why).toBe("the service answered 400: without text");
  });
});

describe("interpretExchange of 2xx", () => {
  test("F-19: the response body of create, delete, submit and cancel may be anything", () => {
    for (const name of ["createQueue", "deleteQueue", "submitPullRequest", "cancelPullRequest"] as const) {
      for (const text of ["OK", "", "{}", "null", '{"cut": ']) {
        expect(interpret(name, response(200, text)).kind).toBe("success");
      }
    }
    expect(interpret("createQueue", response(201, "")).kind).toBe("success");
    expect(interpret("deleteQueue", response(204, "", { contentType: undefined })).kind).toBe("success");
  });

  test("F-19: the response of update is the record or undefined", () => {
    expect(interpret("updateQueue", response(200, '{"concurrency":2}'))).toEqual({
      kind: "success",
      value: { concurrency: 2 },
    });
    for (const text of ["OK", "", "[]", "null", '{"concurrency":2']) {
      expect(interpret("updateQueue", response(200, text))).toEqual({ kind: "success", value: undefined });
    }
  });

  test("the body of a read is parsed whatever its content type", () => {
    const value = { concurrency: 2, enqueuedPullRequests: [] };
    for (const contentType of ["text/plain", undefined]) {
      expect(interpret("getQueue", { ...queueResponse(), contentType })).toEqual({ kind: "success", value });
    }
  });

  test("F-07: a read whose JSON ends in the middle is repeated", () => {
    for (const text of ['{"concurrency": 2, "enq', "[", "", "  "]) {
      expect(findFailure("getQueue", response(200, text))).toMatchObject({
        code: "no_answer",
        canRetry: true,
        isEffectPossible: false,
      });
    }
  });

  test("F-07: a write whose response is truncated may have taken effect", () => {
    const write = { ...OPERATIONS.getQueue, isRead: false, isIdempotent: false };
    expect(interpretExchange(write, response(200, "{"), foreign)).toMatchObject({
      code: "outcome_unknown",
      canRetry: false,
      isEffectPossible: true,
    });
  });

  test("metrics are any text, even empty, but not an HTML page", () => {
    for (const text of ["up 1\n", "", "{}", "3"]) {
      const metrics = response(200, text, { contentType: "text/plain; version=0.0.4; charset=utf-8" });
      expect(interpret("getMergeQueueMetrics", metrics)).toEqual({ kind: "success", value: text });
    }
    expect(findFailure("getMergeQueueMetrics", response(200, "<html>")).code).toBe("wrong_address");
  });

  test("F-18: a read whose pull requests are not a list is unexpected, and the error names the field", () => {
    const failure = findFailure("getQueue", response(200, '{"enqueuedPullRequests": 2}'));
    expect(failure).toMatchObject({
      code: "unexpected_response",
      canRetry: false,
      field: "enqueuedPullRequests",
    });
    expect(failure.why).toContain("enqueuedPullRequests");
  });

  test("S-18: a response nested deeper than 200 levels is unexpected, a shallower one is read", () => {
    const nest = (levels: number): string =>
      `{"enqueuedPullRequests": [], "later": ${"[".repeat(levels)}${"]".repeat(levels)}}`;
    expect(interpret("getQueue", response(200, nest(199)))).toMatchObject({ kind: "success" });
    for (const levels of [200, 100_000]) {
      const failure = findFailure("getQueue", response(200, nest(levels)));
      expect(failure).toMatchObject({ code: "unexpected_response", canRetry: false });
      expect(failure.why).toContain("nested deeper than 200 levels");
    }
  });

  test("a response to a read that is not an object is unexpected", () => {
    for (const text of ["3", "[1]", "OK"]) {
      const failure = findFailure("getQueue", response(200, text));
      expect(failure).toMatchObject({ code: "unexpected_response", canRetry: false });
      expect(failure.field).toBeUndefined();
    }
  });

  test.each([
    ["its type", response(200, "{}", { contentType: "text/html; charset=utf-8" })],
    ["its type", response(200, "", { contentType: "application/xhtml+xml" })],
    [
      "its beginning",
      response(200, `  <!DOCTYPE html><p>Sign in ${"x".repeat(99)}`, { contentType: "text/plain" }),
    ],
    ["its beginning", response(200, "<html>", { contentType: undefined })],
  ])(
    "F-20: a page, recognised by %s, is a wrong address, and a write may have been applied",
    (_how, page) => {
      expect(judge(page)).toEqual(Array(3).fill("wrong_address"));
      expect(findFailure("getQueue", page).isEffectPossible).toBe(false);
      expect(findFailure("createQueue", page).isEffectPossible).toBe(true);
    },
  );

  describe("the token in data", () => {
    const TOKEN = "fake-token-1234567890";

    test("S-01: is replaced by a marker in every string of a response, including field names", () => {
      const text = JSON.stringify({
        concurrency: 3,
        enqueuedPullRequests: [{ prNumber: 7, prTitle: `Fix ${TOKEN}`, prAuthor: "ada" }],
        [`x-${TOKEN}`]: [{ deep: TOKEN }, 1],
      });
      expect(interpret("getQueue", response(200, text))).toEqual({
        kind: "success",
        value: {
          concurrency: 3,
          enqueuedPullRequests: [{ prNumber: 7, prTitle: "Fix [redacted]", prAuthor: "ada" }],
          additionalFields: { "x-[redacted]": [{ deep: "[redacted]" }, 1] },
        },
      });
      const metrics = interpret("getMergeQueueMetrics", response(200, `up{t="${TOKEN}"} 1\n`));
      expect(metrics).toMatchObject({ value: 'up{t="[redacted]"} 1\n' });
    });

    test.each([
      ["getQueue", { requiredStatuses: ["ci", `ci/${TOKEN}`] }, "requiredStatuses"],
      ["updateQueue", { mergeMethod: TOKEN }, "mergeMethod"],
    ] as const)("S-01: in a setting of a response to %s, it fails the call", (name, body, field) => {
      const failure = findFailure(name, response(200, JSON.stringify(body)));
      expect(failure).toMatchObject({ code: "unexpected_response", canRetry: false, field });
      expect(failure.why).toContain(`${field}: contains the API token, which must not be stored.`);
      expect(failure.why).not.toContain(TOKEN);
    });

    test("other values that messages must not show are kept in data", () => {
      const hiding = foreign.hiding(["ci/secret"]);
      const body = response(200, '{"requiredStatuses":["ci/secret"]}');
      expect(interpretExchange<unknown>(OPERATIONS.getQueue, body, hiding)).toMatchObject({
        value: { requiredStatuses: ["ci/secret"] },
      });
    });

    test("S-01: is found behind escapes, and only in a queue is a field of that name a setting", () => {
      const escaped = JSON.stringify({ requiredStatuses: [TOKEN] }).replace("fake", "\\u0066ake");
      expect(findFailure("getQueue", response(200, escaped)).field).toBe("requiredStatuses");
      expect(interpret("getMergeQueueTestingDetails", response(200, escaped))).toMatchObject({
        value: { requiredStatuses: ["[redacted]"] },
      });
    });
  });

  test("F-20: the message has the content type and the first 80 characters", () => {
    const text = `<html>${"x".repeat(200)}`;
    const { why } = findFailure("getQueue", response(200, text, { contentType: "text/html" }));
    expect(why).toBe(`the response was 200 with a body of type "text/html": "${text.slice(0, 80)}…"`);
  });

  const PAGE = { contentType: "text/html" };

  test("F-20: a page with any status is a wrong address, and its beginning is shown", () => {
    for (const status of [400, 401, 403, 404, 413, 501]) {
      expect(judge(response(status, "<html>", PAGE))).toEqual(Array(3).fill("wrong_address"));
      expect(findFailure("createQueue", response(status, "<html>", PAGE)).isEffectPossible).toBe(false);
    }
    const { why } = findFailure("getQueue", response(501, "<html>Unsupported method", PAGE));
    expect(why).toBe('the response was 501 with a body of type "text/html": "<html>Unsupported method"');
  });

  test("F-20: a page with a 5xx status is repeated if that status is, and then is a wrong address", () => {
    expect(judge(response(503, "<html>", PAGE))).toEqual([
      "wrong_address, again",
      "wrong_address, again",
      "outcome_unknown",
    ]);
    expect(judge(response(520, "<html>", PAGE))).toEqual(Array(3).fill("wrong_address"));
    expect(findFailure("createQueue", response(520, "<html>", PAGE)).isEffectPossible).toBe(true);
  });

  test("F-20: a page does not change the meaning of 407 and 429", () => {
    expect(judge(response(407, "<html>", PAGE))).toEqual(Array(3).fill("proxy_refused"));
    expect(judge(response(429, "<html>", PAGE))).toEqual(Array(3).fill("rate_limited, again"));
  });

  test.each([
    "Client sent an HTTP request to an HTTPS server.\n",
    "<html><center>The plain HTTP request was sent to HTTPS port</center></html>",
  ])("F-01: plain http to a port that speaks TLS says so: %j", (text) => {
    expect(judge(response(400, text))).toEqual(Array(3).fill("wrong_address"));
    expect(findFailure("getQueue", response(400, text)).why).toMatch(
      /^the address begins with http, but the host speaks TLS at this port: write https/,
    );
  });
});
