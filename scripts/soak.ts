import { readSoakPlan } from "./soak/read-soak-plan";
import { runSoak } from "./soak/run-soak";
import { SOAK_PARTS } from "./soak/soak-parts";
import { findRoot } from "./support/find-root";
import { runMain } from "./support/run-main";

/**
 * `npm run soak [-- PART[=COUNT]… --short --seed SEED]`: runs the random tests of `npm test` for longer and with a new seed.
 */
async function main(): Promise<void> {
  const plan = readSoakPlan(process.argv.slice(2), SOAK_PARTS, process.env);
  const isPassed = await runSoak(plan, findRoot(), (line) => {
    console.log(line);
  });
  if (!isPassed) process.exitCode = 1;
}

runMain(main);
