import { type Fault, onOperation, rewriteAnswer, rewriteRequest } from "../../src/emulator/faults";
import { attachStage, declareQueue, onStages, stage } from "../support/e2e/queue-stage";

onStages();

const NAMES = ["enqueueingLabel", "extensionEnabled", "labelCommandsEnabled", "stateLabelsEnabled"];
const ATTRIBUTES = [
  "enqueueing_label",
  "extension_enabled",
  "label_commands_enabled",
  "state_labels_enabled",
];
function withoutThem(body: unknown): unknown {
  return Object.fromEntries(Object.entries(body as object).filter(([name]) => !NAMES.includes(name)));
}

/** A service that ignores these settings and does not show them. */
const WITHOUT_THEM: readonly Fault[] = [
  onOperation("updateQueue", rewriteRequest(withoutThem)),
  rewriteAnswer(withoutThem),
];

describe("settings that the interface does not name, under the real Terraform", () => {
  async function readState(): Promise<{ readonly [attribute: string]: unknown } | undefined> {
    const [resource] = await stage.workspace.showState();
    return resource?.values;
  }

  test("I-1: a service without them is as good as before, unless one is declared", async () => {
    await attachStage(declareQueue("  concurrency = 3"));
    stage.emulator.setFaults(...WITHOUT_THEM);
    const calls = await stage.record(() => stage.workspace.apply());
    expect(calls.map(({ operation }) => operation)).toEqual([
      "getQueue",
      "getQueue",
      "createQueue",
      "getQueue",
    ]);
    const state = await readState();
    expect(ATTRIBUTES.map((name) => state?.[name])).toEqual([null, null, null, null]);
    await stage.workspace.expectEmptyPlan();

    await stage.declare(declareQueue("  concurrency = 3\n  state_labels_enabled = true"));
    const text = await stage.workspace.refuse(
      ["apply", "-auto-approve"],
      "state_labels_enabled: asked for true, nothing is shown",
    );
    for (const name of ATTRIBUTES.slice(0, -1)) expect(text).not.toContain(name);

    await stage.declare(declareQueue("  concurrency = 4"));
    await stage.workspace.converge();
  });
});
