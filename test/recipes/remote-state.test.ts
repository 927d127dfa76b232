import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { findProviderBundle } from "../../src/distribution/find-provider-bundle";
import { placeProvider } from "../../src/distribution/place-provider";
import { readProviderPackage } from "../../src/distribution/provider-package";
import { startEmulator } from "../../src/emulator/start-emulator";
import { VERSION } from "../../src/product";
import { listTestedTerraforms } from "../support/e2e/list-tested-terraforms";
import { readTerraformVersion } from "../support/e2e/read-terraform-version";
import { flatten, TerraformWorkspace } from "../support/e2e/terraform-workspace";
import { CodeHost } from "./support/code-host";
import { RECIPES } from "./support/runner";
import { listStateVariables } from "./support/state-store";

const PROGRAMS = listTestedTerraforms().map((binary) => {
  const { product, major, minor } = readTerraformVersion(binary);
  return { binary, product, version: `${major}.${minor}` };
});

describe("remote state with locking", () => {
  test.each(PROGRAMS)(
    "F-13: with $product $version an apply has the lock; a second one is refused and changes nothing",
    async ({ binary }) => {
      const host = await CodeHost.start();
      const service = await startEmulator({ token: "mqtest_recipes_0123456789" });
      const workspace = await TerraformWorkspace.create({
        files: { "main.tf": await readFile(join(RECIPES, "remote-state/main.tf"), "utf8") },
        env: {
          MERGEQUEUE_BASE_URL: service.url,
          MERGEQUEUE_TOKEN: service.token,
          ...listStateVariables(`${host.url}/state/queues`),
        },
        // Nothing is overridden, or there could be no init, which sets up the backend.
        cliConfiguration: "",
        binary,
      });
      try {
        placeProvider(workspace.directory, readProviderPackage(findProviderBundle(__dirname), VERSION));
        await workspace.run(["init"]);
        await workspace.apply();
        expect(host.state.changes).toEqual(["lock", "write", "unlock"]);
        expect(host.state.content).toContain("github.com/acme/web/main");

        const requests = service.requests.length;
        const who = { Who: "another pipeline", Operation: "OperationTypeApply" };
        host.state.lock = JSON.stringify({ ID: "4f1c", ...who, Created: "2026-01-31T08:00:00Z" });
        const refused = await workspace.tryRun(["apply", "-auto-approve"]);
        expect(refused.status).toBe(1);
        expect(flatten(refused.output)).toContain("Error acquiring the state lock");
        expect(refused.output).toContain("4f1c");
        expect(service.requests).toHaveLength(requests);
        expect(host.state.changes).toEqual(["lock", "write", "unlock"]);
      } finally {
        await workspace.remove();
        await service.close();
        await host.close();
      }
    },
  );
});
