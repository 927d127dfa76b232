import type { HoldPhase } from "../../support/e2e/held-requests";

/** A step of a write at which the provider is killed, and what that leaves. */
export interface CrashPoint {
  readonly title: string;
  /** The calls until then; the last one is held. */
  readonly calls: readonly string[];
  readonly phase: HoldPhase;
  /** Settings of the service's queue at that time; undefined: there is none. */
  readonly left: object | undefined;
  /** The writes with which the same command ends what was begun. */
  readonly rest: readonly string[];
}

/** Points of one operation, by the name of their queue. */
type CrashPoints = Readonly<Record<string, CrashPoint>>;

/** Reads rows of title, calls, phase, left and rest. */
function toPoints(
  rows: Readonly<
    Record<
      string,
      readonly [string, readonly string[], HoldPhase, (object | undefined)?, (readonly string[])?]
    >
  >,
): CrashPoints {
  const entries = Object.entries(rows).map(([name, [title, calls, phase, left, rest = []]]) => [
    name,
    { title, calls, phase, left, rest },
  ]);
  return Object.fromEntries(entries) as CrashPoints;
}

/** The reads of both plans; creating uses the second. Or the plan's read, and the first one of deleting. */
export const READ = ["getQueue", "getQueue"];

const CREATED = [...READ, "createQueue"];
/** A read shows what the new queue got. */
const CONFIGURED = [...CREATED, "getQueue", "updateQueue"];
/** A queue and what is not ready in it. */
const LOOK = ["getQueue", "listPullRequests"];
/** The service refuses the settings: reads tell why, and whether the queue can be removed. */
const REMOVED = [...CONFIGURED, "getQueue", ...LOOK, "deleteQueue"];

const MADE = ["createQueue", "updateQueue"];
const NEW = { mergeMethod: "squash" };
const COMPLETE = { mergeMethod: "rebase" };

/** Creating a queue of 3 with the merge method rebase. */
export const CREATES = toPoints({
  read: ["K-1 (2), F-12: having read", READ, "effect", undefined, MADE],
  unsent: ["K-1 (2), F-12: before it creates", CREATED, "before", undefined, MADE],
  created: ["K-1 (3), F-09: created, before it knows", CREATED, "effect", NEW],
  unconfigured: ["K-1 (3), F-09: created, before it configures", CONFIGURED, "before", NEW],
  configured: ["K-1 (4), F-09: configured, before it knows", CONFIGURED, "effect", COMPLETE],
  // The service's record is not complete, so that reading says what was stored.
  compared: ["K-1 (5), K-1 (6), F-09: before the response", [...CONFIGURED, "getQueue"], "answer", COMPLETE],
  refused: ["K-1 (7), F-09: refused, before it removes", REMOVED, "before", NEW],
  removed: ["K-1 (7), F-09: removed, before it knows", REMOVED, "effect", undefined, MADE],
});

const SENT = ["getQueue", "updateQueue"];
/** The service refuses: one read finds out why, and another one the queue's current settings. */
const READ_BACK = [...SENT, "getQueue", "getQueue"];
const [THREE, FOUR] = [{ concurrency: 3 }, { concurrency: 4 }];

/** Changing a queue of 3 to 4. */
export const UPDATES = toPoints({
  sends: ["K-2 (1), F-10: before it sends", SENT, "before", THREE, ["updateQueue"]],
  changed: ["K-2 (4), F-10: changed, before it knows", SENT, "effect", FOUR],
  verified: ["K-2 (5), F-10: compared, before the response", [...SENT, "getQueue"], "answer", FOUR],
  switching: [
    "K-2 (6), F-10: while it waits for the end of a switch of modes",
    ...([READ_BACK, "before", THREE, ["updateQueue"]] as const),
  ],
  repeated: [
    "K-2 (6), F-10: sent again after a switch of modes, before it knows",
    ...([[...READ_BACK, "updateQueue"], "effect", FOUR] as const),
  ],
});

/** The list is read before it is given back. */
const RELEASED = [...READ, "updateQueue"];

/** Giving required statuses back. */
export const RELEASES = toPoints({
  releases: [
    "K-2 (2), C-57: before it gives statuses back: they are kept, because the record of them is lost",
    ...([RELEASED, "before", THREE] as const),
  ],
  released: ["K-2 (2), C-57: statuses given back, before it knows", RELEASED, "effect", THREE],
});

/** The plan looks, too. */
const DELETED = [...LOOK, ...LOOK, "deleteQueue"];

/** Deleting an empty queue. */
export const DELETES = toPoints({
  kept: ["K-3 (2), F-10: before it deletes", DELETED, "before", { state: "running" }, ["deleteQueue"]],
  deleted: ["K-3 (2), F-10: deleted, before it knows", DELETED, "effect"],
  confirmed: [
    "K-3 (3), F-10: deleted and confirmed, before the response",
    [...DELETED, "getQueue"],
    "answer",
  ],
});

const DRAINED = [...LOOK, ...LOOK, "updateQueue"];
const DRAINING = { state: "draining" };

/** Deleting a queue that is drained first. */
export const DRAINS = toPoints({
  draining: ["K-3, F-22: set to drain, before it knows", DRAINED, "effect", DRAINING, ["deleteQueue"]],
  emptied: [
    "K-3, F-22: empty, before it deletes",
    ...([[...DRAINED, ...LOOK, "deleteQueue"], "before", DRAINING, ["deleteQueue"]] as const),
  ],
});
