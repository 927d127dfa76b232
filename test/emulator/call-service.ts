import { once } from "node:events";
import { type RequestOptions, request as send } from "node:http";
import { text as readText } from "node:stream/consumers";
import { type OpenEmulator, type StartOptions, startOpenEmulator } from "../../src/emulator/start-emulator";

const running: OpenEmulator[] = [];

afterEach(async () => {
  await Promise.all(running.splice(0).map((emulator) => emulator.close()));
});

/** Starts a service that ends with the test. */
export async function startForTest(options: StartOptions = {}): Promise<OpenEmulator> {
  const emulator = await startOpenEmulator(options);
  running.push(emulator);
  return emulator;
}

/** A response. */
export interface Reply {
  readonly status: number | undefined;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** Parsed if it is JSON. */
  readonly body: unknown;
}

/** Calls a path correctly, except for `changes`. */
export async function call(
  emulator: Pick<OpenEmulator, "url" | "token">,
  path: string,
  body?: unknown,
  changes: Pick<RequestOptions, "method" | "agent"> & { headers?: Readonly<Record<string, string>> } = {},
): Promise<Reply> {
  const outgoing = send(new URL(path, emulator.url), {
    method: body === undefined ? "GET" : "POST",
    ...changes,
    headers: {
      "x-api-token": emulator.token,
      ...(body === undefined ? {} : { "content-type": "application/json" }),
      ...changes.headers,
    },
  });
  const answered = once(outgoing, "response");
  outgoing.end(
    body === undefined || typeof body === "string" || Buffer.isBuffer(body) ? body : JSON.stringify(body),
  );
  const [response] = (await answered) as [
    NodeJS.ReadableStream & { statusCode: number; headers: Reply["headers"] },
  ];
  const { statusCode: status, headers } = response;
  const text = await readText(response);
  const isJson = headers["content-type"] === "application/json";
  return { status, headers, body: isJson ? (JSON.parse(text) as unknown) : text };
}
