/**
 * A string in quotation marks, as messages repeat what others wrote. One that is not closed goes to the end, so that a
 * match never fails and the time stays linear (promise S-18).
 */
const QUOTED = /("(?:[^"\\]|\\(?:.|$))*(?:"|$))/su;

/** Replaces in a message what a pattern matches, except in quotation marks: what is quoted stays as it came. */
export function replaceUnquoted(message: string, pattern: RegExp, write: (match: string) => string): string {
  return message
    .split(QUOTED)
    .map((part, index) => (index % 2 === 1 ? part : part.replace(pattern, write)))
    .join("");
}
