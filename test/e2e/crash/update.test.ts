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
  toIdentity,
} from "../../support/e2e/crash-stage";
import type { HoldPhase } from "../../support/e2e/held-requests";

const BEFORE = '  concurrency = 3\n  merge_method = "squash"';
const AFTER = '  concurrency = 4\n  merge_method = "squash"';
const STATUSES = '\n  required_statuses = ["ci"]';

const SENT = ["getQueue", "updateQueue"];
/** The service's record is not complete, so that reading says what was stored. */
const COMPARED = [...SENT, "getQueue"];
/** The service refuses: one read finds out why, and another one the queue's current settings. */
const READ_BACK = [...SENT, "getQueue", "getQueue"];

/** A step of updating at which the provider is killed, and what that leaves. */
interface CrashPoint {
  readonly title: string;
  /** The calls until then, after the read of the refresh; the last one is held. */
  readonly calls: readonly string[];
  readonly phase: HoldPhase;
  readonly isChanged: boolean;
}

const POINTS: Readonly<Record<string, CrashPoint>> = {
  sends: { title: "K-2 (1), F-10: before it sends", calls: SENT, phase: "before", isChanged: false },
  changed: {
    title: "K-2 (4), F-10: changed, before it knows",
    calls: SENT,
    phase: "effect",
    isChanged: true,
  },
  answered: {
    title: "K-2 (5), F-10: changed, before it compares",
    calls: SENT,
    phase: "answer",
    isChanged: true,
  },
  compares: {
    title: "K-2 (5), F-10: before it reads what was stored",
    calls: COMPARED,
    phase: "before",
    isChanged: true,
  },
  compared: {
    title: "K-2 (5), F-10: compared, before the response",
    calls: COMPARED,
    phase: "answer",
    isChanged: true,
  },
  refused: {
    title: "K-2 (5), F-10: refused, before it reads what there is",
    calls: READ_BACK,
    phase: "before",
    isChanged: false,
  },
  switching: {
    title: "K-2 (6), F-10: while it waits for the end of a switch of modes",
    calls: READ_BACK,
    phase: "before",
    isChanged: false,
  },
  repeated: {
    title: "K-2 (6), F-10: sent again after a switch of modes, before it knows",
    calls: [...READ_BACK, "updateQueue"],
    phase: "effect",
    isChanged: true,
  },
};

const NAMES = Object.keys(POINTS);
/** Queues whose statuses are given back. */
const RELEASES: Readonly<Record<string, HoldPhase>> = { releases: "before", released: "effect" };
const RELEASE_NAMES = Object.keys(RELEASES);

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

function declare(settings: string, statuses: string, local: string) {
  return {
    ...Object.fromEntries(NAMES.map((name) => [name, settings])),
    ...Object.fromEntries(RELEASE_NAMES.map((name) => [name, `${BEFORE}${statuses}`])),
    local: `${BEFORE}${local}`,
  };
}

describe("the provider is killed while it updates a queue", () => {
  let stage: CrashStage;
  let killed: RunReport;
  let left: ReadonlyMap<string, object | undefined>;
  let again: RunReport;

  beforeAll(async () => {
    stage = await CrashStage.create(declare(BEFORE, STATUSES, ""));
    await stage.apply();
    await stage.declare(declare(AFTER, "", '\n  timeouts = { update = "7m" }'));
    killed = await stage.crash(
      [
        ...NAMES.map((queue) => {
          const { calls = [], phase = "before" } = POINTS[queue] ?? {};
          return { queue, time: calls.length, phase };
        }),
        ...Object.entries(RELEASES).map(([queue, phase]) => ({ queue, time: SENT.length, phase })),
      ],
      [
        ...["compares", "compared"].map((name) =>
          onUpdateOf(
            name,
            rewriteAnswer(() => ({})),
          ),
        ),
        onUpdateOf("refused", fail(400)),
        ...["switching", "repeated"].flatMap(switchModes),
      ],
    );
    left = new Map(NAMES.map((name) => [name, stage.tryFindSettings(name)]));
    again = await stage.apply();
  });

  afterAll(async () => {
    await stage.close();
  });

  test("C-58: Terraform reports for each only that the plugin did not respond, and does not change the state", () => {
    const errors = killed.diagnostics.filter(({ severity }) => severity === "error");
    expect(killed.status).toBe(1);
    expect(errors).toHaveLength(NAMES.length + RELEASE_NAMES.length);
    for (const { summary } of errors) expect(summary).toMatch(PROVIDER_DIED);
    for (const name of NAMES) {
      expect(killed.state.get(name)).toMatchObject({ isTainted: false, attributes: { concurrency: 3 } });
    }
  });

  test.each(Object.entries(POINTS).map(([name, { title }]) => [title, name]))("%s", (_title, name) => {
    const { calls, phase, isChanged } = POINTS[name] ?? {};
    expect(listCalls(killed, name)).toEqual(calls);
    if (phase === "before") expect(killed.requests.get(name)?.at(-1)?.isCommitted).toBe(false);
    expect(left.get(name)).toMatchObject({ concurrency: isChanged === true ? 4 : 3 });
    // The next run finds the real difference: settings that were changed are not sent again.
    expect(listErrors(again, name)).toEqual([]);
    expect(listEffects([again], name)).toEqual(isChanged === true ? [] : ["updateQueue"]);
    expect(again.state.get(name)).toMatchObject({ isTainted: false, attributes: { concurrency: 4 } });
  });

  test("K-2 (3): an update that needs no call is saved although the provider is killed meanwhile", () => {
    expect(listCalls(killed, "local")).toEqual(["getQueue"]);
    expect(killed.state.get("local")?.attributes).toMatchObject({ timeouts: { update: "7m" } });
  });

  test("K-2 (2), C-57: statuses that were to be removed are kept, because the record of them is lost", () => {
    for (const name of RELEASE_NAMES) {
      expect(listCalls(killed, name)).toEqual(SENT);
      expect(killed.state.get(name)?.attributes).toMatchObject({ required_statuses: ["ci"] });
      // No more than the read of the refresh: an omitted setting is not compared.
      expect(listCalls(again, name)).toEqual(["getQueue"]);
    }
    expect(again.state.get("releases")?.attributes).toMatchObject({ required_statuses: ["ci"] });
    expect(again.state.get("released")?.attributes).toMatchObject({ required_statuses: [] });
  });

  test("I-5: the next run leaves nothing to do", async () => {
    expect(again.status).toBe(0);
    await stage.workspace.expectEmptyPlan();
  });
});
