import { declareQueue, QUEUE, QueueStage } from "../support/e2e/queue-stage";
import { flatten } from "../support/e2e/terraform-workspace";

/** Declares a queue as `mergequeue_queue.copy`. */
function declareCopy(settings: string): string {
  const text = declareQueue(settings);
  return text.slice(text.indexOf("resource")).replace('"main" {', '"copy" {');
}

const TWICE = "declared by more than one resource";
const ADOPT = '  on_existing = "adopt"';

describe("two resources that declare one queue under the real Terraform", () => {
  let stage: QueueStage;

  afterEach(async () => {
    await stage.close();
  });

  async function tryRun(...args: readonly string[]): Promise<{ status: number | null; text: string }> {
    const { status, output } = await stage.workspace.tryRun(args);
    return { status, text: flatten(output.replaceAll("│", "")) };
  }

  test("I-2: the plan says so, and the apply makes the queue for one of them and leaves it so", async () => {
    stage = await QueueStage.attach(
      declareQueue(`${ADOPT}\n  concurrency = 2`) + declareCopy(`${ADOPT}\n  concurrency = 3`),
    );
    const plan = await tryRun("plan");
    expect(plan).toMatchObject({
      status: 0,
      text: expect.stringContaining(`Warning: Queue ${TWICE}`) as string,
    });

    const apply = await tryRun("apply", "-auto-approve");
    expect(apply.status).toBe(1);
    expect(apply.text).toContain(`Error: Queue ${TWICE}`);
    const stored = [...(await stage.workspace.readState()).values()];
    expect(stored).toHaveLength(1);
    const { concurrency } = stage.emulator.findQueue(QUEUE)?.settings ?? {};
    expect(stored[0]?.attributes).toMatchObject({ concurrency });

    // Taking it over from the one that has it would be undone by that one.
    const again = await tryRun("apply", "-auto-approve");
    expect(again.status).toBe(1);
    expect(again.text).toContain(`Error: Queue ${TWICE}`);
    expect((await stage.call("getQueue"))["concurrency"]).toBe(concurrency);
  });

  test("I-2: a queue that one resource gives up and another one takes is declared once", async () => {
    stage = await QueueStage.attach(declareQueue(""));
    const { workspace } = stage;
    await workspace.apply();
    await workspace.apply("-replace=mergequeue_queue.main");

    // The queues change places, each of them destroyed by one resource and created by the other.
    const next = (text: string) => text.replace('target_branch = "main"', 'target_branch = "next"');
    await stage.declare(declareQueue("") + next(declareCopy("")));
    await workspace.apply();
    await stage.declare(next(declareQueue("")) + declareCopy(""));
    const swapped = await tryRun("plan");
    expect(swapped).toMatchObject({ status: 0, text: expect.not.stringContaining(TWICE) as string });

    await stage.declare(declareQueue("").replace('"main" {', '"moved" {'));
    const moved = await tryRun("plan");
    expect(moved).toMatchObject({ status: 0, text: expect.not.stringContaining(TWICE) as string });
  });
});
