import { type CreatedQueue, findContradiction } from "../../src/queue/find-contradiction";

const STYLE = { nameSetting: (name: string) => name, isHidden: (name: string) => name === "mode" };
const NEW = {
  state: "running",
  mode: "single",
  concurrency: 1,
  batch: false,
  requiredStatuses: ["inherited"],
};
const OTHER = "has a value that is neither declared nor that of a new queue";

/** Compares a queue that has everything as declared or new, but for some settings, with the one that was created. */
function find(
  settings: object,
  more: Partial<CreatedQueue> = {},
  pullRequests?: readonly unknown[],
): unknown {
  const wanted = { settings: { mode: "parallel", batch: true, requiredStatuses: ["ci"] } } as const;
  const newQueue = { settings: NEW, additionalFields: { shiny: 1 } };
  const found = {
    settings: { ...NEW, mode: "parallel", ...settings },
    additionalFields: { shiny: 3 },
    pullRequests,
  };
  return findContradiction(found, { wanted, isConfirmed: true, newQueue, ...more }, STYLE);
}

describe("findContradiction", () => {
  test.each<[string, object, Partial<CreatedQueue>?]>([
    ["settings as declared or as a new queue has them", {}],
    ["undeclared settings of any value", { concurrency: 9 }],
    ["missing settings", { mode: undefined, state: undefined }],
    ["a state that comes and goes", { state: "switching_modes" }],
    [
      "what the service stored instead",
      { batch: 7 },
      { stored: { settings: { batch: 7 } as object, additionalFields: {} } },
    ],
    [
      "declared statuses, although its creation is not confirmed",
      { requiredStatuses: ["ci"] },
      { isConfirmed: false },
    ],
  ])("F-02b: there is none in a queue with %s", (_, settings, more = {}) => {
    expect(find(settings, more)).toBeUndefined();
    expect(find(settings, more, [])).toBeUndefined();
  });

  test.each<[string, object, string, Partial<CreatedQueue>?]>([
    [
      "state",
      { state: "paused" },
      'its state is "paused", a value that is neither declared nor that of a new queue',
    ],
    ["mode", { mode: "single" }, `its mode ${OTHER}`],
    ["batch", { batch: 7 }, "its batch is 7, a value that is neither declared nor that of a new queue"],
    ["requiredStatuses", { requiredStatuses: ["other"] }, `its requiredStatuses ${OTHER}`],
    [
      "requiredStatuses",
      { requiredStatuses: ["inherited"] },
      `its requiredStatuses ${OTHER}`,
      { isConfirmed: false },
    ],
    [
      "additionalSettings.shiny",
      {},
      `its shiny ${OTHER}`,
      { wanted: { settings: {}, additionalSettings: new Map([["shiny", 2]]) } },
    ],
  ])("F-08b: %s of %j is one", (field, settings, reason, more = {}) => {
    expect(find(settings, more)).toEqual({ reason, field });
  });

  test("F-08b: a pull request is one", () => {
    expect(find({}, {}, [{}])).toEqual({ reason: "it has pull requests in it" });
  });
});
