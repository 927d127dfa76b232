import type { QueueIdentity } from "../../queue/queue-identity";
import { formatQueueId } from "../../queue/queue-identity";

/** Longer patterns name nothing that can be read. */
export const MAX_PATTERN_LENGTH = 500;

/** One step of a pattern: a character, or any number of them, with slashes (`many`) or without (`some`). */
type Step = { readonly kind: "one"; readonly character: string } | { readonly kind: "some" | "many" };

/** A pattern of queue ids. */
export interface QueuePattern {
  /** As it was written. */
  readonly text: string;
  /** Tells whether a queue's id matches the pattern as a whole. */
  readonly matches: (identity: QueueIdentity) => boolean;
}

/**
 * Makes a pattern of queue ids, `host/owner/name/branch`: `*` stands for any characters but a slash, `**` for any
 * characters, everything else for itself. Host, owner and name match without regard to case, the branch exactly, all
 * after Unicode normalisation (NFC): as queues are told apart. The time that a match takes grows with the lengths of
 * id and pattern multiplied, whatever the pattern.
 */
export function createQueuePattern(text: string): QueuePattern {
  const steps = toSteps(text);
  return { text, matches: (identity) => isMatch(steps, toCharacters(identity)) };
}

/** A character of an id, and whether its case counts. */
interface IdCharacter {
  readonly text: string;
  readonly isExact: boolean;
}

function toSteps(text: string): Step[] {
  return [...text.normalize("NFC").matchAll(/\*{2,}|\*|[^*]/gu)].map(([part]) => {
    if (part === "*") return { kind: "some" };
    return part.startsWith("**") ? { kind: "many" } : { kind: "one", character: part };
  });
}

function toCharacters(identity: QueueIdentity): IdCharacter[] {
  let slashes = 0;
  return Array.from(formatQueueId(identity).normalize("NFC"), (text) => {
    if (text === "/") slashes += 1;
    return { text, isExact: slashes >= 3 };
  });
}

/** Follows all ways through the pattern at once, so that no pattern can make it try them one after another. */
function isMatch(steps: readonly Step[], characters: readonly IdCharacter[]): boolean {
  let places = skipStars(steps, new Set([0]));
  for (const character of characters) {
    const next = new Set<number>();
    for (const place of places) {
      const step = steps[place];
      if (step === undefined || !accepts(step, character)) continue;
      next.add(step.kind === "one" ? place + 1 : place);
    }
    if (next.size === 0) return false;
    places = skipStars(steps, next);
  }
  return places.has(steps.length);
}

/** A star may stand for nothing. */
function skipStars(steps: readonly Step[], places: Set<number>): Set<number> {
  // What is added while a set is walked is walked, too.
  for (const place of places) {
    const step = steps[place];
    if (step !== undefined && step.kind !== "one") places.add(place + 1);
  }
  return places;
}

function accepts(step: Step, { text, isExact }: IdCharacter): boolean {
  switch (step.kind) {
    case "one":
      return step.character === text || (!isExact && step.character.toLowerCase() === text.toLowerCase());
    case "some":
      return text !== "/";
    case "many":
      return true;
  }
}
