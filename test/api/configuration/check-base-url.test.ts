import { checkBaseUrl } from "../../../src/api/configuration/check-base-url";
import { TERRAFORM_VOCABULARY } from "../../../src/queue/vocabulary";

const ACCEPTED: [text: string, origin: string, path: string][] = [
  ["https://merge.example.com/v1", "https://merge.example.com", "/v1"],
  ["https://merge.example.com/v2//", "https://merge.example.com", "/v2"],
  ["https://merge.example.com/v1/../v2/", "https://merge.example.com", "/v2"],
  ["https://merge.example.com", "https://merge.example.com", ""],
  ["https://merge.example.com/v9/queue/", "https://merge.example.com", "/v9/queue"],
  ["https://merge.example.com/apiv3", "https://merge.example.com", "/apiv3"],
  ["https://merge.example.com:8443/v1", "https://merge.example.com:8443", "/v1"],
  ["https://merge.example.com:443/v1", "https://merge.example.com", "/v1"],
  ["HTTPS://Merge.Example.COM/v1", "https://merge.example.com", "/v1"],
  ["https://bücher.example/v1", "https://xn--bcher-kva.example", "/v1"],
  ["https://日本.example/v1", "https://xn--wgv71a.example", "/v1"],
  ["https://10.1.2.3/v1", "https://10.1.2.3", "/v1"],
  ["https://[2001:db8::1]/v1", "https://[2001:db8::1]", "/v1"],
  ["http://127.0.0.1:8080/v1", "http://127.0.0.1:8080", "/v1"],
  ["http://127.1/v1", "http://127.0.0.1", "/v1"],
  ["http://2130706433/v1", "http://127.0.0.1", "/v1"],
  ["http://0x7f000001/v1", "http://127.0.0.1", "/v1"],
  ["http://１２７.0.0.1/v1", "http://127.0.0.1", "/v1"],
  ["http://127.255.255.254/v1", "http://127.255.255.254", "/v1"],
  ["http://localhost:3000/v1", "http://localhost:3000", "/v1"],
  ["http://LOCALHOST./v1", "http://localhost.", "/v1"],
  ["http://queue.localhost/v1", "http://queue.localhost", "/v1"],
  ["http://[::1]:8080/v1", "http://[::1]:8080", "/v1"],
  ["http://[::ffff:127.0.0.1]/v1", "http://[::ffff:7f00:1]", "/v1"],
];

const REFUSED: [text: string, reason: RegExp][] = [
  ["", /whole address/],
  ["merge.example.com/v1", /whole address/],
  ["//merge.example.com/v1", /whole address/],
  ["https:merge.example.com/v1", /whole address/],
  ["https://", /whole address/],
  ["https://merge.example.com:99999/v1", /whole address/],
  ["https://256.1.1.1/v1", /whole address/],
  ["ftp://merge.example.com/v1", /must begin with "https:\/\/", not with "ftp:\/\/"/],
  ["ws://merge.example.com/v1", /not with "ws:\/\/"/],
  ["file:///v1", /not with "file:\/\/"/],
  ["https://user@merge.example.com/v1", /user or a password/],
  ["https://user:hunter2@merge.example.com/v1", /user or a password/],
  ["https://@merge.example.com/v1", /user or a password/],
  ["https://merge.example.com@evil.example/v1", /user or a password/],
  ["https://merge.example.com/v1?token=hunter2", /query/],
  ["https://merge.example.com/v1?", /query/],
  ["https://merge.example.com/v1#top", /fragment/],
  ["https://merge.example.com\\@evil.example/v1", /backslashes/],
  ["https://merge.exam\nple.com/v1", /white space/],
  [" https://merge.example.com/v1", /white space/],
  ["https://merge.example.com/api/v3/", /ends in "\/v3", and .* knows only "\/v1" and "\/v2"/],
  ["https://merge.example.com/V1", /ends in "\/V1"/],
  ["http://merge.example.com/v1", /clear text/],
  ["http://10.0.0.1/v1", /clear text/],
  ["http://localhost.example.com/v1", /clear text/],
  ["http://128.0.0.1/v1", /clear text/],
  ["http://127.0.0.1.example.com/v1", /clear text/],
  ["http://[::ffff:10.0.0.1]/v1", /clear text/],
];

/** Always refused. */
const NEVER: [text: string, reason: RegExp][] = [
  ["http://0.0.0.0/v1", /is the unspecified address, which names no machine/],
  ["https://0/v1", /is the unspecified address, which names no machine/],
  ["https://[::]/v1", /is the unspecified address, which names no machine/],
  ["http://169.254.169.254/v1", /metadata/],
  ["https://169.254.169.254/latest/v1", /metadata/],
  ["https://2852039166/v1", /metadata/],
  ["https://0xA9FEA9FE/v1", /metadata/],
  ["https://0251.0376.0251.0376/v1", /metadata/],
  ["https://169.254.169.254./v1", /metadata/],
  ["https://[::ffff:169.254.169.254]/v1", /metadata/],
  ["https://[fd00:ec2::254]/v1", /metadata/],
  ["https://[fe80::1]/v1", /metadata/],
  ["https://100.100.100.200/v1", /metadata/],
  ["https://metadata.google.internal/v1", /metadata/],
  ["https://METADATA.google.internal./v1", /metadata/],
];

function check(text: string, allowsInsecureHttp = false): ReturnType<typeof checkBaseUrl> {
  return checkBaseUrl(text, { allowInsecureHttp: allowsInsecureHttp, vocabulary: TERRAFORM_VOCABULARY });
}

describe("checkBaseUrl", () => {
  test.each(ACCEPTED)("S-06: %s is accepted", (text, origin, path) => {
    const { host } = new URL(origin);
    expect(check(text)).toEqual({ isValid: true, origin, host, path, isInsecure: false });
  });

  test.each([...REFUSED, ...NEVER])("S-06: %p is refused", (text, reason) => {
    const message: unknown = expect.stringMatching(reason);
    expect(check(text)).toEqual({ isValid: false, message });
  });

  test.each(NEVER)("S-06: %s is refused even if plain http is allowed", (text, reason) => {
    const message: unknown = expect.stringMatching(reason);
    expect(check(text, true)).toEqual({ isValid: false, message });
  });

  test("S-06: plain http to another machine needs permission, and is marked", () => {
    const remote = check("http://merge.example.com/v1", true);
    expect(remote).toMatchObject({ isValid: true, isInsecure: true });
    const local = check("http://127.0.0.1/v1", true);
    expect(local).toMatchObject({ isValid: true, isInsecure: false });
  });

  test("S-06: an address that is refused for its password is not repeated", () => {
    for (const text of ["https://user:hunter2@h/v1", "https://h/v1?token=hunter2", "hunter2 https://h/v1"])
      expect(JSON.stringify(check(text))).not.toContain("hunter2");
  });
});
