import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { toPropName } from "../src/queue/batching-settings";
import { findSetting, SETTINGS, type SettingName } from "../src/queue/settings";
import { printDoc } from "./docs/print-doc";
import { readAdvice, type SettingAdvice } from "./generate-concepts";

/** Writes the props for settings: what each does, its default, a usual value and what it touches. */
export async function generateSettings(root: string, outDirectory: string): Promise<void> {
  const file = join(root, "scripts/docs/templates/merge-queue-settings.txt");
  const advice = await readAdvice(root);
  const text = (await readFile(file, "utf8")).replaceAll(
    /^\{\{setting (\w+)\}\}$/gm,
    (_, name: SettingName) => renderProp(name, advice.get(name) as SettingAdvice),
  );
  await writeFile(join(outDirectory, "merge-queue-settings.generated.ts"), text);
}

function renderProp(name: SettingName, { fresh, usual, interactsWith }: SettingAdvice): string {
  const setting = findSetting(name);
  const range = setting.kind === "integer" ? ` A whole number from ${setting.min} to ${setting.max}.` : "";
  const touched = interactsWith === "" ? "" : ` Interacts with ${interactsWith}.`;
  const kept = "@default - not managed: an existing queue keeps its value";
  const paragraphs = [
    setting.description + range,
    `${kept}; a new one gets ${fresh}. Usual: ${usual}.${touched}`,
  ];
  const prop = toPropName(name).replace(/^batching\./, "");
  return `${printDoc(paragraphs.map(toPropNames), "  ")}  readonly ${prop}?: ${toType(setting)} | undefined;`;
}

function toType(setting: (typeof SETTINGS)[number]): string {
  switch (setting.kind) {
    case "boolean":
      return "boolean | IResolvable";
    case "integer":
      return "number";
    case "enum":
      return [...setting.values.map((value) => JSON.stringify(value)), "TerraformExpression"].join(" | ");
    case "rules":
      return "readonly MergeQueueBatchingRule[]";
    case "string":
      return "string";
    case "stringSet":
      return "readonly string[]";
  }
}

/** Replaces names of attributes by those of props. */
function toPropNames(text: string): string {
  return text.replaceAll(/`([a-z_]+)`/g, (whole, word: string) => {
    const setting = SETTINGS.find(({ attribute }) => attribute === word);
    if (setting !== undefined)
      return `\`${setting.name === "batch" ? "batching" : toPropName(setting.name)}\``;
    return word === "target_pattern" ? "`targetPattern`" : whole;
  });
}
