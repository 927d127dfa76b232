import type { EmulatorOptionsInput } from "../../../src/emulator/emulator-options";
import type { FaultCase } from "./fault-case";
import { type Beginning, type Outcome, playRound } from "./fault-round";
import { judgeCase, listForeignErrors } from "./judge-case";

/** Plays the rows of a table in one round, and makes a test of each. */
export function describeRound(
  topic: string,
  cases: readonly FaultCase[],
  beginning: Beginning,
  options: EmulatorOptionsInput = {},
): void {
  describe(topic, () => {
    let outcome: Outcome;

    beforeAll(async () => {
      outcome = await playRound(cases, beginning, options);
    });

    test("F-35: the command succeeds where no row has an error, and every error belongs to a row", () => {
      const { faulty, nextPlan } = outcome;
      const isError = cases.some(({ expected }) => expected.error !== undefined);
      expect(faulty.run.status).toBe(isError ? 1 : 0);
      expect(listForeignErrors(cases, faulty.run)).toEqual([]);
      const isChange = cases.some(({ expected }) => (expected.nextPlan ?? "none") !== "none");
      expect(nextPlan.status).toBe(isChange ? 2 : 0);
    });

    test.each(cases.map((row) => [row.title, row] as const))("%s", (_title, row) => {
      judgeCase(row, outcome);
    });
  });
}
