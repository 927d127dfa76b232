/**
 * What steers a terminal, breaks or reorders lines, or cannot be seen: control and format characters, separators, tags
 * and fillers. The two that choose between a symbol and its picture stay, because they change what is seen.
 */
const UNSAFE = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]|(?![\ufe0e\ufe0f])\p{Default_Ignorable_Code_Point}/gu;

/**
 * Makes characters visible that can do harm where a text is read (promise S-14).
 * @param write - writes one of them, a half surrogate pair included. Default: {@link toUnitEscapes}
 */
export function escapeUnsafe(text: string, write: (character: string) => string = toUnitEscapes): string {
  return text.replace(UNSAFE, write);
}

/** Writes a character as `\uXXXX`, as JSON and JavaScript have it: two of them for one of a higher plane. */
export function toUnitEscapes(character: string): string {
  return character
    .split("")
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`)
    .join("");
}
