/** A condition that every change must meet. */
export interface Gate {
  /** Its name on the command line. */
  readonly name: string;
  /** The condition, as a clause. */
  readonly claim: string;
  /** `first`: before the others, which need its result; `last`: after them. Default: in parallel. */
  readonly order?: "first" | "last";
  /**
   * Checks the condition.
   * @param root - the project's root directory, absolute
   * @returns the findings, one per line or as the tool prints them; empty if there are none
   */
  run(root: string): Promise<string>;
}

/** Gates that run at once. The heavy ones need a processor each. */
const CONCURRENCY = 2;

/** Runs all gates, even after a failure, and prints each, then findings. @returns whether all passed */
export async function runGates(
  gates: readonly Gate[],
  root: string,
  print: (line: string) => void,
): Promise<boolean> {
  const failures: { readonly gate: Gate; readonly findings: string }[] = [];
  async function runGate(gate: Gate): Promise<void> {
    const startedAt = performance.now();
    const findings = await gate.run(root).catch((error: unknown) => String(error));
    const isPassed = findings.trim() === "";
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
    print(`${isPassed ? "ok  " : "FAIL"} ${gate.name.padEnd(10)} ${gate.claim} (${seconds} s)`);
    if (!isPassed) failures.push({ gate, findings });
  }
  for (const gate of gates) if (gate.order === "first") await runGate(gate);
  const waiting = gates.filter((gate) => gate.order === undefined);
  const workers = Array.from({ length: CONCURRENCY }, async () => {
    for (let gate = waiting.shift(); gate !== undefined; gate = waiting.shift()) await runGate(gate);
  });
  await Promise.all(workers);
  for (const gate of gates) if (gate.order === "last") await runGate(gate);

  for (const { gate, findings } of failures) {
    print(`\n--- ${gate.name}: npm run check -- ${gate.name}\n${findings.trim()}`);
  }
  print(
    failures.length === 0
      ? `\nAll ${gates.length} gates passed.`
      : `\n${failures.length} of ${gates.length} gates failed: ${failures.map(({ gate }) => gate.name).join(", ")}.`,
  );
  return failures.length === 0;
}
