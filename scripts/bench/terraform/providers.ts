import { constants } from "node:fs";
import { access, copyFile, mkdir, symlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { BUNDLE_NAME, executableName } from "../../../src/distribution/layout";
import { PROVIDER_SOURCE, PROVIDER_TYPE, VERSION } from "../../../src/product";
import { layOutProvider } from "../../../test/support/e2e/provider-source";
import { binaryName, readBinaryPackage } from "../../binary/package-files";
import { findOwnPlatform } from "../../binary/platforms";
import type { MeasuredService } from "../measured-service";

/** Names of the providers in tables. */
export const NODE_NAME = "Node.js";
export const EXECUTABLE_NAME = "executable";
export const GO_NAME = "Go";

/** How a stack names a provider and its queues. */
export interface ProviderSchema {
  /** Source address without a host. */
  readonly source: string;
  readonly resourceType: string;
}

/** A provider to measure. */
export interface Provider extends ProviderSchema {
  readonly name: string;
  /** Folder with its executable and what belongs to it, absolute. */
  readonly folder: string;
  /** Command line that starts it, without the launcher that finds Node.js. */
  readonly start: readonly string[];
  /** Returns the variables with which it finds the service. @param caFile - file with the root of its certificate */
  readonly connect: (service: MeasuredService, caFile: string) => Readonly<Record<string, string>>;
}

/** This provider. */
export const OWN_SCHEMA: ProviderSchema = {
  source: PROVIDER_SOURCE,
  resourceType: `${PROVIDER_TYPE}_queue`,
};

/** Name of its executable with development overrides, which expect none with a version. */
const OWN_EXECUTABLE = `terraform-provider-${PROVIDER_TYPE}`;

/** Returns the variables with which this provider finds the service. */
export const connectOwn: Provider["connect"] = ({ url, emulator }, caFile) => ({
  MERGEQUEUE_BASE_URL: url,
  MERGEQUEUE_TOKEN: emulator.token,
  MERGEQUEUE_CA_FILE: caFile,
});

/**
 * Lays out the providers as users have them.
 * @param root - the project's root directory, built
 * @param directory - an existing directory for them
 * @returns the providers, and why others are missing
 */
export async function layOutProviders(
  root: string,
  directory: string,
): Promise<{ readonly providers: readonly Provider[]; readonly missing: readonly string[] }> {
  const missing: string[] = [];
  const tryLayOut = (name: string, layOut: (folder: string) => Promise<Provider>) =>
    mkdir(join(directory, name))
      .then(() => layOut(join(directory, name)))
      .catch((error: unknown) => {
        missing.push(`${name} was not measured: ${error instanceof Error ? error.message : String(error)}`);
      });
  const found = [
    await tryLayOut(NODE_NAME, layOutNode),
    await tryLayOut(EXECUTABLE_NAME, (folder) => layOutExecutable(root, folder)),
    await tryLayOut(GO_NAME, layOutGo),
  ];
  return { providers: found.filter((provider) => provider !== undefined), missing };
}

/** Writes a stack with that many queues, each of them a resource, as the CDK writes it. */
export function declareQueues({ source, resourceType }: ProviderSchema, count: number): string {
  const [, type = ""] = source.split("/");
  const queues = Array.from({ length: count }, (_, index) => {
    const repo = { host: "github.com", owner: "acme", name: `service-${index}` };
    const settings = { mode: "parallel", concurrency: 3, required_statuses: ["ci/build"] };
    return [`service-${index}`, { repo, target_branch: "main", ...settings }] as const;
  });
  return JSON.stringify({
    terraform: { required_providers: { [type]: { source } } },
    provider: { [type]: {} },
    // Terraform accepts no empty object here.
    ...(count === 0 ? {} : { resource: { [resourceType]: Object.fromEntries(queues) } }),
  });
}

async function layOutNode(directory: string): Promise<Provider> {
  const launcher = await layOutProvider(directory);
  const folder = dirname(launcher);
  const start = [process.execPath, join(folder, BUNDLE_NAME)];
  return { ...OWN_SCHEMA, name: NODE_NAME, folder, start, connect: connectOwn };
}

async function layOutExecutable(root: string, folder: string): Promise<Provider> {
  const platform = findOwnPlatform();
  for (const { name, content, mode } of await readBinaryPackage(root, platform))
    await writeFile(join(folder, name), content, { mode });
  await copyFile(join(folder, executableName(VERSION)), join(folder, OWN_EXECUTABLE));
  const start = [join(folder, binaryName(platform))];
  return { ...OWN_SCHEMA, name: EXECUTABLE_NAME, folder, start, connect: connectOwn };
}

/** The provider in Go for the same interface. Its module cannot always be downloaded, so the caller brings it. */
async function layOutGo(folder: string): Promise<Provider> {
  const given = process.env["TRUNK_PROVIDER"];
  if (given === undefined) throw new Error("TRUNK_PROVIDER does not name its executable.");
  const executable = join(folder, "terraform-provider-trunk");
  await symlink(given, executable);
  await access(executable, constants.X_OK);
  return {
    name: GO_NAME,
    source: "trunk-io/trunk",
    resourceType: "trunk_merge_queue",
    folder,
    start: [executable],
    connect: ({ url, emulator }, caFile) => ({
      TRUNK_BASE_URL: url,
      TRUNK_API_KEY: emulator.token,
      SSL_CERT_FILE: caFile,
    }),
  };
}
