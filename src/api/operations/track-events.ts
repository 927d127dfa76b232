import * as z from "zod";
import { boundedList } from "../schemas/bounded-list";
import { IDENTITY_FIELDS } from "../schemas/identity-schema";
import { TRACKED_EVENT_SCHEMA } from "../schemas/tracked-event-schema";
import type { TrackedEvent } from "../tracked-event";
import type { Operation } from "./operation";

/** Body of `/metrics/trackEvents`. */
export interface TrackEventsRequest {
  /** The repository that the events belong to; no part is empty. */
  readonly repo: { readonly host: string; readonly owner: string; readonly name: string };
  /** The events, each with an id of its own. */
  readonly events: readonly TrackedEvent[];
}

/** Uploads events that describe CI runs. Each has an id, so that repeating an upload adds nothing. */
export const TRACK_EVENTS: Operation<"trackEvents", TrackEventsRequest, unknown> = {
  name: "trackEvents",
  activity: "Uploading CI events",
  method: "POST",
  path: "/metrics/trackEvents",
  requestSchema: z.strictObject({
    repo: IDENTITY_FIELDS.repo,
    events: boundedList(TRACKED_EVENT_SCHEMA),
  }),
  responseSchema: z.unknown(),
  isIdempotent: true,
  isRead: false,
  responseFormat: "any",
};
