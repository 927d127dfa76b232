import type { Diagnostic } from "../../src/plugin/diagnostic";
import type { ActionDefinition } from "../../src/plugin/provider-definition";
import { validateSchema } from "../../src/plugin/schema/validate-schema";
import { UNKNOWN } from "../../src/plugin/values/value";
import { formatPath } from "../../src/plugin/values/value-error";
import type { ProviderData } from "../../src/provider/provider-data";
import { DRAIN_ACTION, PAUSE_ACTION, RESUME_ACTION } from "../../src/provider/queue-actions";
import {
  failure,
  GONE,
  INTERRUPT,
  live,
  pullRequest,
  QUEUE_ID,
  reads,
  record,
  type Step,
  times,
  updates,
} from "../reconcile/support/steps";
import { playProvider, UNKNOWN_ADDRESS } from "./support/play-provider";
import { IDENTITY, objectOf, type Plain } from "./support/queue-values";

type Action = ActionDefinition<ProviderData>;
type Attributes = { readonly [name: string]: Plain };

const ALL: readonly (readonly [string, Action])[] = [
  ["pause", PAUSE_ACTION],
  ["resume", RESUME_ACTION],
  ["drain", DRAIN_ACTION],
];
const DRAIN = updates({ state: "draining" }, record({ state: "draining" }));
const BUSY = reads(live({ state: "draining" }, [7]));
const EMPTY = reads(live({ state: "draining" }));

/** Invokes an action against the calls that are expected. */
async function invoke(
  action: Action,
  steps: readonly Step[],
  attributes: Attributes = {},
): Promise<{ readonly reports: readonly string[]; readonly diagnostics: readonly Diagnostic[] }> {
  const config = objectOf(action.schema, { ...IDENTITY, ...attributes });
  const reports: string[] = [];
  const { diagnostics } = await playProvider(steps, async ({ data, context }) =>
    action.invoke({ config, data }, context, (message) => reports.push(message)),
  );
  return { reports, diagnostics };
}

/** Validates a configuration in a plan and without one; returns each error as `path: detail`. */
async function validate(action: Action, attributes: Attributes): Promise<readonly string[]> {
  const config = objectOf(action.schema, { ...IDENTITY, ...attributes });
  const { signal } = new AbortController();
  const context = { stopSignal: signal, endSignal: signal, log: () => undefined };
  const { diagnostics = [] } = (await action.validateConfig?.({ config }, context)) ?? {};
  await expect(action.plan?.({ config, data: undefined }, context)).resolves.toEqual({ diagnostics });
  return diagnostics.map(({ path = [], detail }) => `${formatPath(path)}: ${detail}`);
}

describe.each(ALL)("mergequeue_%s", (_, action) => {
  test("C-03: the schema is valid", () => {
    expect(validateSchema(action.schema)).toEqual([]);
  });

  test("C-20: unknown values are never wrong, and all findings are collected", async () => {
    const unknown = { repo: UNKNOWN, target_branch: UNKNOWN, timeouts: UNKNOWN };
    await expect(validate(action, unknown)).resolves.toEqual([]);
    await expect(validate(action, { timeouts: { invoke: UNKNOWN } })).resolves.toEqual([]);
    await expect(validate(action, { target_branch: "", timeouts: { invoke: "25h" } })).resolves.toEqual([
      expect.stringMatching(/^target_branch: /) as unknown,
      expect.stringMatching(/^timeouts\.invoke: Must be a duration of at most 24 hours/) as unknown,
    ]);
  });

  test("what is invalid is refused without a call", async () => {
    const { diagnostics } = await invoke(action, [], { target_branch: "" });
    expect(diagnostics).toMatchObject([{ severity: "error", summary: "Invalid target_branch" }]);
  });

  test("C-70: an unknown address is an error", async () => {
    const config = objectOf(action.schema, IDENTITY);
    const { diagnostics } = await playProvider([], ({ context }) =>
      action.invoke({ config, data: UNKNOWN_ADDRESS }, context, () => undefined),
    );
    expect(diagnostics).toMatchObject([{ summary: "Provider configuration not known yet" }]);
  });

  test("a queue that does not exist is an error that names it", async () => {
    const { diagnostics, reports } = await invoke(action, [reads(GONE)]);
    expect(diagnostics).toMatchObject([
      {
        severity: "error",
        summary: "Not found by the merge queue service",
        path: [{ attribute: "target_branch" }],
      },
    ]);
    expect(diagnostics[0]?.detail).toContain(`Queue "${QUEUE_ID}" was not found.`);
    expect(reports).toEqual([]);
  });

  test("C-75: an interrupt before the change leaves everything as it is", async () => {
    const state = action === RESUME_ACTION ? "paused" : "running";
    const { diagnostics } = await invoke(action, [reads(live({ state }), INTERRUPT)]);
    expect(diagnostics).toMatchObject([{ summary: "Operation interrupted" }]);
    expect(diagnostics[0]?.detail).toContain("nothing was changed");
  });
});

describe("mergequeue_pause and mergequeue_resume", () => {
  test.each([
    [PAUSE_ACTION, "running", "paused"],
    [PAUSE_ACTION, "draining", "paused"],
    [RESUME_ACTION, "paused", "running"],
    [RESUME_ACTION, "draining", "running"],
  ] as const)("I-2: %# changes the state, and reports both states", async (action, before, after) => {
    const steps = [reads(live({ state: before })), updates({ state: after }, record({ state: after }))];
    await expect(invoke(action, steps)).resolves.toEqual({
      diagnostics: [],
      reports: [`Queue ${QUEUE_ID} is ${after} now; it was ${before}.`],
    });
  });

  test.each([
    [PAUSE_ACTION, "paused"],
    [RESUME_ACTION, "running"],
  ] as const)("I-2: %# sends nothing to a queue that has the state already", async (action, state) => {
    await expect(invoke(action, [reads(live({ state }))])).resolves.toEqual({
      diagnostics: [],
      reports: [`Queue ${QUEUE_ID} is ${state} already; nothing was changed.`],
    });
  });

  test("the advice after a timeout names the attribute", async () => {
    const { diagnostics } = await invoke(PAUSE_ACTION, [reads(failure("deadline_exceeded"))], {
      timeouts: { invoke: "2s" },
    });
    expect(diagnostics[0]?.detail).toContain('timeouts = { invoke = "10m" } in its config block');
  });
});

describe("mergequeue_drain", () => {
  test("F-22: reports each change, and repeats what is left once a minute", async () => {
    const two = reads(live({ state: "draining" }, [7, 8]));
    const steps = [reads(live({}, [7, 8])), DRAIN, two, ...times(18, BUSY), EMPTY];
    const { reports, diagnostics } = await invoke(DRAIN_ACTION, steps);
    expect(diagnostics).toEqual([]);
    expect(reports).toEqual([
      `Queue ${QUEUE_ID} is draining now; it was running.`,
      "2 left: testing #7, #8",
      "1 left: testing #7",
      "1 left: testing #7 (after 1 min)",
      `Queue ${QUEUE_ID} is empty. It is still draining; mergequeue_resume lets it run again.`,
    ]);
  });

  test("I-2: a queue that is draining already is only waited for", async () => {
    const { reports } = await invoke(DRAIN_ACTION, [BUSY, EMPTY]);
    expect(reports[0]).toBe(`Queue ${QUEUE_ID} is draining already.`);
  });

  test("F-25: an earlier state that is not known is reported as such", async () => {
    const switching = reads(live({ state: "switching_modes" }, [7]));
    const { reports } = await invoke(DRAIN_ACTION, [...times(8, switching), DRAIN, EMPTY]);
    expect(reports[0]).toBe(`Queue ${QUEUE_ID} is draining now; it was in an unknown state.`);
  });

  test("F-22: if only pull requests are left that do not start, it says so", async () => {
    const held = reads({
      ...live({ state: "draining" }),
      enqueuedPullRequests: [{ ...pullRequest(7), state: "pending" }],
    });
    const { reports } = await invoke(DRAIN_ACTION, [held, held, EMPTY]);
    expect(reports).toEqual([
      expect.stringContaining("cancel the pull request that waits"),
      `Queue ${QUEUE_ID} is draining already.`,
      "1 left: 1 waiting",
      expect.stringContaining("is empty"),
    ]);
  });

  test("F-22, C-73: after the timeout it gets its state back, and the advice is about the action", async () => {
    const restore = updates({ state: "running" }, record());
    const steps = [reads(live({}, [7])), DRAIN, ...times(5, BUSY), BUSY, restore];
    const { diagnostics } = await invoke(DRAIN_ACTION, steps, { timeouts: { invoke: "10s" } });
    expect(diagnostics).toMatchObject([{ severity: "error", summary: "Queue has pull requests in it" }]);
    expect(diagnostics[0]?.detail).toContain("It was set back to running. 1 pull request is in it:");
    expect(diagnostics[0]?.detail).toContain("timeouts = { invoke = … } in its config block");
    expect(diagnostics[0]?.detail).not.toContain("deletion_policy");
  });

  test("F-23: a queue that is deleted meanwhile is an error", async () => {
    const { diagnostics } = await invoke(DRAIN_ACTION, [BUSY, reads(GONE)]);
    expect(diagnostics[0]?.detail).toContain(
      "Terraform will then propose to create it, if a resource declares it.",
    );
  });
});
