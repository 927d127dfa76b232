import { breakLogCommandsInLiteral, escapeUnsafe, toUnitEscapes } from "../text/escape-control";
import type { OutputDocument } from "./output-document";

/** Writes one JSON document, safe for terminals and CI. NaN and infinite numbers become null. */
export function printJson(value: unknown): OutputDocument {
  return { document: `${toSafeJson(JSON.stringify(value, undefined, 2))}\n` };
}

/** Writes a list in parts, to save memory. Together they are `printJson({ [name]: items })`. */
export class JsonListPrinter {
  readonly #name: string;
  #isBegun = false;

  constructor(name: string) {
    this.#name = name;
  }

  /** Returns the next part. @param items - at least one */
  add(items: readonly unknown[]): OutputDocument {
    const start = this.#isBegun ? "," : this.#start();
    this.#isBegun = true;
    const texts = items.map((item) => `\n${JSON.stringify(item, undefined, 2)}`.replaceAll("\n", "\n    "));
    return { document: toSafeJson(`${start}${texts.join(",")}`) };
  }

  end(): OutputDocument {
    return { document: this.#isBegun ? "\n  ]\n}\n" : `${this.#start()}]\n}\n` };
  }

  #start(): string {
    return `{\n  ${JSON.stringify(this.#name)}: [`;
  }
}

/** Returns JSON of the same meaning that cannot steer a terminal or a CI system. */
export function toSafeJson(json: string): string {
  // JSON has such a character only in strings.
  return breakLogCommandsInLiteral(
    escapeUnsafe(json, (character) => (character === "\n" ? character : toUnitEscapes(character))),
  );
}
