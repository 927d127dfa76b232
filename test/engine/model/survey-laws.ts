import fc from "fast-check";
import type { EngineOptions } from "../../../src/engine/engine-options";
import { toIdentityKey } from "../../../src/queue/queue-identity";
import type { RandomRuns } from "../../support/random-runs";
import { QUEUES } from "./action";
import { ARBITRARY_SCHEDULE, type Schedule } from "./arbitrary-schedule";
import { describeShortest } from "./describe-shortest";
import { playSchedule, type Step } from "./play-schedule";
import { type Law, readStep } from "./queue-step";

/**
 * Plays schedules and watches all laws in each: playing them once is what takes the time.
 * @returns a message for each broken law, with the shortest schedule found that breaks it
 */
export function surveyLaws(laws: readonly Law[], { seed, numRuns }: RandomRuns): ReadonlyMap<Law, string> {
  const broken = new Map<Law, string>();
  let index = 0;
  const property = fc.property(ARBITRARY_SCHEDULE, (schedule) => {
    const left = laws.filter((law) => !broken.has(law));
    for (const law of findBroken(schedule, left).keys()) {
      const shortest = describeShortest(schedule, (shorter) => findBroken(shorter, [law]).get(law));
      broken.set(law, `seed ${seed}, path ${index}\n${shortest}`);
    }
    index += 1;
  });
  fc.assert(property, { seed, numRuns, endOnFailure: true });
  return broken;
}

/** Returns the laws that a schedule breaks, each with a message. An engine that gives up breaks them all. */
function findBroken(schedule: Schedule, laws: readonly Law[]): ReadonlyMap<Law, string> {
  const watch = new LawWatch(laws, schedule.options);
  try {
    playSchedule(schedule, (step) => {
      watch.visit(step);
    });
  } catch (error) {
    const message = error instanceof Error ? (error.stack ?? error.message) : String(error);
    return new Map(laws.map((law) => [law, message]));
  }
  return watch.violations;
}

/** Watches whether every step of every queue keeps the laws. */
class LawWatch {
  /** The first violation of each law. */
  readonly violations = new Map<Law, string>();
  readonly #laws: readonly Law[];
  readonly #options: EngineOptions;
  /** For each queue: its laws, with their state. */
  readonly #watches = new Map<string, ReadonlyMap<Law, ReturnType<Law["begin"]>>>();

  constructor(laws: readonly Law[], options: EngineOptions) {
    this.#laws = laws;
    this.#options = options;
  }

  /** Looks at a step. */
  visit({ event, before, after }: Step): void {
    for (const identity of QUEUES) {
      const key = toIdentityKey(identity);
      const is = after.queues.get(key);
      if (is === undefined) {
        this.#watches.delete(key);
        continue;
      }
      const was = before.queues.get(key) ?? is;
      const isUntouched = was === is && before.nowMs === after.nowMs && event.type !== "declarePullRequest";
      if (isUntouched && this.#watches.has(key)) continue;
      const step = readStep({ event, options: this.#options, state: after, before: was, after: is });
      for (const [law, check] of this.#findWatch(key)) {
        const wrong = check(step);
        if (wrong !== undefined && !this.violations.has(law)) {
          this.violations.set(law, `${identity.targetBranch}: ${wrong}`);
        }
      }
    }
  }

  #findWatch(key: string): ReadonlyMap<Law, ReturnType<Law["begin"]>> {
    const known = this.#watches.get(key);
    if (known !== undefined) return known;
    const watch = new Map(this.#laws.map((law) => [law, law.begin()]));
    this.#watches.set(key, watch);
    return watch;
  }
}
