/** What destroying a queue does: delete it if it is empty, drain and delete it, or only stop managing it. */
export const DELETION_POLICIES = ["refuse", "drain", "abandon"] as const;

export type DeletionPolicy = (typeof DELETION_POLICIES)[number];

/** What creating a queue does if it already exists: fail, or adopt it and change its declared settings. */
export const ON_EXISTING = ["fail", "adopt"] as const;

export type OnExisting = (typeof ON_EXISTING)[number];

/** Checks a deletion policy. @returns the problem as a sentence, or undefined */
export function checkDeletionPolicy(value: unknown): string | undefined {
  return checkWord(DELETION_POLICIES, value);
}

/** Checks a value of `on_existing`. @returns the problem as a sentence, or undefined */
export function checkOnExisting(value: unknown): string | undefined {
  return checkWord(ON_EXISTING, value);
}

function checkWord(words: readonly string[], value: unknown): string | undefined {
  if (words.some((word) => word === value)) return undefined;
  const quoted = words.map((word) => JSON.stringify(word));
  const allowed = `${quoted.slice(0, -1).join(", ")} or ${quoted.slice(-1).join("")}`;
  return `Must be ${allowed}, got ${typeof value === "string" ? JSON.stringify(value) : typeof value}.`;
}
