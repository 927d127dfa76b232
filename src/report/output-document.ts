/** Unaltered, or not at all if it has a secret. No text for people, in which secrets are redacted. */
export interface OutputDocument {
  readonly document: string;
}
