import { mkdir, readFile, symlink, writeFile } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { tryGetSkipReason } from "../../scripts/support/find-terraform";
import { type RunningCommand, startCommand } from "../../scripts/support/run-command";
import { VERSION } from "../../src/product";
import { packPackage } from "../support/e2e/pack-package";
import { scrubEnvironment } from "../support/e2e/scrub-environment";
import { flatten } from "../support/e2e/terraform-workspace";
import { makeScratch } from "../support/make-scratch";
import { waitFor } from "../support/wait-for";
import { ROOT, readText } from "./support/registry-pages";
import { Terminal } from "./support/terminal";

const testTerraform = tryGetSkipReason() === undefined ? test : test.skip;

/** Simulates the registry: packs and installs the package's archive; its dependencies are already here. */
const NPM = `#!/bin/sh
export PATH='${process.env["PATH"] ?? ""}'
case "$*" in
  "run synth" | "run --silent synth" | "run plan" | "run apply"*) exec npm "$@" ;;
esac
case "$1" in
  ci | run) ;;
  init) npm "$@" ;;
  pack)
    case "$*" in *--pack-destination*) shift 2; cp "$PACKED" "$1" ;; *) cp "$PACKED" . ;; esac
    basename "$PACKED" ;;
  install)
    home=node_modules/terraform-provider-mergequeue
    mkdir -p $home node_modules/.bin
    tar -xzf "\${2:-$(ls ./*.tgz)}" -C $home --strip-components=1
    ln -s '${ROOT}'/node_modules/* node_modules/
    ln -s '${ROOT}/node_modules/.bin/tsx' '${ROOT}/node_modules/.bin/tsc' node_modules/.bin/
    chmod +x $home/dist/cli.js
    ln -s ../terraform-provider-mergequeue/dist/cli.js node_modules/.bin/mergequeue ;;
  *) exit 1 ;;
esac
`;

let scratch: string;
let terminal: Terminal;
let service: RunningCommand | undefined;
/** The README's blocks in order; {@link takeBlock} takes the next one of a language. */
let blocks: Block[];

interface Block {
  readonly language: string;
  readonly text: string;
}

function readBlocks(page: string): Block[] {
  const blocks = [...readText(page).matchAll(/^```(\w+)\n(.*?)^```$/gms)];
  return blocks.map(([, language = "", text = ""]) => ({ language, text }));
}

/** Starts the service of a block, as in a second terminal, and pastes the lines that it prints. */
async function serve(command: string): Promise<void> {
  await stopService();
  const { directory: cwd, env } = terminal;
  service = startCommand("bash", ["-c", command], { cwd, env, leadsGroup: true });
  const hints = service.output;
  await waitFor(() => /^ *export MERGEQUEUE_TOKEN=.*$/m.test(hints()), hints);
  await terminal.run((hints().match(/^ *export .*$/gm) ?? []).join("\n"));
}

async function stopService(): Promise<void> {
  if (service?.child.pid !== undefined) process.kill(-service.child.pid, "SIGTERM");
  await service?.finished;
}

beforeAll(async () => {
  scratch = makeScratch("readme-");
  await mkdir(join(scratch, "home"));
  await mkdir(join(scratch, "bin"));
  // The name and the place of the clone do not matter.
  await mkdir(join(scratch, "my clone"));
  await symlink(join(ROOT, "dist"), join(scratch, "my clone/dist"));
  await writeFile(join(scratch, "bin/npm"), NPM, { mode: 0o755 });
  const path = [join(scratch, "bin"), process.env["PATH"]].join(delimiter);
  terminal = new Terminal(
    join(scratch, "my clone"),
    scrubEnvironment(join(scratch, "home"), { PATH: path, TF_CLI_ARGS: undefined, PACKED: packPackage() }),
  );
  blocks = readBlocks("README.md");
});

afterAll(async () => {
  await stopService();
});

/** Takes the next block of a language, which must contain this text. */
function takeBlock(language: string, part: string): string {
  const index = blocks.findIndex((block) => block.language === language);
  const [block] = blocks.splice(index, 1);
  expect(block?.text).toContain(part);
  return block?.text ?? "";
}

describe("the blocks of README.md, run in order", () => {
  test("its five minutes make a project whose printed commands install and synthesize it", async () => {
    takeBlock("sh", "npm run demo");
    const { stdout } = await terminal.run(takeBlock("sh", "init --template cdktn"));
    expect(terminal.directory).toBe(join(scratch, "my-queues"));
    const commands = [...stdout.matchAll(/^ {2}(npm .*)$/gm)].map(([, command = ""]) => command);
    expect(commands.map((command) => command.split(" ").slice(0, 3).join(" "))).toEqual([
      "npm pack --silent",
      "npm install",
      "npm test",
      "npm run synth",
      "npm run plan",
    ]);
    // test/e2e/init runs the project's own test.
    const later = ["npm test", "npm run plan"];
    await terminal.run(commands.filter((command) => !later.includes(command)).join("\n"));
    expect(await readFile(join(terminal.directory, "cdktf.out/stacks/queues/cdk.tf.json"), "utf8")).toContain(
      '"target_branch": "main"',
    );
  });

  test("its queue merges a pull request", async () => {
    await serve(takeBlock("sh", "mergequeue serve"));
    const { stdout } = await terminal.run(takeBlock("sh", "npm run apply"));
    expect(stdout).toContain("Pull request #7 was merged in queue github.com/acme/web/main.");
  });

  test("an edit of queues.ts is not missed, by what reads the old output or by npm run plan, and neither is its undo", async () => {
    const file = join(terminal.directory, "queues.ts");
    const before = await readFile(file, "utf8");
    await writeFile(file, before.replace('"squash"', '"rebase"'));
    const old = await terminal.run("npx --no mergequeue plan");
    expect(old.output).toContain("queues.ts was changed after cdktf.out was synthesized");
    expect(old.output.replaceAll(/\s+/g, " ")).toMatch(
      /Run your program again \(npm run --silent synth\).*The queue is as synthesized at \d{4}-\d\d-\d\d \d\d:\d\d\. $/,
    );
    expect((await terminal.run("npm run plan")).output).toContain('merge_method = "squash" -> "rebase"');
    await writeFile(file, before);
    expect((await terminal.run("npx --no mergequeue plan")).output).toContain("queues.ts was changed after");
    expect((await terminal.run("npm run plan")).output).toContain("The queue is as declared.");
  });

  test("the first example of docs/client.md prints the pull requests in that queue", async () => {
    const [program] = readBlocks("docs/client.md").filter(({ language }) => language === "ts");
    await terminal.save("bot.mts", program?.text ?? "");
    const { stdout } = await terminal.run("npx --no tsx bot.mts");
    expect(stdout).toMatch(/^9 \w+$/m);
    // So that the queue is empty again and can be destroyed.
    await terminal.run("npx --no mergequeue pr wait github.com/acme/web/main 9");
  });

  testTerraform("Terraform then creates the same queue", async () => {
    const { output } = await terminal.run(
      "npx --no mergequeue destroy\ncd cdktf.out/stacks/queues\nterraform init\nterraform apply",
    );
    expect(output).toContain("1 added, 0 changed, 0 destroyed");
  });

  testTerraform(
    "the blocks of docs/guides/hcl.md do what the page says, from an empty directory",
    async () => {
      await terminal.run(`cd '${join(scratch, "my clone")}'\nunset MERGEQUEUE_BASE_URL MERGEQUEUE_TOKEN`);
      const page = readBlocks("docs/guides/hcl.md");
      expect(page.filter(({ language }) => language === "text").length).toBeGreaterThan(10);
      let [configuration, printed] = ["", ""];
      for (const { language, text } of page) {
        if (language === "text") expect(flatten(printed)).toContain(flatten(text).trim());
        else if (text.includes("mergequeue serve")) await serve(text);
        else if (language === "sh") printed = (await terminal.type(text)).output;
        else {
          const [, before, after = ""] = /^-(.*)\n\+(.*)$/m.exec(text) ?? [];
          expect(configuration).toContain(before ?? "");
          configuration = before === undefined ? text : configuration.replace(before, after);
          await terminal.save("main.tf", configuration);
        }
      }
      expect(terminal.directory).toBe(join(scratch, "my-hcl"));
    },
  );

  test("a project in TypeScript gets the package as docs/guides/installing.md says", async () => {
    const [, pack = ""] = /^```sh\n(npm ci.*?)^```$/ms.exec(readText("docs/guides/installing.md")) ?? [];
    await terminal.run(`cd '${join(scratch, "my clone")}'\n${pack}`);
    expect(terminal.directory).toBe(join(scratch, "my-infrastructure"));
    expect((await terminal.run("npx --no -- mergequeue --version")).stdout).toContain(VERSION);
  });
});
