import { formatPath } from "../../../../src/plugin/value-error";
import { planResource } from "../../../../src/provider/queue-resource/plan-resource";
import { QUEUE_RESOURCE } from "../../../../src/provider/queue-resource/queue-resource";
import { failure } from "../../../reconcile/support/steps";
import { liveQueue } from "../../support/fake-reconciler";
import {
  type Attributes,
  listWarnings,
  MANAGING,
  planChange,
  planHalves,
  type Read,
  toRequest,
} from "../../support/plan-change";
import { runProvider } from "../../support/play-provider";
import { state as stateOf } from "../../support/queue-values";

describe("planning a replacement", () => {
  test("C-33: names the paths, and the pull requests in the old queue", async () => {
    const wanted = { target_branch: "next", required_statuses: ["ci/build"], pending_failure_depth: 1 };
    const response = await planChange(liveQueue({}, [7]), { wanted, before: {} });
    expect(response.requiresReplace?.map((path) => formatPath(path))).toEqual(["target_branch"]);
    expect(listWarnings(response)).toEqual([
      "warning: Queue to be deleted has pull requests in it: github.com/acme/web/main",
    ]);
    expect(response.diagnostics[0]?.detail).toContain("With lifecycle { destroy = false }");
  });

  test("S-26: lists required statuses that the new queue lacks", async () => {
    const response = await planChange(liveQueue(), {
      wanted: { target_branch: "next", required_statuses: [], pending_failure_depth: 1 },
      before: {},
    });
    expect(listWarnings(response)).toEqual([
      "warning: Merge protection shrinks: required_statuses of github.com/acme/web/main (required_statuses)",
    ]);
  });

  // The elements of a list with count: web/main becomes web/next; web/next, also in the state, goes.
  test.each<[string, Attributes, RegExp]>([
    [
      "undeclared",
      {},
      /^Queue \S+next replaces queue \S+main\. Required statuses are not carried over: "ci\/main"/,
    ],
    [
      "fewer",
      { required_statuses: ["x"] },
      /^Queue \S+next replaces queue \S+main\. Required .* removed: "ci\/main"/,
    ],
  ])(
    "S-26: where elements of count shift, %s statuses are those of the queue that is named",
    async (_, wanted, text) => {
      const shown = liveQueue({ requiredStatuses: ["ci/main"], state: "paused", directMergeMode: "off" });
      const { diagnostics } = await planChange(
        shown,
        { wanted: { target_branch: "next", direct_merge_mode: "always", ...wanted }, before: {} },
        ({ data }) => {
          QUEUE_RESOURCE.noteStoredState(
            stateOf({ target_branch: "next", required_statuses: ["ci/next"] }),
            data,
          );
        },
      );
      const find = (start: string) => diagnostics.find(({ summary }) => summary.startsWith(start));
      const statuses = find("Merge protection shrinks: required_statuses of github.com/acme/web/main");
      expect(statuses?.detail).toMatch(text);
      expect(find("Merge protection shrinks: direct_merge_mode of github.com/acme/web/next")).toBeDefined();
      expect(find("Settings not carried over: github.com/acme/web/main")?.detail).toContain(
        "so queue github.com/acme/web/next, which replaces it, gets",
      );
    },
  );

  test.each<[string, Read]>([
    ["the queue", liveQueue({ state: "paused", requiredStatuses: ["ci/test", "security/codeql"] })],
    ["the state, where the queue cannot be read,", failure("server_error")],
  ])("S-26: what %s has and the configuration does not declare is reported as lost", async (_, read) => {
    const statuses = ["ci/test", "security/codeql"];
    const response = await planChange(read, {
      wanted: { target_branch: "next", pending_failure_depth: 1 },
      before: { state: "paused", required_statuses: statuses },
      remembered: MANAGING,
    });
    expect(listWarnings(response)).toEqual([
      "warning: Merge protection shrinks: required_statuses of github.com/acme/web/main (required_statuses)",
      "warning: Settings not carried over: github.com/acme/web/main",
    ]);
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
    expect(listWarnings(first)).toHaveLength(1);
    // The first half's warnings do not recur. Terraform shows this one if an apply only forgets the queue.
    expect(listWarnings(second)).toEqual([
      "warning: Queue is replaced or refused: github.com/acme/web/main (target_branch)",
    ]);
  });

  test("a state that does not say which queue it describes is not compared", async () => {
    const { data, context } = await runProvider({}, (stage) => Promise.resolve({ ...stage }));
    const prior = new Map(stateOf({})).set("target_branch", null);
    const request = { ...toRequest({ wanted: {}, before: {} }, data), prior };
    expect((await planResource(request, context)).diagnostics).toEqual([]);
  });

  test("reads nothing if the old queue is abandoned", async () => {
    const attributes = { deletion_policy: "abandon" };
    const response = await planChange("nothing", {
      wanted: { ...attributes, target_branch: "next" },
      before: attributes,
    });
    expect(listWarnings(response)).toEqual([]);
  });
});
