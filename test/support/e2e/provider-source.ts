import { chmod, copyFile, link, mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { findBinary } from "../../../scripts/binary/find-binary";
import { binaryName, listCompanions } from "../../../scripts/binary/package-files";
import { findOwnPlatform } from "../../../scripts/binary/platforms";
import { findRoot } from "../../../scripts/support/find-root";
import { findProviderBundle } from "../../../src/distribution/find-provider-bundle";
import { readProviderPackage } from "../../../src/distribution/provider-package";
import { PROVIDER_SOURCE, VERSION } from "../../../src/product";

/** Whether tests run the compiled provider, not the one for Node.js: MERGEQUEUE_TEST_PROVIDER=binary. */
export function testsBinary(): boolean {
  return process.env["MERGEQUEUE_TEST_PROVIDER"] === "binary";
}

/**
 * Lays out the built provider as users get it, launcher included: as the npm package holds it, or as the
 * archives of a release do.
 * @param directory - an existing directory of the test's own
 * @returns the executable's absolute path
 * @throws DistributionError `provider_not_built`; `npm test` builds it
 */
export async function layOutProvider(directory: string): Promise<string> {
  const folder = join(directory, "provider");
  await mkdir(folder, { recursive: true });
  const files = testsBinary()
    ? listCompanions(findRoot(), findOwnPlatform())
    : readProviderPackage(findProviderBundle(__dirname), VERSION).files;
  if (testsBinary()) await placeBinary(folder);
  for (const { name, content, mode } of files) {
    await writeFile(join(folder, name), content);
    await chmod(join(folder, name), mode);
  }
  // With development overrides Terraform wants the executable without its version.
  const executable = join(folder, "terraform-provider-mergequeue");
  await copyFile(join(folder, `terraform-provider-mergequeue_v${VERSION}`), executable);
  return executable;
}

/** More than a hundred megabytes are not copied for every test. */
async function placeBinary(folder: string): Promise<void> {
  const platform = findOwnPlatform();
  const binary = await findBinary(findRoot(), platform);
  const place = join(folder, binaryName(platform));
  await link(binary, place).catch(() => copyFile(binary, place));
}

/**
 * Makes a CLI configuration with which Terraform runs the built provider in place of an installed one, as
 * developers do: `terraform init` is neither needed nor possible.
 * @param directory - an existing directory of the test's own; the provider goes into it
 * @returns the configuration's text
 */
export async function overrideProvider(directory: string): Promise<string> {
  await layOutProvider(directory);
  return `provider_installation {
  dev_overrides {
    ${JSON.stringify(PROVIDER_SOURCE)} = ${JSON.stringify(join(directory, "provider"))}
  }
  direct {}
}
`;
}
