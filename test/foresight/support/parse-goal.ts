import { type Goal, tryParseGoal } from "../../../src/foresight/goal";

/** Parses a text that must be a goal. */
export function parseGoal(text: string): Goal {
  const goal = tryParseGoal(text);
  if (goal === undefined) throw new Error(`${text} is no goal.`);
  return goal;
}
