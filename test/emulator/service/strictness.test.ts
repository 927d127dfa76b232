import { listTrackedEvents } from "../../../src/emulator/control/show-state";
import { handleRequest } from "../../../src/emulator/service/handle-request";
import { makeEvent } from "../../support/make-event";
import { createService, request } from "../service-fixtures";

/*
 * What a field may be is the schemas' matter (test/wire/first/operations.test.ts). Here: that each operation
 * asks its schema, and what JSON is before it gets there.
 */

const REPO = { host: "github.com", owner: "acme", name: "web" };
const QUEUE = { repo: REPO, targetBranch: "main" };
const EVENT = makeEvent("1");
/** The smallest request of each operation. */
const SMALLEST: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  createQueue: QUEUE,
  getQueue: QUEUE,
  updateQueue: QUEUE,
  deleteQueue: QUEUE,
  submitPullRequest: { ...QUEUE, pr: { number: 1 } },
  cancelPullRequest: { ...QUEUE, pr: { number: 1 } },
  restartTestsOnPullRequest: { ...QUEUE, pr: { number: 1 } },
  getSubmittedPullRequest: { ...QUEUE, pr: { number: 1 } },
  getSubmittedPullRequests: { ...QUEUE, prs: [{ number: 1 }] },
  listMergeQueueTestingResults: { ...QUEUE, since: "2026-01-02T00:00:00Z" },
  listPullRequests: QUEUE,
  getMergeQueueTestingDetails: { ...QUEUE, testRunId: "1" },
  setImpactedTargets: { ...QUEUE, pr: { number: 1 }, impactedTargets: "ALL" },
  "metrics/trackEvents": { repo: REPO, events: [EVENT] },
};

let service = createService();

beforeEach(() => {
  service = createService();
  service.engine.apply({ type: "createQueue", identity: QUEUE, settings: {} });
});

/** Posts a body or text and returns the status. */
function post(operation: string, body: unknown): number {
  return handleRequest(service, request(operation, body)).status;
}

/** Posts several bodies and returns those that are not refused. */
function findTaken(operation: string, bodies: readonly unknown[]): unknown[] {
  return bodies.filter((body) => post(operation, body) !== 400);
}

describe("every operation", () => {
  test.each(Object.keys(SMALLEST))("%s refuses everything but a JSON object", (operation) => {
    const texts = ["", "null", "[]", '"text"', "1", "{", "{'repo':1}", "\ufeff{}"];
    expect(findTaken(operation, texts)).toEqual([]);
  });
});

describe("updateQueue", () => {
  test("S-13: numbers that JSON can write but a double cannot store are refused", () => {
    const text = JSON.stringify({ ...QUEUE, concurrency: "NUMBER" });
    for (const number of ["1e999", "-0", "1e10", "0.1e0", "9007199254740993"])
      expect(post("updateQueue", text.replace('"NUMBER"', number))).toBe(400);
    // The same whole number in another spelling is the same number.
    expect(post("updateQueue", text.replace('"NUMBER"', "2e1"))).toBe(200);
    expect(service.engine.tryFindQueue(QUEUE)?.settings.concurrency).toBe(20);
  });
});

describe("trackEvents", () => {
  test("refuses the whole upload if one of its events is invalid", () => {
    const events = [
      { ...EVENT, id: "whole" },
      { ...EVENT, id: "" },
    ];
    expect(post("metrics/trackEvents", { repo: REPO, events })).toBe(400);
    expect(listTrackedEvents(service.engine.state, REPO)).toEqual([]);
    expect(post("metrics/trackEvents", { repo: REPO, events: [EVENT] })).toBe(200);
    expect(listTrackedEvents(service.engine.state, REPO).map(({ id }) => id)).toEqual(["1"]);
  });
});
