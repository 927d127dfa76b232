/**
 * Output for programs: code, JSON or a report. It is written unaltered, or not at all if a secret is in it. A
 * type of its own, so that it cannot be passed off as text for people, in which secrets are redacted.
 */
export interface OutputDocument {
  readonly document: string;
}
