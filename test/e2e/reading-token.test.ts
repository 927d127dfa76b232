import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createStage, declareQueue, onStages, stage } from "../support/e2e/queue-stage";
import { type DebugProvider, startDebugProvider } from "../support/e2e/start-debug-provider";
import {
  READING_TOKEN,
  startTwoTokens,
  type TwoTokens,
  WRITING_TOKEN,
} from "../support/e2e/start-two-tokens";
import { flatten } from "../support/e2e/terraform-workspace";

onStages();

const FIRST = declareQueue("  concurrency = 3");
const SECOND = declareQueue("  concurrency = 4");

/** The Terraform commands of each shell block of docs/guides/recipes.md that sets the hosts, as arguments. */
function listDocumentedCommands(): readonly (readonly string[][])[] {
  const page = readFileSync(join(__dirname, "../../docs/guides/recipes.md"), "utf8");
  return [...page.matchAll(/^```sh\n([^`]*ALLOWED_HOSTS.*?)^```$/gms)].map(([, block = ""]) =>
    [...block.matchAll(/^terraform (.+)$/gm)].map(([, args = ""]) => args.split(" ")),
  );
}

describe("a token that may only read", () => {
  let service: TwoTokens;
  /** A provider for each token: starting one for each command takes most of its time. */
  let reader: DebugProvider;
  let writer: DebugProvider;

  beforeEach(async () => {
    await createStage(FIRST);
    service = await startTwoTokens(stage.emulator);
    const { host } = new URL(service.url);
    const env = { MERGEQUEUE_BASE_URL: service.url, MERGEQUEUE_ALLOWED_HOSTS: host };
    reader = await startDebugProvider({ ...env, MERGEQUEUE_TOKEN: READING_TOKEN });
    writer = await startDebugProvider({ ...env, MERGEQUEUE_TOKEN: WRITING_TOKEN });
  });

  afterEach(async () => {
    await reader.stop();
    await writer.stop();
    await service.close();
  });

  function run(args: readonly string[], { reattach }: DebugProvider) {
    return stage.workspace.tryRun(args, { TF_REATTACH_PROVIDERS: reattach });
  }

  /** Applies with the reading token, and expects one refused request and one error that says what to do. */
  async function expectRefusal(args: readonly string[], operation: string): Promise<void> {
    const before = service.refused.length;
    const { status, output } = await run(args, reader);
    expect(status).toBe(1);
    expect(flatten(output)).toContain("Operation not allowed for this token");
    expect(flatten(output)).toContain("MERGEQUEUE_TOKEN");
    expect(output.match(/^\W*Error: /gm)).toHaveLength(1);
    expect(output).not.toContain(READING_TOKEN);
    expect(service.refused.slice(before)).toEqual([`/v1/${operation}`]);
  }

  test("S-25: is enough for the job that plans in docs/guides/recipes.md; the job that applies has another", async () => {
    const [plans = [], applies = []] = listDocumentedCommands();
    expect([plans.length, applies.length]).toEqual([1, 2]);
    for (const args of plans) {
      const planned = await run(args, reader);
      expect(planned.status).toBe(0);
      expect(flatten(planned.output)).not.toContain("not allowed");
    }
    expect(stage.hasQueue()).toBe(false);
    for (const args of applies) expect(await run(args, writer)).toMatchObject({ status: 0 });
    expect(stage.hasQueue()).toBe(true);

    await stage.declare(SECOND);
    const changed = await run(["plan", "-detailed-exitcode"], reader);
    expect(changed.status).toBe(2);
    expect(flatten(changed.output)).toContain("concurrency = 3 -> 4");
    expect(service.refused).toEqual([]);
  });

  test("S-25: cannot create, update or destroy: each takes one request and does not change the state", async () => {
    await expectRefusal(["apply", "-auto-approve"], "createQueue");
    expect(await stage.workspace.showState()).toEqual([]);

    expect(await run(["apply", "-auto-approve"], writer)).toMatchObject({ status: 0 });
    const state = await stage.workspace.showState();
    await stage.declare(SECOND);
    await expectRefusal(["apply", "-auto-approve"], "updateQueue");
    expect(await stage.workspace.showState()).toEqual(state);

    await expectRefusal(["destroy", "-auto-approve"], "deleteQueue");
    expect(await stage.workspace.showState()).toEqual(state);
    expect(stage.hasQueue()).toBe(true);
  });
});
