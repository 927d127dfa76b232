import { formatHandshake } from "../../../src/plugin/handshake/format-handshake";
import { readHandshakeEnvironment } from "../../../src/plugin/handshake/handshake-environment";

const address = { network: "unix", address: "/tmp/s" } as const;

describe("formatHandshake", () => {
  test("G-05: the multiplexing field is the seventh", () => {
    expect(formatHandshake({ address, certificate: undefined, asksForMultiplexing: true })).toBe(
      "1|6|unix|/tmp/s|grpc||false\n",
    );
  });

  test.each([
    [[0xff], "/w"],
    [[0xff, 0xfe], "//4"],
    [[0xff, 0xfe, 0xfd], "//79"],
  ])("G-04: the bytes %j are %s, without padding", (bytes, text) => {
    const line = formatHandshake({
      address,
      certificate: Uint8Array.from(bytes),
      asksForMultiplexing: false,
    });
    expect(line).toBe(`1|6|unix|/tmp/s|grpc|${text}\n`);
  });
});

describe("readHandshakeEnvironment", () => {
  test("G-06: empty variables count as unset", () => {
    const env = { PLUGIN_CLIENT_CERT: "", PLUGIN_UNIX_SOCKET_DIR: "", PLUGIN_UNIX_SOCKET_GROUP: "" };
    expect(readHandshakeEnvironment(env)).toEqual({
      hasCookie: false,
      clientCertificate: undefined,
      socketDirectory: undefined,
      socketGroup: undefined,
      portRange: [10_000, 25_000],
      asksForMultiplexing: false,
    });
  });

  test.each([
    ["2000", "3000", [2000, 3000]],
    ["0", "3000", [10_000, 25_000]],
    ["2000", "x", [2000, 25_000]],
    ["2000", "99999", [2000, 25_000]],
    ["3000", "2000", [10_000, 25_000]],
  ])("G-11: ports from %s to %s mean %j", (first, last, range) => {
    const env = { PLUGIN_MIN_PORT: first, PLUGIN_MAX_PORT: last };
    expect(readHandshakeEnvironment(env).portRange).toEqual(range);
  });
});
