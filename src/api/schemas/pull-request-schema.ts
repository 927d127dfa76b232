import * as z from "zod";
import { INTEGER_BOUNDS } from "../../queue/settings";

/** Request field `pr`: a pull request by its number, an integer from 0 to 4294967295 (interface, Limits). */
export const PULL_REQUEST_REFERENCE_SCHEMA = z.strictObject({
  number: z.int().min(0).max(INTEGER_BOUNDS.max),
});

const text = z.string().optional().catch(undefined);
const flag = z.boolean().optional().catch(undefined);

/**
 * A pull request as it waits in a queue (interface, "Pull request in the queue"). Only its number is needed;
 * every other field that is missing or of another type is undefined, so that a newer service never makes a
 * queue unreadable. Fields that the interface does not name pass through.
 */
export const QUEUED_PULL_REQUEST_SCHEMA = z.looseObject({
  prNumber: z.int().min(0),
  id: text,
  state: text,
  stateChangedAt: text,
  priorityValue: z.number().optional().catch(undefined),
  priorityName: text,
  usedDefaultPriorityName: text,
  skipTheLine: flag,
  prTitle: text,
  prSha: text,
  prBaseBranch: text,
  prAuthor: text,
  noBatch: flag,
});
