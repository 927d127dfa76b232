import { type CreatedQueue, findNewQueueDrift } from "../../src/queue/find-new-queue-drift";

const STYLE = { nameSetting: (name: string) => name, isHidden: (name: string) => name === "mode" };
const NEW = { state: "running", mode: "single", concurrency: 1, batch: false, requiredStatuses: ["ci"] };
const FOREIGN = "a value that is neither declared nor the default of a new queue";

/** Compares a queue, as declared or new but for some settings, with the one that was created. */
function find(settings: object, more: Partial<CreatedQueue>, pullRequests?: readonly unknown[]): unknown {
  const wanted = { settings: { mode: "parallel", batch: true, requiredStatuses: ["ci"] } } as const;
  const found = { settings: { ...NEW, mode: "parallel", ...settings }, additionalFields: { shiny: 3 } };
  const newQueue = { settings: NEW, additionalFields: { shiny: 1 } };
  const created = { wanted, newQueue, ...more };
  return findNewQueueDrift({ ...found, pullRequests }, created, STYLE);
}

const SQUASH = { wanted: { settings: { mergeMethod: "squash" } } } as const;

describe("findNewQueueDrift", () => {
  const additional = (name: string): Partial<CreatedQueue> => {
    return { wanted: { settings: {}, additionalSettings: new Map([[name, 2]]) } };
  };

  test.each<[string, object, Partial<CreatedQueue>?]>([
    ["settings as declared or as a new queue has them", {}],
    ["undeclared settings of any value", { concurrency: 9 }],
    ["missing settings", { mode: undefined, state: undefined }],
    ["a state that comes and goes", { state: "switching_modes" }],
    ["no statuses", { requiredStatuses: [] }],
    ["a declared setting of which nothing is known", { mergeMethod: "rebase" }, SQUASH],
    ["additional settings of which nothing was learned", {}, additional("dull")],
  ])("F-02b: there is none in a queue with %s", (_, settings, more = {}) => {
    expect(find(settings, more)).toBeUndefined();
    expect(find(settings, more, [])).toBeUndefined();
  });

  test.each<[string, object, string, Partial<CreatedQueue>?]>([
    ["state", { state: "paused" }, `its state is "paused", ${FOREIGN}`],
    ["mode", { mode: "single" }, `its mode has ${FOREIGN}`],
    ["requiredStatuses", { requiredStatuses: ["x"] }, `its requiredStatuses has ${FOREIGN}`],
    ["additionalSettings.shiny", {}, `its shiny has ${FOREIGN}`, additional("shiny")],
  ])("F-02b: %s of %j is one", (field, settings, reason, more = {}) => {
    expect(find(settings, more)).toEqual({ reason, field });
  });

  test("F-02b: a pull request is one", () => {
    expect(find({}, {}, [{}])).toEqual({ reason: "it has pull requests in it" });
  });
});
