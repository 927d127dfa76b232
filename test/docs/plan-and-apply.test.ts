import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type OpenEmulator, startOpenEmulator } from "../../src/emulator/start-emulator";
import { parseQueueId } from "../../src/queue/parse-queue-id";
import { happen, QUEUE_ID, runOn, TOKEN } from "../cli/support/run-on-service";
import { makeScratch } from "../support/make-scratch";
import { listBlocks } from "./support/page-program";
import { readText } from "./support/registry-pages";

const PAGE = readText("docs/plan-and-apply.md");
const RECIPES = readText("docs/guides/recipes.md");
const [STACK = ""] = listBlocks(PAGE, "json");

/** A command of the page and its output on the page. */
interface Step {
  readonly args: readonly string[];
  readonly output: string;
}

function listSteps(): Step[] {
  const parts = listBlocks(PAGE, "console").flatMap((block) => block.split(/^\$ /m).slice(1));
  return parts.map((part) => {
    const [command = "", ...lines] = part.split("\n");
    return { args: command.split(" ").slice(1), output: lines.join("\n") };
  });
}

describe("docs/plan-and-apply.md", () => {
  let emulator: OpenEmulator;
  const workingDirectory = join(makeScratch(), "queues");
  const file = join(workingDirectory, "main.tf.json");

  beforeAll(() => {
    mkdirSync(workingDirectory);
  });

  beforeEach(async () => {
    emulator = await startOpenEmulator({ token: TOKEN });
  });

  afterEach(() => emulator.close());

  test("its commands, run in order, print the output that it shows", async () => {
    writeFileSync(file, STACK);
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
    writeFileSync(file, STACK);
    await runOn(emulator, ["apply", "--auto-approve"], { workingDirectory });
    writeFileSync(file, STACK.replace(": 4", ": 8").replace(', "ci/test"', ""));
    const { exitStatus, out } = await runOn(emulator, command.split(" "), { workingDirectory });
    expect(exitStatus).toBe(2);
    expect(listBlocks(RECIPES, "markdown")[0]).toBe(out);
  });

  test("the parts of the workflow that docs/guides/recipes.md shows are those of the file", () => {
    const workflow = readText("examples/recipes/github-actions/queues.yml");
    const parts = listBlocks(RECIPES, "yaml");
    expect(parts).toHaveLength(5);
    expect(parts.filter((part) => !workflow.includes(part))).toEqual([]);
  });
});
