import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from "node:fs";
import { arch, platform, tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { findRoot } from "../../../scripts/support/find-root";
import { buildSources, copyModule, tryGetMissingGo } from "./go-module";

const MODULE = "github.com/hashicorp/terraform-provider-local";

/** A commit after release 2.9.0, which has the ephemeral resource `local_command`: its tags are not versions for Go. */
const VERSION = "v1.4.1-0.20260806152022-9068a4b7aa37";

/** The directory with the executable of the provider `hashicorp/local`, or why there is none. */
export type LocalProvider = { readonly directory: string } | { readonly missing: string };

/** Returns the directory; builds the provider where it has not been built yet, which takes half a minute. */
export function findLocalProvider(): LocalProvider {
  const directory = join(findRoot(), ".scratch/local-provider", `${platform()}_${arch()}`);
  if (existsSync(directory)) return { directory };
  const missing = tryGetMissingGo();
  if (missing !== undefined) return { missing };
  const base = mkdtempSync(join(tmpdir(), "local-provider-"));
  try {
    const [sources, draft] = [join(base, "sources"), join(base, "draft")];
    const failure =
      copyModule(MODULE, VERSION, sources) ?? buildSources(sources, join(draft, "terraform-provider-local"));
    if (failure !== undefined) {
      return { missing: `The provider hashicorp/local could not be built: ${failure}` };
    }
    mkdirSync(dirname(directory), { recursive: true });
    // Another process may have placed it first.
    if (!existsSync(directory)) renameSync(draft, directory);
    return { directory };
  } finally {
    rmSync(base, { recursive: true, force: true });
  }
}
