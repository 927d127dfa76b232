import type { WantedQueue } from "../../../src/queue/wanted-queue";
import { QueueMemory } from "../../../src/reconcile/queue-memory";
import { VirtualClock } from "../../support/virtual-clock";
import { expectError, type FailedOutcome, play, playFailure } from "../support/play";
import { creating, runCreate } from "../support/runs";
import {
  creates,
  deletes,
  failure,
  GONE,
  live,
  looks,
  QUEUE,
  QUEUE_ID,
  record,
  type Step,
  updates,
} from "../support/steps";

const SENT = { mode: "parallel", concurrency: 4 } as const;
const LATER = { mergeMethod: "merge_commit", requiredStatuses: ["ci/mine"] } as const;
const ALL = { ...SENT, ...LATER };
const LOST = failure("outcome_unknown");

/** The queue right after `/createQueue`, without inherited statuses, and with changes. */
function fresh(settings: object = {}, pullRequests: readonly number[] = []): object {
  return live({ ...SENT, requiredStatuses: [], ...settings }, pullRequests);
}

/** What shows that a queue is not, or no longer only, the one that was created. */
const SIGNS: readonly (readonly [sign: string, found: object, reason: string])[] = [
  ["pull requests", fresh({}, [7]), "it has pull requests in it"],
  ["another state", fresh({ state: "paused" }), 'its state is "paused"'],
  ["another mode than sent", fresh({ mode: "single" }), 'its mode is "single" and not "parallel"'],
  ["another concurrency than sent", fresh({ concurrency: 9 }), "its concurrency is 9 and not 4"],
  [
    "another declared setting, neither as declared nor as a new queue gets it",
    fresh({ mergeMethod: "rebase" }),
    'its merge_method is "rebase", a value that is neither declared nor the default of a new queue',
  ],
];

describe("a queue that is found after the response to /createQueue was lost", () => {
  async function find(found: object, settings: object = ALL): Promise<FailedOutcome> {
    const { mode, concurrency } = settings as Partial<typeof ALL>;
    const sent = { ...(mode && { mode }), ...(concurrency && { concurrency }) };
    return playFailure([looks(GONE), creates(sent, LOST), looks(found)], creating(settings));
  }

  test.each<(typeof SIGNS)[number]>([
    ...SIGNS,
    [
      "another list of required statuses where one is declared",
      fresh({ requiredStatuses: ["ci/theirs"] }),
      "its required_statuses has a value that is neither declared nor the default of a new queue",
    ],
  ])("F-02b: does not count as created if it has %s, and nothing is written", async (_, found, reason) => {
    const { error } = await find(found);
    expect(error).toMatchObject({
      code: "outcome_unknown",
      details: { queue: QUEUE, operation: "createQueue", record: { state: expect.any(String) as string } },
    });
    expect(error.message).toContain(`queue "${QUEUE_ID}"`);
    expect(error.message).toContain(`A queue is there now, but ${reason}`);
    expect(error.message).toContain("Nothing was changed.");
    expect(error.message).not.toContain("ci/");
  });

  test("F-02b: a declared list, also an empty one, does not overwrite another list", async () => {
    const { error } = await find(fresh({ requiredStatuses: ["ci/theirs"] }), { requiredStatuses: [] });
    expect(error.code).toBe("outcome_unknown");
  });

  test.each([
    ["as a new queue has them", {}],
    ["as declared", LATER],
    ["of which the undeclared ones are any defaults of a service", { batch: true, batchingMinSize: 9 }],
    ["in a state that comes and goes", { state: "switching_modes" }],
  ])("F-02, F-02b: counts as created with settings %s", async (_, settings) => {
    const steps = [looks(GONE), creates(SENT, LOST), looks(fresh(settings)), updates(ALL, record(ALL))];
    expect((await play(steps, creating(ALL))).result).toMatchObject(ALL);
  });

  test("F-02b: a refusal of the second try is no proof either", async () => {
    const steps = [
      looks(GONE),
      creates(SENT, LOST),
      looks(GONE),
      creates(SENT, failure("refused")),
      looks(fresh({ concurrency: 9 })),
    ];
    await expectError(playFailure(steps, creating(ALL)), "outcome_unknown");
  });

  test("F-02b: the values that a new queue gets are learned from a create that was answered", async () => {
    const newQueues = new QueueMemory(new VirtualClock());
    const theirs = { mergeMethod: "rebase", shiny: 3 };
    const first = [looks(GONE), creates(SENT), looks(fresh(theirs))];
    await play(first, ({ context }) => runCreate(context, { settings: SENT }, { newQueues }));
    const wanted = { settings: ALL, additionalSettings: new Map([["shiny", 5]]) };
    const create = (found: object, ...rest: ReturnType<typeof updates>[]): Promise<unknown> =>
      play([looks(GONE), creates(SENT, LOST), looks(found), ...rest], ({ context }) =>
        runCreate(context, wanted, { newQueues }),
      );
    const change = { ...ALL, additionalSettings: { shiny: 5 } };
    await create(fresh(theirs), updates(change, record({ ...ALL, shiny: 5 })));
    await expect(create(fresh({ ...theirs, mergeMethod: "squash" }))).rejects.toThrow('"squash"');
    await expect(create(fresh({ ...theirs, shiny: 4 }))).rejects.toThrow("its shiny has a value");
  });
});

describe("a queue that was created and could not be configured", () => {
  const CREATED = [looks(GONE), creates(SENT), looks(fresh())];
  const REFUSED = updates(LATER, failure("refused"));
  /** The update may have been applied, or was certainly not. */
  const UNKNOWN = [...CREATED, updates(LATER, failure("server_error", { isEffectPossible: true }))];
  const CERTAIN = [...CREATED, REFUSED, looks(fresh())];

  async function failToCreate(steps: readonly Step[], wanted: WantedQueue = { settings: ALL }) {
    return (await playFailure(steps, ({ context }) => runCreate(context, wanted))).error;
  }

  test.each<[string, object, string, (readonly Step[])?]>([
    ["pull requests", fresh({}, [7]), "it has pull requests in it"],
    ["another state", fresh({ state: "paused" }), 'its state is "paused" and was "running"'],
    ["another mode", fresh({ mode: "single" }), 'its mode is "single" and was "parallel"'],
    ["another concurrency", fresh({ concurrency: 9 }), "its concurrency is 9 and was 4"],
    ["another declared setting", fresh({ mergeMethod: "rebase" }), 'its merge_method is "rebase" and was'],
    ["other statuses", fresh({ requiredStatuses: ["ci/theirs"] }), 'its required_statuses is ["ci/theirs"]'],
    [
      "another undeclared setting",
      fresh({ commentsEnabled: false }),
      "its comments_enabled is false and was true",
    ],
    [
      "a declared value that was not there before, although the update was refused",
      fresh({ mergeMethod: "merge_commit" }),
      'its merge_method is "merge_commit" and was "squash"',
      CERTAIN,
    ],
    ["the declared statuses, although refused", fresh(LATER), "its required_statuses is", CERTAIN],
  ])(
    "F-08b, F-41: is kept if it has %s, and does not get into the state",
    async (_, found, reason, begun = UNKNOWN) => {
      const error = await failToCreate([...begun, looks(found)]);
      expect(error).toMatchObject({ code: "create_incomplete", details: { queue: QUEUE } });
      expect(error.details.record).toBeUndefined();
      const parts = ["The service: ", "The queue was kept as it is", reason];
      for (const part of parts) expect(error.message).toContain(part);
    },
  );

  test.each<[string, object, (readonly Step[])?]>([
    ["as they were", {}],
    ["as they were, after a certain refusal", {}, CERTAIN],
    ["as declared, where the update may have been applied", LATER],
    ["that come and go", { state: "switching_modes" }],
  ])("F-08, F-41: is removed with settings %s", async (_, settings, begun = UNKNOWN) => {
    const error = await failToCreate([...begun, looks(fresh(settings)), deletes(), looks(GONE)]);
    expect(error.code).toBe("create_rolled_back");
  });

  test("F-41: is removed whatever defaults the service has", async () => {
    const theirs = { testingTimeoutMinutes: 7, commentsEnabled: false, requiredStatuses: ["ci/inherited"] };
    const seen = looks(fresh(theirs));
    const steps = [looks(GONE), creates(SENT), seen, REFUSED, seen, seen, deletes(), looks(GONE)];
    expect((await failToCreate(steps)).code).toBe("create_rolled_back");
  });

  test.each([
    ["removed if it is as a new queue is expected to be", 0, "create_rolled_back"],
    ["kept if anything differs from that", 3, "create_incomplete"],
  ])("F-41: if the read after its creation fails, it is %s", async (_, pendingFailureDepth, code) => {
    const forbidden = updates(LATER, failure("forbidden"));
    const found = looks(fresh({ bisectionConcurrency: SENT.concurrency, pendingFailureDepth }));
    const unseen = [looks(GONE), creates(SENT), looks(failure("server_error")), forbidden, found];
    const rest = code === "create_rolled_back" ? [deletes(), looks(GONE)] : [];
    expect((await failToCreate([...unseen, ...rest])).code).toBe(code);
  });

  test("F-08, F-41: a value that the service stored in place of a sent one is ours, others in its response are not", async () => {
    const wanted = { settings: { ...ALL, batchingMinSize: 500 } };
    const limited = { ...ALL, batchingMinSize: 100 };
    const answered = updates({ ...LATER, batchingMinSize: 500 }, record({ ...limited, batch: true }));
    const begun = [...CREATED, answered];
    const removed = await failToCreate([...begun, looks(live(limited)), deletes(), looks(GONE)], wanted);
    expect(removed.code).toBe("create_rolled_back");
    for (const other of [{ batchingMinSize: 90 }, { batch: true }]) {
      const kept = await failToCreate([...begun, looks(live({ ...limited, ...other }))], wanted);
      expect(kept.code).toBe("create_incomplete");
    }
  });

  test("F-08b, F-18: is kept if it has another state and the service does not list pull requests", async () => {
    const found = { ...fresh({ state: "draining" }), enqueuedPullRequests: undefined };
    expect((await failToCreate([...UNKNOWN, looks(found)])).message).toContain('its state is "draining"');
  });

  test("F-08b: is kept if another hand shows after a delete that did not succeed", async () => {
    const theirs = looks(fresh({ concurrency: 9 }));
    for (const rest of [
      // The delete is lost, is refused, or is refused while the queue is switching modes.
      [deletes(LOST), theirs],
      [deletes(failure("refused")), theirs],
      [deletes(failure("forbidden")), theirs],
      [deletes(failure("refused")), looks(fresh({ state: "switching_modes" })), theirs],
    ]) {
      const error = await failToCreate([...UNKNOWN, looks(fresh()), ...rest]);
      expect(error.code).toBe("create_incomplete");
      expect(error.details.record).toBeUndefined();
    }
  });

  const REPEATED = updates(LATER, failure("server_error", { isEffectPossible: true }), { isRepeated: true });
  test.each([
    ["another queue is not overwritten and not removed", fresh({ concurrency: 9 }), "create_incomplete"],
    ["a queue that is gone is not written, and nothing is removed", GONE, "create_rolled_back"],
  ])("F-42: %s when the update is repeated", async (_, found, code) => {
    expect((await failToCreate([...CREATED, REPEATED, looks(found), looks(found)])).code).toBe(code);
  });

  test("F-42: an update that was applied although its response was lost is not sent again", async () => {
    const { result } = await play([...CREATED, REPEATED, looks(fresh(LATER))], creating(ALL));
    expect(result).toMatchObject(ALL);
  });

  test("F-42: an update is repeated for the queue that is as it was", async () => {
    const steps = [...CREATED, REPEATED, looks(fresh()), updates(LATER, record(ALL))];
    expect((await play(steps, creating(ALL))).result).toMatchObject(ALL);
  });
});
