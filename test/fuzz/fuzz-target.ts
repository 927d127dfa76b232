import type { Arbitrary } from "fast-check";

/** A function that reads untrusted input, and its invariants. */
export interface FuzzTarget {
  /** In kebab-case. Also the name of its folder in test/fuzz/corpus. */
  readonly name: string;
  /** Typical parts of inputs. */
  readonly words: readonly string[];
  /** Well-formed inputs. Default: only words and noise. */
  readonly samples?: Arbitrary<Uint8Array>;
  /** Handles one input. Catches the errors that may refuse it. @throws anything if an invariant is broken */
  readonly run: (input: Uint8Array) => void;
}

/** Checks an invariant. @throws Error that names it */
export function insist(holds: boolean, invariant: string): void {
  if (!holds) throw new Error(`This does not hold: ${invariant}.`);
}
