import { inspect } from "node:util";

/**
 * A string that must not be shown. Printing, inspecting, joining or serializing it gives `(sensitive)`; only
 * {@link Secret.reveal} gives the string (promise S-03).
 */
export class Secret {
  readonly #value: string;

  /** @param value - what to keep */
  constructor(value: string) {
    this.#value = value;
  }

  /** Answers the secret itself. Call it only where the secret is used. */
  reveal(): string {
    return this.#value;
  }

  /** Answers `(sensitive)`. */
  toString(): string {
    return "(sensitive)";
  }

  /** Answers `(sensitive)`. */
  toJSON(): string {
    return "(sensitive)";
  }

  /** Answers `(sensitive)`: what `util.inspect` and `console.log` show. */
  [inspect.custom](): string {
    return "(sensitive)";
  }
}
