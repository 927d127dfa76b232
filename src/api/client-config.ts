import { X509Certificate } from "node:crypto";
import { readFile } from "node:fs/promises";
import { inspect } from "node:util";
import { MergeQueueError } from "../queue/merge-queue-error";
import {
  ADDRESS_ARGUMENTS,
  type ArgumentName,
  findArgument,
  toVariableName,
} from "../queue/provider-arguments";
import { TERRAFORM_VOCABULARY, type Vocabulary } from "../queue/vocabulary";
import {
  type ArgumentFinding,
  type ClientArguments,
  type Environment,
  type ForkedRun,
  resolveArguments,
} from "./client-arguments";
import { type BaseAddress, type BaseUrlCheck, checkBaseUrl } from "./configuration/check-base-url";
import { chooseInterface, type InterfaceChoice } from "./configuration/choose-interface";
import { findProxy } from "./configuration/find-proxy";
import { checkAllowedHost, checkToken, warnOfShortToken } from "./token-rules";

const SHOWN = "(sensitive)";

/** A hidden string: {@link Secret.reveal} returns it, and all other output is `(sensitive)`. */
export class Secret {
  readonly #value: string;

  constructor(value: string) {
    this.#value = value;
  }

  /** Returns the secret. Call `reveal` only where the secret is used. */
  reveal(): string {
    return this.#value;
  }

  toString(): string {
    return SHOWN;
  }

  toJSON(): string {
    return SHOWN;
  }

  [inspect.custom](): string {
    return SHOWN;
  }
}

/** A client's checked configuration. */
export interface ClientConfig
  extends BaseAddress,
    InterfaceChoice,
    ForkedRun,
    Pick<ClientArguments, "maxRetries" | "maxRequestsPerSecond" | "caFile"> {
  /** API token, visible ASCII. Empty if the id of a fork's workflow run replaces the token. */
  readonly token: Secret;
  /** Source of the token, for messages: `the provider argument "token"` or `MERGEQUEUE_TOKEN`. */
  readonly tokenSource: string;
  /** How messages name an argument: if its value came from an environment variable, by that variable. */
  readonly vocabulary: Vocabulary;
  readonly requestTimeoutMs: number;
  /** Address of the proxy, with the proxy's credentials. Undefined without a proxy. */
  readonly proxy: string | undefined;
}

const REQUIRED_ARGUMENTS = { base_url: "address of the merge queue service", token: "API token" } as const;

const DECISIVE_ARGUMENTS: readonly ArgumentName[] = ["token", ...ADDRESS_ARGUMENTS];

/**
 * Resolves a client's configuration with `resolveArguments`, and collects all problems.
 * @param unknown - arguments whose values Terraform does not know yet; these are not read
 * @param vocabulary - how messages name arguments, here and in later calls
 * @returns no `config` if there are findings, or if the token or a part of the address is unknown
 */
export function resolveClientConfig(
  explicit: ClientArguments & ForkedRun,
  env: Environment,
  unknown: readonly ArgumentName[] = [],
  vocabulary: Vocabulary = TERRAFORM_VOCABULARY,
): {
  readonly config: ClientConfig | undefined;
  readonly findings: readonly ArgumentFinding[];
  readonly warnings: readonly ArgumentFinding[];
} {
  const { values, fromEnvironment, findings } = resolveArguments(explicit, env, unknown);
  const isTokenFromEnvironment = fromEnvironment.has("token");
  const tokenSource = isTokenFromEnvironment ? toVariableName("token") : vocabulary.tokenSource;
  const { forkedWorkflowRunId } = explicit;
  const isForked = forkedWorkflowRunId !== undefined;
  const token = isForked ? "" : values.token?.trim();

  function report(argument: "base_url" | "token", message: string | undefined): void {
    // A message about the token names its source itself.
    const isVariable = argument === "base_url" && fromEnvironment.has(argument);
    const place = isVariable ? { argument, variable: toVariableName(argument) } : { argument };
    if (message !== undefined) findings.push({ ...place, message });
  }

  for (const argument of ["base_url", "token"] as const) {
    if (values[findArgument(argument).name] !== undefined || unknown.includes(argument)) continue;
    if (argument === "token" && isForked) continue;
    const message = `The ${REQUIRED_ARGUMENTS[argument]} is missing. Set ${argument} in the provider's configuration, or the environment variable ${toVariableName(argument)}.`;
    findings.push({ argument, isMissing: true, message });
  }
  // An unknown allow_insecure_http may turn out to allow it.
  const allowInsecureHttp = values.allowInsecureHttp ?? unknown.includes("allow_insecure_http");
  const rules = { allowInsecureHttp, vocabulary };
  const baseUrl = values.baseUrl === undefined ? undefined : checkBaseUrl(values.baseUrl, rules);
  if (baseUrl?.isValid === false) report("base_url", baseUrl.message);
  if (isForked && !/^[!-~]{1,100}$/.test(forkedWorkflowRunId)) {
    findings.push({ message: "The id of the workflow run must have 1 to 100 visible ASCII characters." });
  }
  if (token !== undefined && !isForked) report("token", checkToken(token, tokenSource));
  if (baseUrl?.isValid === true && isTokenFromEnvironment && !isForked) {
    report("base_url", checkAllowedHost(baseUrl.origin, env["MERGEQUEUE_ALLOWED_HOSTS"]));
  }
  const proxy = baseUrl?.isValid === true ? findProxy(baseUrl.origin, env) : {};
  if (proxy.problem !== undefined) findings.push({ message: proxy.problem });

  const warnings = listWarnings(baseUrl, values, token);
  const isComplete = findings.length === 0 && !unknown.some((name) => DECISIVE_ARGUMENTS.includes(name));
  if (!isComplete || baseUrl?.isValid !== true || token === undefined) {
    return { config: undefined, findings, warnings };
  }
  const { origin, host, path } = baseUrl;
  const { requestTimeoutSeconds = findArgument("request_timeout_seconds").default } = values;
  const { maxRetries, maxRequestsPerSecond, caFile } = values;
  const config: ClientConfig = {
    ...chooseInterface(path, token),
    ...{ origin, host, tokenSource, maxRetries, maxRequestsPerSecond, caFile },
    vocabulary: {
      ...vocabulary,
      nameArgument: (name) =>
        fromEnvironment.has(name) ? toVariableName(name) : vocabulary.nameArgument(name),
    },
    forkedWorkflowRunId,
    token: new Secret(token),
    requestTimeoutMs: requestTimeoutSeconds * 1000,
    proxy: proxy.url,
  };
  return { config, findings, warnings };
}

function listWarnings(
  baseUrl: BaseUrlCheck | undefined,
  values: ClientArguments,
  token: string | undefined,
): ArgumentFinding[] {
  const warnings: ArgumentFinding[] = [];
  const isToken = token !== undefined && checkToken(token, "") === undefined;
  const short = isToken ? warnOfShortToken(token) : undefined;
  if (short !== undefined) warnings.push({ argument: "token", message: short });
  if (baseUrl?.isValid === true && baseUrl.isInsecure && values.allowInsecureHttp === true) {
    const message =
      `The API token and all settings go to ${baseUrl.host} in clear text (http). Everyone on the network path can read ` +
      "and use the token.";
    warnings.push({ argument: "base_url", message });
  }
  return warnings;
}

const PEM_CERTIFICATE = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

/**
 * Reads the certificates of the argument `ca_file`, in PEM form. Skips other content.
 * @param path - absolute, or relative to the working directory
 * @throws MergeQueueError `invalid_configuration` if the file cannot be read or contains no certificate
 */
export async function readCaFile(path: string): Promise<string> {
  let text: string;
  try {
    text = await readFile(path, "utf8");
  } catch (error) {
    const { message } = error as Error;
    throw refuseCaFile(path, `cannot be read: ${message}. Check the path and its permissions`, error);
  }
  const certificates = text.match(PEM_CERTIFICATE) ?? [];
  if (certificates.length === 0) {
    throw refuseCaFile(path, "does not contain a certificate in PEM form (-----BEGIN CERTIFICATE-----)");
  }
  for (const [index, certificate] of certificates.entries()) {
    try {
      new X509Certificate(certificate);
    } catch (error) {
      throw refuseCaFile(path, `contains a certificate (number ${index + 1}) that cannot be parsed`, error);
    }
  }
  return `${certificates.join("\n")}\n`;
}

function refuseCaFile(path: string, problem: string, cause?: unknown): MergeQueueError {
  const message = `The file of certificates ${JSON.stringify(path)} ${problem}.`;
  return new MergeQueueError("invalid_configuration", message, { argument: "ca_file" }, cause);
}
