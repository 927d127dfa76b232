import { showsAllSettings, toQueueRecord } from "../../src/api/resolve-queue";
import { isSameSetting } from "../../src/queue/find-setting-changes";
import {
  type QueueRecord,
  type QueueSettings,
  SETTING_NAMES,
  SETTINGS,
  type SettingValue,
} from "../../src/queue/settings";
import type { ContractSession } from "./contract-session";
import type { Face } from "./faces";

/**
 * Queues: create, read, update, refuse and delete. The queue is paused before anything is submitted to it, so
 * that nothing merges by accident on any service.
 */
export function describeQueueContract({ call, codeOf, find }: ContractSession, face: Face): void {
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

    /** Names the settings in which two records differ, except the state, which may be transient. */
    function listDifferences(a: QueueRecord, b: QueueRecord): string[] {
      return SETTING_NAMES.filter((setting) => {
        const [one, other] = [a[setting], b[setting]];
        if (setting === "state") return false;
        // A service may show none for a queue without a list of its own.
        if (setting === "requiredStatuses" && one === undefined && other === undefined) return false;
        return one === undefined || other === undefined || !isSameSetting(setting, one, other);
      });
    }

    test("a queue that was not created is not found, whatever is asked of it", async () => {
      const { identity } = find();
      const pr = { number: find().pullRequestNumber };
      expect(await codeOf(call("getQueue", identity))).toBe("not_found");
      expect(await codeOf(call("updateQueue", { ...identity, batch: true }))).toBe("not_found");
      expect(await codeOf(call("deleteQueue", identity))).toBe("not_found");
      expect(await codeOf(call("submitPullRequest", { ...identity, pr }))).toBe("not_found");
      expect(await codeOf(call("cancelPullRequest", { ...identity, pr }))).toBe("not_found");
      expect(await codeOf(call("restartTestsOnPullRequest", { ...identity, pr }))).toBe("not_found");
      expect(await codeOf(call("getSubmittedPullRequest", { ...identity, pr }))).toBe("not_found");
      expect(await codeOf(call("listPullRequests", identity))).toBe("not_found");
      expect(await codeOf(call("setImpactedTargets", { ...identity, pr, impactedTargets: "ALL" }))).toBe(
        "not_found",
      );
      expect(await codeOf(call("getMergeQueueTestingDetails", { ...identity, testRunId: "1" }))).toBe(
        "not_found",
      );
    });

    test("a created queue has its branch, every setting, and no pull requests", async () => {
      await call("createQueue", find().identity);
      const body = await call("getQueue", find().identity);
      expect(body.branch).toBe(find().identity.targetBranch);
      expect(body.enqueuedPullRequests).toEqual([]);
      expect(showsAllSettings(body)).toBe(true);
    });

    test("a queue is created with the mode and the concurrency that were asked for", async () => {
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
        // A change of mode may take a while, in which the queue's state says so.
        const isTransient = setting === "state" && actual === "switching_modes";
        expect(isStored || isTransient).toBe(true);
      }
    });

    test("several settings go in one update", async () => {
      await call("createQueue", find().identity);
      await update({
        batch: true,
        batchingMinSize: 3,
        batchingMaxWaitTimeMinutes: 11,
        mergeMethod: "rebase",
      });
      expect(await read()).toMatchObject({
        batch: true,
        batchingMinSize: 3,
        batchingMaxWaitTimeMinutes: 11,
        mergeMethod: "rebase",
      });
    });

    test("R-1: an update that arrives twice does nothing the second time", async () => {
      await call("createQueue", find().identity);
      const once = await update({ concurrency: 5, requiredStatuses: ["a", "b"] });
      const twice = await update({ concurrency: 5, requiredStatuses: ["a", "b"] });
      expect(listDifferences(once, twice)).toEqual([]);
    });

    test("an update that names no setting changes nothing", async () => {
      await call("createQueue", { ...find().identity, concurrency: 2 });
      const before = await read();
      await update({});
      expect(listDifferences(before, await read())).toEqual([]);
    });

    test.each(face.clearing)("%j takes back what was set by hand", async (clearing) => {
      await call("createQueue", find().identity);
      const before = await read();
      await update({ requiredStatuses: ["contract/status"] });
      await update(clearing);
      expect((await read()).requiredStatuses).toEqual(before.requiredStatuses);
    });

    test("a deleted queue is not found, and can be created again as new", async () => {
      await call("createQueue", find().identity);
      const fresh = await read();
      await update({ concurrency: 6, commentsEnabled: fresh.commentsEnabled !== true });
      await call("deleteQueue", find().identity);
      expect(await codeOf(call("getQueue", find().identity))).toBe("not_found");
      await call("createQueue", find().identity);
      expect(listDifferences(fresh, await read())).toEqual([]);
    });

    test("a submitted pull request is in the queue, with the fields of the interface", async () => {
      const { identity, pullRequestNumber } = find();
      await call("createQueue", identity);
      await update({ state: "paused" });
      await call("submitPullRequest", { ...identity, pr: { number: pullRequestNumber }, noBatch: true });
      const { enqueuedPullRequests } = await call("getQueue", identity);
      expect(enqueuedPullRequests).toHaveLength(1);
      const text = expect.any(String) as string;
      expect(enqueuedPullRequests?.[0]).toMatchObject({
        prNumber: pullRequestNumber,
        stateChangedAt: text,
        priorityValue: expect.any(Number) as number,
        priorityName: text,
        skipTheLine: expect.any(Boolean) as boolean,
        prTitle: text,
        prSha: text,
        prBaseBranch: text,
        prAuthor: text,
        noBatch: true,
      });
    });

    test("F-22: a queue with a pull request in it is not deleted", async () => {
      const { identity, pullRequestNumber } = find();
      await call("createQueue", identity);
      await update({ state: "paused" });
      await call("submitPullRequest", { ...identity, pr: { number: pullRequestNumber } });
      expect(await codeOf(call("deleteQueue", identity))).toBeDefined();
      expect(await listNumbers()).toEqual([pullRequestNumber]);
    });

    test("a cancelled pull request is gone, and the queue can be deleted", async () => {
      const { identity, pullRequestNumber } = find();
      await call("createQueue", identity);
      await update({ state: "paused" });
      await call("submitPullRequest", { ...identity, pr: { number: pullRequestNumber } });
      await call("cancelPullRequest", { ...identity, pr: { number: pullRequestNumber } });
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
