import type { Diagnostic } from "../diagnostic";
import { Diagnostic_Severity, type Diagnostic as ProtocolDiagnostic } from "../protocol/tfplugin6.generated";
import { toProtocolPath } from "./to-protocol-path";

/** Converts diagnostics that have been cleaned. A path without steps is about the whole and is left out. */
export function toProtocolDiagnostics(diagnostics: readonly Diagnostic[]): ProtocolDiagnostic[] {
  return diagnostics.map(({ severity, summary, detail, path = [] }) => ({
    severity: severity === "error" ? Diagnostic_Severity.ERROR : Diagnostic_Severity.WARNING,
    summary,
    detail,
    attribute: path.length === 0 ? undefined : toProtocolPath(path),
  }));
}
