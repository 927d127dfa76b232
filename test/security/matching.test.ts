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

/** Microseconds of processor time for one text. */
const MAX_CPU_US = 1_000_000;

/** Milliseconds of processor time for all texts of a pattern: ends one that takes exponential time. */
const MAX_WHOLE_MS = 60_000;

/** What a source file with a pattern matches: a slash where a value can begin. Parsing all files takes seconds. */
const MAY_HAVE_PATTERN = /(?:[=(,:[!&|?{};>\n]|\breturn)\s*\/(?![*/])/;

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

/** Lists what is repeated in the texts that a pattern is tried on. */
function listPieces(source: string): string[] {
  // The literal part of the pattern, without its operators.
  const own = source.replace(/\\[a-zA-Z](\{[^}]*\})?|[\\^$.*+?()[\]{}|]/g, "");
  return [...new Set([...PIECES, own, ...Array.from(own)])].filter((piece) => piece !== "");
}

/** Matches within the limit of time. @throws Error that names what took too long */
function tryPattern(pattern: string): void {
  const end = pattern.lastIndexOf("/");
  const expression = new RegExp(pattern.slice(1, end), pattern.slice(end + 1));
  let current = "";
  try {
    runLimited(() => {
      for (const piece of listPieces(expression.source)) {
        current = piece;
        const pumped = piece.repeat(Math.ceil(TEXT_LENGTH / piece.length));
        // An end that does not match makes a pattern try everything.
        for (const text of [`${pumped}\u0000`, `${pumped}\n!`]) {
          const before = process.cpuUsage();
          text.replace(expression, "");
          const { user, system } = process.cpuUsage(before);
          if (user + system > MAX_CPU_US) throw new Error("It took more than a second of processor time.");
        }
      }
    }, MAX_WHOLE_MS);
  } catch (cause) {
    throw new Error(`${pattern} takes too long for many ${JSON.stringify(current)}`, { cause });
  }
}

describe("matching", () => {
  test("S-18: every pattern in the sources takes linear time for any text", async () => {
    const files = await readdir(join(ROOT, "src"), { recursive: true });
    const sources = files.filter((file) => file.endsWith(".ts") && !file.endsWith(".generated.ts"));
    const patterns = new Set<string>();
    for (const file of sources) {
      const text = await readFile(join(ROOT, "src", file), "utf8");
      if (MAY_HAVE_PATTERN.test(text)) for (const pattern of listPatterns(file, text)) patterns.add(pattern);
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
