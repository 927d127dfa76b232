import fc from "fast-check";
import { type Fault, rewriteAnswer } from "../../src/emulator/faults";
import { arbitrarySequence } from "../model/arbitrary-sequence";
import type { Sequence } from "../model/command";
import { runSequence } from "../model/run-sequence";
import { ADDITIONAL_SETTINGS, ServiceSide } from "../model/service-side";
import { capitalWords } from "../support/capital-words";
import { readRandomRuns } from "../support/random-runs";
import { CoreWorld } from "./support/core-world";
import { MemoryService } from "./support/memory-service";
import { SessionProvider } from "./support/session-provider";

/** Longer than any number of sequences takes: it ends only a test that hangs. */
jest.setTimeout(24 * 3_600_000);

describe("any sequence of commands", () => {
  test("I-1 to I-6, C-40, C-41, C-61, F-18: ends as the model says, and then converges", async () => {
    const faults = fc.constantFrom([], [capitalWords, reorder]);
    const property = fc.asyncProperty(arbitrarySequence(), faults, async (sequence, always) => {
      await runSequence(sequence, await startMemoryWorld(sequence, always));
    });
    await fc.assert(property, readRandomRuns(25));
  });
});

/** A service that returns sets in another order than requested. */
const reorder = rewriteAnswer((body) => {
  const { requiredStatuses } = body as { readonly requiredStatuses?: readonly string[] };
  return requiredStatuses === undefined
    ? body
    : { ...(body as object), requiredStatuses: [...requiredStatuses].reverse() };
});

async function startMemoryWorld(
  { inheritedStatuses }: Sequence,
  always: readonly Fault[],
): Promise<CoreWorld> {
  const service = new MemoryService(
    { inheritedStatuses, additionalSettings: ADDITIONAL_SETTINGS },
    { always },
  );
  let provider: SessionProvider | undefined;
  const host = {
    start: async () => {
      provider = await SessionProvider.start(service);
      return provider.side;
    },
    configure: async () => {
      await provider?.side.configure({});
    },
    kill: () => {
      provider?.kill();
      return Promise.resolve();
    },
    settle: async () => provider?.settle(),
  };
  return CoreWorld.start(host, new ServiceSide(service));
}
