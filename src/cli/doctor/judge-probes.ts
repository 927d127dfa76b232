import { formatDuration } from "../../text/format-duration";
import { quoteForShell } from "../../text/quote-for-shell";
import { DOCTOR, type Finding, ok, problem, skipped, warning } from "./check";
import { isTokenMissed, type ServiceProbes } from "./service-access";

const NO_SERVICE = "no merge queue service responds";

/** Says whether the host can be reached. */
export function judgeNetwork({ withoutToken, config, place: { proxy }, fault }: ServiceProbes): Finding {
  const { exchange, failure } = withoutToken;
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
export function judgeTls({ withoutToken: { failure }, config, fault }: ServiceProbes): Finding {
  if (config.origin.startsWith("http:")) return skipped("the address begins with http");
  if (fault?.layer === "network") return skipped("no connection");
  if (fault !== undefined) return problem(toSentence(failure.why), fault.next, fault.command);
  return ok(
    `the certificate is valid${config.caFile === undefined ? "" : ", with the authorities of the CA file"}`,
  );
}

/** Says whether the address serves the interface. */
export function judgeRoute({ withoutToken, withToken, config, place, fault }: ServiceProbes): Finding {
  if (fault !== undefined) return skipped(NO_SERVICE);
  const { origin, basePath, host } = config;
  const best = withToken ?? withoutToken;
  const { proof, failure } = best;
  if (proof === "served") {
    return ok(`${basePath}/getQueue refuses a request without a queue (${String(failure.status)})`);
  }
  if (isTokenMissed(best)) return skipped("visible only with a token that the service accepts");
  const why = toSentence(failure.why);
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
  }
  const isUsual = basePath === "/v1";
  return problem(
    why,
    `This is not a merge queue service. Correct the path in ${place.source}: it must be the service's own, up to and ` +
      `including /v1. A proxy or a sign-in page may also respond in its place. ${isUsual ? "See what responds:" : "Try:"}`,
    isUsual
      ? `curl -i ${quoteForShell(origin + basePath)}`
      : `${DOCTOR} --base-url ${quoteForShell(`${origin}/v1`)}`,
  );
}

/** Says whether the service accepts the token. */
export function judgeToken({ withoutToken, withToken, config: { tokenSource } }: ServiceProbes): Finding {
  if (withToken === undefined) return skipped(`not sent, because ${NO_SERVICE}`);
  const { code, why } = withToken.failure;
  if (code === "unauthorized") {
    return problem(
      `The service does not accept the token from ${tokenSource}: ${why}.`,
      "It is wrong, revoked, or of another service. Put a valid one there.",
    );
  }
  if (code === "forbidden") {
    return problem(`The token from ${tokenSource} may not read queues: ${why}.`, "Put one there that may.");
  }
  if (withToken.proof !== "served") return skipped("the service has another problem");
  if (isTokenMissed(withoutToken)) return ok(`accepted (${tokenSource})`);
  return skipped("this service looks at it only for a queue: try mergequeue queue get QUEUE");
}

/** Less is the delay of a response. */
const NOTABLE_MS = 60_000;

/** From here on, signed requests and short-lived tokens are refused by usual services. */
const HARMFUL_MS = 300_000;

/** Compares this machine's clock with the service's. */
export function judgeClock({ aheadMs, place: { now, setClock } }: ServiceProbes): Finding {
  if (aheadMs === undefined) return skipped("no response with a date to compare with");
  const differenceMs = Math.abs(aheadMs);
  if (differenceMs < NOTABLE_MS) return ok("within a minute of the service's");
  const find = differenceMs < HARMFUL_MS ? warning : problem;
  const direction = aheadMs > 0 ? "ahead of" : "behind";
  const message = `This machine's clock is ${formatDuration(differenceMs)} ${direction} the service's: it shows ${now}.`;
  return find(message, "", setClock);
}

function toSentence(clause: string): string {
  return `${clause.charAt(0).toUpperCase()}${clause.slice(1)}.`;
}
