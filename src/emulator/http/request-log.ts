import type { OperationName } from "../../wire/first/operations";
import type { SecondName } from "../../wire/second/operations";

/** A request as the service received it, without token or key. */
export interface RequestRecord {
  /** The operation in the first or second interface; undefined if no operation has this path. */
  readonly operation: OperationName | SecondName | undefined;
  readonly method: string;
  readonly path: string;
  /** The part after the question mark, still encoded. */
  readonly query: string;
  /** Header fields except `x-api-token` and `authorization`; their names are in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** The parsed body; undefined if it is not JSON or is too large to keep. */
  readonly body: unknown;
  /** Status of the response; undefined if the connection was dropped, or there is no response yet. */
  readonly status: number | undefined;
  /** Whether the service accepted the request. If so, it took effect, even if a fault hid the response. */
  readonly isCommitted: boolean;
}

const LATEST = { requests: 1000, bytes: 16 * 1024 * 1024, bodyBytes: 1024 * 1024 } as const;

/** Which requests are kept. `latest`: the last 1000, at most 16 MiB in all, without bodies over 1 MiB. */
export type KeptRequests = "all" | "latest" | "none";

/** Keeps records of requests in the order of their arrival. */
export class RequestLog {
  readonly records: RequestRecord[] = [];
  readonly #kept: KeptRequests;
  /** Sizes of the bodies of {@link records}, in bytes. */
  readonly #sizes: number[] = [];
  #bytes = 0;

  constructor(kept: KeptRequests) {
    this.#kept = kept;
  }

  /** Adds a request with a body of `size` bytes. Call the returned function to replace the record later. */
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
