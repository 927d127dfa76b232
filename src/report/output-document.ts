/**
 * Output for programs: code, JSON or a report. It is written unchanged, or not at all if it contains a
 * secret. Text for people has another type, and secrets in it are redacted.
 */
export interface OutputDocument {
  readonly document: string;
}
