import type { Fault, FaultRequest } from "../../../src/emulator/faults";
import type { Delivery } from "../../../src/emulator/http/delivery";
import { createGate } from "../create-gate";

/**
 * Where a request is held: `before` it takes effect, after its `effect` but before its response, or while its
 * `answer` is on the way to a client that does nothing any more.
 */
export type HoldPhase = "before" | "effect" | "answer";

/** Which request of a queue is held. */
export interface HoldPoint {
  /** Name of the queue's repository, which no other queue of the test shares. */
  readonly queue: string;
  /** Number among the requests of the provider about this queue, from 1. */
  readonly time: number;
  readonly phase: HoldPhase;
}

/** Returns the name of the repository that a request is about. */
export function tryGetQueue(body: unknown): string | undefined {
  const { repo } = (body ?? {}) as { readonly repo?: { readonly name?: string } };
  return repo?.name;
}

/** Operations that the provider calls for a resource; a test calls others meanwhile. */
const OPERATIONS = ["getQueue", "listPullRequests", "createQueue", "updateQueue", "deleteQueue"] as const;

function isOfProvider(operation: FaultRequest["operation"]): boolean {
  return OPERATIONS.some((name) => name === operation);
}

/** Holds one request of each of several queues until the test decides how to continue. */
export class HeldRequests {
  /** The fault that holds them; it must be the outermost. */
  readonly fault: Fault;
  readonly #points: ReadonlyMap<string, HoldPoint>;
  readonly #times = new Map<string, number>();
  readonly #held = new Set<string>();
  readonly #answers = createGate();
  readonly #end = createGate();
  #isLost = false;

  constructor(points: readonly HoldPoint[]) {
    this.#points = new Map(points.map((point) => [point.queue, point]));
    this.fault = async (request, next) => {
      const queue = isOfProvider(request.operation) ? tryGetQueue(request.body) : undefined;
      const point = queue === undefined ? undefined : this.#points.get(queue);
      if (point === undefined) return next();
      const time = (this.#times.get(point.queue) ?? 0) + 1;
      this.#times.set(point.queue, time);
      return time === point.time ? this.#hold(point, next) : next();
    };
  }

  /** Names the queues whose request is not held yet. */
  get missing(): readonly string[] {
    return [...this.#points.keys()].filter((queue) => !this.#held.has(queue));
  }

  /** Lets the responses go that are to reach a client which does nothing any more. */
  answer(): void {
    this.#answers.open();
  }

  /** Releases all held requests. */
  release(): void {
    this.#answers.open();
    this.#end.open();
  }

  /**
   * Simulates a client that has disconnected: requests held before their effect have none, and those held
   * after it get no response.
   */
  lose(): void {
    this.#isLost = true;
    this.release();
  }

  async #hold({ queue, phase }: HoldPoint, next: () => Promise<Delivery>): Promise<Delivery> {
    const early = phase === "before" ? undefined : await next();
    this.#held.add(queue);
    await (phase === "answer" ? this.#answers : this.#end).opened;
    if (this.#isLost && phase !== "answer") return { kind: "dropped" };
    return early ?? next();
  }
}
