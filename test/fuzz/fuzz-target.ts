import type { Arbitrary } from "fast-check";

/** A function that reads untrusted input, and its invariants. */
export interface FuzzTarget {
  /** Kebab-case; also the name of its folder in test/fuzz/corpus. */
  readonly name: string;
  /** Pieces that inputs of this kind consist of. */
  readonly words: readonly string[];
  /** Well-formed inputs. Default: words and noise only. */
  readonly samples?: Arbitrary<Uint8Array>;
  /**
   * Handles one input.
   * @throws anything if an invariant is broken. The target catches the errors with which it may refuse an
   *   input
   */
  readonly run: (input: Uint8Array) => void;
}

/** Checks an invariant. @throws Error that names it */
export function insist(holds: boolean, invariant: string): void {
  if (!holds) throw new Error(`This does not hold: ${invariant}.`);
}
