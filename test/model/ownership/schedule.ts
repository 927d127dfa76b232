import fc from "fast-check";
import type { QueueSettings } from "../../../src/queue/settings";

/** Settings that pipelines declare and other hands change; `shiny` is not in the table. Few values, so that many meet. */
export interface Values extends Pick<
  QueueSettings,
  "concurrency" | "testingTimeoutMinutes" | "requiredStatuses"
> {
  readonly shiny?: number;
}

/** What another hand does with a queue: an operator, an outside actor. What is not possible has no effect. */
export interface Move {
  readonly does:
    | "change"
    | "pause"
    | "resume"
    | "delete"
    | "create anew"
    | "submit"
    | "submit not ready"
    | "cancel all";
  /** For `change` and `create anew`. */
  readonly values: Values;
  readonly afterMs: number;
}

/** A command of a pipeline on one queue. A plan is applied after `pauseMs`, as a saved one is. */
export interface Step {
  readonly queue: number;
  readonly does: "apply" | "replace" | "destroy" | "import" | "forget";
  readonly values: Values;
  readonly adopts: boolean;
  readonly deletionPolicy: "refuse" | "drain" | "abandon";
  readonly afterMs: number;
  readonly pauseMs: number;
}

/** What happens with a request: it and its response are slow, or another response takes the place of the service's. */
export type Trouble = "none" | "slow" | "lost" | "lost 503" | "503" | "429" | "late 400" | "404";

/** What happens at one request of a pipeline: trouble, and other hands' moves once the service has seen it. */
export interface Turn {
  readonly pipeline: number;
  readonly operation: "getQueue" | "listPullRequests" | "createQueue" | "updateQueue" | "deleteQueue";
  /** Which of the pipeline's requests of that operation it is, counted from 0. */
  readonly time: number;
  readonly trouble: Trouble;
  readonly moves: readonly Move[];
}

/** Everything that happens, and when. Nothing else is random. */
export interface Schedule {
  /** Whether the service answers as a live one does: it hides pull requests that are not ready. */
  readonly isLive: boolean;
  /** The steps of each pipeline. */
  readonly pipelines: readonly (readonly Step[])[];
  readonly turns: readonly Turn[];
  readonly moves: readonly (Move & { readonly queue: number })[];
  /** How long requests and their responses take in milliseconds, in turn. */
  readonly latenciesMs: readonly number[];
}

const READS = ["getQueue", "listPullRequests"] as const;

const arbitraryValues: fc.Arbitrary<Values> = fc.record(
  {
    concurrency: fc.constantFrom(2, 3),
    testingTimeoutMinutes: fc.constantFrom(70, 90),
    requiredStatuses: fc.constantFrom(["ci/a"], ["ci/a", "security"]),
    shiny: fc.constantFrom(2, 3),
  },
  { requiredKeys: [] },
);

const arbitraryMove: fc.Arbitrary<Move> = fc.record({
  does: fc.constantFrom(
    ...(["change", "change", "delete", "create anew", "create anew", "cancel all"] as const),
    ...(["pause", "resume", "submit", "submit not ready"] as const),
  ),
  values: arbitraryValues,
  afterMs: fc.constantFrom(0, 0, 100, 700, 1_500, 6_000),
});

/** Mostly one and the same, so that something happens to it. */
const arbitraryQueue = fc.constantFrom(0, 0, 0, 1);

const arbitraryStep: fc.Arbitrary<Step> = fc.record({
  queue: arbitraryQueue,
  does: fc.constantFrom("apply", "apply", "apply", "replace", "destroy", "destroy", "import", "forget"),
  values: arbitraryValues,
  adopts: fc.boolean(),
  deletionPolicy: fc.constantFrom("refuse", "refuse", "drain", "drain", "abandon"),
  afterMs: fc.constantFrom(0, 50, 500, 3_000, 20_000),
  pauseMs: fc.constantFrom(0, 0, 400, 15_000),
});

const arbitraryTurn: fc.Arbitrary<Turn> = fc
  .tuple(
    fc.constantFrom<Turn["operation"]>(...READS, "createQueue", "updateQueue", "deleteQueue", "deleteQueue"),
    fc.boolean(),
  )
  .chain(([operation, isCalm]) => {
    const isRead = READS.some((read) => read === operation);
    const troubles = ["slow", "lost", "503", "429", ...(isRead ? [] : WRITE_TROUBLES)] as const;
    return fc.record({
      pipeline: fc.nat(2),
      operation: fc.constant(operation),
      time: fc.nat(operation === "getQueue" ? 15 : 3),
      trouble: isCalm ? fc.constant("none" as const) : fc.constantFrom(...troubles),
      moves: fc.array(arbitraryMove, { maxLength: 2 }),
    });
  });

const WRITE_TROUBLES = ["lost 503", "late 400", "404"] as const;

/** Any schedule of two or three pipelines. */
export const arbitrarySchedule: fc.Arbitrary<Schedule> = fc.record({
  isLive: fc.boolean(),
  pipelines: fc.array(fc.array(arbitraryStep, { minLength: 1, maxLength: 5 }), {
    minLength: 2,
    maxLength: 3,
  }),
  turns: fc.array(arbitraryTurn, { minLength: 1, maxLength: 8 }),
  moves: fc.array(
    fc
      .tuple(arbitraryMove, arbitraryQueue, fc.nat(60_000))
      .map(([move, queue, afterMs]) => ({ ...move, queue, afterMs })),
    { maxLength: 5 },
  ),
  latenciesMs: fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 1, maxLength: 5 }),
});
