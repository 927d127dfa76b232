/** May read the state. */
export const STATE_READER = { user: "reader", password: "may-read" };

/** May lock and write it as well. */
export const STATE_WRITER = { user: "writer", password: "may-write" };

/** Returns the variables with which Terraform keeps its state at an address. */
export function listStateVariables(
  address: string,
  { user, password } = STATE_WRITER,
): Record<string, string> {
  return {
    TF_HTTP_ADDRESS: address,
    TF_HTTP_LOCK_ADDRESS: address,
    TF_HTTP_UNLOCK_ADDRESS: address,
    TF_HTTP_USERNAME: user,
    TF_HTTP_PASSWORD: password,
  };
}

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
    const credentials = Buffer.from(authorization.replace("Basic ", ""), "base64").toString();
    const caller = [STATE_READER, STATE_WRITER].find((it) => `${it.user}:${it.password}` === credentials);
    if (caller === undefined) return { status: 401, text: "" };
    if (method === "GET") return { status: this.content === undefined ? 404 : 200, text: this.content ?? "" };
    if (caller === STATE_READER) return { status: 403, text: "" };
    const ofLock = url.pathname.endsWith("/lock");
    if (method === "LOCK" || (method === "POST" && ofLock)) {
      if (this.lock !== undefined) return { status: 423, text: this.lock };
      this.lock = body;
      this.changes.push("lock");
    } else if (method === "UNLOCK" || (method === "DELETE" && ofLock)) {
      this.lock = undefined;
      this.changes.push("unlock");
    } else {
      const holder = (JSON.parse(this.lock ?? "{}") as { readonly ID?: string }).ID;
      // A write names its lock.
      if (holder === undefined || holder !== url.searchParams.get("ID")) return { status: 409, text: "" };
      this.content = body;
      this.changes.push("write");
    }
    return { status: 200, text: "" };
  }
}
