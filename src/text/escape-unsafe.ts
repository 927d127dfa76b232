/**
 * Control and format characters, separators, tags and fillers. Variation selectors between text and emoji are kept, because
 * they change what is visible.
 */
const UNSAFE = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]|(?![\ufe0e\ufe0f])\p{Default_Ignorable_Code_Point}/gu;

/** Makes harmful characters visible (promise S-14). @param write - returns the escape of one, or of half a surrogate pair */
export function escapeUnsafe(text: string, write: (character: string) => string = toUnitEscapes): string {
  return text.replace(UNSAFE, write);
}

/** Escapes a character as `\uXXXX`, as in JSON and JavaScript, with two escapes for a surrogate pair. */
export function toUnitEscapes(character: string): string {
  return character
    .split("")
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`)
    .join("");
}
