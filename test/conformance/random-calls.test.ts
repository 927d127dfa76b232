import fc from "fast-check";
import { ADDITIONAL_SETTINGS } from "../model/service-side";
import { readRandomRuns } from "../support/random-runs";
import { arbitraryCalls } from "./support/arbitrary-call";
import { MemoryService } from "./support/memory-service";
import { RandomCaller } from "./support/random-caller";
import { SessionProvider } from "./support/session-provider";

test("C-05, C-08, C-10, C-20, C-30 to C-33, C-36, C-38, C-50, C-51, C-60, C-62, C-63, C-65, C-66: any calls in any order get responses that core accepts", async () => {
  await fc.assert(
    fc.asyncProperty(arbitraryCalls, async (batches) => {
      const service = new MemoryService({ additionalSettings: ADDITIONAL_SETTINGS });
      const { side } = await SessionProvider.start(service);
      await side.configure({});
      const caller = new RandomCaller(side, service);
      for (const calls of batches) await Promise.all(calls.map((call) => caller.call(call)));
    }),
    readRandomRuns(150),
  );
});
