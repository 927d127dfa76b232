import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { PACKAGE_NAME } from "../product";
import { DistributionError } from "./distribution-error";
import { BUNDLE_NAME } from "./layout";

/** Finds the bundle of the package that contains `from`. @throws DistributionError `provider_not_built` */
export function findProviderBundle(from: string): string {
  const root = tryFindPackageRoot(from);
  const bundle = root === undefined ? undefined : join(root, "dist", "provider", BUNDLE_NAME);
  if (bundle !== undefined && existsSync(bundle)) return bundle;
  const why =
    bundle === undefined
      ? `cannot be found, because ${from} is not inside the package ${PACKAGE_NAME}. If your program is bundled, mark ` +
        `${PACKAGE_NAME} as external. If the plugin comes from a registry or a mirror, set plugin: ` +
        "false on MergeQueueProvider."
      : `is not built: ${bundle} does not exist. If the package was checked out from its repository, run "npm run build" in ` +
        `${String(root)}. Otherwise install the package again.`;
  throw new DistributionError("provider_not_built", `The provider plugin ${why}`);
}

function tryFindPackageRoot(from: string): string | undefined {
  for (let directory = from; ; directory = dirname(directory)) {
    if (isPackageRoot(directory)) return directory;
    if (dirname(directory) === directory) return undefined;
  }
}

function isPackageRoot(directory: string): boolean {
  try {
    const content: unknown = JSON.parse(readFileSync(join(directory, "package.json"), "utf8"));
    return (content as { readonly name?: unknown }).name === PACKAGE_NAME;
  } catch {
    // Missing, or a broken one of another package.
    return false;
  }
}
