import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { toAttributeName } from "../src/queue/attribute-name";
import { ASSUMED_DEFAULTS, findSetting, SETTING_NAMES, type SettingName } from "../src/queue/settings";
import { drawLine } from "./docs/draw-line";

const PAGE = "concepts.md";

/** What a new queue gets for settings whose default is not one value. */
const SPECIAL_DEFAULTS: { readonly [Name in SettingName]?: string } = {
  batchingRules: "none",
  bisectionConcurrency: "as `concurrency`",
  requiredStatuses: "inherited",
};

/** Writes docs/concepts.md and its diagram. */
export async function generateConcepts(root: string, outDirectory: string): Promise<void> {
  await writeFile(join(outDirectory, PAGE), await renderConcepts(root));
  await writeFile(join(outDirectory, "concepts.svg"), drawLine());
}

/**
 * Returns docs/concepts.md, with a row for each setting.
 * @throws Error if the template has not exactly one row for each setting
 */
export async function renderConcepts(root: string): Promise<string> {
  const template = await readFile(join(root, "scripts/docs/templates", PAGE), "utf8");
  const listed = [...template.matchAll(/^\{\{setting (\w+)\}\}/gm)].map(([, name = ""]) => name);
  if (listed.join() !== SETTING_NAMES.join())
    throw new Error(`The rows of ${PAGE} are ${listed.join()}, not ${SETTING_NAMES.join()}.`);
  return template.replaceAll(/^\{\{setting (\w+)\}\}/gm, (_, name: SettingName) => renderSetting(name));
}

function renderSetting(name: SettingName): string {
  const [effect = ""] = findSetting(name).description.split(" Leave it out");
  const value =
    SPECIAL_DEFAULTS[name] ?? `\`${String(ASSUMED_DEFAULTS[name as keyof typeof ASSUMED_DEFAULTS])}\``;
  return `| \`${toAttributeName(name)}\` | ${effect} | ${value} |`;
}
