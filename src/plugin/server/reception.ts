import { createServer, type Server, type Socket } from "node:net";

/**
 * Listens before there is anybody to serve: connections that come early wait, with nothing read from them, until
 * there is. Node's own HTTP/2 takes longer to load than everything that comes before the handshake.
 */
export class Reception {
  /** What listens. */
  readonly server: Server;
  readonly #waiting: Socket[] = [];
  #accept: ((socket: Socket) => void) | undefined;

  constructor() {
    this.server = createServer({ pauseOnConnect: true }, (socket) => {
      if (this.#accept === undefined) this.#waiting.push(socket);
      else this.#accept(socket);
    });
  }

  /** Hands over the connections that wait, and all that come. */
  open(accept: (socket: Socket) => void): void {
    this.#accept = accept;
    for (const socket of this.#waiting.splice(0)) accept(socket);
  }
}
