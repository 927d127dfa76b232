import type { RouteProbe } from "../../../src/api/operation-caller";
import type { Failure } from "../../../src/api/responses/interpret-exchange";
import type { ServiceProbes } from "../../../src/cli/doctor/service-access";
import { judgeNetwork, judgeRoute, judgeTls, judgeToken } from "../../../src/cli/doctor/service-checks";
import { response } from "../../api/support/exchanges";
import { makeConfig } from "../../api/support/make-client";

function failed(code: Failure["code"], why: string, more: Partial<Failure> = {}): RouteProbe {
  const failure = { kind: "failure", code, why, canRetry: false, isEffectPossible: false, ...more } as const;
  const exchange = more.status === undefined ? undefined : response(more.status);
  return { exchange, proof: "unclear", failure };
}

const REFUSED: ServiceProbes = {
  config: makeConfig(),
  place: {
    origin: "https://merge.example.com",
    source: "MERGEQUEUE_BASE_URL",
    proxy: "proxy.example.com:3128",
    now: "2026-01-31T08:00:00Z",
    setClock: "",
  },
  withoutToken: failed("unauthorized", "the service answered 401"),
};

describe("judging what the requests showed", () => {
  test("F-31: a proxy is named", () => {
    const { message } = judgeNetwork(REFUSED);
    expect(message).toBe("merge.example.com is reachable through the proxy proxy.example.com:3128");
  });

  test("time that was up before a request could be sent is a problem of the network", () => {
    const withoutToken = failed("deadline_exceeded", "the time limit passed before a request could be sent");
    const fault = { layer: "network", next: "", command: "curl" } as const;
    const { message } = judgeNetwork({ ...REFUSED, withoutToken, fault });
    expect(message).toBe(
      "merge.example.com is not reachable: the time limit passed before a request could be sent.",
    );
    expect(judgeTls({ ...REFUSED, withoutToken, fault }).status).toBe("skipped");
  });

  describe("of the second interface", () => {
    const config = makeConfig({ token: "trunk_v2_fake-token-1234567890" });
    const missed = failed("unauthorized", "no", { status: 401, serverCode: "AUTHENTICATION_REQUIRED" });
    const served: RouteProbe = { ...missed, proof: "served", exchange: response(200) };

    test("a list of queues proves route and token", () => {
      const both = { ...REFUSED, config, withoutToken: missed, withToken: served };
      expect(judgeRoute(both)).toEqual({ status: "ok", message: "/api/v2/merge-queues lists queues (200)" });
      expect(judgeToken(both)).toMatchObject({ status: "ok" });
    });

    test("a 401 or 403 in the interface's own form proves the route; the remedy is at the token", () => {
      const limited = { status: 403, serverCode: "INSUFFICIENT_PERMISSIONS" };
      const probes = { ...REFUSED, config, withoutToken: missed, withToken: missed };
      expect(judgeRoute(probes).message).toBe(
        "/api/v2/merge-queues responds as the second interface does (401)",
      );
      expect(judgeToken(probes).next).toContain(
        'The client uses the second interface, at /api/v2, because the key begins with "trunk_v2_"',
      );
      const forbidden = { ...probes, withToken: failed("forbidden", "no", limited) };
      expect(judgeRoute(forbidden).status).toBe("ok");
      expect(judgeToken(forbidden).next).toBe("Give the token the permission that the service names.");
    });

    test("a 401 in another form, or of the first interface, proves nothing", () => {
      const foreign = failed("unauthorized", "no", { status: 401 });
      expect(judgeRoute({ ...REFUSED, config, withoutToken: foreign }).status).toBe("skipped");
      expect(judgeRoute({ ...REFUSED, withoutToken: missed }).status).toBe("skipped");
    });

    test("what is no service gets a command for the same interface", () => {
      const withoutToken = failed("not_found", "the service answered 404");
      const { next, command } = judgeRoute({ ...REFUSED, config, withoutToken });
      expect(next).toContain("Requests go to https://merge.example.com/api/v2, which is not");
      expect(command).toBe('mergequeue doctor --base-url "https://merge.example.com/v2"');
    });
  });

  test("a service that fails between the two requests leaves the token undecided", () => {
    const withToken = failed("server_error", "the service answered 503");
    expect(judgeToken({ ...REFUSED, withToken }).status).toBe("skipped");
  });
});
