import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { copyFile, mkdir, symlink, writeFile } from "node:fs/promises";
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

/** The provider in Go for the same interface. */
const GO_MODULE = "github.com/trunk-io/terraform-provider-trunk";
const GO_VERSION = "v1.0.4";

/** A provider to measure. */
export interface Provider extends ProviderSchema {
  readonly name: string;
  /** Folder with its executable and what belongs to it, absolute. */
  readonly folder: string;
  /** Command lines that start it, by their names in tables. */
  readonly starts: Readonly<Record<string, readonly string[]>>;
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
    await tryLayOut(GO_NAME, (folder) => layOutGo(root, folder)),
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
    resource: { [resourceType]: Object.fromEntries(queues) },
  });
}

async function layOutNode(directory: string): Promise<Provider> {
  const launcher = await layOutProvider(directory);
  const folder = dirname(launcher);
  const starts = {
    [NODE_NAME]: [launcher],
    [`${NODE_NAME}, without launcher`]: [process.execPath, join(folder, BUNDLE_NAME)],
  };
  return { ...OWN_SCHEMA, name: NODE_NAME, folder, starts, connect: connectOwn };
}

async function layOutExecutable(root: string, folder: string): Promise<Provider> {
  const platform = findOwnPlatform();
  for (const { name, content, mode } of await readBinaryPackage(root, platform))
    await writeFile(join(folder, name), content, { mode });
  const executable = join(folder, OWN_EXECUTABLE);
  await copyFile(join(folder, executableName(VERSION)), executable);
  const program = join(folder, binaryName(platform));
  const starts = { [EXECUTABLE_NAME]: [executable], [`${EXECUTABLE_NAME}, without launcher`]: [program] };
  return { ...OWN_SCHEMA, name: EXECUTABLE_NAME, folder, starts, connect: connectOwn };
}

async function layOutGo(root: string, folder: string): Promise<Provider> {
  const executable = join(folder, "terraform-provider-trunk");
  await symlink(findGoProvider(root), executable);
  return {
    name: GO_NAME,
    source: "trunk-io/trunk",
    resourceType: "trunk_merge_queue",
    folder,
    starts: { [GO_NAME]: [executable] },
    connect: ({ url, emulator }, caFile) => ({
      TRUNK_BASE_URL: url,
      TRUNK_API_KEY: emulator.token,
      SSL_CERT_FILE: caFile,
    }),
  };
}

/**
 * Finds the provider in Go for the same interface: the executable that TRUNK_PROVIDER names, else the result of
 * `go install`, with the flags of its releases. It is kept in `.scratch`.
 * @param root - the project's root directory, absolute
 * @returns the executable's path
 * @throws Error if it is missing and cannot be built
 */
function findGoProvider(root: string): string {
  const given = process.env["TRUNK_PROVIDER"] ?? "";
  const directory = join(root, ".scratch/go-provider", GO_VERSION);
  const path = given === "" ? join(directory, "terraform-provider-trunk") : given;
  if (existsSync(path)) return path;
  if (given !== "") throw new Error(`TRUNK_PROVIDER names ${given}, which does not exist.`);
  const args = ["install", "-trimpath", "-ldflags", "-s -w", `${GO_MODULE}@${GO_VERSION}`];
  const env = { ...process.env, CGO_ENABLED: "0", GOBIN: directory, GOFLAGS: "" };
  const { error, status, stderr } = spawnSync("go", args, { env, encoding: "utf8", timeout: 300_000 });
  if (error !== undefined) throw new Error(`Go was not found (${error.message}).`);
  if (status !== 0) throw new Error(`go install failed: ${stderr.trim().split("\n").at(-1) ?? ""}`);
  return path;
}
