import { mkdir, writeFile } from "node:fs/promises";
import { delimiter, dirname, join } from "node:path";
import {
  findTerraform,
  listTerraforms,
  tryFindTerraform,
  tryGetSkipReason,
} from "../../scripts/support/find-terraform";
import { makeScratch } from "../support/make-scratch";

let directory = "";

beforeEach(() => {
  directory = makeScratch();
});

/** Makes an executable and returns its path. */
async function make(...names: readonly string[]): Promise<string> {
  const file = join(directory, ...names);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, "", { mode: 0o755 });
  return file;
}

describe("the search for Terraform", () => {
  test("lists the chosen executable first, then those on the PATH and the named ones, each once", async () => {
    const terraform = await make("bin", "terraform");
    const tofu = await make("bin", "tofu");
    const old = await make("old", "terraform");
    const PATH = join(directory, "bin");
    const TERRAFORM_BINARIES = [old, tofu].join(delimiter);
    expect(listTerraforms({ PATH })).toEqual([terraform, tofu]);
    const chosen = { PATH, TERRAFORM_BINARY_NAME: "tofu", TERRAFORM_BINARIES };
    expect(listTerraforms(chosen)).toEqual([tofu, terraform, old]);
  });

  test("throws if a named executable does not exist, instead of skipping, or if there is none", async () => {
    const PATH = join(directory, "bin");
    expect(() => listTerraforms({ PATH })).toThrow("is needed");
    await make("bin", "tofu");
    expect(() => listTerraforms({ PATH, TERRAFORM_BINARIES: "/nowhere/tofu" })).toThrow(
      "TERRAFORM_BINARIES names /nowhere/tofu, which is not there.",
    );
    expect(() => findTerraform({ PATH, TERRAFORM_BINARY_NAME: "terraform" })).toThrow("which is not there");
    expect(() => tryGetSkipReason({ PATH, TERRAFORM_BINARY_NAME: "terraform-1.5" })).toThrow(
      "TERRAFORM_BINARY_NAME names terraform-1.5, which is not there.",
    );
  });

  test("without Terraform, gives a reason to skip the tests that need it, except with CI=true", async () => {
    const PATH = join(directory, "bin");
    expect(tryFindTerraform({ PATH })).toBeUndefined();
    expect(tryGetSkipReason({ PATH })).toContain("Install one of them");
    expect(tryGetSkipReason({ PATH, CI: "true" })).toBeUndefined();
    await make("bin", "tofu");
    expect(tryGetSkipReason({ PATH })).toBeUndefined();
  });
});
