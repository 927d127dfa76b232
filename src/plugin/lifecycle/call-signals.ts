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

  /** Aborts when calls should stop waiting. A call reads this signal once, when the call starts. */
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

  /** Ends all waits, including later waits. A debug process continues with the next run. */
  stop(): void {
    this.#stop.abort();
    if (this.#isDebug) this.#stop = createStop();
  }

  /** Like {@link stop}, but also starts no further write call, because the process is about to end. */
  end(): void {
    this.#isEnding = true;
    this.#stop.abort();
  }

  /** Like {@link end}, but calls in progress also start no further write, because the host is gone. */
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
