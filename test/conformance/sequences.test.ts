import fc from "fast-check";
import { type Fault, rewriteAnswer } from "../../src/emulator/faults";
import { startOpenEmulator } from "../../src/emulator/start-emulator";
import { arbitrarySequence } from "../model/arbitrary-sequence";
import type { Sequence } from "../model/command";
import { runSequence } from "../model/run-sequence";
import { ADDITIONAL_SETTINGS, ServiceSide } from "../model/service-side";
import type { TerraformSide } from "../plugin/support/terraform-side";
import { capitalWords } from "../support/capital-words";
import { readRandomRuns } from "../support/random-runs";
import { waitFor } from "../support/wait-for";
import { CoreWorld } from "./support/core-world";
import { MemoryService } from "./support/memory-service";
import { configure, onBuiltProvider, provider } from "./support/provider-under-test";
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

describe("any sequence of commands, with the built provider", () => {
  let side: TerraformSide | undefined;
  onBuiltProvider();

  test("I-1 to I-6, C-40, C-72: ends as the model says, and then converges", async () => {
    const property = fc.asyncProperty(arbitrarySequence({ isRealTime: true }), async (sequence) => {
      const { inheritedStatuses } = sequence;
      const emulator = await startOpenEmulator({
        options: { inheritedStatuses, additionalSettings: ADDITIONAL_SETTINGS },
      });
      const host = {
        start: async () => {
          // One process serves one sequence after the other, as long as it is not killed.
          side ??= await provider.start();
          return side;
        },
        configure: async () => {
          if (side !== undefined) await configure(side, emulator);
        },
        kill: async () => {
          const killed = side?.process;
          side = undefined;
          killed?.child.kill("SIGKILL");
          await killed?.exited;
        },
        settle: async () => {
          await waitFor(() => emulator.connections.open === 0, "the end of the connections");
        },
      };
      try {
        await runSequence(sequence, await CoreWorld.start(host, new ServiceSide(emulator)));
      } finally {
        await emulator.close();
      }
    });
    // Shrinking takes too long here; the error shows the commands that were run.
    await fc.assert(property, { ...readRandomRuns(8), endOnFailure: true });
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
