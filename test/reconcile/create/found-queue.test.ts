import { NewQueueValues } from "../../../src/reconcile/create/new-queue-values";
import { type FailedOutcome, play, playFailure } from "../support/play";
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
  reads,
  record,
  updates,
} from "../support/steps";

const SENT = { mode: "parallel", concurrency: 4 } as const;
const LATER = { mergeMethod: "squash", requiredStatuses: ["ci/mine"] } as const;
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
    'its merge_method is "rebase", a value that is neither declared nor that of a new queue',
  ],
];

describe("a queue that is found after the response to /createQueue was lost", () => {
  async function find(found: object, settings: object = ALL): Promise<FailedOutcome> {
    const { mode, concurrency } = settings as Partial<typeof ALL>;
    const sent = { ...(mode && { mode }), ...(concurrency && { concurrency }) };
    return playFailure([reads(GONE), creates(sent, LOST), reads(found)], creating(settings));
  }

  test.each<(typeof SIGNS)[number]>([
    ...SIGNS,
    [
      "another list of required statuses where one is declared",
      fresh({ requiredStatuses: ["ci/theirs"] }),
      "its required_statuses has a value that is neither declared nor that of a new queue",
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
    [
      "of which the undeclared ones are anything: a service has its own defaults",
      { batch: true, batchingMinSize: 9 },
    ],
    ["in a state that comes and goes", { state: "switching_modes" }],
  ])("F-02, F-02b: counts as created with settings %s", async (_, settings) => {
    const steps = [reads(GONE), creates(SENT, LOST), reads(fresh(settings)), updates(ALL, record(ALL))];
    const { result } = await play(steps, creating(ALL));
    expect(result).toMatchObject(ALL);
  });

  test("F-02b: a refusal of the second try is no proof either", async () => {
    const steps = [
      reads(GONE),
      creates(SENT, LOST),
      reads(GONE),
      creates(SENT, failure("refused")),
      reads(fresh({ concurrency: 9 })),
    ];
    const { error } = await playFailure(steps, creating(ALL));
    expect(error.code).toBe("outcome_unknown");
  });

  test("F-02b: the values that a new queue gets are learned from a create that was answered", async () => {
    const newQueues = new NewQueueValues();
    const theirs = { mergeMethod: "rebase", shiny: 3 };
    const first = [
      reads(GONE),
      creates(SENT),
      updates({ batch: true }, record({ ...SENT, batch: true, ...theirs })),
    ];
    await play(first, ({ context }) =>
      runCreate(context, { settings: { ...SENT, batch: true } }, { newQueues }),
    );
    const wanted = { settings: ALL, additionalSettings: new Map([["shiny", 5]]) };
    const create = (found: object, ...rest: ReturnType<typeof updates>[]): Promise<unknown> =>
      play([reads(GONE), creates(SENT, LOST), reads(found), ...rest], ({ context }) =>
        runCreate(context, wanted, { newQueues }),
      );
    const change = { ...ALL, additionalSettings: { shiny: 5 } };
    await create(fresh(theirs), updates(change, record({ ...ALL, shiny: 5 })));
    await expect(create(fresh({ ...theirs, mergeMethod: "merge_commit" }))).rejects.toThrow('"merge_commit"');
    await expect(create(fresh({ ...theirs, shiny: 4 }))).rejects.toThrow("its shiny has a value");
  });
});

describe("a queue that was created and could not be configured", () => {
  const BEGINNING = [reads(GONE), creates(SENT), updates(LATER, failure("server_error"))];

  test.each(SIGNS)(
    "F-08b: is kept if it has %s, and does not get into the state",
    async (_, found, reason) => {
      const { error } = await playFailure([...BEGINNING, looks(found)], creating(ALL));
      expect(error).toMatchObject({ code: "create_incomplete", details: { queue: QUEUE } });
      expect(error.details.record).toBeUndefined();
      for (const part of ["The service: server_error.", "The queue was kept as it is", reason]) {
        expect(error.message).toContain(part);
      }
    },
  );

  test.each([
    ["as a new queue has them", {}],
    ["as declared", LATER],
    ["that the service chose itself", { batch: true, testingTimeoutMinutes: 7, commentsEnabled: false }],
    ["with inherited statuses", { requiredStatuses: ["ci/inherited"] }],
  ])("F-08, F-08b: is removed with settings %s", async (_, settings) => {
    const steps = [...BEGINNING, looks(fresh(settings)), deletes(), reads(GONE)];
    const { error } = await playFailure(steps, creating(ALL));
    expect(error.code).toBe("create_rolled_back");
  });

  test("F-08, F-08b: a value that the service stored in place of ours is ours", async () => {
    const limited = { ...ALL, batchingMinSize: 100 };
    const steps = (now: number) => [
      reads(GONE),
      creates(SENT),
      updates({ ...LATER, batchingMinSize: 500 }, record(limited)),
      looks(live({ ...limited, batchingMinSize: now })),
    ];
    const create = (more: readonly ReturnType<typeof reads>[], now: number) =>
      playFailure([...steps(now), ...more], creating({ ...ALL, batchingMinSize: 500 }));
    expect((await create([deletes(), reads(GONE)], 100)).error.code).toBe("create_rolled_back");
    expect((await create([], 90)).error.code).toBe("create_incomplete");
  });

  test("F-08b, F-18: is kept if it has another state and the service does not list pull requests", async () => {
    const found = { ...fresh({ state: "draining" }), enqueuedPullRequests: undefined };
    const { error } = await playFailure([...BEGINNING, looks(found)], creating(ALL));
    expect(error.message).toContain('its state is "draining"');
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
      const { error } = await playFailure([...BEGINNING, looks(fresh()), ...rest], creating(ALL));
      expect(error.code).toBe("create_incomplete");
      expect(error.details.record).toBeUndefined();
    }
  });
});
