import fc from "fast-check";
import { arbitrarySequence } from "../model/arbitrary-sequence";
import type { Sequence } from "../model/command";
import { runSequence } from "../model/run-sequence";
import { ServiceSide } from "../model/service-side";
import type { ProviderHost } from "./support/core-world";
import { CoreWorld } from "./support/core-world";
import { MemoryService } from "./support/memory-service";
import { SessionProvider } from "./support/session-provider";

jest.setTimeout(3_600_000);

const RUNS = Number(process.env["MERGEQUEUE_SEQUENCES"] ?? 300);
const SEED = process.env["MERGEQUEUE_SEED"];

describe("any sequence of commands", () => {
  test("I-1 to I-6, C-40: ends as the model says, and comes right at last", async () => {
    await fc.assert(
      fc.asyncProperty(arbitrarySequence(), async (sequence) => {
        const world = await startMemoryWorld(sequence);
        await runSequence(sequence, world);
      }),
      { numRuns: RUNS, ...(SEED === undefined ? {} : { seed: Number(SEED) }) },
    );
  });
});

async function startMemoryWorld({ inheritedStatuses }: Sequence): Promise<CoreWorld> {
  const service = new MemoryService({ inheritedStatuses });
  let provider: SessionProvider | undefined;
  const host: ProviderHost = {
    start: async () => {
      provider = await SessionProvider.start(service);
      return provider.side;
    },
    kill: () => {
      provider?.kill();
      return Promise.resolve();
    },
    settle: async () => provider?.settle(),
    close: () => Promise.resolve(),
  };
  return CoreWorld.start(host, new ServiceSide(service));
}
