import { tryGetProxyHost } from "../../../src/api/configuration/proxy-settings";
import { findProblems, GIVEN, resolve } from "../support/resolve-config";

describe("tryGetProxyHost", () => {
  const url = "http://user:secret@proxy.example.com:3128";

  test.each([
    ["https://merge.example.com", "", "proxy.example.com:3128"],
    ["https://merge.example.com", "other.example, example.org", "proxy.example.com:3128"],
    ["https://merge.example.com", "merge.example.com", undefined],
    ["https://merge.example.com", "other,.example.com", undefined],
    ["https://merge.example.com", "*", undefined],
    ["http://merge.example.com", "", undefined],
    ["https://127.0.0.1:8443", "", undefined],
  ])("F-31: %s with NO_PROXY=%p uses %p", (origin, noProxy, expected) => {
    expect(tryGetProxyHost(origin, { url, noProxy })).toBe(expected);
  });

  test("without a proxy there is none", () => {
    expect(tryGetProxyHost("https://merge.example.com", undefined)).toBeUndefined();
  });
});

describe("the proxy", () => {
  test.each(["HTTPS_PROXY", "https_proxy"])(
    "F-31: a stray %% in the user or password of %s is a problem that names the variable, not its value",
    (name) => {
      for (const user of ["ada:100%sure", "a%da:sure", "ada:%ff"]) {
        const [problem] = findProblems(GIVEN, { [name]: `http://${user}@proxy:3128` });
        expect(problem).toContain(`${name} has a "%" in its user or password`);
        expect(problem).not.toContain("sure");
      }
      expect(findProblems(GIVEN, { [name]: "http://ada:100%25sure@proxy:3128" })).toEqual([]);
    },
  );

  test("F-31: HTTPS_PROXY and NO_PROXY are read, lower-case spellings first", () => {
    const upper = { HTTPS_PROXY: "https://upper:1", NO_PROXY: "a" };
    for (const [environment, expected] of [
      [
        { ...upper, https_proxy: "http://lower:1", no_proxy: "b" },
        { url: "http://lower:1", noProxy: "b" },
      ],
      [
        { ...upper, https_proxy: " " },
        { url: "https://upper:1", noProxy: "a" },
      ],
      [{ HTTPS_PROXY: "http://upper:1" }, { url: "http://upper:1", noProxy: "" }],
      [{ HTTP_PROXY: "http://other:1" }, undefined],
    ] as const) {
      expect(resolve(GIVEN, environment).proxy).toEqual(expected);
    }
  });

  test.each(["proxy:3128", "socks5://u:hunter2@proxy", "not a url hunter2"])(
    "F-31: %p is refused without repeating it",
    (value) => {
      const problems = findProblems(GIVEN, { HTTPS_PROXY: value });
      expect(problems).toEqual([expect.stringContaining("HTTPS_PROXY must be")]);
      expect(problems.join()).not.toContain("hunter2");
    },
  );
});
