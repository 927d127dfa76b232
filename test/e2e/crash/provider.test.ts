import { readdir } from "node:fs/promises";
import {
  type Fault,
  fail,
  firstTimes,
  onOperation,
  onQueue,
  onTime,
  rewriteAnswer,
} from "../../../src/emulator/faults";
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
import { flatten } from "../../support/e2e/terraform-workspace";
import { makeScratch } from "../../support/make-scratch";
import { CREATES, DELETES, DRAINS, READ, RELEASES, UPDATES } from "./crash-points";

const POINTS = { ...CREATES, ...UPDATES, ...RELEASES, ...DELETES, ...DRAINS };
const LEFT_BEHIND = Object.keys(CREATES).filter((name) => CREATES[name]?.left !== undefined);
/** Comes under management by adoption, the others by import. */
const ADOPTED = "unconfigured";
const PULL_REQUEST = { pr: { number: 42 } };

const REBASE = '  concurrency = 3\n  merge_method = "rebase"';
const CHANGED = '  concurrency = 4\n  merge_method = "rebase"';

function declare(points: object, settings: string): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.keys(points).map((name) => [name, settings]));
}

const BEFORE = {
  ...declare(UPDATES, REBASE),
  ...declare(RELEASES, `${REBASE}\n  required_statuses = ["ci"]`),
  ...declare(DELETES, "  concurrency = 3"),
  ...declare(DRAINS, '  deletion_policy = "drain"'),
  local: REBASE,
};
const AFTER = {
  ...declare(CREATES, REBASE),
  ...declare(UPDATES, CHANGED),
  ...declare(RELEASES, REBASE),
  local: `${REBASE}\n  timeouts = { update = "7m" }`,
};

function onUpdateOf(name: string, fault: Fault): Fault {
  return onQueue(toIdentity(name), onOperation("updateQueue", fault));
}

/** Refuses the first update, and shows why in the read after the one of the refresh. */
function switchModes(name: string): Fault[] {
  const showSwitch = rewriteAnswer((body) => ({ ...(body as object), state: "switching_modes" }));
  return [
    onUpdateOf(name, firstTimes(1, fail(400))),
    onQueue(toIdentity(name), onOperation("getQueue", onTime(2, showSwitch))),
  ];
}

describe("the provider is killed while it creates, updates and deletes queues", () => {
  let stage: CrashStage;
  let killed: RunReport;
  let left: ReadonlyMap<string, object | undefined>;
  let again: RunReport;
  let sockets: string;
  let leftSockets: readonly string[];

  /** What processes of a run tell each other is removed by a later one (F-48). */
  async function listSockets(): Promise<string[]> {
    return (await readdir(sockets)).filter((name) => !name.includes("-runs-"));
  }

  let imported: RunReport;

  /** Lets a queue get empty as soon as it drains. */
  const emptyWhenDraining: Fault = async (_request, next) => {
    const delivery = await next();
    await stage.call("emptied", "cancelPullRequest", PULL_REQUEST);
    return delivery;
  };

  beforeAll(async () => {
    sockets = makeScratch("s-");
    stage = await CrashStage.create(BEFORE);
    await stage.apply();
    for (const name of Object.keys(DRAINS)) await stage.call(name, "submitPullRequest", PULL_REQUEST);
    await stage.declare(AFTER);
    const env = { TMPDIR: sockets };
    killed = await stage.crash(
      Object.entries(POINTS).map(([queue, { calls, phase }]) => ({ queue, time: calls.length, phase })),
      [
        ...["compared", "verified"].map((name) =>
          onUpdateOf(
            name,
            rewriteAnswer(() => ({})),
          ),
        ),
        ...["refused", "removed"].map((name) => onUpdateOf(name, fail(400))),
        ...["switching", "repeated"].flatMap(switchModes),
        onUpdateOf("emptied", emptyWhenDraining),
      ],
      { env },
    );
    left = new Map(Object.keys(POINTS).map((name) => [name, stage.tryFindSettings(name)]));
    leftSockets = await listSockets();
    await stage.call("draining", "cancelPullRequest", PULL_REQUEST);
    again = await stage.apply({ env });
    const imports = LEFT_BEHIND.filter((name) => name !== ADOPTED).map(
      (name) => `import {\n  to = mergequeue_queue.${name}\n  id = "${toId(name)}"\n}\n`,
    );
    await stage.declare({ ...AFTER, [ADOPTED]: `${REBASE}\n  on_existing = "adopt"` }, imports.join(""));
    imported = await stage.apply();
  });

  afterAll(async () => {
    await stage.close();
  });

  test("C-52, C-58: Terraform reports for each only that the plugin did not respond, and changes nothing in the state", () => {
    expect(killed.status).toBe(1);
    const errors = killed.diagnostics.filter(({ severity }) => severity === "error");
    expect(errors).toHaveLength(Object.keys(POINTS).length);
    for (const { summary } of errors) expect(summary).toMatch(PROVIDER_DIED);
    expect([...killed.state.keys()].sort()).toEqual(Object.keys(BEFORE).sort());
    for (const name of Object.keys(UPDATES))
      expect(killed.state.get(name)).toMatchObject({ isTainted: false, attributes: { concurrency: 3 } });
  });

  test.each(Object.entries(POINTS).map(([name, point]) => [point.title, name, point] as const))(
    "%s",
    (_title, name, { calls, phase, left: expected, rest }) => {
      expect(listCalls(killed, name)).toEqual(calls);
      if (phase === "before") expect(killed.requests.get(name)?.at(-1)?.isCommitted).toBe(false);
      if (expected === undefined) expect(left.get(name)).toBeUndefined();
      else expect(left.get(name)).toMatchObject(expected);
      // The same command again does what is missing, and sends nothing twice.
      expect(listEffects([again], name)).toEqual(rest);
    },
  );

  test("I-5: a queue that was created is reported once, with the import to use, and not overwritten", () => {
    for (const name of LEFT_BEHIND) {
      const [error, ...others] = listErrors(again, name);
      expect(others).toEqual([]);
      expect(error?.summary).toBe("Queue exists already");
      expect(flatten(error?.detail ?? "")).toContain(`import { to = ADDRESS id = "${toId(name)}" }`);
      // A queue that was found is read again before it is refused.
      expect(listCalls(again, name)).toEqual([...READ, "getQueue"]);
      expect(again.state.has(name)).toBe(false);
      // Settings that were sent before the kill are not sent again.
      const isConfigured = (CREATES[name]?.left as { readonly mergeMethod: string }).mergeMethod === "rebase";
      expect(listEffects([imported], name)).toEqual(isConfigured ? [] : ["updateQueue"]);
    }
    expect(again.diagnostics.filter(({ severity }) => severity === "error")).toHaveLength(LEFT_BEHIND.length);
  });

  test("K-2 (3): an update that needs no call is saved although the provider is killed meanwhile", () => {
    expect(listCalls(killed, "local")).toEqual(["getQueue"]);
    expect(killed.state.get("local")?.attributes).toMatchObject({ timeouts: { update: "7m" } });
  });

  test("K-2 (2), C-57: no more than the read of the refresh follows for statuses that were given back", () => {
    for (const name of Object.keys(RELEASES)) {
      expect(killed.state.get(name)?.attributes).toMatchObject({ required_statuses: ["ci"] });
      expect(listCalls(again, name)).toEqual(["getQueue"]);
    }
    expect(again.state.get("releases")?.attributes).toMatchObject({ required_statuses: ["ci"] });
    expect(again.state.get("released")?.attributes).toMatchObject({ required_statuses: [] });
  });

  test("G-13: the killed provider leaves one harmless folder", async () => {
    expect(leftSockets).toEqual([expect.stringMatching(/^tf-\w{6}$/)]);
    // The next run had the same place for its sockets, and has tidied up after itself.
    expect(await listSockets()).toEqual(leftSockets);
  });

  test("I-5, I-6: the import that is asked for leaves nothing to do; every queue was created and deleted once", async () => {
    expect(imported.status).toBe(0);
    expect([...imported.state.keys()].sort()).toEqual(Object.keys(AFTER).sort());
    await stage.workspace.expectEmptyPlan();
    for (const name of Object.keys(CREATES)) {
      const attributes = { concurrency: 3, merge_method: "rebase" };
      expect(imported.state.get(name)).toMatchObject({ isTainted: false, attributes });
      const effects = listEffects([killed, again, imported], name);
      const removals = effects.filter((operation) => operation === "deleteQueue").length;
      expect(effects.filter((operation) => operation === "createQueue")).toHaveLength(1 + removals);
    }
    for (const name of [...Object.keys(DELETES), ...Object.keys(DRAINS)]) {
      const effects = listEffects([killed, again], name);
      expect(effects.filter((operation) => operation === "deleteQueue")).toHaveLength(1);
      expect(stage.tryFindSettings(name)).toBeUndefined();
    }
  });
});
