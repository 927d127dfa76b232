import { formatQueueId, type QueueIdentity } from "../../queue/queue-identity";

/** Maximum length of a pattern; no readable one is longer. */
export const MAX_PATTERN_LENGTH = 500;

/** A pattern of queue ids. */
export interface QueuePattern {
  /** The pattern as it was written. */
  readonly text: string;
  /** Tells whether the whole id of a queue matches. */
  readonly matches: (identity: QueueIdentity) => boolean;
}

/**
 * Makes a pattern of queue ids, `host/owner/name/branch`: `*` stands for any characters but a slash, `**` for any
 * characters. Host, owner and name match without regard to case, the branch exactly, all after Unicode normalisation
 * (NFC).
 */
export function createQueuePattern(text: string): QueuePattern {
  const steps = text.normalize("NFC").match(/\*{2,}|[^]/gu) ?? [];
  return {
    text,
    matches: (identity) => isMatch(steps, Array.from(formatQueueId(identity).normalize("NFC"))),
  };
}

/**
 * Compares every step with every character once (promise S-18). picomatch makes a regular expression, which tries all ways
 * in which several stars may match: with eight stars and 60 characters it takes minutes.
 */
function isMatch(steps: readonly string[], id: readonly string[]): boolean {
  const slashes = [...id.keys()].filter((at) => id[at] === "/");
  const branchStart = slashes[2] ?? id.length;
  // For each index, whether the id from there on matches the steps after the current one.
  let matches = [...id.map(() => false), true];
  for (const step of steps.toReversed()) {
    const following = matches;
    matches = [];
    for (let at = id.length; at >= 0; at -= 1) {
      const character = id[at];
      const isSame =
        step === character || (at < branchStart && step.toLowerCase() === character?.toLowerCase());
      matches[at] = step.startsWith("*")
        ? following[at] === true || (matches[at + 1] === true && (step !== "*" || character !== "/"))
        : isSame && following[at + 1] === true;
    }
  }
  return matches[0] === true;
}
