import type { Fault } from "./faults";

/** A fault and its description for programs. */
export interface ActiveFault {
  readonly fault: Fault;
  /** Its JSON form; for a function only `{"kind":"function"}`. */
  readonly description: unknown;
}

/** The current faults, with the number of requests that reached each. */
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

  setFunctions(faults: readonly Fault[]): void {
    this.set(faults.map((fault) => ({ fault, description: { kind: "function" } })));
  }

  get faults(): readonly Fault[] {
    return this.#active.map(({ fault }) => fault);
  }

  /** Describes the faults, and counts the requests that reached each, affected or not. */
  describe(): readonly { readonly fault: unknown; readonly requestsReached: number }[] {
    return this.#active.map(({ description, counts }) => ({
      fault: description,
      requestsReached: counts.reached,
    }));
  }
}
