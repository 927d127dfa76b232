import { MergeQueueError } from "../../queue/merge-queue-error";
import { quote } from "../../text/quote";

/** A line of metrics, read from left to right by sticky patterns that are linear in time. */
export class MetricsLine {
  readonly #text: string;
  readonly #number: number;
  #position = 0;

  /** @param number - from 1, for messages */
  constructor(text: string, number: number) {
    this.#text = text;
    this.#number = number;
  }

  /** Takes the match of a pattern at this position. @returns its groups; undefined if it does not match */
  tryTake(pattern: RegExp): readonly (string | undefined)[] | undefined {
    pattern.lastIndex = this.#position;
    const match = pattern.exec(this.#text);
    if (match === null) return undefined;
    this.#position += match[0].length;
    return match.slice(1);
  }

  /** As {@link tryTake}, for what must be there. @param expected - what is valid here, for the message */
  take(pattern: RegExp, expected: string): readonly (string | undefined)[] {
    const groups = this.tryTake(pattern);
    if (groups !== undefined) return groups;
    const rest = this.#text.slice(this.#position);
    const found = rest === "" ? "the line ends" : `there is ${quote(rest)}`;
    throw this.refuse(`${expected} is expected at column ${this.#position + 1}, but ${found}`);
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
