/** What destroying a queue may mean; absent means the first. */
export const DELETION_POLICIES = ["refuse", "abandon"] as const;

/**
 * Checks a deletion policy.
 * @returns what is wrong with it as a sentence, or undefined
 */
export function checkDeletionPolicy(value: unknown): string | undefined {
  if (DELETION_POLICIES.some((policy) => policy === value)) return undefined;
  const allowed = DELETION_POLICIES.map((policy) => JSON.stringify(policy)).join(" or ");
  return `Must be ${allowed}, got ${typeof value === "string" ? JSON.stringify(value) : typeof value}.`;
}
