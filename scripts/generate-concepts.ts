import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { toAttributeName } from "../src/queue/attribute-name";
import { ASSUMED_DEFAULTS, findSetting, SETTING_NAMES, type SettingName } from "../src/queue/settings";

const PAGE = "concepts.md";

/** Defaults of new queues that are not one value. */
const SPECIAL_DEFAULTS: { readonly [Name in SettingName]?: string } = {
  batchingRules: "none",
  bisectionConcurrency: "as many as `concurrency`",
  requiredStatuses: "the inherited ones",
};

/** Advice of the page about a setting. */
export interface SettingAdvice {
  /** The value of a new queue. */
  readonly fresh: string;
  readonly usual: string;
  /** Empty: nothing. */
  readonly interactsWith: string;
}

const ROW = /^\{\{setting (\w+)\}\} (.*) \|(.*)\|$/gm;

/** Writes docs/concepts.md, with a row for each setting. */
export async function generateConcepts(root: string, outDirectory: string): Promise<void> {
  const page = (await readTemplate(root)).replaceAll(ROW, (_, name: SettingName, usual, interactsWith) => {
    const [effect = ""] = findSetting(name).description.split(" Leave it out");
    return `| \`${toAttributeName(name)}\` | ${effect} | ${showDefault(name)} | ${usual} |${interactsWith}|`;
  });
  await writeFile(join(outDirectory, PAGE), page);
}

/** Reads what the page says of each setting. @throws Error if it has not exactly one row for each */
export async function readAdvice(root: string): Promise<ReadonlyMap<string, SettingAdvice>> {
  const rows = [...(await readTemplate(root)).matchAll(ROW)].map(
    ([, name = "", usual = "", interactsWith = ""]): [string, SettingAdvice] => {
      const fresh = showDefault(name as SettingName);
      return [name, { fresh, usual, interactsWith: interactsWith.trim() }];
    },
  );
  const names = rows.map(([name]) => name).join();
  if (names !== SETTING_NAMES.join())
    throw new Error(`The rows of ${PAGE} are ${names}, not ${SETTING_NAMES.join()}.`);
  return new Map(rows);
}

async function readTemplate(root: string): Promise<string> {
  return readFile(join(root, "scripts/docs/templates", PAGE), "utf8");
}

function showDefault(name: SettingName): string {
  return SPECIAL_DEFAULTS[name] ?? `\`${String(ASSUMED_DEFAULTS[name as keyof typeof ASSUMED_DEFAULTS])}\``;
}
