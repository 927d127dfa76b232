import { MergeQueueError } from "../../queue/merge-queue-error";
import { quote } from "../../text/quote";

const BLANKS = /[ \t]*/y;
const WORD = /[^ \t]*/y;

/** Reads one line of a text from left to right, in time proportional to its length. */
export class LineReader {
  readonly #line: string;
  readonly #number: number;
  #position = 0;

  /**
   * @param line - the line without its line feed
   * @param number - its number, from 1, for messages
   */
  constructor(line: string, number: number) {
    this.#line = line;
    this.#number = number;
  }

  /** Tells whether nothing is left. */
  isAtEnd(): boolean {
    return this.#position === this.#line.length;
  }

  /** Passes over blanks and tabs, and tells whether there were any. */
  skipBlanks(): boolean {
    return this.take(BLANKS) !== "";
  }

  /** Takes what stands up to the next blank, tab or end; may be nothing. */
  takeWord(): string {
    return this.take(WORD);
  }

  /** Takes all that is left. */
  takeRest(): string {
    const rest = this.#line.slice(this.#position);
    this.#position = this.#line.length;
    return rest;
  }

  /**
   * Takes what a pattern matches here; nothing if it does not.
   * @param pattern - sticky, without groups that can match one text in several ways
   */
  take(pattern: RegExp): string {
    pattern.lastIndex = this.#position;
    const taken = pattern.exec(this.#line)?.[0] ?? "";
    this.#position += taken.length;
    return taken;
  }

  /** Takes a character if it stands here, and answers whether it does. */
  tryTake(character: string): boolean {
    if (this.#line[this.#position] !== character) return false;
    this.#position++;
    return true;
  }

  /**
   * Makes the error for what stands here.
   * @param expected - what should stand here instead
   */
  fail(expected: string): MergeQueueError {
    const rest = this.#line.slice(this.#position);
    const found = rest === "" ? "the line ends" : `there is ${quote(rest)}`;
    return this.refuse(`${expected} is expected at column ${this.#position + 1}, but ${found}`);
  }

  /** Makes the error for a line that is wrong. @param problem - as a clause */
  refuse(problem: string): MergeQueueError {
    return new MergeQueueError(
      "unexpected_response",
      `Line ${this.#number} of the metrics is not in the Prometheus text format: ${problem}. Check that the ` +
        "address is that of the service itself, and look for a newer version.",
      { operation: "getMergeQueueMetrics" },
    );
  }
}
