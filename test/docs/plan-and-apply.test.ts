import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type OpenEmulator, startOpenEmulator } from "../../src/emulator/start-emulator";
import { parseQueueId } from "../../src/queue/parse-queue-id";
import { happen, QUEUE_ID, runOn, TOKEN } from "../cli/support/run-on-service";
import { makeScratch } from "../support/make-scratch";

const ROOT = join(__dirname, "../..");
const PAGE = readFileSync(join(ROOT, "docs/plan-and-apply.md"), "utf8");
const RECIPES = readFileSync(join(ROOT, "docs/guides/recipes.md"), "utf8");

/** A command of the page and its output on the page. */
interface Step {
  readonly args: readonly string[];
  readonly output: string;
}

function listSteps(): Step[] {
  const blocks = [...PAGE.matchAll(/^```console\n(.*?)^```$/gms)].map(([, block = ""]) => block);
  return blocks.flatMap((block) =>
    block
      .split(/^\$ /m)
      .filter((part) => part !== "")
      .map((part) => {
        const [command = "", ...lines] = part.split("\n");
        return { args: command.split(" ").slice(1), output: lines.join("\n") };
      }),
  );
}

describe("docs/plan-and-apply.md", () => {
  let emulator: OpenEmulator;
  const workingDirectory = join(makeScratch(), "queues");

  beforeAll(() => {
    mkdirSync(workingDirectory);
  });

  beforeEach(async () => {
    emulator = await startOpenEmulator({ token: TOKEN });
  });

  afterEach(() => emulator.close());

  test("its commands, run in order, print the output that it shows", async () => {
    const stack = /^```json\n(.*?)^```$/ms.exec(PAGE)?.[1] ?? "";
    writeFileSync(join(workingDirectory, "main.tf.json"), stack);
    const steps = listSteps();
    expect(steps.map(({ args }) => args[0])).toEqual(["plan", "apply", "plan", "plan", "apply", "destroy"]);
    const identity = parseQueueId(QUEUE_ID);
    for (const { args, output } of steps) {
      if (args.includes("--out")) {
        // According to the page, the queue has been changed by then.
        const settings = { requiredStatuses: ["ci/build", "ci/lint"] };
        happen(emulator, { type: "updateQueue", identity, settings, deletesRequiredStatuses: false });
      }
      let all = "";
      const add = (text: string): void => {
        all += text;
      };
      await runOn(emulator, args, { workingDirectory, writeOut: add, writeError: add });
      const shown = all
        .replaceAll(new URL(emulator.url).origin, "https://merge.example.com")
        .replace(/sha256:[0-9a-f]{64}/, "sha256:…");
      expect({ args, shown }).toEqual({ args, shown: output });
    }
    expect(emulator.findQueue(identity)).toBeUndefined();
  });

  test("its command prints the comment that docs/guides/recipes.md shows", async () => {
    const command = /^mergequeue (plan .*--format markdown) > comment\.md$/m.exec(PAGE)?.[1] ?? "";
    const file = join(workingDirectory, "main.tf.json");
    const stack = /^```json\n(.*?)^```$/ms.exec(PAGE)?.[1] ?? "";
    writeFileSync(file, stack);
    await runOn(emulator, ["apply", "--auto-approve"], { workingDirectory });
    writeFileSync(file, stack.replace(": 4", ": 8").replace(', "ci/test"', ""));
    const { exitStatus, out } = await runOn(emulator, command.split(" "), { workingDirectory });
    expect(exitStatus).toBe(2);
    expect(/^```markdown\n(.*?)^```$/ms.exec(RECIPES)?.[1]).toBe(out);
  });

  test("the parts of the workflow that docs/guides/recipes.md shows are those of the file", () => {
    const workflow = readFileSync(join(ROOT, "examples/recipes/github-actions/queues.yml"), "utf8");
    const parts = [...RECIPES.matchAll(/^```yaml\n(.*?)^```$/gms)].map(([, part = ""]) => part);
    expect(parts).toHaveLength(5);
    expect(parts.filter((part) => !workflow.includes(part))).toEqual([]);
  });
});
