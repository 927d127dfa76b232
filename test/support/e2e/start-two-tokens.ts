import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Emulator } from "../../../src/emulator/start-emulator";

/** May ask for everything, and change nothing. */
export const READING_TOKEN = "mqtest_reading_0123456789abcdef";

/** May do everything. */
export const WRITING_TOKEN = "mqtest_writing_0123456789abcdef";

/** A service that knows two tokens. */
export interface TwoTokens {
  /** For `base_url`. */
  readonly url: string;
  /** Paths that were asked for with the reading token and refused, in order. */
  readonly refused: readonly string[];
  /** Stops it; the local service behind it keeps running. */
  close(): Promise<void>;
}

/** The operations that Terraform needs for queues; they are all POST. */
const READS = /^\/v1\/(get|list)\w+$/;

/** Stands before a local service, which knows one token, and lets the reading token do no more than read. */
export async function startTwoTokens(emulator: Emulator): Promise<TwoTokens> {
  const refused: string[] = [];
  const server = createServer((request, response) => {
    const { url = "", headers } = request;
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const token = headers["x-api-token"];
      const isReader = token === READING_TOKEN;
      if (isReader && !READS.test(url)) {
        refused.push(url);
        response.writeHead(403, { "content-type": "text/plain" }).end("This token may only read.");
        return;
      }
      const isKnown = isReader || token === WRITING_TOKEN;
      void fetch(new URL(url, emulator.url), {
        method: "POST",
        headers: {
          "content-type": headers["content-type"] ?? "",
          "x-api-token": isKnown ? emulator.token : "unknown",
        },
        body: Buffer.concat(chunks),
      }).then(async (answer) => {
        response.writeHead(answer.status, { "content-type": answer.headers.get("content-type") ?? "" });
        response.end(await answer.text());
      });
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/v1`,
    refused,
    close: () =>
      new Promise((resolve) => {
        server.close(() => {
          resolve();
        });
        server.closeAllConnections();
      }),
  };
}
