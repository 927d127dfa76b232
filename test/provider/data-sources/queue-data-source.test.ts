import { UNKNOWN } from "../../../src/plugin/value";
import { QUEUE_DATA_SOURCE } from "../../../src/provider/data-sources/queue-data-source";
import { failure, live, looks, pullRequest, reads, type Step, without } from "../../reconcile/support/steps";
import { CONTEXT, UNKNOWN_ADDRESS } from "../support/play-provider";
import { IDENTITY, objectOf, SETTINGS_SHOWN } from "../support/queue-values";
import { readDataSource, shownPullRequest, validateDataSource } from "../support/read-data-source";

const read = (...steps: readonly Step[]) => readDataSource(QUEUE_DATA_SOURCE, steps);
describe("mergequeue_queue", () => {
  test("shows identity, settings and the pull requests in the queue", async () => {
    const { state, diagnostics } = await read(looks(live({ mode: "parallel" }, [7, 12])));
    expect(diagnostics).toEqual([]);
    expect(state).toEqual({
      ...IDENTITY,
      id: "github.com/acme/web/main",
      ...SETTINGS_SHOWN,
      mode: "parallel",
      enqueued_pull_requests: [7, 12].map((number) => ({ ...shownPullRequest(number), no_batch: false })),
      additional_settings: null,
      queue_id: null,
      managed_state: null,
    });
  });

  test("F-47: shows also what is not ready; if that cannot be listed it goes on, with a warning", async () => {
    const list = async (notReady: readonly object[] | Error) => read(looks(live({}, [7]), { notReady }));
    const whole = await list([pullRequest(9, "not_ready")]);
    expect(whole.state?.["enqueued_pull_requests"]).toMatchObject([{ number: 7 }, { number: 9 }]);
    expect(whole.diagnostics).toEqual([]);
    const { state, diagnostics } = await list(failure("forbidden"));
    expect(state?.["enqueued_pull_requests"]).toMatchObject([{ number: 7 }]);
    const detail = expect.stringContaining("could not be listed. The service: forbidden.") as unknown;
    expect(diagnostics).toMatchObject([{ severity: "warning", detail }]);
  });

  test("F-17: words and numbers that this version would not send are shown without a word about it", async () => {
    const { state, diagnostics } = await read(looks(live({ mode: "turbo", pendingFailureDepth: 0 })));
    expect(state).toMatchObject({ mode: "turbo", pending_failure_depth: 0 });
    expect(diagnostics).toEqual([]);
  });

  test("F-17: fields that the service omits are null, in settings and in pull requests", async () => {
    const response = without(without(live({}, []), "mergeMethod"), "requiredStatuses");
    const enqueuedPullRequests = [{ prNumber: 3, skipTheLine: "yes" }];
    const { state } = await read(looks({ ...response, enqueuedPullRequests }));
    expect(state).toMatchObject({ merge_method: null, required_statuses: null });
    const nothing = Object.fromEntries(Object.keys(shownPullRequest(3)).map((name) => [name, null]));
    expect(state?.["enqueued_pull_requests"]).toEqual([{ ...nothing, no_batch: null, number: 3 }]);
  });

  test("fields that this version does not know are shown by wire name", async () => {
    const more = { maxBatchSize: 8, windows: [{ day: "fri", from: null }], branch: "main" };
    const { state } = await read(looks(live(more)));
    expect(state?.["additional_settings"]).toEqual({
      dynamic: [
        "object",
        { maxBatchSize: "number", windows: ["tuple", [["object", { day: "string", from: "dynamic" }]]] },
      ],
      value: { maxBatchSize: 8, windows: [{ day: "fri", from: null }] },
    });
  });

  test("F-16: a queue that does not exist is an error at target_branch that names it", async () => {
    const { state, diagnostics } = await read(reads(failure("not_found")));
    expect(state).toBeNull();
    expect(diagnostics).toEqual([
      {
        severity: "error",
        summary: "Not found by the merge queue service",
        detail: 'Queue "github.com/acme/web/main" was not found. The service: not_found.',
        path: [{ attribute: "target_branch" }],
      },
    ]);
  });

  test("a read that takes too long does not advise a timeouts attribute that there is none of", async () => {
    const { diagnostics } = await read(reads(failure("deadline_exceeded")));
    expect(diagnostics[0]?.detail).toContain("one minute");
    expect(diagnostics[0]?.detail).not.toContain("timeouts");
  });

  test("C-70: while the address is unknown, reading is an error that says what to do", async () => {
    const given = objectOf(QUEUE_DATA_SOURCE.schema, IDENTITY);
    const response = await QUEUE_DATA_SOURCE.read({ config: given, data: UNKNOWN_ADDRESS }, CONTEXT);
    expect(response).toMatchObject({
      state: null,
      diagnostics: [{ severity: "error", summary: "Provider configuration not known yet" }],
    });
  });

  test("C-20: unknown parts of the identity are accepted, and all invalid ones are reported at once", async () => {
    const parts = { host: UNKNOWN, owner: UNKNOWN, name: UNKNOWN };
    expect(await validateDataSource(QUEUE_DATA_SOURCE, { repo: parts, target_branch: UNKNOWN })).toEqual([]);
    expect(await validateDataSource(QUEUE_DATA_SOURCE, { repo: UNKNOWN })).toEqual([]);
    const wrong = { repo: { host: "", owner: "a/b", name: null }, target_branch: "" };
    const faults = await validateDataSource(QUEUE_DATA_SOURCE, wrong);
    const paths = ["repo.host", "repo.owner", "repo.name", "target_branch"];
    expect(faults.map((fault) => fault.split(":")[0])).toEqual(paths);
    expect(await validateDataSource(QUEUE_DATA_SOURCE, { repo: null })).toEqual([
      "repo: It is required, and must not be null.",
    ]);
  });

  test("values that became known while planning are checked before any request", async () => {
    const { state, diagnostics } = await readDataSource(QUEUE_DATA_SOURCE, [], { target_branch: "a b" });
    expect(state).toBeNull();
    expect(diagnostics).toMatchObject([{ summary: "Invalid target_branch" }]);
  });
});
