import type { Fault } from "./faults";

/** `description`: the JSON form of the fault, or `{"kind":"function"}` for a fault without a JSON form. */
type ActiveFault = Readonly<{ fault: Fault; description: unknown }>;

/** The current faults. Counts how many requests reached each fault. */
export class FaultSwitch {
  #active: readonly (ActiveFault & { requestsReached: number })[] = [];

  /** Replaces all faults. The first new fault is outermost. */
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

  /** Returns each fault's description, and how many requests (affected or not) reached the fault. */
  describe(): readonly { readonly fault: unknown; readonly requestsReached: number }[] {
    return this.#active.map(({ description: fault, requestsReached }) => ({ fault, requestsReached }));
  }
}
