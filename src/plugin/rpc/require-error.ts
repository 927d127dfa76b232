import { type Diagnostic, isError } from "../diagnostic";

/** Adds an error to the diagnostics of a response without a state if they contain none: Terraform would take it for a success. */
export function requireError(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  return diagnostics.some(isError) ? diagnostics : [...diagnostics, NO_STATE];
}

const NO_STATE: Diagnostic = {
  severity: "error",
  summary: "Provider returned no state",
  detail: "It gave no reason. This is a bug in the provider; please report it to its developers.",
};
