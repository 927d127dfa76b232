import type { EngineOptions } from "../../../src/engine/engine-options";
import { toIdentityKey } from "../../../src/queue/queue-identity";
import { QUEUES } from "./action";
import type { Step } from "./play-schedule";
import { type Law, readStep } from "./queue-step";

/** Watches whether every step of every queue keeps the laws. */
export class LawWatch {
  /** The first violation of each law. */
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
