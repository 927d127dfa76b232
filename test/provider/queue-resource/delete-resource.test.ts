import { createResource } from "../../../src/provider/queue-resource/create-resource";
import { deleteResource } from "../../../src/provider/queue-resource/delete-resource";
import { planCreate } from "../../../src/provider/queue-resource/plan-queue";
import { encodePrivate } from "../../../src/provider/queue-resource/values/queue-private";
import {
  creates,
  deletes,
  failure,
  GONE,
  INTERRUPT,
  live,
  pullRequest,
  reads,
  record,
  type Step,
  updates,
} from "../../reconcile/support/steps";
import { NO_PRIVATE, playProvider, UNKNOWN_ADDRESS } from "../support/play-provider";
import { config, type Plain, state as stateOf } from "../support/queue-values";

const REMEMBERED = encodePrivate({ managesRequiredStatuses: true });

function destroy(steps: readonly Step[], attributes: { readonly [name: string]: Plain } = {}) {
  const prior = stateOf(attributes);
  return playProvider(steps, async ({ data, context }) => ({
    ...(await deleteResource({ prior, plannedPrivate: REMEMBERED, data }, context)),
    prior,
  }));
}

describe("deleteResource", () => {
  test("C-56: a deleted queue leaves null", async () => {
    const { state, diagnostics } = await destroy([reads(live()), deletes(), reads(GONE)]);
    expect({ state, diagnostics }).toEqual({ state: null, diagnostics: [] });
  });

  test("F-23: succeeds for a queue that is already gone", async () => {
    const { state, diagnostics } = await destroy([reads(GONE)]);
    expect({ state, diagnostics }).toEqual({ state: null, diagnostics: [] });
  });

  test("F-22, C-56: a queue with pull requests is kept, listed, and told how to empty", async () => {
    const { state, prior, private: remembered, diagnostics } = await destroy([reads(live({}, [7]))]);
    expect(state).toBe(prior);
    expect(remembered).toBe(REMEMBERED);
    expect(diagnostics).toMatchObject([{ severity: "error", summary: "Queue has pull requests in it" }]);
    expect(diagnostics[0]?.detail).toContain("#7");
    expect(diagnostics[0]?.detail).toContain('state = "draining"');
  });

  test("C-56, C-57: any failure keeps state and private state", async () => {
    const { state, prior, private: remembered } = await destroy([reads(failure("server_error"))]);
    expect(state).toBe(prior);
    expect(remembered).toBe(REMEMBERED);
  });

  test("I-3: abandon forgets the queue and calls nothing, even without an address", async () => {
    const prior = stateOf({ deletion_policy: "abandon" });
    const { state, diagnostics } = await playProvider([], ({ context }) =>
      deleteResource({ prior, plannedPrivate: REMEMBERED, data: UNKNOWN_ADDRESS }, context),
    );
    expect({ state, diagnostics }).toEqual({ state: null, diagnostics: [] });
  });

  test.each<[string, readonly Step[]]>([
    ["adopted", [reads(live())]],
    ["created", [reads(GONE), creates({ mode: "single", concurrency: 1 }), reads(live())]],
  ])(
    "F-13b, I-3: a queue that this run has %s for another object is forgotten, not deleted, and a warning says so",
    async (_, steps) => {
      const prior = stateOf({ deletion_policy: "drain" });
      const given = config({ on_existing: "adopt", mode: "single", concurrency: 1 });
      const { state, diagnostics } = await playProvider(steps, async ({ data, context }) => {
        const { planned } = planCreate(given);
        await createResource({ config: given, planned, plannedPrivate: NO_PRIVATE, data }, context);
        return deleteResource({ prior, plannedPrivate: REMEMBERED, data }, context);
      });
      expect(state).toBeNull();
      expect(diagnostics).toMatchObject([
        { severity: "warning", summary: "Queue was kept: github.com/acme/web/main" },
      ]);
    },
  );

  test("I-3: an object deletes the queue that it has adopted itself, as at the end of a test", async () => {
    const given = config({ on_existing: "adopt" });
    const steps = [reads(live()), reads(live()), deletes(), reads(GONE)];
    const { state, diagnostics } = await playProvider(steps, async ({ data, context }) => {
      const { planned } = planCreate(given);
      const created = await createResource(
        { config: given, planned, plannedPrivate: NO_PRIVATE, data },
        context,
      );
      const plannedPrivate = created.private ?? NO_PRIVATE;
      return deleteResource({ prior: created.state ?? new Map(), plannedPrivate, data }, context);
    });
    expect({ state, diagnostics }).toEqual({ state: null, diagnostics: [] });
  });

  test("refuse, said aloud, is what happens anyway", async () => {
    const { state } = await destroy([reads(live({}, [7]))], { deletion_policy: "refuse" });
    expect(state).not.toBeNull();
  });

  test("F-22: drain sets the queue to drain, waits until it is empty, and deletes it", async () => {
    const { state, diagnostics } = await destroy(
      [
        reads(live({}, [7])),
        updates({ state: "draining" }, record({ state: "draining" })),
        reads(live({ state: "draining" }, [7])),
        reads(live({ state: "draining" })),
        deletes(),
        reads(GONE),
      ],
      { deletion_policy: "drain" },
    );
    expect({ state, diagnostics }).toEqual({ state: null, diagnostics: [] });
  });

  test("F-22: the log says when nothing that is left in a draining queue is being tested", async () => {
    const waiting = {
      ...live({ state: "draining" }),
      enqueuedPullRequests: [{ ...pullRequest(7), state: "pending" }],
    };
    const { lines } = await destroy(
      [reads(waiting), reads(live({ state: "draining" })), deletes(), reads(GONE)],
      { deletion_policy: "drain" },
    );
    expect(lines).toMatchObject([
      { level: "warn", message: expect.stringContaining("cancel the pull request that waits") as unknown },
    ]);
  });

  test("F-22, C-56: a queue that does not get empty in time gets its state back and is kept", async () => {
    const { state, prior, diagnostics } = await destroy(
      [
        reads(live({ state: "paused" }, [7])),
        updates({ state: "draining" }, record({ state: "draining" }), { takesMs: 1_000 }),
        reads(live({ state: "draining" }, [7]), { takesMs: 600 }),
        reads(live({ state: "draining" }, [7])),
        updates({ state: "paused" }, record({ state: "paused" })),
      ],
      { deletion_policy: "drain", timeouts: { create: null, read: null, update: null, delete: "2s" } },
    );
    expect(state).toBe(prior);
    expect(diagnostics).toMatchObject([{ severity: "error", summary: "Queue has pull requests in it" }]);
    expect(diagnostics[0]?.detail).toMatch(/set back to paused[^]*#7[^]*timeouts = \{ delete = … \}/);
  });

  test("F-22: a queue that only shows switching_modes gets the state back that Terraform knows", async () => {
    const switching = { state: "switching_modes" };
    const { diagnostics } = await destroy(
      [
        reads(live(switching, [7]), { takesMs: 1_000 }),
        reads(live(switching, [7]), { takesMs: 1_000 }),
        updates({ state: "draining" }, record({ state: "draining" }), INTERRUPT),
        reads(live(switching, [7])),
        updates({ state: "paused" }, record({ state: "paused" })),
      ],
      {
        state: "paused",
        deletion_policy: "drain",
        timeouts: { create: null, read: null, update: null, delete: "4s" },
      },
    );
    expect(diagnostics).toMatchObject([{ summary: "Operation interrupted" }]);
    expect(diagnostics[0]?.detail).toContain("set back to paused");
  });

  test("C-73: the deadline is timeouts.delete", async () => {
    const timeouts = { create: null, read: null, update: null, delete: "2s" };
    const { diagnostics } = await destroy([reads(live(), { takesMs: 2_000 })], { timeouts });
    expect(diagnostics[0]?.summary).toBe("Operation took too long");
  });

  test("C-70: an unknown address keeps the state", async () => {
    const prior = stateOf();
    const { state, diagnostics } = await playProvider([], ({ context }) =>
      deleteResource({ prior, plannedPrivate: REMEMBERED, data: undefined }, context),
    );
    expect(state).toBe(prior);
    expect(diagnostics[0]?.summary).toBe("Provider configuration not known yet");
  });
});
