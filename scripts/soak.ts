import { parseArgs } from "node:util";
import { findRoot } from "./support/find-root";
import { runCommand } from "./support/run-command";
import { runMain } from "./support/run-main";

/** Random tests that run far longer than in `npm test`. They read their count and their seed from the environment. */
interface Part {
  readonly tests: string;
  /** What is counted, and what holds for each of them. */
  readonly words: string;
  readonly count: number;
  /** The count with `--short`: all parts together then take about a minute. */
  readonly shortCount: number;
}

const PARTS: Readonly<Record<string, Part>> = {
  engine: {
    tests: "test/engine/model",
    words: "random schedules of the queue engine: its laws hold after every event",
    count: 20_000,
    shortCount: 250,
  },
  sequences: {
    tests: "test/conformance/sequences",
    words:
      "random sequences of commands through the plugin protocol: each ends in the state that the model predicts",
    count: 5_000,
    shortCount: 50,
  },
  terraform: {
    tests: "test/e2e/sequences",
    words: "short random sequences under the real Terraform: each ends in the state that the model predicts",
    count: 300,
    shortCount: 4,
  },
  fuzz: {
    tests: "test/fuzz",
    words: "random inputs for each reader of foreign bytes: its invariants hold",
    count: 200_000,
    shortCount: 5_000,
  },
};

const SEED_LIMIT = 2 ** 31;

/**
 * `npm run soak [-- PART[=COUNT]… --short --seed SEED]`: runs the random tests of `npm test` for longer and with a new seed.
 * A part that fails does not end the others.
 */
async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    options: { short: { type: "boolean", default: false }, seed: { type: "string" } },
    allowPositionals: true,
  });
  const chosen = new Map(positionals.map((text) => text.split("=", 2) as [string, string | undefined]));
  const unknown = [...chosen.keys()].find((name) => PARTS[name] === undefined);
  if (unknown !== undefined)
    throw new Error(`There is no part ${unknown}. The parts are: ${Object.keys(PARTS).join(", ")}.`);
  const seed = readNumber("the seed", values.seed, 0) ?? Math.trunc(Math.random() * SEED_LIMIT);
  console.log(`The seed is ${seed}.`);
  for (const [name, part] of Object.entries(PARTS)) {
    if (chosen.size > 0 && !chosen.has(name)) continue;
    const standard = values.short ? part.shortCount : part.count;
    await runPart(name, part, readNumber(name, chosen.get(name), 1) ?? standard, seed);
  }
}

async function runPart(name: string, { tests, words }: Part, count: number, seed: number): Promise<void> {
  console.log(`\n--- ${name}: ${count} ${words}`);
  const jest = ["node_modules/jest/bin/jest.js", "--config", ".config/jest.config.cjs", tests];
  const env = { ...process.env, MERGEQUEUE_RANDOM_RUNS: String(count), MERGEQUEUE_SEED: String(seed) };
  const { status, output } = await runCommand(process.execPath, jest, { cwd: findRoot(), env });
  if (status === 0) {
    console.log(`ok   ${name}: ${/^Tests: .*$/m.exec(output)?.[0] ?? "jest counted no tests"}`);
    return;
  }
  console.log(`${output}\nFAIL ${name}. To repeat it: npm run soak -- ${name}=${count} --seed ${seed}`);
  process.exitCode = 1;
}

function readNumber(what: string, text: string | undefined, minimum: number): number | undefined {
  if (text === undefined) return undefined;
  const number = Number(text);
  if (/^\d{1,10}$/.test(text) && number >= minimum && number < SEED_LIMIT) return number;
  throw new Error(`${what} must be a whole number from ${minimum} to ${SEED_LIMIT - 1}, not "${text}".`);
}

runMain(main);
