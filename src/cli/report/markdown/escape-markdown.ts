import { escapeHtml } from "../escape-html";
import { toLine } from "../to-line";

/**
 * What a code span of one backtick holds as it is, also within a table: no backtick, no bar, no backslash before a
 * bar, and a blank at neither end.
 */
const FITS_SPAN = /^(?! )[^`|\\]+(?<! )$/u;

/** What a code host takes for somebody's name, and tells them. */
const MENTION = /@(?=[\p{L}\p{N}_-])/gu;

/** Parts a mention even where a mail program quotes the comment as plain text. */
const ZERO_WIDTH_SPACE = "\u200b";

/** Punctuation that may stand before a word in a sentence. */
const BEFORE = /^["'(]*/;

/** Punctuation that may stand behind it; only its first character is tried, for the sake of long rows of it. */
const BEHIND = /(?<!["'),.;:!?])["'),.;:!?]+$/;

/** Words that are nothing but words to every dialect of Markdown. */
const HARMLESS = /^[\p{L}\p{M}\p{N}.,;!?'"()=+/–—…%-]*$/u;

/**
 * What a code host acts on although it is harmless otherwise: `www.`, `GH-1`, `!1`, `%1` and hashes of commits become
 * links, and GitLab runs a line such as `/merge`.
 */
const REFERENCE = /www\.|[\p{L}\p{N}]-\p{N}|[!%]\S|\b[0-9a-f]{7,}\b|^\/\p{L}/iu;

/**
 * Writes any text as inline code of Markdown, in which nothing is a link, a mention, a reference, markup or the end of
 * a table's cell. Without text it is a dash.
 * @param maxLength - UTF-16 units of the text that are shown
 */
export function toMarkdownCode(text: string, maxLength: number): string {
  const line = partMentions(toLine(text, maxLength));
  if (line === "") return "—";
  return FITS_SPAN.test(line) ? `\`${line}\`` : `<code>${toEntities(line)}</code>`;
}

/** The same for a place that knows only HTML, such as a `<summary>`. */
export function toHtmlCode(text: string, maxLength: number): string {
  return `<code>${escapeHtml(partMentions(toLine(text, maxLength)))}</code>`;
}

/**
 * Writes sentences, foreign names within them included, as text of Markdown in one line. Words that could be more than
 * words become inline code; line breaks become `<br>`.
 * @param maxLength - UTF-16 units of the text that are shown
 */
export function toMarkdownProse(text: string, maxLength: number): string {
  const kept = text.length > maxLength ? `${text.slice(0, maxLength)}…` : text;
  return kept
    .split("\n")
    .map((line) =>
      line
        .split(/[ \t]+/)
        .filter(Boolean)
        .map(toMarkdownWord)
        .join(" "),
    )
    .join("<br>");
}

function toMarkdownWord(word: string): string {
  if (HARMLESS.test(word.replace(/:$/, "")) && !REFERENCE.test(word)) return word;
  const [before = ""] = BEFORE.exec(word) ?? [];
  const rest = word.slice(before.length);
  const [behind = ""] = BEHIND.exec(rest) ?? [];
  const core = rest.slice(0, rest.length - behind.length);
  // What is left of a word of punctuation only is nothing that could be shown as code.
  return core === "" ? `${before}${behind}` : `${before}${toMarkdownCode(core, core.length)}${behind}`;
}

function partMentions(line: string): string {
  return line.replace(MENTION, `@${ZERO_WIDTH_SPACE}`);
}

/**
 * Some programs look for links when entities have become characters again: a comment, which is not shown, parts what
 * they look for.
 */
function toEntities(line: string): string {
  return line
    .replace(/[^\p{L}\p{M}\p{N} \u200b]/gu, (character) => `&#${Number(character.codePointAt(0))};`)
    .replace(/&#58;|&#64;|www(?=&#46;)/giu, (found) => `${found}<!-- -->`);
}
