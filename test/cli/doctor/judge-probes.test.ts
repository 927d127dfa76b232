import type { RouteProbe } from "../../../src/api/operation-caller";
import type { Failure } from "../../../src/api/responses/interpret-exchange";
import type { ServiceProbes } from "../../../src/cli/doctor/service-access";
import { judgeNetwork, judgeTls, judgeToken } from "../../../src/cli/doctor/service-checks";
import { makeConfig } from "../../api/support/make-client";

function failed(code: Failure["code"], why: string): RouteProbe {
  const failure = { kind: "failure", code, why, canRetry: false, isEffectPossible: false } as const;
  return { exchange: undefined, proof: "unclear", failure };
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
    expect(judgeNetwork(REFUSED).message).toBe(
      "merge.example.com is reachable through the proxy proxy.example.com:3128",
    );
  });

  test("time that was up before a request could be sent is a problem of the network", () => {
    const withoutToken = failed("deadline_exceeded", "its time was up before a request could be made");
    const fault = { layer: "network", next: "", command: "curl" } as const;
    const finding = judgeNetwork({ ...REFUSED, withoutToken, fault });
    expect(finding.message).toBe(
      "merge.example.com is not reachable: its time was up before a request could be made.",
    );
    expect(judgeTls({ ...REFUSED, withoutToken, fault }).status).toBe("skipped");
  });

  test("a service that fails between the two requests leaves the token undecided", () => {
    const withToken = failed("server_error", "the service answered 503");
    expect(judgeToken({ ...REFUSED, withToken }).status).toBe("skipped");
  });
});
