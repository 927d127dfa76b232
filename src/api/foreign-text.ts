/** Characters that a terminal acts on or that reorder what is read: control, format and separator ones. */
const UNSAFE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu;

const HIDDEN = "(token)";

/**
 * Makes text of others fit for messages: the token taken out, should a server repeat it, unsafe characters
 * escaped (promise S-14), the length bounded.
 */
export class ForeignText {
  readonly #spellings: readonly string[];

  /** @param token - the API token, taken out of every text in its usual spellings */
  constructor(token: string) {
    const json = JSON.stringify(token).slice(1, -1);
    const base64 = Buffer.from(token).toString("base64");
    this.#spellings = [...new Set([token, json, encodeURIComponent(token), base64])];
  }

  /** Takes the token out, and everything behind the first `maxLength` UTF-16 units. */
  shorten(text: string, maxLength = 500): string {
    let clean = text;
    for (const spelling of this.#spellings) clean = clean.replaceAll(spelling, HIDDEN);
    return clean.slice(0, maxLength);
  }

  /**
   * Takes the token out and escapes what is unsafe.
   * @param maxBytes - how many bytes the result may have in UTF-8, the final `…` not counted
   */
  inline(text: string, maxBytes = 500): string {
    return this.#escape(text, maxBytes, escapeUnsafe);
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
  return character === '"' || character === "\\" ? `\\${character}` : escapeUnsafe(character);
}

function escapeUnsafe(character: string): string {
  if (character === "\n") return "\\n";
  return character.replace(UNSAFE, (unsafe) => `\\u{${Number(unsafe.codePointAt(0)).toString(16)}}`);
}
