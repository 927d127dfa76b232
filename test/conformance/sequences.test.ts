import fc from "fast-check";
import { startOpenEmulator } from "../../src/emulator/start-emulator";
import { arbitrarySequence } from "../model/arbitrary-sequence";
import type { Sequence } from "../model/command";
import { runSequence } from "../model/run-sequence";
import { ADDITIONAL_SETTINGS, ServiceSide } from "../model/service-side";
import type { TerraformSide } from "../plugin/support/terraform-side";
import { readRandomRuns } from "../support/random-runs";
import { waitFor } from "../support/wait-for";
import { CoreWorld } from "./support/core-world";
import { MemoryService } from "./support/memory-service";
import { BuiltProvider, configure } from "./support/provider-under-test";
import { SessionProvider } from "./support/session-provider";

/** Longer than any number of sequences takes: it ends only a test that hangs. */
jest.setTimeout(24 * 3_600_000);

describe("any sequence of commands", () => {
  test("I-1 to I-6, C-40: ends as the model says, and then converges", async () => {
    const property = fc.asyncProperty(arbitrarySequence(), async (sequence) => {
      await runSequence(sequence, await startMemoryWorld(sequence));
    });
    await fc.assert(property, readRandomRuns(40));
  });
});

describe("any sequence of commands, with the built provider", () => {
  let provider: BuiltProvider;
  let side: TerraformSide | undefined;

  beforeAll(async () => {
    provider = await BuiltProvider.layOut();
  });

  afterAll(async () => {
    await provider.remove();
  });

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

async function startMemoryWorld({ inheritedStatuses }: Sequence): Promise<CoreWorld> {
  const service = new MemoryService({ inheritedStatuses, additionalSettings: ADDITIONAL_SETTINGS });
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
