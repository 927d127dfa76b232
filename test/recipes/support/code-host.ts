import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { StateStore } from "./state-store";

/** A comment on a pull request, or a note on a merge request. */
export interface Comment {
  readonly id: number;
  readonly author: string;
  body: string;
}

/** An issue. */
export interface Issue {
  readonly number: number;
  readonly title: string;
  readonly author: string;
  body: string;
}

/** Who calls, by token. */
const CALLERS: Readonly<Record<string, { readonly id: number; readonly name: string }>> = {
  "token-of-the-workflow": { id: 41, name: "github-actions[bot]" },
  "token-of-the-project": { id: 42, name: "project_7_bot" },
};

const ISSUES = "/repos/acme/queues/issues";
const ISSUE = new RegExp(`^${ISSUES}(?:/\\d+)?$`);
const NOTES = "/api/v4/projects/7/merge_requests/7/notes";
const ALL = new RegExp(`^(?:/repos/acme/queues/issues/7/comments|${NOTES})$`);
const ONE = new RegExp(`^(?:/repos/acme/queues/issues/comments|${NOTES})/(\\d+)$`);
const STATE = /^\/(?:state|api\/v4\/projects\/7\/terraform\/state)\/queues(?:\/lock)?$/;

/**
 * A code host on the loopback interface, as far as the recipes call one: issues and the comments of pull
 * request 7 as GitHub has them, the notes of merge request 7 as GitLab has them, and a state of Terraform's,
 * at `/state/queues` and where GitLab has it. Lists are paged; who may not do something gets a 404 or 403.
 */
export class CodeHost {
  /** Where it is, without a slash at the end. */
  readonly url: string;
  readonly comments: Comment[] = [];
  /** The open issues. */
  readonly issues: Issue[] = [];
  /** What runs of workflows have kept, the latest first. */
  readonly artifacts: { readonly name: string; readonly workflow_run: { readonly id: number } }[] = [];
  /** The requests that changed comments, as `METHOD /path`. */
  readonly writes: string[] = [];
  readonly state = new StateStore();
  readonly #server: Server;

  private constructor(server: Server) {
    this.#server = server;
    this.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  /** Starts it. End it with {@link close}. */
  static async start(): Promise<CodeHost> {
    const server = createServer();
    await new Promise<void>((resolve) => {
      server.listen(0, "127.0.0.1", resolve);
    });
    const host = new CodeHost(server);
    server.on("request", (request: IncomingMessage, response: ServerResponse) => {
      void host.#handle(request, response);
    });
    return host;
  }

  /** Adds a comment by an author. */
  addComment(author: string, body: string): Comment {
    const comment = { id: 1000 + this.comments.length, author, body };
    this.comments.push(comment);
    return comment;
  }

  /** Stops it. */
  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = Buffer.concat((await request.toArray()) as Buffer[]).toString();
    const url = new URL(request.url ?? "/", this.url);
    const method = request.method ?? "GET";
    if (STATE.test(url.pathname)) {
      const { status, text } = this.state.handle(method, url, body, request.headers.authorization);
      response.writeHead(status, { "content-type": "application/json" }).end(text);
      return;
    }
    const token = request.headers["private-token"] ?? request.headers.authorization?.replace("Bearer ", "");
    const result = this.#handleComments(method, url, body, String(token));
    response.writeHead(result === undefined ? 404 : 200, { "content-type": "application/json" });
    response.end(JSON.stringify(result ?? { message: "Not Found" }));
  }

  /** Returns the response's JSON; undefined if the object does not exist or the caller may not see it. */
  #handleComments(method: string, url: URL, body: string, token: string): unknown {
    const caller = CALLERS[token];
    if (caller === undefined) return undefined;
    if (method === "GET" && url.pathname === "/api/v4/user") return { id: caller.id, username: caller.name };
    if (url.pathname === "/repos/acme/queues/actions/artifacts")
      return { artifacts: this.artifacts.filter(({ name }) => name === url.searchParams.get("name")) };
    if (ISSUE.test(url.pathname)) return this.#handleIssues(method, url, body, caller.name);
    const isAll = ALL.test(url.pathname);
    if (method === "GET" && isAll) return this.#page(url).map(toWire);
    this.writes.push(`${method} ${url.pathname}`);
    const text = (JSON.parse(body) as { readonly body: string }).body;
    if (method === "POST" && isAll) return toWire(this.addComment(caller.name, text));
    const comment = this.comments.find(({ id }) => String(id) === ONE.exec(url.pathname)?.[1]);
    const change = url.pathname.startsWith("/api/v4") ? "PUT" : "PATCH";
    if (comment?.author !== caller.name || method !== change) return undefined;
    comment.body = text;
    return toWire(comment);
  }

  #handleIssues(method: string, url: URL, body: string, author: string): unknown {
    if (method === "GET") {
      return this.issues.filter((issue) => issue.author === url.searchParams.get("creator"));
    }
    const sent = JSON.parse(body) as { readonly title: string; readonly body: string };
    if (method === "POST") {
      const issue = { ...sent, author, number: this.issues.length + 1 };
      this.issues.push(issue);
      return issue;
    }
    const issue = this.issues.find(({ number }) => url.pathname === `${ISSUES}/${number}`);
    if (issue?.author === author) issue.body = sent.body;
    return issue;
  }

  #page({ searchParams }: URL): Comment[] {
    const size = Number(searchParams.get("per_page") ?? 30);
    const start = (Number(searchParams.get("page") ?? 1) - 1) * size;
    return this.comments.slice(start, start + size);
  }
}

/** Returns a comment with the fields of both hosts. */
function toWire({ id, author, body }: Comment): object {
  const callerId = Object.values(CALLERS).find(({ name }) => name === author)?.id ?? 1;
  return { id, body, user: { login: author, id: callerId }, author: { username: author, id: callerId } };
}
