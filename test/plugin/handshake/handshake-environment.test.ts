import { readHandshakeEnvironment } from "../../../src/plugin/handshake/handshake-environment";

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
