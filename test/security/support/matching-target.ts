import type { FuzzTarget } from "../../../scripts/fuzz/fuzz-target";

/** A pattern and what it is tried on, again and again the same piece. */
export interface Matching {
  readonly source: string;
  readonly flags: string;
  readonly piece: string;
}

/** Characters of the text: where matching takes quadratic time, it takes seconds. */
const TEXT_LENGTH = 60_000;

function match(input: Uint8Array): void {
  if (input.length === 0) return;
  const { source, flags, piece } = JSON.parse(Buffer.from(input).toString()) as Matching;
  const pumped = piece.repeat(Math.ceil(TEXT_LENGTH / piece.length));
  // What fails at its very end makes a pattern try everything.
  for (const text of [pumped, `${pumped}\u0000`, `${pumped}\n!`]) {
    text.replace(new RegExp(source, flags), "");
  }
}

/** Matches, in a worker whose time is limited. */
export const TARGETS: readonly FuzzTarget[] = [{ name: "matching", words: [], run: match }];
