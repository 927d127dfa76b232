/** What is fuzzed, and what must hold of it for every input. */
export interface FuzzTarget {
  /** Kebab-case; also the name of its folder in test/fuzz/corpus. */
  readonly name: string;
  /** Pieces that inputs of this kind are made of; mutations put them in. */
  readonly words: readonly string[];
  /**
   * Handles one input.
   * @throws anything if an invariant is broken; what an input may be refused with is caught in here
   */
  readonly run: (input: Uint8Array) => void;
}

/** Insists on an invariant. @throws Error that says which one is broken */
export function insist(holds: boolean, invariant: string): void {
  if (!holds) throw new Error(`This does not hold: ${invariant}.`);
}
