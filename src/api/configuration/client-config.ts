import type { Finding } from "../../queue/finding";
import type { BaseUrlCheck } from "./check-base-url";
import { checkBaseUrl } from "./check-base-url";
import type { ClientArgument, ClientArguments, Environment } from "./client-arguments";
import { DEFAULT_REQUEST_TIMEOUT_SECONDS, resolveArguments, toVariableName } from "./client-arguments";
import type { ProxySettings } from "./proxy-settings";
import { readProxySettings } from "./proxy-settings";
import { Secret } from "./secret";
import { checkAllowedHost, checkToken, warnOfShortToken } from "./token-rules";

/** A client's configuration, checked. */
export interface ClientConfig {
  /** Scheme, host in ASCII and port. */
  readonly origin: string;
  /** Host in ASCII, with the port if it is not the scheme's own: for messages. */
  readonly host: string;
  /** Path of the base address without a slash at the end; operations' paths follow it. */
  readonly basePath: string;
  /** API token, visible ASCII. */
  readonly token: Secret;
  /** Where the token came from, for messages: `the provider argument "token"` or `MERGEQUEUE_TOKEN`. */
  readonly tokenSource: string;
  /** Milliseconds that one request may take. Default 30,000. */
  readonly requestTimeoutMs: number;
  /** How often a request may be repeated; undefined = until the operation's deadline. */
  readonly maxRetries: number | undefined;
  /** Requests per second at most; undefined = no fixed rate. */
  readonly maxRequestsPerSecond: number | undefined;
  /** Path of a PEM file with roots to trust beside the built-in ones; `readCaFile` reads it. */
  readonly caFile: string | undefined;
  /** The proxy for https, from the environment. */
  readonly proxy: ProxySettings | undefined;
}

/** What {@link resolveClientConfig} answers. */
export interface ClientConfigResolution {
  /** The configuration; undefined if there are findings, or if something it depends on is unknown as yet. */
  readonly config: ClientConfig | undefined;
  /** Everything that is wrong; paths are argument names in snake_case, empty for a proxy variable. */
  readonly findings: readonly Finding[];
  /** What is allowed but worth a warning; paths as in findings. */
  readonly warnings: readonly Finding[];
}

/** Arguments without which nothing may be sent. */
const DECISIVE_ARGUMENTS: readonly ClientArgument[] = ["base_url", "token", "allow_insecure_http", "ca_file"];

/**
 * Resolves a client's configuration and collects everything that is wrong with it. Explicit values win over
 * their environment twins (`MERGEQUEUE_BASE_URL`, …); an empty variable counts as unset; an argument whose
 * value is unknown as yet is neither taken from the environment nor checked. Pure: reads no file and no
 * process state.
 * @param explicit - arguments that the configuration sets
 * @param env - environment variables
 * @param unknown - arguments whose value is not known yet, as in a Terraform plan
 */
export function resolveClientConfig(
  explicit: ClientArguments,
  env: Environment,
  unknown: readonly ClientArgument[] = [],
): ClientConfigResolution {
  const { values, fromEnvironment, findings: typeFindings } = resolveArguments(explicit, env, unknown);
  const findings = [...typeFindings];
  const isFromEnvironment = fromEnvironment.has("token");
  const tokenSource = isFromEnvironment ? toVariableName("token") : 'the provider argument "token"';
  const token = values.token?.trim();

  function report(path: readonly string[], message: string | undefined): void {
    if (message !== undefined) findings.push({ path, message });
  }

  for (const argument of ["base_url", "token"] as const) {
    const isMissing = (argument === "token" ? token : values.baseUrl) === undefined;
    if (isMissing && !unknown.includes(argument)) report([argument], sayMissing(argument));
  }
  // What an unknown allow_insecure_http may yet allow is not wrong now.
  const mayUseHttp = values.allowInsecureHttp ?? unknown.includes("allow_insecure_http");
  const baseUrl = values.baseUrl === undefined ? undefined : checkBaseUrl(values.baseUrl, mayUseHttp);
  if (baseUrl?.isValid === false) {
    // Who looks for the fault in the configuration would not find it there.
    const origin = fromEnvironment.has("base_url") ? `${toVariableName("base_url")}: ` : "";
    report(["base_url"], origin + baseUrl.message);
  }
  if (token !== undefined) report(["token"], checkToken(token, tokenSource));
  if (baseUrl?.isValid === true && isFromEnvironment) {
    report(["base_url"], checkAllowedHost(baseUrl.origin, env["MERGEQUEUE_ALLOWED_HOSTS"]));
  }
  const proxy = readProxySettings(env);
  report([], proxy.problem);

  const warnings = listWarnings(baseUrl, values, token);
  const isComplete = findings.length === 0 && !unknown.some((name) => DECISIVE_ARGUMENTS.includes(name));
  if (!isComplete || baseUrl?.isValid !== true || token === undefined) {
    return { config: undefined, findings, warnings };
  }
  const config: ClientConfig = {
    origin: baseUrl.origin,
    host: baseUrl.host,
    basePath: baseUrl.path,
    token: new Secret(token),
    tokenSource,
    requestTimeoutMs: (values.requestTimeoutSeconds ?? DEFAULT_REQUEST_TIMEOUT_SECONDS) * 1000,
    maxRetries: values.maxRetries,
    maxRequestsPerSecond: values.maxRequestsPerSecond,
    caFile: values.caFile,
    proxy: proxy.settings,
  };
  return { config, findings, warnings };
}

function listWarnings(
  baseUrl: BaseUrlCheck | undefined,
  values: ClientArguments,
  token: string | undefined,
): Finding[] {
  const isToken = token !== undefined && checkToken(token, "") === undefined;
  const short = isToken ? warnOfShortToken(token) : undefined;
  const warnings = short === undefined ? [] : [{ path: ["token"], message: short }];
  const isInsecure = baseUrl?.isValid === true && baseUrl.isInsecure && values.allowInsecureHttp === true;
  if (!isInsecure) return warnings;
  const message = `The API token and all settings go to ${baseUrl.host} in clear text (http): whoever is on the way can read and use the token.`;
  return [...warnings, { path: ["base_url"], message }];
}

function sayMissing(argument: "base_url" | "token"): string {
  const what = argument === "token" ? "API token" : "address of the merge queue service";
  return `The ${what} is missing. Set ${argument} in the provider's configuration, or the environment variable ${toVariableName(argument)}.`;
}
