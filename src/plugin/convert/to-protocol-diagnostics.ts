import type { AttributePath, Diagnostic } from "../diagnostic";
import {
  type AttributePath_Step,
  Diagnostic_Severity,
  type Diagnostic as ProtocolDiagnostic,
  type AttributePath as ProtocolPath,
} from "../protocol/tfplugin6.generated";

/** Converts cleaned diagnostics. A path without steps means the whole object and is omitted. */
export function toProtocolDiagnostics(diagnostics: readonly Diagnostic[]): ProtocolDiagnostic[] {
  return diagnostics.map(({ severity, summary, detail, path = [] }) => ({
    severity: severity === "error" ? Diagnostic_Severity.ERROR : Diagnostic_Severity.WARNING,
    summary,
    detail,
    attribute: path.length === 0 ? undefined : toProtocolPath(path),
  }));
}

/** Converts a path. Every step is separate, also into nested attributes (rules C-21 and C-33). */
export function toProtocolPath(path: AttributePath): ProtocolPath {
  return { steps: path.map((step) => ({ selector: toSelector(step) })) };
}

function toSelector(step: AttributePath[number]): AttributePath_Step["selector"] {
  if ("attribute" in step) return { $case: "attributeName", value: step.attribute };
  if ("index" in step) return { $case: "elementKeyInt", value: BigInt(step.index) };
  return { $case: "elementKeyString", value: step.key };
}
