import { describeStateChange } from "../../src/reconcile/queue-state";
import { QUEUE, QUEUE_ID } from "./support/steps";

describe("describeStateChange", () => {
  const live = (state?: string) => ({
    settings: state === undefined ? {} : { state },
    pullRequests: [],
    additionalFields: {},
  });

  test("says both states, or that nothing was changed", () => {
    const paused = { before: live("running"), settings: { state: "paused" } };
    expect(describeStateChange(QUEUE, { ...paused, isChanged: true })).toBe(
      `Queue ${QUEUE_ID} is paused now; it was running.`,
    );
    expect(describeStateChange(QUEUE, { ...paused, isChanged: false })).toBe(
      `Queue ${QUEUE_ID} is paused already; nothing was changed.`,
    );
  });

  test("a state that the service does not show is unknown", () => {
    expect(describeStateChange(QUEUE, { before: live(), settings: {}, isChanged: true })).toBe(
      `Queue ${QUEUE_ID} is in an unknown state now; it was in an unknown state.`,
    );
  });
});
