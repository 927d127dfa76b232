import type { ArgumentFinding } from "../../api/configuration/client-arguments";
import type { ClientConfig } from "../../api/configuration/client-config";
import { tryGetProxyHost } from "../../api/configuration/proxy-settings";
import { quoteForShell } from "../../text/quote-for-shell";
import type { CommandContext } from "../command-session";
import { type ConnectionOptions, describeOptionFinding } from "../connection/connection-options";
import { adviseOnFault, type FaultAdvice } from "./advise-on-fault";
import {
  type Check,
  type CheckGroup,
  CORRECT_AND_REPEAT,
  DOCTOR,
  type Finding,
  ok,
  problem,
  skipped,
  warning,
} from "./check";
import { checkClock, toSetClockCommand } from "./clock-check";
import { judgeNetwork, judgeRoute, judgeTls, judgeToken } from "./judge-probes";
import { type ServiceAccess, type ServiceProbes } from "./service-access";

/**
 * Returns the checks of the connection: address, network, TLS, route, token, clock. All but the first depend on at most
 * two requests.
 * @param probe - sends them; called at most once
 */
export function listServiceChecks(
  context: Pick<CommandContext, "environment" | "nowMs" | "platform">,
  options: ConnectionOptions,
  access: ServiceAccess,
  probe: (config: ClientConfig) => Promise<ServiceProbes>,
): CheckGroup {
  const { config, findings, warnings } = access;
  const source = options.baseUrl === undefined ? "MERGEQUEUE_BASE_URL" : "--base-url";
  const given = options.baseUrl ?? context.environment["MERGEQUEUE_BASE_URL"] ?? "";
  let probing: Promise<ServiceProbes> | undefined;

  /** A check that needs the responses. */
  function needResponse(
    name: string,
    judge: (probes: ServiceProbes, config: ClientConfig, fault: FaultAdvice | undefined) => Finding,
  ): Check {
    const run = async (): Promise<Finding> => {
      if (config === undefined) return skipped("because of the problem above");
      const probes = await (probing ??= probe(config));
      const { exchange } = probes.withoutToken;
      const place = {
        origin: config.origin,
        source,
        proxy: tryGetProxyHost(config.origin, config.proxy),
        now: new Date(context.nowMs()).toISOString().slice(0, 19) + "Z",
        setClock: toSetClockCommand(context.platform),
      };
      const fault = exchange?.kind === "response" ? undefined : adviseOnFault(exchange, place);
      return judge(probes, config, fault);
    };
    return { name, run };
  }

  const checks: Check[] = [
    {
      name: "address",
      run: () => {
        const wrong = findings.find(({ argument }) => argument === "base_url");
        if (wrong !== undefined) return toProblem(wrong, `${DOCTOR} --base-url ${correctAddress(given)}`);
        const insecure = warnings.find(({ argument }) => argument === "base_url");
        if (insecure !== undefined) return warning(insecure.message, `Use https in ${source}.`);
        return config === undefined ? ok(source) : ok(`${config.origin}${config.basePath} (${source})`);
      },
    },
    {
      name: "settings",
      run: () =>
        findings
          .filter(({ argument }) => argument !== "base_url" && argument !== "token")
          .map((finding) => toProblem(finding)),
    },
    needResponse("network", judgeNetwork),
    needResponse("TLS", judgeTls),
    needResponse("route", (probes, config, fault) => judgeRoute(probes, config, source, fault)),
    {
      name: "token",
      run: async () => {
        const wrong = findings.filter(({ argument }) => argument === "token");
        if (wrong.length > 0) return wrong.map((finding) => toProblem(finding));
        const short = warnings
          .filter(({ argument }) => argument === "token")
          .map(({ message }) => warning(message, "Ask the operator of the service for such a token."));
        return [...short, await (needResponse("token", judgeToken).run() as Promise<Finding>)];
      },
    },
    needResponse("clock", ({ aheadMs }) => checkClock(aheadMs, context)),
  ];
  return { title: "Service", checks };
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
  return problem(
    describeOptionFinding(finding),
    finding.isMissing === true ? "" : CORRECT_AND_REPEAT,
    command,
  );
}
