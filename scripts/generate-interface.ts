import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import {
  SECOND_MODES,
  SECOND_SETTINGS,
  SECOND_STATES,
  type SecondSetting,
} from "../src/queue/second-settings";
import { INTEGER_BOUNDS, SETTINGS } from "../src/queue/settings";
import { OPERATIONS } from "../src/wire/first/operations";
import { listConfigFields } from "../src/wire/second/config-fields";
import { SECOND_OPERATIONS } from "../src/wire/second/operations";
import * as words from "../src/wire/second/words";
import { renderFields, renderType } from "./docs/render-fields";

const PAGE = "interface.md";

const WORDS = {
  "state of a queue": SECOND_STATES,
  "mode of a queue": SECOND_MODES,
  "who manages a queue (only the second)": words.MANAGED_STATES,
  "state of a pull request": words.ENTRY_STATES,
  "mergeability at the code host": words.MERGEABILITIES,
  "status of a test run": words.RUN_STATUSES,
  "source of required statuses": words.STATUSES_SOURCES,
};

const KINDS = { boolean: "boolean", string: "string", stringSet: "list of strings", rules: "list of rules" };

/** Writes docs/interface.md: the text of its template, with rows of what `src/wire` has. */
export async function generateInterface(root: string, outDirectory: string): Promise<void> {
  const template = await readFile(join(root, "scripts/docs/templates", PAGE), "utf8");
  const rows = { settings: listSettings(), requests: listRequests(), words: listWords() };
  const page = template
    .replaceAll(/^\| \{\{method (\w+)\}\}/gm, (_, method: string) => renderMethod(method))
    .replaceAll(/^\{\{(\w+)\}\}$/gm, (_, name: keyof typeof rows) => rows[name].join("\n"));
  await writeFile(join(outDirectory, PAGE), page);
}

function listSettings(): string[] {
  const seconds: Readonly<Record<string, SecondSetting>> = SECOND_SETTINGS;
  const fields = listConfigFields();
  return SETTINGS.map((setting) => {
    const { name, kind } = setting;
    const choices = kind === "enum" ? setting.values.map(code).join(", ") : KINDS[kind as keyof typeof KINDS];
    const min = kind !== "integer" || "firstMin" in setting ? INTEGER_BOUNDS.min : setting.min;
    const first = `| ${code(name)} | ${kind === "integer" ? `${min} to ${setting.max}` : choices}`;
    const second = seconds[name];
    if (second === undefined) return `${first} | not in \`config\` | a separate request |`;
    const taken = renderType(fields[second.name]);
    return `${first} | ${code(second.name)} | ${taken === "" ? "not empty" : taken} |`;
  });
}

/** The beginning of a method's row, whose end is in the template. */
function renderMethod(method: string): string {
  const { [method]: first } = OPERATIONS as Readonly<Record<string, { method: string; path: string }>>;
  return `| ${code(method)} | ${first === undefined ? "not available" : code(`${first.method} ${first.path}`)}`;
}

function listRequests(): string[] {
  return Object.values(SECOND_OPERATIONS).map(({ name, path, requestSchema, isIdempotent }) => {
    const fields = path.endsWith("/config") ? "`id`, any [setting](#settings)" : renderFields(requestSchema);
    return `| ${code(name)} | ${fields} | ${isIdempotent ? "safe" : "not safe"} |`;
  });
}

function listWords(): string[] {
  return Object.entries(WORDS).map(([title, pairs]) => {
    const shown = Object.entries(pairs).map(([first, second]) => `${code(first)} → ${code(second)}`);
    return `| ${title} | ${shown.join(", ")} |`;
  });
}

function code(text: string): string {
  return `\`${text}\``;
}
