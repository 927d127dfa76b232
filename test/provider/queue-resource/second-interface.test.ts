import { ABILITIES } from "../../../src/api/abilities-by-interface";
import type { ApiClient } from "../../../src/api/api-client";
import type { Diagnostic } from "../../../src/plugin/diagnostic";
import type { PrivateState } from "../../../src/plugin/provider-definition";
import { UNKNOWN } from "../../../src/plugin/value";
import { createResource } from "../../../src/provider/queue-resource/create-resource";
import { deleteResource } from "../../../src/provider/queue-resource/delete-resource";
import { importResource } from "../../../src/provider/queue-resource/import-resource";
import { planCreate, planUpdate } from "../../../src/provider/queue-resource/plan-queue";
import { planResource } from "../../../src/provider/queue-resource/plan-resource";
import { readResource } from "../../../src/provider/queue-resource/read-resource";
import { updateResource } from "../../../src/provider/queue-resource/update-resource";
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

async function plan(change: Change, data: typeof FIRST): Promise<string[]> {
  const script = change.before === null ? { peek: undefined } : {};
  return listWarnings(
    await runProvider(script, (stage) => planResource(toRequest(change, stage.data), stage.context), data),
  );
}

async function read(
  outcome: typeof LIVE | Error,
  attributes: Attributes,
  remembered: PrivateState = NO_PRIVATE,
) {
  return runProvider({ refresh: outcome }, ({ data, context }) =>
    readResource({ state: stateOf(attributes), private: remembered, data }, context),
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
    ["one that is not declared", {}, far, [], []],
    ["an unknown number", { concurrency: UNKNOWN }, {}, [], []],
    ["an empty text", { enqueueing_label: "" }, {}, [], invalid("enqueueing_label")],
  ])("is refused by the plan only where it would be sent: %s", async (_, wanted, before, first, second) => {
    expect(await plan({ wanted, before }, FIRST)).toEqual(first);
    expect(await plan({ wanted, before }, SECOND)).toEqual(second);
  });

  test("is refused in a replacement, which sends it anew", async () => {
    const change = { wanted: { ...far, target_branch: "next" }, before: far };
    const script = { peek: liveQueue() };
    const response = await runProvider(
      script,
      ({ data, context }) => planResource(toRequest(change, data), context),
      SECOND,
    );
    expect(listWarnings(response)).toEqual(expect.arrayContaining(invalid("concurrency")));
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

  test.each<[string, Error | undefined, string | null]>([
    ["created", undefined, "q-new"],
    [
      "created and not configured",
      failure("create_incomplete", { record: shownSettings(), queueId: "q-new" }),
      "q-new",
    ],
  ])("F-49: is stored and remembered of a queue that was %s", async (_, error, id) => {
    const create = (_queue: unknown, _wanted: unknown, { onOwned }: CreateOptions) => {
      if (error !== undefined) return error;
      onOwned?.("q-new");
      return shownSettings();
    };
    const { state, ...rest } = await runProvider({ create }, ({ data, context }) => {
      const { planned } = planCreate(config());
      return createResource({ config: config(), planned, plannedPrivate: NO_PRIVATE, data }, context);
    });
    expect(state?.get("queue_id")).toBe(id);
    expect(decodePrivate(rest.private ?? NO_PRIVATE).queueId).toBe(id);
  });

  test("F-49: is what an update and a delete address", async () => {
    const wanted = config({ concurrency: 9 });
    const updated = await runProvider({ update: shownSettings({ concurrency: 9 }) }, ({ data, context }) => {
      const { planned } = planUpdate(wanted, stateOf(), decodePrivate(OLD));
      return updateResource(
        { config: wanted, planned, prior: stateOf(), plannedPrivate: OLD, data },
        context,
      );
    });
    expect(updated.calls[0]?.parameters[2]).toMatchObject({ queueId: "q-old" });
    expect(decodePrivate(updated.private ?? NO_PRIVATE).queueId).toBe("q-old");
    const deleted = await runProvider({ delete: "deleted" }, ({ data, context }) =>
      deleteResource({ prior: stateOf(), plannedPrivate: OLD, data }, context),
    );
    expect(deleted.calls[0]?.parameters[1]).toMatchObject({ queueId: "q-old" });
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
    const unsure = await removal({}, { peek: LIVE, refresh: failure("server_error") });
    expect(unsure.diagnostics).toEqual(NONE);
  });

  test("F-49: an apply that meets it says the same, and keeps the state", async () => {
    const wanted = config({ concurrency: 9 });
    const prior = stateOf();
    const updated = await runProvider({ update: REPLACED }, ({ data, context }) => {
      const { planned } = planUpdate(wanted, prior, decodePrivate(OLD));
      return updateResource({ config: wanted, planned, prior, plannedPrivate: OLD, data }, context);
    });
    const deleted = await runProvider({ delete: REPLACED }, ({ data, context }) =>
      deleteResource({ prior, plannedPrivate: OLD, data }, context),
    );
    for (const { state, diagnostics } of [updated, deleted]) {
      expect(state).toBe(prior);
      expectTakeover(diagnostics, "error");
    }
  });
});

describe("an import by the service's own id", () => {
  const stop = { stopSignal: AbortSignal.any([]) };
  const importFrom = (found: object, abilities: ApiClient["abilities"] = ABILITIES.second) =>
    runProvider({}, ({ data }) => importResource({ id: "xK9mP2nQ", data }, stop), {
      api: {
        host: "queue.example.com",
        tokenSource: "MERGEQUEUE_TOKEN",
        abilities,
        call: async (_name: string, request: object) => {
          expect(request).toEqual({ queueId: "xK9mP2nQ" });
          if (found instanceof Error) throw found;
          return found;
        },
      } as unknown as ApiClient,
    });

  test("K-6: finds the queue, and remembers the id for the read that follows", async () => {
    const { state, ...rest } = await importFrom({ ...QUEUE, ...shownSettings(), queueId: "xK9mP2nQ" });
    expect(state).toEqual(config({ id: "github.com/acme/web/main" }));
    expect(decodePrivate(rest.private ?? NO_PRIVATE)).toMatchObject({
      isImported: true,
      queueId: "xK9mP2nQ",
    });
  });

  test.each<[string, object, ApiClient["abilities"], string, string]>([
    [
      "there is none",
      failure("not_found"),
      ABILITIES.second,
      "Queue to be imported does not exist: xK9mP2nQ",
      "MERGEQUEUE_TOKEN",
    ],
    ["the service fails", failure("server_error"), ABILITIES.second, "Merge queue service failed", ""],
    ["the interface has none", {}, ABILITIES.first, "Invalid import id", "with the second interface only"],
  ])("K-6: is an error where %s", async (_, found, abilities, summary, part) => {
    const { state, diagnostics } = await importFrom(found, abilities);
    expect(state).toBeNull();
    expect(diagnostics).toMatchObject([{ severity: "error", summary }]);
    expect(diagnostics[0]?.detail).toContain(part);
  });
});
