import * as z from "zod/mini";
import type { TrackedEvent } from "../../queue/tracked-event";
import { boundedList } from "../schemas/bounded-list";
import { IDENTITY_FIELDS } from "../schemas/identity-schema";
import { TRACKED_EVENT_SCHEMA } from "../schemas/tracked-event-schema";
import { type Operation, WRITE } from "./operation";

/** Body of `/metrics/trackEvents`. */
export interface TrackEventsRequest {
  /** The repository of the events; no part is empty. */
  readonly repo: { readonly host: string; readonly owner: string; readonly name: string };
  /** The events, each with a unique id. */
  readonly events: readonly TrackedEvent[];
}

/** Uploads events of CI runs. Each has an id, so that a repeated upload adds nothing. */
export const TRACK_EVENTS: Operation<"trackEvents", TrackEventsRequest, unknown> = {
  ...WRITE,
  name: "trackEvents",
  activity: "Uploading CI events",
  path: "/metrics/trackEvents",
  requestSchema: z.lazy(() =>
    z.strictObject({ repo: IDENTITY_FIELDS.repo, events: boundedList(TRACKED_EVENT_SCHEMA) }),
  ),
  isIdempotent: true,
};
