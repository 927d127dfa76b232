import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { ReplicationResult } from "../../../src/foresight/drive/replication";
import { ReplicationPool, WORKER_NAME } from "../../../src/foresight/replication-pool";
import { runCommand } from "../../support/run-command";
import { atMost, type BenchContext, median, type PartReport } from "../bench-part";
import { printValidationPage } from "../print-page";
import type { ReplicationsCost, ReplicationsInput } from "./replications-process";
import { validateBacktests } from "./validate-backtests";
import { validateCoverage } from "./validate-coverage";
import { type RunAll, type Validation, validateForecasts } from "./validate-forecasts";
import { validateOrderings } from "./validate-orderings";

const WORKERS = 2;
const ROUNDS = 3;

/**
 * Measures what a forecast costs, and compares simulated queues with theory. `npm run bench -- foresight`
 * also counts how often intervals hold exact answers, which takes an hour, and writes
 * docs/foresight-validation.md.
 */
export async function measureForesight({ root, isQuick, isAlone, say }: BenchContext): Promise<PartReport> {
  const workerFile = join(root, "dist", WORKER_NAME);
  const usual = { workerFile, workers: WORKERS, pullRequests: 2_000, replications: 10 };
  const costs: ReplicationsCost[] = [];
  for (let round = 0; round < (isQuick ? 1 : ROUNDS); round += 1) {
    costs.push(await runReplications(root, usual));
  }
  const long = isQuick ? 20_000 : 100_000;
  say("one long replication");
  const [short, whole] = [
    await runReplications(root, { ...usual, workers: 0, pullRequests: 10_000, replications: 1 }),
    await runReplications(root, { ...usual, workers: 0, pullRequests: long, replications: 1 }),
  ];
  say("theory");
  const isWhole = isAlone && !isQuick;
  const validations = [...(await validate(workerFile, isWhole)), ...validateOrderings(isWhole ? 500 : 100)];
  if (isWhole) {
    const day = new Date().toISOString().slice(0, 10);
    await writeFile(join(root, "docs/foresight-validation.md"), printValidationPage(validations, day));
  }
  const name = "a forecast of 10 replications of 2000 pull requests for two settings";
  return {
    figures: [
      atMost(`time of ${name}`, median(costs.map(({ wallMs }) => wallMs)) / 1_000, 5, "s"),
      atMost(`memory of ${name}`, Math.max(...costs.map(({ mebibytes }) => mebibytes)), 300, "MiB", 0),
      atMost(
        `processor time per simulated pull request: with ${long} pull requests / with 10000`,
        whole.processorMs / long / (short.processorMs / 10_000),
        1.5,
      ),
      atMost(`memory of ${long} simulated pull requests`, whole.mebibytes, 300, "MiB", 0),
    ],
    validations,
  };
}

async function runReplications(root: string, input: ReplicationsInput): Promise<ReplicationsCost> {
  const program = join(root, "scripts/bench/foresight/replications-process.ts");
  const args = ["--import", "tsx", program, JSON.stringify(input)];
  const { status, stdout, output } = await runCommand(process.execPath, args, { cwd: root });
  if (status !== 0) throw new Error(output);
  return JSON.parse(stdout) as ReplicationsCost;
}

async function validate(workerFile: string, isWhole: boolean): Promise<readonly Validation[]> {
  const pool = new ReplicationPool({ workerFile });
  const run: RunAll = async (setups) =>
    (await pool.run(setups)).filter((result): result is ReplicationResult => result !== undefined);
  try {
    return [
      ...(await validateForecasts(run)),
      ...(await validateBacktests(run, isWhole ? 20 : 5)),
      ...(isWhole ? await validateCoverage(run) : []),
    ];
  } finally {
    await pool.close();
  }
}
