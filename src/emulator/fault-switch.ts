import type { Fault } from "./faults";

/** A fault and its description for programs: its JSON form; for a function only `{"kind":"function"}`. */
interface ActiveFault {
  readonly fault: Fault;
  readonly description: unknown;
}

/** The current faults, with the number of requests that reached each. */
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

  /** Describes the faults, and counts the requests that reached each, affected or not. */
  describe(): readonly { readonly fault: unknown; readonly requestsReached: number }[] {
    return this.#active.map(({ description: fault, requestsReached }) => ({ fault, requestsReached }));
  }
}
