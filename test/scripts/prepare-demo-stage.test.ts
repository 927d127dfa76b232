import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { prepareDemoStage } from "../../scripts/demo/prepare-demo-stage";

describe("prepareDemoStage", () => {
  let folder: string;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "mergequeue-demo-"));
  });

  afterEach(async () => {
    await rm(folder, { recursive: true, force: true });
  });

  test("takes Terraform where there is one, else the command itself", async () => {
    const choose = async (): Promise<string> => {
      const { tool } = await prepareDemoStage(folder, {}, () => undefined, { PATH: folder });
      return tool.name;
    };
    await expect(choose()).resolves.toBe("mergequeue");
    await writeFile(join(folder, "tofu"), "");
    await chmod(join(folder, "tofu"), 0o755);
    await expect(choose()).resolves.toBe("OpenTofu");
  });

  test("without Terraform it plans with the built command, shows each command and insists on its status", async () => {
    let printed = "";
    const { tool } = await prepareDemoStage(
      folder,
      {},
      (text) => {
        printed += text;
      },
      { PATH: folder },
    );
    await writeFile(join(folder, "main.tf.json"), "{}");
    await tool.plan(0);
    expect(printed).toContain("$ mergequeue plan --detailed-exitcode");
    expect(printed).toContain("No changes. No queue is declared.");
    await expect(tool.plan(2)).rejects.toThrow("ends with exit status 2, not 0");
  });
});
