import { MergeQueueError } from "../../queue/merge-queue-error";
import { parseJsonTexts } from "./parse-json-texts";

/**
 * Reads names of targets: one a line, blank lines left out, or a JSON array of strings. A name that is there twice
 * counts once. No target at all has to be said in JSON, `[]`: an empty file is more likely to come from a program
 * that failed.
 * @throws MergeQueueError `invalid_request`
 */
export function readTargets(text: string): readonly string[] {
  const isJson = text.trimStart().startsWith("[");
  const targets = isJson ? parseJsonTexts(text, refuse) : text.split("\n").map((line) => line.trim());
  const named = [...new Set(targets.filter((target) => target !== ""))];
  if (named.length > 0 || isJson) return named;
  throw new MergeQueueError(
    "invalid_request",
    "The list of impacted targets is empty, and nothing was sent. Write one target a line; for a pull request that " +
      "impacts none, write []; for one that impacts every target, use --all.",
    { operation: "setImpactedTargets", field: "impactedTargets" },
  );
}

function refuse(problem: string, cause?: unknown): MergeQueueError {
  return new MergeQueueError(
    "invalid_request",
    `The list of impacted targets begins with "[" but ${problem}; nothing was sent. Write a JSON array of strings, ` +
      "or one target a line.",
    { operation: "setImpactedTargets", field: "impactedTargets" },
    cause,
  );
}
