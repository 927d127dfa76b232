import { copyFile, mkdir, symlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { BUNDLE_NAME, executableName } from "../../../src/distribution/layout";
import { PROVIDER_SOURCE, PROVIDER_TYPE, VERSION } from "../../../src/product";
import { layOutProvider } from "../../../test/support/e2e/provider-source";
import { binaryName, readBinaryPackage } from "../../binary/package-files";
import { findOwnPlatform } from "../../binary/platforms";
import { findGoProvider } from "./find-go-provider";
import type { MeasuredService } from "./measured-service";
import type { QueueProvider, Start, Subject } from "./subject";
import { OWN_RESOURCE, toSubject } from "./subject";

/** The providers that are there to be compared. */
export interface Subjects {
  /** This one on Node.js, this one as an executable, and the one in Go, as far as they are there. */
  readonly providers: readonly Subject[];
  /** Why others are not. */
  readonly missing: readonly string[];
}

/** Names of the subjects, as tables show them. */
export const NODE_NAME = "Node.js";
export const BINARY_NAME = "binary";
export const GO_NAME = "Go";

/** How a provider is started without the script that finds what it needs. */
export const DIRECTLY = "directly";

/** Name of our executable, without its version: what development overrides look for. */
export const OWN_EXECUTABLE = `terraform-provider-${PROVIDER_TYPE}`;

/**
 * Lays out the providers, each as users have it.
 * @param root - the project's root directory, built
 * @param directory - an existing directory to lay them out in
 */
export async function listSubjects(root: string, directory: string): Promise<Subjects> {
  const node = await layOutNode(directory);
  const found = [node, await layOutBinary(root, directory), await layOutGo(root, directory)];
  return {
    providers: found.filter((it) => typeof it !== "string"),
    missing: found.filter((it) => typeof it === "string"),
  };
}

async function layOutNode(directory: string): Promise<Subject> {
  const folder = await makeFolder(directory, "node");
  const launcher = await layOutProvider(folder);
  const bundle = join(dirname(launcher), BUNDLE_NAME);
  const starts = launch(launcher, [process.execPath, bundle]);
  return toSubject({ ...describeOwn(NODE_NAME), starts }, dirname(launcher));
}

async function layOutBinary(root: string, directory: string): Promise<Subject | string> {
  const folder = await makeFolder(directory, "binary");
  try {
    const platform = findOwnPlatform();
    for (const { name, content, mode } of await readBinaryPackage(root, platform)) {
      await writeFile(join(folder, name), content, { mode });
    }
    // With development overrides Terraform wants the executable without its version.
    const executable = join(folder, OWN_EXECUTABLE);
    await copyFile(join(folder, executableName(VERSION)), executable);
    const program = binaryName(platform);
    const hasLauncher = program !== executableName(VERSION);
    const starts = hasLauncher ? launch(executable, [join(folder, program)]) : [{ command: [executable] }];
    return toSubject({ ...describeOwn(BINARY_NAME), starts }, folder);
  } catch (error) {
    return `The binary is not measured: ${error instanceof Error ? error.message : String(error)}`;
  }
}

function launch(launcher: string, direct: readonly string[]): Start[] {
  return [
    { how: "by its launcher", command: [launcher] },
    { how: DIRECTLY, command: direct },
  ];
}

async function layOutGo(root: string, directory: string): Promise<Subject | string> {
  const found = findGoProvider(root);
  if ("whyNot" in found) return `The provider in Go is not measured: ${found.whyNot}.`;
  const folder = await makeFolder(directory, "go");
  const executable = join(folder, "terraform-provider-trunk");
  await symlink(found.path, executable);
  const connect = ({ url, emulator }: MeasuredService, caFile: string) => ({
    TRUNK_BASE_URL: url,
    TRUNK_API_KEY: emulator.token,
    SSL_CERT_FILE: caFile,
  });
  const source = "trunk-io/trunk";
  return toSubject(
    {
      name: GO_NAME,
      starts: [{ command: [executable] }],
      source,
      resourceType: "trunk_merge_queue",
      connect,
    },
    folder,
  );
}

/** Describes this provider, however it is started. */
export function describeOwn(name: string): Omit<QueueProvider, "starts"> {
  return {
    name,
    source: PROVIDER_SOURCE,
    resourceType: OWN_RESOURCE,
    connect: ({ url, ca, emulator }, caFile) => ({
      MERGEQUEUE_BASE_URL: url,
      MERGEQUEUE_TOKEN: emulator.token,
      ...(ca === undefined ? {} : { MERGEQUEUE_CA_FILE: caFile }),
    }),
  };
}

async function makeFolder(directory: string, name: string): Promise<string> {
  const folder = join(directory, name);
  await mkdir(folder);
  return folder;
}
