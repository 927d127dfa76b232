import { describeFault } from "../../src/api/describe-fault";

function withCode(code: string, message = "", cause?: unknown): Error {
  const error = new Error(message, cause === undefined ? undefined : { cause });
  return Object.defineProperty(error, "code", { value: code, enumerable: true });
}

describe("describeFault", () => {
  test.each([
    ["ENOTFOUND", /cannot be resolved \(ENOTFOUND\)/],
    ["ECONNREFUSED", /connection was refused \(ECONNREFUSED\)/],
    ["ECONNRESET", /broke off \(ECONNRESET\)/],
    ["UND_ERR_CONNECT_TIMEOUT", /no connection was made in time/],
  ])("F-01: %s is described in words, and may be tried again", (code, text) => {
    expect(describeFault(withCode(code), { isSent: false })).toMatchObject({
      reason: "failed",
      isSent: false,
      isPermanent: false,
      text: expect.stringMatching(text) as unknown,
    });
  });

  test.each([
    "CERT_HAS_EXPIRED",
    "DEPTH_ZERO_SELF_SIGNED_CERT",
    "SELF_SIGNED_CERT_IN_CHAIN",
    "UNABLE_TO_VERIFY_LEAF_SIGNATURE",
    "ERR_TLS_CERT_ALTNAME_INVALID",
    "CA_MD_TOO_WEAK",
    "UNSPECIFIED",
  ])("S-08: a certificate refused as %s is not tried again", (code) => {
    const fault = describeFault(withCode(code), { isSent: false });
    expect(fault).toMatchObject({ reason: "failed", isPermanent: true });
    expect(fault.text).toContain(code);
  });

  const UNREACHABLE =
    "ENOTFOUND EAI_AGAIN ECONNREFUSED EHOSTUNREACH ENETUNREACH UND_ERR_CONNECT_TIMEOUT EPROTO";
  test.each(UNREACHABLE.split(" "))("F-01: %s means that the service is unreachable", (code) => {
    expect(describeFault(withCode(code), { isSent: false })).toMatchObject({
      code,
      isUnreachable: true,
      isPermanent: false,
    });
  });

  test("F-01: a connection reset, or refused after the first byte, is a lost response", () => {
    expect(describeFault(withCode("ECONNRESET"), { isSent: false }).isUnreachable).toBe(false);
    expect(describeFault(withCode("ETIMEDOUT"), { isSent: true }).isUnreachable).toBe(false);
  });

  test.each(["ERR_SSL_WRONG_VERSION_NUMBER", "ERR_SSL_PACKET_LENGTH_TOO_LONG", "ERR_SSL_HTTP_REQUEST"])(
    "F-01: https to a host without TLS (%s) says so, and is not tried again",
    (code) => {
      const fault = describeFault(withCode(code, "80BC:error:0A00010B:SSL routines:ssl3_get_record:\n"), {
        isSent: false,
      });
      expect(fault).toMatchObject({ isSent: false, isPermanent: true });
      expect(fault.text).toMatch(/begins with https, but the host does not speak TLS at this port/);
      expect(fault.text).not.toContain("SSL routines");
    },
  );

  test("F-01: another failed handshake is described without OpenSSL's own text", () => {
    const error = withCode("ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION", "80BC:error:0A00042E:SSL routines:\n");
    expect(describeFault(error, { isSent: false })).toMatchObject({
      isUnreachable: true,
      text: "host and client have no TLS version or cipher in common (ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION)",
    });
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
    expect(describeFault(withCode("UND_ERR_RES_EXCEEDED_MAX_SIZE"), { isSent: true })).toMatchObject({
      reason: "too_large",
      isPermanent: true,
    });
  });

  test("F-31: a proxy that requires credentials is recognised", () => {
    const fault = describeFault(new Error("Proxy response (407) !== 200 when HTTP Tunneling"), {
      isSent: false,
    });
    expect(fault).toMatchObject({ reason: "proxy_refused", isPermanent: true });
    expect(fault.text).toContain("407");
  });

  test.each([
    [502, false],
    [429, false],
    [403, true],
  ])("F-31: another response of a proxy, %i, is final: %p", (status, isPermanent) => {
    const fault = describeFault(new Error(`Proxy response (${status}) !== 200 when HTTP Tunneling`), {
      isSent: false,
    });
    expect(fault).toMatchObject({ reason: "failed", isPermanent });
    expect(fault.text).toContain(String(status));
  });

  test.each([
    [withCode("ESTRANGE", "strange things"), "strange things"],
    [withCode("ESTRANGE"), "Error"],
  ])("an unknown network code %p is described by its message, and may be tried again", (error, text) => {
    expect(describeFault(error, { isSent: true })).toMatchObject({
      reason: "failed",
      isPermanent: false,
      text,
    });
  });

  test.each([
    [new TypeError("no function"), "no function"],
    [withCode("UND_ERR_INVALID_ARG", "invalid header"), "invalid header"],
    ["a string", "a string"],
    [undefined, "undefined"],
  ])("a bug, %p, is not retried", (error, text) => {
    expect(describeFault(error, { isSent: true })).toMatchObject({
      reason: "failed",
      isSent: true,
      isPermanent: true,
      text,
    });
  });
});
