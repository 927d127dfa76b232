import { tryGetProxyHost } from "../../../src/api/configuration/proxy-settings";

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
