/**
 * Answers the Terraform name of a wire name: `testingTimeoutMinutes` → `testing_timeout_minutes`.
 * The only converter between the two spellings.
 */
export function toAttributeName(wireName: string): string {
  return wireName.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
