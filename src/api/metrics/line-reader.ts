import { MergeQueueError } from "../../queue/merge-queue-error";
import { quote } from "../../text/quote";

const BLANKS = /[ \t]*/y;
const WORD = /[^ \t]*/y;

/** Reads one line from left to right, in linear time. */
export class LineReader {
  readonly #line: string;
  readonly #number: number;
  #position = 0;

  /**
   * @param line - without its line feed
   * @param number - from 1, for messages
   */
  constructor(line: string, number: number) {
    this.#line = line;
    this.#number = number;
  }

  /** Tells whether the line is read completely. */
  isAtEnd(): boolean {
    return this.#position === this.#line.length;
  }

  /** Skips spaces and tabs. @returns whether there were any */
  skipBlanks(): boolean {
    return this.take(BLANKS) !== "";
  }

  /** Takes the characters before the next space, tab or end; may be empty. */
  takeWord(): string {
    return this.take(WORD);
  }

  /** Takes the rest of the line. */
  takeRest(): string {
    const rest = this.#line.slice(this.#position);
    this.#position = this.#line.length;
    return rest;
  }

  /**
   * Takes the match of a pattern at this position; empty if there is none.
   * @param pattern - sticky, and linear in time
   */
  take(pattern: RegExp): string {
    pattern.lastIndex = this.#position;
    const taken = pattern.exec(this.#line)?.[0] ?? "";
    this.#position += taken.length;
    return taken;
  }

  /** Takes a character if it is at this position. @returns whether it is */
  tryTake(character: string): boolean {
    if (this.#line[this.#position] !== character) return false;
    this.#position++;
    return true;
  }

  /** Creates the error for unexpected text at this position. @param expected - what is valid here */
  fail(expected: string): MergeQueueError {
    const rest = this.#line.slice(this.#position);
    const found = rest === "" ? "the line ends" : `there is ${quote(rest)}`;
    return this.refuse(`${expected} is expected at column ${this.#position + 1}, but ${found}`);
  }

  /** Creates the error for an invalid line. @param problem - as a clause */
  refuse(problem: string): MergeQueueError {
    return new MergeQueueError(
      "unexpected_response",
      `Line ${this.#number} of the metrics is not in the Prometheus text format: ${problem}. Check that the address ` +
        "is the service's own, and look for a newer version.",
      { operation: "getMergeQueueMetrics" },
    );
  }
}
