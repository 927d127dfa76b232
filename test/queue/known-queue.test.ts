import { KnownQueue, type SentChange, type ShownSettings } from "../../src/queue/known-queue";

const STYLE = { nameSetting: (name: string) => name, isHidden: (name: string) => name === "mergeMethod" };
const SETTINGS = {
  state: "running",
  concurrency: 1,
  mergeMethod: "squash",
  batch: false,
  batchingMinSize: 4,
};
const READ = {
  settings: { ...SETTINGS, bisectionConcurrency: 1 },
  additionalFields: { shiny: 1, dull: 1 },
};
const DRAINED: readonly SentChange[] = [{ settings: { state: "draining" } }];

/** Makes a request that sets an additional setting. */
function shine(value: number): readonly SentChange[] {
  return [{ settings: {}, additionalSettings: new Map([["shiny", value]]) }];
}

function find(
  { settings = {}, additionalFields = {} }: Partial<ShownSettings>,
  sent: readonly SentChange[] = [],
  comparesState?: boolean,
): string | undefined {
  const known = new KnownQueue(undefined, ["shiny"]);
  known.see(READ);
  for (const change of sent) known.send(change);
  const live = {
    settings: { ...READ.settings, ...settings },
    additionalFields: { ...READ.additionalFields, ...additionalFields },
  };
  return known.findDrift(live, STYLE, comparesState)?.reason;
}

describe("what is known of a queue", () => {
  test.each<[string, Partial<ShownSettings>, (readonly SentChange[])?]>([
    ["what was read", {}],
    ["what was sent", { settings: { concurrency: 9 } }, [{ settings: { concurrency: 9 } }]],
    [
      "an earlier request's value",
      { settings: { concurrency: 8 } },
      [{ settings: { concurrency: 8 } }, { settings: { concurrency: 9 } }],
    ],
    ["a state, where none was sent", { settings: { state: "paused" } }],
    ["a state that comes and goes", { settings: { state: "switching_modes" } }, DRAINED],
    ["a missing setting", { settings: { concurrency: undefined } }],
    ["a new setting", { settings: { enqueueingLabel: "merge" } }],
    ["a field that is not declared", { additionalFields: { dull: 2 } }],
    ["an additional setting that was sent", { additionalFields: { shiny: 2 } }, shine(2)],
    ["an empty list where the service showed none", { settings: { requiredStatuses: [] } }],
    [
      "any list after a release",
      { settings: { requiredStatuses: ["ci"] } },
      [{ settings: {}, deleteRequiredStatuses: true }],
    ],
    [
      "settings that follow one that was sent",
      { settings: { batch: true, batchingMinSize: 9 } },
      [{ settings: { batch: true } }],
    ],
    [
      "the same for bisections",
      { settings: { concurrency: 3, bisectionConcurrency: 3 } },
      [{ settings: { concurrency: 3 } }],
    ],
  ])("F-42: explains %s", (_, live, sent = []) => {
    expect(find(live, sent)).toBeUndefined();
  });

  test.each<[string, Partial<ShownSettings>, (readonly SentChange[])?, boolean?]>([
    ["its concurrency is 9 and was 1", { settings: { concurrency: 9 } }, [{ settings: { concurrency: 8 } }]],
    ["its mergeMethod has another value", { settings: { mergeMethod: "rebase" } }],
    ["its shiny has another value", { additionalFields: { shiny: 2 } }, shine(3)],
    ['its requiredStatuses is ["ci"] and was []', { settings: { requiredStatuses: ["ci"] } }],
    ['its state is "paused" and was "running"', { settings: { state: "paused" } }, DRAINED],
    ['its state is "paused" and was "running"', { settings: { state: "paused" } }, [], true],
  ])("F-42: %s", (reason, ...facts) => {
    expect(find(...facts)).toBe(reason);
  });

  test("F-41: what a request sent no longer counts once it is certain that it was not applied", () => {
    const known = new KnownQueue(READ);
    const takeBack = known.send({ settings: { concurrency: 9 } });
    const live = { ...READ, settings: { ...READ.settings, concurrency: 9 } };
    expect(known.findDrift(live, STYLE)).toBeUndefined();
    takeBack();
    expect(known.findDrift(live, STYLE)).toMatchObject({ field: "concurrency" });
  });

  test("F-41: what a service stored for what was sent is ours, and nothing else in its response", () => {
    const known = new KnownQueue(READ, ["shiny"]);
    const change = { settings: { concurrency: 9 }, additionalSettings: new Map([["shiny", 9]]) };
    known.send(change);
    known.store(change, { settings: { concurrency: 5, batch: true }, additionalFields: { shiny: 5 } });
    const live = { settings: { ...READ.settings, concurrency: 5 }, additionalFields: { shiny: 5 } };
    expect(known.findDrift(live, STYLE)).toBeUndefined();
    const other = { ...live, settings: { ...live.settings, batch: true } };
    expect(known.findDrift(other, STYLE)).toMatchObject({ field: "batch" });
  });

  test("F-42: an additional setting that has got an attribute is stored there", () => {
    const change = { settings: {}, additionalSettings: new Map([["notReadyTimeoutHours", 2]]) };
    const live = { settings: { notReadyTimeoutHours: 2 }, additionalFields: {} };
    expect(new KnownQueue().isStored(change, live)).toBe(true);
  });

  test("F-44: what a state does not know proves nothing", () => {
    const known = new KnownQueue({ settings: { concurrency: 1 }, additionalFields: {} }, ["shiny"]);
    const live = { settings: { concurrency: 1, requiredStatuses: ["ci"] }, additionalFields: { shiny: 2 } };
    expect(known.findDrift(live, STYLE)).toBeUndefined();
    expect(new KnownQueue().findDrift(READ, STYLE)).toBeUndefined();
  });
});
