import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs } from "node:util";
import ts from "typescript";
import { findRoot } from "./support/find-root";
import { runCommand, startCommand } from "./support/run-command";
import { runMain } from "./support/run-main";

/** Folders of the core; the tests of each are in the folder of its name. */
const FOLDERS = ["src/text", "src/queue", "src/api", "src/reconcile", "src/plugin/values"];

/** What a mutant has in place of an operator or a word. */
const SWAPS: Readonly<Record<string, string>> = {
  "===": "!==",
  "!==": "===",
  "<": "<=",
  "<=": "<",
  ">": ">=",
  ">=": ">",
  "&&": "||",
  "||": "&&",
  "+": "-",
  "-": "+",
  true: "false",
  false: "true",
};

/** Milliseconds for the tests of one mutant. */
const MAX_MS = 180_000;

interface Mutant {
  readonly file: string;
  readonly at: number;
  readonly before: string;
}

/**
 * `npm run mutate [-- --count 20 --seed N]`: changes one random operator of the core at a time, and runs the tests of its
 * folder, which must notice. Files are restored; nothing else may change them meanwhile.
 */
async function main(): Promise<void> {
  const { values } = parseArgs({
    options: { count: { type: "string", default: "20" }, seed: { type: "string" } },
  });
  const root = findRoot();
  const mutants = await listMutants(root);
  const seed = Number(values.seed ?? Math.trunc(Math.random() * 2 ** 31));
  console.log(`The seed is ${seed}; ${mutants.length} places.`);
  let survivors = 0;
  for (let number = 1; number <= Number(values.count); number += 1) {
    // Steps by a share of the places that repeats late: the golden ratio.
    const mutant =
      mutants[Math.floor(((seed + number) * 0.618_033_988_75 * mutants.length) % mutants.length)];
    if (mutant === undefined || (await isKilled(root, mutant))) continue;
    survivors += 1;
    const { file, at, before } = mutant;
    const line = (await readFile(join(root, file), "utf8")).slice(0, at).split("\n").length;
    console.log(`SURVIVED ${file}:${line}: ${before} → ${SWAPS[before] ?? ""}`);
  }
  console.log(`${survivors} of ${values.count} mutants survived.`);
}

async function listMutants(root: string): Promise<readonly Mutant[]> {
  const { stdout } = await runCommand("git", ["ls-files", ...FOLDERS], { cwd: root });
  const files = stdout.split("\n").filter((file) => file.endsWith(".ts"));
  const mutants: Mutant[] = [];
  for (const file of files) {
    const source = ts.createSourceFile(
      file,
      await readFile(join(root, file), "utf8"),
      ts.ScriptTarget.Latest,
      true,
    );
    const visit = (node: ts.Node): void => {
      if (ts.isTypeNode(node)) return;
      const before = node.getText(source);
      const isOperator = ts.isBinaryExpression(node.parent) && node === node.parent.operatorToken;
      const isWord = node.kind === ts.SyntaxKind.TrueKeyword || node.kind === ts.SyntaxKind.FalseKeyword;
      if ((isOperator || isWord) && SWAPS[before] !== undefined)
        mutants.push({ file, at: node.getStart(source), before });
      ts.forEachChild(node, visit);
    };
    ts.forEachChild(source, visit);
  }
  return mutants;
}

async function isKilled(root: string, { file, at, before }: Mutant): Promise<boolean> {
  const path = join(root, file);
  const text = await readFile(path, "utf8");
  const tests = `${FOLDERS.find((folder) => file.startsWith(folder))?.replace("src", "test") ?? ""}/`;
  try {
    await writeFile(path, text.slice(0, at) + (SWAPS[before] ?? "") + text.slice(at + before.length));
    const jest = [
      "node_modules/jest/bin/jest.js",
      "--config",
      ".config/jest.config.cjs",
      "--bail",
      "-i",
      tests,
    ];
    const { child, finished } = startCommand(process.execPath, jest, { cwd: root });
    // Some mutants never end.
    const timer = setTimeout(() => child.kill("SIGKILL"), MAX_MS);
    const { status } = await finished;
    clearTimeout(timer);
    return status !== 0;
  } finally {
    await writeFile(path, text);
  }
}

runMain(main);
