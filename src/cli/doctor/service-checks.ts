import type { ArgumentFinding } from "../../api/client-arguments";
import type { RouteProbe } from "../../api/operation-caller";
import { adviseOnKey, describeInterface } from "../../api/token-rules";
import { capitalize } from "../../text/capitalize";
import { formatDuration } from "../../text/format-duration";
import { quoteForShell } from "../../text/quote-for-shell";
import type { CommandContext } from "../command-session";
import { type ConnectionOptions, describeOptionFinding } from "../connection/connection-options";
import {
  type CheckLimits,
  type CheckOutcome,
  type Checks,
  CORRECT_AND_REPEAT,
  DOCTOR,
  ok,
  problem,
  skipped,
  warning,
} from "./check";
import { isTokenMissed, probeAccess, type ServiceAccess, type ServiceProbes } from "./service-access";

/** Returns the checks of the connection. All checks together send at most two requests. */
export function listServiceChecks(
  context: CommandContext,
  options: ConnectionOptions,
  access: ServiceAccess,
  limits: CheckLimits,
): Checks {
  const { config, findings, warnings } = access;
  const source = options.baseUrl === undefined ? "MERGEQUEUE_BASE_URL" : "--base-url";
  const given = options.baseUrl ?? context.environment["MERGEQUEUE_BASE_URL"] ?? "";
  const about = (found: readonly ArgumentFinding[], name: ArgumentFinding["argument"]) =>
    found.filter(({ argument }) => argument === name);
  let probing: Promise<ServiceProbes> | undefined;
  const judgeBy = (judge: (probes: ServiceProbes) => CheckOutcome) => async (): Promise<CheckOutcome> =>
    config === undefined
      ? skipped("because of the problem above")
      : judge(await (probing ??= probeAccess(context, config, { ...access, source }, limits)));
  return {
    address: () => {
      const [wrong] = about(findings, "base_url");
      if (wrong !== undefined) return toProblem(wrong, `${DOCTOR} --base-url ${correctAddress(given)}`);
      const [insecure] = about(warnings, "base_url");
      if (insecure !== undefined) return warning(insecure.message, `Use https in ${source}.`);
      return config === undefined ? ok(source) : ok(`${config.origin}${config.basePath} (${source})`);
    },
    interface: () => (config === undefined ? [] : ok(describeInterface(config))),
    settings: () =>
      findings
        .filter(({ argument }) => argument !== "base_url" && argument !== "token")
        .map((finding) => toProblem(finding)),
    network: judgeBy(judgeNetwork),
    TLS: judgeBy(judgeTls),
    route: judgeBy(judgeRoute),
    token: async () => {
      const wrong = about(findings, "token");
      if (wrong.length > 0) return wrong.map((finding) => toProblem(finding));
      const advice = "Ask the operator of the service for such a token.";
      const short = about(warnings, "token").map(({ message }) => warning(message, advice));
      return [...short, await judgeBy(judgeToken)()];
    },
    clock: judgeBy(judgeClock),
  };
}

/** Removes an unknown version from an address. Returns a placeholder if the address has another problem. */
function correctAddress(given: string): string {
  const [, address] = /^(https?:\/\/[^/?#@\s]+(?:\/[^?#\s]+)?)\/v\d+\/*$/i.exec(given) ?? [];
  return address === undefined ? "https://HOST" : quoteForShell(address);
}

function toProblem(finding: ArgumentFinding, command?: string): CheckOutcome {
  const next = finding.isMissing === true ? "" : CORRECT_AND_REPEAT;
  return problem(describeOptionFinding(finding), next, command);
}

const NO_SERVICE = "no merge queue service responds";

export function judgeNetwork({ withoutToken, config, place: { proxy }, fault }: ServiceProbes): CheckOutcome {
  const { exchange } = withoutToken;
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
  const message = `${config.host} is not reachable: ${explainFailure(withoutToken)}.`;
  return problem(message, fault.next, fault.command);
}

export function judgeTls({ withoutToken, config, fault }: ServiceProbes): CheckOutcome {
  if (config.origin.startsWith("http:")) return skipped("the address begins with http");
  if (fault?.layer === "network") return skipped("no connection");
  if (fault !== undefined)
    return problem(toSentence(explainFailure(withoutToken)), fault.next, fault.command);
  return ok(`the certificate is valid${config.caFile === undefined ? "" : ", with the CA file"}`);
}

const SERVICE_FAULTS: readonly string[] = ["server_error", "no_answer", "deadline_exceeded", "unreachable"];

function explainFailure(probe: RouteProbe): string {
  return probe.proof === "served" ? "" : probe.failure.why;
}

export function judgeRoute({ withoutToken, withToken, config, place, fault }: ServiceProbes): CheckOutcome {
  if (fault !== undefined) return skipped(NO_SERVICE);
  const { origin, basePath, host, interfaceName } = config;
  const best = withToken ?? withoutToken;
  const status = best.exchange?.kind === "response" ? String(best.exchange.status) : "";
  const isSecond = interfaceName === "second";
  if (best.proof === "served") {
    const proof = isSecond ? "merge-queues lists queues" : "getQueue refuses a request without a queue";
    return ok(`${basePath}/${proof} (${status})`);
  }
  const { failure } = best;
  if (isTokenMissed(best)) {
    return isSecond && failure.serverCode !== undefined
      ? ok(`${basePath}/merge-queues responds as the second interface does (${status})`)
      : skipped("it can be checked only with a token that the service accepts");
  }
  const why = toSentence(failure.why);
  const { code } = failure;
  if (code === "rate_limited") return warning(why, "Try again in a minute:", `sleep 60 && ${DOCTOR}`);
  if (SERVICE_FAULTS.includes(code)) {
    return problem(why, "The service has a problem: tell its operator, and try again later.");
  }
  if (code === "proxy_refused") {
    const next = "Put the proxy's user and password in HTTPS_PROXY, or the service's host in NO_PROXY:";
    return problem(why, next, `export NO_PROXY=${host}`);
  }
  const [tryThis, command] = ["/v1", "/v2"].includes(basePath)
    ? ["To see the response, run:", `curl -i ${quoteForShell(origin + basePath)}`]
    : ["Try:", `${DOCTOR} --base-url ${quoteForShell(origin + basePath.slice(-3))}`];
  const next =
    `Requests go to ${origin}${basePath}, which is not a merge queue service. Correct the path in ${place.source}. ` +
    `If the path is right, a proxy or a sign-in page may respond in place of the service. ${tryThis}`;
  return problem(why, next, command);
}

export function judgeToken({ withoutToken, withToken, config }: ServiceProbes): CheckOutcome {
  const { tokenSource, interfaceName } = config;
  if (withToken === undefined) return skipped(`not sent, because ${NO_SERVICE}`);
  if (withToken.proof === "served") {
    const limit =
      interfaceName === "second" ? " for reading; only a change shows if the token may change queues" : "";
    if (isTokenMissed(withoutToken)) return ok(`accepted (${tokenSource})${limit}`);
    return skipped("this service checks it only in requests for a queue: try mergequeue queue get QUEUE");
  }
  const { code, why, serverCode } = withToken.failure;
  if (code === "unauthorized") {
    return problem(
      `The service does not accept the token from ${tokenSource}: ${why}.`,
      `The token is wrong or revoked, or belongs to another service. Put a valid token there. ${adviseOnKey(config)}`,
    );
  }
  if (code === "forbidden") {
    const next =
      serverCode === "INSUFFICIENT_PERMISSIONS"
        ? "Give the token the permission that the service names."
        : "Put a token there that may read queues.";
    return problem(`The token from ${tokenSource} may not read queues: ${why}.`, next);
  }
  return skipped("the service has another problem");
}

/** Minimum difference of clocks to report. A slow response alone may seem to be a smaller difference. */
const NOTABLE_MS = 60_000;

/** Difference of clocks at which services usually begin to refuse signed requests and short-lived tokens. */
const HARMFUL_MS = 300_000;

function judgeClock({ aheadMs, place: { now, setClock } }: ServiceProbes): CheckOutcome {
  if (aheadMs === undefined) return skipped("no response contains a date to compare the clock with");
  const offsetMs = Math.abs(aheadMs);
  if (offsetMs < NOTABLE_MS) return ok("within a minute of the service's clock");
  const find = offsetMs < HARMFUL_MS ? warning : problem;
  const direction = aheadMs > 0 ? "ahead of" : "behind";
  const message = `This machine's clock is ${formatDuration(offsetMs)} ${direction} the service's: it shows ${now}.`;
  return find(message, "", setClock);
}

function toSentence(clause: string): string {
  return `${capitalize(clause)}.`;
}
