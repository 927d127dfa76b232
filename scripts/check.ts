import { findGates } from "./check/gates";
import { runGates } from "./check/run-gates";
import { runMain } from "./support/run-main";

/** `npm run check [-- GATE…]`: runs the named gates, or all of them, and fails if any of them does. */
async function main(root: string): Promise<void> {
  const isPassed = await runGates(findGates(process.argv.slice(2)), root, (line) => {
    console.log(line);
  });
  if (!isPassed) process.exitCode = 1;
}

runMain(main);
