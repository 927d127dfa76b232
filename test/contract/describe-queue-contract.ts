import { showsAllSettings, toQueueRecord } from "../../src/api/resolve-queue";
import { isSameSetting } from "../../src/queue/find-setting-changes";
import {
  type QueueRecord,
  type QueueSettings,
  SETTING_NAMES,
  SETTINGS,
  type SettingValue,
} from "../../src/queue/settings";
import type { OperationName } from "../../src/wire/first/operations";
import type { ContractSession } from "./contract-session";
import { PULL_REQUEST_SHAPE } from "./describe-pull-request-contract";
import type { Face } from "./faces";

/** Queues are paused before anything is submitted, so that nothing merges by accident on any service. */
export function describeQueueContract(session: ContractSession, face: Face): void {
  const { call, codeOf, find, findOwn, submitPaused } = session;
  describe("queues", () => {
    async function read(): Promise<QueueRecord> {
      return toQueueRecord(await call("getQueue", find().identity));
    }

    async function listNumbers(): Promise<number[] | undefined> {
      const { enqueuedPullRequests } = await call("getQueue", find().identity);
      return enqueuedPullRequests?.map(({ prNumber }) => prNumber);
    }

    async function update(
      changes: QueueSettings & { deleteRequiredStatuses?: boolean },
    ): Promise<QueueRecord> {
      const response = await call("updateQueue", { ...find().identity, ...changes });
      if (response !== undefined && showsAllSettings(response)) return toQueueRecord(response);
      if (response === undefined && !face.showsAllOnUpdate) return read();
      throw new Error("updateQueue returned an incomplete queue");
    }

    /** Names the settings that differ between two records, except the state, which may be transient. */
    function listDifferences(a: QueueRecord, b: QueueRecord): string[] {
      return SETTING_NAMES.filter((setting) => {
        const [one, other] = [a[setting], b[setting]];
        if (setting === "state") return false;
        // A service may show no list for a queue without its own.
        if (setting === "requiredStatuses" && one === undefined && other === undefined) return false;
        return one === undefined || other === undefined || !isSameSetting(setting, one, other);
      });
    }

    test("every operation on a queue that was not created is refused: not found", async () => {
      const { identity } = find();
      const requests = {
        getQueue: identity,
        updateQueue: { ...identity, batch: true },
        deleteQueue: identity,
        submitPullRequest: findOwn(),
        cancelPullRequest: findOwn(),
        restartTestsOnPullRequest: findOwn(),
        getSubmittedPullRequest: findOwn(),
        listPullRequests: identity,
        setImpactedTargets: { ...findOwn(), impactedTargets: "ALL" },
        getMergeQueueTestingDetails: { ...identity, testRunId: "1" },
      };
      for (const [operation, request] of Object.entries(requests)) {
        const code = await codeOf(call(operation as OperationName, request as never));
        expect([operation, code]).toEqual([operation, "not_found"]);
      }
    });

    test("a created queue has its branch, every setting, and no pull requests", async () => {
      await call("createQueue", find().identity);
      const body = await call("getQueue", find().identity);
      expect(body.branch).toBe(find().identity.targetBranch);
      expect(body.enqueuedPullRequests).toEqual([]);
      expect(showsAllSettings(body)).toBe(true);
    });

    test("a queue is created with the requested mode and concurrency", async () => {
      await call("createQueue", { ...find().identity, mode: "parallel", concurrency: 3 });
      expect(await read()).toMatchObject({ mode: "parallel", concurrency: 3 });
    });

    test("a second queue of the same identity is refused, and the first stays as it is", async () => {
      await call("createQueue", { ...find().identity, concurrency: 3 });
      const before = await read();
      expect(await codeOf(call("createQueue", { ...find().identity, concurrency: 4 }))).toBeDefined();
      expect(listDifferences(before, await read())).toEqual([]);
    });

    const samples = SETTINGS.flatMap((setting) =>
      sample(setting, face).map((value) => [setting.name, JSON.stringify(value), value] as const),
    );
    test.each(samples)("updateQueue stores %s = %s and leaves the others", async (setting, _text, value) => {
      await call("createQueue", find().identity);
      const before = await read();
      const changes: QueueSettings = { [setting]: value };
      const updated = await update(changes);
      const stored = await read();
      const differing = new Set([...listDifferences(before, stored), setting]);
      expect([...differing]).toEqual([setting]);
      for (const record of [updated, stored]) {
        const actual = record[setting];
        const isStored = actual !== undefined && isSameSetting(setting, actual, value);
        // A change of mode may take a while, which the queue's state shows.
        const isTransient = setting === "state" && actual === "switching_modes";
        expect(isStored || isTransient).toBe(true);
      }
    });

    test("one update can change several settings", async () => {
      await call("createQueue", find().identity);
      const batching = { batch: true, batchingMinSize: 3, batchingMaxWaitTimeMinutes: 11 };
      await update({ ...batching, mergeMethod: "rebase" });
      expect(await read()).toMatchObject({ ...batching, mergeMethod: "rebase" });
    });

    test("R-1: an update that arrives twice changes nothing the second time", async () => {
      await call("createQueue", find().identity);
      const once = await update({ concurrency: 5, requiredStatuses: ["a", "b"] });
      const twice = await update({ concurrency: 5, requiredStatuses: ["a", "b"] });
      expect(listDifferences(once, twice)).toEqual([]);
    });

    test("an update without settings changes nothing", async () => {
      await call("createQueue", { ...find().identity, concurrency: 2 });
      const before = await read();
      await update({});
      expect(listDifferences(before, await read())).toEqual([]);
    });

    test.each(face.clearing)("%j removes the queue's own list of statuses", async (clearing) => {
      await call("createQueue", find().identity);
      const before = await read();
      await update({ requiredStatuses: ["contract/status"] });
      await update(clearing);
      expect((await read()).requiredStatuses).toEqual(before.requiredStatuses);
    });

    test("a deleted queue is not found. If it is created again, it is as new", async () => {
      await call("createQueue", find().identity);
      const fresh = await read();
      await update({ concurrency: 6, commentsEnabled: fresh.commentsEnabled !== true });
      await call("deleteQueue", find().identity);
      expect(await codeOf(call("getQueue", find().identity))).toBe("not_found");
      await call("createQueue", find().identity);
      expect(listDifferences(fresh, await read())).toEqual([]);
    });

    test("a submitted pull request is in the queue, with the fields of the interface", async () => {
      await submitPaused({ noBatch: true });
      const { enqueuedPullRequests } = await call("getQueue", find().identity);
      expect(enqueuedPullRequests).toHaveLength(1);
      const prNumber = find().pullRequestNumber;
      expect(enqueuedPullRequests?.[0]).toMatchObject({ ...PULL_REQUEST_SHAPE, prNumber, noBatch: true });
    });

    test("F-22: a queue with a pull request in it is not deleted. Once it is cancelled, the queue is", async () => {
      const { identity, pullRequestNumber } = find();
      await submitPaused();
      expect(await codeOf(call("deleteQueue", identity))).toBeDefined();
      expect(await listNumbers()).toEqual([pullRequestNumber]);
      await call("cancelPullRequest", findOwn());
      expect(await listNumbers()).toEqual([]);
      expect(await codeOf(call("deleteQueue", identity))).toBeUndefined();
    });
  });
}

/** Values that a setting must accept: all words, both booleans, the ends of a range. */
function sample(setting: (typeof SETTINGS)[number], face: Face): readonly SettingValue[] {
  switch (setting.kind) {
    case "integer":
      return face.getRange(setting.name, setting.max);
    case "boolean":
      return [true, false];
    case "enum":
      return setting.values;
    case "string":
      return ["", "contract"].filter((value) => face.isTaken(setting.name, value));
    case "rules":
      return [[], [{ targetPattern: "//contract/*", policy: "isolate" }]];
    case "stringSet":
      // Live services ignore an empty list.
      return [["contract/one"], ["contract/one", "contract/two"]];
  }
}
