import { Server } from "node:http";
import { listen } from "../../../src/emulator/http/listen";

/** A server that the operating system refuses to let listen. */
class RefusedServer extends Server {
  readonly #error: Error;

  constructor(code: string) {
    super();
    this.#error = Object.defineProperty(new Error(`listen ${code}: said the system`), "code", {
      value: code,
    });
  }

  override listen(): this {
    this.emit("error", this.#error);
    return this;
  }
}

describe("listen", () => {
  test.each([
    ["EADDRINUSE", "another process uses it. Choose another port, or omit it to get a free one."],
    ["EACCES", "may not listen on port 80 of 127.0.0.1. Choose a port from 1024 on"],
    ["EADDRNOTAVAIL", "port 80 of 127.0.0.1: listen EADDRNOTAVAIL: said the system. Choose another port."],
  ])("says what to do if %s", async (code, message) => {
    await expect(listen(new RefusedServer(code), 80)).rejects.toMatchObject({
      code: "invalid_configuration",
      details: { argument: "port" },
      message: expect.stringContaining(message) as string,
      cause: { code },
    });
  });
});
