import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { toPropName } from "../src/queue/batching-settings";
import { findSetting, SETTINGS, type SettingName } from "../src/queue/settings";
import { breakLine } from "../src/report/wrap-text";
import { CONCEPTS_TEMPLATE, readAdvice, type SettingAdvice, showDefault } from "./generate-concepts";

const WIDTH = 106;

/** Writes the props for settings: what each does, its default, a usual value and what it touches. */
export async function generateSettings(root: string, outDirectory: string): Promise<void> {
  const templates = join(root, "scripts/docs/templates");
  const template = await readFile(join(templates, "merge-queue-settings.txt"), "utf8");
  const advice = readAdvice(await readFile(join(templates, CONCEPTS_TEMPLATE), "utf8"));
  const text = template.replaceAll(/^\{\{setting (\w+)\}\}$/gm, (_, name: SettingName) =>
    renderProp(name, advice.get(name)),
  );
  await writeFile(join(outDirectory, "merge-queue-settings.generated.ts"), text);
}

function renderProp(name: SettingName, advice: SettingAdvice | undefined): string {
  const setting = findSetting(name);
  const description = toPropNames(setting.description);
  const range = setting.kind === "integer" ? ` A whole number from ${setting.min} to ${setting.max}.` : "";
  const usual = advice === undefined ? "" : ` Usual: ${toPropNames(advice.usual)}.`;
  const touched =
    advice === undefined || advice.interactsWith === ""
      ? ""
      : ` Interacts with ${toPropNames(advice.interactsWith)}.`;
  const fresh = advice === undefined ? "" : `; a new one gets ${toPropNames(showDefault(name))}`;
  const lines = [
    ...breakLine(description + range, WIDTH),
    ...breakLine(
      `@default - not managed: an existing queue keeps its value${fresh}.${usual}${touched}`,
      WIDTH - 2,
    ).map((line, index) => (index === 0 ? line : `  ${line}`)),
  ];
  const prop = toPropName(name).replace(/^batching\./, "");
  return `  /**\n${lines.map((line) => `   * ${line}\n`).join("")}   */\n  readonly ${prop}?: ${toType(setting)} | undefined;`;
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
