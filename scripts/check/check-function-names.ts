import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";

const EXPORTED = /^export (?:async )?function\*? (\w+)/gm;

/** Gate: no two files of src export functions of one name. A file and its twin for the other CDK library count once. */
export async function checkFunctionNames(root: string): Promise<string> {
  const files = await readdir(join(root, "src"), { recursive: true });
  const homes = new Map<string, string[]>();
  for (const file of files.sort()) {
    if (!file.endsWith(".ts") || file.endsWith(".cdktn.ts")) continue;
    const text = await readFile(join(root, "src", file), "utf8");
    for (const [, name = ""] of text.matchAll(EXPORTED)) {
      homes.set(name, [...(homes.get(name) ?? []), `src/${file}`]);
    }
  }
  if (homes.size === 0) return "src exports no functions.";
  return [...homes]
    .filter(([, places]) => places.length > 1)
    .map(([name, places]) => `${name} is exported by ${places.join(" and ")}: a name stands for one thing.`)
    .join("\n");
}
