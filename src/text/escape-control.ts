/** Characters that move the cursor, start terminal commands, or reorder text; line feed and tab are harmless. */
const CONTROL = /[\p{Cc}\p{Bidi_Control}\p{Surrogate}\u2028\u2029]/gu;

const NAMES: { readonly [character: string]: string } = { "\n": "\n", "\t": "\t", "\r": "\\r" };

/**
 * Makes foreign text safe to print on a terminal (promise S-14): control characters (ESC, CR, C0, DEL, C1),
 * bidirectional controls and Unicode line separators become visible escapes such as `\x1b` or `\u202e`. Line
 * feeds and tabs stay. Half surrogate pairs become U+FFFD, so that the result is valid UTF-8 on the wire.
 */
export function escapeControl(text: string): string {
  return text.replace(CONTROL, (character) => {
    const name = NAMES[character];
    if (name !== undefined) return name;
    const code = character.charCodeAt(0);
    if (code >= 0xd800 && code <= 0xdfff) return "\uFFFD";
    return code <= 0xff
      ? `\\x${code.toString(16).padStart(2, "0")}`
      : `\\u${code.toString(16).padStart(4, "0")}`;
  });
}
