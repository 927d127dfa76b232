import type { Fault } from "../faults";

/** A fault that may happen, and what a program can read of it. */
export interface ActiveFault {
  readonly fault: Fault;
  /** As it was asked for; a function of TypeScript cannot be read and says so. */
  readonly description: unknown;
}

/** The faults that may happen now, and how often each did. */
export class FaultSwitch {
  #active: readonly (ActiveFault & { readonly counts: { reached: number } })[] = [];

  /** Replaces all faults, the first outermost. */
  set(faults: readonly ActiveFault[]): void {
    this.#active = faults.map(({ fault, description }) => {
      const counts = { reached: 0 };
      const counting: Fault = (request, next) => {
        counts.reached += 1;
        return fault(request, next);
      };
      return { fault: counting, description, counts };
    });
  }

  /** Replaces all faults by functions. */
  setFunctions(faults: readonly Fault[]): void {
    this.set(faults.map((fault) => ({ fault, description: { kind: "function" } })));
  }

  /** The faults, the first outermost. */
  get faults(): readonly Fault[] {
    return this.#active.map(({ fault }) => fault);
  }

  /** What they are, and how many requests have reached each, those included that it left alone. */
  describe(): readonly { readonly fault: unknown; readonly requestsReached: number }[] {
    return this.#active.map(({ description, counts }) => ({
      fault: description,
      requestsReached: counts.reached,
    }));
  }
}
