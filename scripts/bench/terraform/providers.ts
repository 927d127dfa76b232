import { constants } from "node:fs";
import { access, copyFile, mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { findProviderBundle } from "../../../src/distribution/find-provider-bundle";
import { BUNDLE_NAME } from "../../../src/distribution/layout";
import { type PackageFile, readProviderPackage } from "../../../src/distribution/provider-package";
import { PROVIDER_SOURCE, PROVIDER_TYPE, VERSION } from "../../../src/product";
import { binaryName, readBinaryPackage } from "../../binary/package-files";
import { findOwnPlatform } from "../../binary/platforms";
import { withScratch } from "../../support/with-scratch";
import type { MeasuredService } from "../measured-service";

/** Names of the providers in tables. */
export const NODE_NAME = "Node.js";
export const EXECUTABLE_NAME = "executable";
export const GO_NAME = "Go";

/** Names of this provider at the second interface of the service, by its name at the first. */
export const SECOND_NAMES = {
  [NODE_NAME]: `${NODE_NAME}, \`/v2\``,
  [EXECUTABLE_NAME]: `${EXECUTABLE_NAME}, \`/v2\``,
} as const;

/** How a stack names a provider and its queues. */
export interface ProviderSchema {
  /** Source address with its host. */
  readonly source: string;
  readonly version: string;
  readonly resourceType: string;
}

/** A provider to measure. */
export interface Provider extends ProviderSchema {
  readonly name: string;
  /** Filesystem mirror from which `terraform init` installs it, absolute. */
  readonly mirror: string;
  /** Its package in the mirror: the executable and what belongs to it. */
  readonly folder: string;
  /** Command line that starts it, without the launcher that finds Node.js. */
  readonly start: readonly string[];
  /** Returns variables by which it finds the service. @param caFile - root of the service's certificate */
  readonly connect: (service: MeasuredService, caFile: string) => Readonly<Record<string, string>>;
}

/** This provider. */
export const OWN_SCHEMA: ProviderSchema = {
  source: `registry.terraform.io/${PROVIDER_SOURCE}`,
  version: VERSION,
  resourceType: `${PROVIDER_TYPE}_queue`,
};

const GO_SCHEMA: ProviderSchema = {
  source: "registry.terraform.io/trunk-io/trunk",
  version: "1.0.0",
  resourceType: "trunk_merge_queue",
};

/** Returns the variables with which this provider finds the service. */
const connectOwn: Provider["connect"] = ({ url, emulator }, caFile) => ({
  MERGEQUEUE_BASE_URL: url,
  MERGEQUEUE_TOKEN: emulator.token,
  MERGEQUEUE_CA_FILE: caFile,
});

/** Adds this provider at the second interface, whose requests are others: its address ends in `/v2`. */
export function addSecondInterface(providers: readonly Provider[]): readonly Provider[] {
  const own = ([NODE_NAME, EXECUTABLE_NAME] as const).flatMap((name) =>
    providers.filter((each) => each.name === name).map((each) => ({ ...each, name: SECOND_NAMES[name] })),
  );
  const connect: Provider["connect"] = (service, caFile) =>
    connectOwn({ ...service, url: service.url.replace(/v1$/, "v2") }, caFile);
  return [...providers, ...own.map((provider) => ({ ...provider, connect }))];
}

/** The providers of this machine, and why others are missing. */
export interface FoundProviders {
  readonly providers: readonly Provider[];
  readonly missing: readonly string[];
}

/** Calls an action with the providers, laid out in mirrors as published. @param root - absolute; built */
export async function withProviders<T>(
  root: string,
  action: (found: FoundProviders, scratch: string) => Promise<T>,
): Promise<T> {
  const missing: string[] = [];
  return withScratch("bench-providers", async (scratch) => {
    const tryLayOut = (name: string, layOut: (mirror: string) => Promise<Provider>) =>
      layOut(join(scratch, name)).catch((error: unknown) => {
        missing.push(`${name} was not measured: ${error instanceof Error ? error.message : String(error)}`);
      });
    const found = [
      await tryLayOut(NODE_NAME, layOutNode),
      await tryLayOut(EXECUTABLE_NAME, (mirror) => layOutExecutable(root, mirror)),
      await tryLayOut(GO_NAME, layOutGo),
    ];
    return action({ providers: found.filter((provider) => provider !== undefined), missing }, scratch);
  });
}

/** Writes a stack with that many queues, each of them a resource, as the CDK writes it. */
export function declareQueues({ source, resourceType }: ProviderSchema, count: number): string {
  const type = source.split("/").at(-1) ?? "";
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

async function layOutNode(mirror: string): Promise<Provider> {
  const { files } = readProviderPackage(findProviderBundle(__dirname), VERSION);
  const folder = await place(mirror, OWN_SCHEMA, files);
  const start = [process.execPath, join(folder, BUNDLE_NAME)];
  return { ...OWN_SCHEMA, name: NODE_NAME, mirror, folder, start, connect: connectOwn };
}

async function layOutExecutable(root: string, mirror: string): Promise<Provider> {
  const platform = findOwnPlatform();
  const folder = await place(mirror, OWN_SCHEMA, await readBinaryPackage(root, platform));
  const start = [join(folder, binaryName(platform))];
  return { ...OWN_SCHEMA, name: EXECUTABLE_NAME, mirror, folder, start, connect: connectOwn };
}

/** The Go provider for the same interface. Its module cannot always be downloaded: the caller brings it. */
async function layOutGo(mirror: string): Promise<Provider> {
  const given = process.env["TRUNK_PROVIDER"];
  if (given === undefined) throw new Error("TRUNK_PROVIDER does not name its executable.");
  await access(given, constants.X_OK);
  const folder = await place(mirror, GO_SCHEMA, []);
  const executable = join(folder, `terraform-provider-trunk_v${GO_SCHEMA.version}`);
  await copyFile(given, executable);
  return {
    ...GO_SCHEMA,
    name: GO_NAME,
    mirror,
    folder,
    start: [executable],
    connect: ({ url, emulator }, caFile) => ({
      TRUNK_BASE_URL: url,
      TRUNK_API_KEY: emulator.token,
      SSL_CERT_FILE: caFile,
    }),
  };
}

/** Writes a package into a mirror. @returns its folder */
async function place(
  mirror: string,
  { source, version }: ProviderSchema,
  files: readonly PackageFile[],
): Promise<string> {
  const folder = join(mirror, source, version, findOwnPlatform().name);
  await mkdir(folder, { recursive: true });
  for (const { name, content, mode } of files) await writeFile(join(folder, name), content, { mode });
  return folder;
}
