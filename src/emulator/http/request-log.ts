import type { RequestRecord } from "../service/serve-request";

/** How much a service that runs long keeps of what it was asked. */
const BRIEF = { requests: 1000, bytes: 16 * 1024 * 1024, bodyBytes: 1024 * 1024 } as const;

/**
 * Which requests are kept: all, none, or the latest thousand of at most 16 MiB together, of which each that has more
 * than 1 MiB is kept without its body.
 */
export type KeptRequests = "all" | "latest" | "none";

/** Keeps records of requests in the order of their arrival. */
export class RequestLog {
  /** What is kept: a live list. */
  readonly records: RequestRecord[] = [];
  readonly #kept: KeptRequests;
  /** Sizes of the bodies of {@link records}, in bytes. */
  readonly #sizes: number[] = [];
  #bytes = 0;

  constructor(kept: KeptRequests) {
    this.#kept = kept;
  }

  /**
   * Adds a request that has arrived.
   * @param size - bytes of its body
   * @returns takes the same request when it is done
   */
  add(arrived: RequestRecord, size: number): (done: RequestRecord) => void {
    if (this.#kept === "none") return () => undefined;
    // What is parsed takes many times the memory of its text.
    const keepsBody = this.#kept === "all" || size <= BRIEF.bodyBytes;
    const shorten = (record: RequestRecord): RequestRecord =>
      keepsBody ? record : { ...record, body: undefined };
    const kept = shorten(arrived);
    this.records.push(kept);
    this.#sizes.push(keepsBody ? size : 0);
    this.#bytes += keepsBody ? size : 0;
    if (this.#kept === "latest") this.#forgetOldest();
    return (done) => {
      // From the end: most requests are done soon after they arrived.
      const index = this.records.lastIndexOf(kept);
      if (index !== -1) this.records[index] = shorten(done);
    };
  }

  /** Forgets all. */
  clear(): void {
    this.records.length = 0;
    this.#sizes.length = 0;
    this.#bytes = 0;
  }

  #forgetOldest(): void {
    while (this.records.length > 1 && (this.records.length > BRIEF.requests || this.#bytes > BRIEF.bytes)) {
      this.records.shift();
      this.#bytes -= this.#sizes.shift() ?? 0;
    }
  }
}
