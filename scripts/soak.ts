import { readSoakPlan } from "./soak/read-soak-plan";
import { runSoak } from "./soak/run-soak";
import { SOAK_PARTS } from "./soak/soak-parts";
import { findRoot } from "./support/find-root";

/**
 * `npm run soak [-- PART[=COUNT]… --short --seed SEED]`: does at random, and again and again, what `npm test` does a
 * few times; fails if anything is wrong, and says how to repeat it.
 */
async function main(): Promise<void> {
  const plan = readSoakPlan(process.argv.slice(2), SOAK_PARTS, process.env);
  const isPassed = await runSoak(plan, findRoot(), (line) => {
    console.log(line);
  });
  if (!isPassed) process.exitCode = 1;
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
});
