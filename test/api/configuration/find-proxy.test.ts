import { findProxy } from "../../../src/api/configuration/find-proxy";
import { findProblems, GIVEN, resolve } from "../support/resolve-config";

const PROXY = "http://user:secret@proxy.example.com:3128";
const ORIGIN = "https://merge.example.com";

describe("findProxy", () => {
  test.each([
    [ORIGIN, "", true],
    [ORIGIN, "other.example, example.org", true],
    [ORIGIN, "ge.example.com,merge.example.com.evil,,.", true],
    [ORIGIN, "merge.example.com", false],
    [ORIGIN, "MERGE.example.com:443", false],
    [ORIGIN, "merge.example.com:8443", true],
    [`${ORIGIN}:8443`, "example.com:8443", false],
    [ORIGIN, "other,.example.com", false],
    [ORIGIN, "*.example.com", false],
    [ORIGIN, "*", false],
    [`${ORIGIN}.`, "example.com", false],
    ["https://10.1.2.3", "10.0.0.0/8", false],
    ["https://10.1.2.3", "192.168.0.0/16,10.1.2.3/33,x/8,10.0.0.0/x", true],
    ["https://10.1.2.3", "10.1.2.3", false],
    ["https://10.1.2.3", "10.1.2.3:8443", true],
    [ORIGIN, "10.0.0.0/8,10.1.2.3", true],
    ["https://[2001:db8::1]", "2001:db8::/32", false],
    ["https://[2001:db8::1]", "2001:db8::/129", true],
    ["https://[2001:db8::1]", "2001:0db8::0001", false],
    ["https://[2001:db8::1]:8443", "[2001:db8::1]:8443", false],
    ["https://[2001:db8::1]", "2001:db8::2,::1,db8::1", true],
    ["http://merge.example.com", "", false],
    ["https://127.0.0.1:8443", "", false],
  ])("F-31: %s with NO_PROXY=%p uses the proxy: %p", (origin, exceptions, isUsed) => {
    const expected = isUsed ? { url: PROXY } : {};
    expect(findProxy(origin, { HTTPS_PROXY: PROXY, NO_PROXY: exceptions })).toEqual(expected);
  });

  test.each([
    [{}, undefined],
    [{ HTTP_PROXY: "http://other:1" }, undefined],
    [{ HTTPS_PROXY: "https://upper:1", https_proxy: "http://lower:1" }, "http://lower:1"],
    [{ HTTPS_PROXY: "https://upper:1", https_proxy: " " }, "https://upper:1"],
    [{ HTTPS_PROXY: "http://upper:1", NO_PROXY: "merge.example.com", no_proxy: "" }, undefined],
    [{ HTTPS_PROXY: "http://upper:1", NO_PROXY: "merge.example.com", no_proxy: "b" }, "http://upper:1"],
    [{ HTTPS_PROXY: "proxy:3128" }, "http://proxy:3128"],
    [{ HTTPS_PROXY: "user:secret@proxy" }, "http://user:secret@proxy"],
  ])("F-31: a lower-case name wins, an empty one is unset, and http is the usual scheme: %j", (env, url) => {
    expect(findProxy(ORIGIN, env)).toEqual(url === undefined ? {} : { url });
  });
});

describe("the proxy of a configuration", () => {
  test.each(["HTTPS_PROXY", "https_proxy"])(
    "F-31: a stray %% in the user or password of %s is a problem that names the variable, not its value",
    (name) => {
      for (const user of ["ada:100%sure", "a%da:sure", "ada:%ff"]) {
        const [problem] = findProblems(GIVEN, { [name]: `http://${user}@proxy:3128` });
        expect(problem).toContain(`The user or password in ${name} contains a "%"`);
        expect(problem).not.toContain("sure");
      }
      expect(findProblems(GIVEN, { [name]: "http://ada:100%25sure@proxy:3128" })).toEqual([]);
    },
  );

  test.each(["socks5://u:hunter2@proxy", "not a url hunter2"])(
    "F-31: %p is refused without repeating it, but only where it would be used",
    (value) => {
      const problems = findProblems(GIVEN, { HTTPS_PROXY: value });
      expect(problems).toEqual([expect.stringContaining("HTTPS_PROXY must be")]);
      expect(problems.join()).not.toContain("hunter2");
      for (const baseUrl of ["http://127.0.0.1:8080/v1", "https://localhost:8443/v1"])
        expect(resolve({ ...GIVEN, baseUrl }, { HTTPS_PROXY: value }).proxy).toBeUndefined();
      expect(resolve(GIVEN, { HTTPS_PROXY: value, NO_PROXY: "example.com" }).proxy).toBeUndefined();
    },
  );
});
