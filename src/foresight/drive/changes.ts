import { chooseIndex } from "../draws/choose-index";
import { drawTestMinutes } from "../draws/draw-test-minutes";
import type { KeyedDraws } from "../draws/keyed-draws";
import type { Load } from "../load";

/** What one test run will do. */
export interface PlannedTest {
  /** 1 or more. */
  readonly durationMs: number;
  readonly passes: boolean;
}

/** The contents of a test run: numbers of pull requests, in merge order. */
interface TestContents {
  readonly own: readonly number[];
  readonly beneath: readonly number[];
}

/** The pull requests of a replication, numbered from 1. They depend on the load and the draws, not on the settings. */
export class Changes {
  readonly #load: Load;
  readonly #draws: KeyedDraws;
  readonly #broken: boolean[] = [];
  readonly #attempts: number[] = [];

  constructor(load: Load, draws: KeyedDraws) {
    this.#load = load;
    this.#draws = draws;
  }

  isBroken(number: number): boolean {
    // Every run on top of a change asks.
    return (this.#broken[number] ??= this.#draws.drawUniform("broken", number) < this.#load.failureRate);
  }

  /** Returns the target that a pull request impacts. */
  findTarget(number: number): string {
    return `target-${chooseIndex(this.#load.targets, this.#draws.drawUniform("target", number))}`;
  }

  /** Returns the priority of a pull request; undefined: the queue's default. */
  tryFindPriority(number: number): number | undefined {
    const { priorities } = this.#load;
    if (priorities === undefined) return undefined;
    const shares = priorities.map(({ share }) => share);
    return priorities[chooseIndex(shares, this.#draws.drawUniform("priority", number))]?.value;
  }

  /**
   * Plans the next test run of these contents. It fails if anything that it contains is broken or one of its own changes
   * flakes. Its duration belongs to its first own change.
   */
  planTest({ own, beneath }: TestContents): PlannedTest {
    const [first] = own;
    if (first === undefined) throw new RangeError("A test run without pull requests cannot be planned.");
    const minutes = drawTestMinutes(this.#load.testMinutes, this.#draws, first, this.#attempts[first] ?? 0);
    const flakes = own.map((number) => this.#flakesNext(number)).includes(true);
    const isBroken =
      own.some((number) => this.isBroken(number)) || beneath.some((number) => this.isBroken(number));
    return { durationMs: Math.max(1, Math.round(minutes * 60_000)), passes: !flakes && !isBroken };
  }

  /** Counts an attempt. */
  #flakesNext(number: number): boolean {
    const attempt = this.#attempts[number] ?? 0;
    this.#attempts[number] = attempt + 1;
    return this.#draws.drawUniform("flake", number, attempt) < this.#load.flakeRate;
  }
}
