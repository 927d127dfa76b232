import { inspect } from "node:util";

const SHOWN = "(sensitive)";

/** A string that must not be shown: only {@link Secret.reveal} returns it, all else gives `(sensitive)` (promise S-03). */
export class Secret {
  readonly #value: string;

  constructor(value: string) {
    this.#value = value;
  }

  /** Returns the secret itself. Call it only where the secret is used. */
  reveal(): string {
    return this.#value;
  }

  toString(): string {
    return SHOWN;
  }

  toJSON(): string {
    return SHOWN;
  }

  [inspect.custom](): string {
    return SHOWN;
  }
}
