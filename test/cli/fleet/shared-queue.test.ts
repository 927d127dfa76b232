import { type Fault, fail, onOperation } from "../../../src/emulator/faults";
import type { OpenEmulator } from "../../../src/emulator/start-emulator";
import { parseQueueId } from "../../../src/queue/queue-identity";
import type { CommandRun } from "../fake-context";
import { onFleetStage } from "../support/fleet-stage";
import { happen, runOn } from "../support/run-on-service";
import { writeStack } from "../support/write-stack";

const API_ID = "github.com/acme/api/main";
const IDENTITY = parseQueueId(API_ID);
const DECLARED = { mode: "single", concurrency: 2, merge_method: "squash" };

let emulator: OpenEmulator;
let directory: string;

onFleetStage((stage) => {
  ({ emulator, directory } = stage);
});

/** Applies while another pipeline acts right before a request, which then fails without effect. */
async function applyWhile(
  operation: "createQueue" | "updateQueue",
  status: number,
  act: () => void,
): Promise<CommandRun> {
  writeStack(directory, { [API_ID]: DECLARED });
  const interfere: Fault = (request, next) => {
    act();
    return fail(status)(request, next);
  };
  emulator.setFaults(onOperation(operation, interfere));
  return runOn(emulator, ["apply", "--auto-approve"], { workingDirectory: directory });
}

function expectKept({ exitStatus, error }: CommandRun, parts: readonly string[]): void {
  expect(exitStatus).toBe(1);
  for (const part of [API_ID, ...parts, "run mergequeue plan"]) expect(error).toContain(part);
  expect(emulator.findQueue(IDENTITY)?.settings).toMatchObject({
    concurrency: 9,
    mergeMethod: "merge_commit",
  });
}

describe("mergequeue apply on a service that others use", () => {
  test("F-02b, L-3: a create whose response is lost does not change a queue that may be another pipeline's", async () => {
    const run = await applyWhile("createQueue", 503, () => {
      happen(emulator, { type: "createQueue", identity: IDENTITY, settings: { concurrency: 9 } });
    });
    expectKept(run, ["its concurrency is 9 and not 2", "Nothing was changed"]);
  });

  test("F-08b, L-3: a create that fails does not delete a queue that another pipeline has changed", async () => {
    const run = await applyWhile("updateQueue", 400, () => {
      const settings = { concurrency: 9 };
      happen(emulator, { type: "updateQueue", identity: IDENTITY, settings, deletesRequiredStatuses: false });
    });
    expectKept(run, ["its concurrency is 9 and not 2", "was kept as it is"]);
  });
});
