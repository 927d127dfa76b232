import { styleText } from "node:util";

/** Prints the steps of the demo, in colours if wanted. */
export class DemoLog {
  readonly #write: (text: string) => void;
  readonly isColoured: boolean;

  constructor(write: (text: string) => void, isColoured: boolean) {
    this.#write = write;
    this.isColoured = isColoured;
  }

  /** Prints the heading of a step. */
  heading(text: string): void {
    this.#write(`\n${this.#style("bold", `# ${text}`)}\n`);
  }

  /** Prints a command as one types it. */
  command(text: string): void {
    this.#write(`${this.#style("cyan", `$ ${text}`)}\n`);
  }

  /** Prints output unchanged. */
  output(text: string): void {
    this.#write(text);
  }

  #style(format: "bold" | "cyan", text: string): string {
    return this.isColoured ? styleText(format, text, { validateStream: false }) : text;
  }
}

/** Checks the result of a step. @throws Error if it is wrong */
export function expectThat(isTrue: boolean, result: string): void {
  if (!isTrue) throw new Error(`This step failed: ${result}.`);
}
