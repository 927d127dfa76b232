import fc from "fast-check";
import { createDigest } from "../../src/plan/create-plan";
import { planTask } from "../../src/plan/find-planned-changes";
import type { Plan, Task } from "../../src/plan/plan";
import type { QueueRecord, QueueSettings } from "../../src/queue/settings";
import { arbitrarySettings } from "../support/arbitrary-settings";
import { type Declaration, PlanStage } from "./support/plan-stage";
import { API, WEB } from "./support/queue-ids";

/** A queue that is declared, as it is live; undefined: it is not there. */
interface Situation extends Declaration {
  readonly id?: string;
  readonly mode?: Plan["mode"];
  readonly origin?: string;
  readonly connection?: ReadonlyMap<string, string>;
  readonly settings?: QueueSettings;
  readonly live?: QueueRecord | undefined;
  readonly liveAdditional?: Readonly<Record<string, unknown>>;
}

function plan({
  id = WEB,
  mode = "apply",
  origin,
  connection,
  settings,
  live,
  liveAdditional,
  ...more
}: Situation): Task {
  const { queue, service } = new PlanStage().declare(id, settings, more);
  return planTask(
    mode,
    {
      queue,
      service: { ...service, origin: origin ?? service.origin, connection: connection ?? service.connection },
    },
    live && { settings: live, additionalFields: liveAdditional ?? {}, pullRequests: [] },
  );
}

function digest(...situations: readonly Situation[]): string {
  return createDigest(situations[0]?.mode ?? "apply", situations.map(plan));
}

/** Digest of a plan to create a queue of concurrency 2. */
const FIRST = "sha256:7e17e9d53211f5c24c558a9ba96bd43abf13c985fbfef22d50de28a113812f53";

const BASE: Situation = {
  settings: { concurrency: 2, requiredStatuses: ["a", "b"], state: "running" },
  additionalSettings: new Map([["mergeTrain", { speed: 1, colour: "red" }]]),
  live: { concurrency: 1, requiredStatuses: ["a"], state: "running", mergeMethod: "squash" },
  liveAdditional: { mergeTrain: "slow", other: 1 },
};

describe("createDigest", () => {
  test("is sha256 and 64 hexadecimal digits, the same on every machine", () => {
    expect(digest(BASE)).toMatch(/^sha256:[0-9a-f]{64}$/);
    // Written down once: a plan of another machine or an older version of the same format must still match.
    expect(digest({ settings: { concurrency: 2 } })).toBe(FIRST);
  });

  test.each<[string, Situation]>([
    ["what is wanted", { settings: { ...BASE.settings, concurrency: 3 } }],
    ["what else is wanted", { settings: { ...BASE.settings, batch: true } }],
    [
      "what is wanted additionally",
      { additionalSettings: new Map([["mergeTrain", { speed: 2, colour: "red" }]]) },
    ],
    ["what it was compared with", { live: { ...BASE.live, concurrency: 7 } }],
    ["what is not shown", { live: { requiredStatuses: ["a"], state: "running" } }],
    ["what it was compared with additionally", { liveAdditional: { mergeTrain: "fast" } }],
    ["what is not shown additionally", { liveAdditional: {} }],
    ["whether it exists", { live: undefined }],
    ["the queue", { id: API }],
    ["the service", { origin: "https://other.invalid" }],
    ["the path of the service", { connection: new Map([["base_url", "https://service-1.invalid/eu/v1"]]) }],
    ["the mode", { mode: "destroy" }],
  ])("differs by %s", (_what, change) => {
    expect(digest({ ...BASE, ...change })).not.toBe(digest(BASE));
  });

  test.each<[string, Situation]>([
    [
      "the order and duplicates of statuses",
      { settings: { ...BASE.settings, requiredStatuses: ["b", "a", "b"] } },
    ],
    ["the interface", { connection: new Map([["base_url", "https://service-1.invalid/v2"]]) }],
    ["duplicates of live statuses", { live: { ...BASE.live, requiredStatuses: ["a", "a"] } }],
    ["the state while it is switching modes", { live: { ...BASE.live, state: "switching_modes" } }],
    ["the order of keys", { additionalSettings: new Map([["mergeTrain", { colour: "red", speed: 1 }]]) }],
    [
      "an additional setting that is not managed",
      {
        additionalSettings: new Map(Object.entries({ mergeTrain: { speed: 1, colour: "red" }, spare: null })),
      },
    ],
    ["settings that are not managed", { live: { ...BASE.live, mergeMethod: "rebase", batch: true } }],
    ["additional fields that are not managed", { liveAdditional: { mergeTrain: "slow", other: 2 } }],
    [
      "where and how it is declared",
      { address: "mergequeue_queue.other", stack: "other", sensitive: ["concurrency"] },
    ],
    ["its arguments, if its service is the same", { connection: new Map() }],
    ["timeouts, and what destroying it would mean", { timeoutsMs: { read: 1 }, deletionPolicy: "drain" }],
  ])("is the same whatever %s", (_what, change) => {
    expect(digest({ ...BASE, ...change })).toBe(digest(BASE));
  });

  test("F-44: of a destroy, the live settings that go count, the declared names of others, the deletion policy and the place, and nothing else", () => {
    const base: Situation = { ...BASE, mode: "destroy" };
    const others: readonly Situation[] = [
      { live: { ...BASE.live, mergeMethod: "rebase" } },
      { live: { ...BASE.live, requiredStatuses: [] } },
      { liveAdditional: { mergeTrain: "fast" } },
      { live: undefined },
      { address: "mergequeue_queue.other" },
      { deletionPolicy: "drain" },
      { deletionPolicy: "abandon" },
    ];
    const digests = others.map((change) => digest({ ...base, address: "mergequeue_queue.web", ...change }));
    expect(new Set([...digests, digest({ ...base, address: "mergequeue_queue.web" })]).size).toBe(8);
    for (const change of [
      { settings: {} },
      { live: { ...BASE.live, state: "paused" } },
      { liveAdditional: { mergeTrain: "slow", other: 2 } },
    ])
      expect(digest({ ...base, ...change })).toBe(digest(base));
    const empty = { ...base, live: { concurrency: 1, requiredStatuses: [] } };
    expect(digest({ ...base, live: { concurrency: 1 } })).toBe(digest(empty));
    const kept: Situation = { ...base, deletionPolicy: "abandon" };
    expect(digest({ ...kept, live: { concurrency: 9 } })).toBe(digest(kept));
  });

  test("depends on the set of queues, but not on their order", () => {
    const other: Situation = { id: API, settings: { concurrency: 2 } };
    expect(digest(BASE, other)).toBe(digest(other, BASE));
    expect(digest(BASE, other)).not.toBe(digest(BASE));
    expect(digest()).toMatch(/^sha256:/);
  });

  test("two plans have the same digest exactly if they want the same and were compared with the same", () => {
    const situation = fc.record({ wanted: arbitrarySettings(), live: fc.option(arbitrarySettings()) });
    fc.assert(
      fc.property(situation, situation, (a, b) => {
        const [first, second] = [a, b].map(({ wanted, live }) =>
          digest({ settings: wanted, live: live ?? undefined }),
        );
        expect(first === second).toBe(describeWhole(a.wanted, a.live) === describeWhole(b.wanted, b.live));
        expect(digest({ settings: a.wanted, live: a.live ?? undefined })).toBe(first);
      }),
    );
  });
});

/** The input of a digest, written by hand. */
function describeWhole(wanted: QueueSettings, live: QueueRecord | null): string {
  const show = (settings: QueueRecord): string =>
    Object.keys(wanted)
      .sort()
      .map((name) => {
        const value = settings[name as keyof QueueRecord];
        const plain =
          typeof value === "object" && name === "requiredStatuses"
            ? [...new Set((value as readonly string[]).map((text) => text.normalize("NFC")))].sort()
            : value;
        return `${name}=${JSON.stringify(plain)}`;
      })
      .join();
  return `${show(wanted)} ${live === null ? "none" : show(live)}`;
}
