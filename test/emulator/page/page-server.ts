import { createServer } from "node:http";
import { listen } from "../../../src/emulator/http/listen";
import { handlePageRequest } from "../../../src/emulator/page/handle-page-request";
import { createServedEngine, type ServedEngine } from "../../../src/emulator/service/handle-request";
import type { EngineState } from "../../../src/engine/engine-state";
import type { QueueEngine } from "../../../src/engine/queue-engine";
import { OPTIONS } from "./page-fixtures";

/** A server of the page only. */
export interface PageServer {
  /** `http://127.0.0.1:PORT/`. */
  readonly url: string;
  readonly port: number;
  /** The shown state; can be replaced. */
  state: EngineState;
  /** Requested paths, in order. */
  readonly paths: readonly string[];
  readonly close: () => Promise<void>;
}

/** Creates a service with a fixed state. */
export function createStillService(state: EngineState): ServedEngine {
  const engine = { state } as unknown as QueueEngine;
  return createServedEngine({ engine, token: "unused-token", options: OPTIONS });
}

/** Starts a server that shows a state made by hand. @param port - 0: a free one */
export async function startPageServer(state: EngineState, port = 0): Promise<PageServer> {
  const paths: string[] = [];
  const server = createServer((request, response) => {
    const [path = "", query = ""] = (request.url ?? "").split("?");
    paths.push(path);
    const headers = request.headers as Readonly<Record<string, string | undefined>>;
    const { method = "" } = request;
    const asked = { method, path, query, headers, body: new Uint8Array() };
    const page = handlePageRequest(createStillService(shown.state), asked);
    response.writeHead(path === "/" ? page.status : 404, { ...page.headers }).end(page.body);
  });
  const actualPort = await listen(server, port);
  const shown: PageServer = {
    url: `http://127.0.0.1:${actualPort}/`,
    port: actualPort,
    state,
    paths,
    close: () =>
      new Promise((resolve) => {
        server.close(() => {
          resolve();
        });
        server.closeAllConnections();
      }),
  };
  return shown;
}
