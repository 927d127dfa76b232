import { QueueClaims } from "../../../src/provider/queue-claims";
import { createResource, deleteResource } from "../../../src/provider/queue-resource/apply-resource";
import { planCreate } from "../../../src/provider/queue-resource/plan-queue";
import { encodePrivate } from "../../../src/provider/queue-resource/values/queue-private";
import type { DeleteOptions } from "../../../src/reconcile/reconciler";
import { failure, QUEUE } from "../../reconcile/support/steps";
import { makeScratch } from "../../support/make-scratch";
import { type Script, shownSettings } from "../support/fake-reconciler";
import { NO_PRIVATE, runProvider, UNKNOWN_ADDRESS } from "../support/play-provider";
import { type Attributes, additional, config, state as stateOf } from "../support/queue-values";
import { shareIn } from "../support/share-in";

const REMEMBERED = encodePrivate({ managesRequiredStatuses: true });

function destroy(script: Script, attributes: Attributes = {}) {
  const prior = stateOf(attributes);
  return runProvider(script, async ({ data, context }) => ({
    ...(await deleteResource({ prior, plannedPrivate: REMEMBERED, data }, context)),
    prior,
  }));
}

describe("deleteResource", () => {
  test.each(["deleted", "already_gone"] as const)("C-56, F-23: a queue %s leaves null", async (outcome) => {
    const { state, diagnostics, calls, data } = await destroy({ delete: outcome });
    expect({ state, diagnostics }).toEqual({ state: null, diagnostics: [] });
    expect(calls[0]?.parameters).toEqual([QUEUE, expect.objectContaining({ timeoutMs: 300_000 })]);
    expect(calls[0]?.parameters[1]).not.toHaveProperty("drain");
    expect(data.seenQueues.tryFindDeleted(QUEUE)).toBeDefined();
  });

  test("F-44: passes what the state says: settings, declared additional settings, and nothing that is null", async () => {
    const settings = additional({ shiny: 1, off: null });
    const given = { state: null, concurrency: 3, additional_settings: settings };
    const { calls } = await destroy({ delete: "deleted" }, given);
    const { expected, sensitive } = calls[0]?.parameters[1] as DeleteOptions;
    expect(expected).toMatchObject({ settings: { concurrency: 3 }, additionalFields: { shiny: 1 } });
    expect(expected?.settings).not.toHaveProperty("state");
    expect(expected?.additionalFields).not.toHaveProperty("off");
    expect(sensitive).toEqual(new Set(["requiredStatuses", "enqueueingLabel", "batchingRules", "shiny"]));
  });

  test.each([
    [{}, "queue_not_empty", 'deletion_policy = "drain"'],
    [{ deletion_policy: "drain" }, "queue_not_empty", "timeouts = { delete = … }"],
    [{}, "server_error", ""],
  ] as const)("F-22, C-56, C-57: with %j, %s keeps state and private state", async (given, code, remedy) => {
    const { state, prior, diagnostics, ...rest } = await destroy({ delete: failure(code) }, given);
    expect(state).toBe(prior);
    expect(rest.private).toBe(REMEMBERED);
    expect(diagnostics).toMatchObject([{ severity: "error" }]);
    expect(diagnostics[0]?.detail).toContain(remedy);
  });

  test("I-3: abandon forgets the queue and calls nothing, even without an address", async () => {
    const prior = stateOf({ deletion_policy: "abandon" });
    for (const isKnown of [true, false]) {
      const { state, diagnostics, calls } = await runProvider({}, ({ data, context }) => {
        const request = { prior, plannedPrivate: REMEMBERED, data: isKnown ? data : UNKNOWN_ADDRESS };
        return deleteResource(request, context);
      });
      expect({ state, diagnostics }).toEqual({ state: null, diagnostics: [] });
      expect(calls).toEqual(isKnown ? [{ method: "forget", parameters: [QUEUE] }] : []);
    }
  });

  test.each([
    ["another object", false],
    ["another object, by another process", false],
    ["itself, as at the end of a test", true],
  ])("F-13b, F-48, I-3: a queue that a run has made for %s: deleted is %s", async (who, isOwn) => {
    const place = makeScratch();
    const given = config({ on_existing: "adopt" });
    const script: Script = {
      create: (_queue, _wanted, { onOwned }) => {
        onOwned?.();
        return shownSettings();
      },
      delete: (_queue, { isKept }: DeleteOptions) => (isKept?.() === true ? "kept" : "deleted"),
    };
    const { state, diagnostics } = await runProvider(script, async ({ data, context }) => {
      const { planned } = planCreate(given);
      const at = (): typeof data =>
        who.endsWith("process") ? { ...data, claims: new QueueClaims("", shareIn(place)) } : data;
      const request = { config: given, planned, plannedPrivate: NO_PRIVATE, data: at() };
      const created = await createResource(request, context);
      const plannedPrivate = isOwn ? (created.private ?? NO_PRIVATE) : REMEMBERED;
      return deleteResource({ prior: stateOf(), plannedPrivate, data: at() }, context);
    });
    expect(state).toBeNull();
    const kept = { severity: "warning", summary: "Queue was kept: github.com/acme/web/main" };
    expect(diagnostics).toMatchObject(isOwn ? [] : [kept]);
  });

  test("F-22, C-73, F-25: drain says how long it waits, which state to restore, and logs what holds it up", async () => {
    const script: Script = {
      delete: (_queue, { drain, timeoutMs }) => {
        drain?.onHeld?.("Cancel the waiting pull request");
        expect([drain?.priorState, timeoutMs]).toEqual(["paused", 4_000]);
        return "deleted";
      },
    };
    const timeouts = { create: null, read: null, update: null, delete: "4s" };
    const { lines } = await destroy(script, { state: "paused", deletion_policy: "drain", timeouts });
    expect(lines).toMatchObject([{ level: "warn", message: "Cancel the waiting pull request" }]);
  });

  test("C-70: a provider that is not configured keeps the state", async () => {
    const prior = stateOf();
    const { state, diagnostics } = await runProvider({}, ({ context }) =>
      deleteResource({ prior, plannedPrivate: REMEMBERED, data: undefined }, context),
    );
    expect(state).toBe(prior);
    expect(diagnostics[0]?.summary).toBe("Provider configuration not known yet");
  });
});
