import v8 from "node:v8";
import manifest from "../../package.json";
import { SYSTEM_CLOCK } from "../../src/api/clock";
import { encodeRequest, MAX_REQUEST_BYTES } from "../../src/api/encode-request";
import { createOperationCaller, formatUserAgent } from "../../src/api/operation-caller";
import { PROCESS_LIMITER } from "../../src/api/request-limiter";
import { PARSER_OPTIONS } from "../../src/api/transport/avoid-optimizing-parser";
import { toWireShape } from "../../src/wire/additional-fields";
import { OPERATIONS, type OperationName } from "../../src/wire/first/operations";
import { catchError } from "../support/catch-error";
import { QUEUE } from "./support/exchanges";
import { makeConfig } from "./support/make-client";

function encode(name: OperationName, request: object): string {
  const { query, body } = encodeRequest(OPERATIONS[name], request);
  expect(query).toBe("");
  return body ?? "";
}

describe("encodeRequest", () => {
  test("encodes given fields, and leaves out undefined ones", () => {
    const request = { ...QUEUE, concurrency: undefined, mode: "single" } as never;
    expect(JSON.parse(encode("updateQueue", request))).toEqual({ ...QUEUE, mode: "single" });
  });

  describe("additional settings of an update", () => {
    const encodeUpdate = (additionalSettings: unknown, fields: object = {}): unknown =>
      JSON.parse(encode("updateQueue", { ...QUEUE, ...fields, additionalSettings }));

    test("become fields of the body, next to those of the interface", () => {
      const additional = { labels: ["a", { b: null }], window: { from: 8 }, isStrict: false };
      const body = { ...QUEUE, mode: "single", ...additional };
      expect(encodeUpdate(additional, { mode: "single" })).toEqual(body);
    });

    test("that are null, or none at all, leave no trace", () => {
      for (const none of [{ labels: null }, {}, undefined]) expect(encodeUpdate(none)).toEqual(QUEUE);
    });

    test.each([
      [{ concurrency: 4 }, "additionalSettings.concurrency: This setting has an attribute: use concurrency."],
      [{ batching_min_size: 4 }, "use batching_min_size."],
      [{ REPO: {} }, "additionalSettings.REPO: "],
      [{ labels: undefined }, "additionalSettings.labels: The value is not a JSON value"],
      [{ labels: [2e300] }, 'The value at "0" is a number that JSON cannot represent exactly'],
      [["labels"], "additionalSettings: Must be an object."],
      [null, "additionalSettings: Must be an object."],
    ])("%j is refused and not sent", (additional, message) => {
      const error = catchError(() => encodeUpdate(additional));
      expect(error).toMatchObject({ code: "invalid_request", details: { operation: "updateQueue" } });
      expect(String(error)).toContain(message);
    });

    test("S-12: reach no prototype", () => {
      const foreign: unknown = JSON.parse('{"__proto__":{"polluted":true}}');
      expect(() => encodeUpdate(foreign)).toThrow("A setting cannot be named __proto__.");
      expect(() => encodeUpdate({ a: foreign })).toThrow("has a key __proto__");
      expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
    });
  });

  test("names every problem and sends nothing", () => {
    const request = { ...QUEUE, targetBranch: "", concurrency: 0, mode: "triple" };
    const error = catchError(() => encodeRequest(OPERATIONS.updateQueue, request));
    const details = { operation: "updateQueue", field: "targetBranch" };
    expect(error).toMatchObject({ code: "invalid_request", details });
    expect(String(error)).toMatch(/was not sent.*targetBranch: .*mode: .*concurrency: /);
  });

  test("F-35: a long list of findings is cut", () => {
    const requiredStatuses = Array.from({ length: 1000 }, () => "");
    const error = catchError(() => encodeRequest(OPERATIONS.updateQueue, { ...QUEUE, requiredStatuses }));
    expect(String(error)).toContain("… and 990 more.");
    expect(Buffer.byteLength(String(error))).toBeLessThan(2048);
  });

  test("F-33: a request of 20 MiB is encoded, one byte more is refused with queue and size", () => {
    const measure = (status: string) =>
      Buffer.byteLength(encode("updateQueue", { ...QUEUE, requiredStatuses: [status] }));
    const fill = "x".repeat(MAX_REQUEST_BYTES - measure("é"));
    expect(measure(`é${fill}`)).toBe(20_971_520);
    const error = catchError(() => measure(`é${fill}x`));
    expect(error).toMatchObject({ code: "invalid_request", details: { operation: "updateQueue" } });
    expect(String(error)).toContain('queue "github.com/acme/web/main" was not sent: it has 20971521 bytes');
  });
});

test("a response gets back the shape in which the service sent it, at every level", () => {
  const sent = {
    prNumber: 7,
    testRunId: "r1",
    readiness: { doesBaseBranchMatch: true, queuePosition: { of: 3, additionalFields: 4 } },
    additionalFields: { 1: 2 },
  };
  const read = OPERATIONS.getSubmittedPullRequest.responseSchema.parse(sent);
  expect(read.additionalFields).toEqual({ testRunId: "r1", additionalFields: { 1: 2 } });
  expect(toWireShape(read)).toEqual(sent);
  expect(toWireShape([read, 1, null])).toEqual([sent, 1, null]);
});

test("S-12: a field named __proto__ remains a field", () => {
  const sent: unknown = JSON.parse('{"prNumber":7,"__proto__":{"polluted":1}}');
  const shape = toWireShape(OPERATIONS.getSubmittedPullRequest.responseSchema.parse(sent));
  expect(JSON.stringify(shape)).toBe('{"prNumber":7,"__proto__":{"polluted":1}}');
  expect(shape).not.toHaveProperty("polluted");
});

const PRODUCT = `terraform-provider-mergequeue/${manifest.version}`;

describe("formatUserAgent", () => {
  test("names the product, and Terraform's version if it is known", () => {
    expect(formatUserAgent("terraform")).toBe(PRODUCT);
    expect(formatUserAgent("terraform", "1.11.4")).toBe(`${PRODUCT} Terraform/1.11.4`);
    expect(formatUserAgent("terraform", "1.12.0-beta1+dev")).toBe(`${PRODUCT} Terraform/1.12.0-beta1+dev`);
  });

  test("only the provider names Terraform, by which services mark a queue as managed by it", () => {
    expect(formatUserAgent("mergequeue")).toBe(`mergequeue/${manifest.version}`);
    expect(formatUserAgent("ci-script")).toBe(`mergequeue/${manifest.version}`);
  });

  const VERSIONS = ["", "1.0\r\nx-evil: 1", "1 0", "ä", "1".repeat(65)];
  test.each(VERSIONS)("S-11: %p is not a version and is left out", (version) => {
    expect(formatUserAgent("terraform", version)).toBe(PRODUCT);
  });
});

describe("createOperationCaller", () => {
  test("tunes V8 only in a process of its own, never in a program that uses the client", () => {
    const set = jest.spyOn(v8, "setFlagsFromString").mockReturnValue();
    const dependencies = { source: "test", clock: SYSTEM_CLOCK, random: () => 0, limiter: PROCESS_LIMITER };
    createOperationCaller(makeConfig(), dependencies);
    expect(set).not.toHaveBeenCalled();
    createOperationCaller(makeConfig(), { ...dependencies, ownsProcess: true });
    expect(set.mock.calls.flat()).toEqual(PARSER_OPTIONS);
    set.mockRestore();
  });
});
