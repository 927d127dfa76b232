import type { ClientConfig } from "../../../src/api/configuration/client-config";
import type { ProbeResult } from "../../../src/api/probe-service";
import type { Failure } from "../../../src/api/responses/interpret-exchange";
import { checkClock } from "../../../src/cli/doctor/clock-check";
import { judgeNetwork, judgeTls, judgeToken } from "../../../src/cli/doctor/judge-probes";
import { makeConfig } from "../../api/support/make-client";

const PROXIED: ClientConfig = {
  ...makeConfig(),
  proxy: { url: "http://user:secret@proxy.example.com:3128", noProxy: "" },
};

function failed(code: Failure["code"], why: string): ProbeResult {
  const failure = { kind: "failure", code, why, canRetry: false, isEffectPossible: false } as const;
  return { exchange: undefined, proof: "unclear", failure };
}

const REFUSED = failed("unauthorized", "the service answered 401");

describe("judging what the requests showed", () => {
  test("F-31: a proxy is named without its password", () => {
    const finding = judgeNetwork({ withoutToken: REFUSED }, PROXIED, undefined);
    expect(finding.message).toBe("merge.example.com is reachable through the proxy proxy.example.com:3128");
  });

  test("time that was up before a request could be sent is a problem of the network", () => {
    const advice = { layer: "network", next: "", command: "curl" } as const;
    const withoutToken = failed("deadline_exceeded", "its time was up before a request could be made");
    const finding = judgeNetwork({ withoutToken }, PROXIED, advice);
    expect(finding.message).toBe(
      "merge.example.com is not reachable: its time was up before a request could be made.",
    );
    expect(judgeTls({ withoutToken }, PROXIED, advice).status).toBe("skipped");
  });

  test("a service that fails between the two requests leaves the token undecided", () => {
    const withToken = failed("server_error", "the service answered 503");
    expect(judgeToken({ withoutToken: REFUSED, withToken }, PROXIED).status).toBe("skipped");
  });
});

describe("checkClock", () => {
  test.each([
    ["darwin", "sudo sntp -sS time.apple.com"],
    ["win32", "w32tm /resync"],
    ["linux", "sudo timedatectl set-ntp true"],
  ] as const)("on %s, %s sets the clock", (platform, command) => {
    const finding = checkClock(86_400_000, { platform, nowMs: () => Date.UTC(2026, 0, 31, 8) });
    expect(finding).toMatchObject({
      status: "problem",
      message: "This machine's clock is 1 d ahead of the service's: it shows 2026-01-31T08:00:00Z.",
      command,
    });
  });
});
