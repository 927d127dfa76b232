import * as z from "zod/mini";
import type { QueueIdentity } from "../../queue/queue-identity";
import { INTEGER_BOUNDS } from "../../queue/settings";
import { boundedList } from "../schemas/bounded-list";
import { IDENTITY_FIELDS } from "../schemas/identity-schema";
import { toWholeNumberSchema } from "../schemas/whole-number-schema";
import type { Operation } from "./operation";

/** Means every target of the repository. */
export const ALL_TARGETS = "ALL";

/**
 * Body of `/setImpactedTargets`. The interface shows only `impactedTargets`; the other fields are those of every
 * operation on a pull request.
 */
export type SetImpactedTargetsRequest = QueueIdentity & {
  /** The pull request by its number, an integer from 0 to 4294967295. */
  readonly pr: {
    readonly number: number;
    /** The commit with these targets. Default: the latest that the service knows. */
    readonly sha?: string;
  };
  /** Names of build or test targets, or `ALL`. */
  readonly impactedTargets: readonly string[] | typeof ALL_TARGETS;
};

/** Tells a queue which targets a pull request impacts. The list replaces the previous one. */
export const SET_IMPACTED_TARGETS: Operation<"setImpactedTargets", SetImpactedTargetsRequest, unknown> = {
  name: "setImpactedTargets",
  activity: "Setting the impacted targets of a pull request in the queue",
  method: "POST",
  path: "/setImpactedTargets",
  requestSchema: z.lazy(() =>
    z.strictObject({
      ...IDENTITY_FIELDS,
      pr: z.strictObject({
        number: toWholeNumberSchema(0, INTEGER_BOUNDS.max),
        sha: z.optional(z.string().check(z.minLength(1, "Must not be empty."))),
      }),
      impactedTargets: z.union(
        [z.literal(ALL_TARGETS), boundedList(z.string().check(z.minLength(1, "Must not be empty.")), 1)],
        {
          error: `Must be "${ALL_TARGETS}" or a list of target names.`,
        },
      ),
    }),
  ) as z.ZodMiniType<SetImpactedTargetsRequest>,
  responseSchema: z.unknown(),
  isIdempotent: true,
  isRead: false,
  responseFormat: "any",
};
