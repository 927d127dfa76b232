import { importResource } from "../../../src/provider/queue-resource/import-resource";
import { readResource } from "../../../src/provider/queue-resource/read-resource";
import { decodePrivate, encodePrivate } from "../../../src/provider/queue-resource/values/queue-private";
import type { LiveQueue } from "../../../src/reconcile/read-queue";
import { failure, QUEUE } from "../../reconcile/support/steps";
import { liveQueue } from "../support/fake-reconciler";
import { NO_PRIVATE, runProvider, UNKNOWN_ADDRESS } from "../support/play-provider";
import {
  type Attributes,
  additional,
  config,
  SETTINGS_SHOWN,
  state as stateOf,
  toPlainObject,
} from "../support/queue-values";

const REMEMBERED = encodePrivate({ managesRequiredStatuses: true });

function read(outcome: LiveQueue | Error | undefined, attributes: Attributes = {}) {
  const before = stateOf(attributes);
  return runProvider(outcome === undefined ? {} : { refresh: outcome }, async ({ data, context }) => ({
    ...(await readResource({ state: before, private: REMEMBERED, data }, context)),
    before,
  }));
}

/** The read that follows an import. */
async function readImported(live: LiveQueue) {
  const context = { stopSignal: AbortSignal.any([]) };
  const stub = await importResource({ id: "github.com/acme/web/main", data: undefined }, context);
  if (stub.state === null) throw new Error("there is no stub");
  const { state } = stub;
  return runProvider({ refresh: live }, ({ data, context }) =>
    readResource({ state, private: stub.private ?? NO_PRIVATE, data }, context),
  );
}

describe("readResource", () => {
  test("K-4, C-73: everything is as the service shows it, private state is kept, and it takes a minute at most", async () => {
    const live = liveQueue({ mode: "parallel", requiredStatuses: ["x"] });
    const { state, diagnostics, calls, ...rest } = await read(live);
    expect(state).toEqual(stateOf({ mode: "parallel", required_statuses: ["x"] }));
    expect(rest.private).toBe(REMEMBERED);
    expect(diagnostics).toEqual([]);
    expect(calls[0]?.parameters).toEqual([QUEUE, expect.objectContaining({ timeoutMs: 60_000 })]);
  });

  test("C-61, K-4, C-73: equivalent values keep their spelling, and arguments that only Terraform stores are kept", async () => {
    const attributes = {
      id: "github.com/ACME/web/main",
      repo: { host: "github.com", owner: "ACME", name: "web" },
      required_statuses: ["b", "a"],
      deletion_policy: "abandon",
      timeouts: { create: "1m", read: "3s", update: null, delete: null },
    };
    const { state, calls, data } = await read(liveQueue({ requiredStatuses: ["a", "b", "a"] }), attributes);
    expect(state).toEqual(stateOf(attributes));
    const queue = { ...QUEUE, repo: { ...QUEUE.repo, owner: "ACME" } };
    expect(calls[0]?.parameters).toEqual([queue, expect.objectContaining({ timeoutMs: 3_000 })]);
    // C-35: a plan knows what the state says of the queue, whatever its spelling.
    expect(data.seenQueues.tryFindState(QUEUE)).toStrictEqual(state);
  });

  test("K-4: an id that was edited in the state is made right", async () => {
    expect((await read(liveQueue(), { id: "github.com/acme/other/main" })).state).toEqual(stateOf());
  });

  test.each([
    { repo: null },
    { repo: { host: "github.com", owner: "acme", name: null } },
    { target_branch: null },
  ])("C-63: a damaged state (%j) is an error that names the next step, without a request", async (damage) => {
    await expect(read(undefined, damage)).rejects.toMatchObject({
      code: "invalid_identity",
      message: expect.stringContaining("terraform state rm ADDRESS") as string,
    });
  });

  test("F-25: switching_modes is not drift", async () => {
    const { state } = await read(liveQueue({ state: "switching_modes" }), { state: "paused" });
    expect(state?.get("state")).toBe("paused");
  });

  test("K-6b: a state that is null stays null, whatever the service shows", async () => {
    const before = { state: null, required_statuses: ["old"] };
    const { state } = await read(liveQueue({ state: "paused", requiredStatuses: ["new"] }), before);
    expect(state).toEqual(stateOf({ state: null, required_statuses: ["new"] }));
  });

  test("F-17: a setting that is not shown any more is null", async () => {
    expect((await read(liveQueue({ mergeMethod: undefined }))).state?.get("merge_method")).toBeNull();
  });

  test("F-17: an unknown word is stored as given, with one warning a process", async () => {
    const first = await read(liveQueue({ mode: "warp" }));
    expect(first.state?.get("mode")).toBe("warp");
    expect(first.diagnostics).toMatchObject([
      { severity: "warning", summary: "Unknown value of mode", path: [{ attribute: "mode" }] },
    ]);
    expect((await read(liveQueue({ mode: "warp" }))).diagnostics).toEqual([]);
    expect((await read(liveQueue({ mode: "hyper", mergeMethod: "warp" }))).diagnostics).toHaveLength(2);
  });

  test("F-16, F-23, C-60: a queue that is gone leaves the state with a warning that names host, token source and text", async () => {
    const { state, diagnostics, data } = await read(failure("not_found", { serverText: "no such queue" }));
    expect(state).toBeNull();
    expect(diagnostics).toMatchObject([
      { severity: "warning", summary: "Queue does not exist: github.com/acme/web/main" },
    ]);
    const parts = ["queue.example.com", "MERGEQUEUE_TOKEN", '("no such queue")', "github.com/acme/web/main"];
    for (const part of parts) expect(diagnostics[0]?.detail).toContain(part);
    expect(data.seenQueues.tryFindState(QUEUE)).toBeUndefined();
  });

  test("F-16: a 404 without text has no empty brackets", async () => {
    for (const details of [{}, { serverText: "" }]) {
      const { diagnostics } = await read(failure("not_found", details));
      expect(diagnostics[0]?.detail).toContain("does not exist. The request used");
    }
  });

  test.each(["wrong_address", "unauthorized", "server_error", "unexpected_response", "interrupted"] as const)(
    "C-57, C-60, F-15, F-20: %s keeps state and private state",
    async (code) => {
      const { state, before, private: remembered, diagnostics } = await read(failure(code));
      expect(state).toBe(before);
      expect(remembered).toBe(REMEMBERED);
      expect(diagnostics).toMatchObject([{ severity: "error" }]);
    },
  );

  test("C-70: an unknown address keeps state and private state", async () => {
    const before = stateOf();
    const { state, diagnostics, ...rest } = await runProvider({}, ({ context }) =>
      readResource({ state: before, private: REMEMBERED, data: UNKNOWN_ADDRESS }, context),
    );
    expect(state).toBe(before);
    expect(rest.private).toBe(REMEMBERED);
    expect(diagnostics[0]?.detail).toContain("base_url and token");
  });

  test("C-61: equivalent additional settings keep their form; drift is shown, and missing ones are removed", async () => {
    const before = { additional_settings: additional({ shiny: 1, labels: ["a"], gone: true, off: null }) };
    const shown = { labels: ["a"], off: "x", other: 1 };
    const same = await read(liveQueue({}, [], { ...shown, shiny: 1.0, gone: true }), before);
    expect(same.state).toEqual(same.before);
    const { state } = await read(liveQueue({}, [], { ...shown, shiny: 2 }), before);
    const expected = additional({ shiny: 2, labels: ["a"], off: null });
    expect(state).toEqual(stateOf({ additional_settings: expected }));
  });

  describe("after an import", () => {
    test("K-6b: stores null for state and for whatever validation refuses, and a depth of 0 as it is", async () => {
      const live = { state: "paused", pendingFailureDepth: 0, mode: "single", mergeMethod: "fast_forward" };
      const { state, diagnostics } = await readImported(liveQueue({ ...live, requiredStatuses: ["ok", ""] }));
      expect(state && toPlainObject(state)).toEqual({
        ...toPlainObject(config({ id: "github.com/acme/web/main", ...SETTINGS_SHOWN })),
        state: null,
        pending_failure_depth: 0,
        merge_method: null,
        required_statuses: null,
      });
      expect(diagnostics).toMatchObject([{ severity: "warning", summary: "Unknown value of merge_method" }]);
    });

    test("K-6b: only the first read nulls what validation refuses; nothing of required_statuses is remembered", async () => {
      const { private: remembered } = await readImported(liveQueue());
      expect(decodePrivate(remembered ?? NO_PRIVATE)).toEqual({
        managesRequiredStatuses: false,
        isImported: false,
        object: expect.any(String) as string,
      });
    });
  });
});
