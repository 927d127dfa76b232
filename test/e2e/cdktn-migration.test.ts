import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { runCommand } from "../../scripts/support/run-command";
import { type Emulator, startEmulator } from "../../src/emulator/start-emulator";
import { scrubEnvironment } from "../support/e2e/scrub-environment";
import { TerraformWorkspace } from "../support/e2e/terraform-workspace";

const ROOT = resolve(__dirname, "../..");

describe("docs/guides/cdktn.md, from cdktf to cdktn", () => {
  let project: string;
  let service: Emulator;
  let workspace: TerraformWorkspace;

  beforeAll(async () => {
    // Inside the project, so that the package finds itself by its own name, as a user's project finds it.
    await mkdir(join(ROOT, ".scratch"), { recursive: true });
    project = await mkdtemp(join(ROOT, ".scratch/cdktn-"));
    service = await startEmulator({ token: "mqtest_migration_0123456789" });
    workspace = await TerraformWorkspace.create({
      files: {},
      env: { MERGEQUEUE_BASE_URL: service.url, MERGEQUEUE_TOKEN: service.token },
      // Nothing is overridden: the provider comes from where synth puts it.
      cliConfiguration: "",
    });
  });

  afterAll(async () => {
    await service.close();
    await workspace.remove();
    await rm(project, { recursive: true, force: true });
  });

  /** Synthesizes a program as a user does, and brings the stack to where Terraform runs. */
  async function synthesize(program: string): Promise<void> {
    await writeFile(join(project, "main.ts"), program);
    const env = scrubEnvironment(project);
    const synth = await runCommand(join(ROOT, "node_modules/.bin/tsx"), ["main.ts"], { cwd: project, env });
    expect(synth).toMatchObject({ status: 0 });
    await cp(join(project, "cdktf.out/stacks/queues"), workspace.directory, { recursive: true });
  }

  test("D-03: the programs differ in their imports, and a plan after the change finds nothing", async () => {
    const page = await readFile(join(ROOT, "docs/guides/cdktn.md"), "utf8");
    const [cdktn = "", cdktf = ""] = [...page.matchAll(/^```ts\n(.*?)^```$/gms)].map(([, text]) => text);
    expect(cdktn).toContain('from "cdktn"');
    expect(cdktn.replace('"cdktn"', '"cdktf"').replace("mergequeue/cdktn", "mergequeue")).toBe(cdktf);

    await synthesize(cdktf);
    await workspace.run(["init"]);
    await workspace.apply();
    await synthesize(cdktn);
    // OpenTofu's lock file was overwritten by the copy.
    await workspace.run(["init"]);
    await workspace.expectEmptyPlan();
  });
});
