import fc from "fast-check";
import { arbitrarySchedule } from "../model/ownership/schedule";
import { readRandomRuns } from "../support/random-runs";
import { OwnershipWorld } from "./support/ownership-world";

describe("pipelines and other hands on the same queues", () => {
  test("F-40 to F-45, F-47: in any schedule, nothing is deleted or overwritten that another hand changed before the last read", async () => {
    const property = fc.asyncProperty(arbitrarySchedule, async (schedule) => {
      expect(await OwnershipWorld.run(schedule)).toEqual([]);
    });
    await fc.assert(property, readRandomRuns(100));
  });
});
