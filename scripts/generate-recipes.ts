import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fillTemplate } from "../src/cli/init/project";

/** The recipes for GitHub Actions, with the sections of `mergequeue init`'s workflow that each contains. */
const RECIPES = {
  "queues.yml": ["recipe", "cdk"],
  "queues-terraform.yml": ["stack", "hcl"],
} as const;

/** Writes the recipes for GitHub Actions: the workflow of `mergequeue init` is their only source. */
export async function generateRecipes(root: string, outDirectory: string): Promise<void> {
  const file = join(root, "src/cli/init/templates/workflow/.github/workflows/queues.yml");
  const template = await readFile(file, "utf8");
  for (const [name, sections] of Object.entries(RECIPES)) {
    const content = { sections: new Set<string>(sections), values: {}, imports: {}, code: "" };
    await writeFile(join(outDirectory, name), fillTemplate(template, content, JSON.stringify));
  }
}
