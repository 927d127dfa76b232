import { resolve } from "node:path";
import type { ArgumentFinding } from "../../api/client-arguments";
import { type ClientConfig, readCaFile, resolveClientConfig } from "../../api/client-config";
import { Deadline } from "../../api/clock";
import { probeService, type RouteProbe } from "../../api/operation-caller";
import { isMergeQueueError } from "../../queue/merge-queue-error";
import type { CommandContext, CommandSession } from "../command-session";
import {
  type ConnectionOptions,
  createCommandVocabulary,
  toGivenArguments,
} from "../connection/connection-options";
import { readTokenFile, type TokenFile } from "../files/read-input-file";
import { adviseOnFault, type FaultAdvice, type FaultPlace } from "./advise-on-fault";
import type { CheckLimits } from "./check";

/** The part of the connection's configuration that is valid, and the problems of the rest. */
export interface ServiceAccess {
  /** Undefined if the address or another setting is wrong. `doctor` then makes no request. */
  readonly config: ClientConfig | undefined;
  readonly hasToken: boolean;
  readonly findings: readonly ArgumentFinding[];
  readonly warnings: readonly ArgumentFinding[];
  readonly tokenFile: TokenFile | undefined;
  readonly ca: string | undefined;
}

/** Replaces a token that is missing or malformed. The replacement is never sent to a service. */
const NO_TOKEN = "no-token-is-sent-0";

/** Reads options, environment and files as any command does, but collects problems instead of throwing. */
export async function readServiceAccess(
  { context, addSecret }: CommandSession,
  options: ConnectionOptions,
): Promise<ServiceAccess> {
  const { environment, workingDirectory } = context;
  const { tokenFile: file } = options;
  const vocabulary = createCommandVocabulary(file);
  const fileFindings: ArgumentFinding[] = [];
  const collect = (argument: "token" | "ca_file") => (error: unknown) => {
    if (!isMergeQueueError(error)) throw error;
    fileFindings.push({ argument, message: error.message });
    return undefined;
  };
  const tokenFile =
    file === undefined ? undefined : await readTokenFile(context, file).catch(collect("token"));
  if (tokenFile !== undefined) addSecret(tokenFile.token);
  const given = toGivenArguments(options, tokenFile?.token ?? (file === undefined ? undefined : NO_TOKEN));
  const full = resolveClientConfig(given, environment, [], vocabulary);
  const isWrong = (argument: string): boolean => full.findings.some((each) => each.argument === argument);
  const config = isWrong("token")
    ? resolveClientConfig({ ...given, token: NO_TOKEN }, environment, [], vocabulary).config
    : full.config;
  const caFile = config?.caFile;
  const ca =
    caFile === undefined
      ? undefined
      : await readCaFile(resolve(workingDirectory, caFile)).catch(collect("ca_file"));
  const findings = [...full.findings, ...fileFindings];
  // A problem of the address may mean that no request may go there.
  const isUsable = !isWrong("base_url") && (caFile === undefined || ca !== undefined);
  const hasToken = !findings.some(({ argument }) => argument === "token");
  const { warnings } = full;
  return { config: isUsable ? config : undefined, hasToken, findings, warnings, tokenFile, ca };
}

const SET_CLOCK: ReadonlyMap<NodeJS.Platform, string> = new Map([
  ["darwin", "sudo sntp -sS time.apple.com"],
  ["win32", "w32tm /resync"],
]);

export interface ServiceProbes {
  readonly config: ClientConfig;
  readonly place: FaultPlace;
  readonly withoutToken: RouteProbe;
  /** Result of the request with the token. Absent if there is no token, or if no service has responded. */
  readonly withToken?: RouteProbe;
  readonly fault?: FaultAdvice;
  /** Milliseconds that this machine's clock is ahead of the service's. Absent if no response had a date. */
  readonly aheadMs?: number;
}

/** Sends a request without the token. Sends the token next, but only if a merge queue service responded. */
export async function probeAccess(
  { clock, nowMs, platform }: Pick<CommandContext, "clock" | "nowMs" | "platform">,
  config: ClientConfig,
  access: Pick<ServiceAccess, "ca" | "hasToken"> & { readonly source: string },
  { limitMs, stopSignal }: CheckLimits,
): Promise<ServiceProbes> {
  const { ca, hasToken, source } = access;
  const limits = { deadline: Deadline.after(limitMs, clock), stopSignal };
  const ask = async (token: "with" | "without"): Promise<RouteProbe> =>
    probeService(config, { ca, clock, source: "mergequeue" }, { ...limits, withToken: token === "with" });
  const startedMs = nowMs();
  const withoutToken = await ask("without");
  const endedMs = nowMs();
  const { exchange } = withoutToken;
  const place = {
    origin: config.origin,
    source,
    proxy: config.proxy === undefined ? undefined : new URL(config.proxy).host,
    now: `${new Date(endedMs).toISOString().slice(0, 19)}Z`,
    setClock: SET_CLOCK.get(platform) ?? "sudo timedatectl set-ntp true",
  };
  const isService = withoutToken.proof === "served" || isTokenMissed(withoutToken);
  const asked = hasToken && isService ? { withToken: await ask("with") } : {};
  const common = { config, place, withoutToken, ...asked };
  if (exchange?.kind !== "response") return { ...common, fault: adviseOnFault(exchange, place) };
  const dateMs = Date.parse(exchange.date ?? "");
  if (Number.isNaN(dateMs)) return common;
  // The date is in whole seconds, rounded down: half a second is the average error.
  return { ...common, aheadMs: (startedMs + endedMs) / 2 - (dateMs + 500) };
}

export function isTokenMissed(probe: RouteProbe): boolean {
  return probe.proof !== "served" && ["unauthorized", "forbidden"].includes(probe.failure.code);
}
