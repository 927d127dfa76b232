import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import fc, { type Arbitrary } from "fast-check";
import { anyCharacter } from "../support/arbitrary-character";
import { readRandomRuns } from "../support/random-runs";
import { runLimited } from "../support/run-limited";
import type { FuzzTarget } from "./fuzz-target";
import { IMPORT_ID } from "./targets/import-id";
import { LOG_WRITER } from "./targets/log-writer";
import { RESPONSE_DECODER } from "./targets/response-decoder";
import { STACK_EVALUATOR } from "./targets/stack-evaluator";
import { VALUE_DECODER } from "./targets/value-decoder";

/** Longer than any number of inputs takes: only ends a test that hangs. */
jest.setTimeout(24 * 3_600_000);

/** The parts of the product that read foreign bytes. */
const TARGETS = [VALUE_DECODER, IMPORT_ID, LOG_WRITER, RESPONSE_DECODER, STACK_EVALUATOR];

/** Maximum milliseconds of processor time for one input. */
const MAX_CPU_MS = 1_000;

/** Numbers that parsers often get wrong, as text. */
const NUMBERS = ["0", "-1", "1e999", "-0", "9007199254740993", "4294967296", "1e-7", "0.1", "00", "1.0"];

describe.each(TARGETS)("$name", (target) => {
  let corpus: ReadonlyMap<string, Uint8Array>;

  beforeAll(async () => {
    const directory = join(__dirname, "corpus", target.name);
    const names = (await readdir(directory)).sort();
    corpus = new Map(
      await Promise.all(names.map(async (name) => [name, await readFile(join(directory, name))] as const)),
    );
  });

  const run = (input: Uint8Array): void => {
    runLimited(() => {
      target.run(input);
    }, MAX_CPU_MS);
  };

  test("C-15, G-21, K-6, S-18: the invariants hold for every input of the corpus", () => {
    expect(corpus.size).toBeGreaterThan(5);
    for (const input of corpus.values()) run(input);
  });

  test("C-15, G-21, K-6, S-18: the invariants hold for random inputs", () => {
    fc.assert(fc.property(describeInputs(target, [...corpus.values()]), run), readRandomRuns(50));
  });
});

/** Well-formed inputs, those of the corpus, words in any order, and each of these with edits. */
function describeInputs(
  { words, samples }: FuzzTarget,
  corpus: readonly Uint8Array[],
): Arbitrary<Uint8Array> {
  const repeated = fc.tuple(fc.constantFrom("[", ...words), fc.nat(200));
  const piece = fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom("", ...words).map(toBytes) },
    { weight: 1, arbitrary: fc.constantFrom(...NUMBERS).map(toBytes) },
    { weight: 2, arbitrary: fc.uint8Array({ maxLength: 4 }) },
    { weight: 2, arbitrary: fc.string({ unit: anyCharacter, maxLength: 8 }).map(toBytes) },
    // Deep or long inputs.
    { weight: 1, arbitrary: repeated.map(([word, times]) => toBytes(word.repeat(times))) },
  );
  const start = fc.oneof(
    fc
      .tuple(fc.uint8Array({ minLength: 1, maxLength: 2 }), fc.array(piece, { maxLength: 30 }))
      .map(([head, pieces]) => Buffer.concat([head, ...pieces])),
    ...(samples === undefined ? [] : [samples]),
    fc.constantFrom(...corpus),
  );
  const edit = fc.record({ at: fc.nat(4095), removed: fc.nat(16), added: piece });
  return fc.tuple(start, fc.array(edit, { maxLength: 4 })).map(([input, edits]) =>
    edits.reduce<Uint8Array>((text, { at, removed, added }) => {
      const from = at % (text.length + 1);
      return Buffer.concat([text.subarray(0, from), added, text.subarray(from + removed)]);
    }, input),
  );
}

function toBytes(text: string): Uint8Array {
  return Buffer.from(text);
}
