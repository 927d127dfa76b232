import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { toAttributeName } from "../src/queue/attribute-name";
import { ASSUMED_DEFAULTS, findSetting, SETTINGS, type SettingName } from "../src/queue/settings";
import { drawLine } from "./docs/draw-line";

export const CONCEPTS_TEMPLATE = "concepts.md";

/** What a new queue gets for settings whose default is not one value. */
const SPECIAL_DEFAULTS: { readonly [Name in SettingName]?: string } = {
  bisectionConcurrency: "as many as `concurrency`",
  requiredStatuses: "the inherited ones",
};

/**
 * Writes docs/concepts.md, with a row for each setting of the interface, and its diagram.
 * @throws Error if the template has not exactly one row for each setting
 */
export async function generateConcepts(root: string, outDirectory: string): Promise<void> {
  const template = await readFile(join(root, "scripts/docs/templates", CONCEPTS_TEMPLATE), "utf8");
  const isCommon = ({ isAlwaysShown }: { readonly isAlwaysShown: boolean }): boolean => isAlwaysShown;
  const listed = [...template.matchAll(/^\{\{setting (\w+)\}\}/gm)].map(([, name = ""]) => name);
  const expected = SETTINGS.filter(isCommon).map(({ name }) => name);
  if (listed.join() !== expected.join())
    throw new Error(
      `The rows of ${CONCEPTS_TEMPLATE} are ${listed.join()}, but the settings are ${expected.join()}.`,
    );
  const others = SETTINGS.filter((setting) => !isCommon(setting)).map(({ name }) => toCode(name));
  const page = template
    .replaceAll(/^\{\{setting (\w+)\}\}/gm, (_, name: SettingName) => renderSetting(name))
    .replace("{{others}}", others.join(", "));
  await writeFile(join(outDirectory, CONCEPTS_TEMPLATE), page);
  await writeFile(join(outDirectory, "concepts.svg"), drawLine());
}

function renderSetting(name: SettingName): string {
  const [effect = ""] = findSetting(name).description.split(" Leave it out");
  return `| ${toCode(name)} | ${effect} | ${showDefault(name)} |`;
}

/** Shows what a new queue usually gets. */
export function showDefault(name: SettingName): string {
  return SPECIAL_DEFAULTS[name] ?? `\`${String(ASSUMED_DEFAULTS[name as keyof typeof ASSUMED_DEFAULTS])}\``;
}

/** What the page says of a setting beside its effect. */
export interface SettingAdvice {
  readonly usual: string;
  /** Empty: nothing. */
  readonly interactsWith: string;
}

/** Reads the advice in the page's template. */
export function readAdvice(template: string): ReadonlyMap<string, SettingAdvice> {
  const rows = template.matchAll(/^\{\{setting (\w+)\}\} (.*) \|(.*)\|$/gm);
  return new Map(
    [...rows].map(([, name = "", usual = "", interactsWith = ""]) => [
      name,
      { usual, interactsWith: interactsWith.trim() },
    ]),
  );
}

function toCode(name: SettingName): string {
  return `\`${toAttributeName(name)}\``;
}
