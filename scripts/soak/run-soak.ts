import type { SoakPlan } from "./read-soak-plan";

/**
 * Runs the parts of a plan one after another, even after a failure. Prints their results and the commands that repeat the
 * failed ones.
 * @param root - the project's root directory, absolute
 * @returns whether all parts passed
 */
export async function runSoak(
  { seed, jobs }: SoakPlan,
  root: string,
  print: (line: string) => void,
): Promise<boolean> {
  const repeats: string[] = [];
  print(`The seed is ${seed}.`);
  for (const { part, count } of jobs) {
    const { name, unit, claim } = part;
    print(`\n--- ${name}: ${count} ${unit}: ${claim}`);
    const startedAt = performance.now();
    const findings = await part.run({ root, count, seed, print }).catch(toText);
    const isPassed = findings.trim() === "";
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(0);
    if (!isPassed) print(findings.trim());
    print(`${isPassed ? "ok  " : "FAIL"} ${name}: ${count} ${unit} (${seconds} s)`);
    if (!isPassed) repeats.push(`npm run soak -- ${name}=${count} --seed ${seed}`);
  }
  print(
    repeats.length === 0
      ? `\nAll parts (${jobs.length}) passed with the seed ${seed}.`
      : `\n${repeats.length} of ${jobs.length} parts failed with the seed ${seed}. To repeat them:\n${repeats.join("\n")}`,
  );
  return repeats.length === 0;
}

function toText(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
