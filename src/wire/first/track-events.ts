import * as z from "zod/mini";
import { EVENT_CONCLUSIONS, type TrackedEvent } from "../../queue/tracked-event";
import { boundedList } from "../bounded-list";
import { makeWrite, type Operation } from "../operation";
import { IDENTITY_FIELDS, LABEL_SCHEMA as label, toWordSchema } from "./request-schema";

/** One CI event as an upload may contain it (interface, "CI event upload records"). */
export const TRACKED_EVENT_SCHEMA = z.lazy(() => {
  const epochError = "Must be whole milliseconds since 1970, at least 0.";
  const epochMs = z.int(epochError).check(z.gte(0, epochError));
  const tag = z.strictObject({ k: label, v: z.union([z.number(), z.string()]) });
  const metric = z.strictObject({ k: label, v: z.number() });
  // The two fields that the check of `finishedAt` needs.
  const period = z.object({ createdAt: epochMs, finishedAt: epochMs });
  return z
    .strictObject({
      id: label,
      chainId: label,
      parent: z.optional(z.strictObject({ eventId: label, sequenceKey: label })),
      createdAt: epochMs,
      finishedAt: epochMs,
      conclusion: toWordSchema(EVENT_CONCLUSIONS),
      payload: z.optional(z.strictObject({ metrics: boundedList(metric), tags: boundedList(tag) })),
      sequence: z.strictObject({
        platform: z
          .string()
          .check(z.regex(/^[a-z][a-z0-9]*(_[a-z0-9]+)*$/, "Must be snake_case, such as my_ci.")),
        kind: label,
        key: label.check(z.maxLength(127, "Must have fewer than 128 characters.")),
        name: label,
        payload: z.optional(z.strictObject({ tags: boundedList(tag) })),
      }),
    })
    .check(
      z.refine(({ createdAt, finishedAt }) => finishedAt >= createdAt, {
        error: "Must not be before createdAt.",
        path: ["finishedAt"],
        // Runs even if other fields are invalid, so that all findings are reported at once.
        when: ({ value }) => period.safeParse(value).success,
      }),
    );
}) as z.ZodMiniType<TrackedEvent>;

/** Body of `/metrics/trackEvents`. */
export interface TrackEventsRequest {
  /** The repository of the events. No part of it may be empty. */
  readonly repo: { readonly host: string; readonly owner: string; readonly name: string };
  /** The events, each with a unique id. */
  readonly events: readonly TrackedEvent[];
}

/** Uploads events of CI runs. Each event has an id, so a repeated upload adds nothing. */
export const TRACK_EVENTS: Operation<TrackEventsRequest> = {
  ...makeWrite("trackEvents"),
  activity: "Uploading CI events",
  path: "/metrics/trackEvents",
  sizeAdvice: "Upload the events in several parts.",
  requestSchema: z.lazy(() =>
    z.strictObject({ repo: IDENTITY_FIELDS.repo, events: boundedList(TRACKED_EVENT_SCHEMA) }),
  ),
  isIdempotent: true,
};
