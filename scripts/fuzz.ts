import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { parseArgs } from "node:util";
import { bundleWorker } from "./fuzz/bundle-worker";
import { CORPUS_DIRECTORY, keepInput, readCorpus } from "./fuzz/corpus";
import { runCampaign } from "./fuzz/run-campaign";
import { TARGETS } from "./fuzz/targets";
import { findRoot } from "./support/find-root";

const DEFAULT_SECONDS = 60;
const SHORT_SECONDS = 5;

/** What the command line says. */
interface Options {
  readonly targets: readonly string[];
  readonly seconds: number;
  readonly seed: number;
  /** Whether inputs that reach something new are kept. */
  readonly isKeeping: boolean;
  /** The only input to run. */
  readonly input: string | undefined;
}

/**
 * `npm run fuzz [-- --target NAME] [--seconds N | --short] [--seed N] [--keep] [--input FILE]`: looks, target by target,
 * for inputs that break an invariant. One that does is kept in test/fuzz/corpus, where `npm test` finds it from then on.
 */
async function main(): Promise<void> {
  const root = findRoot();
  const options = readOptions();
  const directory = await mkdtemp(join(tmpdir(), "mergequeue-fuzz-"));
  try {
    const bundle = join(directory, "worker.cjs");
    await bundleWorker(root, join(root, "scripts/fuzz/targets"), bundle);
    for (const target of options.targets) await fuzz(root, bundle, target, options);
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

async function fuzz(root: string, bundle: string, target: string, options: Options): Promise<void> {
  const { seed, seconds, input, isKeeping } = options;
  const directory = join(root, CORPUS_DIRECTORY, target);
  const corpus = input === undefined ? [...(await readCorpus(directory)).values()] : [await readFile(input)];
  const searchMs = input === undefined ? seconds * 1000 : 0;
  const report = await runCampaign({ bundle, target, seed, searchMs, corpus });
  if (report.kind === "finding") {
    const file = relative(root, await keepInput(directory, report.input, "finding-"));
    console.error(`${target}: ${report.problem}\n`);
    console.error(`To repeat it: npm run fuzz -- --target ${target} --input ${file}`);
    process.exitCode = 1;
    return;
  }
  const { runs, ways, added } = report;
  console.log(
    `${target}: ${runs} inputs, ${ways} ways through the code, ${added.length} of them new; seed ${seed}`,
  );
  if (!isKeeping) return;
  // The smallest of those that run the same blocks, behind what is kept already.
  const found = added.toSorted((a, b) => a.length - b.length);
  const chosen = await runCampaign({ bundle, target, seed, searchMs: 0, corpus: [...corpus, ...found] });
  if (chosen.kind === "finding") return;
  for (const each of chosen.useful.filter(({ length }) => length > 0)) await keepInput(directory, each);
}

function readOptions(): Options {
  const { values } = parseArgs({
    options: {
      target: { type: "string" },
      seconds: { type: "string" },
      short: { type: "boolean", default: false },
      seed: { type: "string" },
      keep: { type: "boolean", default: false },
      input: { type: "string" },
    },
  });
  const names = TARGETS.map(({ name }) => name);
  if (values.target !== undefined && !names.includes(values.target)) {
    throw new Error(`There is no target ${values.target}. There are: ${names.join(", ")}.`);
  }
  if (values.input !== undefined && values.target === undefined) throw new Error("--input needs --target.");
  return {
    targets: values.target === undefined ? names : [values.target],
    seconds: toNumber("--seconds", values.seconds) ?? (values.short ? SHORT_SECONDS : DEFAULT_SECONDS),
    // Another one every time, and printed: a search that always goes the same way finds nothing more.
    seed: toNumber("--seed", values.seed) ?? Math.trunc(Math.random() * 2 ** 32),
    isKeeping: values.keep,
    input: values.input,
  };
}

function toNumber(option: string, text: string | undefined): number | undefined {
  if (text === undefined || /^\d{1,10}$/.test(text)) return text === undefined ? undefined : Number(text);
  throw new Error(`${option} must be a whole number.`);
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
});
