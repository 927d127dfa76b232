import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";

/** The number of exclusions from coverage. Who adds one raises it. */
const EXCLUSIONS = 2;

const MARKER = /istanbul ignore/;
const EXPLAINED = /\/\* istanbul ignore (?:next|if|else) -- \S.*\*\//;

/** Gate: every exclusion from coverage has its reason, and their number is as decided. */
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
      if (!EXPLAINED.test(line)) findings.push(`${place} is an exclusion from coverage without a reason.`);
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
