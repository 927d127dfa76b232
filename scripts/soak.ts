import { parseArgs } from "node:util";
import { chooseParts } from "./support/choose-parts";
import { findRoot } from "./support/find-root";
import { runCommand } from "./support/run-command";
import { runMain } from "./support/run-main";

/** Random tests that run far longer than in `npm test`, with count and seed from the environment. */
interface Part {
  readonly tests: string;
  /** What is counted, and what holds for each of them. */
  readonly words: string;
  /** The count, and the one with `--short`: all parts together then take about a minute. */
  readonly counts: readonly [usual: number, short: number];
}

const PARTS: Readonly<Record<string, Part>> = {
  engine: {
    tests: "test/engine/model",
    words: "random schedules of the queue engine: its laws hold after every event",
    counts: [20_000, 250],
  },
  sequences: {
    tests: "test/conformance/sequences",
    words:
      "random sequences of commands through the plugin protocol: each ends in the state that the model predicts",
    counts: [5_000, 50],
  },
  ownership: {
    tests: "test/conformance/ownership",
    words:
      "random schedules of pipelines and other hands on the same queues: nothing is deleted or overwritten that another hand " +
      "changed before the last read",
    counts: [2_000, 100],
  },
  terraform: {
    tests: "test/e2e/sequences",
    words: "short random sequences under the real Terraform: each ends in the state that the model predicts",
    counts: [300, 4],
  },
  fuzz: {
    tests: "test/fuzz",
    words: "random inputs for each reader of foreign bytes: its invariants hold",
    counts: [200_000, 5_000],
  },
};

/**
 * `npm run soak [-- PART… --short --count COUNT --seed SEED]`: runs the random tests of `npm test` for longer
 * and with a new seed. All parts run at once, and one that fails does not end the others.
 */
async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    options: {
      short: { type: "boolean", default: false },
      count: { type: "string" },
      seed: { type: "string", default: String(Math.trunc(Math.random() * 2 ** 31)) },
    },
    allowPositionals: true,
  });
  const chosen = chooseParts(PARTS, positionals);
  console.log(`The seed is ${values.seed}.`);
  await Promise.all(
    chosen.map(async ([name, part]) => {
      const count = values.count ?? String(part.counts[values.short ? 1 : 0]);
      await runPart(name, part, count, values.seed);
    }),
  );
}

async function runPart(name: string, { tests, words }: Part, count: string, seed: string): Promise<void> {
  console.log(`--- ${name}: ${count} ${words}`);
  const jest = ["node_modules/jest/bin/jest.js", "--config", ".config/jest.config.cjs", tests];
  const env = { ...process.env, MERGEQUEUE_RANDOM_RUNS: count, MERGEQUEUE_SEED: seed };
  const { status, output } = await runCommand(process.execPath, jest, { cwd: findRoot(), env });
  if (status === 0) {
    console.log(`ok   ${name}: ${/^Tests: .*$/m.exec(output)?.[0] ?? "jest counted no tests"}`);
    return;
  }
  console.log(
    `${output}\nFAIL ${name}. To repeat it: npm run soak -- ${name} --count ${count} --seed ${seed}`,
  );
  process.exitCode = 1;
}

runMain(main);
