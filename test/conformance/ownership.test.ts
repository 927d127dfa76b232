import fc from "fast-check";
import { arbitrarySchedule } from "../model/ownership/schedule";
import { readRandomRuns } from "../support/random-runs";
import { runSchedule } from "./support/ownership-world";

/** Longer than any number of schedules takes: it ends only a test that hangs. */
jest.setTimeout(24 * 3_600_000);

describe("pipelines and other hands on the same queues", () => {
  test("F-40 to F-45, F-47: in any schedule, nothing is deleted or overwritten that another hand changed before the last read", async () => {
    const property = fc.asyncProperty(arbitrarySchedule, async (schedule) => {
      expect(await runSchedule(schedule)).toEqual([]);
    });
    await fc.assert(property, readRandomRuns(25));
  });
});
