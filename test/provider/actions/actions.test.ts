import type { Diagnostic } from "../../../src/plugin/diagnostic";
import type { ActionDefinition } from "../../../src/plugin/provider-definition";
import { UNKNOWN } from "../../../src/plugin/value";
import { formatPath } from "../../../src/plugin/value-error";
import { DRAIN_ACTION, PAUSE_ACTION, RESUME_ACTION } from "../../../src/provider/actions/queue-actions";
import type { ProviderData } from "../../../src/provider/provider-data";
import type { ListedQueue } from "../../../src/reconcile/listed-queue";
import { validateSchema } from "../../plugin/support/validate-schema";
import { failure, QUEUE, QUEUE_ID } from "../../reconcile/support/steps";
import { liveQueue } from "../support/fake-reconciler";
import { CONTEXT, runProvider, type Seen, UNKNOWN_ADDRESS } from "../support/play-provider";
import { IDENTITY, objectOf, type Plain } from "../support/queue-values";

type Action = ActionDefinition<ProviderData>;
type Attributes = { readonly [name: string]: Plain };
type Invoked = { readonly reports: readonly string[]; readonly diagnostics: readonly Diagnostic[] };

const ALL: readonly (readonly [string, Action, "changeState" | "empty"])[] = [
  ["pause", PAUSE_ACTION, "changeState"],
  ["resume", RESUME_ACTION, "changeState"],
  ["drain", DRAIN_ACTION, "empty"],
];

/** Invokes an action with a reconciler that does what the script says. */
function invoke(
  action: Action,
  script: Parameters<typeof runProvider>[0],
  attributes: Attributes = {},
  given?: ProviderData,
): Promise<Seen<Invoked>> {
  const config = objectOf(action.schema, { ...IDENTITY, ...attributes });
  return runProvider(script, async ({ data, context }) => {
    const reports: string[] = [];
    const report = (message: string) => void reports.push(message);
    const { diagnostics } = await action.invoke({ config, data: given ?? data }, context, report);
    return { reports, diagnostics };
  });
}

/** Validates a configuration in a plan and without one; returns each error as `path: detail`. */
async function validate(action: Action, attributes: Attributes): Promise<readonly string[]> {
  const config = objectOf(action.schema, { ...IDENTITY, ...attributes });
  const { diagnostics } = await action.validateConfig({ config }, CONTEXT);
  await expect(action.plan({ config, data: undefined }, CONTEXT)).resolves.toEqual({ diagnostics });
  return diagnostics.map(({ path = [], detail }) => `${formatPath(path)}: ${detail}`);
}

describe.each(ALL)("mergequeue_%s", (_, action, method) => {
  test("C-03: the schema is valid", () => {
    expect(validateSchema(action.schema)).toEqual([]);
  });

  test("C-20: unknown values are never wrong, and all findings are collected", async () => {
    const unknown = { repo: UNKNOWN, target_branch: UNKNOWN, timeouts: UNKNOWN };
    await expect(validate(action, unknown)).resolves.toEqual([]);
    await expect(validate(action, { timeouts: { invoke: UNKNOWN } })).resolves.toEqual([]);
    await expect(validate(action, { target_branch: "", timeouts: { invoke: "25h" } })).resolves.toEqual([
      expect.stringMatching(/^target_branch: /) as unknown,
      expect.stringMatching(
        /^timeouts\.invoke: Must be a duration of more than 0 and at most 24 hours/,
      ) as unknown,
    ]);
  });

  test("what is invalid is refused without a call", async () => {
    const { diagnostics } = await invoke(action, {}, { target_branch: "" });
    expect(diagnostics).toMatchObject([{ severity: "error", summary: "Invalid target_branch" }]);
  });

  test("C-70: an unknown address is an error", async () => {
    const { diagnostics } = await invoke(action, {}, {}, UNKNOWN_ADDRESS);
    expect(diagnostics).toMatchObject([{ summary: "Provider configuration not known yet" }]);
  });

  test("a queue that does not exist is an error that names it", async () => {
    const { diagnostics, reports } = await invoke(action, { [method]: failure("not_found") });
    const summary = "Not found by the merge queue service";
    expect(diagnostics).toMatchObject([
      { severity: "error", summary, path: [{ attribute: "target_branch" }] },
    ]);
    expect(diagnostics[0]?.detail).toContain(`Queue "${QUEUE_ID}" was not found.`);
    expect(reports).toEqual([]);
  });

  test("C-73: the time is timeouts.invoke, and the advice after it names the attribute", async () => {
    const script = { [method]: failure("deadline_exceeded") };
    const { diagnostics, calls } = await invoke(action, script, { timeouts: { invoke: "2s" } });
    expect(diagnostics[0]?.detail).toContain('timeouts = { invoke = "10m" } in its config block');
    expect(calls[0]?.parameters.at(-1)).toMatchObject({ timeoutMs: 2_000 });
  });
});

describe("mergequeue_pause and mergequeue_resume", () => {
  test.each([
    [PAUSE_ACTION, "running", "paused", true],
    [RESUME_ACTION, "draining", "running", true],
    [PAUSE_ACTION, "paused", "paused", false],
  ] as const)(
    "I-2: %# asks for the state, and reports what became of it",
    async (action, before, state, isChanged) => {
      const { diagnostics, reports, calls } = await invoke(action, {
        changeState: { before: liveQueue({ state: before }), settings: { state }, isChanged },
      });
      expect(diagnostics).toEqual([]);
      const rest = isChanged ? `now; it was ${before}.` : "already; nothing was changed.";
      expect(reports).toEqual([`Queue ${QUEUE_ID} is ${state} ${rest}`]);
      expect(calls[0]?.parameters).toEqual([QUEUE, state, expect.objectContaining({ timeoutMs: 300_000 })]);
    },
  );
});

describe("mergequeue_drain", () => {
  const left = (...numbers: number[]): ListedQueue => {
    const live = liveQueue({}, numbers);
    return { ...live, pullRequests: live.pullRequests ?? [] };
  };

  test("F-22: reports each change, and repeats what is left once a minute", async () => {
    const { reports, diagnostics } = await invoke(DRAIN_ACTION, (clock) => ({
      empty: (_queue, progress) => {
        progress.onDraining?.("running");
        for (const numbers of [[7, 8], [7], [7]]) progress.onBusy?.(left(...numbers));
        clock.advance(59_999);
        progress.onBusy?.(left(7));
        clock.advance(1);
        progress.onBusy?.(left(7));
        progress.onHeld?.("nothing is being tested");
      },
    }));
    expect(diagnostics).toEqual([]);
    expect(reports).toEqual([
      `Queue ${QUEUE_ID} is draining now; it was running.`,
      "2 left: testing #7, #8",
      "1 left: testing #7",
      "1 left: testing #7 (after 1 min)",
      "nothing is being tested",
      `Queue ${QUEUE_ID} is empty. It is still draining; mergequeue_resume lets it run again.`,
    ]);
  });

  test.each([
    ["I-2", "draining", "is draining already."],
    ["F-25", undefined, "is draining now; it was in an unknown state."],
  ] as const)("%s: says that a queue that was %s is draining", async (_, before, text) => {
    const { reports } = await invoke(DRAIN_ACTION, {
      empty: (_queue, { onDraining }) => onDraining?.(before),
    });
    expect(reports[0]).toBe(`Queue ${QUEUE_ID} ${text}`);
  });

  test.each([
    ["F-22", "queue_not_empty", "timeouts = { invoke = … } in the action's config block"],
    ["F-23", "queue_gone", "Terraform will then propose to create the queue, if a resource declares it."],
  ] as const)("%s: the advice after %s is about the action", async (_, code, text) => {
    const { diagnostics } = await invoke(DRAIN_ACTION, { empty: failure(code) });
    expect(diagnostics[0]?.detail).toContain(text);
    expect(diagnostics[0]?.detail).not.toContain("deletion_policy");
  });
});
