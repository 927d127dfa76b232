import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { attachStage, declareQueue, onStages, stage } from "../support/e2e/queue-stage";
import { isTerraformSince } from "../support/e2e/read-terraform-version";

onStages();

const ADDRESS = "mergequeue_queue.main";
const IDENTITY = { host: "github.com", owner: "acme", name: "web", target_branch: "main" };

/** The state file, as far as it is looked at. */
interface StateFile {
  serial: number;
  readonly resources: readonly {
    readonly instances: { [name: string]: unknown; identity?: object; identity_schema_version?: number }[];
  }[];
}

/** What `terraform show -json` says. */
interface ShownState {
  readonly values?: {
    readonly root_module: {
      readonly resources: readonly { readonly address: string; readonly identity?: object }[];
    };
  };
}

const describeIdentities = isTerraformSince(12, 12) ? describe : describe.skip;

describeIdentities("identities, from Terraform 1.12 and OpenTofu 1.12 on", () => {
  async function showIdentities(): Promise<object> {
    const { stdout } = await stage.workspace.run(["show", "-json"]);
    const { values } = JSON.parse(stdout) as ShownState;
    return Object.fromEntries(
      values?.root_module.resources.map(({ address, identity }) => [address, identity]) ?? [],
    );
  }

  test("C-62: a state from before identities gets its identity with an apply that changes nothing", async () => {
    await attachStage(declareQueue(""));
    await stage.workspace.apply();
    const file = join(stage.workspace.directory, "terraform.tfstate");
    const state = JSON.parse(await readFile(file, "utf8")) as StateFile;
    for (const instance of state.resources.flatMap(({ instances }) => instances)) {
      expect(instance.identity).toEqual(IDENTITY);
      delete instance.identity;
      delete instance.identity_schema_version;
    }
    state.serial += 1;
    await writeFile(file, JSON.stringify(state));
    expect(await showIdentities()).toEqual({ [ADDRESS]: undefined });

    await stage.workspace.apply();
    expect(await showIdentities()).toEqual({ [ADDRESS]: IDENTITY });
    await stage.workspace.expectEmptyPlan();
  });
});
