import { type Fault, fail, onOperation, onQueue } from "../../../src/emulator/faults";
import {
  CrashStage,
  listCalls,
  listEffects,
  PROVIDER_DIED,
  type RunReport,
  toIdentity,
} from "../../support/e2e/crash-stage";
import type { HoldPhase } from "../../support/e2e/held-requests";

/** The read of the plan, then the one that deleting begins with. */
const READ = ["getQueue", "getQueue"];
const DELETED = [...READ, "deleteQueue"];
const CONFIRMED = [...DELETED, "getQueue"];
const DRAINED = [...READ, "updateQueue"];
const LOOKED = [...DRAINED, "getQueue"];

/** A step of deleting at which the provider is killed, and what that leaves. */
interface CrashPoint {
  readonly title: string;
  /** The calls until then; the last one is held. */
  readonly calls: readonly string[];
  readonly phase: HoldPhase;
  /** State of the queue that is left; undefined: none is. */
  readonly left: "running" | "draining" | undefined;
}

const POINTS: Readonly<Record<string, CrashPoint>> = {
  checks: { title: "K-3 (1), F-10: before it reads", calls: READ, phase: "before", left: "running" },
  read: { title: "K-3 (1), F-10: having read", calls: READ, phase: "effect", left: "running" },
  unsent: { title: "K-3 (2), F-10: before it deletes", calls: DELETED, phase: "before", left: "running" },
  deleted: {
    title: "K-3 (2), F-10: deleted, before it knows",
    calls: DELETED,
    phase: "effect",
    left: undefined,
  },
  answered: {
    title: "K-3 (3), F-10: deleted, before it makes sure",
    calls: CONFIRMED,
    phase: "before",
    left: undefined,
  },
  confirmed: {
    title: "K-3 (3), F-10: deleted and confirmed, before the response",
    calls: CONFIRMED,
    phase: "answer",
    left: undefined,
  },
  refused: {
    title: "K-3 (3), F-10: refused, before it reads why",
    calls: CONFIRMED,
    phase: "before",
    left: "running",
  },
};

const DRAIN_POINTS: Readonly<Record<string, CrashPoint>> = {
  drains: { title: "K-3, F-22: before it drains", calls: DRAINED, phase: "before", left: "running" },
  draining: {
    title: "K-3, F-22: set to drain, before it knows",
    calls: DRAINED,
    phase: "effect",
    left: "draining",
  },
  waits: {
    title: "K-3, F-22: while it waits for the queue to get empty",
    calls: LOOKED,
    phase: "before",
    left: "draining",
  },
  emptied: {
    title: "K-3, F-22: empty, before it deletes",
    calls: [...LOOKED, "deleteQueue"],
    phase: "before",
    left: "draining",
  },
  drained: {
    title: "K-3, F-22: drained and deleted, before it knows",
    calls: [...LOOKED, "deleteQueue"],
    phase: "effect",
    left: undefined,
  },
};

const ALL = { ...POINTS, ...DRAIN_POINTS };
const NAMES = Object.keys(ALL);
const DRAIN_NAMES = Object.keys(DRAIN_POINTS);
const EMPTIED = ["emptied", "drained"];
const PULL_REQUEST = { pr: { number: 42 } };

describe("the provider is killed while it deletes a queue", () => {
  let stage: CrashStage;
  let killed: RunReport;
  let left: ReadonlyMap<string, { readonly state: string } | undefined>;
  let again: RunReport;

  /** Lets the queue get empty as soon as it drains. */
  function emptyWhenDraining(name: string): Fault {
    return onQueue(
      toIdentity(name),
      onOperation("updateQueue", async (_request, next) => {
        const delivery = await next();
        await stage.call(name, "cancelPullRequest", PULL_REQUEST);
        return delivery;
      }),
    );
  }

  beforeAll(async () => {
    stage = await CrashStage.create(
      Object.fromEntries(
        NAMES.map((name) => [
          name,
          name in DRAIN_POINTS ? '  deletion_policy = "drain"' : "  concurrency = 3",
        ]),
      ),
    );
    await stage.apply();
    for (const name of DRAIN_NAMES) await stage.call(name, "submitPullRequest", PULL_REQUEST);
    await stage.declare({});
    killed = await stage.crash(
      NAMES.map((queue) => {
        const { calls = [], phase = "before" } = ALL[queue] ?? {};
        return { queue, time: calls.length, phase };
      }),
      [
        onQueue(toIdentity("refused"), onOperation("deleteQueue", fail(400))),
        ...EMPTIED.map(emptyWhenDraining),
      ],
    );
    left = new Map(NAMES.map((name) => [name, stage.tryFindSettings(name)]));
    for (const name of DRAIN_NAMES) {
      if (!EMPTIED.includes(name)) await stage.call(name, "cancelPullRequest", PULL_REQUEST);
    }
    again = await stage.apply();
  });

  afterAll(async () => {
    await stage.close();
  });

  test("C-58: Terraform reports for each only that the plugin did not respond, and does not change the state", () => {
    const errors = killed.diagnostics.filter(({ severity }) => severity === "error");
    expect(killed.status).toBe(1);
    expect(errors).toHaveLength(NAMES.length);
    for (const { summary } of errors) expect(summary).toMatch(PROVIDER_DIED);
    expect([...killed.state.keys()].sort()).toEqual([...NAMES].sort());
  });

  test.each(Object.entries(ALL).map(([name, { title }]) => [title, name]))("%s", (_title, name) => {
    const { calls, phase, left: expected } = ALL[name] ?? {};
    expect(listCalls(killed, name)).toEqual(calls);
    if (phase === "before") expect(killed.requests.get(name)?.at(-1)?.isCommitted).toBe(false);
    expect(left.get(name)?.state).toBe(expected);
    // The same command again deletes the remaining queues, and accepts that the others are gone.
    expect(listEffects([again], name)).toEqual(expected === undefined ? [] : ["deleteQueue"]);
    expect(
      listEffects([killed, again], name).filter((operation) => operation === "deleteQueue"),
    ).toHaveLength(1);
    expect(stage.tryFindSettings(name)).toBeUndefined();
  });

  test("I-5: the next run leaves nothing", () => {
    expect(again.status).toBe(0);
    expect(again.state.size).toBe(0);
  });
});
