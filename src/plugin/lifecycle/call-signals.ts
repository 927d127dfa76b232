/** What calls are told about the end of a run of Terraform, and of the process. */
export class CallSignals {
  readonly #isDebug: boolean;
  #stop = new AbortController();
  readonly #end = new AbortController();
  #isEnding = false;

  /** @param isDebug - whether one process serves many runs of Terraform (`--debug`) */
  constructor(isDebug: boolean) {
    this.#isDebug = isDebug;
  }

  /** Aborts when calls are to end waiting; a call reads it once, at its start. */
  get stopSignal(): AbortSignal {
    return this.#stop.signal;
  }

  /** Aborts when nobody waits for an answer any more. */
  get endSignal(): AbortSignal {
    return this.#end.signal;
  }

  /** Whether the process is about to end. */
  get isEnding(): boolean {
    return this.#isEnding;
  }

  /**
   * Tells all running calls to end waiting (rule C-75). Later calls find the signal aborted as well: Terraform
   * is about to end. A debug process outlives that run, so there a later call belongs to the next one.
   */
  stop(): void {
    this.#stop.abort();
    if (this.#isDebug) this.#stop = new AbortController();
  }

  /** The process is about to end: as {@link stop}, and no further call that writes is begun. */
  end(): void {
    this.#isEnding = true;
    this.#stop.abort();
  }

  /** Nobody waits for an answer any more: as {@link end}, and calls under way begin no further write. */
  abandon(): void {
    this.end();
    this.#end.abort();
  }
}
