import type { FaultCase } from "./fault-case";
import { type Beginning, type Outcome, playRound } from "./fault-round";
import { judgeCase, listForeignErrors } from "./judge-case";

/** The rows of each round, by its topic. */
type Rounds = Readonly<
  Record<string, { readonly cases: readonly FaultCase[]; readonly beginning: Beginning }>
>;

/** Runs the rows of some tables, each table in one round, with a test for each row. */
export function describeRounds(rounds: Rounds): void {
  const outcomes = new Map<string, Outcome>();

  beforeAll(async () => {
    const playing = Object.entries(rounds).map(async ([topic, { cases, beginning }]) => {
      outcomes.set(topic, await playRound(cases, beginning));
    });
    const results = await Promise.allSettled(playing);
    for (const result of results) if (result.status === "rejected") throw result.reason;
  });

  describe.each(Object.entries(rounds))("%s", (topic, { cases }) => {
    function findOutcome(): Outcome {
      const outcome = outcomes.get(topic);
      if (outcome === undefined) throw new Error(`"${topic}" has not been played.`);
      return outcome;
    }

    test("F-35: the command succeeds where no row has an error, and every error belongs to a row", () => {
      const { faulty, nextPlan } = findOutcome();
      const isError = cases.some(({ expected }) => expected.error !== undefined);
      expect(faulty.run.status).toBe(isError ? 1 : 0);
      expect(listForeignErrors(cases, faulty.run)).toEqual([]);
      const isChange = cases.some(({ expected }) => (expected.nextPlan ?? "none") !== "none");
      expect(nextPlan.status).toBe(isChange ? 2 : 0);
    });

    test.each(cases.map((row) => [row.title, row] as const))("%s", (_title, row) => {
      judgeCase(row, findOutcome());
    });
  });
}
