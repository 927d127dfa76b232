const NAMES: { readonly [character: string]: string } = { "\n": "\n", "\t": "\t", "\r": "\\r" };

/**
 * Makes foreign text safe for a terminal and a CI log. Escapes characters that control a terminal, reorder
 * text or are invisible, such as `\x1b`. Breaks up commands to CI systems. Keeps line feeds and tabs. An
 * unpaired surrogate becomes U+FFFD.
 */
export function escapeControl(text: string): string {
  return breakLogCommands(escapeUnsafe(text, writeVisibly));
}

function writeVisibly(character: string): string {
  const name = NAMES[character];
  if (name !== undefined) return name;
  const code = Number(character.codePointAt(0));
  if (code >= 0xd800 && code <= 0xdfff) return "\uFFFD";
  if (code > 0xffff) return `\\u{${code.toString(16)}}`;
  return code <= 0xff
    ? `\\x${code.toString(16).padStart(2, "0")}`
    : `\\u${code.toString(16).padStart(4, "0")}`;
}

/** Matches control, format and other invisible characters, but not U+FE0E and U+FE0F, which style emoji. */
const UNSAFE = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]|(?![\ufe0e\ufe0f])\p{Default_Ignorable_Code_Point}/gu;

/** Escapes unsafe characters. @param write - returns the escape of a character or an unpaired surrogate */
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

/** Matches a command for GitHub Actions: `::` at the start of a line, perhaps after white space. */
const AT_LINE_START = /^([^\S\n]*)::/gmu;

/** Matches a command for other CI systems: `##[`, `##vso[` or `##teamcity[` anywhere in a line. */
const ANYWHERE = /(##\w*)\[/gu;

/** Inserts a backslash into commands to CI systems, so that the systems do not execute text in a log. */
export function breakLogCommands(text: string): string {
  return text.replace(AT_LINE_START, "$1\\::").replace(ANYWHERE, "$1\\[");
}

/** Like {@link breakLogCommands}, for a JSON, JavaScript or HCL literal. Keeps the literal's value. */
export function breakLogCommandsInLiteral(literal: string): string {
  return literal.replace(ANYWHERE, "$1\\u005b");
}
