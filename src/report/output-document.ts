/**
 * Output for programs: code, JSON or a report. It is written unaltered, or not at all if it contains a
 * secret. In text for people, which has another type, secrets are redacted.
 */
export interface OutputDocument {
  readonly document: string;
}
