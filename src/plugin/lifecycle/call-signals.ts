import { setMaxListeners } from "node:events";

/** The signals by which calls learn that the Terraform run, or the process, is ending. */
export class CallSignals {
  readonly #isDebug: boolean;
  #stop = createStop();
  readonly #end = new AbortController();
  #isEnding = false;

  /** @param isDebug - whether one process serves many runs of Terraform (`--debug`) */
  constructor({ isDebug }: { readonly isDebug: boolean }) {
    this.#isDebug = isDebug;
  }

  /** Aborts when calls should stop waiting. Each call reads this property only once, at its start. */
  get stopSignal(): AbortSignal {
    return this.#stop.signal;
  }

  /** Aborts when the host no longer waits for responses. */
  get endSignal(): AbortSignal {
    return this.#end.signal;
  }

  get isEnding(): boolean {
    return this.#isEnding;
  }

  /** Ends all waits, present and later ones. In a debug process, calls of the next run can wait again. */
  stop(): void {
    this.#stop.abort();
    if (this.#isDebug) this.#stop = createStop();
  }

  /** Like {@link stop}, but also refuses new write calls, because the process is about to end. */
  end(): void {
    this.#isEnding = true;
    this.#stop.abort();
  }

  /** Like {@link end}, but calls in progress also send no more writes: the host no longer waits for them. */
  abandon(): void {
    this.end();
    this.#end.abort();
  }
}

function createStop(): AbortController {
  const stop = new AbortController();
  // Any number of calls may be in progress.
  setMaxListeners(Infinity, stop.signal);
  return stop;
}
