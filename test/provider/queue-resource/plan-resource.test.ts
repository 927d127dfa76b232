import type { PlanResponse } from "../../../src/plugin/provider-definition";
import { DynamicValue, UNKNOWN, type Value } from "../../../src/plugin/values/value";
import { formatPath } from "../../../src/plugin/values/value-error";
import { QueueClaims } from "../../../src/provider/queue-claims";
import { planResource } from "../../../src/provider/queue-resource/plan-resource";
import { QUEUE_RESOURCE } from "../../../src/provider/queue-resource/queue-resource";
import { encodePrivate } from "../../../src/provider/queue-resource/values/queue-private";
import type { LiveQueue } from "../../../src/reconcile/read-queue";
import { failure } from "../../reconcile/support/steps";
import { liveQueue, type Script } from "../support/fake-reconciler";
import { NO_PRIVATE, type ProviderStage, runProvider, UNKNOWN_ADDRESS } from "../support/play-provider";
import { additional, config, type Plain, state as stateOf } from "../support/queue-values";

type Attributes = { readonly [name: string]: Plain };
const MANAGING = encodePrivate({ managesRequiredStatuses: true });

interface Change {
  /** The configuration; null to destroy. */
  readonly wanted: Attributes | null;
  /** Values of the state that differ from the service's; null to create. */
  readonly before: Attributes | null;
  readonly remembered?: Uint8Array;
  readonly prepare?: (stage: ProviderStage) => void;
}

/** What a plan reads; `gone`: that there is no such queue. */
type Read = LiveQueue | Error | "gone" | "nothing";

function toScript(read: Read): Script {
  return read === "nothing" ? {} : { peek: read === "gone" ? undefined : read };
}

function plan(read: Read, { wanted, before, remembered, prepare }: Change) {
  return runProvider(toScript(read), async (stage) => {
    prepare?.(stage);
    return planResource(
      toRequest({ wanted, before, ...(remembered && { remembered }) }, stage.data),
      stage.context,
    );
  });
}

function toRequest(
  { wanted, before, remembered = NO_PRIVATE }: Change,
  data: ProviderStage["data"] | undefined,
) {
  const given = config(wanted ?? {});
  const proposed = wanted === null ? null : given;
  const prior = before === null ? null : stateOf(before);
  return { config: given, prior, proposed, priorPrivate: remembered, data };
}

function listWarnings({ diagnostics }: Pick<PlanResponse, "diagnostics">): string[] {
  return diagnostics.map(({ severity, summary, path }) => {
    return `${severity}: ${summary}${path === undefined ? "" : ` (${formatPath(path)})`}`;
  });
}

describe("planning a create", () => {
  const CREATE = { wanted: {}, before: null };

  test("C-35, F-09: a queue that exists already is a warning with both ways to import it, and how to adopt it", async () => {
    const response = await plan(liveQueue(), CREATE);
    expect(listWarnings(response)).toEqual([
      "warning: Queue exists already: github.com/acme/web/main (target_branch)",
    ]);
    expect(response.diagnostics[0]?.detail).toContain("terraform import ADDRESS");
    expect(response.diagnostics[0]?.detail).toContain('set on_existing = "adopt"');
    expect(response.diagnostics[0]?.detail).not.toMatch(/tainted|the new queue/i);
    expect(response.planned).not.toBeNull();
  });

  describe('with on_existing = "adopt"', () => {
    const ADOPT = { on_existing: "adopt" };

    test("I-2: adopting shows exactly the settings that it changes, before and after", async () => {
      const wanted = { ...ADOPT, mode: "parallel", concurrency: 4, merge_method: "squash", batch: UNKNOWN };
      const response = await plan(liveQueue({ mode: "parallel", mergeMethod: undefined }), {
        ...CREATE,
        wanted,
      });
      expect(listWarnings(response)).toEqual([
        "warning: Queue exists and will be adopted: github.com/acme/web/main (on_existing)",
      ]);
      expect(response.diagnostics[0]?.detail).toContain(
        "Queue github.com/acme/web/main exists, and this plan has not read it from the state. " +
          'on_existing = "adopt" takes it over. That changes what is declared and differs, and nothing else:\n' +
          "  concurrency: 1 -> 4\n" +
          '  merge_method: (not shown) -> "squash"\n' +
          "  batch: (known after apply)",
      );
    });

    test("C-21: additional settings are named, and their values are not shown", async () => {
      const hidden = additional({ shiny: "hidden", same: "hidden", off: null, late: "?" });
      const value = new Map([...(hidden.value as ReadonlyMap<string, Value>), ["late", UNKNOWN] as const]);
      const wanted = { ...ADOPT, additional_settings: new DynamicValue(hidden.type, value) };
      const { diagnostics } = await plan(liveQueue({}, [], { same: "hidden", off: 1, shiny: "x" }), {
        ...CREATE,
        wanted,
      });
      const { detail = "" } = diagnostics[0] ?? {};
      expect(detail).toContain(
        '  additional_settings["shiny"]\n  additional_settings["late"]: (known after apply)',
      );
      expect(detail).not.toMatch(/hidden|same|off/);
    });

    test("an object of additional settings that is unknown as a whole may change them", async () => {
      for (const unknown of [UNKNOWN, new DynamicValue(["map", "number"], UNKNOWN)]) {
        const wanted = { ...ADOPT, additional_settings: unknown };
        const { diagnostics } = await plan(liveQueue(), { ...CREATE, wanted });
        expect(diagnostics[0]?.detail).toMatch(/\n {2}additional_settings: \(known after apply\)$/);
      }
    });

    test("F-35: the list ends somewhere", async () => {
      const names = Array.from({ length: 40 }, (_, index) => [`s${index}`, index] as const);
      const wanted = { ...ADOPT, additional_settings: additional(Object.fromEntries(names)) };
      const { diagnostics } = await plan(liveQueue(), { ...CREATE, wanted });
      expect(diagnostics[0]?.detail).toMatch(/\["s29"\]\n {2}and 10 more$/);
    });

    test("a queue that has everything is adopted without a change", async () => {
      const { diagnostics } = await plan(liveQueue(), {
        ...CREATE,
        wanted: { ...ADOPT, concurrency: 1 },
      });
      expect(diagnostics).toMatchObject([
        { detail: expect.stringContaining("That changes nothing") as string },
      ]);
    });

    test("S-26: weaker merge protection is reported, compared with the queue", async () => {
      const wanted = { ...ADOPT, required_statuses: ["ci/test"], direct_merge_mode: "always" };
      const response = await plan(liveQueue({ directMergeMode: "always" }), { ...CREATE, wanted });
      expect(listWarnings(response)).toEqual([
        "warning: Queue exists and will be adopted: github.com/acme/web/main (on_existing)",
        "warning: Merge protection shrinks: required_statuses of github.com/acme/web/main (required_statuses)",
      ]);
      expect(response.diagnostics[1]?.detail).toContain('"ci/build"');
    });

    test("K-5: planned values do not depend on the queue", async () => {
      const wanted = { ...ADOPT, concurrency: 4 };
      const found = await plan(liveQueue(), { ...CREATE, wanted });
      const absent = await plan("gone", { ...CREATE, wanted });
      expect(found.planned).toEqual(absent.planned);
      expect(absent.diagnostics).toEqual([]);
    });

    test("C-35: for a queue that destroy only forgets, the plan says that it is adopted again, with its changes", async () => {
      const response = await runProvider({ peek: liveQueue() }, async ({ data, context }) => {
        const before = { deletion_policy: "abandon", ...ADOPT };
        const first = await planResource(toRequest({ wanted: before, before }, data), context);
        const remembered = first.plannedPrivate ?? NO_PRIVATE;
        const wanted = { ...before, concurrency: 4 };
        return planResource(toRequest({ wanted, before: null, remembered }, data), context);
      });
      expect(listWarnings(response)).toEqual([
        "warning: Queue exists and will be adopted: github.com/acme/web/main (on_existing)",
      ]);
      expect(response.diagnostics[0]?.detail).toMatch(
        /only forgets it[^]*not replaced[^]*concurrency: 1 -> 4/,
      );
    });
  });

  test("an on_existing that is unknown leaves open whether it will be refused", async () => {
    const { diagnostics } = await plan(liveQueue(), { ...CREATE, wanted: { on_existing: UNKNOWN } });
    expect(diagnostics[0]?.detail).toContain('unless on_existing turns out to be "adopt"');
  });

  test("C-35: a queue that is in the state, refreshed or not, is replaced, so that it is compared and does not exist already", async () => {
    const prepare = ({ data }: ProviderStage) => {
      QUEUE_RESOURCE.noteStoredState(stateOf({ deletion_policy: "drain" }), data);
    };
    const shown = liveQueue({ state: "paused", requiredStatuses: ["ci"], directMergeMode: "always" }, [7]);
    const response = await plan(shown, { ...CREATE, prepare });
    expect(listWarnings(response)).toEqual([
      "warning: Queue to be deleted will be drained first: github.com/acme/web/main",
      "warning: Merge protection shrinks: required_statuses of github.com/acme/web/main (required_statuses)",
      "warning: Settings not carried over: github.com/acme/web/main",
    ]);
    expect(response.diagnostics[1]?.detail).toContain('"ci"');
    expect(response.diagnostics[2]?.detail).toBe(
      "Queue github.com/acme/web/main is replaced by a new one. These of its settings are not declared, so the new " +
        "queue gets the service's defaults:\n  state: \"paused\" -> the service's default\n" +
        "  pending_failure_depth: 1 -> the service's default\n" +
        '  direct_merge_mode: "always" -> the service\'s default\nTo keep a setting, declare it.',
    );
  });

  test("C-35: replacing a queue that destroy only forgets is reported, because it will be refused", async () => {
    const response = await runProvider({}, async ({ data, context }) => {
      const before = { deletion_policy: "abandon" };
      const first = await planResource(toRequest({ wanted: before, before }, data), context);
      const remembered = first.plannedPrivate ?? NO_PRIVATE;
      return planResource(toRequest({ wanted: {}, before: null, remembered }, data), context);
    });
    expect(listWarnings(response)).toEqual([
      "warning: Queue will be forgotten and not replaced: github.com/acme/web/main (deletion_policy)",
    ]);
  });

  test.each<[string, Attributes, string]>([
    ["direct merging", { direct_merge_mode: "always" }, "direct_merge_mode"],
    ["an empty list of required statuses", { required_statuses: [] }, "required_statuses"],
  ])("S-26: %s from the start is reported", async (_, wanted, path) => {
    const response = await plan("gone", { ...CREATE, wanted });
    expect(listWarnings(response)).toEqual([
      `warning: Merge protection shrinks: ${path} of github.com/acme/web/main (${path})`,
    ]);
  });
});

describe("planning an update", () => {
  test.each<[string, Attributes, Attributes, string[]]>([
    ["nothing changes", {}, {}, []],
    ["anything else changes", { mode: "single", concurrency: 1, batch: true }, {}, []],
    ["statuses are added", { required_statuses: ["ci/build", "ci/test"] }, {}, []],
    ["statuses become unknown", { required_statuses: UNKNOWN }, {}, []],
    ["an element is unknown", { required_statuses: [UNKNOWN] }, {}, []],
    ["statuses go", { required_statuses: ["ci/test"] }, {}, ["required_statuses"]],
    ["all statuses go", { required_statuses: [] }, {}, ["required_statuses"]],
    ["direct merging begins", { direct_merge_mode: "always" }, {}, ["direct_merge_mode"]],
    ["direct merging stays", { direct_merge_mode: "always" }, { direct_merge_mode: "always" }, []],
    ["direct merging ends", { direct_merge_mode: "off" }, { direct_merge_mode: "always" }, []],
    [
      "both shrink",
      { direct_merge_mode: "always", required_statuses: [] },
      {},
      ["required_statuses", "direct_merge_mode"],
    ],
  ])("S-26: when %s", async (_, wanted, before, paths) => {
    const response = await plan("nothing", { wanted, before });
    expect(listWarnings(response)).toEqual(
      paths.map((path) => `warning: Merge protection shrinks: ${path} of github.com/acme/web/main (${path})`),
    );
  });

  test("the first queue that becomes parallel says what all of them need", async () => {
    const change = { wanted: { mode: "parallel" }, before: { mode: "single" } };
    const first = await plan("nothing", change);
    expect(listWarnings(first)).toEqual([
      "warning: Parallel mode needs impacted targets: github.com/acme/web/main (mode)",
    ]);
    expect(first.diagnostics[0]?.detail).toContain("mergequeue pr impacted-targets github.com/acme/web/main");
    const second = await plan("nothing", {
      ...change,
      prepare: ({ data }) => {
        for (const title of first.data.shownOnce) data.shownOnce.add(title);
      },
    });
    expect(listWarnings(second)).toEqual([]);
    const same = await plan("nothing", { wanted: { mode: "parallel" }, before: { mode: "parallel" } });
    expect(listWarnings(same)).toEqual([]);
  });

  test.each<[string, Attributes, string]>([
    ["the list", {}, '"ci/build"'],
    ["an empty list", { required_statuses: [] }, "empty"],
  ])(
    "S-26: %s that is no longer configured is released with a warning that names what is removed",
    async (_, before, named) => {
      const response = await plan("nothing", { wanted: {}, before, remembered: MANAGING });
      expect(listWarnings(response)).toEqual([
        "warning: Merge protection shrinks: required_statuses of github.com/acme/web/main (required_statuses)",
      ]);
      expect(response.diagnostics[0]?.detail).toContain(named);
      expect(response.planned?.get("required_statuses")).toBe(UNKNOWN);
    },
  );
});

describe("planning a destroy", () => {
  const DESTROY = { wanted: null, before: {} };

  test("C-41: returns null", async () => {
    const { planned, diagnostics } = await plan(liveQueue(), DESTROY);
    expect({ planned, diagnostics }).toEqual({ planned: null, diagnostics: [] });
  });

  test("the pull requests that are in the queue are told, with their numbers", async () => {
    const response = await plan(liveQueue({}, [7, 12]), DESTROY);
    expect(listWarnings(response)).toEqual([
      "warning: Queue to be deleted has pull requests in it: github.com/acme/web/main",
    ]);
    expect(response.diagnostics[0]?.detail).toMatch(/#7[^]*#12/);
  });

  test("F-22: if the queue is drained first, the plan says so, with the time limit and the pull requests in it", async () => {
    const timeouts = { create: null, read: null, update: null, delete: "2h" };
    for (const [before, most] of [
      [{ deletion_policy: "drain" }, "60m"],
      [{ deletion_policy: "drain", timeouts }, "2h"],
    ] as const) {
      const response = await plan(liveQueue({}, [7]), { wanted: null, before });
      expect(listWarnings(response)).toEqual([
        "warning: Queue to be deleted will be drained first: github.com/acme/web/main",
      ]);
      expect(response.diagnostics[0]?.detail).toContain("#7");
      expect(response.diagnostics[0]?.detail).toContain(`at most ${most} `);
      expect(response.diagnostics[0]?.detail).not.toContain("refused");
    }
  });
});

describe("planning a replacement", () => {
  test("C-33: names the paths, and the pull requests in the old queue", async () => {
    const wanted = { target_branch: "next", required_statuses: ["ci/build"], pending_failure_depth: 1 };
    const response = await plan(liveQueue({}, [7]), { wanted, before: {} });
    expect(response.requiresReplace?.map((path) => formatPath(path))).toEqual(["target_branch"]);
    expect(listWarnings(response)).toEqual([
      "warning: Queue to be deleted has pull requests in it: github.com/acme/web/main",
    ]);
  });

  test("S-26: lists required statuses that the new queue lacks", async () => {
    const response = await plan(liveQueue(), {
      wanted: { target_branch: "next", required_statuses: [], pending_failure_depth: 1 },
      before: {},
    });
    expect(listWarnings(response)).toEqual([
      "warning: Merge protection shrinks: required_statuses of github.com/acme/web/next (required_statuses)",
    ]);
  });

  test.each<[string, Read]>([
    ["the queue", liveQueue({ state: "paused", requiredStatuses: ["ci/test", "security/codeql"] })],
    ["the state, where the queue cannot be read,", failure("server_error")],
  ])("S-26: what %s has and the configuration does not declare is reported as lost", async (_, read) => {
    const statuses = ["ci/test", "security/codeql"];
    const response = await plan(read, {
      wanted: { target_branch: "next", pending_failure_depth: 1 },
      before: { state: "paused", required_statuses: statuses },
      remembered: MANAGING,
    });
    expect(listWarnings(response)).toEqual([
      "warning: Merge protection shrinks: required_statuses of github.com/acme/web/next (required_statuses)",
      "warning: Settings not carried over: github.com/acme/web/main",
    ]);
    expect(response.diagnostics[0]?.detail).toContain('"ci/test", "security/codeql"');
    expect(response.diagnostics[1]?.detail).toContain(
      '\n  state: "paused" -> the service\'s default\nTo keep',
    );
  });

  test("C-34: a forced replacement without refresh does not take the queue for a foreign one", async () => {
    const wanted = { required_statuses: [], pending_failure_depth: 1 };
    const { first, second } = await runProvider({ peek: liveQueue() }, async ({ data, context }) => {
      const first = await planResource(toRequest({ wanted, before: {} }, data), context);
      const remembered = first.plannedPrivate ?? NO_PRIVATE;
      const again = toRequest({ wanted, before: null, remembered }, data);
      return { first, second: await planResource(again, context) };
    });
    expect(listWarnings(first)).toHaveLength(1);
    // The warnings of the first half are not repeated.
    expect(listWarnings(second)).toEqual([]);
  });

  test("a state that does not say which queue it describes is not compared", async () => {
    const { data, context } = await runProvider({}, (stage) => Promise.resolve({ ...stage }));
    const prior = new Map(stateOf({})).set("target_branch", null);
    const request = { ...toRequest({ wanted: {}, before: {} }, data), prior };
    expect((await planResource(request, context)).diagnostics).toEqual([]);
  });

  test("reads nothing if the old queue is abandoned", async () => {
    const attributes = { deletion_policy: "abandon" };
    const response = await plan("nothing", {
      wanted: { ...attributes, target_branch: "next" },
      before: attributes,
    });
    expect(listWarnings(response)).toEqual([]);
  });
});

describe("two resources that declare one queue", () => {
  interface Resource {
    /** Whether the queue is in the state. */
    readonly isKept?: boolean;
    readonly wanted?: Attributes;
    /** Whether a replacement is forced, so that it is planned twice. */
    readonly isForced?: boolean;
  }

  /** Plans resources one after another and returns the warnings about two that declare one queue. */
  async function planAll(resources: readonly Resource[], claims = new QueueClaims()): Promise<string[]> {
    const { warnings } = await runProvider({}, async ({ data, context }) => {
      const offline = { ...data, reconciler: undefined, claims };
      const warnings: string[] = [];
      for (const { isKept = false, wanted = {}, isForced = false } of resources) {
        const first = await planResource(toRequest({ wanted, before: isKept ? {} : null }, offline), context);
        const remembered = first.plannedPrivate ?? NO_PRIVATE;
        const again = toRequest({ wanted, before: null, remembered }, offline);
        const second = isForced ? await planResource(again, context) : { diagnostics: [] };
        warnings.push(...listWarnings({ diagnostics: [...first.diagnostics, ...second.diagnostics] }));
      }
      return { warnings: warnings.filter((text) => text.includes("declared by more than one")) };
    });
    return warnings;
  }

  test("does not suggest replacing a queue that another resource manages", async () => {
    const { warnings } = await runProvider({}, async ({ data, context }) => {
      const kept = { wanted: {}, before: { state: "paused" } };
      await planResource(toRequest(kept, data), context);
      return {
        warnings: listWarnings(await planResource(toRequest({ wanted: {}, before: null }, data), context)),
      };
    });
    expect(warnings).toEqual([`warning: ${TWICE}`]);
  });

  const TWICE = "Queue declared by more than one resource: github.com/acme/web/main (target_branch)";
  const ADOPT = { wanted: { on_existing: "adopt" } };

  test.each<[string, readonly Resource[], readonly string[]]>([
    ["two creates", [{}, {}], [`warning: ${TWICE}`]],
    ["three creates", [{}, ADOPT, {}], [`warning: ${TWICE}`, `warning: ${TWICE}`]],
    ["a create of a queue that another one keeps", [{ isKept: true }, {}], [`warning: ${TWICE}`]],
    ["an adoption of it", [{ isKept: true }, ADOPT], [`error: ${TWICE}`]],
    ["an adoption of it that is planned first", [ADOPT, { isKept: true }], [`error: ${TWICE}`]],
    [
      "a replacement that becomes it",
      [{}, { isKept: true, wanted: { target_branch: "next" } }, { wanted: { target_branch: "next" } }],
      ["warning: Queue declared by more than one resource: github.com/acme/web/next (target_branch)"],
    ],
    ["one resource", [{}], []],
    ["one that is replaced", [{ isKept: true, isForced: true }], []],
    [
      "one that is replaced by another queue",
      [{ isKept: true, wanted: { target_branch: "x" }, isForced: true }],
      [],
    ],
    ["one that moves away from it", [{ isKept: true, wanted: { target_branch: "x" } }, {}], []],
    ["one of which it is not known yet", [{ wanted: { target_branch: UNKNOWN } }, {}], []],
    ["two that keep it, of which Terraform knows from before", [{ isKept: true }, { isKept: true }], []],
  ])("I-2: %s", async (_, resources, warnings) => {
    expect(await planAll(resources)).toEqual(warnings);
  });

  test("I-2: under Pulumi, which plans a replaced resource twice, only an adoption is an error", async () => {
    const claims = (): QueueClaims => new QueueClaims("1.0.0+pulumi-terraform-bridge");
    expect(await planAll([{}, {}], claims())).toEqual([]);
    expect(await planAll([{ isKept: true }, {}], claims())).toEqual([]);
    expect(await planAll([{ isKept: true }, ADOPT], claims())).toEqual([`error: ${TWICE}`]);
  });
});

describe("advisory reads", () => {
  const CHANGES: readonly Change[] = [
    { wanted: {}, before: null },
    { wanted: null, before: {} },
    {
      wanted: { target_branch: "next", required_statuses: ["ci/build"], pending_failure_depth: 1 },
      before: {},
    },
  ];

  test.each(["server_error", "unreachable", "deadline_exceeded", "wrong_address", "interrupted"] as const)(
    "K-5: %s gives a log line, and the plan continues",
    async (code) => {
      for (const change of CHANGES) {
        const response = await plan(failure(code), change);
        expect(response.diagnostics).toEqual([]);
        expect(response.lines).toMatchObject([
          { level: "warn", fields: { queue: "github.com/acme/web/main", error: `The service: ${code}.` } },
        ]);
      }
    },
  );

  test.each(["unauthorized", "forbidden"] as const)("F-15: %s is an error", async (code) => {
    for (const change of CHANGES) {
      const response = await plan(failure(code), change);
      expect(response.diagnostics).toMatchObject([{ severity: "error" }]);
      expect(response.lines).toEqual([]);
    }
  });

  test("C-70: none while the address or token is unknown, or the provider is not configured", async () => {
    for (const data of [UNKNOWN_ADDRESS, undefined]) {
      for (const change of CHANGES) {
        const { diagnostics } = await runProvider({}, ({ context }) =>
          planResource(toRequest(change, data), context),
        );
        expect(diagnostics).toEqual([]);
      }
    }
  });
});
