import { dirname, resolve } from "node:path";
import type { ClientArguments } from "../../api/configuration/client-arguments";
import {
  type ArgumentName,
  PROVIDER_ARGUMENTS,
  toArgumentType,
  tryFindArgument,
} from "../../queue/provider-arguments";
import type { ConnectionArguments } from "../../reconcile/plan/plan";
import type { StackQueue } from "../../stack/stack-queue";
import { quote } from "../../text/quote";

/** The connection to a service, as a stack or a saved plan gives it. */
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

/** In a saved plan: the stack gives the token. A plan holds none, and the environment's may be another service's. */
const OWN_TOKEN = "has_own_token";

/**
 * Returns the connection to a service that the stack of a queue gives. A relative `ca_file` starts where Terraform runs: in the
 * directory of the stack.
 * @param directory - the directory that was read, absolute
 */
export function toServiceSource({ provider, file }: StackQueue, directory: string): ServiceSource {
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
 * Returns the connection that a saved plan stores: the address, wherever it came from, and the stack's other arguments,
 * without the token.
 */
export function toSavedConnection(source: ServiceSource, baseUrl: string): ConnectionArguments {
  const kept = new Map(
    [...source.arguments].filter(([name]) => name !== "token" && tryFindArgument(name) !== undefined),
  );
  kept.set("base_url", baseUrl);
  if (source.arguments.has("token")) kept.set(OWN_TOKEN, true);
  return kept;
}

/** Reads the connection of a saved plan: the counterpart of {@link toSavedConnection}. */
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

interface TypeFinding {
  readonly argument: ArgumentName;
  readonly message: string;
}

/** Returns the arguments of a source as the client takes them, and those of another type. */
export function readArguments(source: ServiceSource): {
  readonly values: ClientArguments;
  readonly findings: readonly TypeFinding[];
} {
  const findings: TypeFinding[] = [];
  const values = PROVIDER_ARGUMENTS.flatMap((row) => {
    const given = source.arguments.get(row.attribute);
    if (given === undefined) return [];
    const type = toArgumentType(row);
    const value = CONVERTERS[type](given);
    if (value !== undefined) return [[row.name, value]];
    const message = `It must be ${TYPE_NAMES[type]}, not ${describeType(given)}.`;
    findings.push({ argument: row.attribute, message });
    return [];
  });
  return { values: Object.fromEntries(values) as ClientArguments, findings };
}

const TYPE_NAMES = { string: "a string", number: "a number", bool: "true or false" } as const;

/** Terraform takes a number or a boolean that is written as a string. */
const CONVERTERS = { string: String, number: toNumber, bool: toBoolean } as const;

/** The value itself may be a token. */
function describeType(value: string | number | boolean): string {
  return typeof value === "string" ? "this string" : `a ${typeof value}`;
}

function toNumber(value: string | number | boolean): number | undefined {
  const number = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
  return typeof number === "number" && !Number.isNaN(number) ? number : undefined;
}

function toBoolean(value: string | number | boolean): boolean | undefined {
  if (value === "true" || value === "false") return value === "true";
  return typeof value === "boolean" ? value : undefined;
}
