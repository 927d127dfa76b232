import { checkWord } from "./check-word";

/**
 * What creating a queue that exists already may mean; absent means the first: `fail` leaves it as it is, `adopt`
 * takes it over and changes only what is declared.
 */
export const ON_EXISTING = ["fail", "adopt"] as const;

/** One of {@link ON_EXISTING}. */
export type OnExisting = (typeof ON_EXISTING)[number];

/**
 * Checks what shall happen to a queue that exists.
 * @returns what is wrong with it as a sentence, or undefined
 */
export function checkOnExisting(value: unknown): string | undefined {
  return checkWord(ON_EXISTING, value);
}
