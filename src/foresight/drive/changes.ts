import { drawTestMinutes } from "../draws/draw-load";
import type { KeyedDraws } from "../draws/keyed-draws";
import type { Load } from "../load";

export interface PlannedTest {
  readonly durationMs: number;
  readonly passes: boolean;
}

/** Draws which pull requests are broken, flaky or in conflict. Numbers of pull requests begin at 1. */
export class Changes {
  readonly #load: Load;
  readonly #draws: KeyedDraws;
  readonly #broken: boolean[] = [];
  readonly #attempts: number[] = [];
  readonly #present = new Set<number>();
  readonly #conflicts = new Conflicts();

  constructor(load: Load, draws: KeyedDraws) {
    this.#load = load;
    this.#draws = draws;
  }

  /** Adds a change to the queue, and draws its conflicts with queued changes that impact the same target. */
  enter(number: number): void {
    const { conflictRate = 0 } = this.#load;
    if (conflictRate === 0) return;
    for (const other of this.#present) {
      const conflicts = this.#draws.drawUniform("conflict", number, other) < conflictRate;
      if (conflicts && this.findTarget(other) === this.findTarget(number)) this.#conflicts.add(other, number);
    }
    this.#present.add(number);
  }

  /** Removes a change from the queue. A merge breaks all changes that conflict with the merged change. */
  leave(number: number, state: "merged" | "failed"): void {
    this.#present.delete(number);
    const partners = this.#conflicts.remove(number);
    if (state === "merged") for (const partner of partners) this.#broken[partner] = true;
  }

  /** Tells whether the change that leaves is bad. A bad change should be removed as failed, not merged. */
  isAtFault(number: number, state: "merged" | "failed"): boolean {
    return this.isBroken(number) || (state === "failed" && this.#conflicts.has(number));
  }

  isBroken(number: number): boolean {
    // Cached, because every run on top of a change needs it.
    return (this.#broken[number] ??= this.#draws.drawUniform("broken", number) < this.#load.failureRate);
  }

  findTarget(number: number): string {
    return `target-${chooseIndex(this.#load.targets, this.#draws.drawUniform("target", number))}`;
  }

  tryFindPriority(number: number): number | undefined {
    const { priorities } = this.#load;
    if (priorities === undefined) return undefined;
    const shares = priorities.map(({ share }) => share);
    return priorities[chooseIndex(shares, this.#draws.drawUniform("priority", number))]?.value;
  }

  /**
   * Plans the next test run of the changes `own` on top of the changes `beneath`. The run fails if any change
   * is broken, if two changes conflict, or if one of `own` flakes. The first of `own` decides its duration.
   */
  planTest(own: readonly number[], beneath: readonly number[]): PlannedTest {
    const [first] = own;
    if (first === undefined) throw new RangeError("A test run without pull requests cannot be planned.");
    const minutes = drawTestMinutes(this.#load.testMinutes, this.#draws, first, this.#attempts[first] ?? 0);
    const flakes = own.map((number) => this.#flakesNext(number)).includes(true);
    const isBroken =
      own.some((number) => this.isBroken(number)) || beneath.some((number) => this.isBroken(number));
    const passes = !flakes && !isBroken && !this.#conflicts.areAmong(own, beneath);
    return { durationMs: Math.max(1, Math.round(minutes * 60_000)), passes };
  }

  #flakesNext(number: number): boolean {
    const attempt = this.#attempts[number] ?? 0;
    this.#attempts[number] = attempt + 1;
    const { flakeRate } = this.#load;
    return flakeRate > 0 && this.#draws.drawUniform("flake", number, attempt) < flakeRate;
  }
}

/** Returns the index of the share that a uniform number falls into. The shares add up to 1. */
function chooseIndex(shares: readonly number[], uniform: number): number {
  let sum = 0;
  const chosen = shares.findIndex((share) => {
    sum += share;
    return uniform < sum;
  });
  // The shares may add up to slightly less than 1.
  return chosen >= 0 ? chosen : shares.findLastIndex((share) => share > 0);
}

/** Pairs of changes that pass tests alone but not together. When one of them merges, the other is broken. */
class Conflicts {
  /** The changes with which a queued change conflicts, by its number. Each list has at least one change. */
  readonly #partners = new Map<number, readonly number[]>();

  add(one: number, other: number): void {
    this.#partners.set(one, [...this.#list(one), other]);
    this.#partners.set(other, [...this.#list(other), one]);
  }

  has(number: number): boolean {
    return this.#partners.has(number);
  }

  areAmong(...lists: readonly (readonly number[])[]): boolean {
    if (this.#partners.size === 0) return false;
    const contents = new Set(lists.flat());
    return [...contents].some((number) => this.#list(number).some((partner) => contents.has(partner)));
  }

  remove(number: number): readonly number[] {
    const partners = this.#list(number);
    this.#partners.delete(number);
    for (const partner of partners) {
      const others = this.#list(partner).filter((other) => other !== number);
      if (others.length === 0) this.#partners.delete(partner);
      else this.#partners.set(partner, others);
    }
    return partners;
  }

  #list(number: number): readonly number[] {
    return this.#partners.get(number) ?? [];
  }
}
