import type { Redactor } from "../../text/create-redactor";
import { createRedactor } from "../../text/create-redactor";
import { escapeUnsafe } from "../../text/escape-unsafe";

/** Text behind this many UTF-16 units is never shown, and a search for secrets in it would take long. */
const MAX_SEARCHED = 65_536;

/**
 * Makes text of others fit for messages: the token taken out, should a server repeat it, unsafe characters
 * escaped (promise S-14), the length bounded.
 */
export class ForeignText {
  readonly #token: string;
  readonly #values: readonly string[];
  readonly #tokenRedactor: Redactor;
  #messageRedactor: Redactor | undefined;

  /**
   * @param token - the API token, taken out of every text in its usual spellings
   * @param values - sensitive values, which are taken out as well
   * @param tokenRedactor - hides the token. Default: a new one
   */
  constructor(token: string, values: readonly string[] = [], tokenRedactor = makeRedactor(token, [])) {
    this.#token = token;
    this.#values = values;
    this.#tokenRedactor = tokenRedactor;
  }

  /** Returns the same with further strings taken out, which a request held and a server may repeat. */
  hiding(values: readonly string[]): ForeignText {
    return values.length === 0 ? this : new ForeignText(this.#token, values, this.#tokenRedactor);
  }

  /** Takes the token out, and nothing else: for data, in which sensitive values have their place. */
  redactToken(text: string): string {
    return this.#tokenRedactor.redact(text);
  }

  /** Takes the token out, and everything behind the first `maxLength` UTF-16 units. */
  shorten(text: string, maxLength = 500): string {
    // Made when a message needs it: most requests succeed, and listing the forms of a secret takes time.
    this.#messageRedactor ??= makeRedactor(this.#token, this.#values);
    return this.#messageRedactor.redact(text.slice(0, MAX_SEARCHED)).slice(0, maxLength);
  }

  /**
   * Takes the token out and escapes what is unsafe.
   * @param maxBytes - how many bytes the result may have in UTF-8, the final `…` not counted
   */
  inline(text: string, maxBytes = 500): string {
    return this.#escape(text, maxBytes, escapeCharacter);
  }

  /**
   * Takes the token out, puts quotation marks around the text and escapes what is unsafe in it.
   * @param maxBytes - how many bytes the result may have in UTF-8, marks and the final `…` not counted
   */
  quote(text: string, maxBytes = 500): string {
    return `"${this.#escape(text.trim(), maxBytes, escapeQuoted)}"`;
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

function escapeQuoted(character: string): string {
  return character === '"' || character === "\\" ? `\\${character}` : escapeCharacter(character);
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
