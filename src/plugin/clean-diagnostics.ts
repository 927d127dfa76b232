import { escapeControl } from "../text/escape-control";
import type { Diagnostic } from "./diagnostic";

/**
 * Prepares diagnostics for output: no duplicates, text redacted and safe for a terminal, and the summary on one
 * non-empty line, because Terraform prints it as a title.
 * @param redact - hides secrets in a string; applied first, while they can still be recognized
 */
export function cleanDiagnostics(
  diagnostics: readonly Diagnostic[],
  redact: (text: string) => string = (text) => text,
): readonly Diagnostic[] {
  const seen = new Set<string>();
  return diagnostics
    .map((diagnostic) => ({
      ...diagnostic,
      summary: toOneLine(escapeControl(redact(diagnostic.summary))) || "Provider message",
      detail: escapeControl(redact(diagnostic.detail)),
    }))
    .filter((diagnostic) => {
      const key = JSON.stringify([
        diagnostic.severity,
        diagnostic.summary,
        diagnostic.detail,
        diagnostic.path ?? [],
      ]);
      const isNew = !seen.has(key);
      seen.add(key);
      return isNew;
    });
}

/** Joins the lines of a text, without empty ones. */
export function toOneLine(text: string): string {
  const lines = text.split("\n").map((line) => line.trim());
  return lines.filter((line) => line !== "").join(" ");
}
