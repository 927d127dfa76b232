import { json, tuple, uint8Array } from "fast-check";
import { parseMetrics } from "../../../src/api/parse-metrics";
import { ForeignText } from "../../../src/api/responses/foreign-text";
import { interpretExchange } from "../../../src/api/responses/interpret-exchange";
import { hasErrorCode } from "../../../src/queue/merge-queue-error";
import { SETTING_NAMES } from "../../../src/queue/settings";
import type { GetQueueResponse } from "../../../src/wire/first/get-queue";
import { OPERATIONS } from "../../../src/wire/first/operations";
import { type FuzzTarget, insist } from "../fuzz-target";

const TOKEN = "fake-token-1234567890";

const STATUSES = [200, 200, 200, 201, 204, 302, 400, 404, 429, 503];

const CONTENT_TYPES = ["application/json", "text/plain", "text/html; charset=utf-8", undefined];

/** Maximum bytes of a failure's description: 500 of the response, escaped, and further words. */
const MAX_WHY_BYTES = 1200;

/**
 * A response becomes a value of the interface, or a failure with a short description, without control
 * characters and without the token. No response changes a prototype (rules F-07, F-17 to F-20, S-12 to S-14,
 * S-18).
 */
export const RESPONSE_DECODER: FuzzTarget = {
  name: "response-decoder",
  words: [
    '"enqueuedPullRequests":[]',
    '{"prNumber":1}',
    '"concurrency":',
    '"mode":"PARALLEL"',
    '"requiredStatuses":["a"]',
    '"__proto__":{"polluted":1}',
    '"constructor":{"prototype":{"polluted":1}}',
    "<!doctype html>",
    "# TYPE a histogram\n",
    'a_bucket{le="+Inf"} 1\n',
    TOKEN,
    "\u202e",
    "null",
  ],
  samples: tuple(uint8Array({ minLength: 2, maxLength: 2 }), json()).map(([head, text]) =>
    Buffer.concat([head, Buffer.from(text)]),
  ),
  run(input) {
    const operations = Object.values(OPERATIONS);
    const operation = operations[(input[0] ?? 0) % operations.length] ?? OPERATIONS.getQueue;
    const choice = input[1] ?? 0;
    const status = STATUSES[choice % STATUSES.length] ?? 200;
    const contentType = CONTENT_TYPES[Math.trunc(choice / STATUSES.length) % CONTENT_TYPES.length];
    const text = Buffer.from(input.subarray(2)).toString();
    const retryAfter = text.slice(0, 40);
    const answer = { kind: "response", status, contentType, text, retryAfter, date: text } as const;

    const outcome = interpretExchange(operation, answer, new ForeignText(TOKEN));
    if (outcome.kind === "failure") {
      const { why, serverText = "" } = outcome;
      insist(Buffer.byteLength(why) <= MAX_WHY_BYTES, "the description of a failure is short");
      insist(!/[\p{Cc}\p{Cf}]/u.test(why), "the description of a failure contains no control characters");
      insist(!why.includes(TOKEN) && !serverText.includes(TOKEN), "no description contains the token");
      const { retryAfterMs = 0 } = outcome;
      insist(retryAfterMs >= 0 && retryAfterMs <= 60_000, "the wait is at most a minute");
    } else {
      checkValue(outcome.value);
      if (operation.name === "getQueue") checkQueue(outcome.value as GetQueueResponse);
    }
    if (operation.name === "getMergeQueueMetrics") readMetrics(text);
    insist(!("polluted" in {}), "no prototype changes");
  },
};

function checkValue(value: unknown): void {
  insist(typeof JSON.stringify(value ?? null) === "string", "a response can be written as JSON");
  if (typeof value !== "object" || value === null) return;
  const prototype = Object.getPrototypeOf(value) as null;
  insist([Object.prototype, Array.prototype, null].includes(prototype), "a response has a plain prototype");
}

function checkQueue(queue: GetQueueResponse): void {
  const numbers = SETTING_NAMES.map((name) => queue[name]).filter((value) => typeof value === "number");
  const areExact = numbers.every((value) => Number.isSafeInteger(Math.trunc(value)));
  insist(areExact, "a setting is a number that JavaScript represents exactly");
}

function readMetrics(text: string): void {
  try {
    insist(typeof JSON.stringify(parseMetrics(text)) === "string", "metrics can be written as JSON");
  } catch (error) {
    if (!hasErrorCode(error, "unexpected_response")) throw error;
  }
}
