import { readdir, readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import {
  createSourceFile,
  forEachChild,
  isRegularExpressionLiteral,
  type Node,
  ScriptTarget,
} from "typescript";
import { runLimited } from "../../scripts/fuzz/run-limited";

const ROOT = resolve(__dirname, "../..");

/** Texts on which patterns backtrack: a character of each class, and pairs of neighbours. */
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

/** Characters of the text: a pattern that takes quadratic time takes seconds for it. */
const TEXT_LENGTH = 60_000;

/** A pattern, and the piece that is repeated in the text that it is tried on. */
interface Matching {
  readonly source: string;
  readonly flags: string;
  readonly piece: string;
}

/** Lists the patterns of a source file, as they are written. */
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
  // The literal part of the pattern, without its operators.
  const own = source.replace(/\\[a-zA-Z](\{[^}]*\})?|[\\^$.*+?()[\]{}|]/g, "");
  return [...PIECES, own, ...Array.from(own)]
    .filter((piece) => piece !== "")
    .map((piece) => ({ source, flags, piece }));
}

/** Matches within the limit of time. @throws Error that names what took too long */
function tryPattern(pattern: string): void {
  for (const { source, flags, piece } of listMatchings(pattern)) {
    const pumped = piece.repeat(Math.ceil(TEXT_LENGTH / piece.length));
    // An end that does not match makes a pattern try everything.
    for (const text of [pumped, `${pumped}\u0000`, `${pumped}\n!`]) {
      try {
        runLimited(() => text.replace(new RegExp(source, flags), ""));
      } catch (cause) {
        throw new Error(`/${source}/${flags} takes too long for many ${JSON.stringify(piece)}`, { cause });
      }
    }
  }
}

describe("matching", () => {
  test("S-18: every pattern in the sources takes linear time for any text", async () => {
    const files = await readdir(join(ROOT, "src"), { recursive: true });
    const sources = files.filter((file) => file.endsWith(".ts") && !file.endsWith(".generated.ts"));
    const patterns = new Set<string>();
    for (const file of sources) {
      for (const pattern of listPatterns(file, await readFile(join(ROOT, "src", file), "utf8")))
        patterns.add(pattern);
    }
    expect(patterns.size).toBeGreaterThan(50);
    for (const pattern of patterns) tryPattern(pattern);
  });

  test("S-18: a pattern that takes quadratic time is found", () => {
    expect(() => {
      tryPattern("/\\s+$/");
    }).toThrow("takes too long");
  });
});
