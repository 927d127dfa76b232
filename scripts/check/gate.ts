/** One thing that must hold before a change is taken in. */
export interface Gate {
  /** What it is called on the command line. */
  readonly name: string;
  /** What it makes sure of, as the second half of "makes sure that". */
  readonly claim: string;
  /**
   * When it runs, unless beside the others: `first` makes what they need, `last` looks at what they left.
   */
  readonly order?: "first" | "last";
  /**
   * Looks.
   * @param root - the project's root directory, absolute
   * @returns everything that is wrong, one finding a line or as the tool prints it; empty if nothing is
   */
  run(root: string): Promise<string>;
}
