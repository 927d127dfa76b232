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

/** The reads of both plans; creating uses the second. Or the read of the plan, and the one that deleting begins with. */
export const READ = ["getQueue", "getQueue"];

const CREATED = [...READ, "createQueue"];
const CONFIGURED = [...CREATED, "updateQueue"];
/** The service refuses the settings: reads tell why, and whether the queue can be removed. */
const REMOVED = [...CONFIGURED, "getQueue", "getQueue", "deleteQueue"];

const MADE = ["createQueue", "updateQueue"];
const NEW = { mergeMethod: "merge_commit" };
const COMPLETE = { mergeMethod: "squash" };

/** Creating a queue of 3 with the merge method squash. */
export const CREATES: CrashPoints = {
  read: { title: "K-1 (2), F-12: having read", calls: READ, phase: "effect", left: undefined, rest: MADE },
  unsent: {
    title: "K-1 (2), F-12: before it creates",
    calls: CREATED,
    phase: "before",
    left: undefined,
    rest: MADE,
  },
  created: {
    title: "K-1 (3), F-09: created, before it knows",
    calls: CREATED,
    phase: "effect",
    left: NEW,
    rest: [],
  },
  unconfigured: {
    title: "K-1 (3), F-09: created, before it configures",
    calls: CONFIGURED,
    phase: "before",
    left: NEW,
    rest: [],
  },
  configured: {
    title: "K-1 (4), F-09: configured, before it knows",
    calls: CONFIGURED,
    phase: "effect",
    left: COMPLETE,
    rest: [],
  },
  // The service's record is not complete, so that reading says what was stored.
  compared: {
    title: "K-1 (5), K-1 (6), F-09: before the response",
    calls: [...CONFIGURED, "getQueue"],
    phase: "answer",
    left: COMPLETE,
    rest: [],
  },
  refused: {
    title: "K-1 (7), F-09: refused, before it removes",
    calls: REMOVED,
    phase: "before",
    left: NEW,
    rest: [],
  },
  removed: {
    title: "K-1 (7), F-09: removed, before it knows",
    calls: REMOVED,
    phase: "effect",
    left: undefined,
    rest: MADE,
  },
};

const SENT = ["getQueue", "updateQueue"];
/** The service refuses: one read finds out why, and another one the queue's current settings. */
const READ_BACK = [...SENT, "getQueue", "getQueue"];

/** Changing a queue of 3 to 4. */
export const UPDATES: CrashPoints = {
  sends: {
    title: "K-2 (1), F-10: before it sends",
    calls: SENT,
    phase: "before",
    left: { concurrency: 3 },
    rest: ["updateQueue"],
  },
  changed: {
    title: "K-2 (4), F-10: changed, before it knows",
    calls: SENT,
    phase: "effect",
    left: { concurrency: 4 },
    rest: [],
  },
  verified: {
    title: "K-2 (5), F-10: compared, before the response",
    calls: [...SENT, "getQueue"],
    phase: "answer",
    left: { concurrency: 4 },
    rest: [],
  },
  switching: {
    title: "K-2 (6), F-10: while it waits for the end of a switch of modes",
    calls: READ_BACK,
    phase: "before",
    left: { concurrency: 3 },
    rest: ["updateQueue"],
  },
  repeated: {
    title: "K-2 (6), F-10: sent again after a switch of modes, before it knows",
    calls: [...READ_BACK, "updateQueue"],
    phase: "effect",
    left: { concurrency: 4 },
    rest: [],
  },
};

/** Giving required statuses back. */
export const RELEASES: CrashPoints = {
  releases: {
    title: "K-2 (2), C-57: before it gives statuses back: they are kept, because the record of them is lost",
    calls: SENT,
    phase: "before",
    left: { concurrency: 3 },
    rest: [],
  },
  released: {
    title: "K-2 (2), C-57: statuses given back, before it knows",
    calls: SENT,
    phase: "effect",
    left: { concurrency: 3 },
    rest: [],
  },
};

const DELETED = [...READ, "deleteQueue"];

/** Deleting an empty queue. */
export const DELETES: CrashPoints = {
  kept: {
    title: "K-3 (2), F-10: before it deletes",
    calls: DELETED,
    phase: "before",
    left: { state: "running" },
    rest: ["deleteQueue"],
  },
  deleted: {
    title: "K-3 (2), F-10: deleted, before it knows",
    calls: DELETED,
    phase: "effect",
    left: undefined,
    rest: [],
  },
  confirmed: {
    title: "K-3 (3), F-10: deleted and confirmed, before the response",
    calls: [...DELETED, "getQueue"],
    phase: "answer",
    left: undefined,
    rest: [],
  },
};

const DRAINED = [...READ, "updateQueue"];

/** Deleting a queue that is drained first. */
export const DRAINS: CrashPoints = {
  draining: {
    title: "K-3, F-22: set to drain, before it knows",
    calls: DRAINED,
    phase: "effect",
    left: { state: "draining" },
    rest: ["deleteQueue"],
  },
  emptied: {
    title: "K-3, F-22: empty, before it deletes",
    calls: [...DRAINED, "getQueue", "deleteQueue"],
    phase: "before",
    left: { state: "draining" },
    rest: ["deleteQueue"],
  },
};
