import { createRedactor, type Redactor } from "../../text/create-redactor";
import { escapeUnsafe } from "../../text/escape-control";

/** How many UTF-16 units of a text to search for secrets. Messages never show the rest of the text. */
const MAX_SEARCHED = 65_536;

const MAX_BYTES = 500;

/** Makes foreign text safe for messages: hides secrets, escapes characters, and limits the length. */
export class ForeignText {
  readonly #token: string;
  readonly #values: readonly string[];
  readonly #tokenRedactor: Redactor;
  #messageRedactor: Redactor | undefined;

  /** @param values - sensitive values to hide in addition to the token */
  constructor(token: string, values: readonly string[] = [], tokenRedactor = makeRedactor(token, [])) {
    this.#token = token;
    this.#values = values;
    this.#tokenRedactor = tokenRedactor;
  }

  /** Returns an instance that also hides `values`, because a server may repeat values of a request. */
  hiding(values: readonly string[] = []): ForeignText {
    return values.length === 0 ? this : new ForeignText(this.#token, values, this.#tokenRedactor);
  }

  redactToken(text: string): string {
    return this.#tokenRedactor.redact(text);
  }

  shorten(text: string, maxLength = 500): string {
    // Created on demand: most requests succeed, and listing the forms of a secret takes time.
    this.#messageRedactor ??= makeRedactor(this.#token, this.#values);
    return this.#messageRedactor.redact(text.slice(0, MAX_SEARCHED)).slice(0, maxLength);
  }

  /** Hides secrets and escapes unsafe characters. */
  inline(text: string): string {
    return this.#escape(text, MAX_BYTES, escapeCharacter);
  }

  /** As {@link inline}, in quotation marks. @param maxBytes - UTF-8 bytes; marks and ellipsis do not count */
  quote(text: string, maxBytes = MAX_BYTES): string {
    const escape = (each: string): string => (/["\\]/.test(each) ? `\\${each}` : escapeCharacter(each));
    return `"${this.#escape(text.trim(), maxBytes, escape)}"`;
  }

  #escape(text: string, maxBytes: number, escape: (character: string) => string): string {
    let result = "";
    let bytes = 0;
    for (const character of this.shorten(text, 2 * maxBytes)) {
      const escaped = escape(character);
      bytes += Buffer.byteLength(escaped);
      if (bytes > maxBytes) return `${result}…`;
      result += escaped;
    }
    return result;
  }
}

function escapeCharacter(character: string): string {
  if (character === "\n") return "\\n";
  return escapeUnsafe(character, (unsafe) => `\\u{${Number(unsafe.codePointAt(0)).toString(16)}}`);
}

function makeRedactor(token: string, values: readonly string[]): Redactor {
  const redactor = createRedactor();
  redactor.add(token);
  for (const value of values) redactor.addValue(value);
  return redactor;
}
