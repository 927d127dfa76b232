import { toLine } from "../to-line";

/** What stands in a marker as it is. Two hyphens would end the comment, as HTML sees it. */
const ENCODED = /[^A-Za-z0-9 ._/-]|-(?=-)|(?<=-)-/gu;

/**
 * Answers the line by which a pipeline finds its comment again: a comment of HTML, which nobody sees. Of the title all
 * but letters, digits, blanks, `.`, `_`, `/` and single hyphens is percent-encoded.
 */
export function toMarker(title: string): string {
  const line = toLine(title, title.length);
  return `<!-- mergequeue:${line.replace(ENCODED, encodeCharacter)} -->`;
}

function encodeCharacter(character: string): string {
  return [...Buffer.from(character)].map((byte) => `%${byte.toString(16).toUpperCase()}`).join("");
}
