import stringWidth from "string-width";
import { PACKAGE_NAME } from "../../../product";
import type { JsonValue } from "../../../queue/additional-settings";
import { BATCHING_SETTINGS, isBatchingSetting } from "../../../queue/batching-settings";
import { formatQueueId, formatRepository } from "../../../queue/queue-identity";
import type { ExportedQueue, ExportedSetting } from "../describe-queue";
import { describeFile, LINE_WIDTH, printComment } from "../print-comment";
import {
  type Property,
  printObject,
  printProperty,
  quoteTerraformText,
  quoteTypeScript,
} from "./print-value";

const COMMENT = "  // ";

/** Writes a whole program for CDKTF that declares and imports queues. */
export function printTypeScript(queues: readonly ExportedQueue[], baseline: string | undefined): string {
  const head = [
    ...describeFile(queues, baseline, "typescript").flatMap((paragraph) => printComment(paragraph, "// ")),
    "",
    `import { App, TerraformStack } from "cdktf";`,
    `import { MergeQueue, MergeQueueProvider } from "${PACKAGE_NAME}";`,
    "",
    "const app = new App();",
    `const stack = new TerraformStack(app, "queues");`,
    "",
    "// Address and token come from MERGEQUEUE_BASE_URL and MERGEQUEUE_TOKEN.",
    `new MergeQueueProvider(stack, "mergequeue");`,
  ];
  return `${[head.join("\n"), ...queues.map(printQueue), "app.synth();"].join("\n\n")}\n`;
}

/** Writes the declaration of one queue, in the stack that the variable `stack` names. */
export function printQueue(queue: ExportedQueue): string {
  const { name, identity, settings, additionalSettings, suggested, leftOut } = queue;
  const lines = [
    ["repo", formatRepository(identity.repo)] as const,
    ["targetBranch", identity.targetBranch] as const,
    ...toProps(settings),
  ].flatMap((property) => printProperty(property, 2));
  if (additionalSettings.length > 0) {
    const object = printObject(additionalSettings.map(toProperty), 2);
    lines.push(...`  additionalSettings: ${object},`.split("\n"));
  }
  for (const setting of suggested) {
    const width = LINE_WIDTH - COMMENT.length;
    lines.push(...printProperty(toProperty(setting), 0, width).map((line) => COMMENT + line));
  }
  for (const { name: setting, reason } of leftOut) {
    lines.push(...printComment(`${setting} is left out: ${reason}`, COMMENT));
  }
  const id = quoteTerraformText(formatQueueId(identity));
  const end = `}).resource.importFrom(${id});`;
  return [
    `new MergeQueue(stack, ${quoteTypeScript(name)}, {`,
    ...lines,
    ...(stringWidth(end) <= LINE_WIDTH ? [end] : ["}).resource.importFrom(", `  ${id},`, ");"]),
  ].join("\n");
}

function toProps(settings: readonly ExportedSetting[]): Property[] {
  const batching = toBatching(settings);
  const first = settings.find(({ name }) => isBatchingSetting(name));
  return settings.flatMap((setting): Property[] => {
    if (!isBatchingSetting(setting.name)) return [toProperty(setting)];
    return setting === first ? [["batching", batching]] : [];
  });
}

function toBatching(settings: readonly ExportedSetting[]): JsonValue {
  const fields = BATCHING_SETTINGS.flatMap(([key, name]): Property[] => {
    const setting = settings.find((each) => each.name === name);
    return setting === undefined ? [] : [[key, setting.value]];
  });
  const [[, isEnabled] = []] = fields;
  if (fields.length === 1 && isEnabled === false) return false;
  return Object.fromEntries(fields.length > 1 && isEnabled === true ? fields.slice(1) : fields);
}

function toProperty({ name, value }: ExportedSetting): Property {
  return [name, value];
}
