import { join, relative } from "node:path";
import { parseArgs } from "node:util";
import { CORPUS_DIRECTORY, keepInput, readCorpus } from "./fuzz/corpus";
import type { FuzzTarget } from "./fuzz/fuzz-target";
import { searchInput } from "./fuzz/search-input";
import { TARGETS } from "./fuzz/targets";
import { findRoot } from "./support/find-root";
import { runMain } from "./support/run-main";

const DEFAULT_SECONDS = 60;
const SHORT_SECONDS = 5;

/**
 * `npm run fuzz [-- --target NAME] [--seconds N | --short] [--seed N]`: looks, target by target, for inputs that break an
 * invariant. It adds them to test/fuzz/corpus, which `npm test` runs.
 */
async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      target: { type: "string" },
      seconds: { type: "string" },
      short: { type: "boolean", default: false },
      seed: { type: "string" },
    },
  });
  const targets = TARGETS.filter(({ name }) => (values.target ?? name) === name);
  if (targets.length === 0) {
    const names = TARGETS.map(({ name }) => name).join(", ");
    throw new Error(`There is no target ${values.target ?? ""}. The targets are: ${names}.`);
  }
  const seconds = toNumber("--seconds", values.seconds) ?? (values.short ? SHORT_SECONDS : DEFAULT_SECONDS);
  // A new seed for every run: the same one would find nothing new.
  const seed = toNumber("--seed", values.seed) ?? Math.trunc(Math.random() * 2 ** 31);
  for (const target of targets) await fuzz(target, seconds, seed);
}

async function fuzz(target: FuzzTarget, seconds: number, seed: number): Promise<void> {
  const { name } = target;
  const root = findRoot();
  const directory = join(root, CORPUS_DIRECTORY, name);
  const corpus = [...(await readCorpus(directory)).values()];
  console.log(`${name}: seed ${seed}`);
  const { runs, finding } = searchInput(target, { seed, searchMs: seconds * 1000, corpus });
  console.log(`${name}: ${runs} inputs`);
  if (finding === undefined) return;
  const file = relative(root, await keepInput(directory, finding.input, "finding-"));
  console.error(`${name}: ${finding.problem}\n\nThe input is in ${file}.`);
  console.error(`To run it again: npm run fuzz -- --target ${name} --seconds 0`);
  process.exitCode = 1;
}

function toNumber(option: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (!/^\d{1,9}$/.test(text)) throw new Error(`${option} must be a whole number of at most nine digits.`);
  return Number(text);
}

runMain(main);
