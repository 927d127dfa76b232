import { inspect } from "node:util";
import { escapeControl } from "../../text/escape-control";

/** Terraform shows a user this much of a plugin's crash. */
const MAX_LINES = 100;

/** Nobody reads more of a line; that of a file that cannot be loaded may be the whole of it. */
const MAX_LINE_LENGTH = 1000;

/**
 * Formats what a user reads when the provider crashes (rule G-24): the first line starts with `panic: `, which
 * makes Terraform show the text without any log setting.
 *
 * @param redact - Hides secrets in a text.
 */
export function formatPanic(error: unknown, redact: (text: string) => string): string {
  const lines = escapeControl(redact(describe(error)))
    .split("\n")
    .slice(0, MAX_LINES)
    .map((line) => (line.length > MAX_LINE_LENGTH ? `${line.slice(0, MAX_LINE_LENGTH)}…` : line));
  const [first = "", ...others] = lines;
  // Terraform parses every line as a log line; a JSON object of another shape would crash it (rule G-21).
  const safe = others.map((line) => (line.trimStart().startsWith("{") ? `| ${line}` : line));
  return `${[`panic: ${first}`, ...safe].join("\n")}\n`;
}

function describe(error: unknown): string {
  try {
    // A string that is cut may end in half a secret, which the redactor would not recognise.
    return inspect(error, { maxStringLength: Infinity });
  } catch {
    return "an error that cannot be printed";
  }
}
