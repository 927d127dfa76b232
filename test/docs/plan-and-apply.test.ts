import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type OpenEmulator, startOpenEmulator } from "../../src/emulator/start-emulator";
import { parseQueueId } from "../../src/queue/parse-queue-id";
import { happen, QUEUE_ID, runOn, TOKEN } from "../cli/support/run-on-service";
import { makeScratch } from "../support/make-scratch";

const PAGE = readFileSync(join(__dirname, "../../docs/plan-and-apply.md"), "utf8");

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
  const directory = makeScratch();

  beforeEach(async () => {
    emulator = await startOpenEmulator({ token: TOKEN });
  });

  afterEach(() => emulator.close());

  test("its commands, run in order, print the output that it shows", async () => {
    const workingDirectory = join(directory, "queues");
    mkdirSync(workingDirectory);
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

  test("its command prints the pipeline report that it shows", async () => {
    const command = /^mergequeue (plan .*--format markdown) > comment\.md$/m.exec(PAGE)?.[1] ?? "";
    writeFileSync(join(directory, "main.tf.json"), /^```json\n(.*?)^```$/ms.exec(PAGE)?.[1] ?? "");
    const { exitStatus, out } = await runOn(emulator, command.split(" "), { workingDirectory: directory });
    expect(exitStatus).toBe(2);
    expect(out).toContain(QUEUE_ID);
  });
});
