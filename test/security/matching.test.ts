import { readdir, readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import {
  createSourceFile,
  forEachChild,
  isRegularExpressionLiteral,
  type Node,
  ScriptTarget,
} from "typescript";
import { runLimited } from "../support/run-limited";

const ROOT = resolve(__dirname, "../..");

/** Texts on which patterns backtrack: a character of each class, and pairs of neighbours. */
const PIECES = [
  ...[" ", "\t", "\n", "a", "A", "0", "_", "-", ".", "/", "%", ":", ",", '"', "\\", "{", "<", "=", "é"],
  ...["a ", "a-", "0.", '\\"', " \n"],
];

/** Characters of a text. */
const TEXT_LENGTH = 12_000;

/** A pattern in quadratic time, whose time on this machine is the measure of the others. */
const QUADRATIC = /\s+$/;

/** Maximum share of that time for one text. A pattern in linear time takes a thousandth of it. */
const MAX_SHARE = 1 / 16;

/** Maximum measurements of a pattern, which the machine may disturb. */
const MEASUREMENTS = 5;

/** Maximum milliseconds of processor time for all texts of a pattern: ends one in exponential time. */
const MAX_WHOLE_MS = 60_000;

/** Matches a source file that may contain a pattern: a slash where a value can begin. Parsing all is slow. */
const MAY_HAVE_PATTERN = /(?:[=(,:[!&|?{};>\n]|\breturn)\s*\/(?![*/])/;

/** Lists the patterns of a source file. */
function listPatterns(name: string, text: string): string[] {
  const found: string[] = [];
  const visit = (node: Node): void => {
    if (isRegularExpressionLiteral(node)) found.push(node.text);
    forEachChild(node, visit);
  };
  visit(createSourceFile(name, text, ScriptTarget.Latest));
  return found;
}

/** Lists the parts that the texts for a pattern repeat. */
function listPieces(source: string): string[] {
  // The literal part of the pattern, without its operators.
  const own = source.replace(/\\[a-zA-Z](\{[^}]*\})?|[\\^$.*+?()[\]{}|]/g, "");
  return [...new Set([...PIECES, own, ...Array.from(own)])].filter((piece) => piece !== "");
}

/** Returns the processor time of one match in microseconds. */
function measure(expression: RegExp, text: string): number {
  const before = process.cpuUsage();
  text.replace(expression, "");
  const { user, system } = process.cpuUsage(before);
  return user + system;
}

/** Matches within the limit of time. @throws Error that names the pattern and the repeated part */
function tryPattern(pattern: string, maxUs: number): void {
  const end = pattern.lastIndexOf("/");
  const expression = new RegExp(pattern.slice(1, end), pattern.slice(end + 1));
  let current = "";
  try {
    runLimited(() => {
      for (const piece of listPieces(expression.source)) {
        current = piece;
        const pumped = piece.repeat(Math.ceil(TEXT_LENGTH / piece.length));
        // If the end does not match, a pattern tries everything.
        for (const text of [`${pumped}\u0000`, `${pumped}\n!`]) {
          let tries = 0;
          while (measure(expression, text) > maxUs) {
            tries += 1;
            if (tries === MEASUREMENTS) throw new Error("It takes about as long as quadratic time.");
          }
        }
      }
    }, MAX_WHOLE_MS);
  } catch (cause) {
    throw new Error(`${pattern} takes too long for many ${JSON.stringify(current)}`, { cause });
  }
}

describe("matching", () => {
  const maxUs = MAX_SHARE * measure(QUADRATIC, `${" ".repeat(TEXT_LENGTH)}!`);

  test("S-18: every pattern in the sources takes linear time for any text", async () => {
    const files = await readdir(join(ROOT, "src"), { recursive: true });
    const sources = files.filter((file) => file.endsWith(".ts") && !file.endsWith(".generated.ts"));
    const patterns = new Set<string>();
    for (const file of sources) {
      const text = await readFile(join(ROOT, "src", file), "utf8");
      if (MAY_HAVE_PATTERN.test(text)) for (const pattern of listPatterns(file, text)) patterns.add(pattern);
    }
    expect(patterns.size).toBeGreaterThan(50);
    for (const pattern of patterns) tryPattern(pattern, maxUs);
  });

  test.each(["/\\s+$/", "/(?:a-)+x/"])("S-18: %s, which takes quadratic time, is found", (pattern) => {
    expect(() => {
      tryPattern(pattern, maxUs);
    }).toThrow("takes too long");
  });
});
