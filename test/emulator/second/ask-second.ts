import { type EmulatorOptionsInput, resolveOptions } from "../../../src/emulator/emulator-options";
import type { KeyPermission } from "../../../src/emulator/key-permissions";
import { handleSecondRequest } from "../../../src/emulator/second/handle-second-request";
import { createServedEngine, type ServedEngine } from "../../../src/emulator/service/handle-request";
import { QueueEngine } from "../../../src/engine/queue-engine";
import { SECOND_OPERATIONS, type SecondName } from "../../../src/wire/second/operations";
import { NOW_MS } from "../../engine/engine-fixtures";
import { TOKEN } from "../service-fixtures";

/** A response. */
export interface SecondReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** The parsed body, or the text. */
  readonly body: unknown;
  /** Of an error. */
  readonly code: string | undefined;
}

/** The fields of a request. */
export type Fields = Readonly<Record<string, unknown>>;

/** A service without a socket, asked by its second interface. */
export interface SecondWorld {
  readonly service: ServedEngine;
  readonly advance: (ms: number) => void;
  /** Sends `METHOD /path` below `/v2`. Default: without a body, with the token, as a program of nobody's. */
  readonly send: (
    target: string,
    body?: unknown,
    headers?: Readonly<Record<string, string | undefined>>,
  ) => SecondReply;
  /** Sends a request that must succeed and match the schema of its operation. @returns its body */
  readonly ask: (name: SecondName, request?: Fields) => never;
}

/** Makes a service with keys. */
export function createSecondWorld(
  input: EmulatorOptionsInput = {},
  keys: Readonly<Record<string, readonly KeyPermission[]>> = {},
): SecondWorld {
  const options = resolveOptions(input);
  let nowMs = NOW_MS;
  const engine = new QueueEngine(options, { now: () => nowMs, seed: "second" });
  const service = createServedEngine({ engine, token: TOKEN, options }, keys);
  const send: SecondWorld["send"] = (target, body, headers = {}) => {
    const [method = "", address = ""] = target.split(" ", 2);
    const [path = "", query = ""] = address.split("?", 2);
    const all = { authorization: `Bearer ${TOKEN}`, "content-type": "application/json", ...headers };
    const bytes = Buffer.from(typeof body === "string" ? body : JSON.stringify(body ?? ""));
    const asked = { method, path: `/v2${path}`, query, headers: all, body: bytes };
    const answer = handleSecondRequest(service, asked);
    const isJson = answer.headers["content-type"] === "application/json";
    const parsed: unknown = isJson ? JSON.parse(answer.body) : answer.body;
    const { error } = parsed as { readonly error?: { readonly code: string } };
    return { status: answer.status, headers: answer.headers, body: parsed, code: error?.code };
  };
  return {
    service,
    send,
    advance: (ms) => {
      nowMs += ms;
    },
    ask: (name, request = {}) => {
      const { method, path, responseSchema } = SECOND_OPERATIONS[name];
      const fields = new Map(Object.entries(request));
      const filled = path.replaceAll(/\{(\w+)\}/g, (_all, field: string) => {
        const value = String(fields.get(field));
        fields.delete(field);
        return encodeURIComponent(value);
      });
      const rest = Object.fromEntries(fields);
      const hasQuery = method === "GET" || method === "DELETE";
      const query = new URLSearchParams(rest as Record<string, string>).toString();
      const reply = send(`${method} ${filled}${hasQuery ? `?${query}` : ""}`, hasQuery ? undefined : rest);
      if (reply.status >= 300) throw new Error(`${name}: ${JSON.stringify(reply)}`);
      responseSchema.parse(reply.body);
      return reply.body as never;
    },
  };
}
