import { parseArgs } from "node:util";
import type { SoakPart } from "./soak-part";

/** The arguments of a run. */
export interface SoakPlan {
  /** The seed of all random choices, 0 to 2^31 - 1. */
  readonly seed: number;
  /** The parts to run, in order, and their counts. */
  readonly jobs: readonly { readonly part: SoakPart; readonly count: number }[];
}

const WHOLE_NUMBER = /^\d{1,10}$/;
const SEED_LIMIT = 2 ** 31;

/**
 * Reads the command line `[PART[=COUNT]…] [--short] [--seed SEED]`. Defaults come from the environment: the variable of each
 * part, and MERGEQUEUE_SEED.
 * @param args - the command line after the name of the script
 * @param parts - all parts; by default, all of them run
 * @throws Error about the invalid argument or variable
 */
export function readSoakPlan(
  args: readonly string[],
  parts: readonly SoakPart[],
  env: NodeJS.ProcessEnv,
): SoakPlan {
  const { values, positionals } = parseArgs({
    args: [...args],
    options: { short: { type: "boolean", default: false }, seed: { type: "string" } },
    allowPositionals: true,
  });
  const chosen = new Map(positionals.map((text) => readChoice(text, parts)));
  const jobs = parts
    .filter(({ name }) => chosen.size === 0 || chosen.has(name))
    .map((part) => {
      const { name, variable, count, shortCount } = part;
      const fromEnv = env[variable];
      const standard = values.short ? shortCount : count;
      return { part, count: chosen.get(name) ?? (fromEnv ? readNumber(variable, fromEnv, 1) : standard) };
    });
  const seed = values.seed ?? env["MERGEQUEUE_SEED"];
  return {
    seed: seed ? readNumber("the seed", seed, 0) : Math.trunc(Math.random() * SEED_LIMIT),
    jobs,
  };
}

function readChoice(text: string, parts: readonly SoakPart[]): readonly [string, number | undefined] {
  const [name = "", count] = text.split("=", 2);
  if (!parts.some((part) => part.name === name)) {
    const known = parts.map((part) => part.name).join(", ");
    throw new Error(`There is no part ${name}. The parts are: ${known}.`);
  }
  return [name, count === undefined ? undefined : readNumber(name, count, 1)];
}

function readNumber(what: string, text: string, minimum: number): number {
  const number = Number(text);
  if (WHOLE_NUMBER.test(text) && number >= minimum && number < SEED_LIMIT) return number;
  throw new Error(`${what} must be a whole number from ${minimum} to ${SEED_LIMIT - 1}, not "${text}".`);
}
