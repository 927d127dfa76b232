import { assumeDefaults } from "../../../src/queue/settings";
import { NewQueueValues } from "../../../src/reconcile/create/new-queue-values";

const ASSUMED = assumeDefaults({ concurrency: 3 });

function learn(values: NewQueueValues, settings: object, sent: object = {}): void {
  const shown = { settings: { ...assumeDefaults({ concurrency: 2 }), concurrency: 2, ...settings } };
  values.learn({ ...shown, additionalFields: {} }, { settings: { concurrency: 2, ...sent } });
}

describe("NewQueueValues", () => {
  test("F-02b: expects what is assumed until something is learned", () => {
    expect(new NewQueueValues().expect({ concurrency: 3 })).toEqual({
      settings: ASSUMED,
      additionalFields: {},
    });
  });

  test("F-02b: learns what was not sent, and forgets it when a later queue is as assumed", () => {
    const values = new NewQueueValues();
    learn(values, { mergeMethod: "rebase", testingTimeoutMinutes: 7 }, { testingTimeoutMinutes: 7 });
    expect(values.expect({ concurrency: 3 }).settings).toEqual({ ...ASSUMED, mergeMethod: "rebase" });
    learn(values, {});
    expect(values.expect({ concurrency: 3 }).settings).toEqual(ASSUMED);
  });

  test("a setting that follows another one says nothing where that one was sent", () => {
    const values = new NewQueueValues();
    learn(values, { batch: true, batchingMinSize: 9 }, { batch: true });
    expect(values.expect({ concurrency: 3 }).settings).toEqual(ASSUMED);
  });

  test("a state, a list of statuses and a setting that is not shown are not learned", () => {
    const values = new NewQueueValues();
    learn(values, { state: "paused", requiredStatuses: ["ci"], mergeMethod: undefined });
    expect(values.expect({ concurrency: 3 }).settings).toEqual(ASSUMED);
  });

  test("the bisection concurrency of a new queue is its concurrency, unless learned otherwise", () => {
    const values = new NewQueueValues();
    learn(values, {});
    expect(values.expect({ concurrency: 5 }).settings.bisectionConcurrency).toBe(5);
    learn(values, { bisectionConcurrency: 7 });
    expect(values.expect({ concurrency: 5 }).settings.bisectionConcurrency).toBe(7);
  });

  test("additional settings are learned unless they were sent", () => {
    const values = new NewQueueValues();
    const additionalFields = { shiny: 1, old: 2 };
    values.learn(
      { settings: {}, additionalFields },
      { settings: {}, additionalSettings: new Map([["old", 2]]) },
    );
    expect(values.expect({}).additionalFields).toEqual({ shiny: 1 });
  });
});
