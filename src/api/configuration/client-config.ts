import {
  ADDRESS_ARGUMENTS,
  type ArgumentName,
  findArgument,
  toVariableName,
} from "../../queue/provider-arguments";
import { TERRAFORM_VOCABULARY, type Vocabulary } from "../../queue/vocabulary";
import { type BaseAddress, type BaseUrlCheck, checkBaseUrl } from "./check-base-url";
import {
  type ArgumentFinding,
  type ClientArguments,
  type Environment,
  resolveArguments,
} from "./client-arguments";
import { type ProxySettings, readProxySettings } from "./proxy-settings";
import { Secret } from "./secret";
import { checkAllowedHost, checkToken, warnOfShortToken } from "./token-rules";

/** A client's configuration, checked. An absent limit: until the operation's deadline, and no fixed rate. */
export interface ClientConfig
  extends BaseAddress,
    Pick<ClientArguments, "maxRetries" | "maxRequestsPerSecond" | "caFile"> {
  /** API token, visible ASCII. */
  readonly token: Secret;
  /** Where the token came from, for messages: `the provider argument "token"` or `MERGEQUEUE_TOKEN`. */
  readonly tokenSource: string;
  readonly vocabulary: Vocabulary;
  /** Milliseconds that one request may take. Default 30,000. */
  readonly requestTimeoutMs: number;
  /** The proxy for https, from the environment. */
  readonly proxy: ProxySettings | undefined;
}

/** A client's configuration, or what is wrong with it. */
export interface ClientConfigResolution {
  /** Undefined if there are findings, or if an argument that it depends on is still unknown. */
  readonly config: ClientConfig | undefined;
  readonly findings: readonly ArgumentFinding[];
  /** What is allowed but worth a warning. */
  readonly warnings: readonly ArgumentFinding[];
}

const REQUIRED_ARGUMENTS = [
  ["base_url", "address of the merge queue service"],
  ["token", "API token"],
] as const;

/** Arguments without which nothing may be sent. */
const DECISIVE_ARGUMENTS: readonly ArgumentName[] = ["token", ...ADDRESS_ARGUMENTS];

/**
 * Resolves a client's configuration and collects everything that is wrong with it, as `resolveArguments` picks the values.
 * @param unknown - arguments whose value is not known yet, as in a Terraform plan: neither looked up nor checked
 * @param vocabulary - how messages name arguments, also those of the client's calls
 */
export function resolveClientConfig(
  explicit: ClientArguments,
  env: Environment,
  unknown: readonly ArgumentName[] = [],
  vocabulary: Vocabulary = TERRAFORM_VOCABULARY,
): ClientConfigResolution {
  const { values, fromEnvironment, findings } = resolveArguments(explicit, env, unknown);
  const isFromEnvironment = fromEnvironment.has("token");
  const tokenSource = isFromEnvironment ? toVariableName("token") : vocabulary.tokenSource;
  const token = values.token?.trim();

  function report(argument: "base_url" | "token", message: string | undefined): void {
    // A message about the token names its source itself.
    const isVariable = argument === "base_url" && fromEnvironment.has(argument);
    const place = isVariable ? { argument, variable: toVariableName(argument) } : { argument };
    if (message !== undefined) findings.push({ ...place, message });
  }

  for (const [argument, what] of REQUIRED_ARGUMENTS) {
    if (values[findArgument(argument).name] !== undefined || unknown.includes(argument)) continue;
    const message = `The ${what} is missing. Set ${argument} in the provider's configuration, or the environment variable ${toVariableName(argument)}.`;
    findings.push({ argument, isMissing: true, message });
  }
  // What an unknown allow_insecure_http may yet allow is not wrong now.
  const mayUseHttp = values.allowInsecureHttp ?? unknown.includes("allow_insecure_http");
  const baseUrl =
    values.baseUrl === undefined ? undefined : checkBaseUrl(values.baseUrl, mayUseHttp, vocabulary);
  if (baseUrl?.isValid === false) report("base_url", baseUrl.message);
  if (token !== undefined) report("token", checkToken(token, tokenSource));
  if (baseUrl?.isValid === true && isFromEnvironment) {
    report("base_url", checkAllowedHost(baseUrl.origin, env["MERGEQUEUE_ALLOWED_HOSTS"]));
  }
  const proxy = readProxySettings(env);
  if (proxy.problem !== undefined) findings.push({ message: proxy.problem });

  const warnings = listWarnings(baseUrl, values, token);
  const isComplete = findings.length === 0 && !unknown.some((name) => DECISIVE_ARGUMENTS.includes(name));
  if (!isComplete || baseUrl?.isValid !== true || token === undefined) {
    return { config: undefined, findings, warnings };
  }
  const { origin, host, basePath } = baseUrl;
  const { requestTimeoutSeconds = findArgument("request_timeout_seconds").default } = values;
  const config: ClientConfig = {
    origin,
    host,
    basePath,
    token: new Secret(token),
    tokenSource,
    vocabulary,
    requestTimeoutMs: requestTimeoutSeconds * 1000,
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
): ArgumentFinding[] {
  const isToken = token !== undefined && checkToken(token, "") === undefined;
  const short = isToken ? warnOfShortToken(token) : undefined;
  const warnings: ArgumentFinding[] = short === undefined ? [] : [{ argument: "token", message: short }];
  const isInsecure = baseUrl?.isValid === true && baseUrl.isInsecure && values.allowInsecureHttp === true;
  if (!isInsecure) return warnings;
  const message =
    `The API token and all settings go to ${baseUrl.host} in clear text (http). Everyone on the network path can read ` +
    "and use the token.";
  return [...warnings, { argument: "base_url", message }];
}
