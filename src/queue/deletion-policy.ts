import { checkWord } from "./check-word";

/**
 * What destroying a queue may mean; absent means the first: `refuse` deletes it only if no pull request is in it,
 * `drain` first lets it finish what is in it, `abandon` forgets it and leaves it as it is.
 */
export const DELETION_POLICIES = ["refuse", "drain", "abandon"] as const;

/** One of {@link DELETION_POLICIES}. */
export type DeletionPolicy = (typeof DELETION_POLICIES)[number];

/**
 * Checks a deletion policy.
 * @returns what is wrong with it as a sentence, or undefined
 */
export function checkDeletionPolicy(value: unknown): string | undefined {
  return checkWord(DELETION_POLICIES, value);
}
