import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";

/** How many exclusions from coverage there are. Adding one is a decision, made by raising this number. */
const EXCLUSIONS = 3;

const MARKER = /istanbul ignore/;
const EXPLAINED = /\/\* istanbul ignore (?:next|if|else) -- \S.*\*\//;

/** Gate: what the coverage figures leave out is counted and explained, so that 100 % means 100 %. */
export async function checkExclusions(root: string): Promise<string> {
  const source = join(root, "src");
  const files = (await readdir(source, { recursive: true })).filter((file) => file.endsWith(".ts")).sort();
  const places: string[] = [];
  const findings: string[] = [];
  for (const file of files) {
    const lines = (await readFile(join(source, file), "utf8")).split("\n");
    for (const [index, line] of lines.entries()) {
      if (!MARKER.test(line)) continue;
      const place = `src/${file}:${index + 1}`;
      places.push(place);
      if (!EXPLAINED.test(line)) findings.push(`${place} leaves something out of coverage without a reason.`);
    }
  }
  if (places.length !== EXCLUSIONS) {
    findings.push(
      `${places.length} exclusions from coverage, not ${EXCLUSIONS} (scripts/check/check-exclusions.ts): ` +
        places.join(", "),
    );
  }
  return findings.join("\n");
}
