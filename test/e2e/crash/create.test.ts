import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Fault, fail, onOperation, onQueue, rewriteAnswer } from "../../../src/emulator/faults";
import {
  CrashStage,
  listCalls,
  listEffects,
  listErrors,
  PROVIDER_DIED,
  type RunReport,
  toId,
  toIdentity,
} from "../../support/e2e/crash-stage";
import type { HoldPhase } from "../../support/e2e/held-requests";
import { flatten } from "../../support/e2e/terraform-workspace";

const SETTINGS = '  mode = "parallel"\n  concurrency = 3\n  merge_method = "squash"';

/** The reads of both plans; creating uses the second. */
const READ = ["getQueue", "getQueue"];
const CREATED = [...READ, "createQueue"];
const CONFIGURED = [...CREATED, "updateQueue"];
/** The service's record is not complete, so that reading says what was stored. */
const COMPARED = [...CONFIGURED, "getQueue"];
/** The service refuses the settings: reads tell why, and whether the queue can be removed. */
const REMOVED = [...CONFIGURED, "getQueue", "getQueue", "deleteQueue"];

/** A step of creating at which the provider is killed, and what that leaves. */
interface CrashPoint {
  readonly title: string;
  /** The calls until then; the last one is held. */
  readonly calls: readonly string[];
  readonly phase: HoldPhase;
  /** The service's queue at that time. */
  readonly left: "nothing" | "a new queue" | "the configured queue";
}

const POINTS: Readonly<Record<string, CrashPoint>> = {
  checked: { title: "K-1 (1), F-12: before it reads", calls: READ, phase: "before", left: "nothing" },
  read: { title: "K-1 (2), F-12: having read", calls: READ, phase: "effect", left: "nothing" },
  unsent: { title: "K-1 (2), F-12: before it creates", calls: CREATED, phase: "before", left: "nothing" },
  created: {
    title: "K-1 (3), F-09: created, before it knows",
    calls: CREATED,
    phase: "effect",
    left: "a new queue",
  },
  answered: {
    title: "K-1 (3), F-09: created, before it configures",
    calls: CONFIGURED,
    phase: "before",
    left: "a new queue",
  },
  configured: {
    title: "K-1 (4), F-09: configured, before it knows",
    calls: CONFIGURED,
    phase: "effect",
    left: "the configured queue",
  },
  recorded: {
    title: "K-1 (5), F-09: configured, before it compares",
    calls: CONFIGURED,
    phase: "answer",
    left: "the configured queue",
  },
  compares: {
    title: "K-1 (5), F-09: before it reads what was stored",
    calls: COMPARED,
    phase: "before",
    left: "the configured queue",
  },
  done: {
    title: "K-1 (6), F-09: before the response",
    calls: COMPARED,
    phase: "answer",
    left: "the configured queue",
  },
  refused: {
    title: "K-1 (7), F-09: refused, before it removes",
    calls: REMOVED,
    phase: "before",
    left: "a new queue",
  },
  removed: {
    title: "K-1 (7), F-09: removed, before it knows",
    calls: REMOVED,
    phase: "effect",
    left: "nothing",
  },
  confirmed: {
    title: "K-1 (7), F-09: removed, before it makes sure",
    calls: [...REMOVED, "getQueue"],
    phase: "before",
    left: "nothing",
  },
};

const NAMES = Object.keys(POINTS);
const LEFT_BEHIND = NAMES.filter((name) => POINTS[name]?.left !== "nothing");
/** Comes under management by adoption, the others by import. */
const ADOPTED = "answered";
const INCOMPLETE = ["compares", "done"];
const REFUSED = ["refused", "removed", "confirmed"];

function onUpdateOf(name: string, fault: Fault): Fault {
  return onQueue(toIdentity(name), onOperation("updateQueue", fault));
}

describe("the provider is killed while it creates a queue", () => {
  const queues = Object.fromEntries(NAMES.map((name) => [name, SETTINGS]));
  let stage: CrashStage;
  let killed: RunReport;
  let left: ReadonlyMap<string, object | undefined>;
  let again: RunReport;
  let sockets: string;
  let leftSockets: readonly string[];
  let imported: RunReport;

  beforeAll(async () => {
    sockets = await mkdtemp(join(tmpdir(), "s-"));
    stage = await CrashStage.create(queues);
    killed = await stage.crash(
      NAMES.map((queue) => {
        const { calls = [], phase = "before" } = POINTS[queue] ?? {};
        return { queue, time: calls.length, phase };
      }),
      [
        ...INCOMPLETE.map((name) =>
          onUpdateOf(
            name,
            rewriteAnswer(() => ({})),
          ),
        ),
        ...REFUSED.map((name) => onUpdateOf(name, fail(400))),
      ],
      { env: { TMPDIR: sockets } },
    );
    left = new Map(NAMES.map((name) => [name, stage.tryFindSettings(name)]));
    leftSockets = await readdir(sockets);
    again = await stage.apply({ env: { TMPDIR: sockets } });
    const imports = LEFT_BEHIND.filter((name) => name !== ADOPTED).map(
      (name) => `import {\n  to = mergequeue_queue.${name}\n  id = "${toId(name)}"\n}\n`,
    );
    await stage.declare({ ...queues, [ADOPTED]: `${SETTINGS}\n  on_existing = "adopt"` }, imports.join(""));
    imported = await stage.apply();
  });

  afterAll(async () => {
    await stage.close();
    await rm(sockets, { recursive: true, force: true });
  });

  test("C-52, C-58: nothing is saved, and Terraform reports for each only that the plugin did not respond", () => {
    expect(killed.status).toBe(1);
    expect([...killed.state.keys()]).toEqual([]);
    const errors = killed.diagnostics.filter(({ severity }) => severity === "error");
    expect(errors).toHaveLength(NAMES.length);
    for (const { summary } of errors) expect(summary).toMatch(PROVIDER_DIED);
  });

  test.each(Object.entries(POINTS).map(([name, { title }]) => [title, name]))("%s", (_title, name) => {
    const { calls, phase, left: expected } = POINTS[name] ?? {};
    expect(listCalls(killed, name)).toEqual(calls);
    if (phase === "before") expect(killed.requests.get(name)?.at(-1)?.isCommitted).toBe(false);
    const settings = left.get(name);
    if (expected === "nothing") {
      expect(settings).toBeUndefined();
      // The same command again makes it, as if nothing had happened.
      expect(listErrors(again, name)).toEqual([]);
      expect(again.state.get(name)?.attributes).toMatchObject({ concurrency: 3, merge_method: "squash" });
      return;
    }
    const isConfigured = expected === "the configured queue";
    expect(settings).toMatchObject({ mergeMethod: isConfigured ? "squash" : "merge_commit" });
    // I-5: one message, which says what to do; nothing is overwritten.
    const [error, ...others] = listErrors(again, name);
    expect(others).toEqual([]);
    expect(error?.summary).toBe("Queue exists already");
    expect(flatten(error?.detail ?? "")).toContain(`import { to = ADDRESS id = "${toId(name)}" }`);
    // A queue that was found is read again before it is refused.
    expect(listCalls(again, name)).toEqual([...READ, "getQueue"]);
    expect(again.state.has(name)).toBe(false);
    expect(imported.state.get(name)).toMatchObject({
      isTainted: false,
      attributes: { mode: "parallel", concurrency: 3, merge_method: "squash" },
    });
    // Settings that were sent before the kill are not sent again.
    expect(listEffects([imported], name)).toEqual(isConfigured ? [] : ["updateQueue"]);
  });

  test("G-13: the killed provider leaves one harmless folder", async () => {
    expect(leftSockets).toEqual([expect.stringMatching(/^tf-\w{6}$/)]);
    // The next run had the same place for its sockets, and has tidied up after itself.
    expect(await readdir(sockets)).toEqual(leftSockets);
  });

  test("I-5, I-6: the import that is asked for leaves nothing to do, and every queue was created once", async () => {
    expect(imported.status).toBe(0);
    await stage.workspace.expectEmptyPlan();
    for (const name of NAMES) {
      const effects = listEffects([killed, again, imported], name);
      const removals = effects.filter((operation) => operation === "deleteQueue").length;
      expect(effects.filter((operation) => operation === "createQueue")).toHaveLength(1 + removals);
    }
  });
});
