import { UNKNOWN } from "../../../src/plugin/value";
import { PARALLEL_TITLE } from "../../../src/provider/queue-resource/advice/advise-losses";
import { planResource } from "../../../src/provider/queue-resource/plan-resource";
import { encodePrivate } from "../../../src/provider/queue-resource/values/queue-private";
import { failure } from "../../reconcile/support/steps";
import { liveQueue } from "../support/fake-reconciler";
import {
  type Attributes,
  type Change,
  expectWarnings,
  MANAGING,
  NOT_EMPTY,
  planChange,
  type Read,
  SHRINKS,
  toRequest,
} from "../support/plan-change";
import { runProvider, UNKNOWN_ADDRESS } from "../support/play-provider";

const BOTH = { required_statuses: ["ci/build"], pending_failure_depth: 1 };

describe("planning an update", () => {
  const always = { direct_merge_mode: "always" };
  const off = { direct_merge_mode: "off" };
  test.each<[string, Attributes, Attributes, string[]]>([
    ["nothing changes", {}, {}, []],
    ["anything else changes", { mode: "single", concurrency: 5, batch: true }, {}, []],
    ["statuses are added", { required_statuses: ["ci/build", "ci/test"] }, {}, []],
    ["statuses become unknown", { required_statuses: UNKNOWN }, {}, []],
    ["an element is unknown", { required_statuses: [UNKNOWN] }, {}, []],
    ["statuses go", { required_statuses: ["ci/test"] }, {}, ["required_statuses"]],
    ["all statuses go", { required_statuses: [] }, {}, ["required_statuses"]],
    ["direct merging begins", always, off, ["direct_merge_mode"]],
    ["direct merging stays", always, always, []],
    ["direct merging ends", off, always, []],
    ["both shrink", { ...always, required_statuses: [] }, off, ["required_statuses", "direct_merge_mode"]],
    ["the queue is paused", { state: "paused" }, { state: "running" }, ["state"]],
    ["the queue is drained", { state: "draining" }, { state: "running" }, ["state"]],
    ["the queue stays paused", { state: "paused" }, { state: "paused" }, []],
    ["the queue is resumed", { state: "running" }, { state: "paused" }, []],
  ])("S-26: when %s", async (_, wanted, before, paths) => {
    const response = await planChange("nothing", { wanted, before });
    const title = paths.includes("state") ? "Queue stops merging" : "Merge protection shrinks";
    expectWarnings(
      response,
      ...paths.map((path) => `${title}: ${path} of github.com/acme/web/main (${path})`),
    );
  });

  const draining = liveQueue({ state: "draining" });
  test.each<[string, Read, Attributes, Attributes, boolean, boolean]>([
    ["its state is not declared", "nothing", {}, { state: "draining" }, false, true],
    ["its state is declared", "nothing", { state: "draining" }, { state: "draining" }, false, false],
    ["the state is of an import", draining, {}, { state: null }, false, true],
    ["Pulumi has not refreshed", draining, {}, { state: "running" }, true, true],
    ["it runs again", liveQueue(), {}, { state: "draining" }, true, false],
  ])("S-26: a queue that drains is told of, where %s", async (_, read, wanted, before, isPulumi, isTold) => {
    const response = await planChange(read, { wanted, before }, ({ data }) => {
      if (isPulumi) Object.defineProperty(data.claims, "areRepeated", { value: true });
    });
    expectWarnings(response, ...(isTold ? ["Queue is draining: github.com/acme/web/main (state)"] : []));
    const detail = response.diagnostics[0]?.detail ?? "";
    expect(/mergequeue queue resume .?github.com\/acme\/web\/main/.test(detail)).toBe(isTold);
  });

  test("the first queue that becomes parallel says what all of them need", async () => {
    const change = { wanted: { mode: "parallel" }, before: { mode: "single" } };
    const first = await planChange("nothing", change);
    expectWarnings(first, "Parallel mode needs impacted targets: github.com/acme/web/main (mode)");
    expect(first.diagnostics[0]?.detail).toContain("mergequeue pr impacted-targets github.com/acme/web/main");
    const second = await planChange("nothing", change, ({ data }) => {
      data.isFirst(PARALLEL_TITLE);
    });
    expectWarnings(second);
    const same = await planChange("nothing", { wanted: { mode: "parallel" }, before: { mode: "parallel" } });
    expectWarnings(same);
  });

  test("F-45: a list that this resource does not remember stays, with a warning that prints the command", async () => {
    const response = await planChange("nothing", { wanted: {}, before: {}, remembered: MANAGING });
    expectWarnings(response, "Required statuses are kept: github.com/acme/web/main (required_statuses)");
    expect(response.diagnostics[0]?.detail).toMatch(
      /its list \("ci\/build"\)[^]*curl .* -d '\{"repo":.*"targetBranch":"main","deleteRequiredStatuses":true\}' "\$MERGEQUEUE_BASE_URL\/updateQueue"$/,
    );
    expect(response.planned?.get("required_statuses")).toEqual(["ci/build"]);
  });

  test.each<[string, Attributes, string, readonly string[]]>([
    ["the list", {}, '"ci/build"', ["ci/build"]],
    ["an empty list", { required_statuses: [] }, "empty", []],
  ])(
    "S-26: %s that is no longer configured is released with a warning that names what is removed",
    async (_, before, named, ownStatuses) => {
      const remembered = encodePrivate({ managesRequiredStatuses: true, ownStatuses });
      const response = await planChange("nothing", { wanted: {}, before, remembered });
      expectWarnings(response, SHRINKS);
      expect(response.diagnostics[0]?.detail).toContain(named);
      expect(response.planned?.get("required_statuses")).toBe(UNKNOWN);
    },
  );
});

describe("planning a destroy", () => {
  const DESTROY = { wanted: null, before: {} };

  test("C-41: returns null", async () => {
    const { planned, diagnostics } = await planChange(liveQueue(), DESTROY);
    expect({ planned, diagnostics }).toEqual({ planned: null, diagnostics: [] });
  });

  test("the pull requests that are in the queue are told, with their numbers", async () => {
    const response = await planChange(liveQueue({}, [7, 12]), DESTROY);
    expectWarnings(response, NOT_EMPTY);
    expect(response.diagnostics[0]?.detail).toMatch(/#7[^]*#12/);
  });

  test.each([
    ["a destroy", DESTROY],
    ["a replacement", { wanted: { target_branch: "next", ...BOTH }, before: BOTH }],
  ])("F-47: %s also tells what is not ready, and asks once", async (_, change) => {
    const hidden = liveQueue({}, [9]);
    const { diagnostics, calls } = await runProvider({ peek: liveQueue(), addNotReady: hidden }, (stage) =>
      planResource(toRequest(change, stage.data), stage.context),
    );
    expect(diagnostics.map(({ detail }) => detail).join()).toContain("#9");
    expect(calls.filter(({ method }) => method === "addNotReady")).toHaveLength(1);
  });

  test("F-22: if the queue is drained first, the plan says so, with the time limit and the pull requests in it", async () => {
    const timeouts = { create: null, read: null, update: null, delete: "2h" };
    for (const [before, most] of [
      [{ deletion_policy: "drain" }, "60m"],
      [{ deletion_policy: "drain", timeouts }, "2h"],
    ] as const) {
      const response = await planChange(liveQueue({}, [7]), { wanted: null, before });
      expectWarnings(response, "Queue to be deleted will be drained first: github.com/acme/web/main");
      expect(response.diagnostics[0]?.detail).toContain("#7");
      expect(response.diagnostics[0]?.detail).toContain(`at most ${most} `);
      expect(response.diagnostics[0]?.detail).not.toContain("refused");
    }
  });
});

describe("advisory reads", () => {
  const CHANGES: readonly Change[] = [
    { wanted: {}, before: null },
    { wanted: null, before: {} },
    { wanted: { target_branch: "next", ...BOTH }, before: {} },
  ];

  test.each(["server_error", "unreachable", "deadline_exceeded", "wrong_address", "interrupted"] as const)(
    "K-5: %s gives a log line, and the plan continues",
    async (code) => {
      for (const change of CHANGES) {
        const response = await planChange(failure(code), change);
        expect(response.diagnostics).toEqual([]);
        expect(response.lines).toMatchObject([
          { level: "warn", fields: { queue: "github.com/acme/web/main", error: `The service: ${code}.` } },
        ]);
      }
    },
  );

  test.each(["unauthorized", "forbidden"] as const)("F-15: %s is an error", async (code) => {
    for (const change of CHANGES) {
      const response = await planChange(failure(code), change);
      expect(response.diagnostics).toMatchObject([{ severity: "error" }]);
      expect(response.lines).toEqual([]);
    }
  });

  test("C-70: none while the address or token is unknown, or the provider is not configured", async () => {
    for (const data of [UNKNOWN_ADDRESS, undefined]) {
      for (const change of CHANGES) {
        const { diagnostics } = await runProvider({}, ({ context }) =>
          planResource(toRequest(change, data), context),
        );
        expect(diagnostics).toEqual([]);
      }
    }
  });
});
