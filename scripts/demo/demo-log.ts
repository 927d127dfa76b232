/** Where the demo prints. */
export type Print = (text: string) => void;

/** Prints what the demo is about to show. */
export function printHeading(print: Print, text: string): void {
  print(`\n\u001b[1m# ${text}\u001b[0m\n`);
}

/** Prints a command as one would type it. */
export function printCommand(print: Print, text: string): void {
  print(`\u001b[36m$ ${text}\u001b[0m\n`);
}

/** Thrown where a step did not do what it says. */
class StepError extends Error {
  override readonly name = "StepError";
}

/**
 * Insists on something that a step promises.
 * @throws StepError if it does not hold
 */
export function expectThat(isTrue: boolean, promise: string): void {
  if (!isTrue) throw new StepError(`This step did not do what it says: ${promise}.`);
}
