import { MergeQueueError } from "../queue/merge-queue-error";
import type { Redactor } from "../text/create-redactor";
import { REDACTED } from "../text/create-redactor";
import { quote } from "../text/quote";

/** Characters of the text that are shown before and after a secret. */
const SHOWN_LENGTH = 40;

/**
 * Makes sure that no secret is in a document. A document is never redacted: its readers would not notice what is missing.
 * @returns the text as it is
 * @throws MergeQueueError `invalid_configuration` that shows the place
 */
export function checkDocument(text: string, { redact }: Redactor): string {
  const redacted = redact(text);
  if (redacted === text) return text;
  const at = redacted.indexOf(REDACTED);
  const end = at + REDACTED.length;
  const before =
    redacted
      .slice(Math.max(0, at - SHOWN_LENGTH), at)
      .split("\n")
      .at(-1) ?? "";
  const [after = ""] = redacted.slice(end, end + SHOWN_LENGTH).split("\n");
  throw new MergeQueueError(
    "invalid_configuration",
    `The output would contain the API token, so nothing was written. The place is ${quote(`${before.trim()}${REDACTED}${after}`)}. If a ` +
      "name or a setting has the same text by chance, use a token of at least 16 random characters. Otherwise remove " +
      "the token from there and replace it by a new one.",
    { argument: "token" },
  );
}
