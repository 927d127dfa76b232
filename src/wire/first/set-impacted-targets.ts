import * as z from "zod/mini";
import type { QueueIdentity } from "../../queue/queue-identity";
import { boundedList } from "../bounded-list";
import { makeWrite, type Operation } from "../operation";
import { PULL_REQUEST_REFERENCE_SCHEMA } from "./pull-request-schema";
import { LABEL_SCHEMA, toQueueRequestSchema } from "./request-schema";

/** The word that stands for all targets of the repository. */
export const ALL_TARGETS = "ALL";

/** Body of `/setImpactedTargets`. `impactedTargets` is the only field that the interface specifies. */
export type SetImpactedTargetsRequest = QueueIdentity & {
  /** The pull request's number: an integer from 0 to 4294967295. */
  readonly pr: {
    readonly number: number;
    /** The commit that has these impacted targets. Default: the latest commit that the service knows. */
    readonly sha?: string;
  };
  /** Names of build or test targets, or `ALL`. */
  readonly impactedTargets: readonly string[] | typeof ALL_TARGETS;
};

/** Sets the impacted targets of a pull request. The list replaces the previous list. */
export const SET_IMPACTED_TARGETS: Operation<SetImpactedTargetsRequest> = {
  ...makeWrite("setImpactedTargets"),
  activity: "Setting the impacted targets of a pull request in the queue",
  sizeAdvice: `Send "${ALL_TARGETS}" instead of a list.`,
  requestSchema: toQueueRequestSchema(() => ({
    pr: z.extend(PULL_REQUEST_REFERENCE_SCHEMA, { sha: z.optional(LABEL_SCHEMA) }),
    impactedTargets: z.union([z.literal(ALL_TARGETS), boundedList(LABEL_SCHEMA, 1)], {
      error: `Must be "${ALL_TARGETS}" or a list of target names.`,
    }),
  })),
  isIdempotent: true,
};
