import { existsSync } from "node:fs";
import { chmod, mkdir, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { PROVIDER_SOURCE } from "../../../src/product";

/** The provider as `npm run build` makes it, absolute. */
export const PROVIDER_BUNDLE = resolve(__dirname, "../../../dist/provider/provider.cjs");

/**
 * Makes a CLI configuration with which Terraform runs the built provider in place of an installed one, as
 * developers do: `terraform init` is neither needed nor possible.
 * @param directory - an existing directory of the test's own; the launcher goes into it
 * @returns the configuration's text
 * @throws Error if the provider is not built
 */
export async function overrideProvider(directory: string): Promise<string> {
  if (!existsSync(PROVIDER_BUNDLE)) {
    throw new Error(`${PROVIDER_BUNDLE} is missing. Run npm run build before the tests (npm test does).`);
  }
  const folder = join(directory, "provider");
  const launcher = join(folder, "terraform-provider-mergequeue");
  await mkdir(folder, { recursive: true });
  await writeFile(launcher, `#!/bin/sh\nexec '${process.execPath}' '${PROVIDER_BUNDLE}' "$@"\n`);
  await chmod(launcher, 0o755);
  return `provider_installation {
  dev_overrides {
    ${JSON.stringify(PROVIDER_SOURCE)} = ${JSON.stringify(folder)}
  }
  direct {}
}
`;
}
