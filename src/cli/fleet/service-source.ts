import { dirname, resolve } from "node:path";
import type { ClientArgument, ClientArguments } from "../../api/configuration/client-arguments";
import { CLIENT_ARGUMENTS } from "../../api/configuration/client-arguments";
import type { Finding } from "../../queue/finding";
import type { ConnectionArguments } from "../../reconcile/plan/fleet-member";
import type { DeclaredQueue } from "../../stack/declared-queue";
import { quote } from "../../text/quote";

/** What a stack or a saved plan says of how a service is reached. */
export interface ServiceSource {
  /** How messages name it: `provider mergequeue.eu of stack queues`. */
  readonly name: string;
  /** What an error about it is. */
  readonly faultCode: "invalid_stack" | "invalid_plan";
  /** Arguments by Terraform name. */
  readonly arguments: ConnectionArguments;
  /** Arguments that are set to something that is not known, with a sentence that says why. */
  readonly unresolved: ReadonlyMap<string, string>;
}

/**
 * Marks, in a saved plan, a service whose token the stack gives: a plan holds no token, and that of the environment may
 * be another service's.
 */
const OWN_TOKEN = "has_own_token";

/**
 * Answers what the stack of a queue says of its service. A relative `ca_file` starts where Terraform runs: in the
 * directory of the stack.
 * @param directory - the directory that was read, absolute
 */
export function toServiceSource({ provider, file }: DeclaredQueue, directory: string): ServiceSource {
  const given = new Map(provider.arguments);
  const caFile = given.get("ca_file");
  if (typeof caFile === "string") given.set("ca_file", resolve(directory, dirname(file), caFile));
  return {
    name: `Provider ${quote(provider.name)} of stack ${quote(provider.stack)}`,
    faultCode: "invalid_stack",
    arguments: given,
    unresolved: provider.unresolved,
  };
}

/**
 * Answers what a saved plan keeps of how a service was reached: the address, wherever it came from, and what else the
 * stack says, but no token.
 * @param baseUrl - address that was called
 */
export function toSavedConnection(source: ServiceSource, baseUrl: string): ConnectionArguments {
  const kept = new Map([...source.arguments].filter(([name]) => name !== "token" && isArgument(name)));
  kept.set("base_url", baseUrl);
  if (source.arguments.has("token")) kept.set(OWN_TOKEN, true);
  return kept;
}

/** Answers what a saved plan says of a service: the counterpart of {@link toSavedConnection}. */
export function fromSavedConnection(connection: ConnectionArguments): ServiceSource {
  const unresolved = connection.has(OWN_TOKEN)
    ? new Map([
        [
          "token",
          "The stack gives the token of this service, and a plan holds no token. That of the environment may be another " +
            "service's.",
        ],
      ])
    : new Map<string, string>();
  return { name: "The plan", faultCode: "invalid_plan", arguments: connection, unresolved };
}

/** Answers the arguments of a source with the types that the client takes, and those that have another one. */
export function readArguments(source: ServiceSource): {
  readonly values: ClientArguments;
  readonly findings: readonly Finding[];
} {
  const findings: Finding[] = [];
  const pick = <Value>(
    name: ClientArgument,
    convert: (value: string | number | boolean) => Value | undefined,
    type: string,
  ): Value | undefined => {
    const given = source.arguments.get(name);
    if (given === undefined) return undefined;
    const value = convert(given);
    if (value === undefined) {
      findings.push({ path: [name], message: `It must be ${type}, not ${describeType(given)}.` });
    }
    return value;
  };
  const values = {
    baseUrl: pick("base_url", toText, "a string"),
    token: pick("token", toText, "a string"),
    requestTimeoutSeconds: pick("request_timeout_seconds", toNumber, "a number"),
    maxRetries: pick("max_retries", toNumber, "a number"),
    maxRequestsPerSecond: pick("max_requests_per_second", toNumber, "a number"),
    allowInsecureHttp: pick("allow_insecure_http", toBoolean, "true or false"),
    caFile: pick("ca_file", toText, "a string"),
  };
  return { values, findings };
}

function isArgument(name: string): boolean {
  return CLIENT_ARGUMENTS.some((known) => known === name);
}

/** The value itself may be a token. */
function describeType(value: string | number | boolean): string {
  return typeof value === "string" ? "this text" : `a ${typeof value}`;
}

function toText(value: string | number | boolean): string {
  return String(value);
}

/** Terraform takes a number that is written as text. */
function toNumber(value: string | number | boolean): number | undefined {
  const number = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
  return typeof number === "number" && !Number.isNaN(number) ? number : undefined;
}

function toBoolean(value: string | number | boolean): boolean | undefined {
  if (value === "true" || value === "false") return value === "true";
  return typeof value === "boolean" ? value : undefined;
}
