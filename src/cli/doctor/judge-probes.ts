import type { ClientConfig } from "../../api/configuration/client-config";
import { tryGetProxyHost } from "../../api/configuration/proxy-settings";
import { quoteForShell } from "../../text/quote-for-shell";
import type { FaultAdvice } from "./advise-on-fault";
import { DOCTOR, type Finding, ok, problem, skipped, warning } from "./check";
import { isTokenMissed, type ServiceProbes } from "./service-access";

const NO_SERVICE = "no merge queue service responds";

/** Says whether the host can be reached. */
export function judgeNetwork(
  { withoutToken: { exchange, failure } }: ServiceProbes,
  config: ClientConfig,
  fault: FaultAdvice | undefined,
): Finding {
  const proxy = tryGetProxyHost(config.origin, config.proxy);
  if (fault?.layer !== "network") {
    return ok(`${config.host} is reachable${proxy === undefined ? "" : ` through the proxy ${proxy}`}`);
  }
  if (exchange?.kind === "fault" && exchange.reason === "cancelled" && exchange.isSent) {
    return problem(
      `${config.host} accepts connections, but ${exchange.text}.`,
      "The service may be overloaded. Try again with more time:",
      `${DOCTOR} --timeout 5m --request-timeout 120`,
    );
  }
  return problem(`${config.host} is not reachable: ${failure.why}.`, fault.next, fault.command);
}

/** Says whether the certificate is accepted. */
export function judgeTls(
  { withoutToken: { failure } }: ServiceProbes,
  { origin, caFile }: ClientConfig,
  fault: FaultAdvice | undefined,
): Finding {
  if (origin.startsWith("http:")) return skipped("the address begins with http");
  if (fault?.layer === "network") return skipped("no connection");
  if (fault !== undefined) return problem(toSentence(failure.why), fault.next, fault.command);
  return ok(`the certificate is valid${caFile === undefined ? "" : ", with the authorities of the CA file"}`);
}

/** Says whether the address serves the interface. */
export function judgeRoute(
  { withoutToken, withToken }: ServiceProbes,
  { origin, basePath, host }: ClientConfig,
  source: string,
  fault: FaultAdvice | undefined,
): Finding {
  if (fault !== undefined) return skipped(NO_SERVICE);
  const best = withToken ?? withoutToken;
  const { proof, failure } = best;
  if (proof === "served") {
    return ok(`${basePath}/getQueue refuses a request without a queue (${String(failure.status)})`);
  }
  if (isTokenMissed(best)) return skipped("visible only with a token that the service accepts");
  const why = toSentence(failure.why);
  const address = `${origin}${basePath}`;
  const corrected = basePath === "/v1" ? undefined : `${origin}/v1`;
  switch (failure.code) {
    case "rate_limited":
      return warning(why, "Try again in a minute:", `sleep 60 && ${DOCTOR}`);
    case "server_error":
    case "no_answer":
    case "deadline_exceeded":
    case "unreachable":
      return problem(why, "The service has a problem: tell its operator, and try again later.");
    case "proxy_refused":
      return problem(
        why,
        "Put the user and password of the proxy in HTTPS_PROXY, or the host in NO_PROXY:",
        `export NO_PROXY=${host}`,
      );
    default:
      return problem(
        why,
        `This is not a merge queue service. Correct the path in ${source}: it must be the service's own, up to and ` +
          "including /v1. A proxy or a sign-in page may also respond in its place." +
          (corrected === undefined ? " See what responds:" : " Try:"),
        corrected === undefined
          ? `curl -i ${quoteForShell(address)}`
          : `${DOCTOR} --base-url ${quoteForShell(corrected)}`,
      );
  }
}

/** Says whether the service accepts the token. */
export function judgeToken(
  { withoutToken, withToken }: ServiceProbes,
  { tokenSource }: ClientConfig,
): Finding {
  if (withToken === undefined) return skipped(`not sent, because ${NO_SERVICE}`);
  const why = withToken.failure.why;
  switch (withToken.failure.code) {
    case "unauthorized":
      return problem(
        `The service does not accept the token from ${tokenSource}: ${why}.`,
        "It is wrong, revoked, or of another service. Put a valid one there.",
      );
    case "forbidden":
      return problem(`The token from ${tokenSource} may not read queues: ${why}.`, "Put one there that may.");
    default:
  }
  if (withToken.proof !== "served") return skipped("the service has another problem");
  if (isTokenMissed(withoutToken)) return ok(`accepted (${tokenSource})`);
  return skipped("this service looks at it only for a queue: try mergequeue queue get QUEUE");
}

function toSentence(clause: string): string {
  return `${clause.charAt(0).toUpperCase()}${clause.slice(1)}.`;
}
