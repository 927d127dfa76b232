import { inspect } from "node:util";
import {
  type Arbitrary,
  array,
  check,
  constantFrom,
  nat,
  oneof,
  property,
  record,
  string,
  tuple,
  uint8Array,
} from "fast-check";
import type { FuzzTarget } from "./fuzz-target";
import { runLimited } from "./run-limited";

/** The options of a search. */
export interface SearchOptions {
  readonly seed: number;
  /** Milliseconds to look for new inputs; 0 runs the corpus only. */
  readonly searchMs: number;
  /** Kept inputs: they run first, and edited ones afterwards. */
  readonly corpus: readonly Uint8Array[];
  /** Milliseconds of processor time that one input may take. Default: 1000. */
  readonly maxCpuMs?: number;
}

/** The outcome of a search. */
export interface SearchReport {
  /** Inputs that ran. */
  readonly runs: number;
  /** The input that broke an invariant, as small as fast-check could make it. */
  readonly finding?: { readonly input: Uint8Array; readonly problem: string };
}

/** Numbers at which parsers go wrong, as text. */
const NUMBERS = ["0", "-1", "1e999", "-0", "9007199254740993", "4294967296", "1e-7", "0.1", "00", "1.0"];

/** Looks for an input that breaks an invariant of the target: among the kept ones, then among random ones. */
export function searchInput(
  target: FuzzTarget,
  { seed, searchMs, corpus, maxCpuMs }: SearchOptions,
): SearchReport {
  let runs = 0;
  const run = (input: Uint8Array): void => {
    runs += 1;
    runLimited(() => {
      target.run(input);
    }, maxCpuMs);
  };
  for (const input of corpus) {
    try {
      run(input);
    } catch (error) {
      return { runs, finding: { input, problem: inspect(error, { depth: 3 }) } };
    }
  }
  if (searchMs === 0) return { runs };
  const details = check(property(describeInputs(target, corpus), run), {
    seed,
    numRuns: Number.MAX_SAFE_INTEGER,
    interruptAfterTimeLimit: searchMs,
  });
  if (details.counterexample === null) return { runs };
  const [input] = details.counterexample;
  return { runs, finding: { input, problem: inspect(details.errorInstance, { depth: 3 }) } };
}

/** Well-formed inputs, kept ones, words in any order, and each of these with edits. */
function describeInputs(
  { words, samples }: FuzzTarget,
  corpus: readonly Uint8Array[],
): Arbitrary<Uint8Array> {
  const piece = oneof(
    { weight: 4, arbitrary: constantFrom("", ...words).map(toBytes) },
    { weight: 1, arbitrary: constantFrom(...NUMBERS).map(toBytes) },
    { weight: 2, arbitrary: uint8Array({ maxLength: 4 }) },
    { weight: 2, arbitrary: string({ unit: "binary", maxLength: 8 }).map(toBytes) },
    // Depth and length.
    {
      weight: 1,
      arbitrary: tuple(constantFrom("[", ...words), nat(200)).map(([word, times]) =>
        toBytes(word.repeat(times)),
      ),
    },
  );
  const start = oneof(
    tuple(uint8Array({ minLength: 1, maxLength: 2 }), array(piece, { maxLength: 30 })).map(([head, pieces]) =>
      Buffer.concat([head, ...pieces]),
    ),
    ...(samples === undefined ? [] : [samples]),
    ...(corpus.length === 0 ? [] : [constantFrom(...corpus)]),
  );
  const edit = record({ at: nat(4095), removed: nat(16), added: piece });
  return tuple(start, array(edit, { maxLength: 4 })).map(([input, edits]) =>
    edits.reduce<Uint8Array>((text, { at, removed, added }) => {
      const from = at % (text.length + 1);
      return Buffer.concat([text.subarray(0, from), added, text.subarray(from + removed)]);
    }, input),
  );
}

function toBytes(text: string): Uint8Array {
  return Buffer.from(text);
}
