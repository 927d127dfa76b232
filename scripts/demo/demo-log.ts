/** Prints what the demo does, in colours where they are wanted. */
export class DemoLog {
  readonly #write: (text: string) => void;
  /** Whether colours are wanted. */
  readonly isColoured: boolean;

  constructor(write: (text: string) => void, isColoured: boolean) {
    this.#write = write;
    this.isColoured = isColoured;
  }

  /** Prints what the demo is about to show. */
  heading(text: string): void {
    this.#write(`\n${this.#paint(1, `# ${text}`)}\n`);
  }

  /** Prints a command as one types it. */
  command(text: string): void {
    this.#write(`${this.#paint(36, `$ ${text}`)}\n`);
  }

  /** Prints output as it is. */
  output(text: string): void {
    this.#write(text);
  }

  #paint(code: number, text: string): string {
    return this.isColoured ? `\u001b[${code}m${text}\u001b[0m` : text;
  }
}

/** Thrown when a step did not do what it says. */
class StepError extends Error {
  override readonly name = "StepError";
}

/**
 * Checks what a step promises.
 * @throws StepError if it is not true
 */
export function expectThat(isTrue: boolean, promise: string): void {
  if (!isTrue) throw new StepError(`This step did not do what it says: ${promise}.`);
}
