import { Server } from "node:http";
import { listen } from "../../../src/emulator/http/listen";
import { RequestLog, type RequestRecord } from "../../../src/emulator/http/request-log";

/** A server that the operating system refuses to let listen. */
class RefusedServer extends Server {
  readonly #error: Error;

  constructor(code: string) {
    super();
    const error = new Error(`listen ${code}: said the system`);
    this.#error = Object.defineProperty(error, "code", { value: code });
  }

  override listen(): this {
    this.emit("error", this.#error);
    return this;
  }
}

describe("listen", () => {
  test.each([
    ["EADDRINUSE", "another process uses it. Choose another port, or omit it to get a free one."],
    ["EACCES", "is not permitted to listen on port 80 of 127.0.0.1. Choose a port from 1024 on"],
    ["EADDRNOTAVAIL", "has no IPv4 address (EADDRNOTAVAIL). On Linux, add the address with: ip link"],
    ["EAFNOSUPPORT", "has no IPv4 address (EAFNOSUPPORT)."],
    ["EMFILE", "port 80 of 127.0.0.1: listen EMFILE: said the system. Choose another port."],
  ])("says what to do if %s", async (code, message) => {
    await expect(listen(new RefusedServer(code), 80)).rejects.toMatchObject({
      code: "invalid_configuration",
      details: { argument: "port" },
      message: expect.stringContaining(message) as string,
      cause: { code },
    });
  });
});

const MEBIBYTE = 1024 * 1024;

function makeRecord(path: string): RequestRecord {
  const unknown = { operation: undefined, body: undefined, status: undefined };
  return { ...unknown, method: "POST", path, query: "", headers: {}, isCommitted: false };
}

describe("RequestLog", () => {
  test("a request keeps its place when it has completed", () => {
    const log = new RequestLog("all");
    const first = log.add(makeRecord("/1"), 10);
    log.add(makeRecord("/2"), 10);
    first({ ...makeRecord("/1"), status: 200 });
    expect(log.records.map(({ path, status }) => [path, status])).toEqual([
      ["/1", 200],
      ["/2", undefined],
    ]);
  });

  test.each([
    [0, 1_000, "/501"],
    [MEBIBYTE, 16, "/1485"],
  ])("`latest` keeps, of 1500 requests with bodies of %i bytes, %i", (size, kept, first) => {
    const log = new RequestLog("latest");
    for (let n = 1; n <= 1_500; n += 1) log.add({ ...makeRecord(`/${n}`), body: `/${n}` }, size);
    expect(log.records).toHaveLength(kept);
    expect(log.records[0]).toMatchObject({ path: first, body: first });
  });

  test("`latest` keeps a request of more than 1 MiB without its body, before and after its completion", () => {
    const log = new RequestLog("latest");
    const large = { ...makeRecord("/1"), body: [{}] };
    const finish = log.add(large, MEBIBYTE + 1);
    expect(log.records).toEqual([{ ...large, body: undefined }]);
    finish({ ...large, status: 401 });
    expect(log.records).toEqual([{ ...large, body: undefined, status: 401 }]);
  });

  test("`all` keeps every body, until it is cleared, even if a request completes then; `none` keeps nothing", () => {
    const log = new RequestLog("all");
    const done = log.add({ ...makeRecord("/1"), body: [{}] }, 20 * MEBIBYTE);
    expect(log.records).toMatchObject([{ body: [{}] }]);
    log.clear();
    done(makeRecord("/1"));
    expect(log.records).toEqual([]);
    const none = new RequestLog("none");
    none.add(makeRecord("/1"), 10)(makeRecord("/1"));
    expect(none.records).toEqual([]);
  });
});
