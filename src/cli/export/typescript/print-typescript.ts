import { dirname, join } from "node:path";
import { PACKAGE_NAME } from "../../../product";
import type { JsonValue } from "../../../queue/additional-settings";
import { BATCHING_SETTINGS, isBatchingSetting } from "../../../queue/batching-settings";
import { formatQueueId, formatRepository } from "../../../queue/queue-identity";
import { readRegularFile } from "../../../stack/read-regular-file";
import { isPlainObject } from "../../../text/is-plain-object";
import type { ExportedSetting } from "../describe-queue";
import type { ExportedQueues, QueueGroup } from "../group-queues";
import { describeFile, describeLeftOut, printComment } from "../print-comment";
import { printProperty, printValue, quoteTerraformText, quoteTypeScript } from "./print-value";

const CDK_LIBRARIES = ["cdktf", "cdktn"] as const;

type CdkLibrary = (typeof CDK_LIBRARIES)[number];

/** Finds the library that the nearest `package.json` at or above depends on; for none or both, `cdktf`. */
export async function findCdkLibrary(directory: string): Promise<CdkLibrary> {
  for (let at = directory; ; at = dirname(at)) {
    const { library } = await readCdkProject(at);
    if (library !== undefined) return library;
    if (dirname(at) === at) return "cdktf";
  }
}

/** What a `package.json` of a directory says of a CDK project: its library, and what runs its tests. */
export interface CdkProject {
  /** Undefined: it depends on none. */
  readonly library: CdkLibrary | undefined;
  /** The module that exports `test`. */
  readonly testModule: string;
}

/** Reads the `package.json` of a directory. A file that cannot be read depends on nothing. */
export async function readCdkProject(directory: string): Promise<CdkProject> {
  const names = await listDependencies(join(directory, "package.json"));
  const [, testModule = "node:test"] = TEST_MODULES.find(([runner]) => names.includes(runner)) ?? [];
  return { library: CDK_LIBRARIES.find((library) => names.includes(library)), testModule };
}

const TEST_MODULES = [
  ["jest", "@jest/globals"],
  ["vitest", "vitest"],
] as const;

async function listDependencies(file: string): Promise<readonly string[]> {
  try {
    const manifest: unknown = JSON.parse(await readRegularFile(file));
    if (!isPlainObject(manifest)) return [];
    const { dependencies, devDependencies, peerDependencies } = manifest;
    return [dependencies, devDependencies, peerDependencies].flatMap((each) => Object.keys(each ?? {}));
  } catch {
    // There is none, or it is another program's to complain about.
    return [];
  }
}

export function printTypeScript(
  exported: ExportedQueues,
  baseline: string | undefined,
  library: CdkLibrary,
): string {
  const head = [
    ...describeFile(exported, baseline, "typescript").flatMap((paragraph) => printComment(paragraph, "// ")),
    "",
    `import { App, TerraformStack } from "${library}";`,
    `import { MergeQueue, MergeQueueProvider } from "${PACKAGE_NAME}${library === "cdktf" ? "" : "/cdktn"}";`,
    "",
    "const app = new App();",
    `const stack = new TerraformStack(app, "queues");`,
    "",
    "// Address and token come from MERGEQUEUE_BASE_URL and MERGEQUEUE_TOKEN.",
    `new MergeQueueProvider(stack, "mergequeue");`,
  ];
  return `${[head.join("\n"), ...exported.groups.map(printQueueConstruct), "app.synth();"].join("\n\n")}\n`;
}

/** Writes one declaration, in the stack that the variable `stack` names; for several queues, in a loop. */
export function printQueueConstruct(group: QueueGroup): string {
  const { queues, first } = group;
  if (queues.length > 1) {
    const list = queues.map(({ name, identity: { repo, targetBranch } }) => ({
      id: name,
      repo: formatRepository(repo),
      targetBranch,
    }));
    return [
      `for (const { id, repo, targetBranch } of ${printValue(list, 0)}) {`,
      "  new MergeQueue(stack, id, {",
      "    repo,",
      "    targetBranch,",
      ...printSettings(group, 4),
      "  }).resource.importFrom(`${repo}/${targetBranch}`);",
      "}",
    ].join("\n");
  }
  const { identity } = first;
  const id = quoteTerraformText(formatQueueId(identity));
  return [
    `new MergeQueue(stack, ${quoteTypeScript(first.name)}, {`,
    ...printProperty({ name: "repo", value: formatRepository(identity.repo) }, 2),
    ...printProperty({ name: "targetBranch", value: identity.targetBranch }, 2),
    ...printSettings(group, 2),
    `}).resource.importFrom(${id});`,
  ].join("\n");
}

function printSettings({ first, leftOut }: QueueGroup, indent: number): string[] {
  const { settings, additionalSettings, suggested } = first;
  const comment = `${" ".repeat(indent)}// `;
  const lines = toProps(settings).flatMap((property) => printProperty(property, indent));
  if (additionalSettings.length > 0) {
    const value = Object.fromEntries(additionalSettings.map((each) => [each.name, each.value]));
    lines.push(...printProperty({ name: "additionalSettings", value }, indent));
  }
  for (const setting of suggested) {
    lines.push(...printProperty(setting, 0).map((line) => comment + line));
  }
  return [...lines, ...leftOut.flatMap((each) => printComment(describeLeftOut(each), comment))];
}

/** The constructs have one prop for all settings of batches. */
function toProps(settings: readonly ExportedSetting[]): ExportedSetting[] {
  const first = settings.find(({ name }) => isBatchingSetting(name));
  return settings.flatMap((setting) => {
    if (setting === first) return [{ name: "batching", value: toBatching(settings) }];
    return isBatchingSetting(setting.name) ? [] : [setting];
  });
}

function toBatching(settings: readonly ExportedSetting[]): JsonValue {
  const { enabled, ...sizes } = Object.fromEntries(
    BATCHING_SETTINGS.flatMap(([key, name]) => {
      const setting = settings.find((each) => each.name === name);
      return setting === undefined ? [] : [[key, setting.value] as const];
    }),
  );
  const hasSizes = Object.keys(sizes).length > 0;
  if (enabled === false && !hasSizes) return false;
  return enabled === undefined || (enabled === true && hasSizes) ? sizes : { enabled, ...sizes };
}
