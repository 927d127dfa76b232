import { describeFault } from "../../src/api/describe-fault";

function withCode(code: string, message = "", cause?: unknown): Error {
  const error = new Error(message, cause === undefined ? undefined : { cause });
  return Object.defineProperty(error, "code", { value: code, enumerable: true });
}

describe("describeFault", () => {
  const UNSENT = { isSent: false };

  test.each([
    ["ENOTFOUND", "the host name cannot be resolved (ENOTFOUND)", true],
    ["EAI_AGAIN", "the host name cannot be resolved at the moment (EAI_AGAIN)", true],
    ["ECONNREFUSED", "the connection was refused (ECONNREFUSED)", true],
    ["EHOSTUNREACH", "there is no route to the host (EHOSTUNREACH)", true],
    ["ENETUNREACH", "there is no route to the network (ENETUNREACH)", true],
    ["UND_ERR_CONNECT_TIMEOUT", "no connection was made in time (UND_ERR_CONNECT_TIMEOUT)", true],
    ["EPROTO", "host and client have no TLS version or cipher in common (EPROTO)", true],
    ["ECONNRESET", "the connection broke off (ECONNRESET)", false],
  ])("F-01: %s may be tried again, and is %j (unreachable: %p)", (code, text, isUnreachable) => {
    const expected = { reason: "failed", code, isSent: false, isPermanent: false, isUnreachable, text };
    expect(describeFault(withCode(code), UNSENT)).toMatchObject(expected);
  });

  const CERTIFICATES =
    "CERT_HAS_EXPIRED DEPTH_ZERO_SELF_SIGNED_CERT SELF_SIGNED_CERT_IN_CHAIN UNABLE_TO_VERIFY_LEAF_SIGNATURE " +
    "ERR_TLS_CERT_ALTNAME_INVALID CA_MD_TOO_WEAK UNSPECIFIED";
  test.each(CERTIFICATES.split(" "))("S-08: a certificate refused as %s is not tried again", (code) => {
    const fault = describeFault(withCode(code), UNSENT);
    expect(fault).toMatchObject({ reason: "failed", isPermanent: true });
    expect(fault.text).toContain(code);
  });

  test("F-01: a connection that fails after the first byte is a lost response", () => {
    expect(describeFault(withCode("ETIMEDOUT"), { isSent: true }).isUnreachable).toBe(false);
  });

  const NO_TLS = ["WRONG_VERSION_NUMBER", "PACKET_LENGTH_TOO_LONG", "HTTP_REQUEST"];
  test.each(NO_TLS)("F-01: https to a host without TLS (ERR_SSL_%s) is not tried again", (code) => {
    const error = withCode(`ERR_SSL_${code}`, "80BC:error:0A00010B:SSL routines:ssl3_get_record:\n");
    const fault = describeFault(error, UNSENT);
    expect(fault).toMatchObject({ isSent: false, isPermanent: true });
    expect(fault.text).toMatch(/begins with https, but the host does not speak TLS at this port/);
    expect(fault.text).not.toContain("SSL routines");
  });

  test("F-01: another failed handshake is described without OpenSSL's own text", () => {
    const error = withCode("ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION", "80BC:error:0A00042E:SSL routines:\n");
    const text =
      "host and client have no TLS version or cipher in common (ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION)";
    expect(describeFault(error, UNSENT)).toMatchObject({ isUnreachable: true, text });
  });

  test("F-01: a TLS alert in response to plain http says which scheme is right, and that nothing was processed", () => {
    const error = new Error("Response does not match");
    Object.defineProperty(error, "data", { value: "\u0015\u0003\u0003", configurable: true });
    expect(describeFault(error, { isSent: true })).toMatchObject({
      isSent: false,
      isPermanent: true,
      text: expect.stringContaining("begins with http, but the host speaks TLS at this port") as unknown,
    });
  });

  test("the innermost code tells most", () => {
    const error = withCode("UND_ERR_SOCKET", "other side closed", withCode("ECONNRESET"));
    expect(describeFault(error, { isSent: true }).text).toContain("ECONNRESET");
  });

  test("S-03: text that undici could not parse is dropped, wherever in the chain it is", () => {
    const inner = withCode("HPE_INVALID_CONSTANT");
    Object.defineProperty(inner, "data", { value: "HTTP/1.1 a token", configurable: true });
    const error = withCode("UND_ERR_SOCKET", "other side closed", inner);
    expect(describeFault(error, { isSent: true }).cause).toBe(error);
    expect(inner).not.toHaveProperty("data");
  });

  test("a ring of causes does not hang", () => {
    const error = withCode("EPIPE");
    error.cause = error;
    expect(describeFault(error, { isSent: true }).text).toContain("EPIPE");
  });

  test("F-07: a response above the cap is final", () => {
    const fault = describeFault(withCode("UND_ERR_RES_EXCEEDED_MAX_SIZE"), { isSent: true });
    expect(fault).toMatchObject({ reason: "too_large", isPermanent: true });
  });

  test.each([
    [407, "proxy_refused", true],
    [502, "failed", false],
    [429, "failed", false],
    [403, "failed", true],
  ])("F-31: the response %i of a proxy is recognised: %s, final: %p", (status, reason, isPermanent) => {
    const error = new Error(`Proxy response (${status}) !== 200 when HTTP Tunneling`);
    const fault = describeFault(error, UNSENT);
    expect(fault).toMatchObject({ reason, isPermanent });
    expect(fault.text).toContain(String(status));
  });

  test.each([
    ["an unknown network code", withCode("ESTRANGE", "strange things"), "strange things", false],
    ["a code without a message", withCode("ESTRANGE"), "Error", false],
    ["a bug", new TypeError("no function"), "no function", true],
    ["an argument", withCode("UND_ERR_INVALID_ARG", "invalid header"), "invalid header", true],
    ["a thrown string", "a string", "a string", true],
    ["a thrown undefined", undefined, "undefined", true],
  ])("%s is described by its message, and only a bug is final", (_what, error, text, isPermanent) => {
    const expected = { reason: "failed", isSent: true, isPermanent, text };
    expect(describeFault(error, { isSent: true })).toMatchObject(expected);
  });
});
