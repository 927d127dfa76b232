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

/** Returns the checks of the connection. All but the first two depend on at most two requests, sent once. */
export function listServiceChecks(
  context: CommandContext,
  options: ConnectionOptions,
  access: ServiceAccess,
  limits: CheckLimits,
): Checks {
  const { config, findings, warnings } = access;
  const source = options.baseUrl === undefined ? "MERGEQUEUE_BASE_URL" : "--base-url";
  const given = options.baseUrl ?? context.environment["MERGEQUEUE_BASE_URL"] ?? "";
  let probing: Promise<ServiceProbes> | undefined;
  const judgeBy = (judge: (probes: ServiceProbes) => CheckOutcome) => async (): Promise<CheckOutcome> =>
    config === undefined
      ? skipped("because of the problem above")
      : judge(await (probing ??= probeAccess(context, config, { ...access, source }, limits)));
  return {
    address: () => {
      const wrong = findings.find(({ argument }) => argument === "base_url");
      if (wrong !== undefined) return toProblem(wrong, `${DOCTOR} --base-url ${correctAddress(given)}`);
      const insecure = warnings.find(({ argument }) => argument === "base_url");
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
      const wrong = findings.filter(({ argument }) => argument === "token");
      if (wrong.length > 0) return wrong.map((finding) => toProblem(finding));
      const short = warnings
        .filter(({ argument }) => argument === "token")
        .map(({ message }) => warning(message, "Ask the operator of the service for such a token."));
      return [...short, await judgeBy(judgeToken)()];
    },
    clock: judgeBy(judgeClock),
  };
}

/** Leaves out an unknown version; a placeholder if that is not all that is wrong. */
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
  return ok(
    `the certificate is valid${config.caFile === undefined ? "" : ", with the authorities of the CA file"}`,
  );
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
      : skipped("visible only with a token that the service accepts");
  }
  const why = toSentence(failure.why);
  const { code } = failure;
  if (code === "rate_limited") return warning(why, "Try again in a minute:", `sleep 60 && ${DOCTOR}`);
  if (SERVICE_FAULTS.includes(code)) {
    return problem(why, "The service has a problem: tell its operator, and try again later.");
  }
  if (code === "proxy_refused") {
    const next = "Put the user and password of the proxy in HTTPS_PROXY, or the host in NO_PROXY:";
    return problem(why, next, `export NO_PROXY=${host}`);
  }
  const [tryThis, command] = ["/v1", "/v2"].includes(basePath)
    ? ["See what responds:", `curl -i ${quoteForShell(origin + basePath)}`]
    : ["Try:", `${DOCTOR} --base-url ${quoteForShell(origin + basePath.slice(-3))}`];
  const next =
    `Requests go to ${origin}${basePath}, which is not a merge queue service. Correct the path in ${place.source}: it must ` +
    `be the service's own. A proxy or a sign-in page may also respond in its place. ${tryThis}`;
  return problem(why, next, command);
}

export function judgeToken({ withoutToken, withToken, config }: ServiceProbes): CheckOutcome {
  const { tokenSource, interfaceName } = config;
  if (withToken === undefined) return skipped(`not sent, because ${NO_SERVICE}`);
  if (withToken.proof === "served") {
    // Only a change shows whether a key has the permission that it needs.
    const limit = interfaceName === "second" ? ", to read: what it may change shows with a change" : "";
    if (isTokenMissed(withoutToken)) return ok(`accepted (${tokenSource})${limit}`);
    return skipped("this service looks at it only for a queue: try mergequeue queue get QUEUE");
  }
  const { code, why, serverCode } = withToken.failure;
  if (code === "unauthorized") {
    return problem(
      `The service does not accept the token from ${tokenSource}: ${why}.`,
      `It is wrong, revoked, or of another service. Put a valid one there. ${adviseOnKey(config)}`,
    );
  }
  if (code === "forbidden") {
    const next =
      serverCode === "INSUFFICIENT_PERMISSIONS"
        ? "Give it the permission that the service names."
        : "Put one there that may.";
    return problem(`The token from ${tokenSource} may not read queues: ${why}.`, next);
  }
  return skipped("the service has another problem");
}

/** Less is the delay of a response. */
const NOTABLE_MS = 60_000;

/** From here on, signed requests and short-lived tokens are refused by usual services. */
const HARMFUL_MS = 300_000;

function judgeClock({ aheadMs, place: { now, setClock } }: ServiceProbes): CheckOutcome {
  if (aheadMs === undefined) return skipped("no response with a date to compare with");
  const offsetMs = Math.abs(aheadMs);
  if (offsetMs < NOTABLE_MS) return ok("within a minute of the service's");
  const find = offsetMs < HARMFUL_MS ? warning : problem;
  const direction = aheadMs > 0 ? "ahead of" : "behind";
  const message = `This machine's clock is ${formatDuration(offsetMs)} ${direction} the service's: it shows ${now}.`;
  return find(message, "", setClock);
}

function toSentence(clause: string): string {
  return `${capitalize(clause)}.`;
}
