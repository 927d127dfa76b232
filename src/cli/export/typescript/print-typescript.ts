import { dirname, join } from "node:path";
import { PACKAGE_NAME } from "../../../product";
import type { JsonValue } from "../../../queue/additional-settings";
import { BATCHING_SETTINGS, isBatchingSetting } from "../../../queue/batching-settings";
import { formatQueueId, formatRepository } from "../../../queue/queue-identity";
import { readRegularFile } from "../../../stack/read-regular-file";
import { breakLogCommandsInLiteral, escapeUnsafe } from "../../../text/escape-control";
import { isPlainObject } from "../../../text/is-plain-object";
import { escapeLiteral } from "../../../text/terraform-template";
import type { ExportedSetting } from "../describe-queue";
import type { ExportedQueues, QueueGroup } from "../group-queues";
import { describeFile, describeLeftOut, printComment } from "../print-comment";

const CDK_LIBRARIES = ["cdktf", "cdktn"] as const;

type CdkLibrary = (typeof CDK_LIBRARIES)[number];

/** Searches `package.json` from this directory upwards for the first CDK library. Default: `cdktf` */
export async function findCdkLibrary(directory: string): Promise<CdkLibrary> {
  for (let at = directory; ; at = dirname(at)) {
    const { library } = await readCdkProject(at);
    if (library !== undefined) return library;
    if (dirname(at) === at) return "cdktf";
  }
}

export interface CdkProject {
  /** The CDK library. Undefined if the project depends on neither CDKTF nor CDK Terrain. */
  readonly library: CdkLibrary | undefined;
  /** The module from which generated tests import `test`. */
  readonly testModule: string;
}

/** Reads the `package.json` of a directory. If it cannot be read, the project has no dependencies. */
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
    // Missing, or invalid, which other programs report.
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

/** Writes code that declares a queue in the stack `stack`, or a loop that declares several queues. */
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

/** Combines the settings of batches, because the constructs have one prop for all of these settings. */
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

/** Writes a property of an object. @returns lines, without line breaks; the last line ends with a comma */
function printProperty({ name, value }: ExportedSetting, indent: number): string[] {
  return `${" ".repeat(indent)}${printKey(name)}: ${printValue(value, indent)},`.split("\n");
}

/** Writes a value so that Terraform evaluates no string in it. Each element of a list has its own line. */
function printValue(value: JsonValue, indent: number): string {
  if (typeof value === "string") return quoteTerraformText(value);
  if (typeof value !== "object" || value === null) return String(value);
  const end = " ".repeat(indent);
  if (isList(value)) {
    const lines = value.map((element) => `${end}  ${printValue(element, indent + 2)},\n`);
    return lines.length === 0 ? "[]" : `[\n${lines.join("")}${end}]`;
  }
  const fields = Object.entries(value).map(([name, field]) => ({ name, value: field }));
  if (fields.length === 0) return "{}";
  if (fields.every((field) => typeof field.value !== "object" || field.value === null)) {
    return `{ ${fields.map((field) => `${printKey(field.name)}: ${printValue(field.value, 0)}`).join(", ")} }`;
  }
  return ["{", ...fields.flatMap((field) => printProperty(field, indent + 2)), `${end}}`].join("\n");
}

function printKey(key: string): string {
  return /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u.test(key) ? key : quoteTypeScript(key);
}

/** Tells whether a value is a list. `Array.isArray` alone does not narrow the type of a read-only list. */
function isList(value: object): value is readonly JsonValue[] {
  return Array.isArray(value);
}

/** Writes a literal. Splits expressions and tokens, so that neither Terraform nor the CDK evaluates them. */
export function quoteTerraformText(text: string): string {
  const literal = escapeLiteral(text)
    .replaceAll("TfToken[", `Tf\${"Token"}[`)
    .replace(/(\d)e\+(?=289)/g, (_marks, digit: string) => `${digit}e\${"+"}`);
  return quoteTypeScript(literal);
}

function quoteTypeScript(text: string): string {
  return breakLogCommandsInLiteral(escapeUnsafe(JSON.stringify(text)));
}
