import { ABILITIES } from "../../../src/api/abilities-by-interface";
import type { ApiClient } from "../../../src/api/api-client";
import type { Diagnostic } from "../../../src/plugin/diagnostic";
import type { PrivateState } from "../../../src/plugin/provider-definition";
import { UNKNOWN } from "../../../src/plugin/value";
import { createResource } from "../../../src/provider/queue-resource/apply-resource";
import { planCreate, planUpdate } from "../../../src/provider/queue-resource/plan-queue";
import { planResource } from "../../../src/provider/queue-resource/plan-resource";
import { readResource } from "../../../src/provider/queue-resource/read-resource";
import { decodePrivate, encodePrivate } from "../../../src/provider/queue-resource/values/queue-private";
import type { CreateOptions } from "../../../src/reconcile/reconciler";
import { failure, QUEUE } from "../../reconcile/support/steps";
import { liveQueue, shownSettings } from "../support/fake-reconciler";
import { type Attributes, type Change, listWarnings, toRequest } from "../support/plan-change";
import { NO_PRIVATE, runProvider } from "../support/play-provider";
import { config, state as stateOf } from "../support/queue-values";

const FIRST = { api: { abilities: ABILITIES.first } as ApiClient };
const SECOND = { api: { abilities: ABILITIES.second } as ApiClient };
const OLD = encodePrivate({ queueId: "q-old" });
const REPLACED = failure("queue_replaced", { queue: QUEUE, queueId: "q-old", record: shownSettings() });
const LIVE = { ...liveQueue({ requiredStatuses: undefined }), queueId: "q-1" };
const NONE: readonly Diagnostic[] = [];

/** The commands and the block with which the new queue is taken over. */
const TAKEOVER = [
  "terraform state rm ADDRESS",
  'terraform import ADDRESS "github.com/acme/web/main"',
  'id = "github.com/acme/web/main"',
];

function expectTakeover(diagnostics: readonly Diagnostic[], severity: string): void {
  expect(diagnostics).toMatchObject([{ severity }]);
  expect(diagnostics[0]?.summary).toContain("Queue replaced outside Terraform");
  for (const part of TAKEOVER) expect(diagnostics[0]?.detail).toContain(part);
}

async function planFully(change: Change, given: typeof FIRST) {
  const isReplaced = change.wanted?.["target_branch"] !== undefined;
  const script = change.before === null || isReplaced ? { peek: isReplaced ? LIVE : undefined } : {};
  return runProvider(script, ({ data, context }) => planResource(toRequest(change, data), context), given);
}

async function plan(change: Change, given: typeof FIRST): Promise<string[]> {
  return listWarnings(await planFully(change, given));
}

async function read(outcome: typeof LIVE | Error, given: Attributes, remembered: PrivateState = NO_PRIVATE) {
  return runProvider({ refresh: outcome }, ({ data, context }) =>
    readResource({ state: stateOf(given), private: remembered, data }, context),
  );
}

describe("a value that only one interface takes", () => {
  const invalid = (name: string): string[] => [`error: Invalid ${name} (${name})`];
  const far: Attributes = { concurrency: 1001 };
  test.each<[string, Attributes, Attributes | null, string[], string[]]>([
    ["a new 0", { bisection_concurrency: 0 }, {}, invalid("bisection_concurrency"), []],
    ["a 0 of a new queue", { bisection_concurrency: 0 }, null, invalid("bisection_concurrency"), []],
    ["a 0 that stays", { bisection_concurrency: 0 }, { bisection_concurrency: 0 }, [], []],
    ["a new number beyond a bound", far, {}, [], invalid("concurrency")],
    ["one that stays", far, far, [], []],
    ["one that stays in a replacement", { ...far, target_branch: "next" }, far, [], invalid("concurrency")],
    ["one that is not declared", {}, far, [], []],
    ["an unknown number", { concurrency: UNKNOWN }, {}, [], []],
    ["an empty text", { enqueueing_label: "" }, {}, [], invalid("enqueueing_label")],
  ])("is refused by the plan only where it would be sent: %s", async (_, wanted, before, first, second) => {
    const isError = (line: string): boolean => line.startsWith("error");
    expect((await plan({ wanted, before }, FIRST)).filter(isError)).toEqual(first);
    expect((await plan({ wanted, before }, SECOND)).filter(isError)).toEqual(second);
  });
});

describe("an empty list of required statuses", () => {
  const inherited = "warning: Required statuses are inherited: required_statuses of github.com/acme/web/main";
  const shrinks = "warning: Merge protection shrinks: required_statuses of github.com/acme/web/main";
  const empty: Attributes = { required_statuses: [] };
  test.each<[string, Attributes | null, string[], string[]]>([
    ["of a new queue", null, [shrinks], [inherited]],
    ["in place of none", { required_statuses: null }, [shrinks], [inherited]],
    ["in place of a list", { required_statuses: ["ci"] }, [shrinks], [shrinks]],
    ["that stays", empty, [], []],
  ])(
    "means inherited with the second interface, and the plan says so: %s",
    async (_, before, first, second) => {
      const path = " (required_statuses)";
      const list = (lines: string[]): string[] => lines.map((line) => line + path);
      expect(await plan({ wanted: empty, before }, FIRST)).toEqual(list(first));
      expect(await plan({ wanted: empty, before }, SECOND)).toEqual(list(second));
    },
  );

  test("F-45: takes a list that this resource does not remember back, and the plan says how", async () => {
    const remembered = encodePrivate({ managesRequiredStatuses: true });
    const change = { wanted: {}, before: { required_statuses: ["ci"] }, remembered };
    const plans = await Promise.all([FIRST, SECOND].map((face) => planFully(change, face)));
    expect(plans.map(({ diagnostics }) => diagnostics[0]?.detail)).toEqual([
      expect.stringMatching(/decide again, remove the list:\n {2}curl .*deleteRequiredStatuses/),
      expect.stringMatching(/decide again, apply required_statuses = \[\] once\.$/),
    ]);
  });

  test("stays in the state where the service shows none, also after a move back; without an id it does not", async () => {
    const shown = { ...LIVE, queueId: undefined };
    expect((await read(LIVE, empty)).state?.get("required_statuses")).toEqual([]);
    expect((await read(shown as never, empty, OLD)).state?.get("required_statuses")).toEqual([]);
    expect((await read(shown as never, empty)).state?.get("required_statuses")).toBeNull();
  });
});

describe("the id of a queue", () => {
  test("F-49: is taken at the first read that shows one, kept by the first interface, and addressed by later reads", async () => {
    const first = await read(LIVE, {}, encodePrivate({ managesRequiredStatuses: true, object: "o" }));
    expect(first.state?.get("queue_id")).toBe("q-1");
    const remembered = { managesRequiredStatuses: true, object: "o", queueId: "q-1", isImported: false };
    expect(decodePrivate(first.private ?? NO_PRIVATE)).toEqual(remembered);
    const back = await read({ ...LIVE, queueId: undefined } as never, { queue_id: "q-1" }, first.private);
    expect(back.state?.get("queue_id")).toBeNull();
    expect(back.private).toBe(first.private);
    expect(back.calls[0]?.parameters[1]).toMatchObject({ queueId: "q-1" });
  });

  test("is unknown for a new queue and a replacement, and as before in every other plan", () => {
    expect(planCreate(config()).planned.get("queue_id")).toBe(UNKNOWN);
    const prior = stateOf({ queue_id: "q-1" });
    const update = (wanted: Attributes) =>
      planUpdate(config(wanted), prior, decodePrivate(NO_PRIVATE)).planned;
    expect(update({ concurrency: 9 }).get("queue_id")).toBe("q-1");
    expect(update({})).toEqual(prior);
    expect(update({ target_branch: "next" }).get("queue_id")).toBe(UNKNOWN);
  });

  test.each<[string, Error | undefined]>([
    ["created", undefined],
    [
      "created and not configured",
      failure("create_incomplete", { record: shownSettings(), queueId: "q-new" }),
    ],
  ])("F-49: is stored and remembered of a queue that was %s", async (_, error) => {
    const create = (_queue: unknown, _wanted: unknown, { onOwned }: CreateOptions) => {
      if (error !== undefined) return error;
      onOwned?.("q-new");
      return shownSettings();
    };
    const { state, ...rest } = await runProvider({ create }, ({ data, context }) => {
      const { planned } = planCreate(config());
      return createResource({ config: config(), planned, plannedPrivate: NO_PRIVATE, data }, context);
    });
    expect(state?.get("queue_id")).toBe("q-new");
    expect(decodePrivate(rest.private ?? NO_PRIVATE).queueId).toBe("q-new");
  });
});

describe("a queue that was deleted and made again outside Terraform", () => {
  const changes: readonly (readonly [string, Change])[] = [
    ["no change", { wanted: {}, before: {}, remembered: OLD }],
    ["an update", { wanted: { concurrency: 9 }, before: {}, remembered: OLD }],
    ["a replacement", { wanted: { target_branch: "next" }, before: {}, remembered: OLD }],
    ["a destroy", { wanted: null, before: {}, remembered: OLD }],
    ["a tainted resource", { wanted: {}, before: null }],
  ];
  test.each(changes)(
    "F-49: the read keeps the state and warns, and the plan of %s is an error",
    async (_, change) => {
      const given = stateOf({ concurrency: 3 });
      const result = await runProvider({ refresh: REPLACED }, async ({ data, context }) => {
        const found = await readResource({ state: given, private: OLD, data }, context);
        return { ...(await planResource(toRequest(change, data), context)), found };
      });
      const { found } = result;
      expect(found.state).toBe(given);
      expect(found.private).toBe(OLD);
      expectTakeover(found.diagnostics, "warning");
      expect(found.diagnostics[0]?.summary).toContain("github.com/acme/web/main");
      expectTakeover(result.diagnostics, "error");
    },
  );

  test("F-49: a removal that is planned before the read looks itself; one that only forgets does not", async () => {
    const removal = (more: Attributes, script: object) =>
      runProvider(script, ({ data, context }) =>
        planResource(toRequest({ wanted: null, before: more, remembered: OLD }, data), context),
      );
    expectTakeover((await removal({}, { peek: LIVE, refresh: REPLACED })).diagnostics, "error");
    expect((await removal({ deletion_policy: "abandon" }, {})).diagnostics).toEqual(NONE);
    expect((await removal({}, { peek: { ...LIVE, queueId: "q-old" } })).diagnostics).toEqual(NONE);
    expect((await removal({}, { peek: LIVE, refresh: failure("server_error") })).diagnostics).toEqual(NONE);
  });
});
