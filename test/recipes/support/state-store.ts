/** Credentials that may read the state, as `user:password`. */
export const STATE_READER = "reader:may-read";

/** Credentials that may lock and write it as well. */
export const STATE_WRITER = "writer:may-write";

interface StateResponse {
  readonly status: number;
  readonly text: string;
}

/** A Terraform state with a lock behind HTTP, as for Terraform's backend `http` and in GitLab. */
export class StateStore {
  /** The state; undefined until one was written. */
  content: string | undefined;
  /** The lock info of the holder, as JSON; undefined if the state is not locked. */
  lock: string | undefined;
  /** All requests except reads: `lock`, `write`, `unlock`. */
  readonly changes: string[] = [];

  /** Handles a request. @param authorization - the header */
  handle(method: string, url: URL, body: string, authorization = ""): StateResponse {
    const user = Buffer.from(authorization.replace("Basic ", ""), "base64").toString();
    if (![STATE_READER, STATE_WRITER].includes(user)) return { status: 401, text: "" };
    if (method === "GET") return { status: this.content === undefined ? 404 : 200, text: this.content ?? "" };
    if (user !== STATE_WRITER) return { status: 403, text: "" };
    const isLock = method === "LOCK" || (method === "POST" && url.pathname.endsWith("/lock"));
    const isUnlock = method === "UNLOCK" || (method === "DELETE" && url.pathname.endsWith("/lock"));
    if (isLock) return this.#lock(body);
    if (isUnlock) return this.#unlock();
    return method === "POST" ? this.#write(body, url.searchParams.get("ID")) : { status: 405, text: "" };
  }

  #lock(body: string): StateResponse {
    if (this.lock !== undefined) return { status: 423, text: this.lock };
    this.lock = body;
    this.changes.push("lock");
    return { status: 200, text: "" };
  }

  #unlock(): StateResponse {
    this.lock = undefined;
    this.changes.push("unlock");
    return { status: 200, text: "" };
  }

  #write(body: string, id: string | null): StateResponse {
    const holder =
      this.lock === undefined ? undefined : (JSON.parse(this.lock) as { readonly ID: string }).ID;
    // A write names its lock.
    if (holder === undefined || holder !== id) return { status: 409, text: "" };
    this.content = body;
    this.changes.push("write");
    return { status: 200, text: "" };
  }
}
