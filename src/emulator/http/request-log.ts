import type { RequestRecord } from "../service/serve-request";

const LATEST = { requests: 1000, bytes: 16 * 1024 * 1024, bodyBytes: 1024 * 1024 } as const;

/**
 * Which requests are kept: all, none, or the latest 1000 of at most 16 MiB together. `latest` omits bodies of more than
 * 1 MiB.
 */
export type KeptRequests = "all" | "latest" | "none";

/** Keeps records of requests in the order of their arrival. */
export class RequestLog {
  /** A live list. */
  readonly records: RequestRecord[] = [];
  readonly #kept: KeptRequests;
  /** Sizes of the bodies of {@link records}, in bytes. */
  readonly #sizes: number[] = [];
  #bytes = 0;

  constructor(kept: KeptRequests) {
    this.#kept = kept;
  }

  /**
   * Adds a request on arrival.
   * @param size - bytes of its body
   * @returns replaces the record when the request is done
   */
  add(arrived: RequestRecord, size: number): (done: RequestRecord) => void {
    if (this.#kept === "none") return () => undefined;
    // A parsed body takes much more memory than its text.
    const keepsBody = this.#kept === "all" || size <= LATEST.bodyBytes;
    const shorten = (record: RequestRecord): RequestRecord =>
      keepsBody ? record : { ...record, body: undefined };
    const kept = shorten(arrived);
    this.records.push(kept);
    this.#sizes.push(keepsBody ? size : 0);
    this.#bytes += keepsBody ? size : 0;
    if (this.#kept === "latest") this.#forgetOldest();
    return (done) => {
      // From the end, because most requests are done soon.
      const index = this.records.lastIndexOf(kept);
      if (index !== -1) this.records[index] = shorten(done);
    };
  }

  clear(): void {
    this.records.length = 0;
    this.#sizes.length = 0;
    this.#bytes = 0;
  }

  #forgetOldest(): void {
    while (this.records.length > 1 && (this.records.length > LATEST.requests || this.#bytes > LATEST.bytes)) {
      this.records.shift();
      this.#bytes -= this.#sizes.shift() ?? 0;
    }
  }
}
