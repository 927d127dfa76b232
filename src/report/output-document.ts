/**
 * Output for programs: code, JSON or a report. The command writes the output unchanged; if it contains a
 * secret, the command writes nothing. Text for readers has another type, in which secrets are redacted.
 */
export interface OutputDocument {
  readonly document: string;
}
