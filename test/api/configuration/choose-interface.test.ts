import { resolve } from "../support/resolve-config";

const OLD = "fake-token-1234567890";
const NEW = "trunk_v2_fake-token-1234567890";
const BY_KEY = 'because the key begins with "trunk_v2_"';
const BY_FIRST = 'because the address ends in "/v1"';
const BY_SECOND = 'because the address ends in "/v2"';
const BY_NOTHING = "because neither the key nor the address says otherwise";

describe("choosing the interface", () => {
  test.each([
    ["", OLD, "first", "/v1", BY_NOTHING],
    ["/", OLD, "first", "/v1", BY_NOTHING],
    ["/api/", OLD, "first", "/api/v1", BY_NOTHING],
    ["/v1", OLD, "first", "/v1", BY_FIRST],
    ["/api/v1//", OLD, "first", "/api/v1", BY_FIRST],
    ["/v2", OLD, "second", "/v2", BY_SECOND],
    ["/api/v2/", OLD, "second", "/api/v2", BY_SECOND],
    ["/v2/queue", OLD, "first", "/v2/queue/v1", BY_NOTHING],
    ["/apiv2", OLD, "first", "/apiv2/v1", BY_NOTHING],
    ["/v2", ` x${NEW}`, "second", "/v2", BY_SECOND],
    ["", ` x${NEW}`, "first", "/v1", BY_NOTHING],
    ["", ` ${NEW}`, "second", "/v2", BY_KEY],
    ["/api", NEW, "second", "/api/v2", BY_KEY],
    ["/v1/", NEW, "second", "/v2", BY_KEY],
    ["/api/v1", NEW, "second", "/api/v2", BY_KEY],
    ["/v2", NEW, "second", "/v2", BY_KEY],
  ])("S-06: %p with the key %p: the %s, at %s", (path, token, interfaceName, basePath, interfaceReason) => {
    const choice = resolve({ baseUrl: `https://merge.example.com${path}`, token });
    expect(choice).toMatchObject({ interfaceName, basePath, interfaceReason });
  });

  test.each([
    ["/v2", "second"],
    ["", "first"],
  ])("S-06: for the run of a fork, without a token, the address %p decides: the %s", (path, name) => {
    const given = { baseUrl: `https://merge.example.com${path}`, token: NEW, forkedWorkflowRunId: "1" };
    expect(resolve(given).interfaceName).toBe(name);
  });
});
