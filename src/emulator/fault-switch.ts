import type { Fault } from "./faults";

/** `description`: the JSON form of the fault, or `{"kind":"function"}`. */
type ActiveFault = Readonly<{ fault: Fault; description: unknown }>;

/** The current faults. Counts how many requests reached each fault. */
export class FaultSwitch {
  #active: readonly (ActiveFault & { requestsReached: number })[] = [];

  /** Replaces all faults, the first outermost. */
  set(faults: readonly ActiveFault[]): void {
    this.#active = faults.map((one) => ({ ...one, requestsReached: 0 }));
  }

  setFunctions(faults: readonly Fault[]): void {
    this.set(faults.map((fault) => ({ fault, description: { kind: "function" } })));
  }

  get faults(): readonly Fault[] {
    return this.#active.map(
      (active): Fault =>
        (request, next) => {
          active.requestsReached += 1;
          return active.fault(request, next);
        },
    );
  }

  /** Returns each fault's description, and how many requests reached the fault, affected or not. */
  describe(): readonly { readonly fault: unknown; readonly requestsReached: number }[] {
    return this.#active.map(({ description: fault, requestsReached }) => ({ fault, requestsReached }));
  }
}
