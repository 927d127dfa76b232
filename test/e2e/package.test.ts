import { mkdir, readdir, readFile, symlink, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { type CommandResult, runCommand } from "../../scripts/support/run-command";
import { VERSION } from "../../src/product";
import { packPackage } from "../support/e2e/pack-package";
import { scrubEnvironment } from "../support/e2e/scrub-environment";
import { makeScratch } from "../support/make-scratch";

const ROOT = resolve(__dirname, "../..");

/** A program that uses CDKTF, the client and the local service, types as well as code. */
const PROGRAM = `import { App, TerraformStack, TerraformVariable } from "cdktf";
import { MergeQueue, MergeQueueProvider, type MergeQueueProps, type Repository } from "terraform-provider-mergequeue";
import { MergeQueueClient } from "terraform-provider-mergequeue/client";
import { type Emulator, fail, onOperation, startEmulator } from "terraform-provider-mergequeue/emulator";

const repo: Repository = { host: "github.com", owner: "acme", name: "web" };
const app = new App();
class Queues extends TerraformStack {}
const stack = new Queues(app, "queues");
const token = new TerraformVariable(stack, "token", { sensitive: true });
new MergeQueueProvider(stack, "mergequeue", { token: token.stringValue });
const props: MergeQueueProps = { repo, targetBranch: "main", mode: "parallel", batching: false };
const queue: MergeQueue = new MergeQueue(stack, "main", props);
const id: string = queue.id;
// @ts-expect-error: a typing mistake does not compile
new MergeQueue(stack, "other", { repo, targetBranch: id, concurency: 4 });
export async function read(): Promise<string | undefined> {
  const emulator: Emulator = await startEmulator({ clock: "manual", auto: { failureRate: 0 } });
  emulator.setFaults(onOperation("getQueue", fail(503)));
  emulator.clock.advance(1000);
  const client = new MergeQueueClient({ baseUrl: emulator.url, token: emulator.token });
  // @ts-expect-error: a queue is named by repository and branch
  await client.createQueue({ repo });
  await client.createQueue({ repo, targetBranch: "main" });
  const { pullRequests } = await client.listPullRequests({ repo, targetBranch: "main", take: 10 });
  await emulator.close();
  return pullRequests[0]?.prTitle;
}
`;

/** A program that uses CDK Terrain. */
const CDKTN_PROGRAM = `import { App, TerraformStack } from "cdktn";
import { DataMergeQueue, MergeQueue, MergeQueueProvider, type MergeQueueProps } from "terraform-provider-mergequeue/cdktn";

const stack = new TerraformStack(new App(), "queues");
const provider: MergeQueueProvider = new MergeQueueProvider(stack, "mergequeue");
const props: MergeQueueProps = { repo: "github.com/acme/web", targetBranch: "main", provider };
export const id: string = new MergeQueue(stack, "main", props).id;
export const concurrency: number = new DataMergeQueue(stack, "next", { ...props, targetBranch: "next" }).concurrency;
// @ts-expect-error: a typing mistake does not compile
new MergeQueue(stack, "other", { ...props, concurency: 4 });
`;

/** A user's project with everything that is installed here, and one without CDKTF. */
let project: string;
let cdktnProject: string;

beforeAll(async () => {
  project = makeScratch("package consumer-");
  cdktnProject = makeScratch("cdktn consumer-");
  await mkdir(join(project, "home"));
  const tarball = packPackage();
  const installed = (await readdir(join(ROOT, "node_modules"))).filter((name) => !name.startsWith("."));
  await install(project, tarball, installed);
  await install(cdktnProject, tarball, ["cdktn", "constructs"]);
});

/** Installs the package together with the named packages of this project. */
async function install(directory: string, tarball: string, names: readonly string[]): Promise<void> {
  const modules = join(directory, "node_modules");
  const home = join(modules, "terraform-provider-mergequeue");
  await mkdir(home, { recursive: true });
  await run("tar", ["-xzf", tarball, "-C", home, "--strip-components=1"]);
  for (const name of names) await symlink(join(ROOT, "node_modules", name), join(modules, name));
}

async function run(program: string, args: readonly string[], cwd = project): Promise<CommandResult> {
  const env = scrubEnvironment(join(project, "home"));
  const result = await runCommand(program, args, { cwd, env });
  if (result.status !== 0) throw new Error(`${program} ${args.join(" ")} failed:\n${result.output}`);
  return result;
}

describe("the published package in a user's project", () => {
  test("D-03: the types for cdktn are those for cdktf but for the library's name, and neither loads the other", async () => {
    const home = join(project, "node_modules/terraform-provider-mergequeue/dist");
    const read = async (name: string): Promise<string> => readFile(join(home, name), "utf8");
    expect((await read("cdktn.d.ts")).replaceAll("'cdktn'", "'cdktf'")).toBe(await read("index.d.ts"));
    expect(await read("cdktn.js")).not.toMatch(/require\("@?cdktf/);
    expect(await read("index.js")).not.toContain('require("cdktn');
  });

  // Of the other ways in which TypeScript looks for them, the gate `package` checks each entry.
  test("its types are found by CommonJS and node10, as the CDKTF template has it", async () => {
    await writeFile(join(project, "package.json"), JSON.stringify({ type: "commonjs" }));
    await writeFile(join(project, "main.ts"), PROGRAM);
    await writeFile(join(project, "cdktn.ts"), CDKTN_PROGRAM);
    const modules = "--module commonjs --moduleResolution node10 --ignoreDeprecations 6.0 --skipLibCheck";
    const strict = "--noEmit --strict --exactOptionalPropertyTypes --target es2022 --types node";
    const options = `${modules} ${strict}`.split(" ");
    await run(process.execPath, [
      join(ROOT, "node_modules/typescript/bin/tsc"),
      ...options,
      "main.ts",
      "cdktn.ts",
    ]);
  });

  test.each([
    ["commonjs", "cdktf", ""],
    ["module", "cdktn", "/cdktn"],
  ])(
    "D-09: a project of type %s synthesizes with it and %s, and gets the plugin",
    async (type, library, entry) => {
      const directory = library === "cdktn" ? cdktnProject : project;
      await writeFile(join(directory, "package.json"), JSON.stringify({ type }));
      const names = {
        [library]: "{ App, TerraformStack }",
        [`terraform-provider-mergequeue${entry}`]: "{ MergeQueueProvider }",
      };
      const imports = Object.entries(names).map(([name, list]) =>
        type === "module" ? `import ${list} from "${name}";` : `const ${list} = require("${name}");`,
      );
      const body = `const app = new App({ outdir: "out-${type}" });
      new MergeQueueProvider(new TerraformStack(app, "queues"), "mergequeue");
      app.synth();`;
      await writeFile(join(directory, "main.js"), `${imports.join("\n")}\n${body}`);
      await run(process.execPath, ["main.js"], directory);
      const plugin = join(
        directory,
        `out-${type}/stacks/queues/terraform.d/plugins/registry.terraform.io/mergequeue/mergequeue`,
        `${VERSION}/linux_amd64/terraform-provider-mergequeue_v${VERSION}`,
      );
      // Started manually, the provider says what it is; this only proves that the launcher works.
      const started = await runCommand(plugin, [], {
        cwd: directory,
        env: scrubEnvironment(join(project, "home")),
      });
      expect(started.output).toContain(`mergequeue provider ${VERSION}`);
      const file = await readFile(join(directory, `out-${type}/stacks/queues/cdk.tf.json`), "utf8");
      expect(file).toContain(`"version": "${VERSION}"`);
    },
  );

  test("a project of ES modules starts the local service and calls it through the client", async () => {
    await writeFile(join(project, "package.json"), JSON.stringify({ type: "module" }));
    const program = `import { MergeQueueClient } from "terraform-provider-mergequeue/client";
      import { startEmulator } from "terraform-provider-mergequeue/emulator";
      const emulator = await startEmulator({ auto: { durationSeconds: 0, failureRate: 0 } });
      const client = new MergeQueueClient({ baseUrl: emulator.url, token: emulator.token });
      const queue = { repo: { host: "github.com", owner: "acme", name: "web" }, targetBranch: "main" };
      await client.createQueue(queue);
      await client.submitPullRequest({ ...queue, pr: { number: 7 } });
      console.log((await client.getSubmittedPullRequest({ ...queue, pr: { number: 7 } })).state);
      await client.close();
      await emulator.close();`;
    await writeFile(join(project, "main.js"), program);
    expect((await run(process.execPath, ["main.js"])).output).toBe("merged\n");
  });
});
