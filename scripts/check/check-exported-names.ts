import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";

const EXPORTED = /^export (?:(?:declare|abstract|async) )*(?:function\*?|interface|type|class) (\w+)/gm;

/** Names that two entries of the package publish, each for its own thing. */
const PUBLISHED_TWICE: ReadonlySet<string> = new Set(["QueueView"]);

/**
 * Gate: no two files of src export functions or types of one name. A file and its twin for the other CDK
 * library count once; generated files have Terraform's names.
 */
export async function checkExportedNames(root: string): Promise<string> {
  const files = await readdir(join(root, "src"), { recursive: true });
  const homes = new Map<string, Set<string>>();
  for (const file of files.sort()) {
    if (!file.endsWith(".ts") || /\.(cdktn|generated)\.ts$/.test(file)) continue;
    const text = await readFile(join(root, "src", file), "utf8");
    for (const [, name = ""] of text.matchAll(EXPORTED)) {
      if (!PUBLISHED_TWICE.has(name)) homes.set(name, (homes.get(name) ?? new Set()).add(`src/${file}`));
    }
  }
  if (homes.size === 0) return "src exports nothing.";
  return [...homes]
    .filter(([, places]) => places.size > 1)
    .map(
      ([name, places]) => `${name} is exported by ${[...places].join(" and ")}: a name stands for one thing.`,
    )
    .join("\n");
}
