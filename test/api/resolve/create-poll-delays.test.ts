import { createPollDelays } from "../../../src/api/resolve/create-poll-delays";

describe("createPollDelays", () => {
  test("doubles from a quarter of a second to five seconds, each source for itself", () => {
    const next = createPollDelays();
    const delays = Array.from({ length: 7 }, () => next());
    expect(delays).toEqual([250, 500, 1_000, 2_000, 4_000, 5_000, 5_000]);
    expect(createPollDelays()()).toBe(250);
  });
});
