import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { createProviderDefinition } from "../src/provider/provider-definition";
import { describeOmission } from "../src/provider/queue-schema";
import { toAttributeName } from "../src/queue/attribute-name";
import { SETTINGS } from "../src/queue/settings";
import { listRegistryPages } from "./docs/list-registry-pages";
import { type RegistryPage, renderPage } from "./docs/render-page";
import { readAdvice, type SettingAdvice } from "./generate-concepts";
import { printTable } from "./support/print-table";

/**
 * Writes the pages that Terraform's registry shows, from the schema that the provider serves, the templates
 * in `scripts/docs/templates`, and the examples.
 * @throws Error if a template is missing or does not fit its page, or an example is missing
 */
export async function generateDocs(root: string, outDirectory: string): Promise<void> {
  // The provider is not configured, so environment and secrets have no effect.
  const definition = createProviderDefinition({ env: {}, addSecret: () => undefined });
  const readExample = async (path: string): Promise<string> => readFile(join(root, "examples", path), "utf8");
  const advice = await readAdvice(root);
  for (const each of listRegistryPages(definition)) {
    const page = each.file === "resources/queue.md" ? tabulateSettings(each, advice) : each;
    const template = await readFile(join(root, "scripts/docs/templates", page.file), "utf8");
    const text = await renderPage(page, template, readExample);
    const file = join(outDirectory, page.file);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, text);
  }
}

/** Moves settings from the schema's list into a table, with defaults and usual values of docs/concepts.md. */
function tabulateSettings(page: RegistryPage, advice: ReadonlyMap<string, SettingAdvice>): RegistryPage {
  const rows: string[][] = [];
  const entry = /^- (`(\w+)` \(.*?\)) (.*)\n/gm;
  const optional =
    "### Optional\n\nAll [settings](#settings) are optional, too. The other optional attributes are:";
  const schema = (page.parts.get("schema") ?? "")
    .replaceAll(entry, (all, title: string, name: string, text: string) => {
      const setting = SETTINGS.find((each) => toAttributeName(each.name) === name);
      if (setting === undefined) return all;
      const { fresh = "", usual = "" } = advice.get(setting.name) ?? {};
      rows.push([title, text.replace(` ${describeOmission(setting)}`, ""), fresh, usual]);
      return "";
    })
    .replace("### Optional", optional);
  const settings = printTable(["Setting", "Effect", "New queue", "Usual"], rows);
  return { ...page, parts: new Map([...page.parts, ["schema", schema], ["settings", settings]]) };
}
