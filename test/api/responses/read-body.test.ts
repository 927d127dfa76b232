import { type AnyOperation, interpretExchange } from "../../../src/api/responses/interpret-exchange";
import { OPERATIONS } from "../../../src/wire/first/operations";
import { SECOND_OPERATIONS } from "../../../src/wire/second/operations";
import { queueResponse, response } from "../support/exchanges";
import { FOREIGN, findFailure, interpret } from "../support/interpret";
import { TOKEN } from "../support/make-client";

const ASKED = { targetBranch: "main", prNumber: 7 };

const OTHER_BRANCH = 'it is about the queue of branch "Main", not of "main"';
const TWICE = response(200, '{"mode":"single","mode":"parallel"}');

describe("a body that contradicts itself or the request", () => {
  test.each([
    ["another queue's branch", queueResponse({ branch: "Main" }), OTHER_BRANCH],
    ["another pull request's number", response(200, '{"prNumber":8}'), "it is about pull request #8, not #7"],
    ["a repeated field", TWICE, 'the field "mode" occurs twice'],
    [
      "bytes that are not UTF-8",
      { ...queueResponse({ mode: "\uFFFD" }), isMangled: true },
      "it is not UTF-8",
    ],
  ])("S-13: %s is an error for a read; after a change, it has to be read", (_, exchange, problem) => {
    const why: unknown = expect.stringContaining(problem);
    const failure = { code: "unexpected_response", why, canRetry: false };
    expect(interpret("getQueue", exchange, ASKED)).toMatchObject(failure);
    expect(interpret("updateQueue", exchange, ASKED)).toEqual({ kind: "success", value: undefined });
  });

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
    expect(interpret("getQueue", queueResponse({ branch }), { targetBranch: asked }).kind).toBe("success");
  });

  test("a pull request's own branch is none", () => {
    const { text } = response(200, JSON.stringify({ branch: "feature" }));
    expect(interpret("getMergeQueueTestingDetails", response(200, text), ASKED).kind).toBe("success");
  });
});

describe("the body of a 2xx", () => {
  test("F-19: the response body of create, delete, submit and cancel may be anything", () => {
    for (const name of ["createQueue", "deleteQueue", "submitPullRequest", "cancelPullRequest"] as const) {
      for (const text of ["OK", "", "{}", "null", '{"cut": '])
        expect(interpret(name, response(200, text)).kind).toBe("success");
    }
    expect(interpret("createQueue", response(201, "")).kind).toBe("success");
    expect(interpret("deleteQueue", response(204, "", { contentType: undefined })).kind).toBe("success");
  });

  test("F-19: the response of update is the record or undefined", () => {
    expect(interpret("updateQueue", response(200, '{"concurrency":2}'))).toEqual({
      kind: "success",
      value: { concurrency: 2 },
    });
    for (const text of ["OK", "", "[]", "null", '{"concurrency":2'])
      expect(interpret("updateQueue", response(200, text))).toEqual({ kind: "success", value: undefined });
  });

  test("the body of a read is parsed whatever its content type", () => {
    const value = { concurrency: 2, enqueuedPullRequests: [] };
    for (const contentType of ["text/plain", undefined])
      expect(interpret("getQueue", { ...queueResponse(), contentType })).toEqual({ kind: "success", value });
  });

  test("F-07: a read whose JSON ends in the middle is repeated", () => {
    const failure = { code: "no_answer", canRetry: true, isEffectPossible: false };
    for (const text of ['{"concurrency": 2, "enq', "[", "", "  "])
      expect(findFailure("getQueue", response(200, text))).toMatchObject(failure);
  });

  test("F-07: a write whose response is truncated may have taken effect", () => {
    const write = { ...OPERATIONS.getQueue, isRead: false, isIdempotent: false };
    const failure = { code: "outcome_unknown", canRetry: false, isEffectPossible: true };
    expect(interpretExchange(write, response(200, "{"), FOREIGN)).toMatchObject(failure);
  });

  test("metrics are any text, even empty, but not an HTML page", () => {
    for (const text of ["up 1\n", "", "{}", "3"]) {
      const metrics = response(200, text, { contentType: "text/plain; version=0.0.4; charset=utf-8" });
      expect(interpret("getMergeQueueMetrics", metrics)).toEqual({ kind: "success", value: text });
    }
    expect(findFailure("getMergeQueueMetrics", response(200, "<html>")).code).toBe("wrong_address");
  });

  test("F-18: a read whose pull requests are not a list is unexpected, and the error names the field", () => {
    const [field, code] = ["enqueuedPullRequests", "unexpected_response"];
    const failure = findFailure("getQueue", response(200, `{"${field}": 2}`));
    expect(failure).toMatchObject({ code, canRetry: false, field });
    expect(failure.why).toContain(field);
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

  describe("the token in data", () => {
    test("S-01: is replaced by a marker in every string of a response, including field names", () => {
      const make = (token: string) => {
        const enqueuedPullRequests = [{ prNumber: 7, prTitle: `Fix ${token}`, prAuthor: "ada" }];
        return [{ concurrency: 3, enqueuedPullRequests }, { [`x-${token}`]: [{ deep: token }, 1] }];
      };
      const [sent, unknown] = make(TOKEN);
      const [shown, additionalFields] = make("[redacted]");
      const read = interpret("getQueue", response(200, JSON.stringify({ ...sent, ...unknown })));
      expect(read).toEqual({ kind: "success", value: { ...shown, additionalFields } });
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

    test("S-01: the same holds for a queue of the second interface, also in a list", () => {
      const config = { requiredStatuses: [TOKEN] };
      const queue = { id: "q", targetBranch: "main", config };
      const read = (operation: AnyOperation, body: object) =>
        interpretExchange(operation, response(200, JSON.stringify(body)), FOREIGN);
      const failure = { code: "unexpected_response", field: "config" };
      const list = SECOND_OPERATIONS["GET /merge-queues"];
      expect(read(SECOND_OPERATIONS["GET /merge-queues/{id}"], queue)).toMatchObject(failure);
      expect(read(SECOND_OPERATIONS["PATCH /merge-queues/{id}/config"], queue)).toMatchObject(failure);
      expect(read(list, { data: [queue] })).toMatchObject(failure);
      const named = { ...queue, repositoryUrl: TOKEN, config: {} };
      const value = { data: [{ repositoryUrl: "[redacted]" }] };
      expect(read(list, { data: [named] })).toMatchObject({ value });
      expect(read(OPERATIONS.getQueue, { concurrency: 2, config })).toMatchObject({ kind: "success" });
    });

    test("other values that messages must not show are kept in data", () => {
      const value = { requiredStatuses: ["ci/secret"] };
      const read = interpretExchange<unknown>(
        OPERATIONS.getQueue,
        response(200, JSON.stringify(value)),
        FOREIGN.hiding(["ci/secret"]),
      );
      expect(read).toMatchObject({ value });
    });

    test("S-01: is found behind escapes, and only in a queue is a field of that name a setting", () => {
      const escaped = JSON.stringify({ requiredStatuses: [TOKEN] }).replace("fake", "\\u0066ake");
      expect(findFailure("getQueue", response(200, escaped)).field).toBe("requiredStatuses");
      const run = interpret("getMergeQueueTestingDetails", response(200, escaped));
      expect(run).toMatchObject({ value: { requiredStatuses: ["[redacted]"] } });
    });
  });
});
