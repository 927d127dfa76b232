import fc from "fast-check";
import type { QueueSettings } from "../../../src/queue/settings";

type Setting = "concurrency" | "bisectionConcurrency" | "testingTimeoutMinutes" | "requiredStatuses";

/** Settings that pipelines and others set; `shiny` is an additional one. Few values, so that they collide. */
export type Values = Pick<QueueSettings, Setting> & { readonly shiny?: number };

/** What an operator or another program does with a queue. Without effect if it is impossible. */
export interface Move {
  readonly does: (typeof MOVES)[number];
  /** For `change` and `create anew`. */
  readonly values: Values;
  readonly afterMs: number;
}

/** A command of a pipeline on one queue. Its saved plan is applied after `pauseMs`. */
export interface Step {
  readonly queue: number;
  readonly does: "apply" | "replace" | "destroy" | "import" | "forget";
  readonly values: Values;
  readonly adopts: boolean;
  readonly deletionPolicy: "refuse" | "drain" | "abandon";
  readonly afterMs: number;
  readonly pauseMs: number;
}

/** A fault of a request: it and its response are slow, or another response replaces the service's. */
export type Trouble = (typeof TROUBLES)[number];

/** The trouble at a pipeline's request, and what others do once the service has received it. */
export interface Turn {
  readonly pipeline: number;
  readonly operation: string;
  /** Number of the pipeline's request of that operation, from 0. */
  readonly time: number;
  readonly trouble: Trouble;
  readonly moves: readonly Move[];
}

const MOVES = [
  ...(["change", "change", "delete", "create anew", "create anew", "cancel all"] as const),
  ...(["pause", "resume", "submit", "submit not ready"] as const),
] as const;
const TROUBLES = ["none", "slow", "lost", "503", "429", "lost 503", "late 400", "404"] as const;
/** For reads; the others would be false answers. */
const READ_TROUBLES = TROUBLES.slice(0, 5);

const values: fc.Arbitrary<Values> = fc.record(
  {
    concurrency: fc.constantFrom(2, 3),
    bisectionConcurrency: fc.constantFrom(1, 2),
    testingTimeoutMinutes: fc.constantFrom(70, 90),
    requiredStatuses: fc.constantFrom(["ci/a"], ["ci/a", "security"]),
    shiny: fc.constantFrom(2, 3),
  },
  { requiredKeys: [] },
);

const move = { does: fc.constantFrom(...MOVES), values };
/** Mostly the same one, so that it changes often. */
const queue = fc.constantFrom(0, 0, 0, 1);

const step: fc.Arbitrary<Step> = fc.record({
  queue,
  does: fc.constantFrom("apply", "apply", "apply", "replace", "destroy", "destroy", "import", "forget"),
  values,
  adopts: fc.boolean(),
  deletionPolicy: fc.constantFrom("refuse", "refuse", "drain", "drain", "abandon"),
  afterMs: fc.constantFrom(0, 50, 500, 3_000, 20_000),
  pauseMs: fc.constantFrom(0, 0, 400, 15_000),
});

const toTurn = (operation: string, most: number, troubles: readonly Trouble[]): fc.Arbitrary<Turn> =>
  fc.record({
    pipeline: fc.nat(2),
    operation: fc.constant(operation),
    time: fc.nat(most),
    trouble: fc.constantFrom(...troubles, ...troubles.map(() => "none" as const)),
    moves: fc.array(fc.record({ ...move, afterMs: fc.constantFrom(0, 0, 100, 700, 1_500, 6_000) }), {
      maxLength: 2,
    }),
  });

const turn = fc.oneof(
  toTurn("getQueue", 15, READ_TROUBLES),
  toTurn("listPullRequests", 3, READ_TROUBLES),
  ...["createQueue", "updateQueue", "deleteQueue", "deleteQueue"].map((name) => toTurn(name, 3, TROUBLES)),
);

/** All events of two or three pipelines, and their times. Nothing else is random. */
export const arbitrarySchedule = fc.record({
  /** Whether the service, like a live one, hides pull requests that are not ready. */
  isLive: fc.boolean(),
  /** The steps of each pipeline. */
  pipelines: fc.array(fc.array(step, { minLength: 1, maxLength: 5 }), { minLength: 2, maxLength: 3 }),
  turns: fc.array(turn, { minLength: 1, maxLength: 8 }),
  moves: fc.array(fc.record({ ...move, queue, afterMs: fc.nat(60_000) }), { maxLength: 5 }),
  /** Durations of requests and their responses in milliseconds, in turn. */
  latenciesMs: fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 1, maxLength: 5 }),
});

export type Schedule = typeof arbitrarySchedule extends fc.Arbitrary<infer Generated> ? Generated : never;
