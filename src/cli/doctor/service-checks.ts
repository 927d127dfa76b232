import type { ArgumentFinding } from "../../api/configuration/client-arguments";
import { quoteForShell } from "../../text/quote-for-shell";
import type { CommandContext } from "../command-session";
import { type ConnectionOptions, describeOptionFinding } from "../connection/connection-options";
import {
  type CheckLimits,
  type Checks,
  CORRECT_AND_REPEAT,
  DOCTOR,
  type Finding,
  ok,
  problem,
  skipped,
  warning,
} from "./check";
import { judgeClock, judgeNetwork, judgeRoute, judgeTls, judgeToken } from "./judge-probes";
import { probeAccess, type ServiceAccess, type ServiceProbes } from "./service-access";

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
  const judgeBy = (judge: (probes: ServiceProbes) => Finding) => async (): Promise<Finding> =>
    config === undefined
      ? skipped("because of the problem above")
      : judge(await (probing ??= probeAccess(context, config, source, access, limits)));
  return {
    address: () => {
      const wrong = findings.find(({ argument }) => argument === "base_url");
      if (wrong !== undefined) return toProblem(wrong, `${DOCTOR} --base-url ${correctAddress(given)}`);
      const insecure = warnings.find(({ argument }) => argument === "base_url");
      if (insecure !== undefined) return warning(insecure.message, `Use https in ${source}.`);
      return config === undefined ? ok(source) : ok(`${config.origin}${config.basePath} (${source})`);
    },
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

/** Adds what an address lacks; a placeholder if that is not only its end. */
function correctAddress(given: string): string {
  const url = URL.canParse(given) ? new URL(given) : undefined;
  const isWhole = url !== undefined && /^https?:$/.test(url.protocol);
  const hasMore = isWhole && [url.username, url.password, url.search, url.hash].some((part) => part !== "");
  const parts = url?.pathname.split("/").filter((part) => part !== "") ?? [];
  if (!isWhole || hasMore || parts.at(-1) === "v1") return "https://HOST/v1";
  const versionAt = parts.findIndex((part) => /^v\d+$/.test(part));
  const before = versionAt === -1 ? parts : parts.slice(0, versionAt);
  return quoteForShell([url.origin, ...before, "v1"].join("/"));
}

function toProblem(finding: ArgumentFinding, command?: string): Finding {
  const next = finding.isMissing === true ? "" : CORRECT_AND_REPEAT;
  return problem(describeOptionFinding(finding), next, command);
}
