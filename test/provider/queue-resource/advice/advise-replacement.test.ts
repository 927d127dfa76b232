import { formatPath } from "../../../../src/plugin/value-error";
import { planResource } from "../../../../src/provider/queue-resource/plan-resource";
import { QUEUE_RESOURCE } from "../../../../src/provider/queue-resource/queue-resource";
import { failure } from "../../../reconcile/support/steps";
import { liveQueue } from "../../support/fake-reconciler";
import {
  type Attributes,
  expectWarnings,
  MANAGING,
  NOT_EMPTY,
  planChange,
  planHalves,
  type Read,
  SHRINKS,
  toRequest,
} from "../../support/plan-change";
import { runProvider } from "../../support/play-provider";
import { state as stateOf } from "../../support/queue-values";

describe("planning a replacement", () => {
  const NEXT = { target_branch: "next", pending_failure_depth: 1 };
  test("C-33: names the paths, and the pull requests in the old queue", async () => {
    const wanted = { ...NEXT, required_statuses: ["ci/build"] };
    const response = await planChange(liveQueue({}, [7]), { wanted, before: {} });
    expect(response.requiresReplace?.map((path) => formatPath(path))).toEqual(["target_branch"]);
    expectWarnings(response, NOT_EMPTY);
    expect(response.diagnostics[0]?.detail).toContain("With lifecycle { destroy = false }");
  });

  test("S-26: lists required statuses that the new queue lacks", async () => {
    const wanted = { ...NEXT, required_statuses: [] };
    expectWarnings(await planChange(liveQueue(), { wanted, before: {} }), SHRINKS);
  });

  // The elements of a list with count: web/main becomes web/next; web/next, also in the state, goes.
  test.each<[string, Attributes, string]>([
    ["undeclared", {}, 'Required statuses are not carried over: "ci/main"'],
    ["fewer", { required_statuses: ["x"] }, 'removed: "ci/main"'],
  ])(
    "S-26: where elements of count shift, %s statuses are those of the queue that is named",
    async (_, wanted, text) => {
      const shown = liveQueue({ requiredStatuses: ["ci/main"], state: "paused", directMergeMode: "off" });
      const other = stateOf({ target_branch: "next", required_statuses: ["ci/next"] });
      const change = {
        wanted: { target_branch: "next", direct_merge_mode: "always", ...wanted },
        before: {},
      };
      const { diagnostics } = await planChange(shown, change, ({ data }) => {
        QUEUE_RESOURCE.noteStoredState(other, data);
      });
      const find = (start: string) => diagnostics.find(({ summary }) => summary.startsWith(start));
      const statuses = find("Merge protection shrinks: required_statuses of github.com/acme/web/main");
      expect(statuses?.detail).toMatch(/^Queue \S+next replaces queue \S+main\. Required /);
      expect(statuses?.detail).toContain(text);
      expect(find("Merge protection shrinks: direct_merge_mode of github.com/acme/web/next")).toBeDefined();
      const lost = find("Settings not carried over: github.com/acme/web/main");
      expect(lost?.detail).toContain("so queue github.com/acme/web/next, which replaces it, gets");
    },
  );

  test.each<[string, Read]>([
    ["the queue", liveQueue({ state: "paused", requiredStatuses: ["ci/test", "security/codeql"] })],
    ["the state, where the queue cannot be read,", failure("server_error")],
  ])("S-26: what %s has and the configuration does not declare is reported as lost", async (_, read) => {
    const before = { state: "paused", required_statuses: ["ci/test", "security/codeql"] };
    const response = await planChange(read, { wanted: NEXT, before, remembered: MANAGING });
    expectWarnings(response, SHRINKS, "Settings not carried over: github.com/acme/web/main");
    expect(response.diagnostics[0]?.detail).toContain('"ci/test", "security/codeql"');
    expect(response.diagnostics[1]?.detail).toContain(
      '\n  state: "paused" -> the service\'s default\nTo keep',
    );
  });

  test("C-34: a forced replacement without refresh does not take the queue for a foreign one", async () => {
    const wanted = { required_statuses: [], pending_failure_depth: 1 };
    const { first, second } = await runProvider({ peek: liveQueue() }, (stage) =>
      planHalves({ wanted, before: {} }, wanted, stage),
    );
    expect(first.diagnostics).toHaveLength(1);
    // The first half's warnings do not recur. Terraform shows this one if an apply only forgets the queue.
    expectWarnings(second, "Queue is replaced or refused: github.com/acme/web/main (target_branch)");
  });

  test("a state that does not say which queue it describes is not compared", async () => {
    const { data, context } = await runProvider({}, (stage) => Promise.resolve({ ...stage }));
    const prior = new Map(stateOf({})).set("target_branch", null);
    const request = { ...toRequest({ wanted: {}, before: {} }, data), prior };
    expect((await planResource(request, context)).diagnostics).toEqual([]);
  });

  test("reads nothing if the old queue is abandoned", async () => {
    const before = { deletion_policy: "abandon" };
    expectWarnings(await planChange("nothing", { wanted: { ...before, target_branch: "next" }, before }));
  });
});
