import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import {
  createSourceFile,
  forEachChild,
  isRegularExpressionLiteral,
  type Node,
  ScriptTarget,
} from "typescript";
import { bundleWorker } from "../../scripts/fuzz/bundle-worker";
import type { FuzzReport } from "../../scripts/fuzz/fuzz-worker";
import { runCampaign } from "../../scripts/fuzz/run-campaign";
import type { Matching } from "./support/matching-target";

const ROOT = resolve(__dirname, "../..");

/** What makes patterns repeat themselves: a character of each class, and pairs of neighbours. */
const PIECES = [
  " ",
  "\t",
  "\n",
  "a",
  "A",
  "0",
  "_",
  "-",
  ".",
  "/",
  "%",
  ":",
  ",",
  '"',
  "\\",
  "{",
  "<",
  "=",
  "é",
  "a ",
  "a-",
  "0.",
  '\\"',
  " \n",
];

let directory: string;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "mergequeue-matching-"));
  await bundleWorker(ROOT, join(__dirname, "support/matching-target"), join(directory, "worker.cjs"));
});

afterAll(async () => {
  await rm(directory, { recursive: true, force: true });
});

/** Answers all patterns that a source file holds, as they are written. */
function listPatterns(name: string, text: string): string[] {
  const found: string[] = [];
  const visit = (node: Node): void => {
    if (isRegularExpressionLiteral(node)) found.push(node.text);
    forEachChild(node, visit);
  };
  visit(createSourceFile(name, text, ScriptTarget.Latest));
  return found;
}

function listMatchings(pattern: string): Matching[] {
  const end = pattern.lastIndexOf("/");
  const [source, flags] = [pattern.slice(1, end), pattern.slice(end + 1)];
  // What the pattern looks for literally, without its operators.
  const own = source.replace(/\\[a-zA-Z](\{[^}]*\})?|[\\^$.*+?()[\]{}|]/g, "");
  return [...PIECES, own, ...Array.from(own)]
    .filter((piece) => piece !== "")
    .map((piece) => ({ source, flags, piece }));
}

async function match(patterns: readonly string[]): Promise<FuzzReport> {
  const corpus = patterns.flatMap(listMatchings).map((matching) => Buffer.from(JSON.stringify(matching)));
  return runCampaign({
    bundle: join(directory, "worker.cjs"),
    target: "matching",
    seed: 0,
    searchMs: 0,
    corpus,
  });
}

function describeReport(report: FuzzReport): string {
  return report.kind === "done" ? "done" : `${Buffer.from(report.input).toString()}: ${report.problem}`;
}

describe("matching", () => {
  test("S-18: every pattern of the sources takes linear time, whatever the text", async () => {
    const files = await readdir(join(ROOT, "src"), { recursive: true });
    const sources = files.filter((file) => file.endsWith(".ts") && !file.endsWith(".generated.ts"));
    const patterns = new Set<string>();
    for (const file of sources) {
      for (const pattern of listPatterns(file, await readFile(join(ROOT, "src", file), "utf8")))
        patterns.add(pattern);
    }
    expect(patterns.size).toBeGreaterThan(50);
    expect(describeReport(await match([...patterns]))).toBe("done");
  });

  test.each(["/^(a+)+$/", "/\\s+$/", "/x*x*x*y/"])("S-18: %s would be found", async (pattern) => {
    expect(describeReport(await match([pattern]))).toContain("It took more than 1000 ms.");
  });
});
