import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { createProviderDefinition } from "../src/provider/provider-definition";
import { listRegistryPages } from "./docs/list-registry-pages";
import { renderPage } from "./docs/render-page";

/**
 * Writes the pages that Terraform's registry shows, from the schema that the provider serves, the templates
 * in `scripts/docs/templates`, and the examples.
 * @throws Error if a template is missing or does not fit its page, or an example is missing
 */
export async function generateDocs(root: string, outDirectory: string): Promise<void> {
  // The provider is not configured, so environment and secrets have no effect.
  const definition = createProviderDefinition({ env: {}, addSecret: () => undefined });
  const readExample = async (path: string): Promise<string> => readFile(join(root, "examples", path), "utf8");
  for (const page of listRegistryPages(definition)) {
    const template = await readFile(join(root, "scripts/docs/templates", page.file), "utf8");
    const text = await renderPage(page, template, readExample);
    const file = join(outDirectory, page.file);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, text);
  }
}
