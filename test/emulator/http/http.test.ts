import { Server } from "node:http";
import { listen } from "../../../src/emulator/http/listen";
import { RequestLog, type RequestRecord } from "../../../src/emulator/http/request-log";

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
    [
      "EADDRNOTAVAIL",
      "has no IPv4 on its loopback interface (EADDRNOTAVAIL). Switch it on, on Linux with: ip link",
    ],
    ["EAFNOSUPPORT", "has no IPv4 on its loopback interface (EAFNOSUPPORT)."],
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
  return {
    operation: undefined,
    method: "POST",
    path,
    query: "",
    headers: {},
    body: undefined,
    status: undefined,
    isCommitted: false,
  };
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

  test("`latest` keeps a thousand requests", () => {
    const log = new RequestLog("latest");
    for (let n = 1; n <= 1_500; n += 1) log.add(makeRecord(`/${n}`), 0);
    expect(log.records).toHaveLength(1_000);
    expect(log.records[0]?.path).toBe("/501");
  });

  test("`latest` keeps at most 16 MiB of bodies", () => {
    const log = new RequestLog("latest");
    for (let n = 1; n <= 20; n += 1) log.add({ ...makeRecord(`/${n}`), body: n }, MEBIBYTE);
    expect(log.records).toHaveLength(16);
    expect(log.records[0]).toMatchObject({ path: "/5", body: 5 });
  });

  test("`latest` keeps a request of more than 1 MiB without its body, before and after its completion", () => {
    const log = new RequestLog("latest");
    const large = { ...makeRecord("/1"), body: [{}] };
    const finish = log.add(large, MEBIBYTE + 1);
    expect(log.records).toEqual([{ ...large, body: undefined }]);
    finish({ ...large, status: 401 });
    expect(log.records).toEqual([{ ...large, body: undefined, status: 401 }]);
  });

  test("`all` keeps every body", () => {
    const log = new RequestLog("all");
    log.add({ ...makeRecord("/1"), body: [{}] }, 20 * MEBIBYTE);
    expect(log.records).toMatchObject([{ body: [{}] }]);
  });

  test("a request that was dropped before its completion stays dropped", () => {
    const log = new RequestLog("all");
    const done = log.add(makeRecord("/1"), 10);
    log.clear();
    done(makeRecord("/1"));
    expect(log.records).toEqual([]);
  });

  test("`none` keeps nothing", () => {
    const log = new RequestLog("none");
    log.add(makeRecord("/1"), 10)(makeRecord("/1"));
    expect(log.records).toEqual([]);
  });
});
