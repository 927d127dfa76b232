import { escapeControl } from "../../text/escape-control";
import type { AttributePath, Diagnostic } from "../diagnostic";
import {
  type AttributePath_Step,
  Diagnostic_Severity,
  type Diagnostic as ProtocolDiagnostic,
  type AttributePath as ProtocolPath,
} from "../protocol/tfplugin6.generated";

/** Converts diagnostics, without duplicates. Redacts them first, because escaping can disguise a secret. */
export function toProtocolDiagnostics(
  diagnostics: readonly Diagnostic[],
  redact: (text: string) => string,
): ProtocolDiagnostic[] {
  const clean = diagnostics.map(({ severity, summary, detail, path = [] }) => ({
    severity,
    summary: toOneLine(escapeControl(redact(summary))) || "Provider message",
    detail: escapeControl(redact(detail)),
    path,
  }));
  const distinct = new Map(clean.map((diagnostic) => [JSON.stringify(diagnostic), diagnostic]));
  return Array.from(distinct.values(), ({ severity, summary, detail, path }) => ({
    severity: severity === "error" ? Diagnostic_Severity.ERROR : Diagnostic_Severity.WARNING,
    summary,
    detail,
    attribute: path.length === 0 ? undefined : toProtocolPath(path),
  }));
}

/** Joins the lines of a text, and leaves out empty lines. */
export function toOneLine(text: string): string {
  const lines = text.split("\n").map((line) => line.trim());
  return lines.filter((line) => line !== "").join(" ");
}

export function toProtocolPath(path: AttributePath): ProtocolPath {
  return { steps: path.map((step) => ({ selector: toSelector(step) })) };
}

function toSelector(step: AttributePath[number]): AttributePath_Step["selector"] {
  if ("attribute" in step) return { $case: "attributeName", value: step.attribute };
  if ("index" in step) return { $case: "elementKeyInt", value: BigInt(step.index) };
  return { $case: "elementKeyString", value: step.key };
}
