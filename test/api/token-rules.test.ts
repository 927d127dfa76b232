import { inspect } from "node:util";
import { TOKEN } from "./support/make-client";
import { BASE_URL, findProblems, GIVEN, resolve } from "./support/resolve-config";

describe("the token", () => {
  const WRONG = ["fake token", "fäke", "fake\ntoken", "\u{1f511}", "fake\u0000"];
  test.each(WRONG)("S-11: %p is refused and not repeated", (token) => {
    const problems = findProblems({ ...GIVEN, token });
    expect(problems).toEqual([expect.stringMatching(/^token: .*visible ASCII/)]);
    expect(problems.join()).not.toContain(token);
  });

  test("S-11: white space around it is removed", () => {
    expect(resolve({ ...GIVEN, token: `\t${TOKEN}\r\n` }).token.reveal()).toBe(TOKEN);
  });

  test("an explicit empty token is refused and does not fall back to the environment", () => {
    expect(findProblems({ ...GIVEN, token: " " }, { MERGEQUEUE_TOKEN: TOKEN })).toEqual([
      expect.stringMatching(/^token: The token is empty/),
    ]);
  });

  test("S-03: printing the configuration in any way does not show it", () => {
    const config = resolve(GIVEN);
    const inspected = inspect(config, { depth: 9, showHidden: true });
    for (const print of [inspected, JSON.stringify(config), String(config.token)]) {
      expect(print).not.toContain(TOKEN);
      expect(print).toContain("(sensitive)");
    }
  });
});

describe("MERGEQUEUE_ALLOWED_HOSTS", () => {
  const allow = (hosts: string) => ({ MERGEQUEUE_TOKEN: TOKEN, MERGEQUEUE_ALLOWED_HOSTS: hosts });

  test.each([
    "merge.example.com",
    "other.example, MERGE.example.com",
    "other.example merge.example.com",
    "merge.example.com:443",
    "",
    // An entry that is not a host is ignored.
    "[:, merge.example.com",
  ])("S-07: %p allows the token of the environment", (hosts) => {
    expect(findProblems({ baseUrl: BASE_URL }, allow(hosts))).toEqual([]);
  });

  test.each([
    " , ",
    "other.example",
    "example.com",
    "merge.example.com:8443",
    "merge.example.com.evil.example",
    "*",
    "a b://",
  ])("S-07: %p withholds the token of the environment", (hosts) => {
    expect(findProblems({ baseUrl: BASE_URL }, allow(hosts))).toEqual([
      expect.stringMatching(/^base_url: .* is not sent to merge\.example\.com: /),
    ]);
  });

  test("S-07: a host with a port means that port only, one without means 443", () => {
    const baseUrl = "https://merge.example.com:8443/v1";
    expect(findProblems({ baseUrl }, allow("merge.example.com:8443"))).toEqual([]);
    for (const hosts of ["merge.example.com", "merge.example.com:443", "merge.example.com:80"]) {
      expect(findProblems({ baseUrl }, allow(hosts))).toEqual([
        expect.stringContaining("Add merge.example.com:8443 to this variable"),
      ]);
    }
  });

  test("S-07: an allowed host gets the token by https only, whatever allow_insecure_http says", () => {
    const insecure = { allowInsecureHttp: true };
    for (const [baseUrl, hosts] of [
      ["http://merge.example.com/v1", "merge.example.com"],
      ["http://merge.example.com/v1", "merge.example.com:80"],
      ["http://merge.example.com:443/v1", "merge.example.com"],
    ] as const) {
      expect(findProblems({ baseUrl, ...insecure }, allow(hosts))).toEqual([
        expect.stringMatching(/^base_url: It begins with http, .* only by https\.$/),
      ]);
    }
  });

  test.each([
    ["http://127.0.0.1:4567/v1", "127.0.0.1:4567", 0],
    ["http://[::1]:4567/v1", "[::1]:4567", 0],
    ["http://localhost/v1", "localhost:80", 0],
    ["http://localhost/v1", "localhost", 1],
    ["http://127.0.0.1:4567/v1", "127.0.0.1", 1],
  ])("S-07: http to this machine is allowed at the named port: %s for %s", (baseUrl, hosts, count) => {
    const problems = findProblems({ baseUrl }, allow(hosts));
    expect(problems).toHaveLength(count);
  });

  test("S-07: the allowed hosts do not restrict a token of the configuration", () => {
    expect(findProblems(GIVEN, { MERGEQUEUE_ALLOWED_HOSTS: "other.example" })).toEqual([]);
  });
});
