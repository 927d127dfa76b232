/**
 * Output for programs: code, JSON or a report. The command writes it unchanged, or not at all if it contains
 * a secret. Text for readers has another type, in which secrets are redacted.
 */
export interface OutputDocument {
  readonly document: string;
}
