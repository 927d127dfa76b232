import { html } from "../../text/html";
import { COMMAND, toLine } from "../describe-value";

/** Matches text that stays unchanged in a code span of single backticks, even in a table. */
const FITS_SPAN = /^(?! )[^`|\\]+(?<! )$/u;
/** Matches the beginning of a mention, which makes a code host notify a person. */
const MENTION = /@(?=[\p{L}\p{N}_-])/gu;
/** Breaks up a mention. This also works in mail that quotes the comment as plain text. */
const ZERO_WIDTH_SPACE = "\u200b";
const BEFORE = /^["'(]*/;
/** Punctuation after a word, except `!`: it may begin a reference. The lookbehind avoids quadratic time. */
const BEHIND = /(?<!["'),.;:?])["'),.;:?]+$/;
/** Words that have no markup in any dialect of Markdown. */
const HARMLESS = /^[\p{L}\p{M}\p{N}.,;!?'"()=+/–—…−→%-]*$/u;
/** Words that code hosts make links (`www.`, `GH-1`, `!1`, `%1`, commit hashes) or commands (`/merge`). */
const REFERENCE = /www\.|[\p{L}\p{N}]-\p{N}|[!%](?![),.;:]*$)|\b[0-9a-f]{7,}\b|^\/\p{L}/iu;

/** Writes inline code, which may be in a table. Empty text becomes `—`. @param maxLength - in UTF-16 units */
export function toMarkdownCode(text: string, maxLength: number): string {
  const line = breakMentions(toLine(text, maxLength));
  if (line === "") return "—";
  return FITS_SPAN.test(line) ? `\`${line}\`` : `<code>${toEntities(line)}</code>`;
}

/** Writes inline code for a place that allows only HTML, such as `<summary>`. */
export function toHtmlCode(text: string, maxLength: number): string {
  return html`<code>${breakMentions(toLine(text, maxLength))}</code>`.toString();
}

/** Writes prose. Commands and words that could be markup become code. @param maxLength - in UTF-16 units */
export function toMarkdownProse(text: string, maxLength: number): string {
  const kept = text.length > maxLength ? `${text.slice(0, maxLength)}…` : text;
  const listWords = (line: string): string[] => line.split(/[ \t]+/).filter(Boolean);
  const lines = kept.split("\n").map((line) => {
    if (COMMAND.test(line)) return toMarkdownCode(line.trim(), maxLength);
    return listWords(line).map(toMarkdownWord).join(" ");
  });
  return lines.join("<br>");
}

/** Writes our own prose for a place that allows only HTML. Words with `<` or `>` become code. */
export function toHtmlProse(text: string): string {
  return text.replace(/\S+/g, (word) => (/[<>]/.test(word) ? toHtmlCode(word, word.length) : word));
}

function toMarkdownWord(word: string): string {
  if (HARMLESS.test(word.replace(/:$/, "")) && !REFERENCE.test(word)) return word;
  const [before = ""] = BEFORE.exec(word) ?? [];
  const rest = word.slice(before.length);
  const [behind = ""] = BEHIND.exec(rest) ?? [];
  const core = rest.slice(0, rest.length - behind.length);
  // The word is punctuation only.
  return core === "" ? `${before}${behind}` : `${before}${toMarkdownCode(core, core.length)}${behind}`;
}

function breakMentions(line: string): string {
  return line.replace(MENTION, `@${ZERO_WIDTH_SPACE}`);
}

/** Encodes a line as entities. Empty comments in addresses keep programs from making them links. */
function toEntities(line: string): string {
  return line
    .replace(/[^\p{L}\p{M}\p{N} \u200b]/gu, (character) => `&#${Number(character.codePointAt(0))};`)
    .replace(/&#58;|&#64;|www(?=&#46;)/giu, (found) => `${found}<!-- -->`);
}
