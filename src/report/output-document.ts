/**
 * Output for programs: code, JSON or a report. The command writes it unchanged, or writes nothing if it
 * contains a secret. Text for readers is a string instead, and the secrets in it are redacted.
 */
export interface OutputDocument {
  readonly document: string;
}
